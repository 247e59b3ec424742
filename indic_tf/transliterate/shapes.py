"""A word in an Indian script as consonants with vowels between them, in the letters of Devanagari."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

import regex

from ..scripts import DIGITS
from .data import rows

_DEVANAGARI = 0x0900
_DIGIT_ZERO = 0x66  # offset of the digit zero in each block
_BLOCK = 0x80
_NUKTA, _VIRAMA, _INHERENT = "\u093c", "\u094d", "\u0905"
_YA, _I = "\u092f", "\u0907"
SIGNS = {
    chr(sign): chr(vowel)
    for sign, vowel in zip(
        (*range(0x093E, 0x0941), 0x0941, 0x0942, 0x0945, 0x0947, 0x0948, 0x0949, 0x094B, 0x094C),
        (0x0906, 0x0907, 0x0908, 0x0909, 0x090A, 0x090D, 0x090F, 0x0910, 0x0911, 0x0913, 0x0914),
        strict=True,
    )
}
"""Signs of vowels, in Devanagari → the vowels as they stand alone."""

_LAST_STOP = "\u092c"  # ba
_MARKS = frozenset("\u0902")
_FRONT = frozenset(map(chr, (0x0907, 0x0908, 0x090F, 0x0910, 0x090D)))  # vowels that a y glides away from: i e ai
_JOINERS = dict.fromkeys((0x200B, 0x200C, 0x200D, 0x00AD, 0xFEFF))
_ABJADS = frozenset({"Arabic"})
_MOST_READINGS = 8
_ANCHORS = {"^": "^", "$": "$"}


@dataclass(frozen=True, slots=True)
class Sound:
    """A consonant or a vowel; ``starts``: a word may begin with it where it stands; ``double``: it is written twice;
    ``glide``: it is a y."""

    letter: str
    vowel: bool
    starts: bool = True
    double: bool = False
    glide: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """Consonants, and what is between them: one string of vowels more than there are consonants."""

    consonants: tuple[str, ...]
    slots: tuple[str, ...]


def shape(sounds: Sequence[Sound]) -> Shape:
    consonants, slots = [], [""]
    for sound in sounds:
        if sound.vowel:
            slots[-1] += sound.letter
        else:
            consonants.append(sound.letter)
            slots.append("")
    return Shape(tuple(consonants), tuple(slots))


class Reader:
    """Reads words of one language."""

    def __init__(self, code: str, script: str) -> None:
        native, common = dict[str, list[str]](), dict[str, list[str]]()
        for row in rows("letters", code):
            (native if row["languages"] else common)[row["letters"]] = row["read"].split("|")
        self._native, self._common = _Replacing(native), _Replacing(common)
        self._inherent = "" if script in _ABJADS else _INHERENT
        digits = DIGITS.get(script, "")
        block = ord(digits[0]) - _DIGIT_ZERO if digits and digits[0] > "9" and self._inherent else _DEVANAGARI
        self._moved = {block + i: _DEVANAGARI + i for i in range(_BLOCK)}

    def read(self, word: str) -> list[tuple[Sound, ...]]:
        """What ``word`` may be read as, the likeliest first; nothing where it has a letter that is not known."""
        word = unicodedata.normalize("NFC", word).translate(_JOINERS)
        made = []
        for text in self._native.all(word):
            for moved in self._common.all(text.translate(self._moved)):
                sounds = _sounds(moved, self._inherent)
                if sounds and sounds not in made:
                    made.append(sounds)
        return made


class _Replacing:
    """Replaces letters by what they are read as."""

    def __init__(self, read: Mapping[str, Sequence[str]]) -> None:
        self._read = read
        longest = sorted(read, key=lambda letters: (-len(letters.strip("^$")), -len(letters)))
        parts = ("|".join(map(_pattern, longest)),) if longest else ("(?!)",)
        self._pattern = regex.compile(*parts)

    def all(self, word: str) -> Iterator[str]:
        """``word`` with every choice of readings."""
        pieces: list[Sequence[str]] = []
        position = 0
        for found in self._pattern.finditer(word):
            anchored = [f"^{found[0]}"] * (found.start() == 0) + [f"{found[0]}$"] * (found.end() == len(word))
            key = next((k for k in (*anchored, found[0]) if k in self._read), "")
            pieces += [(word[position : found.start()],), self._read[key] if key else (found[0],)]
            position = found.end()
        pieces.append((word[position:],))
        yield from islice(map("".join, product(*pieces)), _MOST_READINGS)


def _pattern(letters: str) -> str:
    bare = regex.escape(letters.strip("^$"))
    return ("^" if letters[0] in _ANCHORS and letters[0] == "^" else "") + bare + ("$" if letters[-1] == "$" else "")


def _sounds(text: str, inherent: str) -> tuple[Sound, ...]:
    """The sounds of letters of Devanagari; none where a sign is not known."""
    made: list[Sound] = []
    bare = False  # the consonant before has no vowel yet
    for letter in text:
        if letter == _NUKTA:
            if made:
                made[-1] = Sound(made[-1].letter + _NUKTA, made[-1].vowel, made[-1].starts)
            continue
        if letter == _VIRAMA:
            bare = False
            continue
        vowel = SIGNS.get(letter)
        if vowel or (not inherent and _is_vowel(letter)):
            made.append(Sound(vowel or letter, True, starts=not made))
            bare = False
            continue
        if bare and inherent:
            made.append(Sound(inherent, True, starts=False))
        bare = False
        if _is_vowel(letter):
            made.append(Sound(letter, True))
        elif letter in _MARKS:
            made.append(Sound(letter, False, starts=False))
        elif "\u0915" <= letter <= "\u0939":
            made.append(Sound(letter, False))
            bare = True
        else:
            return ()
    if bare and inherent:
        made.append(Sound(inherent, True, starts=False))
    said = _without_glides(made)
    # where short vowels are not written, one stands between two letters
    return tuple(_without_doubles(said) if inherent else said)


def _is_vowel(letter: str) -> bool:
    return "\u0904" <= letter <= "\u0914" or "\u0973" <= letter <= "\u0977"


def _without_glides(sounds: Iterable[Sound]) -> Iterator[Sound]:
    """A y is the vowel i, and nothing beside such a vowel: vidiyo, news (niuz)."""
    listed = [*sounds]
    before = ""
    for i, sound in enumerate(listed):
        behind = listed[i + 1].letter if i + 1 < len(listed) else ""
        if sound.letter != _YA:
            before = sound.letter
            yield sound
        elif before in _FRONT or behind in _FRONT:
            yield Sound("", True, sound.starts, glide=True)
        else:
            before = _I
            yield Sound(_I, True, sound.starts, glide=True)


def _without_doubles(sounds: Iterator[Sound]) -> Iterator[Sound]:
    """Of a consonant written twice the second."""
    before: Sound | None = None
    for sound in sounds:
        if before and not sound.vowel and not before.vowel and _alike(before.letter, sound.letter):
            before = replace(sound, double=True)
            continue
        if before:
            yield before
        before = sound
    if before:
        yield before


def _alike(first: str, second: str) -> bool:
    """True for one letter, and for one and its aspirate."""
    follows = first[0] <= _LAST_STOP and ord(second[0]) - ord(first[0]) == 1
    return first == second or (follows and (ord(first[0]) - 0x0915) % 5 in (0, 2))
