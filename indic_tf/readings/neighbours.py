"""Readings of words that belong together across what the grammar read: साढ़े before a number, "by", "and", a currency."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ..document import Range, Span, Token
from ..wfst.guesses import in_full, joined
from .facts import Facts
from .lattice import UPPER_END, Candidate, Lattice
from .rules import Rule

_CLOCK = 12  # hours
_HUNDRED, _LARGE = 100, 1000
_TENS = 2  # digits
_REACH = 3  # words between two amounts of one currency


def _suffix(token: Token) -> dict[str, str]:
    return {name: value for name, value in token.fields.items() if name == "suffix"}


def _parts(lattice: Lattice) -> Iterator[Candidate]:
    """A half or a quarter before a number, and numbers that have one in them: an hour, or a decimal."""
    parts = lattice.facts.parts
    for i, word in enumerate(lattice.folded):
        value = lattice.facts.with_part(word)
        if value is not None:
            yield from _with_part((i, i + 1), value, {})
    for one in lattice:
        start, end = one.words
        number, part = one.plain(), parts.get(lattice.folded[start - 1]) if start else None
        if number is not None and part is not None:
            yield from _with_part((start - 1, end), number + part, _suffix(one.token), one.cost)
        fields = one.token.fields
        if one.span.kind == "decimal" and fields.keys() <= {"integer", "fraction", "suffix"}:
            value = Fraction(f"{fields['integer']}.{fields['fraction']}")
            if value % 1 in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
                yield from _hour(one.words, value, _suffix(one.token), one.cost)


def _with_part(words: Range, value: Fraction, suffix: dict[str, str], cost: float = 0.0) -> Iterator[Candidate]:
    yield from _hour(words, value, suffix, cost)
    if value % 1:
        digits = f"{float(value % 1):g}".partition(".")[2]
        fields = {"integer": str(int(value)), "fraction": digits, **suffix}
        yield Candidate(Span(words, Token("decimal", fields)), "half", cost)


def _hour(words: Range, value: Fraction, suffix: dict[str, str], cost: float) -> Iterator[Candidate]:
    if value < _CLOCK + 1:
        fields = {"hour": str(int(value) or _CLOCK), "minute": f"{int(value % 1 * 60):02d}", **suffix}
        yield Candidate(Span(words, Token("time", fields)), "half-hour", cost)


def _upper_ends(lattice: Lattice) -> Iterator[Candidate]:
    """The number before a scale word at the upper end of a range, whose scale is that of both: "5 से 10 लाख"."""
    facts = lattice.facts
    low = dict(begun for one in lattice if (begun := _begins_range(one, lattice)))
    for one in lattice if low else ():
        start, end = one.words
        scaled = end < len(lattice) and lattice.folded[end] in facts.scales
        if scaled and start in low and one.span.kind in ("cardinal", "decimal") and "suffix" not in one.token.fields:
            number = ".".join(one.token.fields[name] for name in ("integer", "fraction") if name in one.token.fields)
            if low[start] < Fraction(number) < _LARGE:
                yield Candidate(Span(one.words, Token("range", {"high": number})), UPPER_END)


def _begins_range(one: Candidate, lattice: Lattice) -> tuple[int, int] | None:
    """Where the upper end of a range stands whose lower end is ``one``, a number below a hundred, and that number: it
    has an ending that says so, or a link stands behind it."""
    number, end = one.plain(), one.words[1]
    if number is None or number >= _HUNDRED or one.cost:
        return None
    if "to" in lattice.facts.flags.get(one.token.fields.get("suffix", ""), ()):
        return end, number
    linked = end < len(lattice) and lattice.folded[end] in lattice.facts.to
    return (end + 1, number) if linked else None


def _hundreds_and_part(lattice: Lattice) -> Iterator[Candidate]:
    """Hundreds before tens with a decimal point: one forty-seven point five."""
    for one in lattice:
        fields, start = one.token.fields, one.words[0]
        if one.span.kind != "decimal" or len(fields["integer"]) != _TENS or "sign" in fields:
            continue
        for i in range(max(start - 2, 0), start):
            for atom in lattice.atoms.get(i, ()):
                if atom.end == start and not atom.ending and len(atom.digits) == 1 and atom.digits != "0":
                    token = Token("decimal", {**fields, "integer": atom.digits + fields["integer"]})
                    yield Candidate(Span((i, one.words[1]), token), "hundreds-part", one.cost)


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
    money: dict[int, list[Candidate]] = {}
    for one in lattice:
        shared = one.words[0] in lattice.upper_ends
        if one.span.kind == "money" and not one.cost and "minor" not in one.token.fields and not shared:
            money.setdefault(one.words[0], []).append(one)
    for one in lattice if money else ():
        if one.plain() is None or one.cost:
            continue
        end = one.words[1]
        for amount in (amount for i in range(end, end + _REACH) for amount in money.get(i, ())):
            if _is_linked(one, amount, lattice):
                fields = {**one.token.fields, "currency": amount.token.fields["currency"]}
                yield Candidate(Span(one.words, Token("money", fields)), "currency-of-next")


def _is_linked(first: Candidate, second: Candidate, lattice: Lattice) -> bool:
    """True if a link stands between both, or the ending of the first one is one."""
    end, start = first.words[1], second.words[0]
    linked = not lattice.facts.links.isdisjoint(lattice.folded[end:start])
    return linked or "to" in lattice.facts.flags.get(first.token.fields.get("suffix", ""), ())


class Neighbours:
    """The rules of this module for one language."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self.rules = (
            Rule("half", "a half or a quarter before a number: half past three", _parts),
            Rule(UPPER_END, "the upper end of a range before its scale word: 5 to 10 lakh", _upper_ends),
            Rule("hundreds-part", "hundreds before tens and a decimal point: one 47.5", _hundreds_and_part),
            Rule("guess", "two numbers that are one guess: two three hundred, 200-300; a school year", self._joined),
            Rule("and-tens", "hundreds and tens with a link between them", _and_tens),
            Rule("ratio", "numbers with a by or a slash between them: 12/4", _ratios),
            Rule("currency-of-next", "an amount whose currency stands behind the next one", _currency_of_next),
            Rule("day-part", "a time with the part of the day before it", self._with_day_part),
        )

    def _joined(self, lattice: Lattice) -> Iterator[Candidate]:
        starting = lattice.starting()
        read = [one for one in lattice if "suffix" not in one.token.fields]
        for low in read:
            if low.words[1] - 1 in lattice.compounds and (low.plain() or 0) < _HUNDRED:
                continue  # fifty | six thousand; but a hundred and fifty | two hundred
            for high in starting.get(low.words[1], ()):
                both = joined(low.span, high.span, lattice.folded, self._facts.scales.keys())
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
