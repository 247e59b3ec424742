"""Reading and writing files of transcripts."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from typing import IO, Any

from ..errors import InputError
from ..replacing import replacing
from . import registry
from .adapters import content_of
from .content import Content
from .model import Transcript
from .records import bare
from .refusals import refuse, unwrapped
from .registry import Format
from .shape import of_single_words

_HEAD = 1 << 20


def read(
    source: str | os.PathLike[str] | bytes | IO[bytes] | dict[str, Any] | list[Any],
    format: str | None = None,
    encoding: str | None = None,
    column: str | None = None,
) -> Transcript:
    """The transcript in a file (gzipped too), whatever recogniser wrote it.

    Args:
        source: a path, the bytes of a file, an open binary file, or parsed JSON; for objects of libraries see
            `from_result`.
        format: the name of its format, one of `formats`; found by the content if not given.
        encoding: that of its text; found if not given.
        column: of a table or a list of predictions: what holds the text; found by its name if not given.

    Raises `InputError` for what is no transcript (it says what was found), `OSError` for files that cannot be opened.
    Records that cannot be used are in `Transcript.problems`, with their place.
    """
    content = _content(source, encoding)
    content.column = column
    if not content.raw.strip():
        raise InputError(f"{content.name}: an empty file")
    content = unwrapped(content)
    refuse(content)
    chosen = registry.named(format) if format else registry.detect(content)
    return chosen.read(content)


def sniff(path: str | os.PathLike[str]) -> Format | None:
    """The format of a file, by its first megabyte; None for plain text, and for an empty file.

    Raises `InputError` for what `read` would refuse (audio, web pages, JSON that is no transcript), `OSError` for
    a file that cannot be opened.
    """
    content = Content(_beginning(Path(path)), str(path))
    if not content.raw.strip():
        return None
    content = unwrapped(content)
    refuse(content)
    chosen = registry.detect(content)
    return None if chosen.name == "text" else chosen


def _beginning(path: Path) -> bytes:
    """The first megabyte of a file, unpacked, up to the end of a line."""
    with path.open("rb") as file:
        raw = file.read(_HEAD)
        if raw[:2] == b"\x1f\x8b":
            file.seek(0)
            try:
                with gzip.open(file) as packed:
                    raw = packed.read(_HEAD)
            except (OSError, EOFError) as error:
                raise InputError(f"{path}: damaged gzip file ({error})") from None
    return raw[: raw.rfind(b"\n") + 1] or raw if len(raw) == _HEAD else raw


def _content(source: Any, encoding: str | None) -> Content:
    if isinstance(source, (dict, list)):
        return content_of(source)
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
    single = of_single_words(transcript)
    return chosen.write(single if chosen.name == single.format else bare(single, chosen.name))


def save(transcript: Transcript, path: Path, format: str | None = None) -> None:
    """Write a transcript to a file."""
    put(path, written(transcript, format))


def put(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all: what stood there stays until the new one is complete."""
    with replacing(path) as file:
        file.write(data)
