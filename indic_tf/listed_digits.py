"""Digits that are said one by one with commas between: "nine, eight, seven …" is a number, not a list.

A recogniser that writes marks puts them where somebody pauses, and digits are read out with pauses. Lists and counting
have commas too: what is no whole telephone number needs a word beside it that says that digits follow (PIN, OTP), or
must be long, and steps of one are counting.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from .document import Range, Segment, Span, Word
from .first_use import once_property
from .readings.cues import CueIndex
from .scripts import fold

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar
    from .wfst.roman_text import Romans

_COMMAS = frozenset(",،、")
_FEWEST, _FEWEST_ALONE = 4, 7  # digits beside a cue, and without one
_TELEPHONE, _LONGEST_GROUP = 10, 5  # digits of a number, and of a part of it between two pauses
_FIRST_OF_MOBILE = frozenset("6789")
_REACH = 2  # words between a cue and the digits
_REPEATED = {"double": 2, "triple": 3}
_CUED = "digits"
_KINDS = ("telephone", "serial")


@dataclass(frozen=True, slots=True)
class _Atom:
    """What says a digit, or one several times ("double five"): its words, its digits, and whether a comma follows."""

    words: Range
    digits: str
    parted: bool


class ListedDigits:
    """Finds such digits in one language."""

    def __init__(self, grammar: Grammar) -> None:
        facts = grammar.language
        self._grammar = grammar
        rows = [*facts.table("numbers"), *facts.table("english")]
        small = ((fold(row["form"]), row.number("value")) for row in rows if " " not in row["form"])
        self._digits = {form: str(value) for form, value in small if 0 <= value <= 9}
        forms = {name: facts.forms("words", name=name) for name in _REPEATED}
        self._repeats = {fold(form): _REPEATED[name] for name, listed in forms.items() for form in listed}
        self._cues = CueIndex(facts)

    @once_property
    def _romans(self) -> Romans:
        from .wfst.roman_text import Romans

        return Romans(self._grammar)

    def found(self, segment: Segment) -> list[Range]:
        """Where such digits are, left to right."""
        if not any(_COMMAS.issuperset(word.after) for word in segment.words if word.after):
            return []
        return list(self._found(segment.words))

    @staticmethod
    def opened(segment: Segment, found: Sequence[Range]) -> Segment:
        """``segment`` without the commas inside of the ranges ``found``."""
        inside = {i for start, end in found for i in range(start, end - 1)}
        return Segment(tuple(replace(word, after="") if i in inside else word for i, word in enumerate(segment.words)))

    @staticmethod
    def taken(ranges: Sequence[Range], spans: Sequence[Span]) -> list[Range]:
        """Those among ``ranges`` whose words are one code among ``spans``."""
        codes = {span.words for span in spans if span.kind in _KINDS}
        return [range_ for range_ in ranges if range_ in codes]

    def _found(self, words: Sequence[Word]) -> Iterator[Range]:
        cores = self._natives([word.core for word in words])
        cued = self._cues.found(cores)
        ends = {stop for _, stop in cued.get(("before", _CUED), ())}
        starts = {first for first, _ in cued.get(("after", _CUED), ())}
        for run in self._runs(words, cores):
            start, end = run[0].words[0], run[-1].words[1]
            near = end in starts or not ends.isdisjoint(range(start - _REACH, start + 1))
            if any(atom.parted for atom in run[:-1]) and _is_code(run, near):
                yield start, end

    def _natives(self, cores: Sequence[str]) -> list[str]:
        return list(map(fold, self._romans.natives(cores)))

    def _runs(self, words: Sequence[Word], cores: Sequence[str]) -> Iterator[list[_Atom]]:
        """The longest runs of digits with nothing but commas between, of one speaker."""
        run: list[_Atom] = []
        i = 0
        while i < len(words):
            atom = self._atom(words, cores, i)
            goes_on = run and run[-1].words[1] == i and not words[i].before and _goes_on(words[i - 1], words[i])
            if run and not (atom and goes_on):
                yield run
                run = []
            if atom:
                run.append(atom)
            i = atom.words[1] if atom else i + 1
        if run:
            yield run

    def _atom(self, words: Sequence[Word], cores: Sequence[str], start: int) -> _Atom | None:
        times, at = 1, start
        if cores[start] in self._repeats and not words[start].after and start + 1 < len(words):
            times, at = self._repeats[cores[start]], start + 1
        digit = self._digits.get(cores[at], "")
        return _Atom((start, at + 1), digit * times, bool(words[at].after)) if digit else None


def _goes_on(word: Word, following: Word) -> bool:
    return _COMMAS.issuperset(word.after) and word.speaker == following.speaker


def _is_code(run: Sequence[_Atom], cued: bool) -> bool:
    digits = "".join(atom.digits for atom in run)
    whole = len(digits) == _TELEPHONE and digits[0] in _FIRST_OF_MOBILE
    if any(not atom.parted for atom in run[:-1]):
        return len(digits) == _TELEPHONE and (whole or cued) and max(_groups(run)) <= _LONGEST_GROUP
    steps = {int(two) - int(one) for one, two in pairwise(digits)}
    if len(steps) == 1 and steps != {0} and not cued:
        return whole
    return len(digits) >= (_FEWEST if cued else _FEWEST_ALONE)


def _groups(run: Sequence[_Atom]) -> Iterator[int]:
    """How many digits stand between two commas."""
    size = 0
    for i, atom in enumerate(run):
        size += len(atom.digits)
        if atom.parted or i + 1 == len(run):
            yield size
            size = 0
