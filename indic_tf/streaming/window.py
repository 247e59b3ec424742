"""A window of a stream: committed words as they were written, and the words behind them that are still open.

Formatting a formatted text changes nothing, so written context and raw words together are a text like any other, and
the formatter reads them at once. Of its answer only the open words count. Between the two nothing happens any more: no
conversion reaches across, and no mark is put behind a committed word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from ..document import Choice, Formatted, OutputWord, Range, Segment, Tagged, Word
from ..draft import Draft
from ..labels import CASE, DISFLUENCY, ITN, PUNCTUATION, LabelSet, case_of
from ..removal import without_disfluencies
from .memory import NOTHING, Memory, Said, placed, said_of

Decided = list[tuple[Draft, Tagged | None]]

_SOMEBODY = "\0"  # a speaker whom nobody else is: a change of speaker is what no number is read across
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
        draft: a draft of a segment without asking the tagger, given the doubtful words that are figures.
        quick: whether such a draft and what the tagger said before are enough for tentative text.
        windows: the windows that the tagger reads a text in, each with the part that is kept; None without a tagger.
        assemble: a draft and its tags as a text.
        removes: whether fillers, repetitions and restarts are taken out.
        numbers: the grammar whose numbers are converted, if any are.
    """

    decide: Callable[[Sequence[Segment]], Decided]
    close: Callable[[Sequence[Segment]], Decided]
    draft: Callable[[Segment, frozenset[Range]], Draft]
    quick: bool
    windows: Callable[[Sequence[str]], list[tuple[Range, Range]]] | None
    assemble: Callable[[Draft, Tagged | None], Formatted]
    removes: bool
    numbers: Numbers | None


@dataclass(frozen=True, slots=True)
class View:
    """What a window says of its open words, which are counted from 0.

    Attributes:
        words: the output words, with ranges of open words.
        sure: for each open word, how sure the tagger is of its mark and its case: how far the label is ahead of the
            next in probability; 1 without one.
        whole: the positions p for which open words p-1 and p are of one span, one edit, or bound to each other.
        spans: those of them that are inside a span or an edit.
        full: where a window of the tagger is full, how many open words it has the last word on, and where the next
            window begins, counted from the first open word; None while there is room in it.
        memory: what the tagger said, for a `view` that does not ask it.
    """

    words: tuple[OutputWord, ...] = ()
    sure: tuple[float, ...] = ()
    whole: frozenset[int] = frozenset()
    spans: frozenset[int] = frozenset()
    full: tuple[int, int] | None = None
    memory: Memory = NOTHING

    def behind(self, count: int) -> tuple[OutputWord, ...]:
        """The output words behind the first ``count`` open words."""
        return tuple(moved(word, -count) for word in self.words if word.words[0] >= count)


def moved(word: OutputWord, by: int) -> OutputWord:
    """``word`` in a text that has ``by`` more source words before it."""
    start, end = word.words
    return OutputWord(word.text, (start + by, end + by), word.source)


def view(
    stage: Stage, context: Sequence[Word], pending: Sequence[Word], closed: bool = False, memory: Memory | None = None
) -> View:
    """The view of ``pending`` behind ``context``. ``closed``: the speech ends here, so its last word may carry a mark.
    With a ``memory`` the tagger is not asked.

    Where a conversion reaches from the context into the open words, they are read again as by another speaker.
    """
    for barred in (list(context), [replace(word, speaker=_SOMEBODY) for word in context]):
        made = _Window(stage, barred, pending, closed, memory).view()
        if made is not None:
            return made
    made = _Window(stage, [], pending, closed, memory).view()
    assert made is not None  # there is nothing that a conversion could reach out of
    return made


def closing_context(stage: Stage, context: Sequence[Word], begin: int, pending: Sequence[Word]) -> Sequence[Word]:
    """The context that ``pending`` are read behind where speech ends: the last window of a text is as long as fits.

    ``begin`` is where the window in force begins; it stays where ``pending`` do not fit into it.
    """
    if stage.windows is None:
        return context
    if len(stage.windows(stage.draft(Segment((*context[begin:], *pending)), frozenset()).seen)) > 1:
        return context[begin:]
    draft = stage.draft(Segment((*context, *pending)), frozenset())
    *_, ((start, _), _) = stage.windows(draft.seen) or [((0, 0), (0, 0))]
    return context[draft.units[start].words[0] :] if start else context


class _Window:
    """One reading of a window. ``Word.start`` of its words is their place in it, so that they are known again in what
    is left without disfluencies."""

    def __init__(
        self, stage: Stage, context: Sequence[Word], pending: Sequence[Word], closed: bool, memory: Memory | None
    ) -> None:
        self._stage, self._pending, self._first, self._memory = stage, pending, len(context), memory
        words = [replace(word, start=float(i), end=None) for i, word in enumerate([*context, *pending])]
        self._segment = Segment(tuple(words))
        self._asks = stage.close if closed else stage.decide
        self._said: dict[Range, dict[str, Said]] = {}
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
        whole = spans | self._bound()
        return View(tuple(self._words(made)), tuple(self._sure()), whole, spans, self._full(), self._remembered())

    def _reads(self, segments: Sequence[Segment]) -> Decided:
        """Drafts with what the tagger says, or said of the same words before."""
        if self._memory is None:
            made = self._asks(segments)
            for draft, tagged in made:
                self._said |= said_of(draft, tagged, self._first)
            return made
        return [self._memory.decided(segment, self._stage.draft, self._first) for segment in segments]

    def _full(self) -> tuple[int, int] | None:
        """`View.full`."""
        if self._last is None or self._stage.windows is None or self._memory is not None:
            return None
        draft = self._last[0]
        (_, end), (_, cut) = (self._stage.windows(draft.seen) or [((0, 0), (0, 0))])[0]
        if end == len(draft.units):
            return None
        places = [_place(draft.segment.words[unit.words[0]]) - self._first for unit in draft.units]
        return max(0, places[cut]), places[max(0, 2 * cut - end)]  # as much before the cut as behind it

    def _remembered(self) -> Memory:
        if self._memory is not None or self._last is None:
            return NOTHING
        draft = self._last[0]
        figures = frozenset(placed(draft, words, self._first) for words in draft.figures)
        return Memory(tuple(word.text for word in self._pending), self._said, figures).unmarked(_UNMARKED)

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
    heads = [PUNCTUATION, CASE] if has_case else [PUNCTUATION]
    leads = [_lead(tagged, head, unit) for head in heads if head.name in tagged.labels]
    outside = tagged.neutral.get(ITN.name)
    if outside is not None and is_doubtful:
        leads.append(abs(1 - 2 * outside[unit]))
    return min(leads, default=1.0)


def _lead(tagged: Tagged, head: LabelSet, unit: int) -> float:
    """How far the best label is ahead of the next, at least."""
    best, neutral = tagged.probabilities[head.name][unit], tagged.neutral[head.name][unit]
    if tagged.labels[head.name][unit] == head.labels[0]:
        return 2 * best - 1
    return best - max(neutral, 1 - best - neutral)
