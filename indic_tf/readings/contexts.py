"""Features of what stands around words: cues near and far, classes of the neighbours, what else the text holds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..document import Range
from .lattice import Candidate, Lattice
from .types import reading_type

_NEAR, _FAR = 3, 8  # words
_FARTHEST = "9"
_STRONG = ("<", ">", "p=", "n=", "ptype=", "ntype=", "has=")
_STEM = 5  # letters of a neighbour that are looked at: endings tell little
_AROUND = 7  # words on each side whose stems are features


class Contexts:
    """What stands around words of one text; computed once a range of words."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._known: dict[Range, tuple[list[str], list[str], list[str]]] = {}

    def of(self, words: Range) -> tuple[list[str], list[str], list[str]]:
        """Features that hold in every language, those of them that count together with values, stems of the
        neighbours."""
        found = self._known.get(words)
        if found is None:
            whole = [*self._of(*words)]
            strong = [name for name in whole if name.startswith(_STRONG) and name[1:2] != _FARTHEST]
            found = self._known[words] = whole, strong, [*self._stems(*words)]
        return found

    def _of(self, start: int, end: int) -> Iterator[str]:
        yield from self._cues(start, end)
        before, behind = self.sort(start - 1), self.sort(end)
        yield from ("p=" + before, "n=" + behind)
        yield f"pp={self.sort(start - 2)},{before}"
        yield f"nn={behind},{self.sort(end + 1)}"
        parts = self._lattice.facts.part_of_day
        if parts.before(self._lattice.words, start) < start:
            yield "<day-part"
        elif self._day_parts:
            yield "day-part"
        yield from self._numbers(start, end)
        if start == 0 and end == len(self._lattice):
            yield "whole"

    def _cues(self, start: int, end: int) -> Iterator[str]:
        for kind, ends in self._before.items():
            distance = min((start - stop for stop in ends if stop <= start), default=None)
            if distance is not None:
                yield f"<{_reach(distance)}{kind}"
            if any(stop > end for stop in ends):
                yield f"<>{kind}"
        for kind, starts in self._behind.items():
            distance = min((begin - end for begin in starts if begin >= end), default=None)
            if distance is not None:
                yield f">{_reach(distance)}{kind}"
            elif any(begin < start for begin in starts):
                yield f"><{kind}"

    def _numbers(self, start: int, end: int) -> Iterator[str]:
        """The grammar's readings beside the words, a link between perhaps, and elsewhere in the text."""
        for name, i, step in (("p", start - 1, -1), ("n", end, 1)):
            linked = self.sort(i) in ("to", "or", "and")
            found = self._best.get(i) or (self._best.get(i + step) if linked else None)
            if found is not None:
                yield f"{name}type={reading_type(found.span)}"
        others = {t for t, at in self._types if at[1] <= start or at[0] >= end}
        yield from (f"has={name}" for name in others)

    def _stems(self, start: int, end: int) -> Iterator[str]:
        folded, plain = self._lattice.folded, self._plain
        for name, i in (("-1", start - 1), ("-2", start - 2), ("+1", end), ("+2", end + 1)):
            if 0 <= i < len(folded) and plain[i]:
                yield name + folded[i][:_STEM]
        around = (*range(max(start - _AROUND, 0), start), *range(end, min(end + _AROUND, len(folded))))
        yield from ("~" + folded[i][:_STEM] for i in around if plain[i])

    def sort(self, i: int) -> str:
        """What sort of word stands at ``i``: a link, a unit, a number …; ^ and $ beyond the text, | for a barrier."""
        if not 0 <= i < len(self._lattice):
            return "^" if i < 0 else "$"
        return self._sorts[i]

    @cached_property
    def _sorts(self) -> Sequence[str]:
        return [self._sort(i, word) for i, word in enumerate(self._lattice.folded)]

    def _sort(self, i: int, word: str) -> str:
        facts = self._lattice.facts
        if not word:
            return "|"
        groups = (("to", facts.to), ("or", facts.or_), ("and", facts.and_), ("month", facts.months))
        more = (
            ("oclock", facts.oclock),
            ("unit", facts.units),
            ("currency", facts.currencies),
            ("scale", facts.scales),
        )
        if name := next((name for name, words in (*groups, *more) if word in words), ""):
            return name
        if i in self._best:
            return "read"
        if word in facts.letters:
            return "letter"
        if facts.is_name(word):
            return "name"
        if any(map(str.isdigit, word)):
            return "read"  # as what was written, so that it is read alike when it comes again
        return "number" if facts.grammar.is_number(self._lattice.words[i]) else "word"

    @cached_property
    def _plain(self) -> Sequence[bool]:
        """Which words are ordinary ones: their stems are features."""
        words = zip(self._lattice.words, self._lattice.folded, strict=True)
        return [bool(folded) and not self._lattice.facts.grammar.is_number(word) for word, folded in words]

    @cached_property
    def idioms(self) -> frozenset[int]:
        """The positions of words in idioms that are never numbers."""
        return frozenset(i for r in self._lattice.facts.idioms.ranges(self._lattice.words) for i in range(*r))

    @cached_property
    def _best(self) -> dict[int, Candidate]:
        return {i: one for one in self._lattice.best() for i in range(*one.words)}

    @cached_property
    def _types(self) -> list[tuple[str, Range]]:
        return [(reading_type(one.span), one.words) for one in self._lattice.best()]

    @cached_property
    def _day_parts(self) -> bool:
        return bool(self._lattice.facts.part_of_day.ranges(self._lattice.words))

    @cached_property
    def _before(self) -> dict[str, list[int]]:
        """Kinds of cues that stand before numbers, and where each one in the text ends."""
        return {kind: [end for _, end in at] for (side, kind), at in self._lattice.cues.items() if side == "before"}

    @cached_property
    def _behind(self) -> dict[str, list[int]]:
        return {kind: [start for start, _ in at] for (side, kind), at in self._lattice.cues.items() if side == "after"}


def _reach(distance: int) -> str:
    """How far a cue is: beside the words, near, in the same clause, far."""
    if distance == 0:
        return ""
    return "3" if distance <= _NEAR else "8" if distance <= _FAR else _FARTHEST
