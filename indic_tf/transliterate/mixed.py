"""English words of mixed speech that were recognised in an Indian script: ऑर्डर order, ஆர்டரை order-ஐ, दिन none.

A word may be English if the transliterator knows English that sounds like it and is borrowed at all (`data/borrowed`).
Whether it is, a few weights decide (`data/weights.tsv`): how unusual the letters are for the sounds, how frequent the
English word is, in how many languages it is written so, how frequent the word is in text of the language, and whether
its letters follow each other as in borrowed words there or as in its own (`data/mixed`). Names stay.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from ..first_use import once
from .alike import Entry
from .data import table
from .endings import Endings
from .evidence import borrowed, established, evidence
from .words import Spelling, transliterator

SURE, BESIDE = "sure", "beside"
"""Rows of `weights` that are scores: from which a word is English, and from which it is one beside English."""

_UNSEEN = 2.5  # the Zipf frequency of a word that the text has not
_FREQUENT = 5.3  # English words that are more so are those of grammar rather
_COMMON = 4.2  # words of the language from which on they are no part of an English name
_OFTEN = 4.5  # … that words are of the language from, mostly
_ENGLISH = frozenset({"english", "spoken", "web", "box"})
_NAMES = frozenset({"given", "family", "town", "firm", "listed"})
FARTHER = 0.5
"""How much less likely than English a spelling of a word of the language may be."""

UNLIKE = 0.6
"""The price of sounds above which no English word is asked."""

_AS_NAMED = 0.06  # a name whose sounds cost no more is one
CANDIDATES = 8
_WRITTEN = frozenset(map(chr, (*range(0x0906, 0x0915), 0x0902)))  # vowels that are written, in letters of Devanagari
_WITH_R = "R"  # a vowel with an r in it, and no vowel of ours
_LONGEST = 9  # sounds that count for the length of a word
_PER_ODDS, _PLAIN, _UNKNOWN = 0.2, -1.5, -2.5  # log-odds of English: below which it costs, of what is never borrowed
_NEAR = 0.5  # how much less sure another spelling may be that is worth a word


@dataclass(frozen=True, slots=True)
class English:
    """An English word as it was recognised.

    Attributes:
        latin: how it is spelled, in small letters.
        ending: of the language, as it is written behind a hyphen; "" for none.
        score: log-odds that it is English.
        others: other spellings that are nearly as likely.
        sure: False for a word that is English only if one beside it is.
    """

    latin: str
    ending: str = ""
    score: float = 0.0
    others: tuple[str, ...] = ()

    sure: bool = True

    @property
    def text(self) -> str:
        """The word as it is written: order, order-ஐ."""
        return f"{self.latin}-{self.ending}" if self.ending else self.latin


class Mixed:
    """Finds English words among those of one language. Raises `LanguageError` for a language that is not known."""

    def __init__(self, code: str) -> None:
        self._spells = transliterator(code)
        self._endings = Endings(code)
        self._evidence = evidence(code)
        self._established = established(code)
        self._weights = {row["name"]: float(row["value"]) for row in table("weights")}
        self.english = lru_cache(maxsize=20_000)(self._english)

    @property
    def knows(self) -> bool:
        """False for a language of whose words nothing is known: none of them is taken for English."""
        return bool(self._evidence.frequencies)

    def _english(self, word: str) -> English | None:
        """What English word ``word`` is; None for one of the language, a name, one that has become of the language."""
        if not self.knows:
            return None
        found = sorted(self._candidates(word), key=lambda one: (-one.score, one.latin))
        if not found or found[0].score < self._weights[BESIDE] or found[0].latin in self._established:
            return None
        best = found[0]
        near = (one.latin for one in found[1:] if one.ending == best.ending and best.score - one.score < _NEAR)
        others = tuple(text for text in dict.fromkeys(near) if text != best.latin)
        return English(best.latin, best.ending, best.score, others, best.score >= self._weights[SURE])

    @property
    def borrowed(self) -> Mapping[str, float]:
        """English words that speech may borrow."""
        return borrowed()

    def frequency(self, word: str) -> float:
        """How frequent a word is in text of the language (Zipf), if it sounds like English at all; else 0."""
        return self._evidence.frequencies.get(word, 0.0)

    def unlikeliness(self, word: str) -> float:
        """What English that sounds like ``word`` costs in an address, on the scale of `Spelling.score`, for the word
        being one of the language rather."""
        if not self.knows:
            return 0.0
        best = max((one.score for one in self._candidates(word)), default=_UNKNOWN)
        return _PER_ODDS * max(0.0, _PLAIN - best)

    def likeness(self, word: str) -> float:
        """The log-odds that ``word`` is borrowed, by its letters alone; 0 if nothing is known of the language."""
        return self._evidence.likeness(self._spells.letters(word)) if self.knows else 0.0

    def may_be_english(self, word: str) -> bool:
        """False for a frequent word of the language that is hardly English."""
        return not self.knows or self.english(word) is not None or self.frequency(word) < _COMMON

    def spelled(self, word: str) -> Spelling | None:
        """The likeliest spelling of any word; hardly an English one for a word of the language."""
        found = self._spells.spellings(word, CANDIDATES)
        own = (one for one in found if self.english(word) is not None or one.source != "english")
        best = next(own, None)
        return best if best and found[0].score - best.score < FARTHER else next(iter(found), None)

    def _candidates(self, word: str) -> Iterator[English]:
        for latin, ending, features in self.features(word):
            yield English(latin, ending, sum(self._weights[name] * x for name, x in features.items()))

    def features(self, word: str) -> Iterator[tuple[str, str, dict[str, float]]]:
        """The English words that ``word`` may be: spelling, ending, what speaks for each (by the names of weights)."""
        apart = [*self._endings.apart(word)]
        whole = max(_UNSEEN, self.frequency(apart[0][0]))
        for stem, ending in apart:
            facts = self._of_stem(stem, max(whole, self.frequency(stem))) | {"ended": float(bool(ending))}
            for latin, features in self._features(stem):
                yield latin, ending, features | facts

    def _of_stem(self, stem: str, frequency: float) -> dict[str, float]:
        letters = self._spells.letters(stem)
        likeness = self._evidence.likeness(letters)
        native = frequency / (1 + math.exp(likeness))
        return {
            **{"bias": 1.0, "letters": likeness, "length": float(min(_LONGEST, len(letters)))},
            **{"frequency": frequency, "often": max(0.0, frequency - _OFTEN), "native": native},
        }

    def _features(self, stem: str) -> Iterator[tuple[str, dict[str, float]]]:
        """English words that sound like ``stem``, and what speaks for each."""
        found = self._spells.alike(stem, CANDIDATES)
        written = self._spells.letters(stem)[-1:] in _WRITTEN
        named = float(any(is_name(entry) and sounds <= _AS_NAMED for sounds, entry in found))
        for sounds, entry in found:
            said = borrowed().get(entry.text) if is_english(entry) else None
            if said is not None and sounds <= UNLIKE:
                facts = {
                    "sounds": sounds,
                    "english": min(_FREQUENT, entry.frequency),
                    "borrowed": math.log1p(said),
                    "named": named,
                }
                yield entry.text, facts | {"cut": float(is_open(entry) and not written)}


def is_open(entry: Entry) -> bool:
    """True for a word that ends in a vowel, as it is said."""
    return bool(entry.slots[-1]) and entry.slots[-1][-1][:1] not in _WITH_R


def is_english(entry: Entry) -> bool:
    """True for a word of English, or of the words of addresses."""
    return entry.source in _ENGLISH


def is_name(entry: Entry) -> bool:
    """True for the name of a person, a town or a firm that our tables list."""
    return entry.source in _NAMES


@once
def mixed(lang: str) -> Mixed:
    """The finder of English words in a language, made once. Raises `LanguageError` for one that is not known."""
    return Mixed(lang)
