"""Settings that must hold wherever the tests lie, also beside an installed wheel."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from indic_tf.errors import GrammarError
from indic_tf.languages import language, languages
from indic_tf.wfst.compiled import grammar_folder

_MANY = 2000

sys.path.insert(0, str(Path(__file__).parent))  # where tests find what several of them use

if "PYTEST_XDIST_WORKER" in os.environ:  # workers share the cores: one thread each, said before torch is loaded
    os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:  # a run in the background: children would ignore it, too
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "slow: minutes rather than seconds; CI runs it, `just test-quick` does not")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Before many tests, the workers compile the grammars between them, so that none is compiled twice at once."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or len(session.items) < _MANY:
        return
    number, workers = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    with suppress(GrammarError):  # no pynini here: the tests will say so
        for code in sorted(set(_languages(session.items)))[number::workers]:
            grammar_folder(language(code))


def _languages(items: list[pytest.Item]) -> Iterator[str]:
    """The languages that tests are about."""
    known = set(languages())
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            yield from (value for value in item.callspec.params.values() if isinstance(value, str) and value in known)
