"""Fractions said with a word that mostly means something else, "add one by four" (but one by one, four by four, a ten
by twelve room), with a slash (house number twelve slash four), or with no word at all: a blood pressure of "one thirty
ninety".

The first are read where the text is about arithmetic, which words of the `cues` table say, kind `math`, the last behind
a cue of kind `pressure`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..document import Span, Token
from ..scripts import fold
from .cues import Cues
from .pipeline import Grammar

_LONGEST = 3  # words of a numerator or denominator
_LONGEST_PAIR = 8  # words: "one hundred and forty two ninety six"
_REACH = 3  # words from a cue to a pressure: "BP today was"
_SYSTOLIC, _DIASTOLIC = range(70, 260), range(40, 160)  # mmHg


class Ratios:
    """Finds such fractions in one language."""

    def __init__(self, grammar: Grammar, cues: Cues) -> None:
        self._grammar, self._cues = grammar, cues
        self._and = frozenset(map(fold, grammar.language.forms("words", name="and")))
        self._slash = frozenset(map(fold, grammar.language.forms("words", name="slash")))
        self._by = frozenset(map(fold, grammar.language.forms("words", name="over_of_pair")))

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every one in ``words``, left to right."""
        pressures = self._cues.ranges("before", "pressure", words)
        told = (next(self._pressures(words, cue), None) for _, cue in pressures)
        found = list({span.words: span for span in told if span}.values())  # "blood pressure" is two cues
        if self._by and self._cues.ranges("before", "math", words):
            found += self._found(words, [i for i, word in enumerate(words) if fold(word) in self._by])
        slashes = [i for i, word in enumerate(words) if fold(word) in self._slash]
        if len(slashes) == 1:  # of more are a date, or an address
            found += self._found(words, slashes)
        return found

    def _pressures(self, words: Sequence[str], cue: int) -> Iterator[Span]:
        """Two numbers side by side soon behind ``cue``, the upper and the lower pressure."""
        near = range(cue, min(cue + _REACH + 1, len(words)))
        start = next((i for i in near if self._grammar.is_number(words[i])), len(words))
        end = next((i for i in range(start, len(words)) if not self._goes_on(words, i)), len(words))
        whole = self._grammar.whole(words[start:end])
        if end - start > _LONGEST_PAIR or (whole and whole.kind == "cardinal"):
            return
        for place in range(start + 1, end):
            high, low = self._value(words[start:place]), self._value(words[place:end])
            if high in _SYSTOLIC and low in _DIASTOLIC and low < high:
                yield Span((start, end), Token("fraction", {"numerator": str(high), "denominator": str(low)}))

    def _goes_on(self, words: Sequence[str], place: int) -> bool:
        """True for a number word, and for an "and" before one."""
        linked = fold(words[place]) in self._and
        return self._grammar.is_number("".join(words[place + linked : place + linked + 1]))

    def _value(self, words: Sequence[str]) -> int:
        """The number that all of ``words`` are, also "one thirty" in English; 0 if they are none."""
        found = self._grammar.whole(words)
        fields = found.token.fields if found else {}
        if fields.keys() == {"integer", "high"} and fields["high"].isdecimal():  # "two two and a half" is no pressure
            whole = int(fields["integer"]) < 10 <= int(fields["high"]) < 100
            return int(fields["integer"] + fields["high"]) if whole else 0
        number = fields.get("integer", fields.get("digits", "")) if len(fields) == 1 else ""
        return int(number) if number.isdecimal() and (len(number) == 3 or "integer" in fields) else 0

    def _found(self, words: Sequence[str], places: Sequence[int]) -> Iterator[Span]:
        free = 0
        for place in places:
            begins = range(max(place - _LONGEST, free), place)
            ends = range(min(place + _LONGEST, len(words) - 1) + 1, place + 1, -1)
            over = next(((i, token) for i in begins if (token := self._whole(words[i:place]))), None)
            under = next(((i, token) for i in ends if (token := self._whole(words[place + 1 : i]))), None)
            if over and under and "suffix" not in over[1].fields and not self._cues.sizes(words, under[0]):
                free = under[0]
                parts = {"numerator": over[1].fields["integer"], "denominator": under[1].fields["integer"]}
                yield Span((over[0], free), under[1]).as_kind("fraction", **parts)

    def _whole(self, words: Sequence[str]) -> Token | None:
        """The whole number, perhaps with an ending, that all of ``words`` are."""
        if "" in words or not all(map(self._grammar.is_number, words)):
            return None
        found = self._grammar.whole(words)
        number = found and found.kind == "cardinal" and found.token.fields.keys() <= {"integer", "suffix"}
        return found.token if found and number else None
