"""Rows of number writing that people wrote by hand: ``<language>.tsv`` with id, kind, spoken, written, note."""

from __future__ import annotations

from pathlib import Path

from .. import tables
from ..errors import InputError, TableError
from ..evaluation.itn_rows import forms
from ..labels import KINDS
from .tasks import Row

COLUMNS = ("id", "kind", "spoken", "written", "note")


def read(path: Path) -> list[Row]:
    """All rows; a line that is none is an error, since whoever publishes a table can put it right.

    Raises `InputError` for a file that is not there, `TableError` with file and line for a row that is not so.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such table; leave the language out of languages")
    found = list(tables.read(path, COLUMNS, required=4))
    if not found or tuple(found[0].cells.values()) != COLUMNS:
        raise TableError(path, 1, f"expected the header {', '.join(COLUMNS)}, with TABs between")
    seen: set[str] = set()
    for row in found[1:]:
        if not all(row[name] for name in COLUMNS[:4]) or row["id"] in seen:
            raise row.error(f"id {row['id']!r} is there twice, or a cell is empty")
        seen.add(row["id"])
    return [{**row.cells, "written": _forms(row)} for row in found[1:]]


def _forms(row: tables.Row) -> list[str]:
    try:
        return list(forms(row["written"]))
    except InputError as error:
        raise row.error(str(error)) from None


def kinds(rows: list[Row]) -> list[str]:
    """The classes of the grammar, then those that only these rows have."""
    return [*KINDS, *sorted({row["kind"] for row in rows} - set(KINDS))]
