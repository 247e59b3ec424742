"""How far a score can be trusted: confidence intervals, and a paired test for two systems on one test set.

Everything works on counts per sentence, an array (sentences × counts): a score is a function of their sum, so that
resampling never counts again. One column may be errors and one words (a rate), or eight may be hits, references and
predictions of four marks (a macro-F1). Where sentences of a document hang together, hand in the sums of documents
(`by_group`): sentences alone make intervals too narrow.

    bootstrap   percentile bootstrap over sentences (Efron and Tibshirani 1993, chapter 13; Bisani and Ney 2004 for
                error rates)
    paired      the same resamples for both systems (Koehn 2004) give the interval of the difference; p comes from
                approximate randomization (Noreen 1989; Riezler and Maxwell 2005): in each of the samples the two
                answers to a sentence are swapped or not, p = (1 + samples that differ by as much) / (1 + samples)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[Any]
Score = Callable[[Counts], "float | None"]

SAMPLES, SEED, LEVEL = 1000, 1, 0.95

_BLOCK = 1 << 21  # random numbers drawn at a time
_EQUAL = 1e-12  # differences that rounding alone makes


@dataclass(frozen=True, slots=True)
class Interval:
    """What the score lies between with the probability of the level."""

    low: float
    high: float

    def as_list(self) -> list[float]:
        return [self.low, self.high]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Score of A minus score of B, its interval, and how probable so large a difference is between equal systems."""

    difference: float
    interval: Interval | None
    p: float

    @property
    def significant(self) -> bool:
        """p is below 0.05."""
        return self.p < 0.05


def bootstrap(
    counts: Counts, score: Score, samples: int = SAMPLES, seed: int = SEED, level: float = LEVEL
) -> Interval | None:
    """The interval of ``score`` over ``counts`` (sentences × counts); None where it has no value in any sample.

    Samples in which the score has no value (None: a mark that was not drawn) are left out. The same seed gives the same
    interval.

    >>> counts = np.array([[1, 1]] * 60 + [[0, 1]] * 40)  # right, rows
    >>> made = bootstrap(counts, lambda c: c[0] / c[1])
    >>> f"{made.low:.2f} to {made.high:.2f}"
    '0.51 to 0.69'
    """
    return intervals(counts, {"": score}, samples, seed, level)[""]


def intervals(
    counts: Counts, scores: Mapping[str, Score], samples: int = SAMPLES, seed: int = SEED, level: float = LEVEL
) -> dict[str, Interval | None]:
    """The intervals of several scores, all from the same resamples."""
    totals = _resampled(_table(counts), samples, seed)
    return {name: _percentiles([score(total) for total in totals], level) for name, score in scores.items()}


def paired(
    counts_a: Counts,
    counts_b: Counts,
    score: Score,
    samples: int = SAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> Comparison | None:
    """Two systems on the same sentences: row i of both arrays is sentence i. None where either has no score.

    Raises `ValueError` for arrays of different shapes.
    """
    return comparisons(counts_a, counts_b, {"": score}, samples, seed, level)[""]


def comparisons(
    counts_a: Counts,
    counts_b: Counts,
    scores: Mapping[str, Score],
    samples: int = SAMPLES,
    seed: int = SEED,
    level: float = LEVEL,
) -> dict[str, Comparison | None]:
    """`paired` for several scores, all from the same resamples."""
    first, second = _table(counts_a), _table(counts_b)
    if first.shape != second.shape:
        raise ValueError(f"both systems must answer the same sentences: {first.shape} and {second.shape}")
    width, whole = first.shape[1], np.hstack([first.sum(axis=0), second.sum(axis=0)])
    drawn = _resampled(np.hstack([first, second]), samples, seed)
    swapped = _swapped(first, second, samples, seed)

    def compared(score: Score) -> Comparison | None:
        difference = _difference(whole, width, score)
        if difference is None:
            return None
        interval = _percentiles([_difference(total, width, score) for total in drawn], level)
        by_chance = (_difference(total, width, score) for total in swapped)
        as_large = sum(other is not None and abs(other) >= abs(difference) - _EQUAL for other in by_chance)
        return Comparison(difference, interval, (1 + as_large) / (1 + samples))

    return {name: compared(score) for name, score in scores.items()}


def by_group(counts: Counts, groups: Sequence[object]) -> Counts:
    """The sums of the rows of each group (document, speaker, recording), for `bootstrap` and `paired`.

    >>> by_group(np.array([[1, 2], [3, 4], [5, 6]]), ["a", "b", "a"]).tolist()
    [[6, 8], [3, 4]]
    """
    order = {group: i for i, group in enumerate(dict.fromkeys(groups))}
    sums = np.zeros((len(order), counts.shape[1]), dtype=counts.dtype)
    np.add.at(sums, [order[group] for group in groups], counts)
    return sums


def _table(counts: Counts) -> Counts:
    table = np.asarray(counts, dtype=np.float64)
    return table[:, None] if table.ndim == 1 else table


def _resampled(counts: Counts, samples: int, seed: int) -> Counts:
    """The sums of the counts in each resample (samples × counts): as many sentences, drawn with replacement."""

    def times_drawn(random: np.random.Generator, size: int, rows: int) -> Counts:
        drawn = random.integers(0, rows, size=(size, rows))
        return np.stack([np.bincount(one, minlength=rows) for one in drawn])

    return _products(counts, times_drawn, samples, seed) if len(counts) else np.empty((0, counts.shape[1]))


def _swapped(first: Counts, second: Counts, samples: int, seed: int) -> Counts:
    """The sums of both systems (samples × twice the counts) where a coin has swapped their answers to each sentence."""

    def coins(random: np.random.Generator, size: int, rows: int) -> Counts:
        return random.integers(0, 2, size=(size, rows), dtype=np.int8)

    moved = _products(first - second, coins, samples, seed)
    return np.hstack([first.sum(axis=0) - moved, second.sum(axis=0) + moved])


def _products(
    counts: Counts, weights: Callable[[np.random.Generator, int, int], Counts], samples: int, seed: int
) -> Counts:
    """Random weights (samples × sentences) @ counts, a block of samples at a time: memory is bounded."""
    random = np.random.default_rng(seed)
    size = max(1, _BLOCK // max(1, len(counts)))
    sizes = [min(size, samples - start) for start in range(0, samples, size)]
    made = [weights(random, size, len(counts)).astype(np.float64) @ counts for size in sizes]
    return np.vstack([np.empty((0, counts.shape[1])), *made])


def _difference(total: Counts, width: int, score: Score) -> float | None:
    a, b = score(total[:width]), score(total[width:])
    return None if a is None or b is None else float(a - b)


def _percentiles(scores: Sequence[float | None], level: float) -> Interval | None:
    known = [made for made in scores if made is not None]
    if not known:
        return None
    low, high = np.quantile(known, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(low), float(high))
