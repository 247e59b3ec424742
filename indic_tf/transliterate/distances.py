"""How unusual it is to write sounds with given letters, in one language."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

from .data import prices, rows

INSIDE, FIRST, LAST = "+", "^", "$"
"""Where vowels stand in a word; also the rows of `sounds` for vowels that are written where none is said."""

_ADDED, _UNLIKE = 0.85, 1.0  # for a vowel letter too many, for a vowel written with any other
_LOST = 0.5  # for a vowel that a word begins with and that is not written
_ASPIRATE, _MERGED, _CLASS = 0.15, 0.1, 0.8  # for another consonant of the class
_REDUCED, _FULL = 0.05, 0.3  # for a vowel that is written as it is spelled rather than said
_REDUCED_SOUNDS = frozenset("xjR")
_NUKTA = "\u093c"
_EXPANDS = "="
_MOST_EXPANSIONS = 120
_TWINS = frozenset(  # a consonant and its aspirate, and others that one sound has
    (chr(first), chr(first + 1))
    for first in (0x0915, 0x0917, 0x091A, 0x091C, 0x091F, 0x0921, 0x0924, 0x0926, 0x092A, 0x092C, 0x0936, 0x0932)
) | {("\u0928", "\u0923")}


class Distances:
    """Prices of letters for sounds."""

    def __init__(self, code: str) -> None:
        self._prices = prices(code)
        self._expansions = {key[1:]: found for key, found in self._prices.items() if key[0] == _EXPANDS and key[1:]}
        self._expansions = {("" if key == "-" else key): found for key, found in self._expansions.items()}
        first: dict[str, str] = {}
        last: dict[str, str] = {}
        for row in rows("classes", code):
            for sound in row["sounds"].split():
                first.setdefault(sound, row["class"])
                last[sound] = row["class"]
        self._class, self._usual = last, first

    def classes(self) -> dict[str, str]:
        """sound → its class, by which words are looked up."""
        return self._class

    def consonant(self, sound: str, letter: str) -> float:
        """The price of ``letter`` for the consonant ``sound``, both of one class."""
        price = self._prices.get(sound, {}).get(letter)
        if price is not None:
            return price
        if sound == letter:
            return 0.0
        if (sound, letter) in _TWINS or (letter, sound) in _TWINS or sound.rstrip(_NUKTA) == letter.rstrip(_NUKTA):
            return _ASPIRATE
        return _CLASS if self._usual.get(sound) == self._usual.get(letter) else _MERGED

    def slot(self, letters: str, sounds: tuple[str, ...], place: str) -> float:
        """The price of vowel ``letters`` for ``sounds`` between two consonants, or at an edge of the word."""
        if not self._expansions or (not letters and place != INSIDE):  # at the edges of a word vowels are written
            lost = _LOST if place == FIRST and sounds and not letters else 0.0
            return lost + self._aligned(letters, sounds, place)
        choices = [list(self._expansions.get(letter, {letter: 0.0}).items()) for letter in letters or ("",)]
        ways = islice(product(*choices), _MOST_EXPANSIONS)
        return min(sum(p for _, p in way) + self._aligned("".join(x for x, _ in way), sounds, place) for way in ways)

    def _aligned(self, letters: str, sounds: Sequence[str], place: str) -> float:
        added = self._prices.get(place, {}) if not sounds else self._prices.get(INSIDE, {})
        if not sounds:
            return sum(added.get(letter, _ADDED) for letter in letters)
        if len(sounds) == 1 and len(letters) < 2:
            said = self._vowel(sounds[0], letters, place)
            return min(said, self._vowel(sounds[0], "", place) + added.get(letters, _ADDED)) if letters else said
        best = [[9.0] * (len(sounds) + 1) for _ in range(len(letters) + 1)]
        best[0][0] = 0.0
        for i in range(len(letters) + 1):
            for k in range(len(sounds) + 1):
                here = best[i][k]
                if i < len(letters):
                    best[i + 1][k] = min(best[i + 1][k], here + added.get(letters[i], _ADDED))
                if k < len(sounds):
                    for width in range(min(4, len(letters) - i) + 1):
                        price = here + self._vowel(sounds[k], letters[i : i + width], place)
                        best[i + width][k + 1] = min(best[i + width][k + 1], price)
        return best[-1][-1]

    def _vowel(self, sound: str, letters: str, place: str) -> float:
        """The price for one vowel; behind one of English may stand how it is spelled."""
        if place == LAST and (price := self._prices.get(sound + LAST, {}).get(letters)) is not None:
            return price
        if (price := self._prices.get(sound, {}).get(letters)) is not None and len(sound) > 1:
            return price
        said = self._prices.get(sound[0], {}).get(letters, _UNLIKE if letters else _ADDED)
        if len(sound) == 1:
            return said
        spelled = self._prices.get(sound[1], {}).get(letters, _UNLIKE)
        return min(said, spelled + (_REDUCED if sound[0] in _REDUCED_SOUNDS else _FULL))
