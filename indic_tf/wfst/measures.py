"""Semiotic classes that put numbers in relation: measure, fraction, range, arithmetic."""

from __future__ import annotations

from collections.abc import Iterable

import pynini
from pynini.lib import pynutil

from ..languages import Language
from .figures import Figures, cut, forms_by
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, join, maybe, nothing, one_of, put
from .parts import NumberFst
from .quantities import (
    BAR,
    SAID_IN_HALVES,
    currency_signs,
    fractional,
    hundreds,
    point,
    scaled,
    whole,
    words,
    written_sign,
)


class Units:
    """A language's units of measure: words by code, frames around the number, symbols."""

    def __init__(self, language: Language) -> None:
        rows = [r for r in language.table("units") if r.choice("role", ("", "one", "written")) != "written"]
        behind = [r for r in rows if BAR not in r["form"]]
        own = {r["code"]: r.path for r in reversed(behind)}  # a language's own words shadow those common to all
        self.many = forms_by((r["code"], r["form"]) for r in behind if r["role"] == "")
        self.one = forms_by((r["code"], r["form"]) for r in behind if r["role"] == "one" and r.path == own[r["code"]])
        self.all = forms_by((r["code"], r["form"]) for r in behind)
        self.frames = forms_by((r["code"], r["form"]) for r in rows if BAR in r["form"])
        symbols = [(r["code"], r["symbol"]) for r in language.table("unit_symbols")]
        written = [(r["code"], r["form"]) for r in language.table("units") if r["role"] == "written"]
        self.symbols = forms_by(symbols + written)


class MeasureFst:
    """पाँच किलोमीटर ⇄ 5 किलोमीटर (or 5 km); மணிக்கு எண்பது கிலோமீட்டர் ⇄ மணிக்கு 80 கிலோமீட்டர்."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.units = Units(language)

    def spoken(self, number: NumberFst) -> Fst:
        if not self.units.all:
            return nothing()
        halves = fractional(number)
        if number.spelling.generating:
            halves = cost(halves, SAID_IN_HALVES)  # साढ़े तीन किलो rather than तीन दशमलव पाँच किलो
        amount = any_of(whole(number, "noun"), point(number), scaled(number, "noun", kept=True), halves).optimize()
        one, many = (self._behind(number, forms) for forms in (self.units.one, self.units.many))
        # "Two fifteen minute breaks" are two.
        behind = [
            join(any_of(amount, hundreds(number)), many),
            cost(join(put("integer="), number.call("one"), one), -0.3),
        ]
        if not number.spelling.generating:
            behind.append(cost(join(amount, one), _ONE_OF_MANY))  # "twenty second" is an ordinal
        return any_of(*behind, self._framed(number))

    def _behind(self, number: NumberFst, forms: dict[str, list[str]]) -> Fst:
        unit = number.spelling.kept(number.spelling.coded(forms))
        return join(number.spelling.gap, put(" unit="), unit, put(" kind=measure"))

    def _framed(self, number: NumberFst) -> Fst:
        """A number between the two parts of its unit, a speed mostly. The parts of all frames go together."""
        spelling = number.spelling
        amount = any_of(join(put("integer="), number.call("below_10000")), fractional(number))
        frames = [(code, *form.split(BAR)) for code, forms in self.units.frames.items() for form in forms]
        if spelling.generating:
            each = (self._frame(spelling, [before], {code: [after]}, amount) for code, before, after in frames)
            return any_of(*(cost(frame, 0.001 * i - 0.1) for i, frame in enumerate(each)))
        befores = dict.fromkeys(before for _, before, _ in frames)
        return self._frame(spelling, befores, forms_by((code, after) for code, _, after in frames), amount)

    @staticmethod
    def _frame(spelling: Spelling, befores: Iterable[str], afters: dict[str, list[str]], amount: Fst) -> Fst:
        first, last = spelling.kept(spelling.words(befores)), spelling.kept(spelling.coded(afters))
        frame = maybe(put("frame=1 ")) if spelling.generating else put("frame=1 ")
        return join(frame, first, spelling.gap, amount, spelling.gap, put(" unit="), last, put(" kind=measure"))

    def written(self, figures: Figures) -> Fst:
        amount, kind = join(written_sign(), figures.amount()), cut(" kind=measure")
        if figures.style and figures.style.units == "symbols":
            return join(maybe(cut("frame=1 ")), amount, self._symbols(figures), kind)
        worded = join(amount, figures.space, figures.kept_codes(" unit=", self._named()))
        framed = (self._written_frame(figures, amount, code, forms) for code, forms in self.units.frames.items())
        if figures.style:
            return join(any_of(worded, *framed), kind)
        return join(any_of(cost(worded, 0.05), *framed, join(amount, self._symbols(figures))), kind)

    def _named(self) -> dict[str, list[str]]:
        """Every unit's words, or its symbol where the language has no word of its own."""
        return {**self.units.symbols, **self.units.all}

    def _symbols(self, figures: Figures) -> Fst:
        each = []
        for code in dict.fromkeys([*self.units.all, *self.units.frames]):
            signs = self.units.symbols.get(code) or self.units.all[code]
            for rank, sign in enumerate(signs[:1] if figures.style else signs):
                glued = sign[0] in "°%′″"
                gaps = [put("" if glued else " ")] if figures.style else []
                if not figures.style and code in self.units.symbols:  # a word that stands apart keeps its form
                    gaps.append(figures.space)
                if not figures.style and (glued or len(sign) > 1):
                    gaps.append(put(""))
                unit, text = cut(f" unit={code}"), put(sign)
                orders = ((unit, gap, text) if figures.style else (gap, text, unit) for gap in gaps)
                each += [cost(join(*order), 0.002 * rank) for order in orders]
        return any_of(*each)

    def _written_frame(self, figures: Figures, amount: Fst, code: str, forms: list[str]) -> Fst:
        each = []
        for form in forms[: 1 if figures.style else None]:
            before, after = (figures.kept_words([part]) for part in form.split(BAR))
            each.append(join(cut("frame=1 "), before, figures.space, amount, figures.space, after))
        return join(any_of(*each), cut(f" unit={code}"))


