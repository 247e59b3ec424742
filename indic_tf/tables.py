"""Grammar tables: tab-separated values with ``#`` comments, checked as they are read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .errors import TableError


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells by column name, and where it stands."""

    cells: dict[str, str]
    path: Path
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def number(self, column: str) -> int:
        """The cell as a whole number; `TableError` where it is none."""
        try:
            return int(self.cells[column])
        except ValueError:
            raise self.error(f"{column} is {self.cells[column]!r}, expected a whole number") from None

    def choice(self, column: str, allowed: tuple[str, ...]) -> str:
        """The cell if it is one of ``allowed``; `TableError` otherwise."""
        value = self.cells[column]
        if value not in allowed:
            raise self.error(f"{column} is {value!r}, expected one of {', '.join(map(repr, allowed))}")
        return value

    def error(self, problem: str) -> TableError:
        return TableError(self.path, self.line, problem)


def read(path: Path, columns: tuple[str, ...], required: int = 1) -> Iterator[Row]:
    """The rows of the table at ``path``; cells beyond those written are empty.

    Lines that start with ``#`` and empty lines are skipped. Raises `TableError` (file and line) for a row with
    fewer than ``required`` or more than ``len(columns)`` cells, text that is not NFC, or stray spaces.
    A file that is not there has no rows.
    """
    if not path.is_file():
        return
    for line, text in enumerate(path.read_text(encoding="utf-8").split("\n"), start=1):
        if not text.strip() or text.startswith("#"):
            continue
        cells = text.split("\t")
        row = Row(dict(zip(columns, cells + [""] * (len(columns) - len(cells)), strict=False)), path, line)
        if not required <= len(cells) <= len(columns):
            raise row.error(f"{len(cells)} columns, expected {required} to {len(columns)}: {', '.join(columns)}")
        if not unicodedata.is_normalized("NFC", text):
            raise row.error("not in Unicode normalization form C; save the file as NFC")
        if "  " in text or cells != [cell.strip() for cell in cells]:
            raise row.error("a cell has spaces at its ends or two spaces in a row")
        yield row
