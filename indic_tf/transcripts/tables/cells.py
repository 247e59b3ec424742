"""CSV and TSV: only one cell of a row changes; quotes, spaces and line endings of the others stay to the byte.

Python's `csv` gives the values of cells but not where they stand, so they are cut here, by the same rules. A quote that
is never closed takes its own row along, not the rest of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO

import regex

from ...errors import InputError
from ..columns import chosen, there
from .rows import ByteWriter, Row, Table, Writer

_DELIMITERS = ",\t;|"
_MOST_LINES = 64  # of one row
_ENDING = regex.compile(r"(?:\r\n|\n|\r)\Z")
_QUOTED = regex.compile(r'"(?:[^"]++|"")*+"')
_OPEN = regex.compile(r'"(?:[^"]++|"")*+\Z')
Spans = list[tuple[int, int]]


@dataclass(slots=True)
class _Record:
    """A row as it stands: its text, its line ending, its first line (from 1), where its cells are."""

    text: str
    ending: str
    line: int
    spans: Spans

    def value(self, i: int) -> str:
        begin, end = self.spans[i]
        raw = self.text[begin:end]
        return raw[1:-1].replace('""', '"') if _is_quoted(raw) else raw


def _is_quoted(raw: str) -> bool:
    return len(raw) > 1 and raw[0] == '"' and raw[-1] == '"'


def spans(text: str, delimiter: str, strict: bool = True) -> Spans | None:
    """Where the cells of a row stand; None if a quote is open at its end. Not ``strict``: that quote is a letter.

    >>> spans('a,"b, c",d', ","), spans('a,"b', ","), spans('a,"b', ",", strict=False)
    ([(0, 1), (2, 8), (9, 10)], None, [(0, 1), (2, 4)])
    """
    made, position = [], 0
    while True:
        found = _QUOTED.match(text, position)
        end = found.end() if found else -1
        if end < 0 or text[end : end + 1] not in (delimiter, ""):
            if strict and _OPEN.match(text, position):
                return None
            end = text.find(delimiter, position)
            end = len(text) if end < 0 else end
        made.append((position, end))
        if end >= len(text):
            return made
        position = end + 1


def delimiter_of(header: str) -> str:
    """What stands between the cells of a header: what there is most of, outside quotes."""
    bare = _QUOTED.sub("", header)
    return max(_DELIMITERS, key=bare.count)


class Cells(Table):
    """A CSV or TSV file with a header. ``lines`` are its lines with their endings."""

    def __init__(
        self, lines: Iterator[bytes], name: str, column: str | None, into: str | None, also: Sequence[str] = ()
    ) -> None:
        self._lines = lines
        self._back: list[bytes] = []
        self._number = 0
        self.name = name
        raw = next(lines, b"")
        self._number = 1
        try:
            header = raw.decode()
        except UnicodeDecodeError as error:
            raise InputError(f"{name}: the header is not UTF-8 (byte {error.start + 1})") from None
        front = "\ufeff" if header.startswith("\ufeff") else ""
        record = self._header(header[len(front) :])
        self.kind = "tsv" if self._delimiter == "\t" else "csv"
        self.columns = tuple(record.value(i) for i in range(len(record.spans)))
        self.column = chosen(self.columns, column, name)
        if self.columns.count(self.column) > 1:
            raise InputError(f"{name}: {self.columns.count(self.column)} columns are called {self.column!r}")
        self.into = into or self.column
        self._place = self.columns.index(self.column)
        self._also = [self.columns.index(one) for one in there(self.columns, also, name)]
        self._target = self.columns.index(self.into) if self.into in self.columns else -1
        added = "" if self._target >= 0 else self._delimiter + self._cell(self.into, record.text[-1:] == '"')
        self.head = f"{front}{record.text}{added}{record.ending}".encode()

    def _header(self, header: str) -> _Record:
        self._delimiter = delimiter_of(header)
        ending = _ENDING.search(header)
        text = header[: ending.start()] if ending else header
        found = spans(text, self._delimiter, strict=False)
        assert found is not None
        return _Record(text, ending[0] if ending else "", 1, found)

    def _next(self) -> bytes | None:
        line = self._back.pop() if self._back else next(self._lines, None)
        self._number += line is not None
        return line

    def __iter__(self) -> Iterator[Row]:
        index = 0
        while (raw := self._next()) is not None:
            yield self._row(raw, index)
            index += 1

    def _row(self, raw: bytes, index: int) -> Row:
        place = f"line {self._number}"
        try:
            record = self._record(raw)
        except UnicodeDecodeError as error:
            return Row(place, None, f"not UTF-8 at byte {error.start + 1}", raw, index)
        if not record.text.strip(" "):
            return Row(place, None, None, raw, index)
        if len(record.spans) != len(self.columns):
            what = f"{len(record.spans)} cells, expected {len(self.columns)}"
            return Row(place, None, what, (record.text + record.ending).encode(), index)
        said = record.value(self._place)
        beside = tuple(record.value(at) for at in self._also)
        return Row(place, said, None, self._with(record, None), index, lambda new: self._with(record, new), beside)

    def _record(self, raw: bytes) -> _Record:
        """The row that begins with the line ``raw``: that alone, or with those that follow while a quote is open."""
        number, taken = self._number, [raw]
        while True:
            line = b"".join(taken).decode()
            ending = _ENDING.search(line)
            text = line[: ending.start()] if ending else line
            found = spans(text, self._delimiter)
            if found is not None and (len(taken) == 1 or len(found) == len(self.columns)):
                return _Record(text, ending[0] if ending else "", number, found)
            more = self._next() if found is None and len(taken) < _MOST_LINES else None
            if more is None or not _is_text(more):
                return self._first_alone(taken if more is None else [*taken, more], number)
            taken.append(more)

    def _first_alone(self, taken: list[bytes], number: int) -> _Record:
        """The first of some lines, its open quote a letter; the others are read again."""
        self._back += reversed(taken[1:])
        self._number -= len(taken) - 1
        line = taken[0].decode()
        ending = _ENDING.search(line)
        text = line[: ending.start()] if ending else line
        return _Record(text, ending[0] if ending else "", number, spans(text, self._delimiter, strict=False) or [])

    def _with(self, record: _Record, new: str | None) -> bytes:
        """A row with another text; with None as it was, with an empty cell where a column is added."""
        text, place = record.text, self._target
        if place < 0:
            begin, end = record.spans[self._place]
            text += self._delimiter + ("" if new is None else self._cell(new, _is_quoted(text[begin:end])))
        elif new is not None and new != record.value(place):
            begin, end = record.spans[place]
            text = text[:begin] + self._cell(new, _is_quoted(text[begin:end])) + text[end:]
        return (text + record.ending).encode("utf-8", "replace")

    def _cell(self, text: str, quoted: bool) -> str:
        """A cell that says ``text``, in quotes if it has to be."""
        needed = any(letter in text for letter in (self._delimiter, "\n", "\r")) or text[:1] == '"'
        if quoted or needed or ('"' in text and self._delimiter != "\t"):
            return '"' + text.replace('"', '""') + '"'
        return text

    def writer(self, file: IO[bytes]) -> Writer:
        return ByteWriter(self, file)


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
