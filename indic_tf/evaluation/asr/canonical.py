"""Value-canonical normalization: figures and number words compare equal.

    25,000 रुपये · ₹२५,००० · पच्चीस हज़ार रुपये   →   25000 INR
    5 मई 2024 · 05/05/2024 · पाँच मई दो हज़ार चौबीस   →   5 2024 मई

Every figure is said in words by the grammar, and the words are then read by it: reference and hypothesis go the same
way, whatever mixture of figures and words they hold ("25 हज़ार"), and all that the figures' surroundings have to say
about them is said to both. What comes out for a number is its value, one word for each part of it (amount, currency,
day, year, hour with minutes), then the words that stay words (month, unit). Classes are left out: 2024 is the same as
a year and as a count. All other words are those of `safe`.

No decision is made about what would be written in figures: one is 1 wherever it stands, so that an article and a
numeral are the same word in reference and hypothesis alike. Spellings of one number word are therefore equal too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache

import regex

from ...document import Span
from ...formatter import IndicFormatter
from ...scripts import TO_LATIN_DIGITS, fold, nfc, split_marks
from ...wfst.wire import VALUE_SPACE
from . import safe

# Numbers that mean the same in any company: no leading zero, grouped as in India or by threes.
_PLAIN = regex.compile(r"-?(?:0|[1-9]\d*|[1-9]\d?(?:,\d\d)+,\d{3}|[1-9]\d{0,2}(?:,\d{3})+)(?:\.\d+)?")
_DASH = regex.compile(r"(?<=[\p{L}\p{M}])[-–](?=\p{Nd})|(?<=\p{Nd})[-–](?=[\p{L}\p{M}])")
_WRITTEN = ("currency", "units", "months", "clock")
_CACHE_SIZE = 1 << 17
_UNSAID = ("daypart", "oclock", "order", "ending", "of", "to", "or", "plain", "frame", "when", "month", "groups")


class Canonical:
    """The normalization for one language. Raises `LanguageError`, `GrammarError` as its formatter does."""

    def __init__(self, lang: str, folds: Sequence[str] = ()) -> None:
        self._grammar = IndicFormatter(lang, model=None).grammar
        facts = self._grammar.language
        self._folds = tuple(folds)
        self._currency = {fold(row["form"]): row["code"] for row in facts.table("currency") if row["role"] != "minor"}
        self._percent = frozenset(map(fold, facts.forms("words", name="percent")))
        self._to = frozenset(map(fold, facts.forms("words", name="to")))
        written = {word for table in _WRITTEN for form in facts.forms(table) for word in form.split(" ")}
        self._company = frozenset(map(fold, written))
        self._stretch = lru_cache(_CACHE_SIZE)(self._read)

    def __call__(self, text: str) -> str:
        """``text`` with every number as its value."""
        made: list[str] = []
        stretch: list[str] = []
        for word in [*self._words(text), ""]:
            if word and self._may_belong(word):
                stretch.append(word)
                continue
            made += self._stretch(tuple(stretch)) if stretch else ()
            made += [word] if word else []
            stretch = []
        return " ".join(made)

    def _words(self, text: str) -> Iterator[str]:
        """Words without marks around them; those with digits are left whole, their inner marks say what they are."""
        for word in nfc(text).split():
            if safe.has_digit(word):
                yield split_marks(safe.visible(word))[1]
            else:
                yield from safe.words(word, self._folds)

    def _may_belong(self, word: str) -> bool:
        return safe.has_digit(word) or self._grammar.knows(word) or fold(word) in self._company

    # --- one stretch of words that may be numbers ------------------------------------------------------

    def _read(self, words: tuple[str, ...]) -> tuple[str, ...]:
        if len(words) == 1 and (value := plain_number(words[0])):
            return (value,)
        has_figure = any(map(safe.has_digit, words))
        said = self._grammar.spoken(" ".join(words)).split() if has_figure else words
        made: list[str] = []
        position = 0
        for span in self._grammar.spans(said):
            made += self._rest(said[position : span.words[0]]) + self._value(span, said)
            position = span.words[1]
        return tuple(made + self._rest(said[position:]))

    def _rest(self, words: Sequence[str]) -> list[str]:
        return [made for word in words for made in self._word(word)]

    def _word(self, word: str) -> Iterator[str]:
        """A word that is no part of a value: names of currencies and "percent" are as inside one."""
        key = fold(word)
        if key in self._currency:
            yield self._currency[key]
        elif key in self._percent:
            yield "%"
        elif safe.has_digit(word):
            yield from self._unread(word)
        else:
            yield from safe.words(word, self._folds)

    def _unread(self, word: str) -> Iterator[str]:
        """A figure that the grammar cannot read: COVID-19 is a name and a number."""
        for part in _DASH.split(word):
            yield from (value,) if (value := plain_number(part)) else safe.words(part, self._folds)

    def _value(self, span: Span, said: Sequence[str]) -> list[str]:
        fields = span.token.fields
        values = [*_numbers(fields), *self._signs(span)]
        if suffix := fields.get("suffix", "").lstrip("+_"):
            values[:1] = [f"{values[0]}{suffix}"]
        kept = [word for start, end in span.kept for word in said[start:end]]
        return values + self._rest([word for word in kept if not self._is_said(word, fields)])

    def _signs(self, span: Span) -> Iterator[str]:
        """What is written as a sign or a code: the currency, %, a unit of which no word stays."""
        fields = span.token.fields
        if "currency" in fields:
            yield fields["currency"]
        if span.kind == "percent":
            yield "%"
        stays = bool(span.kept) and span.kept[-1][1] == span.words[1]
        if "unit" in fields and not stays:
            yield fields["unit"]

    def _is_said(self, word: str, fields: Mapping[str, str]) -> bool:
        """True for a word that stays but is in the values already: लाख, and the "to" between two of them."""
        return ("scale" in fields and self._grammar.is_number(word)) or fold(word) in self._to


def plain_number(word: str) -> str:
    """The value of a number in figures that needs no grammar; "" for all else.

    >>> plain_number("२५,०००"), plain_number("1,50,000.50"), plain_number("007"), plain_number("5%")
    ('25000', '150000.50', '', '')
    """
    latin = word.translate(TO_LATIN_DIGITS).replace("−", "-")
    return latin.replace(",", "") if _PLAIN.fullmatch(latin) else ""


def _numbers(fields: Mapping[str, str]) -> list[str]:
    """The parts of a value that are numbers, one word for each; everything else that has a value at the end."""
    left = {name: value for name, value in fields.items() if name not in (*_UNSAID, "suffix", "currency", "unit")}
    made = []
    sign, scale = left.pop("sign", ""), left.pop("scale", "1")
    if "integer" in left:
        made.append(sign + _scaled(left.pop("integer"), _cents(left), scale))
    if "high" in left:
        made.append(_scaled(left.pop("high"), "", scale))
    if "numerator" in left:
        made.append(f"{left.pop('numerator')}/{left.pop('denominator')}")
    for hour, minute in (("hour", "minute"), ("to_hour", "to_minute")):
        if hour in left:
            made.append(":".join(filter(None, [left.pop(hour), left.pop(minute, "").zfill(2).replace("00", "")])))
    if "text" in left:  # an abbreviation, with its dots or without
        left["text"] = left["text"].replace(".", "")
    return made + [value.replace(VALUE_SPACE, "").lower() for _, value in sorted(left.items())]


def _cents(fields: dict[str, str]) -> str:
    """The digits behind the point, taken out of ``fields``: a fraction, or the hundredths of a currency."""
    minor = fields.pop("minor", "")
    return fields.pop("fraction", "") or minor.zfill(2 if minor else 0)


def _scaled(integer: str, fraction: str, scale: str) -> str:
    if scale == "1":
        return ".".join(filter(None, [integer, fraction]))
    amount = Decimal(f"{integer}.{fraction or 0}") * int(scale)
    return f"{amount.normalize():f}"
