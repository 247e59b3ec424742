"""Language data of captions: words that stay with their neighbours, limits of guides, fonts of scripts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import tables
from ..scripts import fold, split_marks

_FOLDER = Path(__file__).parent
PLACES = ("back", "ahead", "link")


@dataclass(frozen=True, slots=True)
class Limits:
    """What the guide of a language says: clusters in a line, clusters a second."""

    max_chars: int
    max_cps: float
    source: str


@dataclass(frozen=True, slots=True)
class Font:
    """A font and how high its lines are, in em."""

    name: str
    height: float


@cache
def closed(language: str | None = None) -> dict[str, str]:
    """The place of words, folded: "back" belongs to the word before it, "ahead" to the words behind it, "link" too, and
    a line begins well with it.

    Words of ``language`` and English; of all languages for None or a language without a row. A word that languages
    disagree on is left out then. Raises `TableError` for a bad row.
    """
    rows = list(tables.read(_FOLDER / "closed.tsv", ("languages", "place", "words"), required=3))
    known = {code for row in rows for code in row["languages"].split()}
    wanted = {language, "en"} if language in known else known
    found: dict[str, set[str]] = {}
    for row in rows:
        place = row.choice("place", PLACES)
        if wanted & set(row["languages"].split()):
            for word in row["words"].split():
                found.setdefault(fold(split_marks(word)[1]), set()).add(place)
    return {word: places.pop() for word, places in found.items() if len(places) == 1}


@cache
def limits() -> dict[str, Limits]:
    """The limits of guides by language; raises `TableError` for a bad row."""
    rows = tables.read(_FOLDER / "limits.tsv", ("language", "max_chars", "max_cps", "source"), required=4)
    return {
        row["language"]: Limits(row.number("max_chars"), float(row.number("max_cps")), row["source"]) for row in rows
    }


@cache
def fonts() -> dict[str, Font]:
    """The font of each script, by its Unicode name; raises `TableError` for a bad row."""
    rows = tables.read(_FOLDER / "fonts.tsv", ("script", "font", "height"), required=3)
    return {row["script"]: Font(row["font"], float(row["height"])) for row in rows}
