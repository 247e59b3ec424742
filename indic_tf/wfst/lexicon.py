"""Number words by shape: what a language's `numbers`, `scales` and `english` tables offer at each place of a number.

The same word has up to four shapes, by what follows it:

    final   nothing follows                        இருபது     వేలు
    stem    a smaller number follows               இருபத்து    వేల
    mult    a scale word follows                   ஒரு        ఒక్క
    noun    a noun follows (currency, percent)                వేల

A shape without rows of its own falls back to the final one, at a price where the language has special shapes.
Rows of the role `homograph` are final forms that are mostly another word (Nepali छ, six and "is"): they are read only
where no other reading leaves as few words. Rows of the role `added` stand before a larger part: पञ्चविंशत्यधिक in
पञ्चविंशत्यधिकशतम्, "a hundred, twenty-five more".
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Literal

from ..languages import Language
from ..tables import Row
from .fst import Fst, Spelling, any_of, cost, exists, join, nothing, put

Shape = Literal["final", "stem", "mult", "noun"]

FALLBACK = 1.1  # a final form where the language has a special shape; dearer than two numbers in a row
COMPOSED = 0.3  # a form put together although the table may list one
HOMOGRAPH = 10.5  # dearer than one word that stays a word (WORD_COST of `inventory`)
LOANED = 0.4  # English number words in a language that has its own
UNUSUAL = 0.5


class Lexicon:
    """The number words of one language as small relations: words ⇄ digits of a fixed width."""

    def __init__(self, language: Language, spelling: Spelling) -> None:
        self.language = language
        self.facts = language.numbers
        self.spelling = spelling
        read_only = ("read",) if spelling.generating else ()
        self._scales = [row for row in language.table("scales") if row["system"] not in read_only]

    @cached_property
    def numbers(self) -> dict[tuple[int, str], list[tuple[str, float]]]:
        """(value, role) → forms with the price of using them; only the preferred form where words are generated."""
        made: dict[tuple[int, str], list[tuple[str, float]]] = {}
        for row in self.language.table("numbers"):
            value, role = row.number("value"), row.choice("role", ("", "stem", "mult", "added", "homograph"))
            if role != "homograph":
                made.setdefault((value, role), []).append((row["form"], 0.0))
            elif not self.spelling.generating:
                made.setdefault((value, ""), []).append((row["form"], HOMOGRAPH))
        if self.spelling.generating:
            return {key: forms[:1] for key, forms in made.items()}
        for row in self.language.table("english"):
            value = row.number("value")
            for role in ("", "stem") if 20 <= value < 100 and value % 10 == 0 else ("",):
                made.setdefault((value, role), []).append((row["form"], LOANED))
        return made

    def pairs(self, values: range, role: str, divide: int, width: int) -> Fst:
        """Rows of the numbers table whose value is in ``values``, as ``width`` digits of value / divide."""
        rows: dict[float, list[tuple[str, str]]] = {}
        for value in values:
            for form, price in self.numbers.get((value, role), ()):
                rows.setdefault(price, []).append((form, f"{value // divide:0{width}d}"))
        return any_of(*(self.spelling.rows(listed, price) for price, listed in sorted(rows.items())))

    def english(self, values: range, width: int = 2) -> Fst:
        """English number words for ``values`` below 100, in Latin or the language's own script, as digits."""
        rows = [(row.number("value"), row["form"]) for row in self.language.table("english")]
        listed = self.spelling.rows((form, f"{value:0{width}d}") for value, form in rows if value in values)
        tens = self.spelling.rows((form, str(v // 10)) for v, form in rows if v in range(20, 100, 10) and v in values)
        units = self.spelling.rows((form, str(value)) for value, form in rows if value in range(1, 10))
        link = self.spelling.space if self.spelling.generating else any_of(self.spelling.space, self.words(["-"]))
        return any_of(listed, join(tens, link, units)).optimize()

    def words(self, forms: Iterable[str]) -> Fst:
        """Words that write nothing."""
        return self.spelling.words(forms)

    def added(self) -> dict[int, Fst]:
        """1 to 99 as they stand before a larger part, by value; they write nothing, since their digits come later."""
        forms = {value: self.numbers.get((value, "added"), ()) for value in range(1, 100)}
        return {value: self.words(form for form, _ in rows) for value, rows in forms.items() if rows}

    # --- 1 to 99 --------------------------------------------------------------------------------------

    def below_100(self, shape: Shape, lowest: int = 1) -> Fst:
        """``lowest`` to 99 as two digits: listed words, and a ten's stem with a unit."""
        listed = self.pairs(range(lowest, 100), "", 1, 2)
        plain = any_of(listed, cost(self._composed(""), COMPOSED))
        if shape != "mult" and not (shape == "noun" and self.facts.mult_before_noun):
            return plain
        special = any_of(self.pairs(range(lowest, 100), "mult", 1, 2), cost(self._composed("mult"), COMPOSED))
        return any_of(special, cost(plain, UNUSUAL))

    def _composed(self, role: str) -> Fst:
        tens = self.pairs(range(20, 100, 10), "stem", 10, 1)
        return join(tens, self.spelling.space, self.pairs(range(1, 10), role, 1, 1))

    @cached_property
    def many(self) -> Fst:
        """2 to 99 before a scale word, as two digits."""
        return self.below_100("mult", lowest=2).optimize()

    @cached_property
    def many_units(self) -> Fst:
        """2 to 9 before a scale word, as one digit."""
        few = range(2, 10)
        return any_of(self.pairs(few, "mult", 1, 1), cost(self.pairs(few, "", 1, 1), UNUSUAL)).optimize()

    def multiplier(self, width: int) -> Fst:
        """Two or more before a scale word, as ``width`` digits; below 100."""
        return self.many_units if width == 1 else join(put("0" * (width - 2)), self.many)

    def one(self, width: int) -> Fst:
        """The words for one before a scale word, as ``width`` digits."""
        special, plain = self.pairs(range(1, 2), "mult", 1, 1), self.pairs(range(1, 2), "", 1, 1)
        return join(put("0" * (width - 1)), any_of(special, cost(plain, UNUSUAL if exists(special) else 0.0)))

    # --- scale words ----------------------------------------------------------------------------------

    def has_scale(self, value: int) -> bool:
        """True if the language counts in this scale."""
        return any(self._fits(row, value, "many", "") for row in self._scales)

    def scale(self, value: int, shape: Shape, multiplier: Literal["one", "many"], system: str = "") -> Fst:
        """The words for a scale in one shape, after one or after more than one; writes nothing."""
        rows = [r for r in self._scales if self._fits(r, value, multiplier, system)]
        final, stem, mult = (self.words(r["form"] for r in rows if r["role"] == role) for role in ("", "stem", "mult"))
        loaned = self._loaned_scale(value)
        if shape == "final":
            return any_of(final, loaned)
        if shape == "mult":
            special, others = mult, any_of(final, cost(stem, 0.1))
        else:
            combining = shape == "stem" or (multiplier == "many" and self.is_stem(shape))
            special, others = (stem if combining else nothing()), final
        if shape == "stem":
            loaned = any_of(loaned, join(loaned, self.spelling.space, self.words(self._english_and)))
        return any_of(special, cost(others, FALLBACK if exists(special) else 0.0), loaned)

    def _loaned_scale(self, value: int) -> Fst:
        return cost(self.words(form for form, price in self.numbers.get((value, ""), ()) if price), LOANED)

    @property
    def _english_and(self) -> list[str]:
        """ "Hundred and eighty": read only."""
        return [] if self.spelling.generating else self.language.forms("words", name="english_and")

    def is_stem(self, shape: Shape) -> bool:
        """True if the combining form stands in this shape."""
        return shape == "stem" or (shape == "noun" and self.facts.stem_before_noun)

    @staticmethod
    def _fits(row: Row, value: int, multiplier: str, system: str) -> bool:
        row.choice("role", ("", "stem", "mult"))
        allowed = row.choice("multiplier", ("", "one", "many"))
        in_system = row.choice("system", ("", "western", "read")).replace("read", "") == system
        return row.number("value") == value and allowed in ("", multiplier) and in_system

    def fused(self, scale: int, shape: Shape, width: int) -> Fst:
        """Multiples of a scale that the numbers table lists as one word: நானூறு, പതിനായിരം."""
        return self._fused(range(scale, scale * 10**width, scale), scale, shape, width)

    def fused_hundreds(self, shape: Shape) -> Fst:
        """Eleven to ninety-nine hundreds that the numbers table lists as one word: పదిహేనొందలు, પચીસો."""
        return self._fused(range(1100, 10_000, 100), 100, shape, 2)

    def _fused(self, values: range, scale: int, shape: Shape, width: int) -> Fst:
        final, stem = self.pairs(values, "", scale, width), self.pairs(values, "stem", scale, width)
        if self.is_stem(shape):
            return any_of(stem, cost(final, FALLBACK if exists(stem) else 0.0))
        return any_of(final, cost(stem, UNUSUAL)) if shape == "mult" else final
