"""Labelled texts as examples: the edges of their lattices with their features, and which paths are right."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...convert import write
from ...document import Span, Word
from ...readings.facts import Facts
from ...readings.features import Extractor, Features
from ...readings.proposing import Proposing
from ...readings.types import reading_type
from ...readings.whole import Whole
from ...styles import PRESETS
from ...wfst.roman_text import Romans

SIZE = 1 << 24
"""Features are hashed to so many weights while they are fitted."""

_STYLE = PRESETS["figures"]

Arc = tuple[int, int, int]
"""From a node to a node by an edge."""


@dataclass(frozen=True, slots=True)
class Example:
    """One text: its edges (first word, end, state) with the features of each, all arcs, and those of right paths.

    Nodes of ``arcs`` are positions in the text, the last one its end; ``right`` has nodes of its own, the last one of
    which is the end. Both are in topological order.
    """

    length: int
    edges: list[tuple[int, int, str]]
    features: list[NDArray[np.int32]]
    right: list[Arc]
    right_nodes: int
    group: str = ""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A text with its edges before anybody has said which are right. ``spans`` and ``texts`` are None for words that
    stay."""

    words: Sequence[Word]
    edges: list[tuple[int, int, str]]
    features: list[NDArray[np.int32]]
    spans: list[Span | None]
    texts: list[str | None]


Allowed = Callable[[int, int, Span | None], bool]


class Drawing:
    """Draws texts of one language."""

    def __init__(self, facts: Facts, names: dict[int, str] | None = None) -> None:
        self.facts, self.proposing, self.romans = facts, Proposing(facts), Romans(facts.grammar)
        self._whole = Whole(facts, self.romans)
        self._code, self._names = facts.language.code, names

    def draw(self, words: Sequence[Word]) -> Drawn:
        """The edges of a text that can be written."""
        text = self.romans.read([word.core for word in words])
        lattice = self.proposing.lattice(text.words)
        whole = [one for one in lattice if self._whole.is_whole(one, lattice, text)]
        extractor = Extractor(lattice)
        drawn = Drawn(words, [], [], [], [])
        written = [(one, span, made) for one, span in self._spans(whole, text) if (made := self._written(words, span))]
        covered = {i for one, _, _ in written for i in range(*one.words)}
        for i in range(len(words)):
            rows = self._ids(extractor.kept(i)) if i in covered else np.zeros(0, np.int32)
            self._add(drawn, (i, i + 1, lattice.states[i]), rows, None, None)
        for one, span, made in written:
            self._add(drawn, (*one.words, reading_type(one.span)), self._ids(extractor.candidate(one)), span, made)
        return drawn

    def _spans(self, candidates, text) -> Iterator[tuple]:  # type: ignore[no-untyped-def,type-arg]
        for one in candidates:
            yield one, self.romans.with_ending(one.span, text) if text.endings else one.span

    @staticmethod
    def _add(
        drawn: Drawn, edge: tuple[int, int, str], rows: NDArray[np.int32], span: Span | None, text: str | None
    ) -> None:
        drawn.edges.append(edge)
        drawn.features.append(rows)
        drawn.spans.append(span)
        drawn.texts.append(text)

    def _written(self, words: Sequence[Word], span: Span) -> str | None:
        """What stands in the text for the words of ``span``, words that stay among it."""
        edits = write(words, span, self.facts.grammar, _STYLE)
        if not edits:
            return None
        made, position = [], span.words[0]
        for edit in edits:
            made += [word.core for word in words[position : edit.words[0]]] + [edit.text]
            position = edit.words[1]
        return " ".join([*made, *(word.core for word in words[position : span.words[1]])])

    def _ids(self, features: Features) -> NDArray[np.int32]:
        names = list(named(features, self._code))
        ids = [hashed(name) for name in names]
        if self._names is not None:
            self._names.update(zip(ids, names, strict=True))
        return np.unique(np.array(ids, np.int32))


def named(features: Features, code: str) -> Iterator[str]:
    """The names of the features of one edge: type|value, type|value|context, and with a language type|code:stem."""
    kind = features.type
    yield from (f"{kind}|{name}" for name in features.alone())
    yield from (f"{kind}|{value}|{name}" for value in features.tied for name in features.around)
    yield from (f"{kind}|{code}:{stem}" for stem in features.stems)


def hash_of(name: str) -> int:
    """The place of a feature among the weights."""
    return zlib.crc32(name.encode()) & (SIZE - 1)


hashed = lru_cache(maxsize=1 << 21)(hash_of)  # features come again and again


def labelled(drawn: Drawn, references: Sequence[str], group: str = "") -> Example | None:
    """The example whose right paths are those that are written as one of ``references``; None if there is none."""
    arcs: list[tuple[tuple[int, int, int], tuple[int, int, int], int]] = []
    for number, reference in enumerate(references):
        arcs += _matching(drawn, reference.split(), number)
    if not arcs:
        return None
    length = len(drawn.words)
    nodes = sorted({node for arc in arcs for node in arc[:2] if 0 < node[0] < length})
    ids = {node: i for i, node in enumerate(nodes, start=1)}
    last = len(nodes) + 1

    def of(node: tuple[int, int, int]) -> int:
        return 0 if node[0] == 0 else last if node[0] == length else ids[node]

    return Example(length, drawn.edges, drawn.features, sorted((of(a), of(b), k) for a, b, k in arcs), last + 1, group)


def _matching(
    drawn: Drawn, reference: Sequence[str], number: int
) -> Iterator[tuple[tuple[int, int, int], tuple[int, int, int], int]]:
    """The arcs of all paths that are written as ``reference``; nodes are (word, word of the reference, number)."""
    starting: dict[int, list[int]] = {}
    for k, (start, _, _) in enumerate(drawn.edges):
        starting.setdefault(start, []).append(k)
    reached: dict[int, set[int]] = {0: {0}}
    arcs = []
    for i in range(len(drawn.words)):
        for j in sorted(reached.get(i, ())):
            for k in starting.get(i, ()):
                text = drawn.texts[k]
                said = [drawn.words[i].text] if text is None else text.split()
                if list(reference[j : j + len(said)]) == said:
                    end = drawn.edges[k][1]
                    reached.setdefault(end, set()).add(j + len(said))
                    arcs.append(((i, j), (end, j + len(said)), k))
    good = {(len(drawn.words), len(reference))}
    for a, b, _ in reversed(arcs):
        if b in good:
            good.add(a)
    yield from (((*a, number), (*b, number), k) for a, b, k in arcs if a in good and b in good)


def allowed(drawn: Drawn, may: Allowed, group: str = "") -> Example | None:
    """The example whose right paths have only edges that ``may`` be taken; None if these make no path."""
    arcs = [(start, end, k) for k, (start, end, _) in enumerate(drawn.edges) if may(start, end, drawn.spans[k])]
    reached = {0}
    for start, end, _ in sorted(arcs):
        if start in reached:
            reached.add(end)
    length = len(drawn.words)
    if length not in reached:
        return None
    return Example(length, drawn.edges, drawn.features, sorted(arcs), length + 1, group)