class FractionFst:
    """तीन बटा चार, तीन चौथाई, மூன்றில் ஒரு ⇄ 3/4, 3/4, 1/3; दो सही तीन बटा चार ⇄ 2 3/4."""

    def __init__(self, language: Language) -> None:
        self.language = language
        roles = ("", "one", "before")
        rows = [(r["value"], r["form"], r.choice("role", roles)) for r in language.table("denominators")]
        self.behind = forms_by((value, form) for value, form, role in rows if role == "")
        self.one = forms_by((value, form) for value, form, role in rows if role == "one")
        self.before = forms_by((value, form) for value, form, role in rows if role == "before")

    def spoken(self, number: NumberFst) -> Fst:
        spelling, small, any_size = number.spelling, number.call("small"), number.call("below_10000")
        gap, numerator, denominator = spelling.gap, put("numerator="), put(" denominator=")
        over = words(self.language, spelling, "over")
        paired = hundreds(number, "")  # a blood pressure: "one twenty by eighty"
        by = words(self.language, spelling, "over_of_pair")
        lined = join(numerator, any_of(any_size, paired), gap, over, gap, denominator, any_size)
        lined = any_of(lined, join(numerator, paired, gap, by, gap, denominator, any_size))
        link = gap if spelling.generating else any_of(spelling.space, cut("-"))
        named = join(numerator, small, link, denominator, spelling.coded(self.behind))
        one = join(numerator, number.call("one"), link, denominator, spelling.coded(self.one))
        named = any_of(named, cost(one, -0.1))
        first = join(put("denominator="), spelling.coded(self.before), spelling.space, put(" numerator="), small)
        if spelling.generating:
            named, first = cost(named, -0.1), nothing() if self.behind else cost(first, -0.1)
        else:
            named = cost(named, _NAMED)  # "seventy fifth" is an ordinal
        linked = words(self.language, spelling, "and_fraction")
        mixed = join(put("integer="), number.call("small"), gap, linked, gap, put(" "))
        return join(any_of(join(maybe(cost(mixed, 0.1)), any_of(lined, named)), first), put(" kind=fraction"))

    def written(self, figures: Figures) -> Fst:
        mixed = maybe(join(cut("integer="), figures.plain(), pynini.cross(" ", " ")))
        line = pynini.cross(" denominator=", "/")
        return join(mixed, cut("numerator="), figures.plain(), line, figures.plain(), cut(" kind=fraction"))


