"""Chooses among candidates: the path with the highest score, and how sure it is of each reading."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat

from ..document import Range
from .features import Extractor, Features
from .lattice import Candidate, Lattice
from .paths import OTHER, Edge, best, probabilities
from .types import reading_type
from .weights import Weights

_TOLD = 4  # features of a reading
_UNKNOWN = float("nan")
_NOTHING: Mapping[str, float] = {}
_SURE = 1000.0  # what is added to the score of a candidate that must be taken
_KNOWN = 50_000  # words beside others whose scores are kept


@dataclass(frozen=True, slots=True)
class Reading:
    """A candidate with what the judge says of it.

    Attributes:
        candidate: what it judged.
        score: the sum of the weights of its features.
        probability: of all paths through the text, the share of those that take it; NaN where it was not asked for.
        chosen: whether it is on the best path.
        evidence: the features that say most for it or against it, with their weights.
    """

    candidate: Candidate
    score: float
    probability: float
    chosen: bool
    evidence: Sequence[tuple[str, float]] = ()


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words of which candidates take some, from behind an ordinary word to the next one.

    Behind an ordinary word every path has the same state, so that the best path is that of each stretch, and what no
    candidate takes need not be looked at. ``words`` has an edge for each word, counted from the first, and ``places``
    the candidates by their number.
    """

    words: list[Edge]
    places: list[int]


@dataclass(frozen=True, slots=True)
class Scored:
    """A text whose edges have their scores: those of words that stay are in ``stretches``, ``edges`` are those of
    ``candidates``, counted from the first word of their stretch."""

    candidates: Sequence[Candidate]
    edges: list[Edge]
    stretches: list[Stretch]
    evidence: Sequence[Sequence[tuple[str, float]]]


class Judge:
    """Judges candidates by weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._kept: dict[tuple[object, ...], float] = {}

    def scored(self, lattice: Lattice, candidates: Sequence[Candidate], explained: bool = False) -> Scored:
        """The scores of ``candidates`` and of words that stay; evidence only if they are to be ``explained``."""
        if not candidates:
            return Scored((), [], [], ())
        extractor = Extractor(lattice)
        covered = {i for one in candidates for i in range(*one.words)}
        stretches: list[Stretch] = []
        first: dict[int, tuple[int, Stretch]] = {}  # of the stretch that a word is in
        for start, end in _stretches(lattice.states, covered):
            states = enumerate(lattice.states[start:end])
            kept = (self._score_of_kept(extractor, i) if i in covered else 0.0 for i in range(start, end))
            words = [Edge(i, i + 1, state, score) for (i, state), score in zip(states, kept, strict=True)]
            stretches.append(Stretch(words, []))
            first |= dict.fromkeys(range(start, end), (start, stretches[-1]))
        edges: list[Edge] = []
        evidence: list[Sequence[tuple[str, float]]] = []
        for i, one in enumerate(candidates):
            features = extractor.candidate(one)
            start, stretch = first[one.words[0]]
            stretch.places.append(i)
            at = one.words[0] - start, one.words[1] - start
            edges.append(Edge(*at, reading_type(one.span), self._weights.score(features)))
            evidence.append(self._evidence(features) if explained else ())
        return Scored(candidates, edges, stretches, evidence)

    def readings(
        self,
        scored: Scored,
        may: Callable[[Candidate], bool] = lambda _: True,
        must: Callable[[Candidate], bool] = lambda _: False,
        weighed: bool = False,
    ) -> list[Reading]:
        """The candidates that ``may`` be taken, judged; those that ``must`` be are. Probabilities only if they are to
        be ``weighed``: they take time."""
        found: dict[int, tuple[bool, float]] = {}
        for stretch in scored.stretches:
            if places := [i for i in stretch.places if may(scored.candidates[i])]:
                found |= zip(places, self._judged(scored, stretch, places, must, weighed), strict=True)
        return [
            Reading(scored.candidates[i], scored.edges[i].score, share, chosen, scored.evidence[i])
            for i, (chosen, share) in sorted(found.items())
        ]

    def _judged(
        self, scored: Scored, stretch: Stretch, places: Sequence[int], must: Callable[[Candidate], bool], weighed: bool
    ) -> Iterator[tuple[bool, float]]:
        """Whether each candidate of a stretch is on the best path through it, and how probable it is."""
        length = len(stretch.words)
        edges = [*stretch.words, *(_sure(scored.edges[i], must(scored.candidates[i])) for i in places)]
        path = set(best(length, edges, self._beside))
        shares = probabilities(length, edges, self._beside)[length:] if weighed else repeat(_UNKNOWN, len(places))
        return ((length + k in path, share) for k, share in enumerate(shares))

    def _score_of_kept(self, extractor: Extractor, i: int) -> float:
        key = extractor.key_of_kept(i)
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= _KNOWN:
                self._kept.clear()
            known = self._kept[key] = self._weights.score(extractor.kept(i))
        return known

    def _beside(self, before: str, behind: str) -> float:
        return self._weights.beside.get(before, _NOTHING).get(behind, 0.0)

    def _evidence(self, features: Features) -> list[tuple[str, float]]:
        return sorted(self._weights.terms(features), key=lambda term: -abs(term[1]))[:_TOLD]


def _stretches(states: Sequence[str], covered: Container[int]) -> Iterator[Range]:
    """Where words stand of which some are ``covered``, up to and with the ordinary one behind them.

    A word that stays and has a state (a number, a link) tells what stands beside it.
    """
    start, taken = 0, False
    for i, state in enumerate(states):
        is_covered = i in covered
        taken = taken or is_covered
        if state == OTHER and not is_covered:
            if taken:
                yield start, i + 1
            start, taken = i + 1, False
    if taken:
        yield start, len(states)


def _sure(edge: Edge, must: bool) -> Edge:
    return Edge(edge.start, edge.end, edge.state, edge.score + _SURE) if must else edge
