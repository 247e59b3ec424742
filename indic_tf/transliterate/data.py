"""The tables that transliteration is made of, and what a language sees of them."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ..first_use import once
from ..schema import Column
from ..tables import Row, read

FOLDER = Path(__file__).parent / "data"
NOTHING = "-"
_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "letters": ("letters", "read", "languages"),
    "classes": ("class", "sounds", "languages"),
    "others": ("class", "sounds", "languages"),
    "sounds": ("sound", "prices", "languages"),
    "latin": ("sound", "latin", "languages"),
    "firsts": ("latin",),
    "usual": ("kind", "words"),
    "lasts": ("kind", "words"),
    "stops": ("words", "languages"),
    "habits": ("pattern", "there", "languages"),
    "own": ("latin", "sound", "kind"),
    "endings": ("heard", "bare", "written", "languages"),
    "unborrowed": ("latin",),
    "established": ("latin", "languages"),
    "traits": ("trait", "letters", "languages"),
    "weights": ("name", "value"),
    "tags": ("form", "languages"),
    "tag_ends": ("form", "languages"),
}
_KEYS = {"own": 3, "habits": 3, "endings": 4, "weights": 2, "tag_ends": 2}


@once
def table(name: str) -> list[Row]:
    """The rows of a table of this package. Raises `TableError` for one that is malformed."""
    columns = [Column(column, lambda cell: True) for column in _COLUMNS[name]]
    return read(FOLDER / f"{name}.tsv", columns, _KEYS.get(name, 1))


def rows(name: str, code: str) -> Iterator[Row]:
    """Those that count for a language: the common ones, then its own."""
    found = table(name)
    yield from (row for row in found if not row["languages"])
    yield from (row for row in found if code in row["languages"].split())


def trait(name: str, code: str) -> frozenset[str]:
    """The letters of a trait that a language has (`traits`); none for one that it has not."""
    return frozenset(
        letters for row in rows("traits", code) if row["trait"] == name for letters in row["letters"].split()
    )


def prices(code: str) -> dict[str, dict[str, float]]:
    """sound → letters → how unusual they are for it; "" for no letter."""
    made: dict[str, dict[str, float]] = {}
    for row in rows("sounds", code):
        for pair in row["prices"].split():
            letters, _, price = pair.partition(":")
            made.setdefault(row["sound"], {})["" if letters == NOTHING else letters] = _number(row, price)
    return made


def _number(row: Row, price: str) -> float:
    try:
        return float(price)
    except ValueError:
        raise row.error(f"{price!r} is no price, expected a number behind a colon") from None


@cache
def english() -> tuple[list[str], list[str], list[str]]:
    """Words, their frequencies in tenths of the Zipf scale, their sounds (`data/README.md`); frequent ones first."""
    text = lzma.decompress((FOLDER / "english.tsv.xz").read_bytes()).decode()
    cells = text.rstrip("\n").replace("\n", "\t").split("\t")
    return cells[0::3], cells[1::3], cells[2::3]
