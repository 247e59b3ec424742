"""Numbers whose last word has a half or a quarter in it: ఆరున్నర, 6.5; రెండు వందల అరవై ఆరున్నర, 266.5.

The grammar reads such words of the table `fractions` with what is behind them (ఆరున్నర రూపాయలు, ₹6.50). Here the rest of
the number is read before them, and words that the table lacks but makes in the same way: ಎಪ್ಪತ್ಮೂರೂವರೆ as ಮೂರೂವರೆ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import takewhile

import regex

from ..document import Span, Token
from ..scripts import fold
from .pipeline import Grammar

_LONGEST = 6  # words before the last one
_MOST = 3  # words behind it that belong to the amount
_LAST_HOUR = 13  # above it a number with a half is no time
_LETTER = regex.compile(r"\p{L}")
_OFTEN = 4  # numbers of the table that make their half alike


class Halves:
    """Finds such numbers in one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        facts = grammar.language
        table = [row for row in facts.table("fractions") if not row["role"]]
        rows = [(row["form"], row["value"]) for row in table if row["value"][0] not in "+-"]
        self._listed = {fold(form): Fraction(v) for form, v in rows if " " not in form and Fraction(v) % 1}
        self._scales = frozenset(map(fold, facts.forms("scales")))

    def read(self, spans: Sequence[Span], words: Sequence[str]) -> Sequence[Span]:
        """``spans``, and such numbers in place of those whose words they have."""
        if self.values.keys().isdisjoint(map(fold, words)):
            return spans
        told = {i for span in spans for i in range(*span.words)}
        found = [span for i in range(len(words)) if (span := self._number(i, words, i in told))]
        taken = {i for span in found for i in range(*span.words)}
        kept = [span for span in spans if taken.isdisjoint(range(*span.words))]
        return sorted([*kept, *found], key=lambda span: span.words)

    @cached_property
    def values(self) -> Mapping[str, Fraction]:
        """The words above one, folded, and their values."""
        numbers = {fold(row["form"]): row.number("value") for row in self._grammar.language.table("numbers")}
        numbers = {form: n for form, n in numbers.items() if 0 < n < 100 and _LETTER.match(form)}
        made: dict[str, Fraction] = {}
        for (strip, add, part), count in Counter(self._ways(numbers)).items():
            if count >= _OFTEN:
                bases = ((form.removesuffix(strip), n) for form, n in numbers.items() if form.endswith(strip))
                made |= {base + add: n + part for base, n in bases}
        return made | {form: value for form, value in self._listed.items() if 1 < value < 100}

    def _ways(self, numbers: Mapping[str, int]) -> Iterator[tuple[str, str, Fraction]]:
        """How each number of the table becomes one with a fraction: what it loses, what it gets, the fraction."""
        by_value: dict[int, list[str]] = {}
        for number, n in numbers.items():
            by_value.setdefault(n, []).append(number)
        for form, value in self._listed.items():
            for number in by_value.get(int(value), ()):
                same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(form, number, strict=False)))
                if same > 1 and len(number) - same < 2 <= len(form) - same:
                    yield number[same:], form[same:], value % 1

    def _number(self, place: int, words: Sequence[str], told: bool) -> Span | None:
        """The number with its last word at ``place``, and what belongs to it behind that; ``told``: the grammar has
        read that word."""
        value = self.values.get(fold(words[place]))
        if value is None or (place + 1 < len(words) and fold(words[place + 1]) in self._scales):
            return None
        whole = (self._grammar.say(Token("cardinal", {"integer": str(int(value))})) or "").split(" ")
        for start in range(max(place - _LONGEST, 0), place):
            number = self._grammar.whole([*words[start:place], *whole]) if all(words[start:place]) else None
            if number and number.kind == "cardinal" and number.token.fields.keys() == {"integer"}:
                return self._with_rest(start, place, number.token.fields["integer"], value, words)
        alone = value > _LAST_HOUR and not told
        return self._with_rest(place, place, str(int(value)), value, words) if alone else None

    def _with_rest(self, start: int, place: int, integer: str, value: Fraction, words: Sequence[str]) -> Span:
        """The number as what the words behind it make of it: an amount, a weight."""
        alike = next(form for form, listed in self._listed.items() if listed > 1 and listed % 1 == value % 1)
        for end in range(min(place + 1 + _MOST, len(words)), place + 1, -1):
            rest = self._grammar.whole([alike, *words[place + 1 : end]])
            if rest and rest.token.fields.get("integer") == str(int(self._listed[alike])):
                found = rest.moved(place)
                return Span((start, end), Token(found.kind, {**found.token.fields, "integer": integer}), found.kept)
        fraction = f"{float(value % 1)}".partition(".")[2]
        return Span((start, place + 1), Token("decimal", {"integer": integer, "fraction": fraction}))
