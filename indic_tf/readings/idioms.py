"""Idioms of number words that are never numbers: two four, a few."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from ..document import Range
from ..scripts import fold
from ..wfst.phrases import Phrases

_DIGITS = 2  # at the head of an idiom
_CODE = 4  # digits side by side that are a code, or an amount said digit by digit


class Idioms:
    """Finds the idioms ``forms``. Those that begin with two digits, of words ``digits``, are none where other digits
    stand beside these: nine eight two five rupees, for all that "two five rupees" are a few."""

    def __init__(self, forms: Iterable[str], digits: Container[str]) -> None:
        self._phrases, self._digits = Phrases(forms), digits

    def ranges(self, words: Sequence[str]) -> list[Range]:
        """Where idioms are in ``words``, left to right."""
        found = self._phrases.ranges(words)
        inside = {i for start, end in found for i in range(start, end)}
        return [one for one in found if not self._is_in_code(words, one, inside)]

    def _is_in_code(self, words: Sequence[str], idiom: Range, inside: Container[int]) -> bool:
        start, end = idiom
        if not all(self._is_digit(word) for word in words[start : min(start + _DIGITS, end)]):
            return False  # one digit may be another word: cyber, that is also zero
        first, last = self._run(words, start)
        return last - first >= _CODE and not all(i in inside for i in range(first, last))

    def _run(self, words: Sequence[str], start: int) -> Range:
        """The digits side by side that the word at ``start`` is one of."""
        first = end = start
        while first and self._is_digit(words[first - 1]):
            first -= 1
        while end < len(words) and self._is_digit(words[end]):
            end += 1
        return first, end

    def _is_digit(self, word: str) -> bool:
        return fold(word) in self._digits
