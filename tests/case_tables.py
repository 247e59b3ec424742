"""The case tables as test parameters; found by its path, since the tests also run beside an installed wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet

from indic_tf import IndicFormatter
from indic_tf.wfst.wire import KINDS

CASES = Path(__file__).parent / "cases"


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, style="figures")


def rows(pattern: str) -> list[ParameterSet]:
    """(language, spoken, written, note) of every table that matches, with the spoken form as test id."""
    found = []
    for path in sorted(CASES.glob(f"*/{pattern}")):
        for line in path.read_text(encoding="utf-8").split("\n"):
            if line.strip() and not line.startswith("#"):
                spoken, *rest = line.split("\t")
                written = rest[0] if rest and path.stem != "unchanged" else spoken
                note = rest[1] if len(rest) > 1 else ""
                found.append(
                    pytest.param(path.parent.name, spoken, written, note, id=f"{path.parent.name}:{path.stem}:{spoken}")
                )
    return found


CLASSES = [row for name in (*KINDS, "score") for row in rows(f"{name}.tsv")]
