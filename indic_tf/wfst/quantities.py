"""Semiotic classes over plain amounts: cardinal, ordinal, decimal, percent, money.

Each class is a pair of relations that meet in the same fields:

    spoken   words ⇄ "integer=10 minor=50 currency=INR kind=money", fields in spoken order
    written  "currency=INR integer=10 minor=50 kind=money" ⇄ "₹10.50", fields in written order

ITN runs spoken forward and written backward to text; TN runs them the other way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import pynini
from pynini.lib import pynutil

from ..languages import Language
from . import suffixes
from .figures import Figures, cut, forms_by
from .fst import Fst, Spelling, any_of, cost, digit, join, maybe, nothing, put
from .lexicon import Shape
from .parts import NumberFst
from .wire import CURRENCY_SPACE, bare

BAR = " | "
"""In a form: where the number stands."""

SAID_IN_HALVES = -1.0
"""A fractional numeral is said rather than a decimal number, where both are generated."""


_PAIRED = 0.5
"""A digit and a number that make hundreds together; cheaper than the two of them."""


class SemioticClass(Protocol):
    """What a builder offers: its two relations. Its fields' names stand in `wire.WRITTEN_ORDER`."""

    def spoken(self, number: NumberFst) -> Fst: ...

    def written(self, figures: Figures) -> Fst: ...


def words(language: Language, spelling: Spelling, name: str) -> Fst:
    """The spellings of a named word ("point", "percent", "minus" …) in the `words` table; writes nothing."""
    return spelling.words(language.forms("words", name=name))


def sign(number: NumberFst) -> Fst:
    """A spoken minus, or none."""
    minus = words(number.language, number.spelling, "minus")
    return maybe(cost(join(put("sign=- "), minus, number.spelling.gap), 0.1))


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
    if not number.spelling.generating:
        after = join(after, maybe(join(space, words(number.language, number.spelling, "decimal_place"))))
    whole_part = join(whole(number), space)
    return any_of(join(whole_part, after), cost(join(put("integer=0"), after), 1.0)).optimize()


def scaled(number: NumberFst, shape: Shape, kept: bool = False) -> Fst:
    """A decimal number and a scale word: दो दशमलव पाँच करोड़. A kept scale word stays as it is spoken."""
    scale = number.scale_words(shape)
    if not number.spelling.generating:  # both shapes are read, as of whole numbers
        scale = any_of(scale, cost(number.scale_words("noun"), 0.1))
    return join(point(number), number.spelling.gap, put(" scale="), number.spelling.kept(scale) if kept else scale)


def fractional(number: NumberFst, coins: bool = False) -> Fst:
    """साढ़े तीन, ढाई: a number with a fraction word, as decimal digits or as coins."""
    return join(put("integer="), number.call("fractional_coins" if coins else "fractional"))


def hundreds(number: NumberFst, field: str = "integer=") -> Fst:
    """ "Two fifty" for 250, as people say it before a unit."""
    return read_only(number, cost(join(put(field), number.call("hundred_pair")), _PAIRED))


def read_only(number: NumberFst, fst: Fst) -> Fst:
    """``fst`` where words are read, nothing where they are generated."""
    return nothing() if number.spelling.generating else fst


class CardinalFst:
    """पच्चीस हज़ार ⇄ 25,000. In TN the field ``noun`` asks for the form before a noun: పది వేల."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        paired = number.call("scaled_pair")
        if self.language.numbers.pairs_alone:
            paired = any_of(paired, number.call("lone_pair"))
        paired = read_only(number, cost(join(put("integer="), paired), _PAIRED))
        counting = nothing()
        if number.spelling.generating and self.language.numbers.nouns_differ:
            counting = join(whole(number, "noun"), put(" noun=1"))
        return join(any_of(whole(number), paired, counting), put(" kind=cardinal"))

    def written(self, figures: Figures) -> Fst:
        return join(written_sign(), cut("integer="), figures.integer(), cut(" kind=cardinal"))


class OrdinalFst:
    """इक्कीसवीं ⇄ 21वीं, पहला ⇄ 1ला: the ending says that a number is an ordinal."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        regular = join(whole(number), put(" kind=ordinal"), suffixes.endings(self.language, "ordinal"))
        small, large = (self._irregular(number, values) for values in (range(100), range(100, 10**6)))
        if not number.spelling.generating:
            large = cost(large, 0.5)  # dearer than "eight hundredth" in one piece
        return any_of(small, large, cost(regular, 0.05))

    def _irregular(self, number: NumberFst, values: range) -> Fst:
        rows = [row for row in self.language.table("ordinals") if row.choice("when", ("", "cue", "day")) != "day"]
        rows = [row for row in rows if row.number("value") in values]
        fields = ((f"integer={r['value']} kind=ordinal suffix={bare(r['written'])}", r["form"]) for r in rows)
        return number.spelling.coded(forms_by(fields))  # the ending chooses among the forms of a value: पहला, पहली

    def written(self, figures: Figures) -> Fst:
        plain = join(cut("integer="), figures.integer(), cut(" kind=ordinal"))
        if figures.style:
            return plain
        return join(plain, suffixes.written(self.language, reading=True, ordinal=True))  # none without its ending


