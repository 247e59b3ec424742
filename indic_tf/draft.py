"""A text on its way: what was decided about it so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from .assemble import Unit
from .document import UNCONVERTED, Choice, Conversions, Edit, Range, Refusal, Segment, Word
from .scripts import split_marks
from .tagging.encode import tagger_word


@dataclass(frozen=True, slots=True)
class Draft:
    """A text on its way: its words, what was decided about them, conversions, and what the tagger sees of it.

    ``figures`` are the doubtful words that were taken for numbers, ``settled`` the conversions in which a network had a
    part (they are among ``conversions`` too), ``mixed`` changes of case that it made, by word.
    """

    segment: Segment
    choice: Choice
    conversions: Conversions
    units: Sequence[Unit]
    figures: frozenset[Range] = frozenset()
    settled: Conversions = UNCONVERTED
    mixed: Mapping[int, Edit] = field(default_factory=dict)

    @property
    def seen(self) -> list[str]:
        """One entry per output word, whatever is or becomes a number as a placeholder.

        Spoken and written numbers look alike to the tagger, so formatting a formatted text changes nothing.
        """
        return [tagger_word(unit.core) for unit in self.units]

    def with_refusals(self, refusals: Sequence[Refusal]) -> Draft:
        """The draft with ``refusals`` beside those that it has."""
        return replace(self, conversions=merged(self.conversions, Conversions(refusals=tuple(refusals))))


def as_written(segment: Segment, edits: Sequence[Edit]) -> tuple[Segment, list[int]]:
    """``segment`` with ``edits`` made, and the spoken word that each of its words stands for: of several, the last.

    What is settled is shown to the grammar as it will find it in the formatted text.
    """
    made: list[tuple[Word, int]] = []
    position = 0
    for edit in edits:
        start, end = edit.words
        made += [(segment.words[i], i) for i in range(position, start)]
        made += [(_written(piece, segment.words[start]), end - 1) for piece in edit.text.split()]
        position = end
    made += [(segment.words[i], i) for i in range(position, len(segment.words))]
    return Segment(tuple(word for word, _ in made)), [i for _, i in made]


def _written(piece: str, source: Word) -> Word:
    before, core, after = split_marks(piece)
    return Word(piece, core=core, before=before, after=after, speaker=source.speaker)


def merged(one: Conversions, other: Conversions) -> Conversions:
    """Two sets of conversions of different words as one, in text order."""
    return Conversions(
        tuple(sorted([*one.edits, *other.edits], key=lambda edit: edit.words)),
        tuple(sorted([*one.spans, *other.spans], key=lambda span: span.words)),
        tuple(dict.fromkeys([*one.refusals, *other.refusals])),
    )
