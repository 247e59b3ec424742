"""Large numbers in the parts that they were said in, each with its own scale word: ८ लाख २५ हजार.

So editors of some languages write what others write with decimals or in full; `editors` says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from ..document import Range, Span, Token
from ..scripts import fold
from ..styles import Style

if TYPE_CHECKING:
    from .pipeline import Grammar

_COUNTS = ("cardinal", "measure")
_FIELDS = {"integer", "unit", "suffix"}

Part = tuple[Range, str]
"""Words, and what is written in their place."""


class InParts:
    """Writes them in one language, in scales from ``least`` on."""

    def __init__(self, grammar: Grammar, least: int) -> None:
        self._grammar = grammar
        rows = [*grammar.language.table("scales"), *grammar.language.table("english")]
        self._values = {fold(row["form"]): row.number("value") for row in rows if row.number("value") >= least}

    def written(self, span: Span, words: Sequence[str], style: Style) -> list[Part]:
        """The parts of ``span`` where it was said in two scales or more, with nothing behind the last; else none.

        Scale words stay as they were said.
        """
        fields = span.token.fields
        if span.kind not in _COUNTS or not fields.keys() <= _FIELDS:
            return []
        places = [i for i in range(*span.words) if self._value(words[i])]
        if places[-1:] != [span.words[1] - 1] and "suffix" in fields:
            places.append(span.words[1] - 1)  # a scale word with an ending
        parts = [*self._parts(span.words[0], places, words)]
        whole = sum(number * value for _, value, number in parts)
        descend = all(low < high and number < high // low for (_, high, _), (_, low, number) in pairwise(parts))
        if len(parts) < 2 or not descend or whole != int(fields["integer"]):
            return []
        return self._counted(parts, style)

    def _parts(self, start: int, places: Sequence[int], words: Sequence[str]) -> Iterator[tuple[Range, int, int]]:
        """The words before each scale word with its value and how many of it."""
        for place in places:
            found = self._grammar.whole(words[start:place])
            number = found.token.fields.get("integer", "") if found and found.kind == "cardinal" else ""
            if not found or not number.isdecimal() or len(found.token.fields) > 1:
                return
            value = self._value(words[place]) or self._inflected(words, start, place, int(number))
            if not value:
                return
            yield (start, place), value, int(number)
            start = place + 1

    def _inflected(self, words: Sequence[str], start: int, place: int, number: int) -> int:
        """The value of a scale word with an ending at ``place``; 0 for any other word."""
        found = self._grammar.whole(words[start : place + 1])
        whole = found.token.fields.get("integer", "") if found and found.kind == "cardinal" else ""
        value, rest = divmod(int(whole), number) if whole.isdecimal() and number else (0, 1)
        return value if not rest and value in self._values.values() else 0

    def _counted(self, parts: Sequence[tuple[Range, int, int]], style: Style) -> list[Part]:
        texts = [self._number(number, style) for _, _, number in parts]
        return [(at, text) for (at, _, _), text in zip(parts, texts, strict=True)] if all(texts) else []

    def _number(self, number: int, style: Style) -> str:
        return self._grammar.verbalize(Token("cardinal", {"integer": str(number)}), style) or ""

    def _value(self, word: str) -> int:
        return self._values.get(fold(word), 0)
