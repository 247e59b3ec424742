"""Pairs of a native spelling and a word in Latin letters, drawn from what transliteration knows.

The dictionary (`indic_tf.transliterate`) says how unusual letters are for sounds. Here the prices are turned round: a
spelling of a word is drawn with a probability in proportion to exp(-price / TEMPERATURE), and of consonants to the root
of how frequent their letters are in the language. The letters of the script that stand for those of Devanagari are the
table of `shapes.Reader` read backwards; where several do, and of a few whole spellings, those are likelier whose
letters follow each other in words of the language. Every spelling is read again: what does not read back to the sounds
that were drawn is thrown away.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import accumulate
from random import Random

from transliteration_script import SIGN_OF, Script

from indic_tf.languages import language
from indic_tf.transliterate.alike import Entry
from indic_tf.transliterate.data import english, prices
from indic_tf.transliterate.distances import FIRST, INSIDE, LAST, Distances
from indic_tf.transliterate.lexicon import apart, as_spelled_there, named, own_entries
from indic_tf.transliterate.shapes import Reader, Shape, shape

TEMPERATURE = 0.07
_FREQUENT = 0.25  # how much likelier a word is drawn: 10 ** (this times its frequency on the Zipf scale)
_JOINED = 0.06  # share of pairs of two words that run together
_SPELLINGS = 2  # of which one is taken, by its letters
_LETTERS_COUNT = 1.0  # for how much they count then
_TRIES = 4
_GLIDES = 0.6  # how often a y is written where one is heard
_VIRAMA, _NUKTA, _INHERENT, _NASAL, _YA, _I = "\u094d", "\u093c", "\u0905", "\u0902", "\u092f", "\u0907"
_FRONT = frozenset(map(chr, (0x0907, 0x0908, 0x090F, 0x0910, 0x090D)))

Letter = tuple[str, bool]  # of Devanagari; whether it is a vowel


@dataclass(frozen=True)
class Drawn:
    """A spelling in the script of the language with the word that it stands for, and its shape in Devanagari."""

    native: str
    latin: str
    shape: Shape


class Speller:
    """Draws spellings of words in one language. Raises `ValueError` for one of whose words nothing is known."""

    def __init__(self, code: str, temperature: float = TEMPERATURE) -> None:
        self._distances, self._prices, self._temperature = Distances(code), prices(code), temperature
        self._silent = language(code).final_a_silent
        self._reader = Reader(code, language(code).script)
        self._script = Script(code)
        self._vowels = cache(self._of_vowel)
        self._consonants = cache(self._of_consonant)

    def spell(self, words: Sequence[Entry], random: Random) -> Drawn | None:
        """A spelling of ``words``, run together; None where none of some tries reads back to its sounds."""
        latin = "".join(word.text for word in words)
        for _ in range(_TRIES):
            found = [one for _ in range(_SPELLINGS) if (one := self._one(words, random))]
            if found:
                most = max(log for log, _, _ in found)
                chances = [math.exp(_LETTERS_COUNT * (log - most)) for log, _, _ in found]
                _, native, drawn = random.choices(found, chances)[0]
                if any(shape(sounds) == drawn for sounds in self._reader.read(native)):
                    return Drawn(native, latin, drawn)
        return None

    def _one(self, words: Sequence[Entry], random: Random) -> tuple[float, str, Shape] | None:
        """A spelling with the logarithm of how likely its letters are, and its shape."""
        letters: list[Letter] = []
        for word in words:
            drawn = self._letters(word, random)
            if drawn is None:
                return None
            letters += drawn
        written = self._script.write(_text(_with_glides(letters, random)), random)
        return (*written, _shape(letters)) if written else None

    def _letters(self, word: Entry, random: Random) -> list[Letter] | None:
        made: list[Letter] = []
        last = len(word.consonants)
        for i, slot in enumerate(word.slots):
            place = FIRST if i == 0 else LAST if i == last else INSIDE
            behind_sign = bool(made) and made[-1][0] == _NASAL
            for sound in slot or (() if behind_sign else ("",)):
                choice = self._vowels(sound, place).draw(random)
                if choice is None:
                    return None
                made += [(letter, True) for letter in choice]
            if i < last:
                sign_fits = bool(made) and made[-1][1] and not word.slots[i + 1]
                choice = self._consonants(word.consonants[i], sign_fits).draw(random)
                if choice is None:
                    return None
                made.append((choice, False))
        return made

    def _of_vowel(self, sound: str, place: str) -> Choice:
        if not sound:  # where no vowel is said, a last one may be read all the same
            known = self._prices.get(place, {}) if place != FIRST else {}
            found = {"": 0.0, **known} if not (self._silent and place == LAST) else {_INHERENT: 0.0}
        else:
            keys = (sound, sound + LAST, sound[0], sound[1:])
            letters = {one for key in keys if key for one in self._prices.get(key, {})}
            found = {one: self._distances._vowel(sound, one, place) for one in letters}
        return self._choice(found)

    def _of_consonant(self, sound: str, sign_fits: bool) -> Choice:
        """``sign_fits``: between a vowel and a consonant, or behind a vowel at the end; a nasal may be a sign there."""
        found = {sound: 0.0, **self._prices.get(sound, {})} if not sound.isascii() else self._prices.get(sound, {})
        found = {one: price for one, price in found.items() if sign_fits or one != _NASAL}
        if not any(map(self._script.writes, found)):
            found = {one.rstrip(_NUKTA): price for one, price in found.items()}
        return self._choice(found, self._script.share)

    def _choice(self, found: Mapping[str, float], share: Callable[[str], float] = lambda letters: 1.0) -> Choice:
        """What may be drawn by its price, times its ``share`` of the letters of the language."""
        kept = {letters: price for letters, price in sorted(found.items()) if all(map(self._script.writes, letters))}
        chances = (math.exp(-price / self._temperature) * share(letters) for letters, price in kept.items())
        return Choice(list(kept), [*accumulate(chances)])


@dataclass(frozen=True)
class Choice:
    """Letters with the sums of their chances up to each."""

    letters: Sequence[str]
    sums: Sequence[float] = field(default=())

    def draw(self, random: Random) -> str | None:
        return self.letters[bisect(self.sums, random.random() * self.sums[-1])] if self.letters else None


def _with_glides(letters: Sequence[Letter], random: Random) -> Iterator[Letter]:
    """A y for an i before a vowel (news), and between two vowels of which one is an i or e (video): it is heard so."""
    for i, (letter, vowel) in enumerate(letters):
        behind = letters[i + 1] if i + 1 < len(letters) else ("", False)
        alone = i == 0 or not letters[i - 1][1]
        if not (vowel and behind[1]) or random.random() > _GLIDES:
            yield letter, vowel
        elif letter == _I and alone and behind[0] not in _FRONT:
            yield _YA, False
        elif letter in _FRONT or behind[0] in _FRONT:
            yield from ((letter, True), (_YA, False))
        else:
            yield letter, vowel


def _text(letters: Iterator[Letter]) -> str:
    """Letters of Devanagari as they are written together."""
    made, bare = "", False
    for letter, vowel in letters:
        if vowel:
            made += SIGN_OF[letter] if bare else letter
        else:
            made += (_VIRAMA if bare else "") + letter
        bare = not vowel and letter != _NASAL
    return made + (_VIRAMA if bare else "")


def _shape(letters: Sequence[Letter]) -> Shape:
    consonants, slots = [], [""]
    for letter, vowel in letters:
        if vowel:
            slots[-1] += letter
        else:
            consonants.append(letter)
            slots.append("")
    return Shape(tuple(consonants), tuple(slots))


class Words:
    """Words of a language's dictionary, drawn by how frequent they are: English, our own, and names that it lists, all
    but English ``own_share`` times as often as that."""

    def __init__(self, code: str, without: Container[str], own_share: float = 1.0) -> None:
        facts = language(code)
        listed = ((row["form"], row["latin"]) for row in facts.table("names") if row["latin"])
        kept = (word for word in own_entries() if word.text not in without)  # neither as a region spells them
        own = [*named(listed, Reader(code, facts.script)), *as_spelled_there(kept, code)]
        known = zip(*english(), strict=True)
        english_words = (Entry(text, int(tenths) / 10, "english", *apart(said)) for text, tenths, said in known)
        self.entries = [word for word in (*own, *english_words) if word.text not in without and word.text.isalpha()]
        shares = (1.0 if word.source == "english" else own_share for word in self.entries)
        often = (10 ** (_FREQUENT * word.frequency) for word in self.entries)
        self._sums = [*accumulate(a * b for a, b in zip(shares, often, strict=True))]

    def draw(self, random: Random) -> list[Entry]:
        """One word, or now and then two."""
        count = 2 if random.random() < _JOINED else 1
        return [self.entries[bisect(self._sums, random.random() * self._sums[-1])] for _ in range(count)]


def maker(
    code: str, without: Container[str], forbidden: Container[str], own_share: float = 1.0
) -> Callable[[Random], Drawn]:
    """What draws pairs of a language, never a word in ``without`` nor a native spelling in ``forbidden``."""
    speller, words = Speller(code), Words(code, without, own_share)

    def made(random: Random) -> Drawn:
        while True:
            drawn = speller.spell(words.draw(random), random)
            if drawn and drawn.native not in forbidden:
                return drawn

    return made
