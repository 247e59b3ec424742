"""What the makers of disfluencies know about a language: its fillers, and what its fluent text says about doublings.

In every Indian language saying a word twice is grammar (Abbi 1992, "Reduplication in South Asian Languages"):
"slowly slowly" is an adverb, "two two" is "two each", and the word said twice may be any content word. So a doubling
is a slip of the tongue only where fluent text never has it, and that is counted, not listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import regex

from ..languages import Language
from ..tagging.encode import NUMBER, tagger_word
from .label import Labelled
from .rows import CLOSING

LONGEST = 3
"""Words of the longest phrase that is looked for twice in a row."""

_SELDOM = 1500
"""A word is not doubled if at most one in so many of its uses is: what is left are the writers' own slips."""
_FREQUENT = 5000
"""A filler is an ordinary word if fluent text has it more often than once in so many words."""
_KNOWN = 50_000
_FUNCTION = 1000
"""Function words are those that make up one word or more in so many."""
_SHORTEST = 4
_LARGEST = 100
_GRAPHEME = regex.compile(r"\X")


@dataclass(frozen=True)
class Speech:
    """Fillers by kind, and what fluent text says about words.

    Attributes:
        fillers: the phrases of the ``fillers`` table by kind: sound, word, edit.
        frequent: those that fluent text is full of. Alone they are ordinary words; another disfluency beside them
            tells that they are not.
        numbers: number words up to a hundred and their values.
        steady: frequent words that fluent text never doubles, which are pronouns, postpositions and auxiliaries.
        doubled: see `doubled`.
        known: words that are no rarities; no cut-off word may look like one.
        endings: the longer ones of the known words by their last two graphemes.
    """

    fillers: Mapping[str, tuple[str, ...]]
    frequent: frozenset[str]
    numbers: Mapping[str, int]
    steady: frozenset[str]
    doubled: frozenset[str]
    known: frozenset[str]
    endings: Mapping[str, tuple[str, ...]]

    @classmethod
    def learn(cls, language: Language, passages: Sequence[Labelled], enough: int = 500) -> Speech:
        """Read the language's tables and count its fluent ``passages``.

        A word must be there ``enough`` times to be called `steady`. Raises `TableError` for a filler of no kind.
        """
        words = Counter(word for passage in passages for word in passage.words)
        total = words.total()
        twice = doubled(passages)
        fillers = _fillers(language)
        known = frozenset(word for word, n in words.items() if n * _KNOWN >= total and word != NUMBER)
        often = max(enough, total / _FUNCTION)
        return cls(
            fillers=fillers,
            frequent=_frequent({phrase for phrases in fillers.values() for phrase in phrases}, passages, total),
            numbers=_numbers(language),
            steady=frozenset(word for word in known if words[word] >= often) - twice,
            doubled=twice,
            known=known,
            endings=_endings(known),
        )

    def said(self, kind: str, *, alone: bool) -> tuple[str, ...]:
        """The fillers of a kind; with ``alone`` only those that no company is needed for."""
        return tuple(phrase for phrase in self.fillers[kind] if not alone or phrase not in self.frequent)


def graphemes(word: str) -> list[str]:
    """What a reader would call the letters of a word: a consonant keeps its vowel sign."""
    return _GRAPHEME.findall(word)


def ending(word: str) -> str:
    """The last two graphemes of a word, or the last one of a short word."""
    letters = graphemes(word)
    return "".join(letters[-2:] if len(letters) > 2 else letters[-1:])


def doublings(words: Sequence[str]) -> list[tuple[int, int]]:
    """(start, words of one copy) of every phrase of one to three words that stands twice in a row."""
    found = []
    for n in range(1, LONGEST + 1):
        again = [word == later for word, later in zip(words, words[n:], strict=False)]
        if True in again:
            found += [(at, n) for at in range(len(again) - n + 1) if all(again[at : at + n])]
    return found


def within_sentence(start: int, n: int, punctuation: str) -> bool:
    """Whether the doubling at ``start`` stands in one sentence."""
    return CLOSING.isdisjoint(punctuation[start : start + 2 * n - 1])


def doubled(passages: Iterable[Labelled]) -> frozenset[str]:
    """The phrases of one to three words that fluent text says twice in a row; commas between them do not matter.

    A single word must be doubled at least once in 1500 uses; a longer phrase once at all.
    """
    words: Counter[str] = Counter()
    twice: Counter[str] = Counter()
    for passage in passages:
        words.update(passage.words)
        for start, n in doublings(passage.words):
            if within_sentence(start, n, passage.punctuation):
                twice[" ".join(passage.words[start : start + n])] += 1
    return frozenset(phrase for phrase, n in twice.items() if n * _SELDOM >= words[phrase])


def _fillers(language: Language) -> dict[str, tuple[str, ...]]:
    kinds: dict[str, list[str]] = {"sound": [], "word": [], "edit": []}
    for row in language.table("fillers"):
        kinds[row.choice("kind", tuple(kinds))].append(row["form"])
    return {kind: tuple(forms) for kind, forms in kinds.items()}


def _frequent(phrases: Iterable[str], passages: Sequence[Labelled], total: int) -> frozenset[str]:
    """The phrases that stand in the passages more than once in `_FREQUENT` words."""
    as_tagged = {phrase: f" {' '.join(map(tagger_word, phrase.split()))} " for phrase in sorted(phrases)}
    counts: Counter[str] = Counter()
    for passage in passages:
        text = f" {' '.join(passage.words)} "
        counts.update({phrase: text.count(tagged) for phrase, tagged in as_tagged.items() if tagged in text})
    return frozenset(phrase for phrase, n in counts.items() if n * _FREQUENT > total)


def _numbers(language: Language) -> dict[str, int]:
    """Number words of one word, up to a hundred."""
    listed = [(tagger_word(row["form"]), row.number("value")) for row in language.table("numbers") if not row["role"]]
    return {form: value for form, value in listed if " " not in form and 0 < value < _LARGEST}


def _endings(known: Iterable[str]) -> dict[str, tuple[str, ...]]:
    made: dict[str, list[str]] = {}
    for word in sorted(known):
        if len(word) >= _SHORTEST:
            made.setdefault(ending(word), []).append(word)
    return {last: tuple(words) for last, words in made.items()}
