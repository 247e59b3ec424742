"""The tables that transliteration is made of, and what a language sees of them."""

from __future__ import annotations

import lzma
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from ..first_use import once
from ..schema import Column
from ..scripts import fold
from ..tables import Row, read

FOLDER = Path(__file__).parent / "data"
NOTHING = "-"
NATIVE = "native"
"""The kind of a word of a language that is no name."""

_KINDS_OF_WORDS = (NATIVE, "given", "family", "town")
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
    "name_edges": ("feature", "weight"),
    "tags": ("form", "languages"),
    "tag_ends": ("words", "languages"),
    "tag_words": ("words", "place", "languages"),
    "tag_named": ("words", "languages"),
    "tag_phrases": ("phrase",),
    "code_cues": ("form", "languages"),
    "code_ends": ("form", "languages"),
    "code_joints": ("form", "languages"),
    "code_words": ("form", "languages"),
    "code_others": ("place", "words", "languages"),
    "code_hints": ("kind", "words", "languages"),
    "grade_signs": ("sign", "of", "words", "languages"),
    "grade_letters": ("letter", "words", "as", "languages"),
    "grade_cues": ("of", "words", "languages"),
    "series": ("form", "written", "joint", "least", "most", "said", "languages"),
    "typed": ("letter", "classes", "spellings", "languages"),
    "typed_parts": ("typed", "parts", "languages"),
    "as_said": ("letters", "said", "languages"),
    "dropped": ("letter", "price", "languages"),
    "written": ("letter", "written", "languages"),
}
_KEYS = {
    "own": 3,
    "typed": 3,
    "series": 6,
    "habits": 3,
    "endings": 4,
    "weights": 2,
    "name_edges": 2,
    "code_others": 2,
    "code_hints": 3,
    "grade_signs": 3,
    "grade_letters": 2,
    "grade_cues": 2,
}


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
        made.setdefault(row["sound"], {}).update(priced(row, "prices"))
    for vowel, short in (pair.split(":") for pair in trait("short", code)):
        for found in made.values():
            for letters, price in [*found.items()]:
                found.setdefault(letters.replace(vowel, short), price)
    return made


def priced(row: Row, column: str) -> dict[str, float]:
    """The letters of a cell with their prices ("k:0 c:1.5"; "-" for no letter). Raises `TableError` for a bad price."""
    pairs = (pair.partition(":") for pair in row[column].split())
    return {"" if letters == NOTHING else letters: _number(row, price) for letters, _, price in pairs}


def _number(row: Row, price: str) -> float:
    try:
        return float(price)
    except ValueError:
        raise row.error(f"{price!r} is no price, expected a number behind a colon") from None


@cache
def typed_words(code: str) -> dict[str, tuple[str, ...]]:
    """Frequent words whose spelling in chats does not follow from their letters → their spellings, the usual first."""
    listed = read(FOLDER / "typed_words.tsv", ("language", "word", "latin"), required=3)
    return {row["word"]: tuple(row["latin"].split()) for row in listed if row["language"] == code}


@cache
def written_words(code: str) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Words of a language, folded (`scripts.fold`) → their kind, and how people spell them in Latin letters, the usual
    first; none for a language without a list."""
    path = FOLDER / "words" / f"{code}.tsv"
    listed = read(path, ("word", "latin", "kind"), required=3) if path.exists() else ()
    return {fold(row["word"]): (row.choice("kind", _KINDS_OF_WORDS), tuple(row["latin"].split())) for row in listed}


@cache
def english() -> tuple[list[str], list[str], list[str]]:
    """Words, their frequencies in tenths of the Zipf scale, their sounds (`data/README.md`); frequent ones first."""
    text = lzma.decompress((FOLDER / "english.tsv.xz").read_bytes()).decode()
    cells = text.rstrip("\n").replace("\n", "\t").split("\t")
    return cells[0::3], cells[1::3], cells[2::3]
