"""Processes that share work: an interrupt is their parent's, and they end when it does, however that came."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from types import TracebackType
from typing import Any, TypeVar

Made = TypeVar("Made")


class Workers(ProcessPoolExecutor):
    """``count`` new processes, each of which calls ``begin`` with ``arguments`` first.

    They are started anew: a copy of this process might hold a lock of some thread. As a context it waits for what was
    submitted, unless the block ends with an exception: then it ends the processes.
    """

    def __init__(self, count: int, begin: Callable[..., object] | None = None, *arguments: Any) -> None:
        super().__init__(count, multiprocessing.get_context("spawn"), _begin, (begin, arguments))

    def submit(self, function: Callable[..., Made], /, *args: Any, **kwargs: Any) -> Future[Made]:
        with _uninterrupted():  # this is where processes are started
            return super().submit(function, *args, **kwargs)

    def end(self) -> None:
        """End the processes, whatever they are at."""
        for process in list((self._processes or {}).values()):
            process.terminate()
        self.shutdown(wait=True, cancel_futures=True)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> bool | None:
        if kind is not None:
            self.end()
        return super().__exit__(kind, error, at)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that begin in this block hear no interrupt from their first moment on; one that comes meanwhile is
    heard behind it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # started with the first process otherwise, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(begin: Callable[..., object] | None, arguments: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if begin is not None:
        begin(*arguments)


def _end_with_parent() -> None:
    """A parent that was killed sends no more work, and its processes would wait for it for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
