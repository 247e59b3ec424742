"""Endings that a language writes on English words: ஆர்டரை is ஆர்டர் with ஐ, মিটিংয়ের is মিটিং with এর."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from .data import rows

_JOINERS = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x00AD, 0xFEFF))
_VIRAMAS = frozenset(map(chr, range(0x094D, 0x0D80, 0x80)))
_SHORTEST = 2  # letters of a word that has an ending
_LEFT, _SIGN = 1, 2  # letters behind a doubled consonant: its virama and itself


class Endings:
    """The endings of one language."""

    def __init__(self, code: str) -> None:
        self._by_last: dict[str, list[tuple[str, str, str]]] = {}
        for row in rows("endings", code):
            heard = row["heard"]
            self._by_last.setdefault(heard[-1], []).append((heard, row["bare"], row["written"]))

    def apart(self, word: str) -> Iterator[tuple[str, str]]:
        """What ``word`` may be: itself, and each stem with an ending as it is written behind a hyphen.

        A consonant that is doubled before the ending's vowel (லிங்க்கை) counts once.
        """
        word = unicodedata.normalize("NFC", word).translate(_JOINERS)
        yield word, ""
        for heard, bare, written in self._by_last.get(word[-1:], ()):
            stem = word[: -len(heard)] if word.endswith(heard) else ""
            if len(stem) < _SHORTEST:
                continue
            yield stem + bare, written
            if bare in _VIRAMAS and _doubled(stem):
                yield stem[:-_LEFT], written


def _doubled(stem: str) -> bool:
    return len(stem) > _SIGN + _SHORTEST and stem[-2] in _VIRAMAS and stem[-1] == stem[-3]
