"""A semi-Markov conditional random field over lattices, fitted by stochastic gradients (AdaGrad, Duchi et al. 2011).

The loss of a text is log Z of all its paths less log Z of the right ones (Sarawagi and Cohen 2004, latent right paths).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf

import numpy as np
from numpy.typing import NDArray

from ...readings.paths import LINK, OTHER, Edge, best, log_sum, state_behind
from .examples import SIZE, Arc, Example, hashed

_FLAT = 1.0  # what AdaGrad's sums of squares begin with: the first steps are no larger than the others
_SMALL = 1e-4


class Field:
    """The weights while they are fitted."""

    def __init__(self, rate: float = 0.3, decay: float = 1e-5) -> None:
        self.weights: NDArray[np.float64] = np.zeros(SIZE)
        self._squares = np.full(SIZE, _FLAT)
        self._rate, self._decay = rate, decay
        self._between: dict[tuple[str, str], int] = {}

    def scores(self, example: Example) -> list[float]:
        return [float(self.weights[rows].sum()) if len(rows) else 0.0 for rows in example.features]

    def beside(self, before: str, behind: str) -> int:
        """The weight of two states side by side; -1 for those that say nothing."""
        known = self._between.get((before, behind))
        if known is None:
            silent = behind in (OTHER, LINK) or before == OTHER
            known = self._between[before, behind] = -1 if silent else hashed(beside_name(before, behind))
        return known

    def step(self, example: Example) -> float:
        """One step for one text; its loss before."""
        scores = self.scores(example)
        every = [(start, end, k) for k, (start, end, _) in enumerate(example.edges)]
        every.sort()
        whole, chances, pairs = self._sum(every, example.length + 1, example, scores)
        right, chances_right, pairs_right = self._sum(example.right, example.right_nodes, example, scores)
        loss = whole - right
        if loss > _SMALL:
            for k in chances.keys() | chances_right.keys():
                if len(example.features[k]):
                    self._move(example.features[k], chances.get(k, 0.0) - chances_right.get(k, 0.0))
            for i in pairs.keys() | pairs_right.keys():
                self._move(np.array([i]), pairs.get(i, 0.0) - pairs_right.get(i, 0.0))
        return loss

    def _move(self, rows: NDArray[np.int32], error: float) -> None:
        if abs(error) > _SMALL:
            gradient = error + self._decay * self.weights[rows]
            self._squares[rows] += gradient * gradient
            self.weights[rows] -= self._rate * gradient / np.sqrt(self._squares[rows])

    def _sum(
        self, arcs: Sequence[Arc], nodes: int, example: Example, scores: Sequence[float]
    ) -> tuple[float, dict[int, float], dict[int, float]]:
        """Log Z over the paths of ``arcs``, the chance of every edge, and of every two states side by side."""
        forward: list[dict[str, float]] = [{} for _ in range(nodes)]
        forward[0][OTHER] = 0.0
        steps: list[tuple[int, str, int, str, int, int, float]] = []
        weights, edges = self.weights, example.edges
        for u, v, k in arcs:
            kind = edges[k][2]
            for state, score in forward[u].items():
                after = state_behind(state, kind)
                pair = self.beside(state, kind)
                gain = scores[k] + (float(weights[pair]) if pair >= 0 else 0.0)
                known = forward[v].get(after)
                total = score + gain
                forward[v][after] = total if known is None else log_sum(known, total)
                steps.append((u, state, v, after, k, pair, gain))
        whole = -inf
        for score in forward[-1].values():
            whole = log_sum(whole, score)
        backward: list[dict[str, float]] = [{} for _ in range(nodes)]
        backward[-1] = dict.fromkeys(forward[-1], 0.0)
        chances: dict[int, float] = {}
        pairs: dict[int, float] = {}
        for u, state, v, after, k, pair, gain in reversed(steps):
            ahead = backward[v].get(after)
            if ahead is None:
                continue
            ahead += gain
            known = backward[u].get(state)
            backward[u][state] = ahead if known is None else log_sum(known, ahead)
            chance = exp(min(forward[u][state] + ahead - whole, 0.0))
            chances[k] = chances.get(k, 0.0) + chance
            if pair >= 0:
                pairs[pair] = pairs.get(pair, 0.0) + chance
        return whole, chances, pairs

    def is_right(self, example: Example) -> bool:
        """True if the best path is one of the right ones."""
        scores = self.scores(example)
        edges = [Edge(*edge, score) for edge, score in zip(example.edges, scores, strict=True)]
        path = best(example.length, edges, self._weight)
        nodes = {0}
        for k in path:
            nodes = {v for u, v, other in example.right if other == k and u in nodes}
        return example.right_nodes - 1 in nodes

    def _weight(self, before: str, behind: str) -> float:
        pair = self.beside(before, behind)
        return float(self.weights[pair]) if pair >= 0 else 0.0


def beside_name(before: str, behind: str) -> str:
    """The name of the feature of two states side by side."""
    return f"{before}>{behind}"
