"""A window of a stream: committed words as they were written, and the words behind them that are still open.

Formatting a formatted text changes nothing, so written context and raw words together are a text like any other, and
the formatter reads them at once. Of its answer only the open words count. Between the two nothing happens any more: no
conversion reaches across, and no mark is put behind a committed word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..document import Choice, Formatted, OutputWord, Segment, Tagged, Word
from ..draft import Draft
from ..labels import CASE, DISFLUENCY, ITN, PUNCTUATION, case_of
from ..removal import without_disfluencies

Decided = list[tuple[Draft, Tagged | None]]

_SOMEBODY = "\0"  # a speaker whom nobody else is: a change of speaker is what no number is read across
SURE = 0.65
"""The probability of a word's mark and case from which on the tagger is sure of them."""

_UNMARKED = 1
"""So many words at the end carry no mark of ours: where a text ends for now looks like the end of a sentence."""


class Numbers(Protocol):
    """What a grammar says of single words."""

    def knows(self, word: str) -> bool:
        """Whether ``word`` can be part of a spoken number."""
        ...

    def is_number(self, word: str) -> bool:
        """Whether it is one by itself, or a part of one that says a number."""
        ...


@dataclass(frozen=True, slots=True)
class Stage:
    """What a stream needs of a formatter.

    Attributes:
        decide: drafts of segments, with what the tagger says of them.
        close: the same where speech ends or pauses.
        assemble: a draft and its tags as a text.
        removes: whether fillers, repetitions and restarts are taken out.
        numbers: the grammar whose numbers are converted, if any are.
    """

    decide: Callable[[Sequence[Segment]], Decided]
    close: Callable[[Sequence[Segment]], Decided]
    assemble: Callable[[Draft, Tagged | None], Formatted]
    removes: bool
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class View:
    """What a window says of its open words, which are counted from 0.

    Attributes:
        words: the output words, with ranges of open words.
        sure: for each open word, how probable the tagger finds the mark and the case that it gave it; 1 without one.
        whole: the positions p for which open words p-1 and p are of one span, one edit, or bound to each other.
        spans: those of them that are inside a span or an edit.
    """

    words: tuple[OutputWord, ...] = ()
    sure: tuple[float, ...] = ()
    whole: frozenset[int] = frozenset()
    spans: frozenset[int] = frozenset()

    def behind(self, count: int) -> tuple[OutputWord, ...]:
        """The output words behind the first ``count`` open words."""
        return tuple(moved(word, -count) for word in self.words if word.words[0] >= count)


def moved(word: OutputWord, by: int) -> OutputWord:
    """``word`` in a text that has ``by`` more source words before it."""
    start, end = word.words
    return OutputWord(word.text, (start + by, end + by), word.source)


def view(stage: Stage, context: Sequence[Word], pending: Sequence[Word], closed: bool) -> View:
    """The view of ``pending`` behind ``context``. ``closed``: the speech ends here, so its last word may carry a mark.

    Where a conversion reaches from the context into the open words, they are read again as by another speaker.
    """
    for barred in (list(context), [replace(word, speaker=_SOMEBODY) for word in context]):
        made = _Window(stage, barred, pending, closed).view()
        if made is not None:
            return made
    made = _Window(stage, [], pending, closed).view()
    assert made is not None  # there is nothing that a conversion could reach out of
    return made


