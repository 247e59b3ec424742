"""The sounds of native words, as they are typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ...languages import Language
from ..data import rows
from ..shapes import Reader, Sound
from .pricing import DOUBLED, SILENT

_NASAL, _M, _INHERENT, _GLIDE = "\u0902", "\u092e", "\u0905", "\u092f"
_LABIAL = frozenset(map(chr, range(0x092A, 0x092F)))
_MOST_READINGS = 3
_NUKTA = "\u093c"
_DOTTED = {
    f"{chr(base)}{_NUKTA}": chr(0x0958 + i)
    for i, base in enumerate((0x0915, 0x0916, 0x0917, 0x091C, 0x0921, 0x0922, 0x092B))
}


@dataclass(frozen=True, slots=True)
class Heard:
    """The consonants of a word, what is between them, and the price of this way to hear it."""

    consonants: tuple[str, ...]
    slots: tuple[tuple[str, ...], ...]
    price: float = 0.0


class Ear:
    """Hears the words of one language."""

    def __init__(self, facts: Language) -> None:
        self._facts = facts
        self._reader = Reader(facts.code, facts.script)
        self._said = {row["letters"]: row["said"] for row in rows("as_said", facts.code)}

    @cached_property
    def _dropped(self) -> dict[str, float]:
        return {row["letter"]: float(row["price"]) for row in rows("dropped", self._facts.code)}

    def read(self, word: str) -> list[tuple[Sound, ...]]:
        """The letters of ``word``, in Devanagari, in the ways that it may be read."""
        for letters, said in self._said.items():
            word = word.replace(letters, said)
        return self._reader.read(word)[:_MOST_READINGS]

    def hear(self, word: str) -> Iterator[Heard]:
        """The ways in which ``word`` is typed, the likeliest first."""
        for rank, read in enumerate(self.read(word)):
            sounds = self._as_said(read)
            yield _heard(sounds, 0.4 * rank)
            for price, fewer in self._without_dropped(sounds):
                yield _heard(fewer, 0.4 * rank + price)

    def _as_said(self, read: Sequence[Sound]) -> list[Sound]:
        made = list(read)
        for i, sound in enumerate(made[:-1]):
            if sound.letter == _NASAL and made[i + 1].letter in _LABIAL:
                made[i] = Sound(_M, False)
        return _with_silent_vowels(made) if self._facts.final_a_silent else made

    def _without_dropped(self, sounds: Sequence[Sound]) -> Iterator[tuple[float, list[Sound]]]:
        for i, sound in enumerate(sounds):
            last = i + 1 == len(sounds)
            price = self._dropped.get(sound.letter + "$") if last else self._dropped.get(sound.letter)
            if price is not None:
                yield price, [*sounds[:i], *sounds[i + 1 :]]


def _with_silent_vowels(sounds: list[Sound]) -> list[Sound]:
    """Vowels that are not said are silent: at the end, and between two consonants that vowels stand beside."""
    made = list(sounds)
    silent = Sound(SILENT, True, starts=False)
    if len(made) > 2 and made[-1].letter == _INHERENT and not made[-1].starts:
        made[-1] = silent
    for i in range(len(made) - 3, 2, -1):
        here = made[i]
        if here.letter != _INHERENT or here.starts or made[i - 1].vowel or made[i + 1].vowel:
            continue
        beside = made[i - 2].vowel and made[i + 2].vowel and made[i + 2].letter != SILENT
        if beside and made[i - 2].letter != SILENT:
            made[i] = silent
    return made


def _heard(sounds: Sequence[Sound], price: float) -> Heard:
    consonants: list[str] = []
    slots: list[list[str]] = [[]]
    for sound in sounds:
        if sound.vowel:
            slots[-1].append((_GLIDE if sound.letter else "") if sound.glide else sound.letter)
        else:
            consonants.append(sound.letter + (DOUBLED if sound.double else ""))
            slots.append([])
    return Heard(tuple(consonants), tuple(map(tuple, slots)), price)


def spelled(sounds: Sequence[Sound]) -> str:
    """Sounds as one letter each, two for a consonant that is written twice; a glide is a y."""
    letters = (_GLIDE if sound.glide else _DOTTED.get(sound.letter, sound.letter[0]) for sound in sounds)
    return "".join(letter * (1 + sound.double) for letter, sound in zip(letters, sounds, strict=True))


def dotted(letter: str) -> str:
    """A letter of Devanagari, with its dot perhaps, as one."""
    return _DOTTED.get(letter, letter)
