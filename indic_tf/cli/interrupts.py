"""Ctrl-C while a command runs: an exception that ends it in order, whatever a library makes of it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

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
