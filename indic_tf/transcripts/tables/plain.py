"""Lines of text as a table of one column: a record a line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO

from .rows import ByteWriter, Row, Table, Writer

COLUMN = "text"


class Plain(Table):
    """A text file; only line feeds, and those with a carriage return before them, end a line."""

    kind = "text"
    columns = (COLUMN,)
    column = into = COLUMN

    def __init__(self, lines: Iterator[bytes], name: str) -> None:
        self.name = name
        self._lines = lines

    def __iter__(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            yield _row(line, index)

    def writer(self, file: IO[bytes]) -> Writer:
        return ByteWriter(self, file)


def _row(line: bytes, index: int) -> Row:
    place = f"line {index + 1}"
    bare = line.removesuffix(b"\n").removesuffix(b"\r")
    ending = line[len(bare) :]
    front = b"\xef\xbb\xbf" if index == 0 and bare.startswith(b"\xef\xbb\xbf") else b""
    try:
        text = bare[len(front) :].decode()
    except UnicodeDecodeError as error:
        return Row(place, None, f"not UTF-8 at byte {error.start + 1}", line, index)
    return Row(place, text, None, line, index, lambda new: front + new.encode("utf-8", "replace") + ending)
