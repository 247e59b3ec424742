"""Large round numbers with the scale word that was said: "पाँच करोड़ रुपये" as ₹5 करोड़ instead of ₹5,00,00,000.

From which scale on, and how round a number must be that was said in several (एक करोड़ पच्चीस लाख), `editors` says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from ..document import Range, Span, Token
from ..editors import Scales
from ..scripts import fold
from ..styles import Style
from .in_parts import InParts, Part

if TYPE_CHECKING:
    from .pipeline import Grammar

_THOUSAND = 10**3  # no decimals of it: 1,500, not "1.5 thousand"
_DECIMALS = 2  # 1.25 करोड़, but 1,25,43,000
_COUNTS = ("cardinal", "measure")
_NUMBERS = ("integer", "high")
_STEM = 3  # characters of a scale word that no ending changes
_LOOSE = "-"  # before an ending that the scale word does not take: லட்சம்-லிருந்து
_FIELDS = {*_NUMBERS, "sign", "to", "currency", "unit", "suffix"}
_RANGE = {*_NUMBERS, "to", "unit", "suffix"}


class LargeNumbers:
    """Writes them in one language; ``kept`` says which."""

    def __init__(self, grammar: Grammar, kept: Scales) -> None:
        self._grammar, self._kept = grammar, kept
        self._in_parts = InParts(grammar, kept.parts)
        facts = grammar.language
        self._nouns_differ = facts.numbers.stem_before_noun
        codes = {row["code"]: row["form"] for row in reversed(facts.table("currency")) if not row["role"]}
        self._currencies = frozenset(map(fold, codes.values()))
        whole = (row for row in facts.table("scales") if not row["role"] and row["multiplier"] != "one")
        forms = [row["form"] for row in whole] + facts.forms("english")
        self._plain = frozenset(fold(form.split(" ")[-1]) for form in forms)
        usual = [row["form"] for row in facts.table("scales") if not row["role"] and row["multiplier"] != "one"]
        self._usual = sorted(usual, key=len, reverse=True)
        self._values: dict[str, int] = {}
        for row in (*facts.table("scales"), *facts.table("english")):
            value, form = row.number("value"), row["form"].split(" ")[-1]
            if value >= kept.least:
                self._values.setdefault(fold(form), value)
        for row in facts.table("roman"):
            native = fold(row["native"])
            if native in self._values:
                self._values.setdefault(row["form"], self._values[native])
                self._plain |= {row["form"]} if native in self._plain else frozenset()
        self._to = frozenset(map(fold, facts.forms("words", name="to")))

    def shortened(self, span: Span, words: Sequence[str], style: Style) -> Span:
        """What is written of ``span``, a span of ``words``: itself where its numbers are small or not round.

        Of a count that ends in its scale word, only what stands before: the word stays as it was said. Else the scale
        becomes a field: money, ranges, एक करोड़ पच्चीस लाख (1.25 करोड़).
        """
        fields = span.token.fields
        if not self._is_large(fields) or not fields.keys() <= _FIELDS:  # no "to 2.5 | crore"
            return span
        made = self._counted(span, words) if span.kind in _COUNTS else self._with_scale(span, words)
        return next((new for new in made if self._is_written(new, words, style)), span)

    def parts(self, span: Span, words: Sequence[str], style: Style) -> list[Part]:
        """What is written for ``span`` with each of the scale words that were said, or with one in its form before a
        noun; nothing where neither is done."""
        can = self._kept.parts and span.kind in _COUNTS  # a sign before the first part would be read with it alone
        said = self._said(words[slice(*span.words)])
        few = bool(said) and _digits(span.token.fields) <= self._kept.most_digits(max(said))
        if can and few and (made := self._in_parts.written(span, words, style)):
            return made
        if span.kind in _COUNTS and self._is_bare(span, words):
            one = self._grammar.verbalize(Token("cardinal", {"integer": "1"}), style)
            return [((span.words[0], span.words[0] + 1), f"{one} {words[span.words[0]]}")]
        if not self._nouns_differ or span.kind != "money":
            return []
        short = self.shortened(span, words, style)
        text = self._grammar.verbalize(short.token, style) if short.kept else None
        usual = next((form for form in self._usual if text and form in text), "")
        return [(span.words, text.replace(usual, " ".join(words[slice(*short.kept[0])])))] if text and usual else []

    def _is_bare(self, span: Span, words: Sequence[str]) -> bool:
        """True for one of a scale that is said without a number before it: లక్ష, a lakh."""
        start, end = span.words
        if end - start > 1 and self._grammar.is_number(words[start + 1]):
            return False  # Manipuri says the number behind the scale
        value = self._value(words[start])
        return value > 0 and span.token.fields == {**span.token.fields, "integer": str(value)}

    def ends(self, span: Span, words: Sequence[str], style: Style) -> tuple[Span, Span] | None:
        """Both ends of a range, where each was said with its scale word and keeps it; else None."""
        fields = span.token.fields
        if span.kind != "range" or not self._is_large(fields) or not fields.keys() <= _RANGE:
            return None
        start, end = span.words
        if "to" not in fields and self._shortens(span, words, style):
            return None  # a guess has one scale: 1-2 करोड़
        for middle in range(start + 1, end):
            low = self._end((start, middle), words, fields["integer"])
            said = middle + (fold(words[middle]) in self._to)
            unit = range(end, said, -1) if "unit" in fields else (end,)  # the words of a unit stay
            highs = (self._end((said, last), words, fields["high"]) for last in unit if low and said < last)
            if low and (high := next(filter(None, highs), None)):
                keep = all(self.shortened(one, words, style) is not one for one in (low, high))
                return (low, high) if keep else None
        return None

    def _shortens(self, span: Span, words: Sequence[str], style: Style) -> bool:
        return self.shortened(span, words, style) is not span

    def _end(self, at: Range, words: Sequence[str], number: str) -> Span | None:
        """What is said at ``at`` where it is ``number`` by itself."""
        found = self._grammar.whole(words[slice(*at)])
        same = found and found.kind == "cardinal" and found.token.fields["integer"] == number
        return found.moved(at[0]) if found and same else None

    def _is_large(self, fields: Mapping[str, str]) -> bool:
        numbers = [fields[name] for name in _NUMBERS if name in fields]
        large = all(number.isdecimal() and int(number) >= self._kept.least for number in numbers)
        return "integer" in fields and large

    def _is_written(self, span: Span, words: Sequence[str], style: Style) -> bool:
        """True if the grammar can write the span, with the scale word that was said and an ending that this has."""
        text = self._grammar.written(span.token, style)
        if text is None or "scale" not in span.token.fields or span.kept:
            return text is not None
        within = words[slice(*span.words)]
        largest = max(self._said(within))
        return _LOOSE not in text[_last_digit(text) + 1 :] and all(
            fold(word)[:_STEM] in fold(text) for word in within if self._value(word) == largest
        )

    def _counted(self, span: Span, words: Sequence[str]) -> Iterator[Span]:
        start, end = span.words
        ended = span.kept[0][0] if span.kept else end  # before the unit
        inflected = "suffix" in span.token.fields and ended == end
        scale, first = self._inflected(span, words) if inflected else self._last(words, start, ended)
        if first > start and scale >= max(self._said(words[start:first]), default=1):
            told = {name: v for name, v in span.token.fields.items() if name not in ("unit", "suffix")}
            made = _divided(told, scale) if self._is_round(span, words, scale) else ()
            yield from (Span((start, first), Token(_kind(new), new)) for new in made)
        elif ended == end and not inflected:
            yield from self._with_scale(span, words)

    def _last(self, words: Sequence[str], start: int, end: int) -> tuple[int, int]:
        """The scale that the number ends in, and where its words begin; 0 if it ends in none. "Lakh crore" is one."""
        scale, first = 1, end
        while first > start and (value := self._value(words[first - 1])):
            scale, first = scale * value, first - 1
        return (scale, first) if first < end else (0, end)

    def _inflected(self, span: Span, words: Sequence[str]) -> tuple[int, int]:
        """As `_last`, of a scale word with an ending: the number without it is the same."""
        start, end = span.words
        for form, value in self._values.items():
            bare = self._grammar.whole([*words[start : end - 1], form])
            if bare and bare.token.fields == {"integer": span.token.fields["integer"]}:
                return value, end - 1
        return 0, end

    def _with_scale(self, span: Span, words: Sequence[str]) -> Iterator[Span]:
        """The span with a scale as a field: the largest that was said; of both ends of a range, if they share it."""
        said = self._said(words[slice(*span.words)])
        if not said or ("high" in span.token.fields and len({*said}) > 1):
            return
        money = span.kind == "money"
        if self._nouns_differ and not money:
            return
        both = [low * high for low, high in pairwise(said) if low < high and not self._nouns_differ]  # "lakh crore"
        for scale in (scale for scale in (*both, max(said)) if self._is_round(span, words, scale)):
            for fields in _divided(span.token.fields, scale):
                kind = _kind(fields) if span.kind in _COUNTS else span.kind
                stays = money and "suffix" not in fields
                kept = self._place(span, words, scale, self._is_inflected(span, words)) if stays else ()
                yield Span(span.words, Token(kind, {**fields, "scale": str(scale)}), kept)

    def _is_round(self, span: Span, words: Sequence[str], scale: int) -> bool:
        """True for a number that was said in one scale, as in ढाई करोड़, or has few digits in ``scale``: 1.2 लाख."""
        if _digits(span.token.fields) <= self._kept.most_digits(scale):
            return True
        places = [i for i in range(*span.words) if self._value(words[i])]
        if not places or self._value(words[places[-1]]) < max(self._said(words[slice(*span.words)])):
            return not places
        return not any(map(self._grammar.is_number, words[places[-1] + 1 : span.words[1]]))

    def _place(self, span: Span, words: Sequence[str], scale: int, inflected: bool) -> tuple[Range, ...]:
        """Where the words of ``scale`` stand, which stay as they were said: ट्रिलियन is not written लाख करोड़."""
        start, end = span.words
        for last in (i + 1 for i in range(start, end) if self._value(words[i])):
            found, first = self._last(words, start, last)
            if found == scale and (inflected or all(fold(word) in self._plain for word in words[first:last])):
                return ((first, last),)
        return ()

    def _is_inflected(self, span: Span, words: Sequence[str]) -> bool:
        """True where a scale word has a form of its own before a noun (లక్షల, కోటి) and is not written before the plain
        name of a currency, or with its ending: "a crore rupees", "a cheque of ten lakh rupees"."""
        one = self._said(words[slice(*span.words)])[-1:] == [int(span.token.fields["integer"])]
        plain = fold(words[span.words[1] - 1]) in self._currencies
        return self._nouns_differ and (one or not plain)

    def _said(self, words: Sequence[str]) -> list[int]:
        """The scales among ``words``."""
        return [value for word in words if (value := self._value(word))]

    def _value(self, word: str) -> int:
        return self._values.get(fold(word), 0)


def _divided(fields: Mapping[str, str], scale: int) -> Iterator[dict[str, str]]:
    """``fields`` with their numbers in ``scale``; nothing where one is less, or takes too many decimals."""
    numbers = {name: Fraction(int(fields[name]), scale) for name in _NUMBERS if name in fields}
    if any(n < 1 for n in numbers.values()) or numbers.get("high", Fraction(1)).denominator > 1:
        return
    if scale == _THOUSAND and numbers["integer"].denominator > 1:
        return
    whole, rest = divmod(numbers["integer"] * 10**_DECIMALS, 10**_DECIMALS)
    if rest.denominator == 1:
        told = {**fields, **{name: str(int(n)) for name, n in numbers.items()}, "integer": str(whole)}
        yield told | ({"fraction": f"{int(rest):0{_DECIMALS}}".rstrip("0")} if rest else {})


def _last_digit(text: str) -> int:
    return max((i for i, char in enumerate(text) if char.isdigit()), default=0)


def _digits(fields: Mapping[str, str]) -> int:
    """Significant digits of the numbers in ``fields``."""
    return max((len(fields[name].rstrip("0")) for name in _NUMBERS if name in fields), default=0)


def _kind(fields: Mapping[str, str]) -> str:
    return "decimal" if "fraction" in fields else "cardinal"
