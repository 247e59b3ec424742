"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file beside ``path`` that takes its place once the block has ended well; otherwise what stood there stays.

    What is no ordinary file (a pipe, /dev/stdout) is written as it is.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as file:
            yield file
        return
    target = path.resolve()  # the file that a link leads to, not the link
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        os.chmod(beside, _mode(target))
        os.replace(beside, target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


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
