"""Bytes as they come in: whole files block by block, pipes and terminals without waiting for more than there is."""

from __future__ import annotations

import io
import os
import stat
import threading
import time
from queue import Empty, Queue
from typing import IO, Any

BLOCK = 1 << 16
_AHEAD = 64  # blocks that are read ahead of whoever formats them
_ASKED_AGAIN = 0.02  # seconds between two looks at a file that answers "nothing yet" instead of waiting
_HEARS_INTERRUPTS = 0.2 if os.name == "nt" else None  # seconds: a thread that waits on Windows hears no Ctrl-C


class Arriving:
    """The blocks of an open binary file.

    What pauses (a pipe, a terminal, a device) is read by a thread of its own, since not every system can say whether
    something has come. Ordinary files are read when their blocks are asked for.
    """

    def __init__(self, file: IO[bytes]) -> None:
        # without its buffer, whose lock would be held by a thread that still waits when the program ends
        self._file: Any = getattr(file, "raw", file)
        self.pauses = _pauses(self._file)
        self._seen = b""
        self._ended = False
        self._queue: Queue[bytes | BaseException] | None = None

    def next(self, patience: float | None = None) -> bytes | None:
        """The next block, b"" at the end; None if nothing came in ``patience`` seconds (None waits)."""
        if self._seen:
            seen, self._seen = self._seen, b""
            return seen
        return self._read(patience)

    def beginning(self) -> bytes:
        """What stands first among what was not taken; waits for it. The next `next` gives it."""
        return self._seen or self.look()

    def look(self, patience: float | None = None) -> bytes:
        """What came so far and was not taken, with one block more. The next `next` gives it all."""
        self._seen += self._read(patience) or b""
        return self._seen

    def look_at_all(self) -> bytes:
        """All that comes until the end. The next `next` gives it."""
        blocks = [self._seen]
        while block := self._read(None):
            blocks.append(block)
        self._seen = b"".join(blocks)
        return self._seen

    def as_file(self) -> io.BufferedReader:
        """A file of all that was not taken."""
        return io.BufferedReader(_AsFile(self), BLOCK)

    def _read(self, patience: float | None) -> bytes | None:
        if self._ended:
            return b""
        if not self.pauses:
            block = _block(self._file)
        else:
            found = self._waited(patience)
            if found is None:
                return None
            if isinstance(found, BaseException):
                raise found
            block = found
        self._ended = not block
        return block

    def _waited(self, patience: float | None) -> bytes | BaseException | None:
        if self._queue is None:
            self._queue = Queue(_AHEAD)
            threading.Thread(target=_pump, args=(self._file, self._queue), daemon=True).start()
        while True:
            try:
                if patience is not None and patience <= 0:
                    return self._queue.get_nowait()
                return self._queue.get(timeout=_HEARS_INTERRUPTS if patience is None else patience)
            except Empty:
                if patience is not None:
                    return None


def _pauses(file: Any) -> bool:
    try:
        return not stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except (OSError, AttributeError, ValueError):  # no file of the system
        return False


def _block(file: Any) -> bytes:
    """What one look at a file brings; waits for the first of it."""
    while (found := file.read1(BLOCK) if hasattr(file, "read1") else file.read(BLOCK)) is None:
        time.sleep(_ASKED_AGAIN)
    return bytes(found)


def _pump(file: Any, queue: Queue[bytes | BaseException]) -> None:
    try:
        while block := _block(file):
            queue.put(block)
        queue.put(b"")
    except BaseException as error:  # raised again where the block is asked for
        queue.put(error)


class _AsFile(io.RawIOBase):
    """`Arriving` as a file."""

    def __init__(self, source: Arriving) -> None:
        self._source = source
        self._rest = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            self._rest = memoryview(self._source.next() or b"")
        taken = self._rest[: len(buffer)]
        buffer[: len(taken)] = taken
        self._rest = self._rest[len(taken) :]
        return len(taken)
