"""Number words as a recogniser may mishear or misspell them, where the right ones can still be told.

A word loses, gains or changes one letter, becomes one that sounds like it, is written as one with its neighbour or as
two. What would be, or be as near to, another number is not made: nobody could say what was meant.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import regex

from ...document import Token
from ...scripts import fold
from ...tagging.encode import tagger_word
from ...wfst.pipeline import Grammar
from ..noise import Confusions
from ..speech import graphemes

HEARD, JOINED, SPLIT = 0.2, 0.12, 0.08
"""Shares of words heard as others of the list of confusions, written as one, and cut in two; the rest differ in one
letter, which is what recognisers get wrong most."""

TWICE = 0.15
"""The share of spans in which a second word is misheard."""

_TRIES = 6
_COUNTED = 1000
_TABLES = ("numbers", "scales", "english", "fractions")
_LEFT = 0.7  # of the graphemes of a word
_SHORTEST = 2  # graphemes of a word, and of the parts of a split one
_SIGN = regex.compile(r"\p{M}")
_BLOCK = 0x80
_FIRST, _LAST = 0x0900, 0x0D7F

# Places in a Brahmic block of what sounds alike: a row of five is one place of articulation; the blocks are parallel.
_ROWS = ((0x15, 0x19), (0x1A, 0x1E), (0x1F, 0x23), (0x24, 0x28), (0x2A, 0x2E))
_GROUPS = (
    *((start + i, start + i + 1) for start, _ in _ROWS for i in (0, 2)),  # aspiration
    *((start + i, start + i + 2) for start, _ in _ROWS for i in (0, 1)),  # voice
    *((0x1F + i, 0x24 + i) for i in range(5)),  # retroflex and dental
    *((0x36, 0x37), (0x36, 0x38), (0x30, 0x31), (0x32, 0x33), (0x33, 0x34), (0x2C, 0x35), (0x01, 0x02)),
    *((0x3F, 0x40), (0x41, 0x42), (0x46, 0x47), (0x47, 0x48), (0x4A, 0x4B), (0x4B, 0x4C)),  # vowel signs
    *((0x05, 0x06), (0x07, 0x08), (0x09, 0x0A), (0x0F, 0x10), (0x13, 0x14)),  # vowels
)
_LATIN_GROUPS = ("ae", "ei", "iy", "ou", "ck", "sz", "td", "vw", "bp", "mn", "gj", "fp")
_VIRAMA = 0x4D


def _neighbours(groups: Iterable[Sequence[int]]) -> dict[int, tuple[int, ...]]:
    made: dict[int, list[int]] = {}
    for group in groups:
        for one in group:
            made.setdefault(one, []).extend(other for other in group if other != one)
    return {one: tuple(others) for one, others in made.items()}


_NEAR = _neighbours(_GROUPS)
_NEAR_LATIN = _neighbours(tuple(map(ord, group)) for group in _LATIN_GROUPS)


@dataclass(frozen=True)
class Mishearing:
    """The errors of one language.

    Attributes:
        grammar: tells which words are numbers.
        confusions: words that sound like others; may be empty.
        letters: the letters that the language's number words have: no others are put in.
        near: what is left of number words when a letter is taken out → these words.
    """

    grammar: Grammar
    confusions: Confusions
    letters: frozenset[str]
    near: dict[str, frozenset[str]]

    @classmethod
    def learn(cls, grammar: Grammar, confusions: Confusions) -> Mishearing:
        """Take the number words from the grammar: all below a thousand as it says them, and those of its tables."""
        words = sorted(_number_words(grammar))
        near: dict[str, set[str]] = {}
        for word in words:
            for key in _without_one(word):
                near.setdefault(key, set()).add(word)
        frozen = {key: frozenset(found) for key, found in near.items()}
        return cls(grammar, confusions, frozenset("".join(words)), frozen)

    def misheard(self, words: Sequence[str], kept: Container[int], random: Random) -> list[str] | None:
        """``words`` with an error or two in their number words; those at ``kept`` stay. None if none could be made."""
        places = [i for i, word in enumerate(words) if i not in kept and self.is_number_word(word)]
        for _ in range(_TRIES if places else 0):
            made = self._one_error(list(words), places, random)
            if made and random.random() < TWICE and len(made) == len(words):
                made = self._one_error(made, [i for i in places if made[i] == words[i]], random) or made
            if made:
                return made
        return None

    def is_number_word(self, word: str) -> bool:
        return len(graphemes(word)) >= _SHORTEST and self.grammar.is_number(word)

    def resembles(self, word: str) -> bool:
        """True for a word that is none of a number but differs from one in one letter."""
        return not self.grammar.knows(word) and len(graphemes(word)) >= _SHORTEST and bool(self._nearest(word))

    def _one_error(self, words: list[str], places: Sequence[int], random: Random) -> list[str] | None:
        if not places:
            return None
        place, draw = random.choice(places), random.random()
        if draw < JOINED:
            return self._with_joined(words, place)
        if draw < JOINED + SPLIT:
            return self._with_split(words, place, random)
        word = words[place]
        other = self._heard(word, random) if draw < JOINED + SPLIT + HEARD else self._one_letter_off(word, random)
        if other == word or not _is_enough(other, word) or not self._is_clear(other, word):
            return None
        return [*words[:place], other, *words[place + 1 :]]

    def _heard(self, word: str, random: Random) -> str:
        return self.confusions.heard(word, random.random())

    def _with_joined(self, words: list[str], place: int) -> list[str] | None:
        if place + 1 >= len(words) or not self.is_number_word(words[place + 1]):
            return None
        joined = unicodedata.normalize("NFC", words[place] + words[place + 1])
        return None if self.grammar.knows(joined) else [*words[:place], joined, *words[place + 2 :]]

    def _with_split(self, words: list[str], place: int, random: Random) -> list[str] | None:
        letters = graphemes(words[place])
        if len(letters) < 2 * _SHORTEST:
            return None
        at = random.randint(_SHORTEST, len(letters) - _SHORTEST)
        parts = ["".join(letters[:at]), "".join(letters[at:])]
        return None if any(map(self.grammar.is_number, parts)) else [*words[:place], *parts, *words[place + 1 :]]

    def _is_clear(self, made: str, meant: str) -> bool:
        """True if ``made`` is no number word, and of number words only ``meant`` and its other spellings are near."""
        return not self.grammar.knows(made) and all(
            _value(self.grammar, other) == _value(self.grammar, meant) for other in self._nearest(made)
        )

    def _nearest(self, word: str) -> frozenset[str]:
        """The number words that differ from ``word`` in one letter, more or less."""
        return frozenset[str]().union(*(self.near.get(key, frozenset()) for key in _without_one(word)))

    # --- one letter

    def _one_letter_off(self, word: str, random: Random) -> str:
        change = random.choice((self._swapped, self._swapped, self._shortened, self._doubled))
        made = unicodedata.normalize("NFC", change(word, random))
        return made if made and not _SIGN.match(made) else word

    def _swapped(self, word: str, random: Random) -> str:
        """A letter becomes one that sounds like it."""
        places = [(i, other) for i, letter in enumerate(word) for other in self._like(letter)]
        if not places:
            return word
        at, other = random.choice(places)
        return word[:at] + other + word[at + 1 :]

    def _like(self, letter: str) -> list[str]:
        number = ord(letter)
        if not _FIRST <= number <= _LAST:
            return [chr(other) for other in _NEAR_LATIN.get(number, ())]
        base = number - number % _BLOCK
        return [other for place in _NEAR.get(number % _BLOCK, ()) if (other := chr(base + place)) in self.letters]

    def _shortened(self, word: str, random: Random) -> str:
        """A vowel sign, a nasal or a virama is lost, or a whole letter with its sign."""
        signs = [i for i, letter in enumerate(word) if _SIGN.match(letter)]
        if signs and random.random() < 0.7:
            at = random.choice(signs)
            return word[:at] + word[at + 1 :]
        letters = graphemes(word)
        at = random.randrange(len(letters))
        return "".join(letters[:at] + letters[at + 1 :])

    def _doubled(self, word: str, random: Random) -> str:
        """A consonant is written twice."""
        at = random.randrange(1, len(word)) if len(word) > 1 else 0
        letter = word[at]
        number = ord(letter)
        if not _FIRST <= number <= _LAST:
            return word[:at] + letter + word[at:] if letter.isalpha() else word
        consonant = 0x15 <= number % _BLOCK < 0x3A and not _SIGN.match(letter)
        virama = chr(number - number % _BLOCK + _VIRAMA)
        if not consonant or virama in (word[at - 1], *word[at + 1 : at + 2]):
            return word
        return word[:at] + letter + virama + word[at:]


def _is_enough(made: str, meant: str) -> bool:
    """True unless a good part of a short word is gone: nobody could tell twenty from "ty"."""
    least = max(_SHORTEST, _LEFT * len(graphemes(meant)))
    return len(graphemes(made)) >= min(least, len(graphemes(meant)))


def _number_words(grammar: Grammar) -> Iterator[str]:
    for number in range(_COUNTED):
        yield from map(tagger_word, (grammar.say(Token("cardinal", {"integer": str(number)})) or "").split())
    for table in _TABLES:
        for form in grammar.language.forms(table):
            yield from map(tagger_word, form.split(" "))


def _without_one(word: str) -> set[str]:
    """A word's key and its keys with one letter taken out: two words share one if they differ in one letter.

    After W. Garbe's symmetric deletes: no pair of words need be compared.
    """
    key = fold(word)
    return {key, *(key[:i] + key[i + 1 :] for i in range(len(key)))}


@lru_cache(maxsize=1 << 16)
def _value(grammar: Grammar, word: str) -> str:
    """What a word says by itself; the word if that is nothing."""
    found = grammar.spans((word,))
    return " ".join(span.token.value for span in found) or word
