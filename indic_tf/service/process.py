"""A worker process as the service sees it: a batch goes out, its answers come back, and it is begun anew if it dies."""

from __future__ import annotations

import asyncio
import multiprocessing
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from . import worker

_CONTEXT = multiprocessing.get_context("spawn")  # a fork would inherit the event loop and its sockets
_PATIENCE = 5.0  # seconds in which a worker is expected to end


class Worker:
    """One worker process. All methods are for the thread of the event loop; a thread of its own waits for answers.

    Args:
        options: what `worker.main` takes.
        came: is called with each message.
        died: is called when the process has ended by itself.
    """

    def __init__(self, options: dict[str, Any], came: Callable[[Any], None], died: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._came, self._died = came, died
        self._pipe, theirs = _CONTEXT.Pipe()
        self._process = _CONTEXT.Process(target=worker.main, args=(theirs, options), daemon=True, name="indic-tf")
        self._process.start()
        theirs.close()
        self._stopped = False
        threading.Thread(target=self._listen, args=(self._pipe,), daemon=True).start()

    @property
    def pid(self) -> int | None:
        """The number of the process."""
        return self._process.pid

    def send(self, batch: Any) -> None:
        """Give it a batch. One that is gone is reported by ``died``."""
        with suppress(OSError):
            self._pipe.send(batch)

    def kill(self) -> None:
        """End it at once; ``died`` is called."""
        self._process.kill()

    def stop(self) -> None:
        """Let it end, nobody is told; blocks until it has."""
        self._stopped = True
        self._pipe.close()
        self._process.terminate()  # which it ignores while Python runs; what hangs is killed
        self._process.join(0.2)
        if self._process.is_alive():
            self._process.kill()
        self._process.join(_PATIENCE)

    def _listen(self, pipe: Connection) -> None:
        try:
            while True:
                message = pipe.recv()
                self._loop.call_soon_threadsafe(self._came, message)
        except (EOFError, OSError, TypeError):  # TypeError: closed while it was being read
            if not self._stopped:
                self._tell(self._died)

    def _tell(self, what: Callable[[], None]) -> None:
        self._process.join(_PATIENCE)
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(what)
