"""Ctrl-C while a command runs: an exception that ends it in order, whatever a library makes of it."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import typer

from ..starting import stop


@contextmanager
def interruptible() -> Iterator[None]:
    """Raises `KeyboardInterrupt` in the block on Ctrl-C, also where a module that was being imported made another error
    of it. Behind the block it ends the process, as it does before."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not stop:
        yield
        return
    interrupted = False

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = True
        sys.unraisablehook = _unraisable
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    except typer.Exit:
        raise
    except Exception:
        if interrupted:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, stop)


def _unraisable(found: Any) -> None:
    """After an interrupt: what libraries complain of while they are cleaned up says nothing (Arrow, of a file that is
    closed already), and an interrupt that came just then, and that Python would drop, comes again."""
    if isinstance(found.exc_value, KeyboardInterrupt):
        _thread.interrupt_main()
