"""Chooses among candidates: the path with the highest score, and how sure it is of each reading on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .features import Extractor, Features
from .lattice import Candidate, Lattice
from .paths import LINK, NUMBER, OTHER, Edge, best
from .types import reading_type
from .weights import Weights


@dataclass(frozen=True, slots=True)
class Reading:
    """A candidate with what the judge says of it.

    Attributes:
        candidate: what it judged.
        score: the sum of the weights of its features.
        chosen: whether it is on the best path.
        features: what the judge saw.
    """

    candidate: Candidate
    score: float
    chosen: bool
    features: Features


class Judge:
    """Judges candidates by weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def readings(
        self, lattice: Lattice, may: Callable[[Candidate], bool] = lambda _: True, must: Sequence[Candidate] = ()
    ) -> list[Reading]:
        """Every candidate that ``may`` be taken, judged; those that ``must`` be are."""
        extractor = Extractor(lattice)
        candidates = [one for one in lattice if may(one)]
        if not candidates:
            return []
        features = [extractor.candidate(one) for one in candidates]
        edges = self._kept(lattice, extractor, candidates, must)
        first = len(edges)
        scores = [self._weights.score(one) for one in features]
        forced = {id(one) for one in must}
        for one, score in zip(candidates, scores, strict=True):
            sure = _SURE if id(one) in forced else 0.0
            edges.append(Edge(*one.words, reading_type(one.span), score + sure))
        path = set(best(len(lattice), edges, self._beside))
        judged = zip(candidates, scores, features, strict=True)
        return [Reading(one, score, first + i in path, seen) for i, (one, score, seen) in enumerate(judged)]

    def _kept(
        self, lattice: Lattice, extractor: Extractor, candidates: Sequence[Candidate], must: Sequence[Candidate]
    ) -> list[Edge]:
        covered = {i for one in candidates for i in range(*one.words)}
        made = []
        for i in range(len(lattice)):
            score = self._weights.score(extractor.kept(i)) if i in covered else 0.0
            made.append(Edge(i, i + 1, kept_state(lattice, i), score))
        return made

    def _beside(self, before: str, behind: str) -> float:
        return self._weights.beside.get((before, behind), 0.0)

    def evidence(self, features: Features, most: int = 4) -> list[tuple[str, float]]:
        """The ``most`` features that say most for an edge or against it."""
        return sorted(self._weights.terms(features), key=lambda term: -abs(term[1]))[:most]


_SURE = 1000.0


def kept_state(lattice: Lattice, i: int) -> str:
    """What the next edge sees of a word that stays."""
    if lattice.folded[i] in lattice.facts.links:
        return LINK
    return NUMBER if lattice.words[i] and lattice.facts.grammar.is_number(lattice.words[i]) else OTHER
