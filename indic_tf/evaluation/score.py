"""What all scores have in common: counts per sentence, from which every score and its interval are computed."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from .lines import BadLine
from .signature import Signature
from .significance import LEVEL, SAMPLES, SEED, Counts, Interval, Score, intervals
from .worst import Wrong


class Tally:
    """Rows of counts as they come, one per sentence: four bytes a count, however long the texts are."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._counts, self._lines = array("i"), array("q")

    def add(self, line: int, counts: Iterable[int]) -> None:
        """The counts of the sentence that stands in ``line``."""
        self._lines.append(line)
        self._counts.extend(counts)

    def __len__(self) -> int:
        return len(self._lines)

    @property
    def rows(self) -> Counts:
        return np.array(self._counts, dtype=np.int32).reshape(-1, self._width)

    @property
    def lines(self) -> Counts:
        return np.array(self._lines, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class TaskScore:
    """A score: its signature and the counts of every sentence; all figures are functions of the sum of the counts.

    Attributes:
        signature: what was scored, and how.
        rows: counts, int32 (sentences × columns); the task says what the columns are.
        lines: the line that each sentence stood in, from 1.
        bad: the lines that were set aside.
        worst: some of the texts that are wrong, the worst first, where they were asked for.
    """

    signature: Signature
    rows: Counts
    lines: Counts
    bad: tuple[BadLine, ...] = ()
    worst: tuple[Wrong, ...] = field(default=(), kw_only=True)

    @property
    def metrics(self) -> Mapping[str, Score]:
        """The figures of the task by name, each a function of the sum of the counts; shares, None for no value."""
        raise NotImplementedError

    @cached_property
    def total(self) -> Counts:
        """The sum of the counts of all sentences."""
        return np.asarray(self.rows.sum(axis=0, dtype=np.int64))

    def value(self, metric: str) -> float | None:
        """The figure called ``metric``; raises `KeyError` for a name that ``metrics`` lacks."""
        return self.metrics[metric](self.total)

    @property
    def values(self) -> dict[str, float | None]:
        """All figures by name."""
        return {name: metric(self.total) for name, metric in self.metrics.items()}

    def intervals(self, samples: int = SAMPLES, seed: int = SEED, level: float = LEVEL) -> dict[str, Interval | None]:
        """The bootstrap interval of every figure; none at all for 0 samples."""
        return intervals(self.rows, self.metrics, samples, seed, level) if samples else {}

    def signed(self, samples: int = SAMPLES, seed: int = SEED, level: float = LEVEL) -> Signature:
        """The signature of the figures together with these intervals."""
        return signed(self.signature, samples, seed, level)

    def common(self, samples: int, seed: int) -> dict[str, Any]:
        """What every score has for JSON: signature, intervals, bad lines."""
        found = self.intervals(samples, seed)
        return {
            "signature": str(self.signed(samples, seed)),
            "intervals": {name: interval and interval.as_list() for name, interval in found.items()},
            "bad": [{"line": b.line, "error": b.problem} for b in self.bad],
        }


def in_order(bad: Iterable[BadLine]) -> tuple[BadLine, ...]:
    """Lines that were set aside, by their numbers."""
    return tuple(sorted(bad, key=lambda line: line.line))


def signed(signature: Signature, samples: int, seed: int, level: float = LEVEL) -> Signature:
    """``signature`` with the options of bootstrap intervals."""
    return signature.having(ci=f"bootstrap-{level:g}", samples=samples, seed=seed) if samples else signature
