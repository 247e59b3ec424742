"""Files that are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_ENDING = ".indic-tf-unfinished"
_LONGEST = 200  # bytes of a name that has room for more behind it


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file beside ``path`` that takes its place once the block has ended well; otherwise what stood there stays.

    What is no ordinary file (a pipe, /dev/stdout) is written as it is. A run that is killed leaves a hidden file, which
    the next one for the same ``path`` takes over.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()  # the file that a link leads to, not the link
    handle, beside, held = _beside(target)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise
    finally:
        if held is not None:  # until now, so that nobody else takes the file for one that a killed run left
            os.close(held)


def locked(handle: int) -> bool:
    """Lock an open file until it is closed or its process has ended; False where another one has it.

    Raises `OSError` where the system or the file system has no locks.
    """
    try:
        import fcntl
    except ImportError as error:
        raise OSError("no locks") from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _beside(target: Path) -> tuple[int, str, int | None]:
    """An empty file beside ``target``, open; its path; and what keeps it locked, if anything does."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    path = target.parent / f".{name}{_ENDING}"
    with suppress(OSError):
        if (handle := _taken(path)) is not None:
            return handle, str(path), os.dup(handle)
    return *tempfile.mkstemp(dir=target.parent, prefix=f".{name}."), None


def _taken(path: Path) -> int | None:
    """A file of this name, open, locked and empty; None where another process writes it. Raises `OSError`."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o600)
    try:
        if locked(handle) and _is_alone(handle, path):
            os.truncate(handle, 0)
            return handle
    except OSError:  # no locks: nobody has it
        os.close(handle)
        path.unlink(missing_ok=True)
        raise
    os.close(handle)
    return None


def _is_alone(handle: int, path: Path) -> bool:
    """Whether an open file is an ordinary one that still has this name, and no other."""
    own, named = os.fstat(handle), os.lstat(path)
    return stat.S_ISREG(own.st_mode) and own.st_nlink == 1 and (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
