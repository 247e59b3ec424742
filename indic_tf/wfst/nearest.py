"""Misheard number words: the number words that a recogniser may have meant by a word that is none.

A word is near a number word if one grapheme more, less or other makes it that word: पचीस → पच्चीस. Short words are near
too many others (बस is neither दस nor बीस), so there only one vowel sign or mark may be another; Latin and Arabic
letters are less than graphemes, so there a word is short for longer. A word may also be two number words written
together, or one with an ending that the grammar does not know.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import regex

from ..scripts import fold
from .memo import Memo

if TYPE_CHECKING:
    from .pipeline import Grammar

_SHORT, _SHORT_IN_LETTERS = 3, 5  # graphemes that a word needs for another letter
_LONGEST = 40  # characters of a word that is looked up
_MOST = 6  # guesses for one word
_VIRAMA = 9  # the combining class
_GRAPHEME = regex.compile(r"\X")
_LETTERS = regex.compile(r"[\p{Latin}\p{Arabic}\p{Ol_Chiki}]")
_MARK = regex.compile(r"[\p{M}\p{Cf}]")


@dataclass(frozen=True, slots=True)
class Guess:
    """Number words (folded) that a word may stand for; ``ending`` is what is left of the word behind them."""

    words: tuple[str, ...]
    ending: str = ""


class Nearest:
    """The look-up of one grammar. The words that it accepts are walked letter by letter, so compounds are found too."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._words = grammar.vocabulary()
        self._known = Memo(self._all_guesses)

    def guesses(self, word: str) -> tuple[Guess, ...]:
        """What ``word`` may stand for, the closest first; nothing for a word that the grammar knows."""
        return self._known[word]

    def _all_guesses(self, word: str) -> tuple[Guess, ...]:
        key = fold(word)
        return () if not 0 < len(key) <= _LONGEST or self._grammar.knows(word) else self._look_up(key)

    def _look_up(self, key: str) -> tuple[Guess, ...]:
        """One edit, then two words in one, then an ending."""
        size = len(_GRAPHEME.findall(key))
        enough = _SHORT_IN_LETTERS if _LETTERS.search(key) else _SHORT
        near = sorted(word for word in self._one_edit(key, size < enough) if self._is_number(word))
        found = [Guess((word,)) for word in near]
        found += [Guess(parts) for parts in self._two_words(key)]
        if not found:
            found += self._with_endings(key, enough)
        return tuple(found[:_MOST])

    def _is_number(self, word: str) -> bool:
        return self._grammar.is_number(word)

    def _one_edit(self, key: str, short: bool) -> set[str]:
        """The accepted words one edit away; in a short word one mark for another."""
        made: set[str] = set()
        state: int | None = self._words.start
        for i in range(len(key) + 1):
            if state is None:
                break
            rest = key[i:]
            for left, new in self._edits(rest, state, short):
                if self._words.accepts(left, new[1]):
                    made.add(key[:i] + new[0] + left)
            state = self._words.arcs(state).get(rest[0]) if rest else None
        return made

    def _edits(self, rest: str, state: int, short: bool) -> Iterator[tuple[str, tuple[str, int]]]:
        """What is left of ``rest`` and what stands in place of the part that is gone, with the state behind that."""
        arcs = self._words.arcs(state).items()
        if short:
            changed = arcs if rest and _MARK.match(rest[0]) else ()
            yield from ((rest[1:], (c, after)) for c, after in changed if _MARK.match(c))
            return
        if rest:
            yield rest[1:], ("", state)
            yield from ((rest[1:], arc) for arc in arcs)
        if _is_doubling(rest[:2]):
            yield rest[2:], ("", state)
        for c, after in arcs:
            yield rest, (c, after)
            pairs = self._words.arcs(after).items()
            yield from ((rest, (c + other, end)) for other, end in pairs if _is_doubling(c + other))

    def _two_words(self, key: str) -> list[tuple[str, str]]:
        cuts = [m.start() for m in _GRAPHEME.finditer(key)][2:-1]
        pairs = ((key[:i], key[i:]) for i in cuts)
        return [(a, b) for a, b in pairs if self._is_number(a) and self._is_number(b)]

    def _with_endings(self, key: str, enough: int) -> list[Guess]:
        """The two longest number words that ``key`` begins with, short ones apart."""
        cuts = [m.start() for m in _GRAPHEME.finditer(key)][enough:]
        return [Guess((key[:i],), key[i:]) for i in reversed(cuts) if self._is_number(key[:i])][:2]


def _is_doubling(pair: str) -> bool:
    """True for a virama and a consonant: what a doubled consonant has more than a plain one."""
    viramas = [unicodedata.combining(c) == _VIRAMA for c in pair]
    return len(pair) == 2 and sum(viramas) == 1 and not all(map(_MARK.match, pair))


@cache
def nearest(grammar: Grammar) -> Nearest:
    """The look-up of ``grammar``, made once."""
    return Nearest(grammar)
