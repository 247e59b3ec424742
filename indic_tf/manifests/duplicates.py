"""Texts that say nearly the same, in a large collection: an index by locality-sensitive hashing.

Sketches (`sketches`) are cut into bands; texts that agree in a whole band are compared, first by their sketches and
then exactly (Leskovec, Rajaraman & Ullman, "Mining of Massive Datasets", chapter 3). So every match that is reported is
one. A pair just at the threshold is missed once in a thousand times at most, one further above it next to never. The
keys of a band lie in one sorted array: an index takes about 3 kB per text, tables of sets several times that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np
import numpy.typing as npt

from ..errors import InputError
from .sketches import PERMUTATIONS, Sketches, band_keys, comparable, jaccard, rows_per_band, sketch

THRESHOLD = 0.7
"""About one word in seven changed, or the same words with other marks, numerals or spelling of nasals."""

_BATCH = 1000
_DOUBT = 0.15  # sketches of 128 places are off by this once in thousands of times
_LOWEST = 0.5

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Match:
    """An indexed text that is like another one: its position, and the Jaccard coefficient of the two."""

    text: int
    jaccard: float


class NearDuplicates:
    """An index over texts; texts without any letter or digit are like none.

    >>> index = NearDuplicates(["आज मौसम बहुत अच्छा है।", "गाड़ी कब आएगी?"])
    >>> [found] = index.search(["आज मौसम बहुत अच्छा है"])
    >>> found
    (Match(text=0, jaccard=1.0),)
    """

    def __init__(
        self, texts: Iterable[str], threshold: float = THRESHOLD, done: Callable[[int], None] = lambda count: None
    ) -> None:
        """Read all texts; ``done`` is told after every batch how many more are in.

        Raises `InputError` for a threshold outside 0.5–1: further down nearly everything has to be compared.
        """
        if not _LOWEST <= threshold <= 1:
            raise InputError(f"the threshold of near-duplicates is {threshold:g}; it must be from {_LOWEST:g} to 1")
        self._threshold = threshold
        self._rows = rows_per_band(threshold)
        self._texts: list[str] = []
        self._positions: list[list[int]] = []  # of each distinct text among those that were given
        self._sketches = self._read(texts, done)
        keys = band_keys(self._sketches, self._rows).T
        self._order = np.argsort(keys, axis=1, kind="stable")
        self._keys = np.take_along_axis(keys, self._order, axis=1)

    def _read(self, texts: Iterable[str], done: Callable[[int], None]) -> Sketches:
        parts = [np.empty((0, PERMUTATIONS), dtype=np.uint32)]
        distinct: dict[str, int] = {}
        for start, batch in _batches(texts):
            for position, text in enumerate(map(comparable, batch), start=start):
                if text and text not in distinct:
                    distinct[text] = len(self._texts)
                    self._texts.append(text)
                    self._positions.append([])
                if text:
                    self._positions[distinct[text]].append(position)
            if fresh := self._texts[sum(map(len, parts)) :]:
                parts.append(sketch(fresh))
            done(len(batch))
        return np.concatenate(parts)

    def search(self, texts: Iterable[str]) -> Iterator[tuple[Match, ...]]:
        """The indexed texts that each of ``texts`` is like, the most alike first; lazily, a thousand at a time."""
        for _, batch in _batches(texts):
            asked = [comparable(text) for text in batch]
            some = [text for text in asked if text]
            found = iter(self._search(some) if some else ())
            yield from (next(found) if text else () for text in asked)

    def _search(self, asked: Sequence[str]) -> Iterator[tuple[Match, ...]]:
        sketches = sketch(asked)
        candidates: dict[int, set[int]] = defaultdict(set)
        for keys, order, wanted in zip(self._keys, self._order, band_keys(sketches, self._rows).T, strict=True):
            starts, ends = np.searchsorted(keys, wanted, "left"), np.searchsorted(keys, wanted, "right")
            for i in np.flatnonzero(ends > starts).tolist():
                candidates[i].update(order[starts[i] : ends[i]].tolist())
        for i, text in enumerate(asked):
            places = np.array(sorted(candidates.pop(i, ())), dtype=np.int64)
            yield self._matches(text, self._promising(sketches[i], places))

    def _promising(self, one: npt.NDArray[np.uint32], places: Places) -> Places:
        """Those of ``places`` whose sketches are near enough to ``one`` to compare the texts."""
        agree = np.count_nonzero(self._sketches[places] == one, axis=1)
        promising: Places = places[agree >= (self._threshold - _DOUBT) * PERMUTATIONS]
        return promising

    def _matches(self, text: str, places: Places) -> tuple[Match, ...]:
        near = ((place, jaccard(text, self._texts[place])) for place in places.tolist())
        made = [Match(at, value) for place, value in near if value >= self._threshold for at in self._positions[place]]
        return tuple(sorted(made, key=lambda match: (-match.jaccard, match.text)))

    def clusters(self) -> list[tuple[int, ...]]:
        """The indexed texts that hang together: each is like some other one of its cluster, so no match leads out.

        Positions in order; texts that are like no other are left out.
        """
        groups = _Groups(len(self._texts))
        for keys, order in zip(self._keys, self._order, strict=True):
            edges = np.concatenate([[0], np.flatnonzero(np.diff(keys)) + 1, [len(keys)]])
            for i in np.flatnonzero(np.diff(edges) > 1):
                self._link(order[edges[i] : edges[i + 1]], groups)
        positions = (sorted(at for place in group for at in self._positions[place]) for group in groups.all())
        return sorted(tuple(group) for group in positions if len(group) > 1)

    def _link(self, run: Places, groups: _Groups) -> None:
        """Join those texts of a run, all with the same key, that are alike; what is joined already is not compared."""
        while len(run) > 1 and len(strangers := groups.strangers(run)):
            first, run = int(run[0]), run[1:]
            for other in self._promising(self._sketches[first], strangers).tolist():
                if jaccard(self._texts[first], self._texts[other]) >= self._threshold:
                    groups.join(first, other)


class _Groups:
    """Disjoint sets of numbers; the smaller one is relabelled, so n joins take n log n steps."""

    def __init__(self, size: int) -> None:
        self._label = np.arange(size)
        self._members: dict[int, list[int]] = {}

    def strangers(self, run: Places) -> Places:
        """Those that are not in the group of the first."""
        labels = self._label[run]
        others: Places = run[labels != labels[0]]
        return others

    def join(self, a: int, b: int) -> None:
        keep, lose = sorted((int(self._label[a]), int(self._label[b])), key=lambda label: -len(self._of(label)))
        if keep != lose:
            moved = self._members.pop(lose, [lose])
            self._members.setdefault(keep, [keep]).extend(moved)
            self._label[moved] = keep

    def _of(self, label: int) -> list[int]:
        return self._members.get(label, [label])

    def all(self) -> Iterator[list[int]]:
        """Every group, those of one included."""
        joined = {place for group in self._members.values() for place in group}
        yield from self._members.values()
        yield from ([place] for place in range(len(self._label)) if place not in joined)


def _batches(texts: Iterable[str]) -> Iterator[tuple[int, list[str]]]:
    """Lists of up to a thousand texts, each with the position of its first."""
    source, start = iter(texts), 0
    while batch := list(islice(source, _BATCH)):
        yield start, batch
        start += len(batch)
