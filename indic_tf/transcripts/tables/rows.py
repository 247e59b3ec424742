"""A row of a table, a table, and who writes one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Any


@dataclass(frozen=True, slots=True)
class Row:
    """One row.

    Attributes:
        place: "line 7" or "row 7", from 1.
        text: what its column says; None where it says nothing that can be formatted.
        problem: why not; None for a row that is empty on purpose (a blank line, a null).
        raw: the bytes that stand for it where nothing is changed; empty in a Parquet table.
        index: which row it is, from 0.
        also: what the other columns that `open_table` was asked for say, in that order; None where they say nothing.
    """

    place: str
    text: str | None
    problem: str | None = None
    raw: bytes = b""
    index: int = 0
    put: Callable[[str], bytes] | None = field(default=None, compare=False, repr=False)
    also: tuple[Any, ...] = ()

    def with_text(self, new: str) -> bytes:
        """The bytes of the row with another text: its other cells, their quotes and the line ending stay.

        A row without a text stays as it is. Raises `TypeError` for a row of a Parquet table, which has no bytes of its
        own: its `Writer` takes the text.
        """
        if self.text is None:
            return self.raw
        if self.put is None:
            raise TypeError("rows of a Parquet table are written by its writer")
        return self.put(new)


class Writer(ABC):
    """Writes a table anew, row by row, in order. A context manager: closed, the file is complete."""

    @abstractmethod
    def put(self, row: Row, text: str | None = None) -> None:
        """Write ``row``, with another text if one is given."""

    def close(self) -> None:  # noqa: B027  (most have nothing left)
        """Write what is left. The file itself stays open."""

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if kind is None:
            self.close()


class Table(ABC):
    """A table that is open: iterate over it once for its rows.

    Attributes:
        name: what to call it in messages.
        kind: "jsonl", "csv", "tsv" or "parquet".
        columns: their names; of JSONL those of the first rows.
        column: the one that holds the texts.
        into: the one that the new texts go to: the same, or another, which is added if it is not there.
        head: the bytes in front of the rows.
        count: how many rows there are, where that is known beforehand.
    """

    name: str
    kind: str
    columns: tuple[str, ...]
    column: str
    into: str
    head: bytes = b""
    count: int | None = None
    _file: IO[Any] | None = None

    @abstractmethod
    def __iter__(self) -> Iterator[Row]: ...

    @abstractmethod
    def writer(self, file: IO[bytes]) -> Writer:
        """A writer of a table like this one into ``file``, an open binary file."""

    def close(self) -> None:
        """Close the file, if `open_table` opened it."""
        if self._file is not None:
            self._file.close()

    def __enter__(self) -> Table:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class ByteWriter(Writer):
    """Writer of tables that are lines."""

    def __init__(self, table: Table, file: IO[bytes]) -> None:
        self._file = file
        file.write(table.head)

    def put(self, row: Row, text: str | None = None) -> None:
        self._file.write(row.raw if text is None else row.with_text(text))
