"""Readings of words that belong together across what the grammar read: साढ़े before a number, "by", "and", a currency."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..document import Span, Token
from ..wfst.guesses import Guesses, in_full
from .facts import Facts
from .lattice import Candidate, Lattice
from .rules import Rule

_CLOCK = 12  # hours
_REACH = 3  # words between two amounts of one currency
_ONE_ENDING = {"integer", "suffix"}


def _suffix(token: Token) -> dict[str, str]:
    return {name: value for name, value in token.fields.items() if name == "suffix"}


def _parts(lattice: Lattice) -> Iterator[Candidate]:
    """A half or a quarter before a number, and numbers that have one in them: an hour, or a decimal."""
    parts = lattice.facts.parts
    for one in lattice:
        start, end = one.words
        number, part = one.plain(), parts.get(lattice.folded[start - 1]) if start else None
        if number is not None and part is not None:
            yield from _with_part((start - 1, end), number + part, one)
        fields = one.token.fields
        if one.span.kind == "decimal" and fields.keys() <= {"integer", "fraction", "suffix"}:
            value = Fraction(f"{fields['integer']}.{fields['fraction']}")
            if value % 1 in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
                yield from _hour(one.words, value, one)


def _with_part(words: tuple[int, int], value: Fraction, one: Candidate) -> Iterator[Candidate]:
    yield from _hour(words, value, one)
    if value % 1:
        digits = f"{float(value % 1):g}".partition(".")[2]
        fields = {"integer": str(int(value)), "fraction": digits, **_suffix(one.token)}
        yield Candidate(Span(words, Token("decimal", fields)), "half", one.cost)


def _hour(words: tuple[int, int], value: Fraction, one: Candidate) -> Iterator[Candidate]:
    if value < _CLOCK + 1:
        fields = {"hour": str(int(value) or _CLOCK), "minute": f"{int(value % 1 * 60):02d}", **_suffix(one.token)}
        yield Candidate(Span(words, Token("time", fields)), "half-hour", one.cost)


def _ratios(lattice: Lattice) -> Iterator[Candidate]:
    """Numbers with "by" or a slash between them."""
    signs, starting = lattice.facts.by | lattice.facts.slash, lattice.starting()
    for over in lattice:
        end = over.words[1]
        if (
            over.plain() is None
            or "suffix" in over.token.fields
            or end >= len(lattice)
            or lattice.folded[end] not in signs
        ):
            continue
        for under in starting.get(end + 1, ()):
            if under.plain() is not None:
                span = Span((over.words[0], under.words[1]), under.token)
                parts = {"numerator": over.token.fields["integer"], "denominator": under.token.fields["integer"]}
                yield Candidate(span.as_kind("fraction", **parts), "ratio")


def _and_tens(lattice: Lattice) -> Iterator[Candidate]:
    """Hundreds and tens with an "and" between them: છસો ને સાઇઠ, 660."""
    links, starting = lattice.facts.hundred_and, lattice.starting()
    for high in lattice if links else ():
        start, end = high.words
        hundreds = high.plain()
        if not hundreds or hundreds % 100 or "suffix" in high.token.fields:
            continue
        for low in starting.get(end + 1, ()) if end < len(lattice) and lattice.folded[end] in links else ():
            fields = low.token.fields
            if low.span.kind != "range" and 0 < int(fields.get("integer", 0)) < 100:
                token = Token(low.span.kind, {**fields, "integer": str(hundreds + int(fields["integer"]))})
                yield Candidate(Span((start, low.words[1]), token, low.span.kept), "and-tens", low.cost)


def _currency_of_next(lattice: Lattice) -> Iterator[Candidate]:
    """The first amount of "between five and ten rupees" with the currency of the second."""
    money = [one for one in lattice if one.span.kind == "money" and not one.cost and "minor" not in one.token.fields]
    for one in lattice:
        if one.plain() is None or one.cost:
            continue
        for amount in money:
            if 0 <= amount.words[0] - one.words[1] < _REACH:
                fields = {**one.token.fields, "currency": amount.token.fields["currency"]}
                yield Candidate(Span(one.words, Token("money", fields)), "currency-of-next")


class Neighbours:
    """The rules of this module for one language."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._guesses = facts, Guesses(facts.grammar, facts.scales.keys())
        self.rules = (
            Rule("half", "a half or a quarter before a number: साढ़े तीन", _parts),
            Rule("guess", "two numbers that are one guess: दो ढाई सौ, 200-250; a school year", self._joined),
            Rule("and-tens", "hundreds and tens with a link between them", _and_tens),
            Rule("ratio", "numbers with a by or a slash between them: 12/4", _ratios),
            Rule("currency-of-next", "an amount whose currency stands behind the next one", _currency_of_next),
            Rule("day-part", "a time with the part of the day before it", self._with_day_part),
        )

    def _joined(self, lattice: Lattice) -> Iterator[Candidate]:
        starting = lattice.starting()
        read = [one for one in lattice if "suffix" not in one.token.fields]
        for low in read:
            for high in starting.get(low.words[1], ()):
                both = self._guesses.joined(low.span, high.span, lattice.words)
                if both:
                    cost = max(low.cost, high.cost)
                    yield Candidate(both, "guess", cost)
                    yield Candidate(in_full(both, lattice.words, self._facts.nominative), "guess", cost)

    def _with_day_part(self, lattice: Lattice) -> Iterator[Candidate]:
        for one in lattice:
            if one.span.kind != "time" or "daypart" in one.token.fields or one.rule not in ("hour-minute", "half-hour"):
                continue
            start, end = one.words
            for name, phrases in self._facts.day_parts.items():
                if (first := phrases.before(lattice.words, start)) < start:
                    token = Token("time", {"daypart": name, **one.token.fields})
                    yield Candidate(Span((first, end), token, ((first, start),)), one.rule, one.cost)
