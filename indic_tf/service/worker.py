"""A worker process: jobs come through a pipe, their answers go back."""

from __future__ import annotations

import gc
import signal
from multiprocessing.connection import Connection
from typing import Any

READY = "ready"
_GARBAGE = 50_000


def main(pipe: Connection, options: dict[str, Any]) -> None:
    """Do batches until the pipe is closed. ``options``: ``model``, ``device``, ``threads``, ``warm``.

    The first message out is `READY`, or what went wrong with the languages that were to be loaded. A batch is a list of
    jobs, its answer the list of theirs.
    """
    for one in ("SIGINT", "SIGTERM"):  # whoever stops the service lets its workers finish
        signal.signal(getattr(signal, one), signal.SIG_IGN)
    gc.set_threshold(_GARBAGE)
    try:
        work, problem = _begun(options)
        pipe.send(problem)
        while True:
            pipe.send(work.do(pipe.recv()))
    except (EOFError, BrokenPipeError, ConnectionResetError):  # the service is gone
        return


def _begun(options: dict[str, Any]) -> tuple[Any, str]:
    from ..errors import IndicTFError
    from ..tagging import threads
    from .work import Work

    threads.choose(options["threads"])
    work = Work(options["model"], options["device"])
    problem = READY
    for lang in options["warm"]:
        try:
            work.warm(lang)
        except IndicTFError as error:
            problem = f"{lang}: {error}"
    return work, problem
