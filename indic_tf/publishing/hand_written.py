"""Rows of number writing that people wrote by hand: ``<language>.tsv`` with id, kind, spoken, written, note."""

from __future__ import annotations

from pathlib import Path

from .. import tables
from ..errors import InputError, TableError
from ..evaluation.itn_rows import forms
from ..labels import KINDS
from .tasks import Row

COLUMNS = ("id", "kind", "spoken", "written", "note")
_CELLS = tuple(f"the {name}" for name in COLUMNS)  # the header is a row to `tables.read`, not the names of its columns


def read(path: Path) -> list[Row]:
    """All rows; a line that is none is an error, since whoever publishes a table can put it right.

    Raises `InputError` for a file that is not there, `TableError` with file and line for a row that is not so.
    """
    if not path.is_file():
        raise InputError(f"{path}: no such table; leave the language out of languages")
    found = tables.read(path, _CELLS, required=4)
    if not found or tuple(found[0].cells.values()) != COLUMNS:
        raise TableError(path, 1, f"expected the header {', '.join(COLUMNS)}, with TABs between")
    made: list[Row] = []
    seen: set[str] = set()
    for row in found[1:]:
        cells = dict(zip(COLUMNS, row.cells.values(), strict=True))
        if not all(cells[name] for name in COLUMNS[:4]) or cells["id"] in seen:
            raise row.error(f"id {cells['id']!r} is there twice, or a cell is empty")
        seen.add(cells["id"])
        made.append({**cells, "written": _forms(row, cells["written"])})
    return made


def _forms(row: tables.Row, written: str) -> list[str]:
    try:
        return list(forms(written))
    except InputError as error:
        raise row.error(str(error)) from None


def kinds(rows: list[Row]) -> list[str]:
    """The classes of the grammar, then those that only these rows have."""
    return [*KINDS, *sorted({row["kind"] for row in rows} - set(KINDS))]
