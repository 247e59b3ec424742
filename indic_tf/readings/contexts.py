"""Features of what stands around words: cues near and far, classes of the neighbours, what else the text holds."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

from ..document import Range
from ..wfst.cues import Place
from .lattice import Lattice
from .types import reading_type

_NEAR, _FAR = 3, 8  # words
_FARTHEST = "9"
_STRONG = ("<", ">", "p=", "n=", "ptype=", "ntype=", "has=")
_STEM = 5  # letters of a neighbour that are looked at: endings tell little
_AROUND = 7  # words on each side whose stems are features


class Contexts:
    """What stands around words of one text; computed once a range of words.

    Marks are looked over: a text is read alike with its marks, when it comes again, and without.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._words = [word for word in lattice.words if word]
        self._folded = [said for word, said in zip(lattice.words, lattice.folded, strict=True) if word]
        self._is_whole = len(self._words) == len(lattice)
        self._at = list(accumulate(map(bool, lattice.words), initial=0))
        self._known: dict[Range, tuple[list[str], frozenset[str], list[str]]] = {}

    def of(self, words: Range) -> tuple[list[str], frozenset[str], list[str]]:
        """Features that hold in every language, those of them that count together with values, stems of the
        neighbours."""
        found = self._known.get(words)
        if found is None:
            start, end = (self._at[i] for i in words)
            whole = [*self._of(start, end)]
            strong = frozenset(name for name in whole if name.startswith(_STRONG) and name[1:2] != _FARTHEST)
            found = self._known[words] = whole, strong, [*self._stems(start, end)]
        return found

    def beside(self, i: int) -> list[str]:
        """What sorts of words stand on either side of the word at ``i``."""
        return ["p=" + self._sort(self._at[i] - 1), "n=" + self._sort(self._at[i] + 1)]

    def in_idiom(self, i: int) -> bool:
        """True for a word in an idiom that is never a number."""
        return self._at[i] in self._idioms

    def _of(self, start: int, end: int) -> Iterator[str]:
        yield from self._cues(start, end)
        before, behind = self._sort(start - 1), self._sort(end)
        yield from ("p=" + before, "n=" + behind)
        yield f"pp={self._sort(start - 2)},{before}"
        yield f"nn={behind},{self._sort(end + 1)}"
        parts = self._lattice.facts.part_of_day
        if parts.before(self._words, start) < start:
            yield "<day-part"
        elif self._day_parts:
            yield "day-part"
        yield from self._numbers(start, end)
        if start == 0 and end == len(self._words):
            yield "whole"

    def _cues(self, start: int, end: int) -> Iterator[str]:
        for kind, ends in self._before.items():
            if i := bisect_right(ends, start):
                yield f"<{_reach(start - ends[i - 1])}{kind}"
            if ends[-1] > end:
                yield f"<>{kind}"
        for kind, starts in self._behind.items():
            i = bisect_left(starts, end)
            if i < len(starts):
                yield f">{_reach(starts[i] - end)}{kind}"
            elif starts[0] < start:
                yield f"><{kind}"

    def _numbers(self, start: int, end: int) -> Iterator[str]:
        """The grammar's readings beside the words, a link between perhaps, and elsewhere in the text."""
        for name, i, step in (("p", start - 1, -1), ("n", end, 1)):
            linked = self._sort(i) in ("to", "or", "and")
            found = self._typed.get(i) or (self._typed.get(i + step) if linked else None)
            if found:
                yield f"{name}type={found}"
        here = Counter(self._types[k][0] for k in {k for i in range(start, end) for k in self._types_at.get(i, ())})
        yield from (f"has={name}" for name, count in self._counts.items() if count > here[name])

    def _stems(self, start: int, end: int) -> Iterator[str]:
        folded, plain = self._folded, self._plain
        for name, i in (("-1", start - 1), ("-2", start - 2), ("+1", end), ("+2", end + 1)):
            if 0 <= i < len(folded) and plain[i]:
                yield name + folded[i][:_STEM]
        around = (*range(max(start - _AROUND, 0), start), *range(end, min(end + _AROUND, len(folded))))
        yield from ("~" + folded[i][:_STEM] for i in around if plain[i])

    def _sort(self, i: int) -> str:
        """What sort of word stands at ``i``: a link, a unit, a number …; ^ and $ beyond the text."""
        if not 0 <= i < len(self._words):
            return "^" if i < 0 else "$"
        return self._sorts[i]

    @cached_property
    def _sorts(self) -> Sequence[str]:
        read, sorts = self._read, self._lattice.facts.sort
        found = (sorts[word] for word in self._words)
        return [always or ("read" if i in read else other) for i, (always, other) in enumerate(found)]

    @cached_property
    def _plain(self) -> Sequence[bool]:
        """Which words are ordinary ones: their stems are features."""
        return [not self._lattice.facts.grammar.is_number(word) for word in self._words]

    @cached_property
    def _idioms(self) -> frozenset[int]:
        known = self._lattice.idioms if self._is_whole else self._lattice.facts.idioms.ranges(self._words)
        return frozenset(i for r in known for i in range(*r))

    @cached_property
    def _best(self) -> list[tuple[str, Range]]:
        """The grammar's best reading: types and words."""
        at = self._at
        return [(reading_type(one.span), (at[one.words[0]], at[one.words[1]])) for one in self._lattice.best]

    @cached_property
    def _read(self) -> frozenset[int]:
        return frozenset(i for _, words in self._best for i in range(*words))

    @cached_property
    def _typed(self) -> dict[int, str]:
        """The types of numbers by the positions of their words."""
        return {i: name for name, words in self._types for i in range(*words)}

    @cached_property
    def _types(self) -> list[tuple[str, Range]]:
        """The types of numbers: those of the grammar's best reading, and of figures that are there."""
        at = self._at
        figures = ((name, (at[i], at[i] + 1)) for i, name in self._lattice.figures.items())
        return [*figures, *self._best]

    @cached_property
    def _types_at(self) -> dict[int, list[int]]:
        """Which of the types stand at a position."""
        made: dict[int, list[int]] = {}
        for k, (_, words) in enumerate(self._types):
            for i in range(*words):
                made.setdefault(i, []).append(k)
        return made

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(name for name, _ in self._types)

    @cached_property
    def _day_parts(self) -> bool:
        return bool(self._lattice.facts.part_of_day.ranges(self._words))

    @cached_property
    def _cues_found(self) -> dict[Place, list[Range]]:
        return self._lattice.cues if self._is_whole else self._lattice.facts.cue_index.found(self._folded)

    @cached_property
    def _before(self) -> dict[str, list[int]]:
        """Kinds of cues that stand before numbers, and where each one in the text ends, in order."""
        return {kind: sorted(end for _, end in at) for (side, kind), at in self._cues_found.items() if side == "before"}

    @cached_property
    def _behind(self) -> dict[str, list[int]]:
        return {
            kind: sorted(start for start, _ in at) for (side, kind), at in self._cues_found.items() if side == "after"
        }


def _reach(distance: int) -> str:
    """How far a cue is: beside the words, near, in the same clause, far."""
    if distance == 0:
        return ""
    return "3" if distance <= _NEAR else "8" if distance <= _FAR else _FARTHEST
