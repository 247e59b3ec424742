"""Short vowels of a script that does not write them, for a word that nobody knows: شبنم shabnam, بیگم bigam."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from .shapes import Sound

WAW, YE = "\u0975", "\u0976"
"""How the letters are read that are o, u or au, and i, e or y."""

_BEARER = "\u0973"  # alef before another vowel, and ain
_INHERENT, _I, _II, _NASAL = "\u0905", "\u0907", "\u0908", "\u0902"
_SHORT = Sound(_INHERENT, True, starts=False)
_SHORT_I = Sound(_I, True, starts=False)
_GLIDE = Sound(_I, True, starts=False, glide=True)
_LONG_I = Sound(_II, True)
_END = Sound("", True)


def with_short_vowels(sounds: Sequence[Sound], clusters: Collection[str]) -> list[Sound]:
    """``sounds`` with an a behind each consonant that no vowel is written behind, as a script with inherent vowels has
    it, but not between two consonants of ``clusters`` at the end of the word; ye before a vowel is y."""
    made: list[Sound] = []
    said = [*_without_bearers(sounds), _END]
    for i, (sound, behind) in enumerate(pairwise(said)):
        if sound.letter == YE and (behind.letter if behind.vowel else not made):
            made += _gliding(made, behind)
            continue
        made.append(sound)
        closed = i == len(said) - 3 and sound.letter + behind.letter in clusters
        if not sound.vowel and (behind is _END or not behind.vowel) and sound.letter != _NASAL and not closed:
            made.append(_SHORT)
    return made


def _gliding(before: Sequence[Sound], behind: Sound) -> list[Sound]:
    """A ye that is a y: yasin, yazdan, riyaz, maya."""
    if not behind.vowel:
        return [_GLIDE, _SHORT]
    return [_GLIDE] if not before or before[-1].vowel else [_SHORT_I, _GLIDE]


def _without_bearers(sounds: Sequence[Sound]) -> Iterator[Sound]:
    """Without an alef or ain that stands beside another vowel, and with one of two equal vowels."""
    for before, sound, behind in zip([_END, *sounds], sounds, [*sounds[1:], _END], strict=False):
        beside = (before.vowel and before is not _END) or (behind.vowel and behind is not _END)
        if not (sound.letter == _BEARER and beside) and not (sound.vowel and sound.letter == before.letter):
            yield _LONG_I if sound.letter == YE and before.letter == _BEARER and not behind.vowel else sound
