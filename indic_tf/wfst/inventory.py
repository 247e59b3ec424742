"""All semiotic classes on one screen, and the relations that are built from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pynini
from pynini.lib import pynutil

from ..languages import Language
from ..styles import Style
from .fst import Fst, Spelling, any_of, cost, input_characters, maybe, one_of, put
from .numbers import NumberFst
from .quantities import CardinalFst, DecimalFst, Figures, MoneyFst, PercentFst, SemioticClass, YearFst
from .wire import KEPT_WORD, TOKEN_MARK


@dataclass(frozen=True, slots=True)
class Entry:
    """A class's place in the inventory; the weight settles which class wins where two fit equally well."""

    kind: str
    builder: Callable[[Language], SemioticClass]
    weight: float


INVENTORY = (
    Entry("money", MoneyFst, 1.00),
    Entry("percent", PercentFst, 1.01),
    Entry("decimal", DecimalFst, 1.02),
    Entry("date", YearFst, 1.03),
    Entry("cardinal", CardinalFst, 1.05),
)

WORD_COST = 10.0


def spoken(language: Language, spelling: Spelling) -> Fst:
    """One token: words ⇄ fields in spoken order, case suffixes and classifiers included."""
    number = NumberFst(language, spelling)
    skeleton = any_of(*(cost(e.builder(language).spoken(number), e.weight) for e in INVENTORY)).optimize()
    return _with_suffixes(language, spelling, number.fill(skeleton)).optimize()


def _with_suffixes(language: Language, spelling: Spelling, plain: Fst) -> Fst:
    """``plain``, bare and with endings: நான்கு + இல் = நான்கில்.

    Each row of the suffix table takes an ending off the last word and puts another on. All rows are one small
    transducer that undoes the change and leaves a mark, so the classes are composed once and not once per suffix.
    """
    rows = language.table("suffixes")
    if not rows:
        return plain
    undo, name = [], []
    for i, row in enumerate(rows):
        mark = f"[SUFFIX{i}]"
        ending, stem = (pynini.escape(spelling.key(row[column])) for column in ("add", "strip"))
        undo.append(cost(pynini.cross(ending, stem + mark), 0.3 + 0.002 * i))
        name.append(pynini.cross(mark, pynini.escape(f" suffix={bare(row['written'])}")))
    characters = input_characters(plain) | {c for row in rows for c in spelling.key(row["add"])}
    undone = (pynini.closure(one_of(characters)) + maybe(any_of(*undo))).optimize()
    return undone @ (plain + maybe(any_of(*name))).optimize()


def spoken_tokens(language: Language) -> Fst:
    """One token: words → fields in spoken order, with space marks."""
    return spoken(language, Spelling(generating=False))


def classify(token: Fst) -> Fst:
    """A run of words → tokens, one a line, with a space mark for each space inside a token; other words become "~"."""
    characters = input_characters(token) - {" "}
    word = cost(pynutil.delete(pynini.closure(one_of(characters), 1)) + put(KEPT_WORD), WORD_COST)
    token = any_of(token, word)
    return (token + pynini.closure(pynini.cross(" ", TOKEN_MARK) + token)).optimize()


def speak(language: Language) -> Fst:
    """Fields in spoken order → words."""
    return pynini.invert(spoken(language, Spelling(generating=True))).optimize()


def verbalize(language: Language, style: Style) -> Fst:
    """Fields in written order → text in one style."""
    return _written(language, style)


def read(language: Language) -> Fst:
    """Written text in any usual style → fields in written order."""
    return pynini.invert(_written(language, None)).optimize()


def _written(language: Language, style: Style | None) -> Fst:
    figures = Figures(language, style)
    made = any_of(*(cost(e.builder(language).written(figures), e.weight) for e in INVENTORY))
    return (made + maybe(_written_suffix(language, reading=style is None))).optimize()


def _written_suffix(language: Language, reading: bool) -> Fst:
    endings = [row["written"] for row in language.table("suffixes")]
    endings += [row["suffix"] for row in language.table("currency") if row["suffix"]]
    forms = []
    for ending in dict.fromkeys(endings):
        own = "" if ending.startswith("+") else language.suffix_joiner
        joiners = dict.fromkeys([own, "", "-"] if reading else [own])
        field = pynini.escape(f" suffix={bare(ending)}")
        forms += [cost(pynini.cross(field, pynini.escape(j + bare(ending))), 0.01 * i) for i, j in enumerate(joiners)]
    return any_of(*forms)


def bare(ending: str) -> str:
    """A suffix without the "+" that says: attach it directly, whatever the language's joiner is."""
    return ending.removeprefix("+")
