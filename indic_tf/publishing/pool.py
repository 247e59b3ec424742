"""Processes that share the work, or none, and who is told how far it is."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from ..processes import Workers

Bar = Callable[[int], Callable[[int], None]]
"""Told how many steps there are; returns what is told of steps done."""

Track = Callable[[str], Bar]
"""The bar of a stage, by its name."""


def pool_of(jobs: int) -> Executor:
    """``jobs`` new processes; for one the work is done here.

    They are started anew: a copy of this process might hold a lock of some thread of Arrow or torch.
    """
    return Workers(jobs) if jobs > 1 else _Here()


class _Here(Executor):
    """Does the work when it is asked to."""

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        made: Future[Any] = Future()
        try:
            made.set_result(function(*args, **kwargs))
        except Exception as error:
            made.set_exception(error)
        return made
