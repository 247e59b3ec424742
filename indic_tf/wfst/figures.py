"""Written figures and words that stay: marked for `styled`, or in every style that people write."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pynini
from pynini.lib import pynutil

from ..languages import Language
from ..scripts import DIGITS, fold
from ..styles import Style
from .fst import LATIN_DIGITS, Fst, any_of, cost, digit, join, maybe, nothing, one_of, put
from .wire import FIGURES_END, GROUPED_START, KEPT_END, KEPT_START, PLAIN_START, SPACE_MARK

THOUSAND, LAKH, CRORE = 10**3, 10**5, 10**7


class Figures:
    """Written digits as `styled` writes them, or (style None) in every style that people write, for reading.

    Of a style only the choices of `wire.CHOICES` make a difference: digits and groups are marked and left open.
    """

    def __init__(self, language: Language, style: Style | None) -> None:
        self.language = language
        self.style = style
        self.native = str.maketrans("0123456789", DIGITS.get(language.script, "0123456789"))

    # --- digits ---------------------------------------------------------------------------------------

    def integer(self) -> Fst:
        """Digits ⇄ grouped figures."""
        if self.style:
            return join(put(GROUPED_START), self._grouped("none"), put(FIGURES_END))
        grouped = any_of(*(cost(self._grouped(g), 0.01 * i) for i, g in enumerate(("none", "indian", "western"))))
        return any_of(self.numerals(grouped, "latin"), cost(self.numerals(grouped, "native"), 0.1))

    def plain(self) -> Fst:
        """Digits ⇄ figures without grouping."""
        return self.plainly(pynini.closure(digit(), 1))

    def plainly(self, digits: Fst) -> Fst:
        """``digits``, a relation to Latin digits and marks, ⇄ the figures of the style."""
        if self.style:
            return join(put(PLAIN_START), digits, put(FIGURES_END))
        return any_of(self.numerals(digits, "latin"), cost(self.numerals(digits, "native"), 0.1))

    def numerals(self, figures: Fst, digits: str) -> Fst:
        """``figures`` with its Latin digits replaced by native ones if ``digits`` is "native"; all else stays."""
        if digits == "latin":
            return figures
        others = one_of(" ,.:/-+~")
        to_native = pynini.string_map([(d, d.translate(self.native)) for d in LATIN_DIGITS])
        return (figures @ pynini.closure(any_of(to_native, others))).optimize()

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

    def decimal(self, kept: bool = False) -> Fst:
        """ "integer=2 fraction=5[ scale=10000000]" ⇄ "2.5[ करोड़]"; a kept scale word stays as it is spoken."""
        scale = self.kept_scale() if kept else join(cut(" scale="), self.scale())
        return join(self.decimal_figures(), maybe(scale))

    def kept_scale(self) -> Fst:
        """ " scale=10000000" ⇄ a space and a scale word that stays as it is spoken."""
        scales = {str(value): forms for value, forms in self.scale_words().items()}
        return join(self.space, self.kept_codes(" scale=", scales)) if scales else nothing()

    def decimal_figures(self) -> Fst:
        """ "integer=2 fraction=5" ⇄ "2.5"."""
        return join(cut("integer="), self.integer(), pynini.cross(" fraction=", "."), self.plain())

    def amount(self) -> Fst:
        """ "integer=2", with a fraction and a scale word if it has them."""
        return any_of(join(cut("integer="), self.integer()), self.decimal(kept=True))

    def scale(self) -> Fst:
        """A scale's value ⇄ a space and the word that is written for it: 2.5 करोड़."""
        rows: dict[str, list[str]] = {}
        for value, forms in self.scale_words().items():
            rows[str(value)] = [" " + form for form in forms]
        if self.style is None:
            for row in self.language.table("scale_signs"):
                rows.setdefault(row["value"], []).extend(gap + row["sign"] for gap in (" ", ""))
        pairs = [(v, form) for v, forms in rows.items() for form in (forms[:1] if self.style else forms)]
        return any_of(*(self.relate(*pair) for pair in pairs))

    def scale_words(self) -> dict[int, list[str]]:
        """The words that are written for each scale from a thousand, the preferred one first."""
        rows: dict[int, list[str]] = {}
        for row in self.language.table("scales"):
            if row.number("value") >= 100 and row["multiplier"] != "one" and row["role"] == "":
                rows.setdefault(row.number("value"), []).append(row["form"])
        if self.style is None:
            for row in self.language.table("english"):
                if row.number("value") >= 1000:
                    rows.setdefault(row.number("value"), []).extend((row["form"], row["form"].title()))
            rows = {v: with_folded(forms) for v, forms in rows.items()}
        for scale in (THOUSAND, LAKH):  # "3.2 lakh crore"
            both = [f"{first} {last}" for first in rows.get(scale, []) for last in rows.get(CRORE, [])]
            if both:
                rows[scale * CRORE] = [*both, *rows.get(scale * CRORE, [])]
        return rows

    # --- spaces, and words that stay ------------------------------------------------------------------

    @property
    def space(self) -> Fst:
        """A space in the written form, marked among the fields where written text is read."""
        return put(" ") if self.style else pynini.cross(SPACE_MARK, " ")

    def kept(self, words: Fst) -> Fst:
        """``words`` (a field ⇄ its written words), marked as words that stay as they are."""
        if self.style:
            return join(put(KEPT_START), words, put(KEPT_END))
        return join(pynutil.delete(KEPT_START), words, pynutil.delete(KEPT_END))

    def kept_words(self, forms: Iterable[str]) -> Fst:
        """Nothing ⇄ a word that stays: the first form in a style, any form where text is read."""
        return self.kept(
            any_of(*(cost(self._words("", form), 0.001 * i) for i, form in enumerate(self.choices(forms))))
        )

    def kept_codes(self, before: str, forms: Mapping[str, Sequence[str]]) -> Fst:
        """``before`` and a code ⇄ a word that stays, for every code."""
        each = (
            cost(self._words(before + code, form), 0.001 * i)
            for code, words in forms.items()
            for i, form in enumerate(self.choices(words))
        )
        return self.kept(any_of(*each))

    def _words(self, field: str, form: str) -> Fst:
        """``field`` ⇄ ``form``; every space of it is marked where text is read."""
        marks = "" if self.style else SPACE_MARK * form.count(" ")
        return self.relate(pynini.escape(field) + marks, pynini.escape(form))

    def relate(self, field: str, text: str) -> Fst:
        """``field`` ⇄ ``text``, escaped both. What is known is read first: text where text is read; otherwise every
        text would be tried."""
        return pynini.cross(field, text) if self.style else pynini.invert(pynini.cross(text, field))

    def choices(self, forms: Iterable[str]) -> list[str]:
        """The preferred form in a style; every form, also as the reader folds it, where text is read."""
        found = list(dict.fromkeys(forms))
        return found[:1] if self.style else with_folded(found)


def with_folded(forms: Iterable[str]) -> list[str]:
    """``forms`` and their folded spellings, in order, without repetitions."""
    return list(dict.fromkeys(spelled for form in forms for spelled in (form, fold(form))))


def cut(text: str) -> Fst:
    """Read ``text``, write nothing."""
    return pynutil.delete(pynini.escape(text))


def forms_by(rows: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """(code, form) pairs as code → forms, in order."""
    made: dict[str, list[str]] = {}
    for code, form in rows:
        made.setdefault(code, []).append(form)
    return made
