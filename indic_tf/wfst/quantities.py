"""Semiotic classes over numbers: cardinal, decimal, percent, money, and the year that is read in hundreds.

Each class is a pair of relations that meet in the same fields:

    spoken   words ⇄ "integer=10 minor=50 currency=INR kind=money", fields in spoken order
    written  "currency=INR integer=10 minor=50 kind=money" ⇄ "₹10.50", fields in written order

ITN runs spoken forward and written backward to text; TN runs them the other way.
"""

from __future__ import annotations

from typing import Protocol

import pynini
from pynini.lib import pynutil

from ..languages import Language
from ..scripts import DIGITS, fold
from ..styles import Style
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, join, maybe, nothing, one_of, put
from .lexicon import Shape
from .numbers import NumberFst, hundred_years


class SemioticClass(Protocol):
    """What a builder offers: its two relations. Its fields' names stand in `pipeline.WRITTEN_ORDER`."""

    def spoken(self, number: NumberFst) -> Fst: ...

    def written(self, figures: Figures) -> Fst: ...


class Figures:
    """Written digits in one style, or (style None) in every style that people write, for reading."""

    def __init__(self, language: Language, style: Style | None) -> None:
        self.language = language
        self.style = style
        self.native = str.maketrans("0123456789", DIGITS.get(language.script, "0123456789"))

    def integer(self) -> Fst:
        """Digits ⇄ grouped figures."""
        if self.style:
            return self._numerals(self._grouped(self.style.grouping), self.style.digits)
        grouped = any_of(*(cost(self._grouped(g), 0.01 * i) for i, g in enumerate(("none", "indian", "western"))))
        return any_of(self._numerals(grouped, "latin"), cost(self._numerals(grouped, "native"), 0.1))

    def plain(self) -> Fst:
        """Digits ⇄ figures without grouping."""
        digits = pynini.closure(digit(), 1)
        kinds = [self.style.digits] if self.style else ["latin", "native"]
        return any_of(*(self._numerals(digits, kind) for kind in kinds))

    def _numerals(self, figures: Fst, digits: str) -> Fst:
        if digits == "latin":
            return figures
        to_native = pynini.string_map([(d, d.translate(self.native)) for d in "0123456789"] + [(",", ",")])
        return (figures @ pynini.closure(to_native)).optimize()

    @staticmethod
    def _grouped(grouping: str) -> Fst:
        first = one_of(LATIN_DIGITS[1:])
        comma = pynutil.insert(",")
        if grouping == "none":
            return (first + pynini.closure(digit()) | "0").optimize()
        size = 2 if grouping == "indian" else 3
        head = first + pynini.closure(digit(), 0, size - 1)
        grouped = head + pynini.closure(comma + digit() ** size) + comma + digit() ** 3
        return any_of(first + pynini.closure(digit(), 0, 2), pynini.accep("0"), grouped).optimize()

    def scale(self) -> Fst:
        """A scale's value ⇄ a space and the word that is written for it: 2.5 करोड़."""
        rows: dict[int, list[str]] = {}
        for row in self.language.table("scales"):
            if row.number("value") >= 1000 and row["multiplier"] != "one" and row["role"] == "":
                rows.setdefault(row.number("value"), []).append(row["form"])
        if self.style is None:
            for row in self.language.table("english"):
                if row.number("value") >= 1000:
                    rows.setdefault(row.number("value"), []).extend((row["form"], row["form"].title()))
            rows = {v: [spelled for form in forms for spelled in (form, fold(form))] for v, forms in rows.items()}
        pairs = [
            (str(v), " " + form)
            for v, forms in rows.items()
            for form in (forms[:1] if self.style else dict.fromkeys(forms))
        ]
        return pynini.string_map(pairs) if pairs else nothing()

    def decimal(self) -> Fst:
        """ "integer=2 fraction=5[ scale=10000000]" ⇄ "2.5[ करोड़]"."""
        return join(self.decimal_figures(), maybe(join(cut(" scale="), self.scale())))

    def decimal_figures(self) -> Fst:
        return join(cut("integer="), self.integer(), pynini.cross(" fraction=", "."), self.plain())


def cut(text: str) -> Fst:
    """Read ``text``, write nothing."""
    return pynutil.delete(pynini.escape(text))


def words(language: Language, spelling: Spelling, name: str) -> Fst:
    """The spellings of a named word ("point", "percent", "minus" …) in the `words` table; writes nothing."""
    return spelling.words(language.forms("words", name=name))


