"""Two systems on one test set: which is better, by how much, and may it be chance?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..errors import InputError
from .score import TaskScore
from .signature import Signature
from .significance import LEVEL, SAMPLES, SEED, Comparison, Counts, comparisons


@dataclass(frozen=True, slots=True)
class Compared:
    """One figure of both systems, and their difference (A − B); None where a system has no such figure."""

    first: float | None
    second: float | None
    comparison: Comparison | None

    def as_dict(self) -> dict[str, Any]:
        made: dict[str, Any] = {"a": self.first, "b": self.second}
        if self.comparison is None:
            return made | {"difference": None, "interval": None, "p": None}
        interval = self.comparison.interval
        return made | {
            "difference": self.comparison.difference,
            "interval": interval and interval.as_list(),
            "p": self.comparison.p,
        }


@dataclass(frozen=True, eq=False)
class ComparisonOfSystems:
    """All figures of both systems on the sentences that both have answered, ``sentences`` of them."""

    first: TaskScore
    second: TaskScore
    sentences: int
    figures: dict[str, Compared]
    samples: int = SAMPLES
    seed: int = SEED

    @cached_property
    def signatures(self) -> tuple[Signature, Signature]:
        """Those of both scores, with how they were compared."""
        options = {"test": "paired-bootstrap+randomization", "ci": f"bootstrap-{LEVEL:g}"}
        sampled = {"samples": self.samples, "seed": self.seed}
        first, second = (score.signature.having(**options, **sampled) for score in (self.first, self.second))
        return first, second

    def as_dict(self) -> dict[str, Any]:
        """All figures, for JSON."""
        return {
            "signatures": [str(signature) for signature in self.signatures],
            "sentences": self.sentences,
            "figures": {name: figure.as_dict() for name, figure in self.figures.items()},
        }


def compare(
    first: TaskScore,
    second: TaskScore,
    *,
    metrics: Sequence[str] | None = None,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> ComparisonOfSystems:
    """Compare two scores of one task on one test set, sentence by sentence; ``metrics`` are all for None.

    Sentences that were set aside for one system are left out for both. Raises `ValueError` for scores of different
    tasks or test sets, `InputError` for a metric that the task lacks.
    """
    ours, theirs = first.signature, second.signature
    if type(first) is not type(second) or (ours.task, ours.lang, ours.sha256) != (
        theirs.task,
        theirs.lang,
        theirs.sha256,
    ):
        raise ValueError(f"these scores are not of one test set: {ours} and {theirs}")
    names = metrics or list(first.metrics)
    if unknown := [name for name in names if name not in first.metrics]:
        raise InputError(f"no figure {unknown[0]!r}; there are {', '.join(first.metrics)}")
    chosen = {name: first.metrics[name] for name in names}
    rows_a, rows_b = _common(first, second)
    total_a, total_b = rows_a.sum(axis=0, dtype=np.int64), rows_b.sum(axis=0, dtype=np.int64)
    found = comparisons(rows_a, rows_b, chosen, samples, seed)
    figures = {name: Compared(metric(total_a), metric(total_b), found[name]) for name, metric in chosen.items()}
    return ComparisonOfSystems(first, second, len(rows_a), figures, samples, seed)


def _common(first: TaskScore, second: TaskScore) -> tuple[Counts, Counts]:
    """The rows of the lines that both have."""
    _, ours, theirs = np.intersect1d(first.lines, second.lines, assume_unique=True, return_indices=True)
    return first.rows[ours], second.rows[theirs]
