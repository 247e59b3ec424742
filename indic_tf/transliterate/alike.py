"""Words with consonants of the same classes, compared with what is written all at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from .distances import FIRST, INSIDE, LAST
from .shapes import Shape

LIMIT = 2.2
"""A word that costs more is none."""

_RARITY, _MOST_FREQUENT = 0.12, 8.0
_RARER, _RARE = 0.25, 3.7
_ROOM = 256  # sounds for which there is room at first

Floats = npt.NDArray[np.float32]
Ids = npt.NDArray[np.int32]


class Pricing(Protocol):
    """How unusual letters are for sounds: of a consonant, and of the vowels between two of them."""

    def consonant(self, sound: str, letter: str) -> float: ...

    def slot(self, letters: str, sounds: tuple[str, ...], place: str) -> float: ...


@dataclass(frozen=True, slots=True)
class Entry:
    """A word with its consonants and the vowels between them; ``frequency`` on the Zipf scale."""

    text: str
    frequency: float
    source: str
    consonants: tuple[str, ...]
    slots: tuple[tuple[str, ...], ...]

    @property
    def rarity(self) -> float:
        """What the word costs for being rare."""
        return _RARITY * (_MOST_FREQUENT - self.frequency) + _RARER * max(0.0, _RARE - self.frequency)


class _Numbered:
    """Prices of one kind of letters for sounds, which have numbers; asked for once each."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.rows: dict[tuple[str, str], Floats] = {}

    def number(self, sound: object) -> int:
        return self.numbers.setdefault(sound, len(self.numbers))

    def row(self, letters: str, place: str) -> Floats:
        """The prices of ``letters`` by the numbers of sounds; not a number where it was never asked for."""
        row = self.rows.get((letters, place))
        if row is None or len(row) < len(self.numbers):
            wide = np.full(max(_ROOM, 2 * len(self.numbers)), np.nan, np.float32)
            if row is not None:
                wide[: len(row)] = row
            row = self.rows[letters, place] = wide
        return row


class Prices:
    """The prices of letters that were asked for, in one language."""

    def __init__(self, distances: Pricing) -> None:
        self.distances = distances
        self.slots, self.consonants = _Numbered(), _Numbered()


class Alike:
    """Words whose consonants are of the same classes, one after the other."""

    def __init__(self, entries: Sequence[Entry], prices: Prices) -> None:
        self._entries, self._prices = entries, prices
        self._rarity = np.array([entry.rarity for entry in entries], np.float32)
        number = prices.slots.number
        self._slots: Ids = np.array([[number(slot) for slot in e.slots] for e in entries], np.int32).T.copy()
        number = prices.consonants.number
        self._consonants: Ids = np.array([[number(c) for c in e.consonants] for e in entries], np.int32).T.copy()

    def best(self, found: Shape, most: int, limit: float) -> tuple[tuple[float, Entry], ...]:
        """The ``most`` likeliest of the words, each with its price, the lowest first; none above ``limit``."""
        total = self._rarity + self._sum(found)
        if np.isnan(total).any():
            self._ask(found)
            total = self._rarity + self._sum(found)
        near: list[int] = (total < limit).nonzero()[0].tolist()
        ranked = sorted((float(total[i]), self._entries[i].text, i) for i in near)
        return tuple((price, self._entries[i]) for price, _, i in ranked[:most])

    def _sum(self, found: Shape) -> Floats:
        slots, consonants = self._prices.slots, self._prices.consonants
        total: Floats = slots.row(found.slots[0], FIRST)[self._slots[0]]
        last = len(found.consonants)
        for i, letter in enumerate(found.consonants, 1):
            total = total + consonants.row(letter, "")[self._consonants[i - 1]]
            total += slots.row(found.slots[i], LAST if i == last else INSIDE)[self._slots[i]]
        return total

    def _ask(self, found: Shape) -> None:
        """Ask for the prices that are not there yet."""
        distances, last = self._prices.distances, len(found.consonants)
        for i, letters in enumerate(found.slots):
            place = FIRST if i == 0 else LAST if i == last else INSIDE
            row = self._prices.slots.row(letters, place)
            for entry, number in zip(self._entries, self._slots[i], strict=True):
                if np.isnan(row[number]):
                    row[number] = distances.slot(letters, entry.slots[i], place)
        for i, letter in enumerate(found.consonants):
            row = self._prices.consonants.row(letter, "")
            for entry, number in zip(self._entries, self._consonants[i], strict=True):
                if np.isnan(row[number]):
                    row[number] = distances.consonant(entry.consonants[i], letter)
