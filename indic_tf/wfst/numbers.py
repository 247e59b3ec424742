"""Whole numbers: spoken words ⇄ digits.

A number is a chain of blocks, each a multiplier and a scale word: 2 digits of crore, 2 of lakh, 2 of thousand, 1 of
hundred, 2 of units. Blocks are written with all their zeros and the leading ones dropped at the end: every block
has a fixed width. `lexicon` says what a block looks like by what follows it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from itertools import pairwise

import pynini
from pynini.lib import pynutil

from ..languages import Language
from .fractional import Fractions
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, join, nothing, one_of, put
from .lexicon import COMPOSED, Lexicon, Shape
from .wire import SPACE_MARK

HUNDRED, THOUSAND, LAKH, CRORE = 100, 1_000, 100_000, 10_000_000
WESTERN = (10**6, 10**9, 10**12)
INDIAN_ABOVE_CRORE = (10**9, 10**11, 10**13, 10**15)
WESTERN_COST = 0.6  # million, and three-digit multipliers
BY_HUNDREDS = 0.5  # a hundred arab: less than two numbers side by side
MISSING_LINKER = 0.5  # where one is said as a rule
OTHER_ORDER = 0.3  # a multiplier before its scale word where the scale word comes first; two numbers must cost more
SMALLER_FIRST = 0.2  # in favour of a compound that a language takes the trouble to list


class WholeNumbers:
    """Spoken ⇄ digits for one language: whole numbers in any shape."""

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

    def _below_lakh(self, shape: Shape) -> Fst:
        return self._once("below_lakh", shape, self._build_below_lakh)

    def _build_below_lakh(self, shape: Shape) -> Fst:
        chain = self._chain(self._below_1000(shape), self._both(self._thousands, shape), shape, 3, 2)
        return any_of(chain, self._smaller_first(THOUSAND, shape, width=3))

    def _build_below_crore(self, shape: Shape) -> Fst:
        return self._chain(self._below_lakh(shape), self._both(self._lakhs, shape), shape, 5, 2)

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
        if not self.spelling.generating:  # a hundred and twenty thousand crore
            multiplier = any_of(multiplier, cost(self._western_thousands, WESTERN_COST))
        if self.facts.hundreds_above_nine and not self.spelling.generating:  # बारह सौ करोड़
            multiplier = any_of(multiplier, cost(self._hundreds_above_nine("mult"), COMPOSED))
        space = self.spelling.space
        stem, last = (join(multiplier, space, self._lexicon.scale(CRORE, s, "many")) for s in _ends(shape))
        return any_of(join(stem, space, self._below_crore(shape)), join(last, put("0" * 7))).optimize()

    def _by_hundreds(self, shape: Shape) -> Fst:
        """A hundred lakh and more (237 lakh 97 thousand), arab, million and above (1,784 million): the news counts
        so. Behind million and arab nothing smaller is said."""
        if self.facts.scale_first:
            return nothing()
        multiplier, words, space = self._counts_of_scales, self._lexicon, self.spelling.space
        stem, last = (join(multiplier, space, words.scale(LAKH, s, "many")) for s in _ends(shape))
        lakhs = (join(stem, space, self._below_lakh(shape)), join(last, put("0" * 5)))
        arab = [join(words.scale(s, shape, "many"), put("0" * 9)) for s in INDIAN_ABOVE_CRORE[:1] if words.has_scale(s)]
        western = (join(words.scale(s, shape, "many", "western"), put("0" * (len(str(s)) - 1))) for s in WESTERN)
        return any_of(*lakhs, join(multiplier, space, any_of(*arab, *western))).optimize()

    @cached_property
    def _counts_of_scales(self) -> Fst:
        """What stands before a scale word that usually has two or three digits before it: up to 99,999."""
        few = self._below_lakh("mult")
        if not self.facts.hundreds_above_nine:
            return few
        return any_of(few, cost(self._hundreds_above_nine("mult"), COMPOSED)).optimize()

    def _western(self, shape: Shape) -> Fst:
        """Thousand, million, billion, trillion, each with a multiplier of up to three digits."""
        low, width = self._below_1000(shape), 3
        multiplier = self._below_1000("mult")
        for scale in (THOUSAND, *WESTERN):
            block = self._both(partial(self._western_block, scale, multiplier), shape)
            low = self._chain(low, block, shape, width, 3)
            width += 3
        return low

    @cached_property
    def _western_thousands(self) -> Fst:
        """Round thousands of up to three digits, before a scale word."""
        block = self._western_block(THOUSAND, self._below_1000("mult"), "mult")
        return join(block, put("0" * 3)).optimize()

    def _western_block(self, scale: int, multiplier: Fst, shape: Shape) -> Fst:
        return self._block(scale, shape, multiplier, 3, "western" if scale in WESTERN else "")

    def _hundreds_above_nine(self, shape: Shape) -> Fst:
        """पच्चीस सौ = 2,500: 11 to 99 hundreds, never a multiple of ten; పదిహేనొందలు in one word, where listed."""
        tens = pynini.union(*(f"{n:02d}" for n in range(11, 100) if n % 10))
        multiplier = self._lexicon.many @ through_marks(tens)
        space = self.spelling.space
        stem, last = (
            any_of(join(multiplier, space, self._lexicon.scale(HUNDRED, s, "many")), self._lexicon.fused_hundreds(s))
            for s in _ends(shape)
        )
        return any_of(join(stem, space, self._lexicon.below_100(shape)), join(last, put("00"))).optimize()

    # --- numbers --------------------------------------------------------------------------------------

    def whole(self, shape: Shape) -> Fst:
        """Any whole number in the given shape, without leading zeros."""
        scales = [HUNDRED, THOUSAND, LAKH, *self._from_crore]
        parts = [self._indian(shape), self._fractions.numbers(shape, scales, self._from_crore[:2])]
        if not self.spelling.generating:
            parts.append(cost(self._western(shape), WESTERN_COST))
            parts.append(cost(self._by_hundreds(shape), BY_HUNDREDS))
        if self.facts.hundreds_above_nine and not self.spelling.generating:
            parts.append(cost(self._hundreds_above_nine(shape), COMPOSED))
        return any_of((any_of(*parts) @ stripped()).optimize(), self.zero).optimize()

    @cached_property
    def zero(self) -> Fst:
        return self._lexicon.pairs(range(0, 1), "", 1, 1)


def _ends(shape: Shape) -> tuple[Shape, Shape]:
    """What follows a block: a smaller number, or whatever follows the whole number."""
    return "stem", shape


def stripped() -> Fst:
    """Digits without leading zeros, space marks passed through."""
    zeros = pynini.closure(pynini.union(pynutil.delete("0"), SPACE_MARK))
    return zeros + one_of(LATIN_DIGITS[1:]) + pynini.closure(pynini.union(digit(), SPACE_MARK))


def through_marks(digits: Fst) -> Fst:
    """An acceptor of ``digits`` with space marks anywhere between them."""
    kept = one_of(LATIN_DIGITS + " =minute")
    without_marks = pynini.closure(pynini.union(kept, pynutil.delete(SPACE_MARK)))
    return pynini.project(without_marks @ digits, "input").optimize()
