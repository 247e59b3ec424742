"""Fractions said with a word that mostly means something else: "add one by four", but one by one, four by four, a ten
by twelve room.

They are read where the text is about arithmetic, which words of the `cues` table say, kind `math`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..document import Span, Token
from ..scripts import fold
from .cues import Cues
from .pipeline import Grammar

_LONGEST = 3  # words of a numerator or denominator


class Ratios:
    """Finds such fractions in one language."""

    def __init__(self, grammar: Grammar, cues: Cues) -> None:
        self._grammar, self._cues = grammar, cues
        self._by = frozenset(map(fold, grammar.language.forms("words", name="over_of_pair")))

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every one in ``words``, left to right."""
        if not self._by or not self._cues.ranges("before", "math", words):
            return []
        return list(self._found(words, [i for i, word in enumerate(words) if fold(word) in self._by]))

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
