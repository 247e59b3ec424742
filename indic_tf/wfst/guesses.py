"""Two numbers in a row that are one guess: four hundred five hundred, दो ढाई सौ, हज़ार बारह सौ रुपये; or one for each,
पाँच पाँच सौ; or a school year.

People who do not know a number exactly say two. The second may bring the scale of both (दो ढाई सौ is 200-250) and the
unit of both. Numbers in a row that are no guess (two five-hundred notes) are left to the judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from fractions import Fraction

from ..document import Span, Token
from ..scripts import fold

_SCHOOL_YEARS = range(1900, 2100)
_SCALES = (1, 100, 1000, 100_000, 10_000_000)
_TENS, _NEAR = 5, Fraction(5, 4)  # and what lies nearer in fives: 170-180
_KEPT = 1000  # the least scale that stays a word: 2-3 लाख, but 200-300
_ROUND, _FARTHEST = 25, 10  # whole hundreds are guessed in quarters, and not wider than 100-1,000
_USUAL = {(2, 4), (4, 6), (5, 7), (5, 10), (6, 8), (8, 10)}  # guesses of small numbers that do not follow one another
_UNITS = {"cardinal": None, "money": "currency", "measure": "unit"}  # kinds of an upper end, and the field of its unit
_CLOSED = {"integer", "suffix"}


def joined(a: Span, b: Span, folded: Sequence[str], scales: Set[str]) -> Span | None:
    """The neighbours ``a`` and ``b`` as one range, if they are one.

    ``folded`` are the words of the text, ``scales`` the language's words for scales.
    """
    if "suffix" in a.token.fields:
        return None
    return _days(a, b) or _school_year(a, b) or _between(a, b, folded, scales)


def lower_end(fields: Mapping[str, str]) -> Fraction:
    """The number that a range, or any number, begins with."""
    return Fraction(f"{fields['integer']}.{fields.get('fraction', '0')}")


def is_guess(low: Fraction, high: Fraction) -> bool:
    """Whether ``high`` is what is said behind ``low``: half or one more, mostly. One before two may be an article."""
    if not low < high < 100:
        return False
    if low >= 10:
        return low % 1 == high % 1 == 0 and high <= 2 * low
    if low % 1 == high % 1 == 0:
        return (high - low == 1 and low > 1) or (int(low), int(high)) in _USUAL
    return {low % 1, high % 1} == {Fraction(0), Fraction(1, 2)} and high - low == Fraction(1, 2)


def in_full(span: Span, words: Sequence[str], nominative: Set[str]) -> Span:
    """A range of a scale with the scale in its figures, unless that stays a word: 300-400, but 3-4 लाख.

    Nor does a word stay that bends to the name of a currency, which the sign takes away: "three four వేల rupees".
    """
    fields = dict(span.token.fields)
    if span.kind != "range" or "scale" not in fields:
        return span
    said = fold(" ".join(words[slice(*span.kept[0])])) if span.kept else ""
    if int(fields["scale"]) >= _KEPT and not ("unit" in fields and len(span.kept) == 1 and said not in nominative):
        return span
    scale = int(fields["scale"])
    low, high = lower_end(fields) * scale, Fraction(fields["high"]) * scale
    for left_out in ("scale", "fraction"):
        fields.pop(left_out, None)
    fields |= {"integer": str(int(low)), "high": str(int(high))}
    return Span(span.words, Token("range", fields), () if scale >= _KEPT else span.kept)


def _between(a: Span, b: Span, folded: Sequence[str], scales: Set[str]) -> Span | None:
    """200-250, ₹1,000-1,200, 300-400 किलो, ₹2-3 लाख."""
    low, high = _number(a), _upper(b)
    if low is None or high is None:
        return None
    if low >= 100:
        wide = low < high <= _FARTHEST * low and low % _ROUND == high % _ROUND == 0
        near = low < high <= _NEAR * low and low % _TENS == high % _TENS == 0
        return _range(a, b, int(low), high) if wide or near else None
    scale = next((scale for scale in _SCALES if _share(low, high, scale, b.kind)), None)
    if scale is None:
        return None
    said = next((i for i in range(b.words[0] + 1, b.words[1]) if folded[i] in scales), None)
    if scale < _KEPT or said is None or low % 1 or high % scale:
        return _range(a, b, int(low * scale), high)
    made = _range(a, b, int(low), high // scale, scale=str(scale))
    return Span(made.words, made.token, ((said, said + 1), *b.kept))


def _share(low: Fraction, high: int, scale: int, kind: str) -> bool:
    """True for two numbers of a scale that are a guess, or the same for each (five hundred each).

    Without a scale small numbers are written of money, of other things from ten on: 8-10 days.
    """
    upper = Fraction(high, scale)
    if scale == 100 and upper % 10 == 0:  # thirty-three | six thousand
        return False
    if scale == 1:
        return is_guess(low, upper) and (kind == "money" or (kind == "measure" and high >= 10))
    return is_guess(low, upper) or low == upper > 1


def _days(a: Span, b: Span) -> Span | None:
    """15-16 of a month, which stays behind them as it is said."""
    fields = b.token.fields
    if a.kind != "cardinal" or a.token.fields.keys() != {"integer"} or fields.keys() != {"day", "month"}:
        return None
    low, high = int(a.token.fields["integer"]), int(fields["day"])
    if not 0 < low < high or len(b.kept) != 1 or b.kept[0][1] != b.words[1]:
        return None
    return Span((a.words[0], b.kept[0][0]), Token("range", {"integer": str(low), "high": str(high)}))


def _school_year(a: Span, b: Span) -> Span | None:
    """2024-25."""
    fields = a.token.fields
    if a.kind not in ("date", "cardinal") or fields.keys() not in ({"year"}, {"integer"}):
        return None
    if b.kind not in ("cardinal", "ordinal") or not b.token.fields.keys() <= _CLOSED:
        return None
    low, high = int(fields.get("year") or fields["integer"]), int(b.token.fields["integer"])
    if low not in _SCHOOL_YEARS or high != (low + 1) % 100 or high < 10:
        return None
    return _range(a, b, low, high, plain="1")


def _number(span: Span) -> Fraction | None:
    fields = span.token.fields
    if span.kind not in ("cardinal", "decimal") or not fields.keys() <= {"integer", "fraction"}:
        return None
    return lower_end(fields)


def _upper(span: Span) -> int | None:
    """The whole number of something that may have a unit."""
    unit = _UNITS.get(span.kind, "")
    return int(span.token.fields["integer"]) if unit != "" and span.token.fields.keys() <= {*_CLOSED, unit} else None


def _range(a: Span, b: Span, low: int, high: int, **more: str) -> Span:
    unit, fields = _UNITS.get(b.kind), b.token.fields
    of = {"unit": fields[unit]} if unit else {}
    ending = {"suffix": fields["suffix"]} if "suffix" in fields else {}
    made = {"integer": str(low), "high": str(high), **of, **more, **ending}
    return Span((a.words[0], b.words[1]), Token("range", made), b.kept)
