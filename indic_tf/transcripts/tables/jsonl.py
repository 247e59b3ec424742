"""JSONL: an object a line. Only the string of one key changes; spaces, escapes, order and numbers stay to the byte."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import IO, Any

from ..columns import chosen, there
from ..json_spans import Span, members, spelt
from .rows import ByteWriter, Row, Table, Writer

_FIRST = 1000  # rows that are asked for their keys, or so many bytes of them:
_BYTES = 1 << 22


class JsonLines(Table):
    """A JSONL file. ``lines`` are its lines with their endings."""

    kind = "jsonl"

    def __init__(
        self, lines: Iterator[bytes], name: str, column: str | None, into: str | None, also: Sequence[str] = ()
    ) -> None:
        first = list(_first(lines))
        found = [value for line in first if isinstance(value := _value(line), dict)]
        self.name = name
        self.columns = tuple(dict.fromkeys(key for value in found for key in value))
        self.column = chosen(self.columns, column, name)
        self.into = into or self.column
        self._also = there(self.columns, also, name)
        self._lines = chain(first, lines)

    def __iter__(self) -> Iterator[Row]:
        for index, line in enumerate(self._lines):
            yield self._row(line, index)

    def _row(self, line: bytes, index: int) -> Row:
        place = f"line {index + 1}"
        try:
            text = line.decode()
            if not text.strip("\ufeff \t\r\n"):
                return Row(place, None, None, line, index)
            value = json.loads(text.removeprefix("\ufeff"))
        except UnicodeDecodeError as error:
            return Row(place, None, f"not UTF-8 at byte {error.start + 1}", line, index)
        except (ValueError, RecursionError) as error:
            return Row(place, None, f"no JSON: {error}", line, index)
        if not isinstance(value, dict):
            return Row(place, None, f"{str(value)[:40]!r} is no object", line, index)
        said = value.get(self.column)
        if not isinstance(said, str):
            what = (
                f"no {self.column!r}" if self.column not in value else f"{self.column!r} is {str(said)[:40]!r}, no text"
            )
            problem = None if said is None and self.column in value else what
            return Row(place, None, problem, line, index, also=self._beside(value))
        return Row(place, said, None, line, index, lambda new: self._put(text, said, new), self._beside(value))

    def _beside(self, value: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(value.get(name) for name in self._also)

    def _put(self, line: str, said: str, new: str) -> bytes:
        front = "\ufeff" if line.startswith("\ufeff") else ""
        line = line[len(front) :]
        found = dict(members(line))
        if self.into in found:
            begin, end, old = found[self.into]
            made = line if old == new else line[:begin] + spelt(new, like=line) + line[end:]
        else:
            made = self._added(line, found[self.column], new)
        return (front + made).encode("utf-8", "replace")

    def _added(self, line: str, beside: Span, new: str) -> str:
        """``line`` with a member more behind that of the text, spaced as its neighbours are."""
        begin, end, _ = beside
        space = " " if line[begin - 1] == " " else ""
        key = spelt(self.into, like=line)
        return f"{line[:end]},{space}{key}:{space}{spelt(new, like=line)}{line[end:]}"

    def writer(self, file: IO[bytes]) -> Writer:
        return ByteWriter(self, file)


def _first(lines: Iterator[bytes]) -> Iterator[bytes]:
    size = 0
    for line in islice(lines, _FIRST):
        yield line
        size += len(line)
        if size > _BYTES:
            return


def _value(line: bytes) -> Any:
    try:
        return json.loads(line.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return None