class RangeFst:
    """दस से बारह → 10 से 12; दस बारह → 10-12; पाँच से दस लाख रुपये → 5 से 10 लाख रुपये.

    ``integer`` is the lower end, as the classes share the grammar of what they begin with. TN reads each end by itself.
    """

    def __init__(self, language: Language) -> None:
        self.language = language
        self.units = Units(language).all
        names = (r for r in language.table("currency") if r["role"] not in ("minor", "written") and not r["suffix"])
        self.money = forms_by((row["code"], row["form"]) for row in names)

    def spoken(self, number: NumberFst) -> Fst:
        spelling, gap = number.spelling, number.spelling.gap
        links = {name: words(self.language, spelling, name) for name in ("to", "or")}
        joined = any_of(*(join(gap, spelling.kept(fst), put(f" {n}=1 high="), gap) for n, fst in links.items()))
        amount, high = any_of(whole(number), fractional(number)), number.call("fractional_point")
        small = any_of(join(put("integer="), number.call("small")), fractional(number))
        scale = join(gap, put(" scale="), spelling.kept(number.scale_words("noun")))
        plain = join(amount, joined, any_of(number.call("final"), high))
        shared = cost(join(small, joined, any_of(number.call("small"), high), scale), -0.1)
        two = join(put("integer="), number.call("small"), gap, put(" high="), number.call("small"))
        if spelling.generating:  # where a word stands between them, each end is read by itself
            return join(any_of(join(whole(number), joined, number.call("final")), two), put(" kind=range"))
        half = join(small, gap, put(" high="), any_of(number.call("small"), high))  # दो ढाई, डेढ़ दो
        hundred = join(gap, put(" scale="), spelling.coded({"100": self.language.forms("scales", value="100")}))
        pair = any_of(cost(half, _PAIR), cost(join(half, any_of(scale, hundred)), _PAIR_OF_SCALES))
        low, high = any_of(amount, hundreds(number)), any_of(number.call("final"), high, hundreds(number, ""))
        of_units = any_of(join(low, joined, high), pair)
        unit = join(gap, put(" unit="), any_of(spelling.kept(spelling.coded(self.units)), self._percent(spelling)))
        money = join(gap, put(" unit="), spelling.coded(self.money))
        kept_money = join(gap, put(" unit="), spelling.kept(spelling.coded(self.money)))
        amounts = any_of(plain, pair, join(of_units, money), join(shared, maybe(kept_money)))
        return join(any_of(amounts, join(any_of(of_units, shared), unit)), put(" kind=range"))

    def _percent(self, spelling: Spelling) -> Fst:
        return join(words(self.language, spelling, "percent"), put("percent"))

    def written(self, figures: Figures) -> Fst:
        if figures.style is None:
            return self._read(figures)
        number = any_of(figures.integer(), join(figures.integer(), pynini.accep("."), figures.plain()))
        low = any_of(join(cut("integer="), figures.integer()), figures.decimal_figures())
        to = any_of(join(cut(" to=1 high="), self._between(figures)), self._either(figures))
        pair = pynini.cross(" high=", "-")
        scales = {str(value): forms for value, forms in figures.scale_words().items()}
        scale = maybe(join(figures.space, figures.kept_codes(" scale=", scales))) if scales else put("")
        money = any_of(*(self._money(code, low, to, pair, number, scale) for code in self.money))
        years = join(cut("integer="), figures.plain(), any_of(to, pair), figures.plain(), cut(" plain=1"))
        unit = join(figures.space, figures.kept_codes(" unit=", {**self.units, **self.money}))
        after = maybe(any_of(cost(unit, 0.1), pynini.cross(" unit=percent", "%")))
        both = any_of(join(low, any_of(to, pair), number, scale, after), years, money)
        upper = join(cut("high="), number)  # of a range whose lower end has an ending: ಐದರಿಂದ 10 ಲಕ್ಷ
        return join(any_of(both, upper), any_of(cut(" kind=range"), cut(" kind=score")))

    def _between(self, figures: Figures) -> Fst:
        forms = self.language.forms("words", name="to")
        if not forms or (figures.style and figures.style.ranges == "dash"):
            return put("–")
        return join(figures.space, figures.kept_words(forms), figures.space)

    def _either(self, figures: Figures) -> Fst:
        """ "Two or three": the word stays in every style."""
        forms = self.language.forms("words", name="or")
        kept = figures.kept_words(forms) if forms else nothing()
        return join(cut(" or=1 high="), figures.space, kept, figures.space)

    def _money(self, code: str, low: Fst, to: Fst, pair: Fst, high: Fst, scale: Fst) -> Fst:
        """₹500 से ₹1,000; ₹10-12; ₹20-25 हज़ार."""
        sign = put(currency_signs(self.language, code)[0])
        return join(sign, low, any_of(join(to, sign, high), join(pair, high, scale)), cut(f" unit={code}"))

    @staticmethod
    def _read(figures: Figures) -> Fst:
        """10-12 and 10–12: the sign says which of the two ways they are said."""
        two = _two_figures(figures)
        pair = join(cut("integer="), two, pynini.cross(" high=", "-"), two)
        span = join(cut("integer="), figures.integer(), pynini.cross(" to=1 high=", "–"), figures.integer())
        return join(any_of(pair, span), cut(" kind=range"))


