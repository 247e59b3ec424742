"""Which kind of table a file is, by its beginning."""

from __future__ import annotations

import codecs
import gzip
import io
import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import IO, Any, cast

from ...errors import InputError
from ..content import Content
from ..refusals import refuse
from .cells import Cells
from .jsonl import JsonLines
from .parquet import Parquet
from .plain import Plain
from .rows import Table

_PEEK = 65_536
_CHUNK = 1 << 16


def open_table(
    source: str | os.PathLike[str] | IO[bytes],
    column: str | None = None,
    into: str | None = None,
    also: Sequence[str] = (),
    name: str | None = None,
) -> Table:
    """A table whose ``column`` holds texts; its rows come as they are read.

    Args:
        source: a path (gzipped too), or an open binary file.
        column: the column of the texts; found by its name if not given.
        into: the column that the new texts go to; the same if not given.
        also: columns whose values rows are to have beside the text, in `Row.also`.
        name: what to call it in messages; the path, if not given.

    Raises `InputError` for what is no table, and for a column that is not there: it lists those that are. `OSError` for
    files that cannot be opened.
    """
    return _opened(source, name, lambda file, called: _table(file, called, column, into, also))


def open_lines(source: str | os.PathLike[str] | IO[bytes], name: str | None = None) -> Table:
    """A text file as a table of one column, ``text``, a record a line; otherwise as `open_table`."""
    return _opened(source, name, lambda file, called: Plain(_lines(*_unpacked(file, called), called)[0], called))


def _opened(
    source: str | os.PathLike[str] | IO[bytes], name: str | None, make: Callable[[IO[bytes], str], Table]
) -> Table:
    if isinstance(source, (str, os.PathLike)):
        path = Path(source).expanduser()
        file, called, own = cast("IO[bytes]", path.open("rb")), str(path), True
    else:
        file, called, own = source, str(getattr(source, "name", "input")), False
    try:
        table = make(file, name or called)
    except BaseException:
        if own:
            file.close()
        raise
    table._file = file if own else None
    return table


def _unpacked(file: IO[bytes], name: str) -> tuple[io.BufferedReader, bytes]:
    """A file without its gzip, and how it begins."""
    buffered = file if isinstance(file, io.BufferedReader) else io.BufferedReader(_Raw(file), _PEEK)
    head = buffered.peek(_PEEK)
    if head[:2] == b"\x1f\x8b":
        buffered = io.BufferedReader(cast("Any", gzip.GzipFile(fileobj=buffered)), _PEEK)
        try:
            head = buffered.peek(_PEEK)
        except (OSError, EOFError) as error:
            raise InputError(f"{name}: damaged gzip file ({error})") from None
    return buffered, head


def _table(file: IO[bytes], name: str, column: str | None, into: str | None, also: Sequence[str]) -> Table:
    buffered, head = _unpacked(file, name)
    if head[:4] == b"PAR1":
        return Parquet(file if file.seekable() else io.BytesIO(buffered.read()), name, column, into, also)
    lines, head = _lines(buffered, head, name)
    sample = head.lstrip(b"\xef\xbb\xbf").lstrip()
    if not sample:
        raise InputError(f"{name}: an empty file")
    refuse(Content(head[: head.rfind(b"\n") + 1] or head, name))
    if sample[:1] == b"[":
        raise InputError(
            f"{name}: a JSON list, which is read as a whole; rows are one a line (JSONL), CSV, TSV or Parquet"
        )
    kind = JsonLines if sample[:1] == b"{" else Cells
    return kind(lines, name, column, into, also)


class _Raw(io.RawIOBase):
    """Any file with ``read`` as one that can be looked into."""

    def __init__(self, file: IO[bytes]) -> None:
        self._source = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._source.read(len(buffer))
        if not isinstance(data, bytes):
            raise InputError("the file is open as text; open it with 'rb'")
        buffer[: len(data)] = data
        return len(data)


def _lines(file: io.BufferedReader, head: bytes, name: str) -> tuple[Iterator[bytes], bytes]:
    """The lines of a file as UTF-8, and its beginning."""
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if head.startswith(mark):
            wide = io.TextIOWrapper(file, encoding=encoding, errors="replace", newline="")
            first = "".join(line for line, _ in zip(wide, range(50), strict=False)).encode()
            return chain(first.splitlines(keepends=True), (line.encode() for line in wide)), first
    if b"\0" in head:
        raise InputError(f"{name}: a binary file, no table that is known (JSONL, CSV, TSV, Parquet)")
    is_cr = b"\n" not in head and b"\r" in head
    return (_by_cr(file) if is_cr else _checked(file, name)), head


def _checked(file: io.BufferedReader, name: str) -> Iterator[bytes]:
    try:
        yield from file
    except (OSError, EOFError) as error:
        raise InputError(f"{name}: the file ends or breaks too early ({error})") from None


def _by_cr(file: io.BufferedReader) -> Iterator[bytes]:
    """Lines that end in carriage returns."""
    rest = b""
    while chunk := file.read(_CHUNK):
        *full, rest = (rest + chunk).split(b"\r")
        yield from (line + b"\r" for line in full)
    if rest:
        yield rest
