"""Readings of digits said one by one before something, and of numbers with what only such numbers have behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from ..document import Span, Token
from .lattice import Atom, Candidate, Lattice
from .rules import Rule

_AMOUNTS = ("money", "measure", "percent", "decimal")
_PARTED = (*_AMOUNTS, "fraction")
_FEWEST = 2  # digits before a point, or with one that is doubled; before a unit two are a guess
_GROUPED = 4  # digits: a longer whole part would be grouped, which is no way to write digits said one by one
_LONGEST = 40  # words between two dots: longer runs of digits are no part of a version
_DOTS = 2  # of a version; what has one of them is a decimal


def _continued(lattice: Lattice) -> Iterator[Candidate]:
    """An amount with a part of one, and the tens and hundreds before it: one hundred | thirty | three and a half."""
    ending = _ending_in_scales(lattice)
    for one in lattice:
        token, start = one.token, one.words[0]
        if is_backward(one):
            if not _holds(int(token.fields["integer"]), int(Fraction(token.fields["high"]))):
                continue
            token = _as_amount(one, lattice)
        elif scale := _scale_of_part(one, lattice):
            start -= 1
            tens = lattice.facts.tens[lattice.folded[start]] * scale
            token = Token(token.kind, {**token.fields, "integer": str(int(token.fields["integer"]) + tens)})
        elif has_part(one, lattice):
            whole, start = _with_tens(int(token.fields["integer"]), start, lattice)
            token = Token(token.kind, {**token.fields, "integer": str(whole)})
        else:
            continue
        whole, start = _with_scale(int(token.fields["integer"]), start, lattice, ending)
        if start < one.words[0] or token.kind != one.span.kind:
            token = Token(token.kind, {**token.fields, "integer": str(whole)})
            yield Candidate(Span((start, one.words[1]), token, one.span.kept), "continued")


def _ending_in_scales(lattice: Lattice) -> dict[int, Candidate]:
    """The longest whole numbers with a scale word at their end, by their end."""
    plain = (one for one in lattice if one.plain() and "suffix" not in one.token.fields)
    scaled = (one for one in plain if lattice.folded[one.words[1] - 1] in lattice.facts.scales)
    return {one.words[1]: one for one in sorted(scaled, key=lambda one: -one.words[0])}


def is_backward(one: Candidate) -> bool:
    """True for tens before a smaller number with a part of one, which the grammar takes for a guess: thirty to 3.5."""
    fields = one.token.fields
    if one.span.kind != "range" or not {"integer", "high"} <= fields.keys() <= {"integer", "high", "unit", "suffix"}:
        return False
    return fields["integer"].isdecimal() and "." in fields["high"] and Fraction(fields["high"]) < int(fields["integer"])


def _holds(tens: int, unit: int) -> bool:
    """True if ``unit`` can be said behind ``tens`` in one number: thirty three, two hundred three; not ten three."""
    return tens % 10 ** len(str(unit)) == 0 and tens % 100 != 10


def _as_amount(one: Candidate, lattice: Lattice) -> Token:
    rest = {name: value for name, value in one.token.fields.items() if name != "high"}
    digit, _, part = one.token.fields["high"].partition(".")
    fields = {**rest, "integer": str(int(rest["integer"]) + int(digit)), "fraction": part}
    unit = fields.pop("unit", "")
    if unit == "percent":
        return Token("percent", fields)
    if unit in lattice.facts.currencies.values():
        return Token("money", {**fields, "fraction": part.ljust(2, "0"), "currency": unit})
    return Token("measure", {**fields, "unit": unit}) if unit else Token("decimal", fields)


def _tails(lattice: Lattice) -> Iterator[Candidate]:
    """A whole number with a half or a quarter said behind it: a hundred and three and a half."""
    tails = lattice.facts.tails
    for one in lattice if any(phrases.ranges(lattice.words) for phrases in tails.values()) else ():
        number, end = one.plain(), one.words[1]
        whole = number and number >= _LEAST_WITH_TAIL and "suffix" not in one.token.fields
        for part, phrases in tails.items() if whole else ():
            if (after := phrases.at(lattice.words, end)) > end:
                token = Token("decimal", {"integer": str(number), "fraction": part})
                yield Candidate(Span((one.words[0], after), token), "tail", one.cost)


def has_part(one: Candidate, lattice: Lattice) -> bool:
    """True for an amount of which a part is said behind its whole number: three and a half, three and one by two."""
    fields = one.token.fields
    parted = "integer" in fields and ("fraction" in fields or one.span.kind == "fraction")
    return parted and one.span.kind in _PARTED and lattice.folded[one.words[0]] not in lattice.facts.parts


def _scale_of_part(one: Candidate, lattice: Lattice) -> int:
    """The scale of an amount that begins with the unit of the tens before it and has a part (twenty | three and a half
    lakh); 0 for any other."""
    start, end = one.words
    if start - 1 not in lattice.compounds or one.span.kind not in ("cardinal", "money"):
        return 0
    tail = max((phrases.at(lattice.words, start + 1) for phrases in lattice.facts.tails.values()), default=0)
    return lattice.facts.scales.get(lattice.folded[tail], 0) if start + 1 < tail < end else 0


def _with_tens(whole: int, start: int, lattice: Lattice) -> tuple[int, int]:
    tens = lattice.facts.tens.get(lattice.folded[start - 1], 0) if start else 0
    return (whole + tens, start - 1) if tens and 0 < whole < 10 else (whole, start)


def _with_scale(whole: int, start: int, lattice: Lattice, ending: Mapping[int, Candidate]) -> tuple[int, int]:
    """Behind a number that ends in a scale word, a link between them perhaps."""
    linked = start > 1 and lattice.folded[start - 1] in lattice.facts.and_
    end = start - 1 if linked else start
    scale = lattice.facts.scales.get(lattice.folded[end - 1], 0) if end else 0
    before = ending.get(end) if whole < scale else None
    larger = (before.plain() or 0) if before else 0
    return (larger + whole, before.words[0]) if before and larger % scale == 0 else (whole, start)


def _last_digits(lattice: Lattice) -> dict[int, Atom]:
    """Digits, said once or more than once at a time, by their end."""
    return {atom.end: atom for group in lattice.atoms.values() for atom in group if _are_digits(atom)}


def _with_digits(digits: str, start: int, last: Mapping[int, Atom]) -> tuple[str, int]:
    """``digits`` with those that are said one by one before ``start``, and where these begin."""
    while start in last:
        digits, start = last[start].digits + digits, last[start].start
    return digits, start


def _numerators(lattice: Lattice) -> Iterator[Candidate]:
    """Digits one by one before a fraction that begins with the last one: house one four by three, 14/3."""
    last = _last_digits(lattice)
    for one in lattice:
        fields, start = one.token.fields, one.words[0]
        if one.span.kind != "fraction" or "integer" in fields or len(fields["numerator"]) != 1 or one.cost:
            continue
        digits, start = _with_digits(fields["numerator"], start, last)
        if len(digits) >= _FEWEST and digits[0] != "0":
            token = Token("fraction", {**fields, "numerator": digits})
            yield Candidate(Span((start, one.words[1]), token, one.span.kept), "spelled-numerator")


def _amounts(lattice: Lattice) -> Iterator[Candidate]:
    """Digits one by one before an amount that begins with the last one: three nine nine rupees, five double zero."""
    last = _last_digits(lattice)
    for one in lattice:
        fields, start = one.token.fields, one.words[0]
        if one.span.kind not in _AMOUNTS or len(fields.get("integer", "")) != 1 or "sign" in fields:
            continue
        digits = fields["integer"]
        times = lattice.facts.repeats.get(lattice.folded[start - 1], 1) if start else 1
        if times > 1:
            digits, start = digits * times, start - 1
        elif one.cost:
            continue
        digits, start = _with_digits(digits, start, last)
        least = _FEWEST if "fraction" in fields or times > 1 else _FEWEST + 1
        if len(digits) >= least and digits[0] != "0":
            yield Candidate(_amount(one, start, digits), "spelled-amount")


def _amount(one: Candidate, start: int, digits: str) -> Span:
    fields, words = one.token.fields, (start, one.words[1])
    if fields.keys() == {"integer", "fraction"} and len(digits) >= _GROUPED:
        return Span(words, Token("serial", {"code": f"{digits}.{fields['fraction']}"}))
    return Span(words, Token(one.span.kind, {**fields, "integer": digits}), one.span.kept)


def _are_digits(atom: Atom) -> bool:
    """True for a digit, said once or more than once at a time."""
    return len(set(atom.digits)) == 1 and atom.digits not in _TENS and not atom.ending


_LEAST_WITH_TAIL = 10  # "two and a half years" stays in words
_TENS = frozenset(str(number) for number in range(11, 100, 11))


def _dotted(lattice: Lattice) -> Iterator[Candidate]:
    """Numbers with the word for a dot between them: version one dot two dot three, three oh four dot two."""
    for start in lattice.atoms if not lattice.facts.dot.isdisjoint(lattice.folded) else ():
        parts, end = _number(lattice, start)
        if not parts or (start and lattice.folded[start - 1] in lattice.facts.dot):
            continue
        numbers = [parts]
        while end < len(lattice) and lattice.folded[end] in lattice.facts.dot:
            digits, after = _number(lattice, end + 1)
            if not digits:
                break
            numbers.append(digits)
            end = after
        if len(numbers) > 1:
            yield Candidate(Span((start, end), _version(numbers)), "dotted")


def _version(numbers: list[str]) -> Token:
    if len(numbers) > _DOTS:
        return Token("serial", {"code": ".".join(numbers)})
    return Token("decimal", {"integer": numbers[0], "fraction": numbers[1]})


def _number(lattice: Lattice, start: int) -> tuple[str, int]:
    """The digits of the small numbers that begin at ``start``, and where they end; none if that is far."""
    digits, end = "", start
    while found := [atom for atom in lattice.atoms.get(end, ()) if not atom.ending]:
        digits, end = digits + found[-1].digits, found[-1].end
        if end - start > _LONGEST:
            return "", start
    return digits, end


def _eras(lattice: Lattice) -> Iterator[Candidate]:
    """The Latin letters of an era behind a number: five hundred | b c."""
    found = lattice.facts.eras.ranges(lattice.words)
    ends = {one.words[1] for one in lattice if one.span.kind in ("cardinal", "date")} if found else set()
    for start, end in found:
        if start in ends:
            letters = "".join(lattice.words[start:end]).upper()
            yield Candidate(Span((start, end), Token("serial", {"code": letters})), "era")


SPELLED: tuple[Rule, ...] = (
    Rule("tail", "a whole number with a half behind it: a hundred and three and a half", _tails),
    Rule(
        "continued", "tens and hundreds before an amount with a half: one hundred thirty-three and a half", _continued
    ),
    Rule("spelled-numerator", "digits one by one before a fraction: house 14/3", _numerators),
    Rule("spelled-amount", "digits one by one before a unit, a currency, a point", _amounts),
    Rule("dotted", "numbers with dots between them: version 1.2.3", _dotted),
    Rule("era", "the letters of an era behind a year: 500 BC", _eras),
)
