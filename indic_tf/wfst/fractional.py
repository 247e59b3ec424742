"""Indic fractional numerals in front of a scale word: साढ़े तीन हज़ार = 3,500, ढाई लाख = 2,50,000, पौने दो सौ = 175.

The `fractions` table lists modifiers (+0.5 साढ़े, -0.25 पौने), which act on the number behind them, and whole multipliers
(1.5 डेढ़, 2.5 இரண்டரை). The fraction is taken of the scale word that follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import pynini
from pynini.lib import pynutil

from ..tables import Row
from .fst import LATIN_DIGITS, RANK_STEP, Fst, any_of, cost, digit, join, nothing, one_of, put
from .lexicon import Lexicon, Shape
from .wire import SPACE_MARK

ROLES = ("", "percent")
"""Where a row of `fractions` is read: everywhere, or before a percent word alone (आधा: what is half of 50,000?)."""

_HALF = Fraction(1, 2)  # alone before a noun सवा and पौने act on one, साढ़े does not
_PARTS = {Fraction(1, 4): "25", Fraction(1, 2): "50", Fraction(3, 4): "75"}


class Fractions:
    """Reads fractional numerals. Only the clock generates them: elsewhere digits say the same in every context."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.rows = [row for row in lexicon.language.table("fractions") if not row.choice("role", ROLES)]
        self._generating = lexicon.spelling.generating

    def numbers(self, shape: Shape, scales: Sequence[int], counted: Sequence[int]) -> Fst:
        """Every multiplier with a fraction and a scale word: two digits, the digits of the fraction, zeros.

        Smaller scales may themselves count those of ``counted``: डेढ़ सौ करोड़, डेढ़ सौ अरब.
        """
        if not self.rows or self._generating:
            return nothing()
        space = self.lexicon.spelling.space
        each = []
        for part, digits in _PARTS.items():
            rest = {scale: put(digits + "0" * (len(str(scale)) - 3)) for scale in scales}
            behind = {c: join(space, self._scale(c, shape), put("0" * (len(str(c)) - 1))) for c in counted}
            tails = [join(self._scale(scale, shape), zeros) for scale, zeros in rest.items()]
            tails += [
                join(self._scale(s, "mult"), zeros, of)
                for c, of in behind.items()
                for s, zeros in rest.items()
                if s < min(c, counted[0])
            ]
            each.append(join(self._multiplier(part, 2, bare=True), space, any_of(*tails).optimize()))
        return any_of(*each, self._fused()).optimize()

    def _fused(self) -> Fst:
        """Whole numbers that are one word: లక్షన్నర = 1,50,000."""
        values = ((row["form"], _value(row)) for row in self.rows if row["value"][0] not in "+-")
        return self.lexicon.spelling.rows((form, str(value)) for form, value in values if value >= 100)

    def _scale(self, value: int, shape: Shape) -> Fst:
        return any_of(self.lexicon.scale(value, shape, "many"), self.lexicon.scale(value, shape, "one"))

    def amount(self, before: str, digits: dict[Fraction, str], generated: bool = False, least: int = 0) -> Fst:
        """A number with a fraction and no scale word: whole part, ``before``, the digits for the fraction.

        ``least`` is the least value of a word that says it all: "half" is no hour.
        """
        if not self.rows or (self._generating and not generated):
            return nothing()
        parts = (
            join(self._multiplier(part, 2, part != _HALF, least) @ trimmed(), put(before + digits[part]))
            for part in _PARTS
        )
        return any_of(*parts).optimize()

    def _multiplier(self, part: Fraction, width: int, bare: bool, least: int = 0) -> Fst:
        """Every way to say N + ``part`` before a scale word, as ``width`` digits of N."""
        wholes = ((form, str(int(v)).zfill(width)) for form, v in self._wholes(part, width) if v >= least)
        whole = self.lexicon.spelling.rows(wholes)
        plus = any_of(*(self._modified(r, width, bare, borrow=False) for r in self._modifiers(part)))
        minus = any_of(*(self._modified(r, width, bare, borrow=True) for r in self._modifiers(part - 1)))
        return any_of(whole, cost(plus, 0.1), cost(minus, 0.1))

    def _modified(self, row: Row, width: int, bare: bool, borrow: bool) -> Fst:
        """A modifier and the number it acts on; alone before a scale word it acts on one."""
        number = any_of(self.lexicon.one(width), self.lexicon.multiplier(width))
        acted_on = _less_one(number, width) if borrow else number
        said_alone = bare and not self._generating
        alone = put("0".zfill(width) if borrow else "1".zfill(width)) if said_alone else nothing()
        return join(self._form(row), any_of(join(self.lexicon.spelling.space, acted_on), alone))

    def _form(self, row: Row) -> Fst:
        """A modifier's word; the first row of a value is the one that is generated."""
        same = [other for other in self.rows if other["value"] == row["value"]]
        return cost(self.lexicon.words([row["form"]]), RANK_STEP * same.index(row))

    def _modifiers(self, part: Fraction) -> Iterable[Row]:
        return [row for row in self.rows if row["value"][0] in "+-" and _value(row) == part]

    def _wholes(self, part: Fraction, width: int) -> Iterable[tuple[str, Fraction]]:
        listed = [(row["form"], _value(row)) for row in self.rows if row["value"][0] not in "+-"]
        return [(form, value) for form, value in listed if value % 1 == part and value < 10**width]


def trimmed() -> Fst:
    """Two digits without a leading zero, space marks passed through."""
    marks = pynini.closure(SPACE_MARK)
    first = pynini.union(pynutil.delete("0"), one_of(LATIN_DIGITS[1:]))
    return (marks + first + marks + digit() + marks).optimize()


def _value(row: Row) -> Fraction:
    try:
        return Fraction(row["value"])
    except ValueError:
        raise row.error(f"value is {row['value']!r}, expected +0.5, -0.25, 1.5 or the like") from None


def _less_one(number: Fst, width: int) -> Fst:
    """``number`` with one taken off its digits, space marks passed through."""
    marks = pynini.closure(SPACE_MARK)
    changes = []
    for value in range(1, 10 ** min(width, 2)):
        change = marks
        for old, new in zip(f"{value:0{width}d}", f"{value - 1:0{width}d}", strict=True):
            change = change + pynini.cross(old, new) + marks
        changes.append(change)
    return (number @ pynini.union(*changes).optimize()).optimize()
