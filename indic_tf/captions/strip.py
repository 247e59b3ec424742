"""Words as a strip of atoms that nothing cuts, with what a break before each of them costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..labels import SENTENCE_MARKS
from ..scripts import fold, split_marks
from ..transcripts.times import clusters
from . import facts
from .model import CaptionWord, Layout

SENTENCE, CLAUSE, LINK, PLAIN, BOUND = 0.0, 1.0, 2.5, 4.0, 12.0
"""What a break costs by where it falls: behind a sentence, behind a comma or beside a sound label, before a
conjunction, between any two words, between a word and what belongs to it (a postposition, an article, an auxiliary)."""

_CLAUSE_MARKS = ",;:،؛、–—" + SENTENCE_MARKS  # a full stop that ends no sentence is an abbreviation's
_OPENING = "([{“‘«‹"
_CLOSING = "\"'”’»)]}›"
_LONG = 0.5  # seconds of silence that make a break as good as it gets
_RELIEF = 0.75  # the share of a break's cost that such a silence takes away


@dataclass(frozen=True, slots=True)
class Marks:
    """What matters of one word's spelling."""

    width: int
    clause: bool
    place: str


def reader(language: str | None) -> Callable[[str], Marks]:
    """A function that looks words up once, in the closed words of a language."""
    closed = facts.closed(language)

    @cache
    def marks(text: str) -> Marks:
        core = split_marks(text)[1]
        last = text.rstrip(_CLOSING)[-1:]
        clause = bool(last) and last in _CLAUSE_MARKS and not (last == "." and core)
        lone = "ahead" if last and last in _OPENING else "back"  # a mark by itself
        return Marks(clusters(text), clause, closed.get(fold(core), "") if core else lone)

    return marks


@dataclass(slots=True)
class Strip:
    """Atoms of one run, as columns: an atom is a word, or words that are glued together.

    Attributes:
        first: the place of each atom's first word, and behind the last one the place behind its last word.
        right: the clusters from the strip's beginning to each atom's end, one for a space in front of every atom.
        start, end: seconds.
        line: what a line break before the atom costs, by the words alone: lines stay when times change.
        cut: what a caption break before the atom costs; silence makes it cheaper.
        sentences: how many atoms before this one end a sentence.
    """

    first: list[int]
    right: list[int]
    start: list[float]
    end: list[float]
    line: list[float]
    cut: list[float]
    sentences: list[int]

    def __len__(self) -> int:
        return len(self.start)

    def width(self, a: int, b: int) -> int:
        """Clusters of atoms ``a`` to ``b - 1`` with single spaces between them."""
        return self.right[b] - self.right[a] - 1


@dataclass(frozen=True, slots=True)
class Words:
    """Words with their times and looked-up marks, in three lists of one length."""

    words: Sequence[CaptionWord]
    times: Sequence[tuple[float, float]]
    marks: Sequence[Marks]


def strip(given: Words, first: int, stop: int) -> Strip:
    """The strip of words ``first`` to ``stop - 1``."""
    made = Strip([], [0], [], [], [], [], [])
    words, marks, times = given.words, given.marks, given.times
    ended = 0
    for low, high in _atoms(words, first, stop):
        made.first.append(low)
        made.right.append(made.right[-1] + sum(marks[i].width + 1 for i in range(low, high)))
        made.start.append(times[low][0])
        made.end.append(max(times[i][1] for i in range(low, high)))
        made.sentences.append(ended)
        ended += words[high - 1].ends_sentence
        cost = _break(given, low) if low > first else 0.0
        silence = max(0.0, times[low][0] - times[low - 1][1]) if low > first else 0.0
        made.line.append(cost)
        made.cut.append(cost * (1 - _RELIEF * min(1.0, silence / _LONG)))
    made.first.append(stop)
    made.sentences.append(ended)
    return made


def _atoms(words: Sequence[CaptionWord], first: int, stop: int) -> Iterator[tuple[int, int]]:
    low = first
    for i in range(first, stop):
        if i + 1 == stop or not words[i].glued:
            yield low, i + 1
            low = i + 1


def _break(given: Words, i: int) -> float:
    """What a break before word ``i`` costs, by the words on both sides."""
    before, after = given.words[i - 1], given.words[i]
    if before.ends_sentence:
        return SENTENCE
    if given.marks[i - 1].clause or before.passive or after.passive:
        return CLAUSE
    if given.marks[i].place == "back" or given.marks[i - 1].place in ("ahead", "link"):
        return BOUND
    return LINK if given.marks[i].place == "link" else PLAIN


def runs(given: Words, layout: Layout, pauses: bool = True) -> Iterator[tuple[int, int]]:
    """Stretches of words that captions stay inside: no other speaker, no long silence, no time that runs backwards.

    Glued words stay together whatever their times; only another speaker parts them. A word of nobody known is the
    speaker's before it.
    """
    words, times = given.words, given.times
    first, speaker = 0, words[0].speaker
    for i in range(1, len(words)):
        other = words[i].speaker is not None and speaker is not None and words[i].speaker != speaker
        away = pauses and (times[i][0] - times[i - 1][1] > layout.pause or times[i][0] < times[i - 1][0])
        if other or (away and not words[i - 1].glued):
            yield first, i
            first, speaker = i, None
        speaker = words[i].speaker if words[i].speaker is not None else speaker
    yield first, len(words)
