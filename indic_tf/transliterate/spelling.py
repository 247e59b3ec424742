"""A word that nobody knows, in the Latin letters that an Indian would give it in an address."""

from __future__ import annotations

from collections.abc import Sequence

from .data import NOTHING, rows, trait
from .shapes import Sound
from .unwritten import with_short_vowels

_INHERENT = "\u0905"
_NASAL, _VELAR, _PALATAL, _JA = "\u0902", "\u0919", "\u091e", "\u091c"
_FRONT = frozenset(map(chr, (0x0907, 0x0908, 0x090F, 0x0910)))  # i and e
_NASALS = frozenset(map(chr, (0x0902, 0x0919, 0x091E, 0x0923, 0x0928, 0x092E)))
_SONORANTS = frozenset(map(chr, (0x092F, 0x0930, 0x0932, 0x0935, 0x0928, 0x092E)))  # y r l v n m
_OPEN = _SONORANTS | _NASALS
_LABIAL = frozenset("pb")


class Romans:
    """Spells by rules, for one language."""

    def __init__(self, code: str, final_a_silent: bool) -> None:
        self._latin: dict[str, list[str]] = {}
        for row in rows("latin", code):
            self._latin[row["sound"]] = ["" if x == NOTHING else x for x in row["latin"].split(" ")]
        self._deletes, self._keeps = final_a_silent, bool(trait("kept", code))
        self._clusters = trait("cluster", code)
        self._voiced = dict(pair.split(":") for pair in trait("voiced", code))

    def spell(self, sounds: Sequence[Sound]) -> list[str]:
        """Spellings, the likeliest first; nothing where a sound has no letters."""
        if self._clusters:
            sounds = with_short_vowels(sounds, self._clusters)
        kept = self._without_schwas(sounds) if self._deletes or self._clusters else list(sounds)
        pieces = [self._pieces(kept, i) for i in range(len(kept))]
        if not all(pieces):
            return []
        made = ["".join(piece[0] for piece in pieces)]
        for i, piece in enumerate(pieces):
            made += ["".join(p[0] if k != i else other for k, p in enumerate(pieces)) for other in piece[1:]]
        return [text for text in dict.fromkeys(made) if text]

    def _pieces(self, sounds: Sequence[Sound], i: int) -> list[str]:
        sound = sounds[i]
        if sound.letter == _NASAL:
            behind = self._latin.get(sounds[i + 1].letter, [""])[0][:1] if i + 1 < len(sounds) else ""
            return ["m" if behind in _LABIAL else "n"]
        if sound.glide:
            return (
                [""] if i and i + 1 < len(sounds) and {sounds[i - 1].letter, sounds[i + 1].letter} <= _FRONT else ["y"]
            )
        if sound.letter == _PALATAL and i and sounds[i - 1].letter == _JA:
            return ["n"]  # jnana
        if sound.letter == _VELAR and i + 1 < len(sounds) and sounds[i + 1].vowel:
            return ["ng"]  # Bengali ঙা
        last = i + 1 == len(sounds) and sound.vowel
        found = (self._latin.get(sound.letter + "$") if last else None) or self._latin.get(sound.letter, [])
        if sound.letter in self._voiced and self._is_soft(sounds, i):
            return [self._voiced[sound.letter], *found]
        return [_doubled(text) for text in found] if sound.double else found

    @staticmethod
    def _is_soft(sounds: Sequence[Sound], i: int) -> bool:
        """True for one consonant behind a vowel or a nasal, before a vowel."""
        if not 0 < i < len(sounds) - 1 or sounds[i].double:
            return False
        return sounds[i + 1].vowel and (sounds[i - 1].vowel or sounds[i - 1].letter in _NASALS)

    def _without_schwas(self, sounds: Sequence[Sound]) -> list[Sound]:
        """Without the vowel that is not said: at the end, and between two consonants that vowels stand beside."""
        kept = list(sounds)
        if len(kept) > 2 and kept[-1].letter == _INHERENT and not kept[-1].starts and not _is_heard(kept):
            del kept[-1]
        for i in range(len(kept) - 3, 2, -1) if not self._keeps else ():
            here = kept[i]
            if here.letter != _INHERENT or here.starts or kept[i - 1].vowel or kept[i + 1].vowel:
                continue
            if (
                kept[i - 2].vowel
                and kept[i + 2].vowel
                and not kept[i + 1].double
                and kept[i + 1].letter != _VELAR
                and any(s.vowel for s in kept[: i - 1])
            ):
                del kept[i]
        return kept


def _is_heard(sounds: Sequence[Sound]) -> bool:
    """True for a last a that nobody can leave out: behind a stop and r, y, v … (vastra, sahitya, padma)."""
    first, second = sounds[-3], sounds[-2]
    closed = not first.vowel and first.letter not in _OPEN and not second.double
    return closed and (second.glide or second.letter in _SONORANTS)


def _doubled(text: str) -> str:
    """kk, cch, but th: of letters that stand together the first is not written twice."""
    if text.startswith("ch"):
        return "cch"
    return text + text if len(text) == 1 else text
