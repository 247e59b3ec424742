"""All semiotic classes on one screen, and the relations that are built from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pynini
from pynini.lib import pynutil
from pywrapfst import Arc, Weight

from ..languages import Language
from ..styles import Style
from .fst import ANYTHING, TOKEN_MARK, WORD_BYTE, Fst, Spelling, any_of, cost, maybe, put
from .numbers import NumberFst
from .quantities import CardinalFst, DecimalFst, Figures, MoneyFst, PercentFst, SemioticClass, YearFst


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

KEPT_WORD = "~"
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
    undone = (ANYTHING + maybe(any_of(*undo))).optimize()
    return undone @ (plain + maybe(any_of(*name))).optimize()


def spoken_tokens(language: Language) -> Fst:
    """One token: words → fields in spoken order, with space marks."""
    return spoken(language, Spelling(generating=False))


def classify(token: Fst) -> Fst:
    """A run of words → tokens, one a line, with a space mark for each space inside a token; other words become "~"."""
    word = cost(pynutil.delete(pynini.closure(WORD_BYTE, 1)) + put(KEPT_WORD), WORD_COST)
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


def vocabulary(token: Fst) -> Fst:
    """An acceptor of the words that can stand in a token: what the gate lets through.

    Every stretch between two spaces on a path of ``token`` is such a word: it begins behind a space or at the start,
    and ends before a space or at the end.
    """
    paths = pynini.project(token, "input").rmepsilon()
    space = ord(" ")
    begins, ends = _cuts(paths, space)
    words = pynini.Fst()
    words.add_states(paths.num_states() + 1)
    start = paths.num_states()
    words.set_start(start)
    for state in paths.states():
        for arc in paths.arcs(state):
            if arc.ilabel != space:
                words.add_arc(state, Arc(arc.ilabel, arc.ilabel, 0, arc.nextstate))
    for state in begins:
        words.add_arc(start, Arc(0, 0, 0, state))
    for state in ends:
        words.set_final(state)
    made: Fst = pynini.determinize(words.connect().rmepsilon()).minimize()
    return made


def _cuts(paths: Fst, space: int) -> tuple[set[int], set[int]]:
    begins, ends = {paths.start()}, set()
    for state in paths.states():
        if paths.final(state) != Weight.zero("tropical"):
            ends.add(state)
        for arc in paths.arcs(state):
            if arc.ilabel == space:
                ends.add(state)
                begins.add(arc.nextstate)
    return begins, ends


def prefixes(words: Fst, length: int = 6) -> list[str]:
    """The first ``length`` bytes (or all, if fewer) of every accepted word, in hexadecimal: a cheap first test."""
    found: set[bytes] = set()
    open_paths: list[tuple[int, bytes]] = [(words.start(), b"")]
    zero = Weight.zero("tropical")
    while open_paths:
        state, text = open_paths.pop()
        if len(text) == length or words.final(state) != zero:
            found.add(text)
        if len(text) < length:
            open_paths += [(arc.nextstate, text + bytes([arc.ilabel])) for arc in words.arcs(state)]
    return sorted(text.hex() for text in found)
