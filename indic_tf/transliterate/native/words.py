"""Native words that a word in Latin letters may be typed for, by their sounds and how frequent they are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from ...languages import Language
from ..alike import Alike, Entry, Prices
from ..shapes import Shape
from .pricing import DOUBLED, Typing
from .sounds import Ear, Heard
from .stored import Stored
from .typed import Parser

LOG10 = math.log(10)
ZIPF = 9.0
"""The Zipf frequency of a word that is all of a text."""

_MOST, _LIMIT = 6, 30.0
_MOST_KEYS = 6
_WHOLE = ("", "mult")  # number words that stand before others or alone
_LEAST_NUMBER = 3.8  # number words are said, and text has figures for them


@dataclass(frozen=True, slots=True)
class Native(Entry):
    """A native word, as it is heard in one way, with the price of that."""

    price: float = 0.0

    @property
    def rarity(self) -> float:
        """The negative natural logarithm of how often it is said, and how it is heard."""
        return self.price + LOG10 * (ZIPF - self.frequency)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A native word with the negative natural logarithm of its being said and typed so; its number, -1 for none."""

    text: str
    price: float
    number: int = -1


def keys(heard: Heard, typing: Typing) -> Iterator[str]:
    """The classes of consonants by which a word is looked up."""
    classes = (typing.classes.get(letter.removesuffix(DOUBLED), ("?",)) for letter in heard.consonants)
    yield from dict.fromkeys(map("".join, islice(product(*classes), _MOST_KEYS)))


class Words:
    """The words of one language."""

    def __init__(self, facts: Language, stored: Stored, listed: Iterable[tuple[str, str, float]]) -> None:
        self._stored = stored
        self._typing = Typing(facts.code)
        self._parser, self._ear = Parser(facts.code, self._typing), Ear(facts)
        self._typed_classes = _classes_of_typed(self._typing)
        self.number = {word: i for i, word in enumerate(stored.words)}
        self._numbers = frozenset(row["form"] for row in facts.table("numbers") if row["role"] in _WHOLE)
        self._prices = Prices(self._typing)
        self._looked_at: dict[str, Alike] = {}
        self._listed: dict[str, list[Candidate]] = {}
        for typed, native, price in listed:
            self._listed.setdefault(typed, []).append(Candidate(native, price, self.number.get(native, -1)))
        self.candidates = lru_cache(maxsize=50_000)(self._candidates)

    @property
    def typing(self) -> Typing:
        return self._typing

    @property
    def parser(self) -> Parser:
        return self._parser

    def frequency(self, native: str) -> float:
        """How often a word is said, on the Zipf scale; 0 for one that is not known."""
        number = self.number.get(native, -1)
        return self._stored.tenths[number] / 10 if number >= 0 else 0.0

    def _candidates(self, typed: str) -> tuple[Candidate, ...]:
        """The likeliest native words for ``typed``, small Latin letters; the likeliest first."""
        best: dict[str, Candidate] = {one.text: one for one in self._listed.get(typed, ())}
        for extra, shape in self._parser.shapes(typed):
            for key in self._keys_of_typed(shape):
                for price, entry in self._alike(key, shape):
                    total = price + extra
                    if entry.text not in best or total < best[entry.text].price:
                        best[entry.text] = Candidate(entry.text, total, self.number[entry.text])
        return tuple(sorted(best.values(), key=lambda one: (one.price, one.text))[:_MOST])

    def _keys_of_typed(self, shape: Shape) -> Iterator[str]:
        classes = (self._typed_classes.get(letter.removesuffix(DOUBLED), ()) for letter in shape.consonants)
        yield from islice(map("".join, product(*classes)), _MOST_KEYS)

    def _alike(self, key: str, shape: Shape) -> Iterable[tuple[float, Entry]]:
        alike = self._looked_at.get(key)
        if alike is None:
            entries = [*self._entries(key)]
            if not entries:
                return ()
            alike = self._looked_at[key] = Alike(entries, self._prices)
        return alike.best(shape, _MOST, _LIMIT)

    def _entries(self, key: str) -> Iterator[Native]:
        for number in self._stored.keys.get(key, ()):
            word, frequency = self._stored.words[number], self._stored.tenths[number] / 10
            frequency = max(frequency, _LEAST_NUMBER) if word in self._numbers else frequency
            for heard in self._ear.hear(word):
                if key in keys(heard, self._typing):
                    yield Native(word, frequency, "native", heard.consonants, heard.slots, heard.price)


def _classes_of_typed(typing: Typing) -> dict[str, tuple[str, ...]]:
    """Latin letters → the classes of the consonants that they are typed for."""
    made: dict[str, dict[str, None]] = {}
    for letters, sounds in typing.typed().items():
        for sound in sorted(sounds, key=lambda one: sounds[one]):
            for name in typing.classes.get(sound, ()):
                made.setdefault(letters, {})[name] = None
    return {letters: tuple(found) for letters, found in made.items()}
