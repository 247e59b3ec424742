"""How unusual it is to type sounds of a native word with given Latin letters, in one language."""

from __future__ import annotations

from ..data import priced, rows
from ..distances import FIRST, LAST

DOUBLED = "2"
"""Behind a consonant that is written twice, and behind Latin letters that are typed twice."""

SILENT = "ə"
"""A vowel that is written nowhere and not said either."""

_ADDED = "+"
_UNLIKE, _STRAY = 8.0, 4.5  # for letters that nobody types for a sound; for a vowel letter too many
_TWICE, _ONCE = 1.4, 0.7  # for a consonant typed twice that is one; typed once that is two
_WIDEST = 3
_GLIDES, _NO_GLIDE = "yw", 3.0  # between two vowels they are hardly heard, behind a consonant they are


class Typing:
    """Prices of Latin letters for sounds, negative natural logarithms of how often they are typed."""

    def __init__(self, code: str) -> None:
        found = list(rows("typed", code))
        self._prices = {row["letter"]: priced(row, "spellings") for row in found}
        self.classes = {row["letter"]: tuple(row["classes"].split()) for row in found if row["classes"]}

    def consonant(self, sound: str, letter: str) -> float:
        """The price of ``letter`` for the consonant ``sound``, each of them doubled perhaps."""
        bare, typed = sound.removesuffix(DOUBLED), letter.removesuffix(DOUBLED)
        price = self._prices.get(bare, {}).get(typed, _UNLIKE)
        if (bare == sound) == (typed == letter):
            return price
        return price + (_TWICE if bare == sound else _ONCE)

    def slot(self, letters: str, sounds: tuple[str, ...], place: str) -> float:
        """The price of vowel ``letters`` for ``sounds`` between two consonants, or at an edge of the word."""
        best = [[99.0] * (len(sounds) + 1) for _ in range(len(letters) + 1)]
        best[0][0] = 0.0
        added = self._prices.get(_ADDED, {})
        for i in range(len(letters) + 1):
            for k in range(len(sounds) + 1):
                here = best[i][k]
                if i < len(letters):
                    stray = sounds and letters[i] not in _GLIDES  # what stands for no vowel stands alone
                    price = here + (_STRAY if stray else added.get(letters[i], _STRAY))
                    price += _NO_GLIDE if letters[i] in _GLIDES and not (i and k) else 0.0
                    best[i + 1][k] = min(best[i + 1][k], price)
                if k == len(sounds):
                    continue
                known = self._vowel(sounds[k], place if (k + 1 == len(sounds)) == (place == LAST) else "")
                for width in range(min(_WIDEST, len(letters) - i) + 1):
                    price = here + known.get(letters[i : i + width], _UNLIKE if width else _STRAY)
                    best[i + width][k + 1] = min(best[i + width][k + 1], price)
        return best[-1][-1]

    def _vowel(self, sound: str, place: str) -> dict[str, float]:
        if not sound:  # a glide that is not heard
            return {"": 0.0, "y": 0.1}
        at_edge = sound + place if place in (FIRST, LAST) else sound
        return self._prices.get(at_edge) or self._prices.get(sound, {})

    def typed(self) -> dict[str, dict[str, float]]:
        """Latin letters → the sounds that they are typed for, with prices."""
        made: dict[str, dict[str, float]] = {}
        for sound, spellings in self._prices.items():
            for letters, price in spellings.items():
                if sound != _ADDED and letters:
                    made.setdefault(letters, {})[sound] = price
        return made
