"""Files that are written whole or not at all."""

from __future__ import annotations

import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

_ENDING = ".indic-tf-unfinished"
_LONGEST = 200  # bytes of a name that has room for more behind it
_AT_ONCE = 4  # writers of one file that find a name of their own; who comes later gets one at random
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)


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
    names = _names(target)
    handle, beside, held = _beside(target, names)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
        _sweep(names)
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


def _names(target: Path) -> list[Path]:
    """What hidden files beside ``target`` are called, one for each that writes it at the same time."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    return [target.parent / f".{name}{_ENDING}{number}" for number in ("", *range(2, _AT_ONCE + 1))]


def _beside(target: Path, names: Sequence[Path]) -> tuple[int, str, int | None]:
    """An empty file beside ``target``, open; its path; and what keeps it locked, if anything does."""
    with suppress(OSError):
        for path in names:
            if (handle := _taken(path)) is not None:
                return handle, str(path), os.dup(handle)
    return *tempfile.mkstemp(dir=target.parent, prefix=names[0].name.removesuffix(_ENDING) + "."), None


def _taken(path: Path) -> int | None:
    """A file of this name, open, locked and empty; None where another process writes it. Raises `OSError`."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | _NO_LINK, 0o600)
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


def _sweep(names: Sequence[Path]) -> None:
    """Remove what killed runs left under these names."""
    for path in names:
        with suppress(OSError):
            handle = os.open(path, os.O_RDWR | _NO_LINK)
            try:
                if locked(handle) and _is_alone(handle, path):
                    path.unlink()
            finally:
                os.close(handle)


def _is_alone(handle: int, path: Path) -> bool:
    """Whether an open file is an ordinary one that still has this name, and no other."""
    own, named = os.fstat(handle), os.lstat(path)
    return stat.S_ISREG(own.st_mode) and own.st_nlink == 1 and (own.st_dev, own.st_ino) == (named.st_dev, named.st_ino)


def write_text(path: Path, text: str) -> None:
    """Write a text as UTF-8; what stood at ``path`` stays until the new file is complete."""
    with replacing(path) as file:
        file.write(text.encode("utf-8"))


def copy(source: str | Path, target: str | Path) -> None:
    """Copy a file; what stood at ``target`` stays until the new one is complete."""
    with open(source, "rb") as given, replacing(Path(target)) as file:
        shutil.copyfileobj(given, file)


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