class DecimalFst:
    """तीन दशमलव एक चार ⇄ 3.14; दो दशमलव पाँच करोड़ ⇄ 2.5 करोड़; माइनस डेढ़ → -1.5."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        minus = join(put("sign=- "), words(self.language, number.spelling, "minus"), number.spelling.gap)
        halves = read_only(number, join(minus, fractional(number)))  # without its sign डेढ़ may be a guess
        return join(any_of(point(number), scaled(number, "final", kept=True), halves), put(" kind=decimal"))

    def written(self, figures: Figures) -> Fst:
        return join(written_sign(), figures.decimal(kept=True), cut(" kind=decimal"))


class PercentFst:
    """दस प्रतिशत ⇄ 10%; the word may come first (ಶೇಕಡಾ ಹತ್ತು)."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        spelling, gap = number.spelling, number.spelling.gap
        parts = any_of(fractional(number), spelling.coded(self._halves()))
        amount = any_of(whole(number, "noun"), point(number), read_only(number, parts), hundreds(number))
        forms = self.language.forms("words", name="percent")
        after = spelling.words(form for form in forms if BAR not in form)
        before = words(self.language, spelling, "percent_before")
        behind, ahead = join(amount, gap, after), join(before, gap, amount)
        named = [row["name"] for row in self.language.table("words") if row["name"].startswith("percent")]
        behind, ahead = (behind, cost(ahead, 0.5)) if named[0] == "percent" else (cost(behind, 0.5), ahead)
        frames = [] if spelling.generating else [form.split(BAR) for form in forms if BAR in form]
        framed = join(spelling.words(f[0] for f in frames), gap, amount, gap, spelling.words(f[1] for f in frames))
        return join(any_of(behind, ahead, framed), put(" kind=percent"))

    def _halves(self) -> dict[str, list[str]]:
        """Fields → words that are a part of one before a percent word alone: half a percent."""
        rows = [row for row in self.language.table("fractions") if row["role"] == "percent"]
        return forms_by(("integer={} fraction={}".format(*row["value"].split(".")), row["form"]) for row in rows)

    def written(self, figures: Figures) -> Fst:
        sign = pynutil.insert("%") if figures.style else any_of(pynutil.insert("%"), cost(pynutil.insert(" %"), 0.1))
        amount = any_of(join(cut("integer="), figures.integer()), figures.decimal_figures())
        return join(written_sign(), amount, cut(" kind=percent"), sign)


