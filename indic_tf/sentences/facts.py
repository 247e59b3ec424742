"""What a language's tables say about words before a period."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import tables
from ..languages import Language, language
from ..scripts import fold, is_latin

KINDS = ("short", "figure", "behind", "word", "letter", "start")
_ABBREVIATIONS = KINDS[:3]
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
        spellings: abbreviations in Latin letters as they are written: "ltd" → "Ltd", "e.g" → "e.g".
        capitalize: sentences begin with a capital letter.
    """

    short: frozenset[str]
    figure: frozenset[str]
    behind: frozenset[str]
    words: frozenset[str]
    letters: frozenset[str]
    starts: frozenset[str]
    spellings: Mapping[str, str]
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
    listed = frozenset(fold(form.removesuffix(".")) for form in known.forms("abbreviations"))
    elsewhere = own["figure"] | own["behind"] | own["word"]
    return Facts(
        short=own["short"] | (listed - elsewhere),
        figure=own["figure"] | _before_numbers(known),
        behind=own["behind"],
        words=own["word"],
        letters=own["letter"] | frozenset(fold(row["form"]) for row in letters),
        starts=own["start"],
        spellings=_spellings((*known.forms("abbreviations"), *_listed(known.code), *_listed(_COMMON))),
        capitalize=known.capitalize,
    )


def _before_numbers(known: Language) -> frozenset[str]:
    """The abbreviations that numbers are read aloud behind: ph., mob., मो."""
    return frozenset(fold(form.split()[-1].removesuffix(".")) for form in known.forms("said") if form.endswith("."))


def _spellings(forms: Iterable[str]) -> Mapping[str, str]:
    stems = (form.removesuffix(".") for form in reversed([*forms]))  # of two that fold alike the first counts
    return {fold(stem): stem for stem in stems if len(stem) > 1 and is_latin(stem)}


def _listed(place: str) -> list[str]:
    return [row["form"] for row in _rows(place) if row["kind"] in _ABBREVIATIONS]


def _rows(place: str) -> list[tables.Row]:
    return tables.read(_FOLDER / f"{place}.tsv", ("form", "kind"), 2)


@cache
def _forms(place: str, kind: str) -> frozenset[str]:
    rows = _rows(place)
    return frozenset(fold(row["form"].removesuffix(".")) for row in rows if row.choice("kind", KINDS) == kind)
