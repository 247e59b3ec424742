"""Paths through a text: every word stays or is in one candidate. The best path, and how probable each edge is.

A path is scored by its edges and by what stands beside what: a figure beside a number word that stays is half a number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, inf, log1p

Beside = Callable[[str, str], float]
"""The score of two neighbours by their states."""


@dataclass(frozen=True, slots=True)
class Edge:
    """``start`` and ``end`` are words; ``state`` is what the next edge sees of this one: its type, "n" for a number
    word that stays, "&" for a link, which hands on the state before it, "" for all else."""

    start: int
    end: int
    state: str
    score: float


LINK, NUMBER, OTHER = "&", "n", ""


def state_behind(before: str, own: str) -> str:
    """The state behind an edge: its own, but a link hands on what was before it."""
    if own == LINK:
        return before if before[:1] in ("", LINK) else LINK + before
    return own


def best(length: int, edges: Sequence[Edge], beside: Beside) -> list[int]:
    """The edges of the best path over ``length`` words, by their index."""
    starting = _starting(edges)
    reached: list[dict[str, tuple[float, int, str]]] = [{} for _ in range(length + 1)]
    reached[0][OTHER] = (0.0, -1, OTHER)
    for at in range(length):
        for state, (score, _, _) in reached[at].items():
            for i in starting.get(at, ()):
                edge = edges[i]
                total = score + edge.score + beside(state, edge.state)
                after = state_behind(state, edge.state)
                known = reached[edge.end].get(after)
                if known is None or total > known[0]:
                    reached[edge.end][after] = (total, i, state)
    return _back(reached, edges)


def _back(reached: Sequence[dict[str, tuple[float, int, str]]], edges: Sequence[Edge]) -> list[int]:
    at = len(reached) - 1
    state = max(reached[at], key=lambda name: reached[at][name][0])
    made: list[int] = []
    while at > 0:
        _, i, state = reached[at][state]
        made.append(i)
        at = edges[i].start
    return made[::-1]


def _starting(edges: Sequence[Edge]) -> dict[int, list[int]]:
    made: dict[int, list[int]] = {}
    for i, edge in enumerate(edges):
        made.setdefault(edge.start, []).append(i)
    return made


def probabilities(length: int, edges: Sequence[Edge], beside: Beside) -> list[float]:
    """How probable it is that each edge is on the path (forward-backward over all paths)."""
    starting = _starting(edges)
    forward: list[dict[str, float]] = [{} for _ in range(length + 1)]
    forward[0][OTHER] = 0.0
    for at in range(length):
        for state, score in forward[at].items():
            for i in starting.get(at, ()):
                edge = edges[i]
                after, total = state_behind(state, edge.state), score + edge.score + beside(state, edge.state)
                forward[edge.end][after] = log_sum(forward[edge.end].get(after, -inf), total)
    backward: list[dict[str, float]] = [{} for _ in range(length + 1)]
    backward[length] = dict.fromkeys(forward[length], 0.0)
    chances = [0.0] * len(edges)
    whole = -inf
    for score in forward[length].values():
        whole = log_sum(whole, score)
    for at in range(length - 1, -1, -1):
        for state, score in forward[at].items():
            ahead = -inf
            for i in starting.get(at, ()):
                edge = edges[i]
                step = (
                    edge.score
                    + beside(state, edge.state)
                    + backward[edge.end].get(state_behind(state, edge.state), -inf)
                )
                ahead = log_sum(ahead, step)
                if step > -inf:
                    chances[i] += exp(score + step - whole)
            backward[at][state] = ahead
    return chances


def log_sum(a: float, b: float) -> float:
    """log(e^a + e^b)."""
    if a < b:
        a, b = b, a
    return a if b == -inf else a + log1p(exp(b - a))