class _Window:
    """One reading of a window. ``Word.start`` of its words is their place in it, so that they are known again in what
    is left without disfluencies."""

    def __init__(self, stage: Stage, context: Sequence[Word], pending: Sequence[Word], closed: bool) -> None:
        self._stage, self._pending, self._first = stage, pending, len(context)
        words = [replace(word, start=float(i), end=None) for i, word in enumerate([*context, *pending])]
        self._segment = Segment(tuple(words))
        self._reads = stage.close if closed else stage.decide
        self._unmarked = len(words) - (0 if closed else _UNMARKED)
        self._last: tuple[Draft, Tagged | None] | None = None

    def view(self) -> View | None:
        """What it says; None if a conversion reaches from the context into the open words."""
        if self._stage.removes:
            [made] = without_disfluencies([self._segment], self._decide, self._assemble)
        else:
            [decided] = self._reads([self._segment])
            made = self._assemble(*decided)
        ranges = [edit.words for edit in made.edits] + [span.words for span in made.spans]
        if any(start < self._first < end for start, end in ranges):
            return None
        inside = [i for start, end in ranges for i in range(start + 1, end)]
        inside += [i for found in made.disfluencies for i in range(found.words[0] + 1, found.words[1])]
        spans = frozenset(i - self._first for i in inside)
        return View(tuple(self._words(made)), tuple(self._sure()), spans | self._bound(), spans)

    def _decide(self, segments: Sequence[Segment]) -> Decided:
        """As the formatter; nothing of the context is a disfluency any more."""
        return [(draft, tagged and self._fluent(draft, tagged)) for draft, tagged in self._reads(segments)]

    def _fluent(self, draft: Draft, tagged: Tagged) -> Tagged:
        labels = tagged.labels.get(DISFLUENCY.name)
        if labels is None:
            return tagged
        own = [_place(draft.segment.words[unit.words[0]]) < self._first for unit in draft.units]
        cleared = tuple(DISFLUENCY.labels[0] if is_old else tag for is_old, tag in zip(own, labels, strict=True))
        return replace(tagged, labels={**tagged.labels, DISFLUENCY.name: cleared})

    def _assemble(self, draft: Draft, tagged: Tagged | None) -> Formatted:
        """As the formatter, without marks behind words of the context and behind the last word of an open end."""
        self._last = draft, tagged
        words = draft.segment.words
        still = {i for i, word in enumerate(words) if not self._first <= _place(word) < self._unmarked}
        choice = replace(draft.choice, bound=draft.choice.bound | still)
        return self._stage.assemble(replace(draft, choice=choice), tagged)

    def _words(self, made: Formatted) -> Iterator[OutputWord]:
        """The output words of the open words, with the source words as they came."""
        for word in made.words:
            start, end = (i - self._first for i in word.words)
            if start >= 0:
                yield OutputWord(word.text, (start, end), tuple(self._pending[start:end]))

    def _sure(self) -> list[float]:
        """How sure the tagger is of each open word; of several that became one, of each as of that."""
        sure = [1.0] * len(self._pending)
        draft, tagged = self._last or (None, None)
        if draft is None or tagged is None:
            return sure
        words, doubtful = draft.segment.words, {span.words for span in draft.choice.doubtful}
        for i, unit in enumerate(draft.units):
            least = _least(tagged, i, case_of(unit.core) == "lower", unit.words in doubtful)
            for position in range(*unit.words):
                place = _place(words[position]) - self._first
                if place >= 0:
                    sure[place] = min(sure[place], least)
        return sure

    def _bound(self) -> set[int]:
        """The places behind open words that belong with the next."""
        if self._last is None:
            return set()
        draft, words = self._last[0], self._last[0].segment.words
        choice: Choice = draft.choice
        return {_place(words[i]) + 1 - self._first for i in choice.bound}


def _place(word: Word) -> int:
    """Where ``word`` stands in its window."""
    return int(word.start or 0)


def _least(tagged: Tagged, unit: int, has_case: bool, is_doubtful: bool) -> float:
    """How sure the tagger is of what it decides about a unit: its mark, its case, whether it is a number."""
    marks, cases = tagged.probabilities.get(PUNCTUATION.name), tagged.probabilities.get(CASE.name)
    outside = tagged.neutral.get(ITN.name)
    shares = [1.0]
    if marks is not None:
        shares.append(marks[unit])
    if cases is not None and has_case:
        shares.append(cases[unit])
    if outside is not None and is_doubtful:
        shares.append(max(outside[unit], 1 - outside[unit]))
    return min(shares)
