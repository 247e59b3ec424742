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
from .fractional import Fractions
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, exists, join, nothing, one_of, put
from .lexicon import COMPOSED, UNUSUAL, Lexicon, Shape
from .wire import SPACE_MARK

Part = Literal[
    "final", "noun", "digit", "pair", "below_100", "one", "year_in_hundreds", "fractional", "fractional_coins"
]

HUNDRED, THOUSAND, LAKH, CRORE = 100, 1_000, 100_000, 10_000_000
WESTERN = (10**6, 10**9, 10**12)
INDIAN_ABOVE_CRORE = (10**9, 10**11, 10**13, 10**15)
WESTERN_COST = 0.6  # million, and three-digit multipliers
_ROOT = 0x7FFFFFF0  # a label that no symbol has


class NumberFst:
    """Spoken ⇄ digits for one language, as the parts that semiotic classes are made of.

    Attributes:
        final: a whole number on its own.
        noun: a whole number before a noun.
        digit, pair: one word 0 to 9, and one number 10 to 99 as two digits, for decimals.
        below_100: 1 to 99 as two digits.
        one: the word for one before a noun.
        year_in_hundreds: 1101 to 1999 as it is said of years.
        fractional, fractional_coins: साढ़े तीन as 3 and a half, in decimal digits or in coins.
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
        words, space = self._lexicon, self.spelling.space
        after_one = words.scale(value, shape, "one", system)
        said, bare = join(words.one(width), space, after_one), join(put("1".zfill(width)), after_one)
        many = join(multiplier, space, words.scale(value, shape, "many", system))
        said_first = value in self.facts.say_one_before
        return any_of(cost(said, 0.0 if said_first else 0.1), cost(bare, 0.1 if said_first else 0.0), many).optimize()

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
        link = self.spelling.space
        if self.facts.linkers and width == 2:
            link = any_of(link, cost(join(link, self._lexicon.words(self.facts.linkers), link), 0.1))
        return any_of(
            join(block["stem"], link, low),
            join(block[shape], put("0" * width)),
            join(put("0" * block_width), low),
        ).optimize()

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
        return self._chain(self._lexicon.below_100(shape), self._both(self._hundreds, shape), shape, 2, 1)

    def _build_below_crore(self, shape: Shape) -> Fst:
        below_lakh = self._chain(self._below_1000(shape), self._both(self._thousands, shape), shape, 3, 2)
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
        zeros = pynini.closure(pynini.union(pynutil.delete("0"), SPACE_MARK))
        rest = pynini.closure(pynini.union(digit(), SPACE_MARK))
        strip = zeros + one_of(LATIN_DIGITS[1:]) + rest
        return any_of((any_of(*parts) @ strip).optimize(), self.zero).optimize()

    # Classes are written with calls to these parts, and the parts are put in once, after equal beginnings were merged.
    def call(self, part: Part) -> Fst:
        """A place in a class where a part of the number grammar will stand."""
        same = part == "noun" and not self._lexicon.nouns_differ
        return pynini.accep("[FINAL]" if same else f"[{part.upper()}]")

    def fill(self, skeleton: Fst) -> Fst:
        """``skeleton`` with every call replaced by its part."""
        called = {arc.olabel for state in skeleton.states() for arc in skeleton.arcs(state)}
        parts = {_label(pynini.accep(f"[{part.upper()}]")): part for part in get_args(Part)}
        pairs = [(_ROOT, skeleton), *((label, getattr(self, part)) for label, part in parts.items() if label in called)]
        return pynini.replace(pairs, call_arc_labeling="neither")

    @cached_property
    def final(self) -> Fst:
        """A number on its own. Where nouns take the combining form, ASR text has it too (ఐదు వేల మంది)."""
        plain = self.whole("final")
        return any_of(plain, cost(self.noun, 0.5)).optimize() if self.facts.stem_before_noun else plain

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
    def fractional(self) -> Fst:
        """साढ़े तीन → "3 fraction=5"."""
        return self._fractions.amount(" fraction=", {Fraction(1, 4): "25", Fraction(1, 2): "5", Fraction(3, 4): "75"})

    @cached_property
    def fractional_coins(self) -> Fst:
        """साढ़े तीन → "3 minor=50"."""
        return self._fractions.amount(" minor=", {Fraction(1, 4): "25", Fraction(1, 2): "50", Fraction(3, 4): "75"})

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


def _through_marks(digits: Fst) -> Fst:
    """An acceptor of ``digits`` with space marks anywhere between them."""
    without_marks = pynini.closure(pynini.union(digit(), pynutil.delete(SPACE_MARK)))
    return pynini.project(without_marks @ digits, "input").optimize()


def _label(symbol: Fst) -> int:
    """The label of a one-symbol acceptor."""
    return int(next(iter(symbol.arcs(symbol.start()))).ilabel)
