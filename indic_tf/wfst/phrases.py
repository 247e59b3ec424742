"""Phrases of a language's tables, found in running text by a look-up per word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..document import Range
from ..scripts import fold

Phrase = tuple[str, ...]

_CACHE_SIZE = 200_000


def key(words: Sequence[str]) -> Phrase:
    """``words`` as they stand in a `Phrases`."""
    return tuple(map(fold, words))


class Phrases:
    """A set of phrases of one or more words; spellings that fold alike are one."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._by_first: dict[str, list[Phrase]] = {}
        self._by_last: dict[str, list[Phrase]] = {}
        self._cache: dict[str, Sequence[Phrase]] = {}
        for phrase in dict.fromkeys(key(form.split(" ")) for form in forms):
            self._by_first.setdefault(phrase[0], []).append(phrase)
            self._by_last.setdefault(phrase[-1], []).append(phrase)
        for phrases in (*self._by_first.values(), *self._by_last.values()):
            phrases.sort(key=len, reverse=True)

    def at(self, words: Sequence[str], start: int) -> int:
        """Where the longest phrase that begins at ``start`` ends; ``start`` if none does."""
        if start < len(words):
            for phrase in self._starting_with(words[start]):
                if key(words[start : start + len(phrase)]) == phrase:
                    return start + len(phrase)
        return start

    def before(self, words: Sequence[str], end: int) -> int:
        """Where the longest phrase that ends at ``end`` begins; ``end`` if none does."""
        if end > 0:
            for phrase in self._by_last.get(fold(words[end - 1]), ()):
                if len(phrase) <= end and key(words[end - len(phrase) : end]) == phrase:
                    return end - len(phrase)
        return end

    def ranges(self, words: Sequence[str]) -> list[Range]:
        """Every phrase in ``words``, overlapping ones too."""
        starting = self._starting_with
        return [
            (i, i + len(phrase))
            for i, word in enumerate(words)
            for phrase in starting(word)
            if key(words[i : i + len(phrase)]) == phrase
        ]

    def _starting_with(self, word: str) -> Sequence[Phrase]:
        phrases = self._cache.get(word)
        if phrases is None:
            if len(self._cache) >= _CACHE_SIZE:
                self._cache.clear()
            phrases = self._cache[word] = self._by_first.get(fold(word), ())
        return phrases
