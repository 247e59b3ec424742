"""Where the name of an address begins or ends in a sentence: which words beside a sign belong to it.

A log-linear model weighs every place where the name may begin: what its words are, which of them stand beside each
other, how many there are, what stands outside (a conditional model over the candidates, as Lafferty, McCallum and
Pereira 2001 have it over labels). What is weighed are kinds of words, not words, so one table of weights
(`transliterate/data/name_edges.tsv`, from `data_scripts/fit_name_edges.py`) serves all languages that are not written
in Latin letters, and one those that are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise

from ..scripts import fold, is_latin
from ..transliterate import (
    NATIVE,
    edge_weights,
    english_frequency,
    first_words,
    generic_words,
    grammatical_words,
    own_kind,
    own_words,
    words_of,
)
from .address_parts import Endings
from .address_words import BOX, FIRM, NAMES, OF_SPEECH, SURE, AddressWords
from .memo import Memo

LOCAL, HOST, PAYEE, HANDLE, PART = "local", "host", "payee", "handle", "part"
"""Kinds of names: of a mailbox, a host, who is paid, a handle, and what a sign joins with what stands behind it."""

MOST_OF_NAME = 6  # words
_BEFORE, _BEHIND = "", "behind "
_SIGN, _CHARACTER, _NUMBER, _UNKNOWN = "sign", "character", "number", "unknown"
_STOP, _CUE = "stop", "cue"  # of the sentence around an address; English for what follows: mail, website
_LONG, _DEAR = 12, 1.2  # letters, a price: what is longer or costs more counts as so much
_LIKE = 3.0  # log-odds
_USES = ("generic", "first", "plain")
_FEW = 3
_ENDING = 2  # letters, vowel signs being some
_MOST_COMMON = 70.0  # tenths of the Zipf scale


@dataclass(frozen=True, slots=True)
class WordFacts:
    """What is weighed of a word: its kind, and what else is true of it and how much, 0 to about 1."""

    kind: str
    traits: tuple[tuple[str, float], ...] = ()

    def has(self, trait: str) -> bool:
        return any(name == trait for name, _ in self.traits)


class AddressEdges(AddressWords):
    """Finds where names of addresses begin and end in one language."""

    @cached_property
    def _facts(self) -> Memo[str, WordFacts]:
        return Memo(self._facts_of)

    @cached_property
    def endings(self) -> Endings:
        """Takes case endings off words of the language."""
        return Endings(self._grammar.language)

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        return edge_weights()

    def begin(self, words: Sequence[str], end: int, kind: str, first: int = 0) -> int:
        """Where the name of ``kind`` begins whose last word stands before ``end``; not before ``first``, nor before a
        sign."""
        places = [*self.begins(words, end, first)]
        return max(places, key=lambda start: self.score(self.features_before(words, start, end, kind)))

    def begins(self, words: Sequence[str], end: int, first: int = 0) -> Iterator[int]:
        """The places where that name may begin, the last one first."""
        for start in range(end - 1, max(first, end - MOST_OF_NAME) - 1, -1):
            yield start
            if start == first or self.ends_name(words[start - 1]):
                return

    def end(self, words: Sequence[str], start: int) -> int:
        """Where a handle ends whose first word stands at ``start``."""
        places = [*self.ends(words, start)]
        return max(places, key=lambda end: self.score(self.features_behind(words, start, end)))

    def ends(self, words: Sequence[str], start: int) -> Iterator[int]:
        """The places where that handle may end, the first one first."""
        for end in range(start + 1, min(len(words), start + MOST_OF_NAME) + 1):
            yield end
            if end == len(words) or self.ends_name(words[end]):
                return

    def is_mailbox(self, word: str) -> bool:
        """True for what a mailbox may be called: help, careers, the name of a person."""
        facts = self._facts[word]
        return facts.has("plain") or facts.kind == BOX or facts.kind in NAMES

    def is_firm(self, word: str) -> bool:
        """True for a firm that is known: amazon."""
        return self._facts[word].kind == FIRM

    def ends_name(self, word: str) -> bool:
        """True for what no name goes on over: a sign, or what another finder has taken."""
        return not word or fold(word) in self._signs

    def score(self, features: Iterator[tuple[str, float]]) -> float:
        """The weight of features."""
        weights = self._weights
        return sum(weights.get(name, 0.0) * value for name, value in features)

    def features_before(self, words: Sequence[str], start: int, end: int, kind: str) -> Iterator[tuple[str, float]]:
        """What speaks for and against a name of ``kind`` from ``start`` to ``end``: names of weights, and how much."""
        found = [self._facts[word] for word in words[start:end]]
        outside = self._facts[words[start - 1]] if start else None
        yield from self._named(_BEFORE, kind, found, found[:-1])
        yield from self._edge(_BEFORE, outside, found[0])

    def features_behind(self, words: Sequence[str], start: int, end: int) -> Iterator[tuple[str, float]]:
        """As `features_before`, for a handle."""
        found = [self._facts[word] for word in words[start:end]]
        outside = self._facts[words[end]] if end < len(words) else None
        yield from self._named(_BEHIND, HANDLE, found, found[1:])
        yield from self._edge(_BEHIND, outside, found[-1])

    def _named(
        self, side: str, kind: str, found: Sequence[WordFacts], open_: Sequence[WordFacts]
    ) -> Iterator[tuple[str, float]]:
        """Of the words of a name, ``open_`` being those that may as well stand outside."""
        prefix = side + ("latin " if self.is_latin else "")
        many = len(found)
        yield f"{prefix}{kind} of {many}", 1.0
        fixed = found[0] if open_ and open_[-1] is found[-1] else found[-1]
        uses = (fixed.kind, *(trait for trait in _USES if fixed.has(trait)))
        yield from ((f"{prefix}{use} in {kind} of {min(many, _FEW)}", 1.0) for use in uses)
        for one in open_:
            yield from self._each(f"{prefix}inside ", one)
        for one, following in pairwise(found):
            yield f"{prefix}{one.kind} then {following.kind}", 1.0
            yield from ((f"{prefix}before {trait}", 1.0) for trait in _USES if following.has(trait))

    def _edge(self, side: str, outside: WordFacts | None, inside: WordFacts) -> Iterator[tuple[str, float]]:
        prefix = side + ("latin " if self.is_latin else "")
        if outside is None:
            yield f"{prefix}all", 1.0
            return
        yield from self._each(f"{prefix}outside ", outside)
        yield f"{prefix}{outside.kind} | {inside.kind}", 1.0
        yield from ((f"{prefix}outside of {trait}", 1.0) for trait in _USES if inside.has(trait))

    @staticmethod
    def _each(prefix: str, one: WordFacts) -> Iterator[tuple[str, float]]:
        yield prefix + one.kind, 1.0
        yield from ((prefix + trait, value) for trait, value in one.traits)

    def _facts_of(self, word: str) -> WordFacts:
        folded = fold(word)
        if not word or folded in self._signs:
            return WordFacts(_SIGN)
        if folded in self._characters and not (self.is_latin and len(folded) > 1):
            return WordFacts(_CHARACTER)
        if self._grammar.is_number(word) or word.isdecimal():
            return WordFacts(_NUMBER)
        return self._latin_facts(folded) if is_latin(word) else self._native_facts(word)

    def _latin_facts(self, word: str) -> WordFacts:
        if not self.is_latin:
            return WordFacts("latin")
        if self.is_stop(word):
            kind = _STOP if word in grammatical_words() else _CUE
            return WordFacts(kind, (*self._uses(word),))
        kind = own_kind(word)
        common = english_frequency(word)
        kind = kind or ("english" if common else _UNKNOWN)
        return WordFacts(kind, (("common", common / _MOST_COMMON), *self._uses(word), *self._length(word)))

    def _native_facts(self, word: str) -> WordFacts:
        found = next(iter(self._spellings(word, 1)), None)
        price = -found.score if found and found.source != "rules" else _DEAR
        text = found.text if found and price < SURE else ""
        kind = _kind_of(found.source) if found and price < SURE else _UNKNOWN
        english = self._mixed.english(word) is not None
        ended = any(len(stem) > 1 and len(ending) > 1 for stem, ending in self.endings.bare(word))
        traits: tuple[tuple[str, float], ...] = (
            ("price", min(price, _DEAR)),
            ("is english", float(english)),
            ("unlike english", min(1.0, self._mixed.unlikeliness(word))),
            ("letters of english", max(-_LIKE, min(_LIKE, self._mixed.likeness(word))) / _LIKE),
            ("ended", float(ended)),
        )
        if kind == NATIVE:  # what else it sounds like says nothing more
            traits = (("native ended", float(ended)),)
        known = tuple((name, value) for name, value in traits if value)
        if self.is_stop(word):
            kind, known = _STOP if fold(word) in self._stops else _CUE, (*known, (f"as {kind}", 1.0))
        english_word = ((f"'{text}'", 1.0),) if kind in (_CUE, "english") and text else ()
        return WordFacts(kind, (*known, *english_word, *self._uses(text), *self._length(word)))

    @staticmethod
    def _uses(text: str) -> Iterator[tuple[str, float]]:
        if text in generic_words():
            yield "generic", 1.0
        if text in first_words():
            yield "first", 1.0
        if text in _plain():
            yield "plain", 1.0

    @staticmethod
    def _length(word: str) -> Iterator[tuple[str, float]]:
        yield "long", min(len(word), _LONG) / _LONG
        if len(word) > _ENDING:
            yield f"…{word[-_ENDING:]}", 1.0


def _kind_of(source: str) -> str:
    """The kind of a word whose spelling is known from ``source``."""
    if source in OF_SPEECH:
        return "english"
    return "given" if source == "listed" else source


@cache
def _plain() -> frozenset[str]:
    """Words of mailboxes, paths and names of files."""
    return own_words(BOX) | frozenset(words_of("plain"))
