"""What words may be that are read as something else: 1947 a year, a count, the number of a room."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Span, Token
from ..wfst.guesses import in_full
from ..wfst.wire import YEARS
from .lattice import Candidate, Lattice
from .pairs import NO_SIZES
from .rules import Rule, of_class

_MILLENNIUM = 1000
_OF_YEAR = 4  # digits
_LONGEST_AMOUNT = 12  # words
_GROUPED = (12, 16)  # digits of an Aadhaar number, of a card
_YEAR = {"year", "suffix"}
_NUMBER = {"integer", "suffix"}
_LINKED = {"integer", "to", "or", "high", "suffix"}


def _year(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    whole = one.span.kind in ("cardinal", "ordinal") and fields.keys() <= _NUMBER
    return one.span.as_kind("date", year=fields["integer"]) if whole and int(fields["integer"]) in YEARS else None


def _count(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    if one.span.kind == "date" and fields.keys() <= _YEAR:
        return one.span.as_kind("cardinal", integer=fields["year"])
    digits = fields.get("digits", "")
    hundreds = one.span.kind == "telephone" and digits.isdecimal() and len(digits) == 3 and digits[0] != "0"
    return one.span.as_kind("cardinal", integer=digits) if hundreds else None


def _code(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    year = fields.get("year") if fields.keys() <= _YEAR else None
    number = fields["integer"] if one.plain() is not None else year
    grouped = number is not None and int(number) >= _MILLENNIUM  # a smaller one is written as a count is
    return one.span.as_kind("serial", code=number) if number and grouped else None


def _groups(one: Candidate, lattice: Lattice) -> Span | None:
    digits = one.token.fields.get("digits", "")
    fits = one.span.kind == "telephone" and digits.isdecimal() and len(digits) in _GROUPED
    return one.span.as_kind("serial", digits=digits, groups="4") if fits else None


def _score(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    digits = fields.get("digits", "")
    if one.span.kind == "telephone" and digits.isdecimal() and len(digits) == 2:
        return one.span.as_kind("score", integer=digits[0], high=digits[1])
    if one.span.kind != "range" or not fields.keys() <= {"integer", "fraction", "high", "suffix"}:
        return None
    return one.span.as_kind("score", **{name: value for name, value in fields.items() if name != "suffix"})


def _years(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    linked = one.span.kind == "range" and {"integer"} <= fields.keys() <= _LINKED
    if not linked or len(fields["integer"]) != _OF_YEAR or not fields["high"].isdecimal():
        return None
    if len(fields["high"]) > _OF_YEAR:
        return None
    return Span(one.words, Token("range", {**fields, "plain": "1"}), one.span.kept)


def _in_full(one: Candidate, lattice: Lattice) -> Span | None:
    full = in_full(one.span, lattice.words, lattice.facts.nominative)
    return None if full is one.span else full


def _weight(one: Candidate, lattice: Lattice) -> Span | None:
    """Pounds that something weighs: an amount of what is a currency and a unit."""
    fields, (start, end) = one.token.fields, one.words
    if end - start < 2 or lattice.folded[end - 1] not in lattice.facts.units:
        return None
    if one.span.kind == "money" and "minor" not in fields:
        rest = {name: value for name, value in fields.items() if name != "currency"}
        return Span((start, end - 1), Token("decimal" if "fraction" in rest else "cardinal", rest))
    if one.span.kind == "range" and fields.get("unit") in lattice.facts.currencies.values():
        rest = {name: value for name, value in fields.items() if name != "unit"}
        return Span((start, end - 1), Token("range", rest), one.span.kept)
    return None


def _size(one: Candidate, lattice: Lattice) -> Span | None:
    fields = one.token.fields
    if one.span.kind != "fraction" or "integer" in fields or one.rule in NO_SIZES:
        return None
    return one.span.as_kind("math", expression=f"{fields['numerator']}×{fields['denominator']}")


def _currency_first(one: Candidate, lattice: Lattice) -> Span | None:
    """ "Rupees five hundred", where the language says so."""
    start, fields = one.words[0], one.token.fields
    first = start > 0 and lattice.folded[start - 1] in lattice.facts.currency_first
    if not first or one.span.kind not in ("cardinal", "decimal"):
        return None
    return Span((start - 1, one.words[1]), Token("money", {**fields, "currency": lattice.facts.currency}))


def _with_coins(lattice: Lattice) -> Iterator[Candidate]:
    """ "Rupees five hundred fifty paise": read with the currency behind its number, where the grammar has it."""
    facts, words = lattice.facts, lattice.words
    for start in (i + 1 for i, word in enumerate(lattice.folded) if word in facts.currency_first):
        reach = range(start, min(start + _LONGEST_AMOUNT, len(words)))
        coin = next((i for i in reach if lattice.folded[i] in facts.coins), None)
        if coin is None or "" in words[start:coin]:
            continue
        currency, amount = words[start - 1], words[start : coin + 1]
        ways = (facts.grammar.whole([*amount[:k], currency, *amount[k:]]) for k in range(len(amount) - 1, 0, -1))
        found = next((way for way in ways if way and "minor" in way.token.fields), None)
        if found:
            yield Candidate(Span((start - 1, coin + 1), found.token), "currency-first-coins")


CLASSES: tuple[Rule, ...] = (
    of_class("year", "a whole number as a year", _year),
    of_class("count", "a year or three digits as a count", _count),
    of_class("code-number", "a whole number as that of a room, a train, a section", _code),
    of_class("groups", "long digits in groups of four", _groups),
    of_class("score", "two numbers as the result of a game", _score),
    of_class("years", "a span of years: 1914 to 1918", _years),
    of_class("in-full", "a guess with its scale in the figures: 300-400", _in_full),
    of_class("weight", "pounds that something weighs", _weight),
    of_class("size", "two sides: 10×12", _size),
    of_class("currency-first", "a currency before its amount", _currency_first),
    Rule("currency-first-coins", "a currency before its amount with coins behind it", _with_coins),
)
