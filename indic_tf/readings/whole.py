"""Candidates that go on beyond their words: half of "84 लाख", of "कई लाख", of "एक लाख pachhas" would be another value.

These are facts and no matter of weights: a candidate that leaves a part of its number outside is never taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import regex

from ..scripts import fold
from ..wfst.phrases import key
from ..wfst.roman_text import Romans, RomanText
from .facts import Facts
from .lattice import UPPER_END, Candidate, Lattice

_LATIN = regex.compile("[A-Za-z]")
_AMOUNTS = ("cardinal", "money", "percent", "measure", "decimal", "range", "date", "time")
_OPEN = ("cardinal", "money", "range")
_COUNTS = ("cardinal", "money")
_NUMBERS = (*_COUNTS, "serial")
_DIGIT = 10
_SHARED = (100, 1000, 10**5, 10**7)
_CLOSED = ("address", "plate", "serial", "telephone")


class Whole:
    """Tells amounts that are whole from those that are not, in one language."""

    def __init__(self, facts: Facts, romans: Romans) -> None:
        self._facts, self._romans, self._grammar = facts, romans, facts.grammar
        table = facts.language
        before = (row for row in table.table("fractions") if not (row["role"] or row["value"].startswith("0")))
        self._fractions = frozenset(fold(row["form"].split(" ")[-1]) for row in before)
        self._points, self._some, self._more = (
            frozenset(map(fold, table.forms("words", name=name))) for name in ("point", "some", "more")
        )

    def is_whole(self, one: Candidate, lattice: Lattice, text: RomanText) -> bool:
        """True if no word beside ``one`` is a part of its number."""
        start, end = one.words
        words = lattice.words
        if one.token.fields.get("when") == "name" and not "".join(words[end : end + 1]):
            return False  # a title has its name behind it
        if one.span.kind in _NUMBERS and self._facts.are_two(lattice.folded[start:end]):
            return False
        if "suffix" in one.token.fields and one.span.kind != "ordinal" and lattice.folded[end - 1] in self._facts.small:
            return False  # Bengali দুই is two, no "2" with an ending
        if one.span.kind == "range" and _leaves_its_scale(one.token.fields):
            return False
        if one.span.kind == "time" and start > lattice.day_parted.get(end, start):
            return False  # 6:40 in the evening is another time
        if start and lattice.folded[start] in self._points and any(map(str.isdigit, words[start - 1])):
            return False
        if one.span.kind in _COUNTS and end > lattice.upper_ends.get(start, end):
            return False
        if end < len(words) and words[end] and (self._goes_on(one, words) or self._goes_on_in_latin(one, words, text)):
            return False
        return not (start and words[start - 1] and self._began_before(one, lattice, text))

    def _goes_on(self, one: Candidate, words: Sequence[str]) -> bool:
        """True if the amount does not end with the candidate: "… लाख", "… पैसे", "दो लाख 50 हज़ार"."""
        following, fields = words[one.words[1]], one.token.fields
        if self._is_doubled(following):
            return True
        word, kind = fold(following), one.span.kind
        if kind == "decimal" and word in self._facts.small and self._facts.small[word] < _DIGIT:
            after = words[one.words[1] + 1 : one.words[1] + 2]
            return not after or fold(after[0]) not in self._points  # "1.0 | two thousand" is more of the fraction
        apart = kind == "range" and "scale" not in fields  # its scale word stays, and stands behind it
        if "suffix" in fields or kind not in _AMOUNTS or apart:
            return False
        if word in self._facts.scales:  # not behind a unit: "five kilos hundred rupees"
            return self._grammar.is_number(words[one.words[1] - 1]) and one.rule != UPPER_END
        if word in self._more or (word in self._facts.coins and kind == "money"):
            return True
        return kind == "cardinal" and any(map(str.isdigit, following))

    def _goes_on_in_latin(self, one: Candidate, words: Sequence[str], text: RomanText) -> bool:
        """True if a word in Latin letters stands behind it that may be the rest, or the beginning of the rest:
        "एक लाख pachhas | hazaar"."""
        end = one.words[1]
        if "suffix" in one.token.fields or one.span.kind not in _OPEN or not _LATIN.match(words[end]):
            return False
        if self._is_multiplied_in_latin(end, words, text) or self._romans.is_open_scale(end, text):
            return True
        return fold(words[end - 1]) in self._facts.scales and self._romans.follows(end, text)

    def _is_multiplied_in_latin(self, position: int, words: Sequence[str], text: RomanText) -> bool:
        scale = self._facts.scales.get(fold(words[position + 1])) if position + 1 < len(words) else None
        return scale is not None and bool(words[position]) and self._romans.multiplies(position, text, scale)

    def _began_before(self, one: Candidate, lattice: Lattice, text: RomanText) -> bool:
        start, words = one.words[0], lattice.words
        if self._is_scale_of_figures(one, words):
            return True
        if one.span.kind in ("date", *_CLOSED):
            return False
        if self._is_doubled(words[start - 1]) or self._is_multiplied_in_latin(start - 1, words, text):
            return True
        return self._is_cut_off(start, lattice) and start not in lattice.closed

    def _is_scale_of_figures(self, one: Candidate, words: Sequence[str]) -> bool:
        """True for what begins with the scale word of the figures before it, which may have an ending: 115.79 কোটিতকৈও,
        "1.02 हज़ार चार"."""
        start, end = one.words
        if not any(map(str.isdigit, words[start - 1])):
            return False
        inflected = end - start == 1 and "suffix" in one.token.fields
        scale = inflected and int(one.token.fields.get("integer", 0)) in self._facts.scales.values()
        return scale or fold(words[start]) in self._facts.scales

    def _is_doubled(self, word: str) -> bool:
        """ "Twenty-twenty", "ten-fifteen": numbers that are no number together, and go with the one beside them."""
        numbers = "-" in word and not self._grammar.knows(word)
        return numbers and all(map(self._grammar.is_number, word.split("-")))

    def _is_cut_off(self, start: int, lattice: Lattice) -> bool:
        """True if the amount that begins at ``start`` really began before it."""
        words, scales = lattice.words, self._facts.scales
        previous, figure = lattice.folded[start - 1], start > 1 and any(map(str.isdigit, words[start - 2]))
        if previous in self._fractions:
            return True
        if previous in self._points and start > 1 and (figure or self._is_number(words[start - 2])):
            return True
        if previous in scales and figure:
            return True
        return lattice.folded[start] in scales and (
            previous in self._some
            or any(map(str.isdigit, words[start - 1]))
            or (
                self._grammar.is_in_number(last := words[start - 1].rpartition("-")[2])
                and key([last]) not in self._facts.alone
            )
        )

    def _is_number(self, word: str) -> bool:
        return bool(word) and self._grammar.is_number(word)


def _leaves_its_scale(fields: Mapping[str, str]) -> bool:
    """True for 5 to 10,000, which says 5,000 to 10,000 (पाँच से दस हज़ार), or nobody knows what."""
    low, high = fields.get("integer", ""), fields["high"]
    if "scale" in fields or not (low.isdecimal() and high.isdecimal()) or int(low) <= 1:
        return False
    return any(int(high) % scale == 0 and int(high) // scale > int(low) for scale in _SHARED)
