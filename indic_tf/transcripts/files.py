"""Reading and writing files of transcripts."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO, Any

from ..errors import InputError
from . import registry
from .content import Content
from .model import Transcript
from .records import bare
from .refusals import refuse, unwrapped


def read(
    source: str | os.PathLike[str] | bytes | IO[bytes],
    format: str | None = None,
    encoding: str | None = None,
    column: str | None = None,
) -> Transcript:
    """The transcript in a file (gzipped too), whatever recogniser wrote it.

    Args:
        source: a path, the bytes of a file, or an open binary file.
        format: the name of its format, one of `formats`; found by the content if not given.
        encoding: that of its text; found if not given.
        column: of a table or a list of predictions: what holds the text; found by its name if not given.

    Raises `InputError` for what is no transcript (it says what was looked for and what was found), `OSError` for files
    that cannot be opened. Records that cannot be used are in `Transcript.problems`, with their place.
    """
    content = _content(source, encoding)
    content.column = column
    if not content.raw.strip():
        raise InputError(f"{content.name}: an empty file")
    content = unwrapped(content)
    refuse(content)
    chosen = registry.named(format) if format else registry.detect(content)
    return chosen.read(content)


def _content(source: str | os.PathLike[str] | bytes | IO[bytes], encoding: str | None) -> Content:
    if isinstance(source, bytes):
        return Content(source, encoding=encoding)
    if isinstance(source, (str, os.PathLike)):
        return Content.of_file(Path(source).expanduser(), encoding)
    if not hasattr(source, "read"):
        raise InputError(f"expected a path, bytes or an open file, got {type(source).__name__}")
    raw: Any = source.read()
    if not isinstance(raw, bytes):
        raise InputError("the file is open as text; open it with 'rb'")
    return Content(raw, str(getattr(source, "name", "input")), encoding)


def written(transcript: Transcript, format: str | None = None) -> bytes:
    """A transcript as the bytes of a file; raises `InputError` for a format that is only read."""
    chosen = registry.named(format or transcript.format)
    if chosen.write is None:
        able = ", ".join(sorted(one.name for one in registry.formats() if one.write))
        raise InputError(f"{chosen.title} is not written; choose one of {able}")
    return chosen.write(transcript if chosen.name == transcript.format else bare(transcript, chosen.name))


def save(transcript: Transcript, path: Path, format: str | None = None) -> None:
    """Write a transcript to a file."""
    put(path, written(transcript, format))


def put(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all: what stood there stays until the new one is complete."""
    handle, beside = tempfile.mkstemp(dir=path.parent or None, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, _mode(path))
        os.replace(beside, path)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _mode(path: Path) -> int:
    """The permissions of the file that is replaced, or those that a new one gets."""
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
