"""Numbers in codes: whole ones, and two that stand behind each other (save two fifty: SAVE250)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from .languages import Language
from .scripts import fold

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

_COUNTED = ("units", "currency", "months", "scales", "clock")
_TIMES = ("times", "count", "measure", "size", "noun")
_NUMBER, _LONGEST = 4, 3  # words of a number, of what is counted
_DIGITS, _TENS = 4, 2


class CodeNumbers:
    """Reads such numbers in one language; no grammar is asked before."""

    def __init__(self, language: Language, grammar: Callable[[], Grammar]) -> None:
        self._language, self._grammar = language, grammar

    @cached_property
    def _english(self) -> frozenset[str]:
        return frozenset(map(fold, self._language.forms("english")))

    @cached_property
    def _counted(self) -> frozenset[tuple[str, ...]]:
        """What numbers stand before, folded."""
        forms = [form for name in _COUNTED for form in self._language.forms(name)]
        forms += self._language.forms("words", name="percent")
        forms += [row["form"] for row in self._language.table("cues") if row["kind"] in _TIMES]
        return frozenset(tuple(fold(form).split(" ")) for form in forms)

    def in_code(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """As `_number`, and numbers one behind another as a code has them: two fifty 250, nine nine 99."""
        end = place
        while end < min(len(words), place + _NUMBER) and self._grammar().is_number(words[end]):
            end += 1
        for behind in range(place + 1, end if self.is_english(words[place:end]) else 0):
            first, second = (self.number(words[:stop], at) for stop, at in ((behind, place), (end, behind)))
            tens = len(first[0]) == 1 and len(second[0]) == _TENS
            if (
                tens
                and first[0] != "0"
                and (behind, end) == (first[1], second[1])
                and not self._whole(words[place:end])
            ):
                return first[0] + second[0], end
        return self.number(words, place)

    def _whole(self, words: Sequence[str]) -> str:
        """The digits of words that are one whole number; "" for others."""
        span = self._grammar().whole(words) if all(map(self._grammar().knows, words)) else None
        if span and span.kind == "cardinal" and span.token.fields.keys() == {"integer"}:
            return span.token.fields["integer"]
        return ""

    def number(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """The whole number that begins at ``place``, and where it ends; ("", place) for none."""
        for end in range(min(len(words), place + _NUMBER), place, -1):
            digits = self._whole(words[place:end])
            if digits:
                return (digits, end) if len(digits) <= _DIGITS else ("", place)
        return "", place

    def counts(self, words: Sequence[str], end: int) -> bool:
        """True if what stands behind a number is counted by it, or goes on with it."""
        counted = any(tuple(map(fold, words[end : end + n])) in self._counted for n in range(1, _LONGEST + 1))
        return end < len(words) and (counted or self._grammar().is_number(words[end]))

    def is_english(self, words: Sequence[str]) -> bool:
        """True if all of them are English number words."""
        return self._english.issuperset(map(fold, words))
