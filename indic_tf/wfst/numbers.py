"""Whole numbers: spoken words ⇄ digits.

A number is a chain of blocks, each a multiplier and a scale word: 2 digits of crore, 2 of lakh, 2 of thousand, 1 of
hundred, 2 of units. Blocks are written with all their zeros and the leading ones dropped at the end: every block
has a fixed width. `lexicon` says what a block looks like by what follows it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from typing import Literal, get_args

import pynini
from pynini.lib import pynutil

from ..languages import Language
from .fractional import Fractions, trimmed
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, exists, join, nothing, one_of, put
from .lexicon import COMPOSED, UNUSUAL, Lexicon, Shape
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
    "year",
    "year_in_hundreds",
    "year_pair",
    "fractional",
    "fractional_coins",
    "fractional_point",
    "fractional_hour",
    "fractional_to_hour",
    "code_item",
    "toll_free",
]

HUNDRED, THOUSAND, LAKH, CRORE = 100, 1_000, 100_000, 10_000_000
WESTERN = (10**6, 10**9, 10**12)
INDIAN_ABOVE_CRORE = (10**9, 10**11, 10**13, 10**15)
WESTERN_COST = 0.6  # million, and three-digit multipliers
MISSING_LINKER = 0.5  # where one is said as a rule
OTHER_ORDER = 0.3  # a multiplier before its scale word where the scale word comes first; two numbers must cost more
SMALLER_FIRST = 0.2  # in favour of a compound that a language takes the trouble to list
_QUARTERS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
_DECIMAL = dict(zip(_QUARTERS, ("25", "5", "75"), strict=True))
_COINS = dict(zip(_QUARTERS, ("25", "50", "75"), strict=True))
_MINUTES = dict(zip(_QUARTERS, ("15", "30", "45"), strict=True))
_PAIRED_YEARS = [y for y in range(1601, 2000) if y % 100 != y // 100 + 1] + list(range(2001, 2030))
_ROOT = 0x7FFFFFF0  # a label that no symbol has


class NumberFst:
    """Spoken ⇄ digits for one language, as the parts that semiotic classes are made of.

    Attributes:
        final: a whole number on its own.
        noun: a whole number before a noun.
        digit, pair: one word 0 to 9, and one number 10 to 99 as two digits, for decimals.
        below_100: 1 to 99 as two digits; small: 0 to 99 without a leading zero.
        below_10000: 0 to 9999.
        one: the word for one before a noun.
        hour, minute, day: 0 to 24, 00 to 59, 1 to 31; hour_before, minutes_left: "quarter to five", "ten to five";
            hour_minute: both, where they cannot be a guess ("ten eleven o'clock").
        year: 1000 to 2099 as any number or as years are said; year_in_hundreds: 1101 to 1999 as it is said of years;
            year_pair: "nineteen ninety-seven", in English words.
        fractional, fractional_coins, fractional_point, fractional_hour, fractional_to_hour: साढ़े तीन as 3 and a half,
            in fields, in coins, with a point, in minutes.
        code_item: a digit, a pair of digits, "double seven", as it stands in a telephone number.
        toll_free: "eighteen hundred" as 1800.
    """

    def __init__(self, language: Language, spelling: Spelling) -> None:
        self.language = language
        self.facts = language.numbers
        self.spelling = spelling
        self._lexicon = Lexicon(language, spelling)
        self._fractions = Fractions(self._lexicon)
        self._built: dict[tuple[str, Shape], Fst] = {}

    # --- blocks ---------------------------------------------------------------------------------------

    def _block(self, value: int, shape: Shape, multiplier: Fst, width: int, system: str = "") -> Fst:
        """Multiplier and scale word, written as ``width`` digits (of the multiplier)."""
        words = self._lexicon
        after_one = words.scale(value, shape, "one", system)
        said = self._times(words.one(width), after_one)
        bare = join(put("1".zfill(width)), after_one)
        many = self._times(multiplier, words.scale(value, shape, "many", system))
        said_first = value in self.facts.say_one_before
        return any_of(cost(said, 0.0 if said_first else 0.1), cost(bare, 0.1 if said_first else 0.0), many).optimize()

    def _times(self, multiplier: Fst, scale: Fst) -> Fst:
        """A multiplier and its scale word, in the order of the language; the scale word writes nothing.

        Where the scale word comes first, the other order is read too: English is mixed in ("twenty five lakh").
        """
        space = self.spelling.space
        usual = join(multiplier, space, scale)
        if not self.facts.scale_first:
            return usual
        first = join(scale, space, multiplier)
        return first if self.spelling.generating else any_of(first, cost(usual, OTHER_ORDER))

    def _hundreds(self, shape: Shape) -> Fst:
        return self._once("hundreds", shape, lambda s: self._fused_or_block(HUNDRED, s, 1))

    def _thousands(self, shape: Shape) -> Fst:
        return self._once("thousands", shape, lambda s: self._fused_or_block(THOUSAND, s, 2))

    def _fused_or_block(self, scale: int, shape: Shape, width: int) -> Fst:
        block = self._block(scale, shape, self._lexicon.multiplier(width), width)
        return any_of(self._lexicon.fused(scale, shape, width), cost(block, COMPOSED)).optimize()

    def _lakhs(self, shape: Shape) -> Fst:
        return self._once("lakhs", shape, lambda s: self._block(LAKH, s, self._lexicon.many, 2))

    # --- chains ---------------------------------------------------------------------------------------

    def _chain(self, low: Fst, block: dict[Shape, Fst], shape: Shape, width: int, block_width: int) -> Fst:
        """``low`` (``width`` digits) with a further block of ``block_width`` digits above it."""
        link = self._link(width)
        return any_of(
            join(block["stem"], link, low),
            join(block[shape], put("0" * width)),
            join(put("0" * block_width), low),
        ).optimize()

    def _link(self, width: int) -> Fst:
        """What stands before a smaller part of ``width`` digits: a space, or a linker where the language has one."""
        space, where = self.spelling.space, self.facts.linkers_said
        if not self.facts.linkers or (width != 2 and where == "never"):
            return space
        said = where == "everywhere" or (where == "hundreds" and width == 2)
        linker = join(space, self._lexicon.words(self.facts.linkers), space)
        return any_of(cost(space, MISSING_LINKER if said else 0.0), cost(linker, 0.0 if said else 0.1))

    def _below_1000(self, shape: Shape) -> Fst:
        return self._once("below_1000", shape, self._build_below_1000)

    def _below_crore(self, shape: Shape) -> Fst:
        return self._once("below_crore", shape, self._build_below_crore)

    def _once(self, name: str, shape: Shape, build: Callable[[Shape], Fst]) -> Fst:
        """What ``build`` makes for ``shape``; built once, used in many places."""
        if (name, shape) not in self._built:
            self._built[name, shape] = build(shape)
        return self._built[name, shape]

    def _build_below_1000(self, shape: Shape) -> Fst:
        chain = self._chain(self._lexicon.below_100(shape), self._both(self._hundreds, shape), shape, 2, 1)
        return any_of(chain, self._smaller_first(HUNDRED, shape, width=2))

    def _smaller_first(self, scale: int, shape: Shape, width: int) -> Fst:
        """पञ्चविंशत्यधिकशतम्: the smaller part is said first, and written (with ``width`` digits) behind the larger.

        One copy of the larger part for each smaller one, so only listed larger parts, and none before a scale word.
        """
        if shape == "mult":
            return nothing()
        larger = self._lexicon.fused(scale, shape, width - 1)
        joint = put("") if self.spelling.generating else self.spelling.space  # such compounds are one word
        added = self._lexicon.added().items()
        return cost(any_of(*(join(part, joint, larger, put(f"{v:0{width}d}")) for v, part in added)), -SMALLER_FIRST)

    def _build_below_crore(self, shape: Shape) -> Fst:
        below_lakh = self._chain(self._below_1000(shape), self._both(self._thousands, shape), shape, 3, 2)
        below_lakh = any_of(below_lakh, self._smaller_first(THOUSAND, shape, width=3))
        return self._chain(below_lakh, self._both(self._lakhs, shape), shape, 5, 2)

    @staticmethod
    def _both(build: Callable[[Shape], Fst], shape: Shape) -> dict[Shape, Fst]:
        """A block in the shape that a smaller number follows, and in the shape that the whole number has."""
        stem: Shape = "stem"
        return {s: build(s) for s in dict.fromkeys((stem, shape))}

    def _indian(self, shape: Shape) -> Fst:
        """Lakh, crore, then arab and above where the language has them, or crores without end."""
        low, width = self._below_crore(shape), 7
        scales = self._from_crore
        for scale, above in pairwise([*scales, scales[-1] * 100]):
            block_width = len(str(above)) - len(str(scale))
            block = self._both(partial(self._indian_block, scale, block_width), shape)
            low = self._chain(low, block, shape, width, block_width)
            width += block_width
        return any_of(low, cost(self._crores(shape), 0.05 if len(scales) == 1 else 0.5))

    def _indian_block(self, scale: int, width: int, shape: Shape) -> Fst:
        return self._block(scale, shape, self._lexicon.multiplier(width), width)

    @cached_property
    def _from_crore(self) -> list[int]:
        return [CRORE, *(value for value in INDIAN_ABOVE_CRORE if self._lexicon.has_scale(value))]

    def _crores(self, shape: Shape) -> Fst:
        """A hundred crore and more: the multiplier is itself a number of up to nine digits."""
        if self.facts.scale_first:  # where such a multiplier ended and the rest began, nobody could hear
            return nothing()
        crore = self._both(lambda s: self._block(CRORE, s, self._lexicon.many, 2), "mult")
        multiplier = self._chain(self._below_crore("mult"), crore, "mult", 7, 2)
        space = self.spelling.space
        stem, last = (join(multiplier, space, self._lexicon.scale(CRORE, s, "many")) for s in _ends(shape))
        return any_of(join(stem, space, self._below_crore(shape)), join(last, put("0" * 7))).optimize()

    def _western(self, shape: Shape) -> Fst:
        """Thousand, million, billion, trillion, each with a multiplier of up to three digits."""
        low, width = self._below_1000(shape), 3
        multiplier = self._below_1000("mult")
        for scale in (THOUSAND, *WESTERN):
            block = self._both(partial(self._western_block, scale, multiplier), shape)
            low = self._chain(low, block, shape, width, 3)
            width += 3
        return low

    def _western_block(self, scale: int, multiplier: Fst, shape: Shape) -> Fst:
        return self._block(scale, shape, multiplier, 3, "western" if scale in WESTERN else "")

    def _hundreds_above_nine(self, shape: Shape) -> Fst:
        """पच्चीस सौ = 2,500: 11 to 99 hundreds, never a multiple of ten."""
        tens = pynini.union(*(f"{n:02d}" for n in range(11, 100) if n % 10))
        multiplier = self._lexicon.many @ _through_marks(tens)
        space = self.spelling.space
        stem, last = (join(multiplier, space, self._lexicon.scale(HUNDRED, s, "many")) for s in _ends(shape))
        return any_of(join(stem, space, self._lexicon.below_100(shape)), join(last, put("00"))).optimize()

    # --- numbers --------------------------------------------------------------------------------------

    def whole(self, shape: Shape) -> Fst:
        """Any whole number in the given shape, without leading zeros."""
        scales = [HUNDRED, THOUSAND, LAKH, *self._from_crore]
        parts = [self._indian(shape), self._fractions.numbers(shape, scales, CRORE)]
        if not self.spelling.generating:
            parts.append(cost(self._western(shape), WESTERN_COST))
        if self.facts.hundreds_above_nine and not self.spelling.generating:
            parts.append(cost(self._hundreds_above_nine(shape), COMPOSED))
        return any_of((any_of(*parts) @ _stripped()).optimize(), self.zero).optimize()

    # Classes are written with calls to these parts, and the parts are put in once, after equal beginnings were merged.
    def call(self, part: Part) -> Fst:
        """A place in a class where a part of the number grammar will stand."""
        same = part == "noun" and not (self._lexicon.nouns_differ and self.spelling.generating)
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
        differ = self._lexicon.nouns_differ and not self.spelling.generating
        if not differ:
            return plain
        price = 1.1 if self.facts.mult_before_noun else 0.2
        return any_of(plain, self.one, cost(self.noun, price)).optimize()

    @cached_property
    def noun(self) -> Fst:
        """A number before a noun."""
        return self.whole("noun") if self._lexicon.nouns_differ else self.final

    @cached_property
    def zero(self) -> Fst:
        return self._lexicon.pairs(range(0, 1), "", 1, 1)

    @cached_property
    def digit(self) -> Fst:
        """One word from zero to nine as one digit."""
        return any_of(self.zero, self._lexicon.pairs(range(1, 10), "", 1, 1)).optimize()

    @cached_property
    def pair(self) -> Fst:
        """One number from 10 to 99 as two digits."""
        two = pynini.union(*(str(n) for n in range(10, 100)))
        return (self._lexicon.below_100("final") @ _through_marks(two)).optimize()

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
        return any_of((any_of(*parts) @ _stripped() @ _through_marks(four)).optimize(), self.zero).optimize()

    @cached_property
    def hour(self) -> Fst:
        return any_of(self._within(range(1, 25)) @ trimmed(), self.zero).optimize()

    @cached_property
    def minute(self) -> Fst:
        """Two digits; "oh five" too."""
        oh = join(self.zero, self.spelling.gap, self._lexicon.pairs(range(1, 10), "", 1, 1))
        return any_of(self._within(range(1, 60)), cost(oh, 0.1), join(self.zero, put("0"))).optimize()

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
        """An hour and minutes said as two numbers, from ten minutes on; not "ten eleven", which may be a guess."""
        both = join(self.hour, self.spelling.gap, put(" minute="), self.minute)
        clear = (f"{h} minute={m}" for h in range(1, 13) for m in range(10, 60) if not h < m <= 12)
        return (both @ _through_marks(pynini.union(*clear))).optimize()

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
        return join(
            self._within(range(18, 19)), self.spelling.space, self._lexicon.scale(HUNDRED, "final", "many"), put("00")
        )

    @cached_property
    def day(self) -> Fst:
        return (self._within(range(1, 32)) @ trimmed()).optimize()

    def _within(self, values: range) -> Fst:
        """One number below 100 in ``values``, as two digits."""
        return self.below_100 @ _through_marks(pynini.union(*(f"{n:02d}" for n in values)))

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
        return (self._hundreds_above_nine("final") @ _through_marks(hundred_years())).optimize()

    @cached_property
    def year(self) -> Fst:
        # Not 1000 to 1099: "March two thousand ten" is no second of March 1010.
        four = pynini.union("11", "12", "13", "14", "15", "16", "17", "18", "19", "20") + digit() ** 2
        price = 1.0 if self.spelling.generating else 0.1  # 1947 is said as years are
        any_number = cost(self.below_10000 @ _through_marks(four), price)
        return any_of(self.year_in_hundreds, any_number, self.year_pair).optimize()

    @cached_property
    def year_pair(self) -> Fst:
        """ "Nineteen ninety-seven", "twenty twenty-four": never a pair that could be a guess, "eighteen nineteen"."""
        if self.spelling.generating and not self.facts.year_in_pairs:
            return nothing()
        century, rest = self._lexicon.english(range(16, 21)), self._lexicon.english(range(10, 100))
        oh = join(
            self._lexicon.english(range(0, 1), width=1), self.spelling.gap, self._lexicon.english(range(1, 10), 1)
        )
        pair = join(century, self.spelling.gap, any_of(rest, oh))
        return (pair @ _through_marks(pynini.union(*map(str, _PAIRED_YEARS)))).optimize()

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
        return any_of(*scales).optimize()


def _ends(shape: Shape) -> tuple[Shape, Shape]:
    """What follows a block: a smaller number, or whatever follows the whole number."""
    return "stem", shape


def hundred_years() -> Fst:
    """The years that are said in hundreds, as four digits."""
    return pynini.union(*(str(n) for n in range(1101, 2000) if n % 100)).optimize()


def _stripped() -> Fst:
    """Digits without leading zeros, space marks passed through."""
    zeros = pynini.closure(pynini.union(pynutil.delete("0"), SPACE_MARK))
    return zeros + one_of(LATIN_DIGITS[1:]) + pynini.closure(pynini.union(digit(), SPACE_MARK))


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


def _through_marks(digits: Fst) -> Fst:
    """An acceptor of ``digits`` with space marks anywhere between them."""
    kept = one_of(LATIN_DIGITS + " =minute")
    without_marks = pynini.closure(pynini.union(kept, pynutil.delete(SPACE_MARK)))
    return pynini.project(without_marks @ digits, "input").optimize()


def _label(symbol: Fst) -> int:
    """The label of a one-symbol acceptor."""
    return int(next(iter(symbol.arcs(symbol.start()))).ilabel)
