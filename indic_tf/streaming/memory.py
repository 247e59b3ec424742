"""What the tagger said of open words, for tentative text that it is not asked about.

Between two looks a few words come in. What was said of those before them holds for the moment; the new ones are
drafted, so that numbers grow at once, and carry no mark before the next look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..document import Range, Segment, Tagged, Word
from ..draft import Draft
from ..labels import HEADS, PUNCTUATION

Said = tuple[str, float, float]
"""A label, its probability, and that of the neutral label."""

_FURTHER = 3  # words that may stand behind those that the tagger has seen


@dataclass(frozen=True, slots=True)
class Memory:
    """What was said of open words, which are counted from 0.

    Attributes:
        words: the open words that the tagger has seen, as they came.
        said: by the range of words that a unit stands for and by head, the label.
        figures: doubtful words that were taken for numbers.
    """

    words: tuple[str, ...] = ()
    said: Mapping[Range, Mapping[str, Said]] = field(default_factory=dict)
    figures: frozenset[Range] = frozenset()

    def reaches(self, pending: Sequence[Word]) -> bool:
        """Whether ``pending`` are the words of this memory and a few behind them."""
        known = len(self.words)
        return known <= len(pending) <= known + _FURTHER and all(
            old == new.text for old, new in zip(self.words, pending, strict=False)
        )

    def behind(self, count: int) -> Memory:
        """What is left where the first ``count`` words are committed."""
        said = {_moved(words, count): heads for words, heads in self.said.items() if words[0] >= count}
        figures = frozenset(_moved(words, count) for words in self.figures if words[0] >= count)
        return Memory(self.words[count:], said, figures)

    def unmarked(self, count: int) -> Memory:
        """Without the marks of the last ``count`` words, where the text ended for the tagger."""
        first = len(self.words) - count
        said = {
            words: {head: one for head, one in heads.items() if words[1] <= first or head != PUNCTUATION.name}
            for words, heads in self.said.items()
        }
        return replace(self, said=said)

    def decided(
        self, segment: Segment, draft: Callable[[Segment, frozenset[Range]], Draft], first: int
    ) -> tuple[Draft, Tagged | None]:
        """``segment`` drafted and labelled from memory; ``first`` is the place of the first open word."""
        at = {int(word.start or 0) - first: i for i, word in enumerate(segment.words)}
        figures = ((at.get(start), at.get(end - 1)) for start, end in self.figures)
        made = draft(segment, frozenset((a, b + 1) for a, b in figures if a is not None and b is not None))
        known = [self.said.get(placed(made, unit.words, first), {}) for unit in made.units]
        rows = {name: [one.get(name, (head.labels[0], 1.0, 1.0)) for one in known] for name, head in HEADS.items()}
        return made, Tagged(
            {name: tuple(label for label, _, _ in said) for name, said in rows.items()},
            {name: tuple(share for _, share, _ in said) for name, said in rows.items()},
            {name: tuple(share for _, _, share in said) for name, said in rows.items()},
        )


NOTHING = Memory()


def said_of(draft: Draft, tagged: Tagged | None, first: int) -> dict[Range, dict[str, Said]]:
    """What ``tagged`` says of the open words of ``draft``; of several units of the same words, of the last."""
    if tagged is None:
        return {}
    made: dict[Range, dict[str, Said]] = {}
    for i, unit in enumerate(draft.units):
        words = placed(draft, unit.words, first)
        if words[0] >= 0:
            made[words] = {
                name: (labels[i], tagged.probabilities[name][i], tagged.neutral[name][i])
                for name, labels in tagged.labels.items()
                if name in HEADS
            }
    return made


def placed(draft: Draft, words: Range, first: int) -> Range:
    """Positions in a draft's text as those of open words; ``Word.start`` is a word's place in its window."""
    start, end = draft.segment.words[words[0]].start, draft.segment.words[words[1] - 1].start
    return int(start or 0) - first, int(end or 0) + 1 - first


def _moved(words: Range, by: int) -> Range:
    return words[0] - by, words[1] - by
