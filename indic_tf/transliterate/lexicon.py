"""Known words, looked up by their consonants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

import regex

from .alike import Alike, Entry, Prices
from .data import english, rows, table, trait
from .distances import Distances
from .shapes import Reader, Shape, Sound, shape

KINDS = {
    **{"given": 5.4, "family": 5.2, "town": 5.1, "firm": 5.1},
    **{"word": 4.7, "web": 6.3, "spoken": 5.6, "box": 6.3},
}
"""Kinds of our own words, and how frequent they are in addresses, on the Zipf scale."""

LISTED = "listed"
"""What words are from that a language lists among its names."""

USUAL, MOST, OF_GRAMMAR = 6.8, 5.8, 4.5
"""How frequent English words of the table `usual` are in addresses, and others at most: "because" is hardly in one."""

_NAMES = frozenset({"given", "family", "word"})
SECOND = 0.3  # a spelling that is not the first of its sound is so much less frequent
_VOWEL = r"[aAVoWYeREiIOXuUxjyq]\d?"
_CONSONANT = "[pbtdkgCJfvwTDszSZhmnNlr]"
_SOUNDS = regex.compile(rf"(?P<vowel>{_VOWEL})|(?P<consonant>{_CONSONANT})")
_SILENT_R = regex.compile(r"(R\d?)r(?=[pbtdkgCJfvTszSZmnl])")
_VOWEL_CODES = "aAVoWYeREiIOXuUxjyq0123456789"


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
def _known_english() -> tuple[list[str], list[str], list[str]]:
    return english()


def apart(sounds: str) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The consonants of English sounds (letters of `data/README.md`), and the vowels between them: one tuple more."""
    consonants: list[str] = []
    slots: list[list[str]] = [[]]
    for found in _SOUNDS.finditer(sounds):
        if found["vowel"]:
            slots[-1].append(found["vowel"])
        else:
            consonants.append(found["consonant"])
            slots.append([])
    return tuple(consonants), tuple(map(tuple, slots))


@cache
def own_words(kind: str) -> frozenset[str]:
    """The words of one kind of the table `own`: "box" for what firms call their mailboxes (info, help), "firm" …"""
    return frozenset(row["latin"] for row in table("own") if row["kind"] == kind)


@cache
def _own_kinds() -> Mapping[str, str]:
    return {row["latin"]: row["kind"] for row in reversed(table("own"))}


def own_kind(word: str) -> str:
    """The kind of a word of the table `own`; "" for any other."""
    return _own_kinds().get(word, "")


@cache
def _frequencies() -> Mapping[str, int]:
    words, tenths, _ = _known_english()
    return dict(zip(words, map(int, tenths), strict=True))


def english_frequency(word: str) -> int:
    """How frequent an English word is, in tenths of the Zipf scale; 0 for any other."""
    return _frequencies().get(word, 0)


@cache
def edge_weights() -> Mapping[str, float]:
    """What speaks for a name of an address beginning or ending somewhere: feature → weight (`wfst/address_edges`)."""
    return {row["feature"]: float(row["weight"]) for row in table("name_edges")}


@cache
def first_words() -> frozenset[str]:
    """What a name of several words may begin with."""
    return frozenset(row["latin"] for row in table("firsts"))


@cache
def generic_words() -> frozenset[str]:
    """What no name of a host is by itself: studio, foundation, ghar."""
    return _usual("generic")


@cache
def usual_words() -> frozenset[str]:
    """English words that addresses are made of."""
    return _usual("generic", "plain")


@cache
def grammatical_words() -> frozenset[str]:
    """English words of grammar: the, because."""
    return frozenset(row["latin"] for row in table("unborrowed"))


@cache
def words_of(*kinds: str) -> tuple[str, ...]:
    """The words of these kinds in the table `usual`, in its order."""
    return tuple(word for row in table("usual") if row["kind"] in kinds for word in row["words"].split())


@cache
def _usual(*kinds: str) -> frozenset[str]:
    return frozenset(words_of(*kinds))


@cache
def tagging_words() -> frozenset[str]:
    """Words before a handle: tag us as, follow."""
    return _usual("tagging")


@cache
def network_names() -> tuple[str, ...]:
    """What the names of social networks begin with."""
    return tuple(sorted(_usual("network")))


@cache
def last_parts(*kinds: str) -> frozenset[str]:
    """Last parts of hosts ("host") and of the names of files ("file") that the tables of languages do not list; all
    for no kind."""
    return frozenset(
        word for row in table("lasts") if not kinds or row["kind"] in kinds for word in row["words"].split()
    )


def ended_domains(code: str) -> frozenset[str]:
    """Last parts of hosts that are nothing else in the language when a case ending follows (com)."""
    return trait("ended", code)


def stop_words(code: str) -> frozenset[str]:
    """Words of a sentence that are no part of a name of several words, in the script of the language and in Latin."""
    return frozenset(word for row in rows("stops", code) for word in row["words"].split())


def entry_of(text: str, frequency: float, source: str, sounds: Sequence[Sound]) -> Entry:
    found = shape(sounds)
    return Entry(text, frequency, source, found.consonants, tuple(tuple(slot) for slot in found.slots))


