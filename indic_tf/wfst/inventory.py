"""All semiotic classes on one screen, and the relations that are built from them."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pynini
from pynini.lib import pynutil

from ..languages import Language
from ..styles import Style
from . import suffixes
from .clock import TimeFst
from .codes import ElectronicFst, SerialFst, TelephoneFst, WhitelistFst
from .dates import DateFst
from .figures import Figures
from .fst import LATIN_DIGITS, Fst, Spelling, any_of, cost, digit, input_characters, join, maybe, one_of, put, repeated
from .measures import FractionFst, MathFst, MeasureFst, RangeFst
from .parts import NumberFst
from .quantities import CardinalFst, DecimalFst, MoneyFst, OrdinalFst, PercentFst, SemioticClass, sign
from .wire import CHOICES, KEPT_WORD, TOKEN_MARK


@dataclass(frozen=True, slots=True)
class Entry:
    """A class's place in the inventory; the weight settles which class wins where two fit equally well.

    Classes that begin with a number may have a sign before it. ``open`` classes take any word, so they are not searched
    for in running text but tried where an anchor stands. ``choice`` is what its written form depends on, of `CHOICES`.
    """

    kind: str
    builder: Callable[[Language], SemioticClass]
    weight: float
    signed: bool = False
    open: bool = False
    choice: str = ""


INVENTORY = (
    Entry("money", MoneyFst, 1.00, signed=True, choice="currency"),
    Entry("percent", PercentFst, 1.01, signed=True),
    Entry("measure", MeasureFst, 1.01, signed=True, choice="units"),
    Entry("time", TimeFst, 1.00, choice="hours"),
    Entry("date", DateFst, 1.03, choice="date"),
    Entry("decimal", DecimalFst, 1.02, signed=True),
    Entry("fraction", FractionFst, 1.02),
    Entry("ordinal", OrdinalFst, 1.04, signed=True),
    Entry("range", RangeFst, 1.20, signed=True, choice="ranges"),
    Entry("math", MathFst, 1.20),
    Entry("serial", SerialFst, 1.30),
    Entry("telephone", TelephoneFst, 1.30),
    Entry("whitelist", WhitelistFst, 0.80),
    Entry("cardinal", CardinalFst, 1.05, signed=True),
    Entry("electronic", ElectronicFst, 1.50, open=True),
)

WORD_COST = 10.0
LETTER_COST = 1.0  # letters are mostly words: के, जी, a
_ADDRESS_JOINER = "-"  # rahul@gmail.com-ला: an ending that is glued to an address breaks it
LINK_COST = 0.1  # "or" between two telephone numbers makes no range of their ends


def spoken(language: Language, number: NumberFst, open_classes: bool = False) -> Fst:
    """One token: words ⇄ fields in spoken order, case suffixes and classifiers included."""
    classes = {e: cost(e.builder(language).spoken(number), e.weight) for e in INVENTORY if open_classes or not e.open}
    numbers = any_of(*(fst for entry, fst in classes.items() if entry.signed))
    others = (fst for entry, fst in classes.items() if not entry.signed)
    skeleton = any_of(join(sign(number), numbers), *others).optimize()
    return suffixes.attach(language, number.spelling, number.fill(skeleton)).optimize()


def address(language: Language, number: NumberFst) -> Fst:
    """Words → an electronic address; Hindi एट is an eight too, so there is one "@" at most, digits mostly before it."""
    made = number.fill(ElectronicFst(language).spoken(number).optimize()).optimize()
    others = input_characters(pynini.invert(made)) - {"@"}
    in_host = any_of(one_of(others - set(LATIN_DIGITS)), cost(digit(), 1.0))
    host = maybe(join(pynini.accep("@"), pynini.closure(in_host)))
    return (made @ join(pynini.closure(one_of(others)), host)).optimize()


def numbers_read(language: Language) -> NumberFst:
    """Numbers as words are read, for `spoken` and `address`."""
    return NumberFst(language, Spelling(generating=False))


def classify(language: Language, token: Fst) -> Fst:
    """A run of words → tokens, one a line, with a space mark for each space inside a token; other words become "~"."""
    characters = input_characters(token) - {" "}
    word = cost(pynutil.delete(pynini.closure(one_of(characters), 1)) + put(KEPT_WORD), WORD_COST)
    letters = [*language.forms("letters"), *string.ascii_lowercase]
    links = {*language.forms("words", name="to"), *language.forms("words", name="or")} - set(letters)
    token = any_of(token, word, cost(_stays(letters), LETTER_COST), cost(_stays(sorted(links)), LINK_COST))
    return repeated(token.optimize(), " ", TOKEN_MARK)


def _stays(forms: Iterable[str]) -> Fst:
    """Words that are no part of a token."""
    return Spelling(generating=False).rows((form, KEPT_WORD) for form in forms if " " not in form)


def speak(language: Language) -> Fst:
    """Fields in spoken order → words."""
    number = NumberFst(language, Spelling(generating=True))
    return pynini.invert(spoken(language, number, open_classes=True)).optimize()


def verbalize(language: Language) -> Fst:
    """The options of a style (see `CHOICES`) and fields in written order → text, as `styled` finishes it."""
    return _written(language, reading=False)


def read(language: Language) -> Fst:
    """Written text in any usual style → fields in written order."""
    return pynini.invert(_written(language, reading=True)).optimize()


def _written(language: Language, reading: bool) -> Fst:
    """One token: fields in written order ⇄ text."""

    def made(joiner: str | None, *, is_open: bool) -> Fst:
        classes = (form for e in INVENTORY if e.open == is_open for form in _forms(language, e, reading))
        return any_of(*classes) + maybe(suffixes.written(language, reading, joiner=joiner))

    return any_of(made(None, is_open=False), made(_ADDRESS_JOINER, is_open=True)).optimize()


def _forms(language: Language, entry: Entry, reading: bool) -> Iterator[Fst]:
    """The written forms of a class: as they are read, or one relation for each option that it has."""
    semiotic = entry.builder(language)
    if reading:
        yield cost(semiotic.written(Figures(language, None)), entry.weight)
        return
    for number, option in enumerate(CHOICES.get(entry.choice, ("",))):
        chosen: dict[str, Any] = {entry.choice: option} if entry.choice else {}
        written = semiotic.written(Figures(language, replace(Style(), **chosen)))
        yield cost(join(_options(entry.choice, number), written), entry.weight)


def _options(choice: str, option: int) -> Fst:
    """The options of a style that has taken this ``option`` of ``choice``; writes nothing."""
    read = (str(option) if name == choice else LATIN_DIGITS[: len(known)] for name, known in CHOICES.items())
    return pynutil.delete(join(*map(one_of, read)))
