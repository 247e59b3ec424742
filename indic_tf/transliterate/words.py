"""Spellings of a word, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from operator import itemgetter

from ..first_use import once
from ..languages import language
from ..scripts import fold
from ..tables import Row
from .alike import LIMIT, Entry
from .data import trait, written_words
from .distances import Distances
from .lexicon import KINDS, LISTED, Lexicon, as_spelled_there, generic_words, named, own_entries
from .shapes import Reader, Sound, shape
from .spelling import Romans
from .unwritten import WAW

_UNKNOWN, _UNKNOWN_CONSONANT = 0.45, 0.17  # the price of a word that is spelled by rules
_OTHER_SPELLING = 0.3  # of one that is not the first by the rules
_OTHER_READING = 0.1  # of a word that its letters are read as less often
_SINGLE = 0.25  # a letter that is said twice and written once
_LISTED, _LISTED_NEXT = 0.05, 0.08  # of a word whose spelling is listed as it is written; of each further spelling
_LISTED_PIECE = 0.3  # of such a word in one that runs together
_JOINT, _JOINT_OF_FIRM = 0.3, 0.1  # between two words that run together; before "tech", "foods"
_SURE = 0.2  # of a word that sounds just like what is written
_ENOUGH = 0.75  # a known word below this price is not taken apart
_SHORT = 0.15  # a piece of one consonant
_SHORT_FREQUENCY = 5.9
_OF_ADDRESSES = frozenset({"web", "spoken", "box"})
_LETTER, _LETTERS = 0.12, 0.25  # a letter said by its name; a row of them
LETTERS = "letters"
_KNOWN_KINDS = frozenset({*KINDS, LISTED})
_MADE = frozenset({LETTERS, "joined", "rules"})
_MOST_PIECES = 4
_LONGEST = 40  # sounds
_LETTER_SOUNDS, _MOST_LETTERS = 6, 8
_PIECE = 0.95  # a piece that costs more is none
_PIECE_FREQUENCY = 3.0
_WAYS = 3
_CANDIDATES = 6


@dataclass(frozen=True, slots=True)
class Spelling:
    """One way to spell a word.

    Attributes:
        text: Latin small letters.
        score: how likely it is, as a log-probability up to a constant; differences between the spellings of one word
            count (0.1 is near, 1 is far).
        source: "english", a kind of our own words ("given", "family", "town", "firm", "word", "web", "box",
            "spoken"), "native" for a listed word of the language, "listed" in the language's names, "letters" by their
            names, "joined" of several words, "rules".
    """

    text: str
    score: float
    source: str


def transliterate(word: str, lang: str, n: int = 5) -> list[Spelling]:
    """The ``n`` likeliest spellings of ``word`` in Latin letters, the likeliest first.

    ``word`` is one word in the script of the language ``lang``. Nothing comes back for one with signs or letters of
    another script. Raises `LanguageError` for a language that is not known.

    >>> transliterate("ग्रीनफार्म", "hi")[0].text
    'greenfarm'
    >>> [spelling.text for spelling in transliterate("लक्ष्मी", "hi", n=2)]
    ['lakshmi', 'laxmi']
    """
    return transliterator(lang).spellings(word, n)


class Transliterator:
    """Spells the words of one language; without its names and the words of the table `own`, if ``own`` is false."""

    def __init__(self, code: str, own: bool = True) -> None:
        facts = language(code)
        self._reader = Reader(code, facts.script)
        self._distances = Distances(code)
        listed = ((row["form"], row["latin"]) for row in facts.table("names") if row["latin"])
        entries = [*named(listed, self._reader), *as_spelled_there(own_entries(), code)] if own else []
        self._lexicon = Lexicon(code, self._distances, entries)
        self._written = written_words(code) if own else {}
        self._doubled = trait("doubled", code)
        self._romans = Romans(code, facts.final_a_silent)
        self._letters = dict(self._named_letters(facts.named_letters))
        self._cached = lru_cache(maxsize=20_000)(self._spellings)

    def _named_letters(self, rows: Sequence[Row]) -> Iterator[tuple[tuple[str, ...], str]]:
        for row in reversed(rows):
            for sounds in self._reader.read(row["form"])[:1]:
                yield _letters_of(sounds), row["letter"].lower()

    @cached_property
    def _sounding(self) -> dict[tuple[str, ...], str]:
        """The letters of listed words of two consonants or more, which other words may be made of → their spelling."""
        made: dict[tuple[str, ...], str] = {}
        for word, (_, written) in self._written.items():
            for sounds in self._reader.read(word)[:1]:
                if sum(map(_is_consonant, sounds)) > 1:
                    made.setdefault(_exactly(sounds), written[0])
        return made

    def known(self, word: str) -> Spelling | None:
        """The likeliest spelling of ``word`` if it is a known word as a whole, and is written as usual."""
        found = self.spellings(word, 1)
        return found[0] if found and found[0].source not in _MADE and -found[0].score < _ENOUGH else None

    def spellings(self, word: str, n: int = 5) -> list[Spelling]:
        """As `transliterate`."""
        return list(self._cached(word)[:n])

    def alike(self, word: str, n: int) -> list[tuple[float, Entry]]:
        """The ``n`` likeliest known words that sound like the whole of ``word``, each with the price of its sounds."""
        found: dict[str, tuple[float, float, Entry]] = {}
        for rank, sounds in enumerate(self._reader.read(word)):
            for price, entry in self._known(sounds, LIMIT) if len(sounds) <= _LONGEST else ():
                total = price + _OTHER_READING * rank
                if entry.text not in found or total < found[entry.text][0]:
                    found[entry.text] = total, total - entry.rarity, entry
        ranked = sorted(found.values(), key=lambda one: (one[0], one[2].text))
        return [(sounds, entry) for _, sounds, entry in ranked[:n]]

    def letters(self, word: str) -> str:
        """``word`` in letters of Devanagari, vowels as they stand alone; "" for one that cannot be read."""
        read = self._reader.read(word)
        return "".join(sound.letter * (1 + sound.double) for sound in read[0]) if read else ""

    def _spellings(self, word: str) -> tuple[Spelling, ...]:
        best: dict[str, tuple[float, str]] = {}
        for rank, sounds in enumerate(self._reader.read(word)):
            if len(sounds) <= _LONGEST:
                for price, text, source in self._priced(sounds):
                    price += _OTHER_READING * rank
                    if text not in best or price < best[text][0]:
                        best[text] = price, source
        kind, written = self._written.get(fold(word), ("", ()))
        for rank, text in enumerate(written):
            price, source = best.get(text, (LIMIT, ""))
            best[text] = min(price, _LISTED + _LISTED_NEXT * rank), source if source in _KNOWN_KINDS else kind
        ranked = sorted(best.items(), key=lambda item: (item[1][0], item[0]))
        return tuple(Spelling(text, -price, source) for text, (price, source) in ranked)

    def _priced(self, sounds: tuple[Sound, ...]) -> Iterator[tuple[float, str, str]]:
        known = [(price, entry.text, entry.source) for price, entry in self._known(sounds, LIMIT)]
        yield from known
        unknown = _UNKNOWN + _UNKNOWN_CONSONANT * sum(map(_is_consonant, sounds))
        if not known or known[0][0] > _ENOUGH:
            yield from self._joined(sounds, unknown + _OTHER_SPELLING)
        else:
            size = len(sounds)
            letters = self._row_of_letters(sounds, 0, [i for i in range(1, size) if sounds[i].starts] + [size])
            yield from ((price, text, LETTERS) for end, price, text in letters if end == size)
        for i, text in enumerate(self._romans.spell(sounds)):
            yield unknown + _OTHER_SPELLING * (i > 0), text, "rules"

    def _known(self, sounds: Sequence[Sound], limit: float) -> Sequence[tuple[float, Entry]]:
        found = shape(sounds)
        known = self._lexicon.best(found, _CANDIDATES, limit) if found.consonants else ()
        if known and any(sound.double and sound.letter in self._doubled for sound in sounds):
            return sorted(((price + _SINGLE * (not _has_double(e.text)), e) for price, e in known), key=itemgetter(0))
        return known

    def _joined(self, sounds: tuple[Sound, ...], limit: float) -> Iterator[tuple[float, str, str]]:
        """Words and letters that run together, by the cheapest ways through them."""
        size = len(sounds)
        ways: list[list[tuple[float, str, int]]] = [[] for _ in range(size + 1)]
        ways[0] = [(0.0, "", 0)]
        borders = [i for i in range(1, size) if sounds[i].starts] + [size]
        shared = [i for i in range(1, size - 1) if sounds[i].double]  # elektrikkastamar: one k for two words
        for start in sorted({0, *borders[:-1], *shared}):
            begun = [way for way in ways[start] if way[0] < limit and way[2] < _MOST_PIECES]
            if not begun:
                continue
            for end, price, text in (
                *self._pieces(sounds, start, [(border, border) for border in borders] + [(i + 1, i) for i in shared]),
                *self._row_of_letters(sounds, start, borders),
            ):
                sure = price < _SURE and text in generic_words()
                joint = _JOINT_OF_FIRM if sure else _JOINT
                for before, made, count in begun:
                    ways[end].append((before + price + (joint if count else 0.0), made + text, count + 1))
                ways[end] = sorted(ways[end])[:_WAYS]
        yield from ((price, text, "joined") for price, text, count in ways[size])

    def _pieces(
        self, sounds: tuple[Sound, ...], start: int, ends: Sequence[tuple[int, int]]
    ) -> Iterator[tuple[int, float, str]]:
        """Words that begin at ``start`` and end at one of ``ends`` (where they end, where the next begins): where the
        next begins, price, word."""
        for end, place in ends:
            if place <= start or end - start == len(sounds):
                continue
            piece = sounds[start:end]
            if listed := self._sounding.get(_exactly(piece)):
                yield place, _LISTED_PIECE, listed
            key = self._lexicon.key([sound.letter for sound in piece if not sound.vowel])
            if not key or not self._lexicon.has(key):
                continue
            found = self._lexicon.best(shape(piece), _CANDIDATES, _PIECE)
            double = any(sound.double and sound.letter in self._doubled for sound in piece)
            lost = ((price + _SINGLE * (double and not _has_double(entry.text)), entry) for price, entry in found)
            fit = sorted(((price, e) for price, e in lost if self._is_piece(e, len(key))), key=itemgetter(0))
            yield from ((place, price + (_SHORT if len(key) == 1 else 0.0), e.text) for price, e in fit[:2])

    @staticmethod
    def _is_piece(entry: Entry, consonants: int) -> bool:
        """True for a word that may stand in one that runs together: short ones only where addresses have them."""
        least = _PIECE_FREQUENCY if consonants > 1 else _SHORT_FREQUENCY
        return entry.frequency >= least or entry.source in _OF_ADDRESSES

    def _row_of_letters(
        self, sounds: Sequence[Sound], start: int, borders: Sequence[int]
    ) -> list[tuple[int, float, str]]:
        """Where two letters or more that begin at ``start`` end, with their price."""
        made: list[tuple[int, float, str]] = []
        todo = [(start, "")]
        while todo:
            place, text = todo.pop()
            for end in (border for border in borders if place < border <= place + _LETTER_SOUNDS):
                letter = self._letters.get(_letters_of(sounds[place:end]))
                if letter and len(text) < _MOST_LETTERS:
                    todo.append((end, text + letter))
                    if text:
                        made.append((end, _LETTERS + _LETTER * (len(text) + 1), text + letter))
        return made


def _is_consonant(sound: Sound) -> bool:
    return not sound.vowel or sound.glide or sound.letter == WAW


def _has_double(text: str) -> bool:
    return any(a == b for a, b in pairwise(text))


def _letters_of(sounds: Sequence[Sound]) -> tuple[str, ...]:
    letters = ["y" if sound.glide else sound.letter for sound in sounds]
    if len(letters) > 1 and not sounds[-1].starts and sounds[-1].vowel and letters[-1] == "\u0905":
        letters.pop()  # एस, एस्
    return tuple(letters)


def _exactly(sounds: Sequence[Sound]) -> tuple[str, ...]:
    """As `_letters_of`, with those that are said twice marked."""
    return (*_letters_of(sounds), *(str(i) for i, sound in enumerate(sounds) if sound.double))


@once
def transliterator(lang: str) -> Transliterator:
    """The transliterator of a language, made once. Raises `LanguageError` for one that is not known."""
    return Transliterator(lang)