def _two_figures(figures: Figures) -> Fst:
    """0 to 99."""
    return figures.plainly(any_of(one_of(LATIN_DIGITS), join(one_of(LATIN_DIGITS[1:]), one_of(LATIN_DIGITS))))


_NAMED, _ONE_OF_MANY = 0.7, 0.7
_PAIR, _PAIR_OF_SCALES = 0.7, 1.05  # dearer than any one number, cheaper than two

OPERATORS = {"plus": "+", "minus": "-", "times": "×", "divided": "÷"}


class MathFst:
    """दो जमा दो बराबर चार ⇄ 2 + 2 = 4."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def spoken(self, number: NumberFst) -> Fst:
        gap = number.spelling.gap
        operators = (join(words(self.language, number.spelling, name), put(op)) for name, op in OPERATORS.items())
        tenths = join(gap, words(self.language, number.spelling, "point"), gap, put("."), number.call("code_item"))
        operand = join(number.call("below_10000"), maybe(tenths))
        more = join(gap, any_of(*operators), gap, operand)
        equals = join(gap, words(self.language, number.spelling, "equals"), put("="), gap, operand)
        minus = maybe(join(words(self.language, number.spelling, "minus"), put("-"), gap))
        sum_ = join(put("expression="), minus, operand, more, pynini.closure(more), maybe(equals))
        return join(sum_, put(" kind=math"))

    def written(self, figures: Figures) -> Fst:
        signs = [(op, op) for op in (*OPERATORS.values(), "=")]
        if figures.style is None:
            signs += [("-", "−"), ("×", "x"), ("×", "*"), ("÷", "/")]
        operators = (join(pynutil.delete(op), figures.space, put(sign), figures.space) for op, sign in signs)
        number = join(figures.integer(), maybe(join(pynini.accep("."), figures.plain())))
        more = join(any_of(*operators), number)
        return join(cut("expression="), maybe(pynini.accep("-")), number, pynini.closure(more, 1), cut(" kind=math"))