def signed(number: NumberFst, fst: Fst) -> Fst:
    """``fst`` with or without a spoken minus before it."""
    minus = words(number.language, number.spelling, "minus")
    return join(maybe(cost(join(put("sign=- "), minus, number.spelling.gap), 0.1)), fst)


def written_sign() -> Fst:
    return maybe(pynini.union(pynini.cross("sign=- ", "-"), cost(pynini.cross("sign=- ", "−"), 0.1)))


def whole(number: NumberFst, shape: Shape = "final") -> Fst:
    return join(put("integer="), number.call("noun" if shape == "noun" else "final"))


def point(number: NumberFst) -> Fst:
    """A decimal number: "three point one four", or "three point fourteen"."""
    space = number.spelling.gap
    digits = join(number.call("digit"), pynini.closure(join(space, number.call("digit"))))
    fraction = any_of(digits, cost(number.call("pair"), 0.2))
    after = join(words(number.language, number.spelling, "point"), space, put(" fraction="), fraction)
    whole_part = join(whole(number), space)
    return any_of(join(whole_part, after), cost(join(put("integer=0"), after), 1.0)).optimize()


def scaled(number: NumberFst, shape: Shape) -> Fst:
    """A decimal number and a scale word: दो दशमलव पाँच करोड़."""
    return join(point(number), number.spelling.gap, put(" scale="), number.scale_words(shape))


def fractional(number: NumberFst, coins: bool = False) -> Fst:
    """साढ़े तीन, ढाई: a number with a fraction word, as decimal digits or as coins."""
    return join(put("integer="), number.call("fractional_coins" if coins else "fractional"))


class CardinalFst:
    """पच्चीस हज़ार ⇄ 25,000."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        return join(signed(number, whole(number)), put(" kind=cardinal"))

    def written(self, figures: Figures) -> Fst:
        return join(written_sign(), cut("integer="), figures.integer(), cut(" kind=cardinal"))


class DecimalFst:
    """तीन दशमलव एक चार ⇄ 3.14; दो दशमलव पाँच करोड़ ⇄ 2.5 करोड़."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        return join(signed(number, any_of(point(number), scaled(number, "final"))), put(" kind=decimal"))

    def written(self, figures: Figures) -> Fst:
        return join(written_sign(), figures.decimal(), cut(" kind=decimal"))