class MoneyFst:
    """पच्चीस हज़ार रुपये ⇄ ₹25,000; दस रुपये पचास पैसे ⇄ ₹10.50; दो दशमलव पाँच करोड़ रुपये ⇄ ₹2.5 करोड़."""

    def __init__(self, language: Language) -> None:
        self.language = language
        # The scale word of ₹2.5 करोड़ stays as it is said, unless it has another form before the currency.
        self.keeps_scale = not language.numbers.stem_before_noun
        self.rows = [
            r for r in language.table("currency") if r.choice("role", ("", "one", "minor", "written")) != "written"
        ]

    def spoken(self, number: NumberFst) -> Fst:
        codes = dict.fromkeys(row["code"] for row in self.rows)
        decimals = any_of(point(number), scaled(number, "noun", self.keeps_scale))
        amount = any_of(whole(number, "noun"), decimals, self._round(number)).optimize()
        return any_of(*(self._in_currency(number, amount, code) for code in codes)).optimize()

    def _round(self, number: NumberFst) -> Fst:
        """A round amount with its scale kept, as written text has it: "₹5 लाख" is read पाँच लाख रुपये."""
        if not number.spelling.generating:
            return nothing()
        scale = number.scale_words("noun")
        scale = number.spelling.kept(scale) if self.keeps_scale else scale
        return join(whole(number, "noun"), put(" scale="), number.spelling.gap, scale)

    def _in_currency(self, number: NumberFst, amount: Fst, code: str) -> Fst:
        gap = number.spelling.gap
        major, minor = (self._words(number, code, role) for role in ("", "minor"))
        name, kind = put(f" currency={code}"), put(" kind=money")
        coins = join(gap, maybe_linked(number), put(" minor="), number.call("below_100"), gap, minor)
        plain = join(amount, gap, major, name, kind)
        # "Two fifty rupee notes" are two notes.
        teens = read_only(number, cost(join(put("integer="), number.call("teen_pair")), _PAIRED))
        paired = any_of(hundreds(number), teens)
        paired = join(paired, gap, self._words(number, code, "many"), name, maybe(coins), kind)
        with_coins = join(whole(number, "noun"), gap, major, name, coins, kind)
        halves = join(fractional(number, coins=True), gap, major, name, kind)
        single = join(
            put("integer="), number.call("one"), gap, self._words(number, code, "one"), name, maybe(coins), kind
        )
        inflected = (
            join(any_of(amount, hundreds(number)), gap, form, name, kind, suffix)
            for form, suffix in self._inflected(number, code)
        )
        return any_of(plain, paired, cost(single, -0.3), with_coins, halves, *inflected)

    def _inflected(self, number: NumberFst, code: str) -> list[tuple[Fst, Fst]]:
        """Inflected names of the currency, each with the suffix that is written for it."""
        forms: dict[str, list[str]] = {}
        for row in self.rows:
            if row["code"] == code and row["suffix"]:
                forms.setdefault(bare(row["suffix"]), []).append(row["form"])
        return [(number.spelling.words(words), put(f" suffix={suffix}")) for suffix, words in forms.items()]

    def _words(self, number: NumberFst, code: str, role: str) -> Fst:
        """The names of a currency in one role; what is said of one is also said of more ("many" leaves it out)."""
        roles = {"": ("",) if number.spelling.generating else ("", "one"), "many": ("",)}.get(role, (role,))
        rows = [r for r in self.rows if r["code"] == code and not r["suffix"]]
        single = {r["form"] for r in rows if r["role"] == "one"} if role == "many" else set()
        return number.spelling.words(r["form"] for r in rows if r["role"] in roles and r["form"] not in single)

    def written(self, figures: Figures) -> Fst:
        places = ("before", "after") if figures.style is None else (figures.style.currency,)
        amount, made = self._amount(figures), []
        if "before" in places:
            sign = self._sign_before(figures)
            made += [join(sign, amount, cut(" kind=money")), join(sign, self._with_inflected_scale(figures))]
        if "after" in places:
            made += [join(each, cut(" kind=money")) for each in self._with_sign_after(figures, amount)]
        return join(written_sign(), any_of(*made))

    def _with_inflected_scale(self, figures: Figures) -> Fst:
        """An amount whose scale word takes the ending of the currency's name: ₹2.5 ಲಕ್ಷವನ್ನು, not ₹2.5 ಲಕ್ಷನ್ನು."""
        integer = join(cut("integer="), figures.integer())
        values = suffixes.on_words(self.language, figures.scale_words(), preferred=figures.style is not None)
        endings = {pairs: pynini.string_map(pairs) for groups in values.values() for pairs in groups}
        scales = [
            join(
                cut(f" scale={value} kind=money suffix="), any_of(*(put(f" {stem}") for stem in stems)), endings[pairs]
            )
            for value, groups in values.items()
            for pairs, stems in groups.items()
        ]
        return join(any_of(integer, figures.decimal_figures()), any_of(*scales).optimize()) if scales else nothing()

    def _amount(self, figures: Figures) -> Fst:
        integer = join(cut("integer="), figures.integer())
        coins = join(integer, pynini.cross(" minor=", "."), digit() ** 2 @ figures.plain())
        if figures.style is None:
            coins = cost(coins, 0.05)  # "₹500.00" has no coins
            closings = ("", ".00", "/-", ".00/-")
            integer = any_of(*(cost(join(integer, put(closing)), 0.01 * i) for i, closing in enumerate(closings)))
        kept = self.keeps_scale and figures.style is not None  # in TN "Crore" is said as the language says it
        scale = figures.kept_scale() if kept else join(cut(" scale="), figures.scale())
        kept_scale = any_of(join(integer, scale), figures.decimal(kept=kept))
        return any_of(cost(kept_scale, 0.1), integer, coins).optimize()

    def _sign_before(self, figures: Figures) -> Fst:
        """The field of any currency ⇄ its sign, as it stands before an amount."""
        pairs = []
        for code, signs in self._signs().items():
            if figures.style is None:
                pairs += [(code, sign + gap) for sign in signs for gap in ("", " ")]
            else:
                space = " " if signs[0].isalpha() else CURRENCY_SPACE
                pairs.append((code, signs[0] + space))
        return any_of(*(pynini.cross(_field(code), pynini.escape(sign)) for code, sign in pairs))

    def _with_sign_after(self, figures: Figures, amount: Fst) -> Iterator[Fst]:
        """For every currency, its field and an amount ⇄ the amount and its sign."""
        for code, signs in self._signs().items():
            if figures.style is None:
                after = any_of(*(put(gap + sign) for sign in signs for gap in ("", " ")))
                yield cost(join(amount, after, cut(f" currency={code}")), 0.1)
            else:
                yield join(pynutil.delete(_field(code)), amount, put(" " + signs[0]))

    def _signs(self) -> dict[str, list[str]]:
        codes = dict.fromkeys(row["code"] for row in self.rows)
        return {code: currency_signs(self.language, code) for code in codes}


def _field(code: str) -> str:
    return pynini.escape(f"currency={code} ")


def currency_signs(language: Language, code: str) -> list[str]:
    """A currency's signs, the one we write first; one without a sign is written by its code: AED 500."""
    signs = [row["symbol"] for row in language.table("symbols") if row["code"] == code]
    return [*signs, *language.forms("currency", code=code, role="written"), code]


def maybe_linked(number: NumberFst) -> Fst:
    """An optional "and" between rupees and paise."""
    linker = words(number.language, number.spelling, "and")
    return maybe(cost(join(linker, number.spelling.gap), 0.1))
