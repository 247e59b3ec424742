"""Chooses among candidates: the path with the highest score, and how sure it is of each reading."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .features import Extractor, Features
from .lattice import Candidate, Lattice
from .paths import LINK, NUMBER, OTHER, Edge, best, probabilities
from .types import figure_type, reading_type
from .weights import Weights

_TOLD = 4  # features of a reading
_UNKNOWN = float("nan")
_SURE = 1000.0  # what is added to the score of a candidate that must be taken


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


class Judge:
    """Judges candidates by weights."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights

    def readings(
        self,
        lattice: Lattice,
        candidates: Sequence[Candidate],
        must: Sequence[Candidate] = (),
        weighed: bool = False,
        explained: bool = False,
    ) -> list[Reading]:
        """``candidates``, judged; those that ``must`` be taken are. Probabilities only if they are to be ``weighed``,
        evidence only if they are to be ``explained``: both take time."""
        if not candidates:
            return []
        extractor = Extractor(lattice)
        features = [extractor.candidate(one) for one in candidates]
        scores = [self._weights.score(one) for one in features]
        forced = {id(one) for one in must}
        edges = self._kept(lattice, extractor, candidates)
        first = len(edges)
        for one, score in zip(candidates, scores, strict=True):
            sure = _SURE if id(one) in forced else 0.0
            edges.append(Edge(*one.words, reading_type(one.span), score + sure))
        path = set(best(len(lattice), edges, self._beside))
        shares = probabilities(len(lattice), edges, self._beside)[first:] if weighed else [_UNKNOWN] * len(candidates)
        why = [self._evidence(one) if explained else () for one in features]
        judged = zip(candidates, scores, shares, why, strict=True)
        return [Reading(one, score, p, first + i in path, said) for i, (one, score, p, said) in enumerate(judged)]

    def _kept(self, lattice: Lattice, extractor: Extractor, candidates: Sequence[Candidate]) -> list[Edge]:
        """The edges of words that stay."""
        covered = {i for one in candidates for i in range(*one.words)}
        made = []
        for i in range(len(lattice)):
            score = self._weights.score(extractor.kept(i)) if i in covered else 0.0
            made.append(Edge(i, i + 1, kept_state(lattice, i), score))
        return made

    def _beside(self, before: str, behind: str) -> float:
        return self._weights.beside.get((before, behind), 0.0)

    def _evidence(self, features: Features) -> list[tuple[str, float]]:
        return sorted(self._weights.terms(features), key=lambda term: -abs(term[1]))[:_TOLD]


def kept_state(lattice: Lattice, i: int) -> str:
    """What the next edge sees of a word that stays."""
    if lattice.folded[i] in lattice.facts.links:
        return LINK
    if figure := figure_type(lattice.words[i]):
        return figure  # as when it was still to be written
    return NUMBER if lattice.words[i] and lattice.facts.grammar.is_number(lattice.words[i]) else OTHER
