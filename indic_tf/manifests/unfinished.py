"""Folders that are made beside the one whose place they take, so that those of killed runs are known as such."""

from __future__ import annotations

import ctypes
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from ..replacing import locked

MARK = ".indic-tf-unfinished"
"""The file that says that a folder is one of these; the process that works in it keeps it locked."""
_AT_HERE, _EXCHANGE = -100, 2  # AT_FDCWD, RENAME_EXCHANGE


@contextmanager
def beside(place: Path) -> Iterator[Path]:
    """A new folder beside ``place``; what lies in it stays when the block has ended."""
    scratch = Path(tempfile.mkdtemp(prefix=f"{place.name}.unfinished-", dir=place.parent))
    handle = os.open(scratch / MARK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _lock(handle)
        yield scratch
    finally:
        os.close(handle)


def abandoned(place: Path) -> Iterator[Path]:
    """The folders that killed runs left beside ``place``; each is this process's until the next is asked for."""
    for mark in sorted(place.parent.glob(f"{escape(place.name)}.unfinished-????????/{MARK}")):
        try:
            handle = os.open(mark, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
        except OSError:  # it went meanwhile, or is somebody else's
            continue
        try:
            if _lock(handle) and {path.name for path in mark.parent.iterdir()} <= {MARK, place.name}:
                yield mark.parent
        finally:
            os.close(handle)


def remove(scratch: Path, name: str) -> None:
    """Remove such a folder with what lies in it under ``name``, its mark last: an interrupt leaves it one of these."""
    shutil.rmtree(scratch / name, ignore_errors=True)
    done(scratch)


def done(scratch: Path) -> None:
    """Such a folder is none any more: it goes if it is empty."""
    (scratch / MARK).unlink(missing_ok=True)
    if not any(scratch.iterdir()):
        scratch.rmdir()


def exchanged(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; False where the system cannot (Linux can)."""
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(_AT_HERE, os.fsencode(one), _AT_HERE, os.fsencode(other), _EXCHANGE) == 0)


def _lock(handle: int) -> bool:
    """False also where there are no locks: then nothing is taken for abandoned."""
    try:
        return locked(handle)
    except OSError:
        return False
