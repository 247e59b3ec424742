"""What spoken words allow a text that the grammar cannot read: digits, letters, signs, one by one."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import regex

from .document import Span
from .scripts import fold
from .styles import Style

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar
    from .wfst.senses import Sense, Spelling

_FIGURE = regex.compile(r"[\p{N}](?:[\p{N},]*[\p{N}])?")
_GROUPED = regex.compile(r"[0-9]+|[0-9]{1,3}(?:,[0-9]{2})*,[0-9]{3}|[0-9]{1,3}(?:,[0-9]{3})+")
_LETTERS = regex.compile(r"[\p{L}\p{M}\u200c\u200d]+")
_FREE_SIGNS = frozenset(" ,./:;-–—()'’\"“”#&_")
_SIGNS = {"%": "percent", "+": "plus", "@": "at", "=": "equals", "×": "times", "÷": "divided", "−": "minus"}
_NUMBERS = (
    *("hour", "minute", "day", "to_day", "month", "year", "to_year"),
    *("digits", "code", "integer", "fraction", "high", "numerator", "denominator"),
)
_DICTATED = ("telephone", "serial", "electronic")


def digit_groups(written: str) -> tuple[str, ...] | None:
    """The runs of digits in ``written``, as ASCII; None for one that is no decimal number or badly grouped.

    >>> digit_groups("सेक्टर १२-ए, 1,50,000"), digit_groups("25,00,0"), digit_groups("½")
    (('12', '150000'), None, None)
    """
    made: list[str] = []
    for figure in _FIGURE.findall(written):
        digits = "".join(c if c == "," else _digit(c) for c in figure)
        if not _GROUPED.fullmatch(digits):
            return None
        made.append(digits.replace(",", ""))
    return tuple(made)


def _digit(character: str) -> str:
    value = unicodedata.decimal(character, None)
    return "?" if value is None else str(value)


class Licence:
    """Holds one text against what may have been said."""

    def __init__(self, grammar: Grammar, written: str, groups: Sequence[str]) -> None:
        self._grammar, self._groups = grammar, tuple(groups)
        self._pieces = [fold(piece) for piece in _LETTERS.findall(written)]
        self._signs = [c for c in written if not (_LETTERS.match(c) or c.isdigit() or c in _FREE_SIGNS)]
        self._negative = regex.search(r"(?<![\p{L}\p{M}\p{N}])[-−–]\p{N}", written) is not None

    def problem(self, spelling: Spelling, sense: Sense) -> str:
        """Why ``spelling``, with the values of ``sense``, does not allow the text; "" if it does."""
        if not self._digits_said(self._groups, sense.spans):
            return f"digits {' '.join(self._groups)} were not said"
        if foreign := self._foreign(spelling, sense):
            return f"{foreign!r} was not said"
        lost = [word for word in self._unread(spelling, sense) if fold(word) not in self._pieces]
        lost += [ending for _, ending in spelling.endings if fold(ending) not in self._pieces]
        return f"leaves out {lost[0]!r}" if lost else ""

    def _digits_said(self, groups: tuple[str, ...], spans: Sequence[Span]) -> bool:
        """True if the digits are those of ``spans``, all of them, in this order."""
        if not spans:
            return not groups
        first, rest = spans[0], spans[1:]
        for count in range(1, len(groups) + 1):
            if self._is_value(groups[:count], first) and self._digits_said(groups[count:], rest):
                return True
        return False

    def _is_value(self, groups: tuple[str, ...], span: Span) -> bool:
        if span.kind in _DICTATED:
            return "".join(groups) in ("".join(form) for form in self._forms(span))
        return groups in self._forms(span)

    def _forms(self, span: Span) -> Iterator[tuple[str, ...]]:
        """The digits of a value as the grammar writes it, and as its fields stand."""
        yield digit_groups(self._grammar.verbalize(span.token, Style()) or "") or ()
        fields = [span.token.fields[name] for name in _NUMBERS if name in span.token.fields]
        yield tuple(group for field in fields for group in digit_groups(field) or ())

    def _foreign(self, spelling: Spelling, sense: Sense) -> str:
        """The first letters or sign of the text that nobody said; "" if all were."""
        words = set(map(fold, spelling.words))
        numbers = {fold(spelling.words[i]) for span in sense.spans for i in range(*span.words)}
        numbers = {word for word in numbers if self._grammar.is_number(word)}
        allowed = (words - numbers) | {fold(ending) for _, ending in spelling.endings} | self._symbols(words)
        spelled = "".join(letter for word in spelling.words if (letter := self._letters.get(fold(word), "")))
        for piece in self._pieces:
            if piece not in allowed and piece not in spelled:
                return piece
        signs = self._signs_said(words)
        if self._negative and "−" not in signs:
            return "-"
        return next((sign for sign in self._signs if sign not in signs), "")

    def _unread(self, spelling: Spelling, sense: Sense) -> Iterator[str]:
        """Spoken words outside the values that the grammar does not know: nobody but the text can keep them."""
        inside = {i for span in sense.spans for i in range(*span.words)}
        for i, word in enumerate(spelling.words):
            if i not in inside and not self._grammar.knows(word):
                yield word

    @cached_property
    def _letters(self) -> dict[str, str]:
        """How letters are said → the letters, folded."""
        rows = self._grammar.language.table("letters")
        return {fold(row["form"]): fold(row["letter"]) for row in rows}

    def _symbols(self, words: set[str]) -> set[str]:
        """Letters and signs that stand for the units and currencies among ``words``."""
        facts = self._grammar.language
        rows = [*facts.table("units"), *facts.table("currency")]
        codes = {row["code"] for row in rows if set(fold(row["form"]).split(" ")) <= words}
        signs = [*facts.table("unit_symbols"), *facts.table("symbols")]
        forms = [row["symbol"] for row in signs if row["code"] in codes]
        return {fold(piece) for form in forms for piece in _LETTERS.findall(form)}

    def _signs_said(self, words: set[str]) -> set[str]:
        facts = self._grammar.language
        names = {row["name"] for row in facts.table("words") if set(fold(row["form"]).split(" ")) <= words}
        codes = {row["code"] for row in facts.table("currency") if set(fold(row["form"]).split(" ")) <= words}
        signs = {c for row in facts.table("symbols") if row["code"] in codes for c in row["symbol"]}
        return signs | {sign for sign, name in _SIGNS.items() if name in names}
