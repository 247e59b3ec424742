"""The parts of the number grammar that semiotic classes are made of: whole numbers, hours, days, years, digits.

Classes are written with calls to these parts, and the parts are put in once, after equal beginnings were merged.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import Literal, get_args

import pynini
from pynini.lib import pynutil

from .fractional import trimmed
from .fst import LATIN_DIGITS, Fst, any_of, cost, digit, exists, join, nothing, one_of, put
from .lexicon import COMPOSED, UNUSUAL, Shape
from .numbers import CRORE, HUNDRED, LAKH, THOUSAND, WESTERN, WholeNumbers, stripped, through_marks
from .wire import SPACE_MARK

Part = Literal[
    "final",
    "noun",
    "digit",
    "pair",
    "below_100",
    "small",
    "below_10000",
    "one",
    "hour",
    "hour_before",
    "minute",
    "minutes_left",
    "hour_minute",
    "day",
    "recent_year",
    "year",
    "year_in_hundreds",
    "year_pair",
    "hundred_pair",
    "lone_pair",
    "scaled_pair",
    "teen_pair",
    "fractional",
    "fractional_coins",
    "fractional_point",
    "fractional_hour",
    "fractional_to_hour",
    "code_item",
    "toll_free",
    "three_digits",
]

_QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
_DECIMAL = dict(zip(_QUARTERS, ("25", "5", "75"), strict=True))
_COINS = dict(zip(_QUARTERS, ("25", "50", "75"), strict=True))
_MINUTES = dict(zip(_QUARTERS, ("15", "30", "45"), strict=True))
_PAIRED_YEARS = [y for y in range(1601, 2000) if y % 100 != y // 100 + 1] + list(range(2001, 2030))
_RECENT_YEARS = [*range(1901, 2000), *range(2001, 2050)]
_PAIRED_HUNDREDS = [n for n in range(110, 1000) if n % 100 > 10 or (n % 100 == 10 and n < 500)]
_PAIRED_TEENS = [n for n in range(1100, 2000) if n % 100 >= 40]
_ROOT = 0x7FFFFFF0  # a label that no symbol has


class NumberFst(WholeNumbers):
    """Spoken ⇄ digits for one language, as the parts that semiotic classes are made of.

    Attributes:
        final: a whole number on its own.
        noun: a whole number before a noun.
        digit, pair: one word 0 to 9, and one number 10 to 99 as two digits, for decimals.
        below_100: 1 to 99 as two digits; small: 0 to 99 without a leading zero.
        below_10000: 0 to 9999.
        one: the word for one before a noun.
        hour, minute, day: 0 to 24, 00 to 59, 1 to 31; hour_before, minutes_left: "quarter to five",
            "ten to five"; hour_minute: both, where they cannot be a guess ("ten eleven o'clock").
        year: 1000 to 2099 as any number or as years are said; recent_year: of the last century and this one;
            year_in_hundreds: 1101 to 1999 as it is said of years; year_pair: "nineteen ninety-seven", in English words.
        hundred_pair: "two fifty", "one thousand two fifty", in English words, before a unit; scaled_pair: "one forty
            crore"; lone_pair: "one eighty", which is no time either; teen_pair: "twelve fifty", before a currency.
        fractional, fractional_coins, fractional_point, fractional_hour, fractional_to_hour: साढ़े तीन as 3 and a half,
            in fields, in coins, with a point, in minutes.
        code_item: a digit, a pair of digits, "double seven", as it stands in a telephone number.
        toll_free: "eighteen hundred", "one eight hundred" as 1800; three_digits: 100 to 999.
    """

    def call(self, part: Part) -> Fst:
        """A place in a class where a part of the number grammar will stand."""
        same = part == "noun" and not (self.facts.nouns_differ and self.spelling.generating)
        return pynini.accep("[FINAL]" if same else f"[{part.upper()}]")

    def fill(self, skeleton: Fst) -> Fst:
        """``skeleton`` with every call replaced by its part."""
        called = {arc.olabel for state in skeleton.states() for arc in skeleton.arcs(state)}
        parts = {_label(pynini.accep(f"[{part.upper()}]")): part for part in get_args(Part)}
        pairs = [(_ROOT, skeleton), *((label, getattr(self, part)) for label, part in parts.items() if label in called)]
        return pynini.replace(pairs, call_arc_labeling="neither")

    @cached_property
    def final(self) -> Fst:
        """A number on its own. Both shapes are read in both places: ఐదు వేల మంది has no noun that the grammar knows.

        "A" for one is dearer than two numbers side by side: it is mostly the article of the next noun.
        """
        plain = self.whole("final")
        differ = self.facts.nouns_differ and not self.spelling.generating
        if not differ:
            return plain
        price = 1.1 if self.facts.mult_before_noun else 0.2
        return any_of(plain, self.one, cost(self.noun, price)).optimize()

    @cached_property
    def noun(self) -> Fst:
        """A number before a noun."""
        return self.whole("noun") if self.facts.nouns_differ else self.final

    @cached_property
    def digit(self) -> Fst:
        """One word from zero to nine as one digit."""
        return any_of(self.zero, self._lexicon.pairs(range(1, 10), "", 1, 1)).optimize()

    @cached_property
    def pair(self) -> Fst:
        """One number from 10 to 99 as two digits."""
        two = pynini.union(*(str(n) for n in range(10, 100)))
        return (self._lexicon.below_100("final") @ through_marks(two)).optimize()

    @cached_property
    def below_100(self) -> Fst:
        """One number from 1 to 99 as two digits."""
        return self._lexicon.below_100("final").optimize()

    @cached_property
    def small(self) -> Fst:
        """One number from 0 to 99."""
        return any_of(self.zero, self.below_100 @ trimmed()).optimize()

    @cached_property
    def below_10000(self) -> Fst:
        """Zero to 9999: the numbers of doors, laws and roads."""
        thousands = self._both(self._thousands, "final")
        chain = self._chain(self._below_1000("final"), thousands, "final", 3, 2)
        parts = [chain]
        if not self.spelling.generating:
            parts.append(cost(self._hundreds_above_nine("final") @ _wide(5), COMPOSED))
        four = pynini.closure(digit(), 1, 4)
        return any_of((any_of(*parts) @ stripped() @ through_marks(four)).optimize(), self.zero).optimize()

    @cached_property
    def hour(self) -> Fst:
        return any_of(self._within(range(1, 25)) @ trimmed(), self.zero).optimize()

    @cached_property
    def minute(self) -> Fst:
        """Two digits; "oh five" too."""
        return any_of(self._within(range(1, 60)), cost(self._oh_five, 0.1), join(self.zero, put("0"))).optimize()

    @cached_property
    def _oh_five(self) -> Fst:
        """01 to 09, said with the zero."""
        return join(self.zero, self.spelling.gap, self._lexicon.pairs(range(1, 10), "", 1, 1))

    @cached_property
    def hour_before(self) -> Fst:
        """The hour before the one that is said: "quarter to five" is 4:45."""
        return (
            self._within(range(1, 13)) @ _mapped({f"{h:02d}": str((h - 2) % 12 + 1) for h in range(1, 13)})
        ).optimize()

    @cached_property
    def minutes_left(self) -> Fst:
        """The minute that is so many before the hour: "ten to five" is 4:50."""
        return (self._within(range(1, 60)) @ _mapped({f"{m:02d}": str(60 - m) for m in range(1, 60)})).optimize()

    @cached_property
    def hour_minute(self) -> Fst:
        """An hour and minutes said as two numbers, from ten minutes on or with a zero; not "ten eleven", which may be a
        guess."""
        hour = join(self.hour, self.spelling.gap, put(" minute="))
        told = ((h, m) for h in range(1, 24) for m in range(10, 60) if not h < m <= 12 and m != h + 1)
        clear = (f"{h} minute={m}" for h, m in told)
        both = (join(hour, self.minute) @ through_marks(pynini.union(*clear))).optimize()
        return both if self.spelling.generating else any_of(both, cost(join(hour, self._oh_five), 0.1)).optimize()

    @cached_property
    def code_item(self) -> Fst:
        """One item of a number that is read digit by digit."""
        if self.spelling.generating:
            return self.digit
        twice, thrice = (self._lexicon.words(self.language.forms("words", name=n)) for n in ("double", "triple"))
        gap = self.spelling.gap
        digit = any_of(self.digit, self._lexicon.english(range(10), width=1)).optimize()
        repeated = (join(word, gap, digit @ _repeated(n)) for word, n in ((twice, 2), (thrice, 3)))
        pair = any_of(self.pair, self._lexicon.english(range(10, 100)))
        return any_of(digit, cost(pair, 0.2), *repeated).optimize()

    @cached_property
    def toll_free(self) -> Fst:
        hundred = any_of(*(self._lexicon.scale(HUNDRED, shape, "many") for shape in ("final", "stem")))
        hundreds = join(self.spelling.space, hundred, put("00"))
        eight = any_of(self._lexicon.pairs(range(8, 9), "", 1, 1), self._lexicon.english(range(8, 9), 1))
        said_apart = join(self.one, self.spelling.gap, eight)
        in_hundreds = join(any_of(self._within(range(18, 19)), said_apart), hundreds)
        return any_of(in_hundreds, self.below_10000 @ through_marks(pynini.accep("1800")))

    @cached_property
    def three_digits(self) -> Fst:
        return self.below_10000 @ through_marks(pynini.union(*map(str, range(100, 1000))))

    @cached_property
    def day(self) -> Fst:
        return self.among(range(1, 32))

    def among(self, values: Iterable[int]) -> Fst:
        """One number below 100 in ``values``, without a leading zero."""
        return (self._within(values) @ trimmed()).optimize()

    @cached_property
    def recent_year(self) -> Fst:
        return (self.year @ through_marks(pynini.union(*map(str, _RECENT_YEARS)))).optimize()

    def _within(self, values: Iterable[int]) -> Fst:
        """One number below 100 in ``values``, as two digits."""
        return self.below_100 @ through_marks(pynini.union(*(f"{n:02d}" for n in values)))

    @cached_property
    def one(self) -> Fst:
        """One before a noun, as a digit."""
        special = self._lexicon.pairs(range(1, 2), "mult", 1, 1) if self.facts.mult_before_noun else nothing()
        plain = self._lexicon.pairs(range(1, 2), "", 1, 1)
        return any_of(special, cost(plain, UNUSUAL if exists(special) else 0.0))

    @cached_property
    def year_in_hundreds(self) -> Fst:
        """उन्नीस सौ सैंतालीस: 11 to 19 hundreds and more, as four digits."""
        if not self.facts.year_in_hundreds:
            return nothing()
        years = hundred_years(self.spelling.generating)
        return (self._hundreds_above_nine("final") @ through_marks(years)).optimize()

    @cached_property
    def year(self) -> Fst:
        # Not 1000 to 1099: "March two thousand ten" is no second of March 1010.
        four = pynini.union("11", "12", "13", "14", "15", "16", "17", "18", "19", "20") + digit() ** 2
        price = 1.0 if self.spelling.generating else 0.1  # 1947 is said as years are
        any_number = cost(self.below_10000 @ through_marks(four), price)
        return any_of(self.year_in_hundreds, any_number, self.year_pair).optimize()

    @cached_property
    def year_pair(self) -> Fst:
        """ "Nineteen ninety-seven", "twenty twenty-four": never a pair that could be a guess, "eighteen nineteen"."""
        if self.spelling.generating and not self.facts.year_in_pairs:
            return nothing()
        century, rest = self._lexicon.english(range(16, 21)), self._lexicon.english(range(10, 100))
        oh = join(self._oh(), self.spelling.gap, self._lexicon.english(range(1, 10), 1))
        pair = join(century, self.spelling.gap, any_of(rest, oh))
        return (pair @ through_marks(pynini.union(*map(str, _PAIRED_YEARS)))).optimize()

    @cached_property
    def hundred_pair(self) -> Fst:
        """Two fifty as 250, two oh five, one thousand two fifty: never a pair that could be a guess, "five ten"."""
        digit = self._lexicon.english(range(1, 10), 1)
        oh = join(digit, self.spelling.gap, self._lexicon.english(range(0, 1), 1), self.spelling.gap, digit)
        hundreds = any_of(self._paired_hundreds(_PAIRED_HUNDREDS), oh)
        thousands = join(self._both(self._thousands, "final")["stem"], self.spelling.space, hundreds) @ stripped()
        return any_of(hundreds, thousands, self.scaled_pair).optimize()

    @cached_property
    def teen_pair(self) -> Fst:
        """ "Twelve fifty" as 1250, in English words, before a currency; "fifteen twenty rupees" may be a guess."""
        teen, rest = self._lexicon.english(range(11, 20)), self._lexicon.english(range(10, 100))
        both = join(teen, self.spelling.gap, rest)
        return (both @ through_marks(pynini.union(*map(str, _PAIRED_TEENS)))).optimize()

    @cached_property
    def scaled_pair(self) -> Fst:
        """ "One forty crore" as 140 crore."""
        zeros = {value: put("0" * (len(str(value)) - 1)) for value in (LAKH, CRORE)}
        scales = (join(self._lexicon.scale(value, "final", "many"), zero) for value, zero in zeros.items())
        return join(self._paired_hundreds(_PAIRED_HUNDREDS), self.spelling.space, any_of(*scales)).optimize()

    @cached_property
    def lone_pair(self) -> Fst:
        """ "One eighty" as 180 where nothing says what it counts; "seven thirty" and "seven fifty-five" are times."""
        return self._paired_hundreds([n for n in _PAIRED_HUNDREDS if n % 100 >= 60 or n % 100 in (20, 50)])

    def _paired_hundreds(self, values: list[int]) -> Fst:
        both = join(self._lexicon.english(range(1, 10), 1), self.spelling.gap, self._lexicon.english(range(10, 100)))
        return (both @ through_marks(pynini.union(*map(str, values)))).optimize()

    def _oh(self) -> Fst:
        """Zero between a century and one of its first years: said as the last form of the table, "oh"."""
        if not self.spelling.generating:
            return self._lexicon.english(range(0, 1), width=1)
        return self.spelling.rows((form, "0") for form in self.language.forms("english", value="0")[-1:])

    @cached_property
    def fractional(self) -> Fst:
        """साढ़े तीन → "3 fraction=5"."""
        return self._fractions.amount(" fraction=", _DECIMAL, generated=True)

    @cached_property
    def fractional_point(self) -> Fst:
        """साढ़े तीन → "3.5"."""
        return self._fractions.amount(".", _DECIMAL)

    @cached_property
    def fractional_hour(self) -> Fst:
        """साढ़े तीन → "3 minute=30"; generated too, where the language has it."""
        return self._clock(self._fractions.amount(" minute=", _MINUTES, generated=True, least=1))

    @cached_property
    def fractional_coins(self) -> Fst:
        """साढ़े तीन → "3 minor=50"."""
        return self._fractions.amount(" minor=", _COINS)

    @cached_property
    def fractional_to_hour(self) -> Fst:
        """साढ़े तीन → "3 to_minute=30"."""
        return self._clock(self._fractions.amount(" to_minute=", _MINUTES, least=1))

    @staticmethod
    def _clock(amount: Fst) -> Fst:
        """A quarter to one is 12:45."""
        rest = pynini.closure(any_of(digit(), one_of(" =_minuteo" + SPACE_MARK)))
        marks = pynini.closure(SPACE_MARK)
        zero = marks + pynini.cross("0", "12") + pynini.difference(rest, digit() + rest)
        return (amount @ any_of(zero, marks + one_of(LATIN_DIGITS[1:]) + rest)).optimize() if exists(amount) else amount

    def scale_words(self, shape: Shape) -> Fst:
        """A scale word after a decimal number (2.5 करोड़), written as its value."""
        values = sorted({row.number("value") for row in self.language.table("scales")} - {HUNDRED})
        own = {v: "western" if v in WESTERN and not self._lexicon.has_scale(v) else "" for v in values}
        scales = (join(put(str(v)), self._lexicon.scale(v, shape, "many", system)) for v, system in own.items())
        crore, space = self._lexicon.scale(CRORE, shape, "many"), self.spelling.space
        crores = (
            join(put(str(v * CRORE)), self._lexicon.scale(v, "mult", "many"), space, crore) for v in (THOUSAND, LAKH)
        )
        return any_of(*scales, *crores).optimize()


def hundred_years(round_: bool = False) -> Fst:
    """The years that are said in hundreds, as four digits. The round ones are as often counts."""
    return pynini.union(*(str(n) for n in range(1100, 2000) if round_ or n % 100)).optimize()


def _mapped(values: dict[str, str]) -> Fst:
    """Two digits, perhaps with a space mark between them, replaced by what ``values`` says."""
    marks = pynini.closure(SPACE_MARK)
    changes = (
        join(marks, pynini.cross(old[0], new), marks, pynutil.delete(old[1]), marks) for old, new in values.items()
    )
    return any_of(*changes).optimize()


def _repeated(times: int) -> Fst:
    return pynini.string_map([(d, d * times) for d in LATIN_DIGITS])


def _wide(width: int) -> Fst:
    """Four digits as ``width`` digits."""
    marked = pynini.closure(pynini.union(digit(), SPACE_MARK))
    return put("0" * (width - 4)) + marked


def _label(symbol: Fst) -> int:
    """The label of a one-symbol acceptor."""
    return int(next(iter(symbol.arcs(symbol.start()))).ilabel)