class Lexicon:
    """Words by their consonants, as one language hears them."""

    def __init__(self, code: str, distances: Distances, own: Iterable[Entry]) -> None:
        self._prices = Prices(distances)
        self._classes = distances.classes()
        self._others = {s: row["class"] for row in rows("others", code) for s in row["sounds"].split()}
        self._usual = usual_words()
        self._grammatical = grammatical_words() - self._usual
        self._own: dict[str, list[Entry]] = {}
        for entry in own:
            for key in {self._key(entry.consonants, c) for c in (self._classes, self._classes | self._others)}:
                self._own.setdefault(key, []).append(entry)
        self._index: dict[str, list[int]] = {}
        sounds = _known_english()[2]
        plain, other = (
            self._keys_of_english(sounds, classes) for classes in (self._classes, self._classes | self._others)
        )
        for i, key in enumerate(plain):
            self._index.setdefault(key, []).append(i)
        plural = [i for i, said in enumerate(sounds) if said[-1:] == "z"]  # designs: one z is written j, the last one s
        keys = self._keys_of_english([sounds[i][:-1] + "s" for i in plural], self._classes)
        for i, key in (*enumerate(other), *zip(plural, keys, strict=True)):
            if key != plain[i] and self._index.setdefault(key, [])[-1:] != [i]:
                self._index[key].append(i)
        self._without_r = self._keys_without_r() if trait("silent", code) else {}
        self._looked_at: dict[str, Alike] = {}
        self.best = lru_cache(maxsize=50_000)(self._best)

    @staticmethod
    def _keys_of_english(sounds: Sequence[str], classes: Mapping[str, str]) -> list[str]:
        """The keys of words by their sounds."""
        table: dict[str, str | int | None] = dict.fromkeys(_VOWEL_CODES, "")
        table.update((sound, name) for sound, name in classes.items() if sound.isascii())
        return "\n".join(sounds).translate(str.maketrans(table)).split("\n")

    def _keys_without_r(self) -> Mapping[str, list[int]]:
        """English words whose r before a consonant is not written: Malayalam ലേൺ, learn."""
        found = [i for i, sounds in enumerate(_known_english()[2]) if _SILENT_R.search(sounds)]
        sounds = [_SILENT_R.sub(r"\1", _known_english()[2][i]) for i in found]
        made: dict[str, list[int]] = {}
        for i, key in zip(found, self._keys_of_english(sounds, self._classes), strict=True):
            made.setdefault(key, []).append(i)
        return made

    @staticmethod
    def _key(consonants: Sequence[str], classes: Mapping[str, str]) -> str:
        return "".join(classes.get(sound, "?") for sound in consonants)

    def key(self, consonants: Sequence[str]) -> str:
        """The classes of consonants, one letter each."""
        return self._key(consonants, self._classes)

    def has(self, key: str) -> bool:
        """True if some word has consonants of these classes."""
        return key in self._own or key in self._index or key in self._without_r

    def _best(self, found: Shape, most: int, limit: float) -> tuple[tuple[float, Entry], ...]:
        """The ``most`` likeliest words for a shape, each with its price, the lowest first; none above ``limit``."""
        key = self.key(found.consonants)
        if not self.has(key):
            return ()
        alike = self._looked_at.get(key)
        if alike is None:
            alike = self._looked_at[key] = Alike([*self._own.get(key, ()), *self._english(key)], self._prices)
        return alike.best(found, most, limit)

    def _english(self, key: str) -> Iterator[Entry]:
        words, _, sounds = _known_english()
        for i in self._index.get(key, ()):
            yield Entry(words[i], self._frequency(i), "english", *apart(sounds[i]))
        for i in self._without_r.get(key, ()):
            yield Entry(words[i], self._frequency(i) - SECOND, "english", *apart(_SILENT_R.sub(r"\1", sounds[i])))

    def _frequency(self, i: int) -> float:
        """How frequent an English word is in addresses."""
        word, tenths = _known_english()[0][i], _known_english()[1][i]
        if word in self._usual:
            return USUAL
        return min(int(tenths) / 10, OF_GRAMMAR if word in self._grammatical else MOST)


def as_spelled_there(entries: Iterable[Entry], code: str) -> Iterator[Entry]:
    """Names and words as a region spells them (swathi in the south, dipak in the east), and as they came."""
    habits = [(regex.compile(row["pattern"]), row["there"]) for row in rows("habits", code)]
    for entry in entries:
        text = entry.text
        if entry.source in _NAMES:
            for pattern, there in habits:
                text = pattern.sub(there, text)
        if text != entry.text:
            yield replace(entry, text=text)
            yield replace(entry, frequency=entry.frequency - SECOND)
        else:
            yield entry


def named(rows: Iterable[tuple[str, str]], reader: Reader) -> Iterator[Entry]:
    """Words that a language lists with their spelling in Latin letters."""
    for form, latin in rows:
        for sounds in reader.read(form)[:1]:
            yield entry_of(latin, KINDS["given"], LISTED, sounds)
