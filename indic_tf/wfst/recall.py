"""What a number is by the others of its text: a code that is read out again, a price among prices, a set of a match.

People say what a number is once: "the OTP is 8214, no, eight two four one"; "120 kilometres an hour, and he did one
forty"; "the first set 6-4, the second seven six"; "at 12:30, no sorry, one thirty".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..document import Span
from ..scripts import fold
from .cues import Cues
from .guesses import is_guess
from .phrases import Phrases

_SHORTEST = 3  # digits of a code that is known by its length
_SIDES = ("integer", "high")
_CLOCK, _MINUTES = 12, range(10, 60)


@dataclass(frozen=True)
class Told:
    """``codes``: how many digits the codes of a text have; ``values``: its whole numbers; ``amounts``: whether there is
    money in it or something measured, but no time; ``scores`` and ``times``: whether there is a score, a time in it."""

    codes: Set[int]
    values: Set[str]
    amounts: bool
    scores: bool
    times: bool


def told(spans: Iterable[Span], clock: bool, times: Set[str]) -> Told:
    """What ``spans``, those that are known, tell. ``clock`` says that the text speaks of the time of day; ``times`` are
    the units of time."""
    codes, values, kinds = set(), set(), set()
    for span in spans:
        fields = span.token.fields
        digits = fields.get("digits") or fields.get("code", "")
        if digits.isdecimal():
            codes.add(len(digits))
        if "fraction" not in fields and "integer" in fields:
            values.add(fields["integer"])
        if fields.get("unit", "") not in times:
            kinds.add(span.kind)
    amounts = not clock and "time" not in kinds and not kinds.isdisjoint(("money", "measure"))
    return Told(codes, values, amounts, "score" in kinds, clock or "time" in kinds)


class Recall:
    """Reads what no word beside it explains, for one language: its cues, its English number words, those below ten, and
    what is said before a correction."""

    def __init__(self, cues: Cues, english: Set[str], digits: Set[str], corrections: Phrases) -> None:
        self._cues, self._english, self._digits, self._corrections = cues, english, digits, corrections

    def read(self, span: Span, words: Sequence[str], known: Told) -> Span | None:
        """``span``, digits or two numbers in a row, by what is ``known`` of its text; None if that says nothing."""
        start, end = span.words
        pair, digits = _pair(span), span.token.fields.get("digits", "")
        if len(digits) == end - start >= _SHORTEST and len(digits) in known.codes and not is_ordered(digits):
            return span
        if pair is None or self._cues.counts(words, end):
            return None
        low, high = pair
        if known.times and 0 < low <= _CLOCK and high in _MINUTES and self.is_correction(span, words):
            return span.as_kind("time", hour=str(low), minute=str(high))
        value = str(100 * low + high)
        if low < 10 <= high and (known.amounts or value in known.values) and self.is_pair(words[start:end]):
            return span.as_kind("cardinal", integer=value)
        score = known.scores and low != high and not is_guess(Fraction(low), Fraction(high))
        return span.as_kind("score", integer=str(low), high=str(high)) if score else None

    def is_correction(self, span: Span, words: Sequence[str]) -> bool:
        """True for two numbers in a row behind "no, sorry"."""
        start = span.words[0]
        return _pair(span) is not None and self._corrections.before(words, start) < start

    def is_pair(self, words: Sequence[str]) -> bool:
        """True for a digit and a number in English words, "one forty two", not said digit by digit."""
        tens = len(words) == 2 or fold(words[1]) not in self._digits
        return tens and all(fold(word) in self._english for word in words)


def is_ordered(digits: str) -> bool:
    """Two four six eight, five four three: no code; nor two two three three."""
    changes = [ord(b) - ord(a) for a, b in pairwise(digits)]
    doubled = len(digits) % 2 == 0 and digits[::2] == digits[1::2]
    return doubled or all(change > 0 for change in changes) or all(change < 0 for change in changes)


def _pair(span: Span) -> tuple[int, int] | None:
    """The two whole numbers that a span is made of."""
    fields = {name: value for name, value in span.token.fields.items() if name != "suffix"}
    if span.kind == "range" and fields.keys() == set(_SIDES) and fields["high"].isdecimal():
        return int(fields["integer"]), int(fields["high"])
    digits = fields.get("digits", "")
    if span.kind == "telephone" and digits.isdecimal() and len(digits) in (2, 3):
        return int(digits[0]), int(digits[1:])
    return None
