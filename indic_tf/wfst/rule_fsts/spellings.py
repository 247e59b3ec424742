"""What a text may have where a grammar reads a folded letter: the other half of `scripts.fold`, letter by letter."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import chain

from ...scripts import fold

_BLOCKS = (
    range(0x20, 0x250),
    range(0x0600, 0x0E00),
    range(0x1C50, 0x1C80),
    range(0xAAE0, 0xAC00),
    range(0x2018, 0x201A),
)
_JOINERS = (0x200C, 0x200D)
_VIRAMA = 9  # canonical combining class


class Spellings:
    """How the letters of a grammar are spelled; ``letters`` are all that it reads, folded."""

    def __init__(self, letters: Iterable[int]) -> None:
        self._of: dict[int, list[tuple[int, ...]]] = {letter: [(letter,)] for letter in letters}
        deleted = []
        for code in chain(*_BLOCKS):
            folded = fold(chr(code))
            if not folded and unicodedata.category(chr(code)) == "Mn":
                deleted.append(code)
            elif len(folded) == 1 and ord(folded) != code and ord(folded) in self._of:
                self._of[ord(folded)].append((code,))
        scripts = {_script(letter) for letter in self._of}
        self._deleted = [code for code in deleted if _script(code) in scripts]
        for letter in self._of:
            self._of[letter] += self._with_joiner(letter)

    def of(self, letter: int) -> list[tuple[int, ...]]:
        """The code points that are read for ``letter``, which is the first of them."""
        return self._of[letter]

    def behind(self, letter: int) -> list[int]:
        """What may stand behind ``letter`` and is passed over: a nukta, a joiner."""
        if unicodedata.combining(chr(letter)) == _VIRAMA:
            return [*_JOINERS]
        return [mark for mark in self._deleted if _script(mark) == _script(letter) and chr(letter).isalpha()]

    def _with_joiner(self, letter: int) -> list[tuple[int, ...]]:
        """Chillu letters as consonant, virama and joiner."""
        base = letter & ~0x7F
        if base != 0x0D00 or not chr(letter).isalpha():
            return []
        virama = 0x0D4D
        spelled = ((code, virama, _JOINERS[1]) for code in range(0x0D15, 0x0D3A))
        return [each for each in spelled if fold("".join(map(chr, each))) == chr(letter)]


def _script(code: int) -> int:
    """The block of 128 code points, which no two scripts of India share; those of Latin and Arabic are several."""
    if 0x0600 <= code < 0x0780:
        return 0x0600
    return code & ~0x7F if code > 0x250 else 0
