"""The tables of a language as a whole: rows of its folders, what is wrong with them, what each language must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from . import tables
from .errors import TableError
from .schema import SCHEMAS, UNCOMPILED_TABLES
from .tables import Row

_AT_RUN_TIME: dict[str, Callable[[Row], bool]] = {
    "acronyms": lambda row: row["written"].isalpha(),
    "names": lambda row: not row["latin"],
    "whitelist": lambda row: not row["when"],
}  # of a user's tables: the rows that no grammar is needed for
_SCALES = (100, 1000, 100_000, 10_000_000)
_WORDS = frozenset({"point", "minus", "percent"})


def rows_of(places: Sequence[Path], name: str) -> tuple[Row, ...]:
    """The rows of the table ``name`` in the folders of a language, in order; raises as `tables.read` does."""
    columns, required = SCHEMAS[name]
    return tuple(row for place in places for row in tables.read(place / f"{name}.tsv", columns, required))


def faults(places: Sequence[Path]) -> list[TableError]:
    """Everything that is wrong with the tables of a language.

    ``places`` are its folders: its own first, that of all languages last.
    """
    found: list[TableError] = []
    for place in filter(Path.is_dir, places):
        found += faults_of_folder(place)
    return found or _missing(places[:-1])  # what is common to all languages are words in Latin letters


def faults_of_folder(place: Path) -> list[TableError]:
    """Everything that is wrong with the tables in one folder, files that are none among them."""
    found = faults_in(partial(tables.in_folder, place, SCHEMAS))
    known = (path for path in sorted(place.glob("*.tsv")) if path.stem in SCHEMAS)
    return found + [fault for path in known for fault in faults_in(partial(tables.read, path, *SCHEMAS[path.stem]))]


def faults_in(read: Callable[[], object]) -> list[TableError]:
    """What ``read`` finds wrong with tables."""
    try:
        read()
    except TableError as error:
        return [*tables.faults_of(error)]
    return []


def _missing(places: Sequence[Path]) -> list[TableError]:
    """What the required tables lack: without it a number is read by half."""
    numbers = [row for row in rows_of(places, "numbers") if row["role"] in ("", "stem")]
    plain = {row.number("value") for row in numbers if not row["role"]}
    tens = {row.number("value") for row in numbers if row["role"]}
    known = plain | {ten + unit for ten in tens for unit in range(1, 10) if unit in plain}
    scales = plain | {row.number("value") for row in rows_of(places, "scales")}
    money = {row["code"] for row in rows_of(places, "currency") if not row["role"]}
    lacking = {
        "numbers": [str(value) for value in range(100) if value not in known],
        "scales": [str(value) for value in _SCALES if value not in scales],
        "words": sorted(_WORDS - {row["name"] for row in rows_of(places, "words")}),
        "currency": [] if "INR" in money else ["INR"],
    }
    return [
        TableError(places[0] / f"{name}.tsv", 1, f"no word for {', '.join(what)}; numbers would be read by half")
        for name, what in lacking.items()
        if what
    ]


def is_compiled(path: Path) -> bool:
    """True if a user's table has rows that a grammar must be compiled with: `overlay.Overlay` finds the others."""
    if path.stem in (*UNCOMPILED_TABLES, "abbreviations"):
        return False
    at_run_time = _AT_RUN_TIME.get(path.stem)
    return at_run_time is None or not all(map(at_run_time, tables.read(path, *SCHEMAS[path.stem])))