class PercentFst:
    """दस प्रतिशत ⇄ 10%; the word may come first (ಶೇಕಡಾ ಹತ್ತು)."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        amount = signed(number, any_of(whole(number, "noun"), point(number), fractional(number)))
        gap = number.spelling.gap
        after, before = (words(self.language, number.spelling, name) for name in ("percent", "percent_before"))
        first = 0.5 if self.language.forms("words", name="percent") else 0.0
        return join(any_of(join(amount, gap, after), cost(join(before, gap, amount), first)), put(" kind=percent"))

    def written(self, figures: Figures) -> Fst:
        sign = pynutil.insert("%") if figures.style else any_of(pynutil.insert("%"), cost(pynutil.insert(" %"), 0.1))
        amount = any_of(join(cut("integer="), figures.integer()), figures.decimal_figures())
        return join(written_sign(), amount, cut(" kind=percent"), sign)


class MoneyFst:
    """पच्चीस हज़ार रुपये ⇄ ₹25,000; दस रुपये पचास पैसे ⇄ ₹10.50; दो दशमलव पाँच करोड़ रुपये ⇄ ₹2.5 करोड़."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.rows = [
            r for r in language.table("currency") if r.choice("role", ("", "one", "minor", "written")) != "written"
        ]

    def spoken(self, number: NumberFst) -> Fst:
        codes = dict.fromkeys(row["code"] for row in self.rows)
        amount = any_of(whole(number, "noun"), point(number), scaled(number, "noun"), self._round(number)).optimize()
        return signed(number, any_of(*(self._in_currency(number, amount, code) for code in codes)).optimize())

    def _round(self, number: NumberFst) -> Fst:
        """A round amount with its scale kept, as written text has it: "₹5 लाख" is read पाँच लाख रुपये."""
        if not number.spelling.generating:
            return nothing()
        return join(whole(number, "noun"), put(" scale="), number.spelling.gap, number.scale_words("noun"))

    def _in_currency(self, number: NumberFst, amount: Fst, code: str) -> Fst:
        gap = number.spelling.gap
        major, minor = (self._words(number, code, role) for role in ("", "minor"))
        name, kind = put(f" currency={code}"), put(" kind=money")
        coins = join(gap, maybe_linked(number), put(" minor="), number.call("below_100"), gap, minor)
        plain = join(amount, gap, major, name, kind)
        with_coins = join(whole(number, "noun"), gap, major, name, coins, kind)
        halves = join(fractional(number, coins=True), gap, major, name, kind)
        single = join(
            put("integer="), number.call("one"), gap, self._words(number, code, "one"), name, maybe(coins), kind
        )
        inflected = (join(amount, gap, form, name, kind, suffix) for form, suffix in self._inflected(number, code))
        return any_of(
            plain, cost(single, -0.3), with_coins, halves, self._currency_first(number, major, coins, code), *inflected
        )

    def _currency_first(self, number: NumberFst, major: Fst, coins: Fst, code: str) -> Fst:
        """ "Rupees five hundred": read where the language says so, never generated."""
        if number.spelling.generating or not self.language.numbers.currency_first:
            return nothing()
        amount = any_of(whole(number), point(number), join(whole(number), coins))
        return cost(join(put(f"currency={code} "), major, number.spelling.gap, amount, put(" kind=money")), 0.5)

    def _inflected(self, number: NumberFst, code: str) -> list[tuple[Fst, Fst]]:
        """Inflected names of the currency, each with the suffix that is written for it."""
        forms: dict[str, list[str]] = {}
        for row in self.rows:
            if row["code"] == code and row["suffix"]:
                forms.setdefault(row["suffix"].removeprefix("+"), []).append(row["form"])
        return [(number.spelling.words(words), put(f" suffix={suffix}")) for suffix, words in forms.items()]

    def _words(self, number: NumberFst, code: str, role: str) -> Fst:
        """The names of a currency in one role; what is said of one is also said of more, by some."""
        roles = (role,) if role or number.spelling.generating else ("", "one")
        rows = (r for r in self.rows if r["code"] == code and r["role"] in roles and not r["suffix"])
        return number.spelling.words(row["form"] for row in rows)

    def written(self, figures: Figures) -> Fst:
        amount = self._amount(figures)
        each = (self._with_sign(figures, code, amount) for code in dict.fromkeys(row["code"] for row in self.rows))
        return join(written_sign(), any_of(*each), cut(" kind=money"))

    @staticmethod
    def _amount(figures: Figures) -> Fst:
        integer = join(cut("integer="), figures.integer())
        coins = join(integer, pynini.cross(" minor=", "."), digit() ** 2 @ figures.plain())
        if figures.style is None:
            coins = cost(coins, 0.05)  # "₹500.00" has no coins
            closings = ("", ".00", "/-", ".00/-")
            integer = any_of(*(cost(join(integer, put(closing)), 0.01 * i) for i, closing in enumerate(closings)))
        kept_scale = any_of(join(integer, cut(" scale="), figures.scale()), figures.decimal())
        return any_of(cost(kept_scale, 0.1), integer, coins).optimize()

    def _with_sign(self, figures: Figures, code: str, amount: Fst) -> Fst:
        symbols, name, style = self._symbols(code), pynini.escape(f"currency={code} "), figures.style
        if style is None:
            before = any_of(*(pynini.cross(name, pynini.escape(s + gap)) for s in symbols for gap in ("", " ")))
            after = any_of(*(put(gap + s) for s in symbols for gap in ("", " ")))
            return any_of(join(before, amount), cost(join(pynutil.delete(name), amount, after), 0.1))
        space = " " if style.currency_space or symbols[0].isalpha() else ""
        if style.currency == "before":
            return join(pynini.cross(name, pynini.escape(symbols[0] + space)), amount)
        return join(pynutil.delete(name), amount, put(" " + symbols[0]))

    def _symbols(self, code: str) -> list[str]:
        """A currency's signs, the one we write first; one without a sign is written by its code: AED 500."""
        signs = [row["symbol"] for row in self.language.table("symbols") if row["code"] == code]
        return [*signs, *self.language.forms("currency", code=code, role="written"), code]


def maybe_linked(number: NumberFst) -> Fst:
    """An optional "and" between rupees and paise."""
    linker = words(number.language, number.spelling, "and")
    return maybe(cost(join(linker, number.spelling.gap), 0.1))


class YearFst:
    """उन्नीस सौ सैंतालीस ⇄ 1947, in languages that say years in hundreds."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        if not self.language.numbers.year_in_hundreds:
            return nothing()
        return join(put("year="), cost(number.call("year_in_hundreds"), -0.2), put(" kind=date"))

    def written(self, figures: Figures) -> Fst:
        if not self.language.numbers.year_in_hundreds:
            return nothing()
        return join(cut("year="), hundred_years() @ figures.plain(), cut(" kind=date"))
