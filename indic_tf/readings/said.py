"""A text with its figures said, and the way back to the words that came."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace

from ..document import Choice, Range, Span

FIGURE, NUMBER, ARTICLE, SCALE, SIGN = "figure", "number", "article", "scale", "sign"
LINK, AND, HALF, OTHER = "link", "and", "half", ""
"""What a word is beside figures: a figure, a number word, one that may be an article, a scale word, a word that has a
number beside it (a point, a half, "double"), one between two numbers, an "and", one of "a m", any other."""

_COUNTED = (NUMBER, ARTICLE, SIGN, HALF)
_PARTS = (NUMBER, SCALE, SIGN, AND)


@dataclass(frozen=True, slots=True)
class Shown:
    """A text with its figures said.

    Attributes:
        words: the words.
        origin: for each the position of the word that came.
        figures: the figures that are said, by their positions among the words that came: their digits.
        chains: ranges of the words that came: figures, and the number words that they stand among.
        kinds: what each word of a chain is.
    """

    words: tuple[str, ...]
    origin: tuple[int, ...]
    figures: Mapping[int, str]
    chains: tuple[Range, ...]
    kinds: Mapping[int, str]

    def came(self, words: Range) -> Range:
        """The words that came for a range of `words`."""
        return self.origin[words[0]], self.origin[words[1] - 1] + 1

    def is_whole(self, words: Range) -> bool:
        """True for a range of `words` with no figure of which a part is outside."""
        start, end = words
        begins = start == 0 or self.origin[start - 1] != self.origin[start]
        return begins and (end == len(self.origin) or self.origin[end] != self.origin[end - 1])

    def is_mixed(self, words: Range) -> bool:
        """True for a range of `words` with figures and number words."""
        inside = range(*self.came(words))
        return not self.figures.keys().isdisjoint(inside) and self._is_counted(inside)

    def is_written(self, words: Range) -> bool:
        """True for a range of `words` whose number came in figures alone."""
        inside = range(*self.came(words))
        return not self.figures.keys().isdisjoint(inside) and not self._is_counted(inside)

    def _is_counted(self, inside: range) -> bool:
        return any(self.kinds.get(i) in _COUNTED for i in inside)

    def span(self, span: Span) -> Span:
        """``span`` over the words that came."""
        return replace(span, words=self.came(span.words), kept=tuple(map(self.came, span.kept)))

    def back(self, choice: Choice) -> Choice:
        """``choice`` over the words that came; what is made of figures alone stays as it was written."""
        ends = (i for i in choice.bound if i + 1 == len(self.origin) or self.origin[i + 1] != self.origin[i])
        return Choice(
            [self.span(one) for one in choice.spans if not self.is_written(one.words)],
            frozenset(self.origin[i] for i in ends),
            [self.span(one) for one in choice.doubtful if not self.is_written(one.words)],
            *(
                frozenset(self.came(one) for one in ranges if not self.is_written(one))
                for ranges in (choice.cued, choice.told)
            ),
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """Which doubtful words of a text with its figures said are numbers: its figures, and ``figures`` of what came."""

    shown: Shown
    figures: Container[Range]

    def __contains__(self, words: object) -> bool:
        if not isinstance(words, tuple):
            return False
        return self.shown.is_written(words) or self.shown.came(words) in self.figures


def torn(spans: Sequence[Span], shown: Shown, chains: Sequence[Range]) -> list[Range]:
    """Those of ``chains`` in which ``spans`` read a part of a number: a number word stays right beside it, or it is a
    half, a point, with a figure right beside."""
    taken = {i for span in spans for i in range(*span.words)}
    chain_of = {i: chain for chain in chains for i in range(*chain)}
    found: set[Range] = set()
    for start, end in (span.words for span in spans):
        for i, edge in ((start - 1, start), (end, end - 1)):
            chain = chain_of.get(edge)
            if chain is None or chain_of.get(i) != chain or i in taken:
                continue
            kind = shown.kinds.get(i)
            if kind in _PARTS or (kind == FIGURE and shown.kinds.get(edge) == SIGN):
                found.add(chain)
    return [chain for chain in chains if chain in found]


def left_whole(choice: Choice, chains: Sequence[Range]) -> Choice:
    """``choice`` without what it says of the words of ``chains``, which stay together as they came."""
    if not chains:
        return choice
    inside = {i for chain in chains for i in range(*chain)}

    def is_free(words: Range) -> bool:
        return inside.isdisjoint(range(*words))

    return Choice(
        [one for one in choice.spans if is_free(one.words)],
        choice.bound | {i for start, end in chains for i in range(start, end - 1)},
        [one for one in choice.doubtful if is_free(one.words)],
        frozenset(filter(is_free, choice.cued)),
        frozenset(filter(is_free, choice.told)),
    )
