"""Words that the ITN head takes for a number but the grammar cannot read: misheard, or with an unknown ending."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .document import Range, Segment, Tagged
from .draft import Draft
from .faithful import LONGEST
from .labels import ITN, spans

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar


@dataclass(frozen=True, slots=True)
class Proposal:
    """A range of words that may be one number, amount …, and its class."""

    words: Range
    kind: str


def proposals(draft: Draft, tagged: Tagged | None, least: float, grammar: Grammar) -> list[Proposal]:
    """What the head is sure of (at least ``least`` per word), the widest first.

    A number that the grammar read beside misheard words may be a part of theirs, so both are proposed: all together,
    and the words between the numbers alone. The latter are what is left to propose once a text is formatted.
    """
    labels = tagged.labels.get(ITN.name) if tagged else None
    if tagged is None or labels is None:
        return []
    shares = tagged.neutral[ITN.name]
    sure = [label if 1 - none >= least else ITN.labels[0] for label, none in zip(labels, shares, strict=True)]
    if set(sure) == {ITN.labels[0]}:
        return []
    open_, closed = _with_figures(draft)
    found = [*_joined(_without(sure, closed)), *spans(_without(sure, closed | open_))]
    made = dict.fromkeys(_proposal(draft, *span) for span in found)
    return [one for one in made if _is_open(draft.segment, one.words) and _is_unread(draft, one.words, grammar)]


def _with_figures(draft: Draft) -> tuple[set[int], set[int]]:
    """Units that the grammar wrote, and units whose figures stay: those that were there, and settled ones."""
    converted = {edit.words for edit in draft.conversions.edits}
    settled = {edit.words for edit in draft.settled.edits}
    open_, closed = set(), set()
    for i, unit in enumerate(draft.units):
        if unit.words in converted - settled:
            open_.add(i)
        elif unit.words in settled or any(map(str.isdigit, unit.core)):
            closed.add(i)
    return open_, closed


def _without(labels: Sequence[str], units: Collection[int]) -> list[str]:
    return [ITN.labels[0] if i in units else label for i, label in enumerate(labels)]


def _joined(labels: Sequence[str]) -> Iterator[tuple[int, int, str]]:
    """Spans that follow each other as one."""
    start, end, kind = 0, 0, ""
    for a, b, found in spans(labels):
        if kind and a == end:
            end = b
            continue
        if kind:
            yield start, end, kind
        start, end, kind = a, b, found
    if kind:
        yield start, end, kind


def _proposal(draft: Draft, start: int, end: int, kind: str) -> Proposal:
    return Proposal((draft.units[start].words[0], draft.units[end - 1].words[1]), kind)


def _is_open(segment: Segment, range_: Range) -> bool:
    """True if no mark and no change of speaker stands between the words."""
    words = segment.words[slice(*range_)]
    if not 0 < len(words) <= LONGEST or not all(word.core for word in words):
        return False
    inner = any(word.after for word in words[:-1]) or any(word.before for word in words[1:])
    return not inner and len({word.speaker for word in words}) == 1


def _is_unread(draft: Draft, range_: Range, grammar: Grammar) -> bool:
    """True if among the words that are not written as figures some is none of the grammar's, and some is a number word
    or near one: what only follows a number ("2024 मध्ये") is no part of it."""
    from .wfst.nearest import nearest

    written = draft.conversions.edited
    left = [draft.segment.words[i].core for i in range(*range_) if i not in written]
    unknown = [word for word in left if not grammar.knows(word)]
    near = any(map(grammar.is_number, left)) or any(map(nearest(grammar).guesses, unknown))
    return bool(unknown) and near
