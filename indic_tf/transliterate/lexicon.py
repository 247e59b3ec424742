"""Known words, looked up by their consonants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import regex

from .data import english, rows, table
from .distances import FIRST, INSIDE, LAST, Distances
from .shapes import Reader, Shape, Sound, shape

KINDS = {"given": 4.7, "family": 4.6, "town": 4.8, "firm": 4.7, "word": 4.5, "web": 5.2}
"""Kinds of our own words, and how frequent they are in addresses, on the Zipf scale."""

SECOND = 0.3  # a spelling that is not the first of its sound is so much less frequent
_VOWEL = r"[aAVoWYeREiIOXuUxjyq]\d?"
_CONSONANT = "[pbtdkgCJfvwTDszSZhmnNlr]"
_SOUNDS = regex.compile(rf"(?P<vowel>{_VOWEL})|(?P<consonant>{_CONSONANT})")
_VOWEL_CODES = "aAVoWYeREiIOXuUxjyq0123456789"


@dataclass(slots=True)
class Entry:
    """A word with its sounds; ``frequency`` on the Zipf scale.

    Sounds of English are taken apart when they are first needed.
    """

    text: str
    frequency: float
    source: str
    sounds: str = ""
    consonants: tuple[str, ...] = ()
    slots: tuple[tuple[str, ...], ...] = ()

    def apart(self) -> None:
        consonants: list[str] = []
        slots: list[list[str]] = [[]]
        for found in _SOUNDS.finditer(self.sounds):
            if found["vowel"]:
                slots[-1].append(found["vowel"])
            else:
                consonants.append(found["consonant"])
                slots.append([])
        self.consonants, self.slots = tuple(consonants), tuple(map(tuple, slots))


@cache
def own_entries() -> list[Entry]:
    """Names and Indian words of the table `own`."""
    reader, made, seen = Reader("", "Devanagari"), [], set[str]()
    for row in table("own"):
        kind = row.choice("kind", tuple(KINDS))
        found = reader.read(row["sound"])
        if not found:
            raise row.error(f"{row['sound']!r} cannot be read")
        frequency = KINDS[kind] - (SECOND if row["sound"] in seen else 0.0)
        seen.add(row["sound"])
        made.append(entry_of(row["latin"], frequency, kind, found[0]))
    return made


@cache
def english_entries() -> list[Entry]:
    return [Entry(word, frequency, "english", sounds) for word, frequency, sounds in english()]


def entry_of(text: str, frequency: float, source: str, sounds: Sequence[Sound]) -> Entry:
    found = shape(sounds)
    return Entry(text, frequency, source, "", found.consonants, tuple(tuple(slot) for slot in found.slots))


class Lexicon:
    """Words by their consonants, as one language hears them."""

    def __init__(self, code: str, distances: Distances, names: Iterable[Entry] = ()) -> None:
        self._distances = distances
        self._classes = distances.classes()
        self._others = {s: row["class"] for row in rows("others", code) for s in row["sounds"].split()}
        self._index: dict[str, list[Entry]] = {}
        for entry in (*names, *own_entries()):
            self._add(self._key(entry.consonants, self._classes), entry)
            if any(sound in self._others for sound in entry.consonants):
                self._add(self._key(entry.consonants, self._classes | self._others), entry)
        self._add_english()
        self.best = lru_cache(maxsize=50_000)(self._best)

    def _add_english(self) -> None:
        plain = str.maketrans(self._classes_of_english(self._classes) | dict.fromkeys(_VOWEL_CODES, ""))
        other = str.maketrans(self._classes_of_english(self._classes | self._others) | dict.fromkeys(_VOWEL_CODES, ""))
        for entry in english_entries():
            key = entry.sounds.translate(plain)
            self._add(key, entry)
            if (second := entry.sounds.translate(other)) != key:
                self._add(second, entry)

    @staticmethod
    def _classes_of_english(classes: dict[str, str]) -> dict[str, str]:
        return {sound: name for sound, name in classes.items() if sound.isascii()}

    def _key(self, consonants: Sequence[str], classes: dict[str, str]) -> str:
        return "".join(classes.get(sound, "?") for sound in consonants)

    def _add(self, key: str, entry: Entry) -> None:
        self._index.setdefault(key, []).append(entry)

    def _best(self, found: Shape, most: int) -> tuple[tuple[float, Entry], ...]:
        """The ``most`` likeliest words for a shape, each with how unusual its letters are, the least first."""
        ranked = sorted(
            ((distance, entry) for entry in self._index.get(self._key(found.consonants, self._classes), ())
             if (distance := self._distance(found, entry)) < LIMIT),
            key=lambda pair: pair[0] + rarity(pair[1].frequency),
        )  # fmt: skip
        return tuple(ranked[:most])

    def _distance(self, found: Shape, entry: Entry) -> float:
        if not entry.slots:
            entry.apart()
        consonant, slot = self._distances.consonant, self._distances.slot
        total, last = 0.0, len(found.consonants)
        for i, (letters, sounds) in enumerate(zip(found.slots, entry.slots, strict=True)):
            total += slot(letters, sounds, FIRST if i == 0 else LAST if i == last else INSIDE)
            if i < last:
                total += consonant(entry.consonants[i], found.consonants[i])
            if total > LIMIT:
                return total
        return total


LIMIT = 1.6
_RARITY, _MOST_FREQUENT = 0.12, 8.0


def rarity(frequency: float) -> float:
    """The price of a word for being rare."""
    return _RARITY * (_MOST_FREQUENT - frequency)


def named(rows: Iterable[tuple[str, str]], reader: Reader) -> Iterator[Entry]:
    """Words that a language lists with their spelling in Latin letters."""
    for form, latin in rows:
        for sounds in reader.read(form)[:1]:
            yield entry_of(latin, KINDS["given"], "listed", sounds)
