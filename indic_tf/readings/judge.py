"""Chooses among candidates: the path with the highest score, and how sure it is of each reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .features import Extractor, Features
from .lattice import Candidate, Lattice
from .paths import Edge, best, probabilities
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
class Scored:
    """A text whose edges have their scores: one for each word that stays, and one for each candidate."""

    words: list[Edge]
    candidates: Sequence[Candidate]
    edges: list[Edge]
    evidence: Sequence[Sequence[tuple[str, float]]]


class Judge:
    """Judges candidates by weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._kept: dict[tuple[object, ...], float] = {}

    def scored(self, lattice: Lattice, candidates: Sequence[Candidate], explained: bool = False) -> Scored:
        """The scores of ``candidates`` and of words that stay; evidence only if they are to be ``explained``."""
        if not candidates:
            return Scored([], (), [], ())
        extractor = Extractor(lattice)
        covered = {i for one in candidates for i in range(*one.words)}
        words = [
            Edge(i, i + 1, state, self._score_of_kept(extractor, i) if i in covered else 0.0)
            for i, state in enumerate(lattice.states)
        ]
        features = [extractor.candidate(one) for one in candidates]
        edges = [
            Edge(*one.words, reading_type(one.span), self._weights.score(seen))
            for one, seen in zip(candidates, features, strict=True)
        ]
        return Scored(words, candidates, edges, [self._evidence(one) if explained else () for one in features])

    def readings(
        self,
        scored: Scored,
        may: Callable[[Candidate], bool] = lambda _: True,
        must: Callable[[Candidate], bool] = lambda _: False,
        weighed: bool = False,
    ) -> list[Reading]:
        """The candidates that ``may`` be taken, judged; those that ``must`` be are. Probabilities only if they are to
        be ``weighed``: they take time."""
        places = [i for i, one in enumerate(scored.candidates) if may(one)]
        if not places:
            return []
        first, length = len(scored.words), len(scored.words)
        edges = [*scored.words, *(_sure(scored.edges[i], must(scored.candidates[i])) for i in places)]
        path = set(best(length, edges, self._beside))
        shares = probabilities(length, edges, self._beside) if weighed else []
        return [
            Reading(
                scored.candidates[i],
                scored.edges[i].score,
                shares[first + k] if weighed else _UNKNOWN,
                first + k in path,
                scored.evidence[i],
            )
            for k, i in enumerate(places)
        ]

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


def _sure(edge: Edge, must: bool) -> Edge:
    return Edge(edge.start, edge.end, edge.state, edge.score + _SURE) if must else edge
