"""1st, 24th, 24 th in a text of any language (TN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import regex

from ...scripts import TO_LATIN_DIGITS, fold, split_marks
from ..wire import bare
from .voice import Told, Voice, ends

_ENDING = regex.compile(r"(st|nd|rd|th)", regex.IGNORECASE)
_ORDINAL = regex.compile(r"([1-9]\d{0,3})(st|nd|rd|th)", regex.IGNORECASE)
_TEENS = (11, 12, 13)
_USUAL = {1: "st", 2: "nd", 3: "rd"}


class Ordinals:
    """Says numbers with an English ending as the language says its ordinals."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._rows = dict(reversed(voice.rows("ordinal")))
        self._months = frozenset(map(fold, voice.facts.forms("months")))
        self._days = frozenset(map(fold, (form for form, _ in voice.rows("day"))))

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """The ordinal that begins at ``at``, its ending apart or not; None if there is none that can be said."""
        end = at + 1
        before, core, after = split_marks(words[at])
        if not after and core.isdecimal() and end < len(words):
            parted, ending, after = split_marks(words[end])
            if parted or not _ENDING.fullmatch(ending):
                return None
            core, end = core + ending, end + 1
        core = core.translate(TO_LATIN_DIGITS)
        match = _ORDINAL.fullmatch(core)
        if not match or match[2].lower() != _usual(int(match[1])) or not (self._rows or end > at + 1):
            return None  # the grammar of English reads them, dates and all
        said = self._said(match[1], match[2].lower(), words, at, end)
        return ((at, end), before + said + after) if said else None

    def _said(self, number: str, ending: str, words: Sequence[str], at: int, end: int) -> str | None:
        behind = fold(split_marks(words[end])[1]) if end < len(words) and not ends(words[end - 1]) else ""
        first = self._rows.get("first")
        if first and (said := self._voice.ordinal(number, first)):
            return said
        if self._rows and (behind in self._months | self._days or (at > 0 and fold(words[at - 1]) in self._months)):
            return self._voice.cardinal(number)
        english = self._voice.read(number + ending, "ordinal") or self._english.get((int(number), ending))
        last = self._rows.get("else")
        return english or (self._voice.ordinal(number, last) if last else None)

    @cached_property
    def _english(self) -> dict[tuple[int, str], str]:
        """Number and ending → how it is said in English, in the script of the language."""
        rows = reversed(self._voice.facts.table("ordinals"))
        return {(row.number("value"), bare(row["written"])): row["form"] for row in rows}


def _usual(number: int) -> str:
    return "th" if number % 100 in _TEENS else _USUAL.get(number % 10, "th")
