"""What a language's tables say about words before a period."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import tables
from ..languages import language
from ..scripts import fold

KINDS = ("short", "figure", "behind", "word", "letter", "start")
_FOLDER = Path(__file__).parent / "words"
_COMMON = "common"


@dataclass(frozen=True, slots=True)
class Facts:
    """Folded forms, without the period.

    Attributes:
        short: abbreviations; no sentence ends with their period, but where the next word tells (``starts``).
        figure: words that are short before a figure only (No. 5).
        behind: words that are short behind a figure only (5 min.).
        words: words that a sentence may end with, though they look like an initial.
        letters: names of letters, which are initials with a period.
        starts: words in Latin letters that begin sentences and no names.
        capitalize: sentences begin with a capital letter.
    """

    short: frozenset[str]
    figure: frozenset[str]
    behind: frozenset[str]
    words: frozenset[str]
    letters: frozenset[str]
    starts: frozenset[str]
    capitalize: bool


def facts(lang: str) -> Facts:
    """The facts of a language, by its code or by the key of one with a user's tables; `LanguageError` for an unknown
    one."""
    return _facts(language(lang).key)


@cache
def _facts(key: str) -> Facts:
    known = language(key)
    own = {kind: _forms(known.code, kind) | _forms(_COMMON, kind) for kind in KINDS}
    letters = known.table("letters")
    weak = frozenset(fold(row["form"]) for row in letters if row["flag"])
    listed = frozenset(fold(form.removesuffix(".")) for form in known.forms("abbreviations"))
    elsewhere = own["figure"] | own["behind"] | own["word"]
    return Facts(
        short=own["short"] | (listed - elsewhere),
        figure=own["figure"],
        behind=own["behind"],
        words=own["word"] | weak,
        letters=own["letter"] | frozenset(fold(row["form"]) for row in letters),
        starts=own["start"],
        capitalize=known.capitalize,
    )


@cache
def _forms(place: str, kind: str) -> frozenset[str]:
    rows = tables.read(_FOLDER / f"{place}.tsv", ("form", "kind"), 2)
    return frozenset(fold(row["form"].removesuffix(".")) for row in rows if row.choice("kind", KINDS) == kind)
