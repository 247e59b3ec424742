"""Phrases of a language's tables, found in running text by a look-up per word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from ..document import Range
from ..scripts import fold
from .memo import Memo

Phrase = tuple[str, ...]


def key(words: Sequence[str]) -> Phrase:
    """``words`` as they stand in a `Phrases`."""
    return tuple(map(fold, words))


class Phrases:
    """A set of phrases of one or more words; spellings that fold alike are one."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._phrases = frozenset(key(form.split(" ")) for form in forms)
        self._starting = Memo(self._starting_with)

    @cached_property
    def _lengths(self) -> dict[str, Sequence[int]]:
        return _lengths((phrase[0], phrase) for phrase in self._phrases)

    @cached_property
    def _lengths_back(self) -> dict[str, Sequence[int]]:
        return _lengths((phrase[-1], phrase) for phrase in self._phrases)

    def at(self, words: Sequence[str], start: int) -> int:
        """Where the longest phrase that begins at ``start`` ends; ``start`` if none does."""
        if start < len(words):
            for length in self._starting[words[start]]:
                if start + length <= len(words) and key(words[start : start + length]) in self._phrases:
                    return start + length
        return start

    def before(self, words: Sequence[str], end: int) -> int:
        """Where the longest phrase that ends at ``end`` begins; ``end`` if none does."""
        if end > 0:
            for length in self._lengths_back.get(fold(words[end - 1]), ()):
                if length <= end and key(words[end - length : end]) in self._phrases:
                    return end - length
        return end

    def ranges(self, words: Sequence[str]) -> list[Range]:
        """Every phrase in ``words``, overlapping ones too."""
        starting, phrases = self._starting, self._phrases
        return [
            (i, i + length)
            for i, word in enumerate(words)
            for length in starting[word]
            if i + length <= len(words) and key(words[i : i + length]) in phrases
        ]

    def _starting_with(self, word: str) -> Sequence[int]:
        """The lengths of the phrases that begin with ``word``, the longest first."""
        return self._lengths.get(fold(word), ())


def _lengths(phrases: Iterable[tuple[str, Phrase]]) -> dict[str, Sequence[int]]:
    """Word → the lengths of its phrases, the longest first."""
    made: dict[str, set[int]] = {}
    for word, phrase in phrases:
        made.setdefault(word, set()).add(len(phrase))
    return {word: sorted(lengths, reverse=True) for word, lengths in made.items()}
