"""What a benchmark holds, counted from its rows: for the card and for ``benchmark.json``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from datasets import ClassLabel, Features, List

from .recipe import SPLITS
from .tasks import Row

Splits = Mapping[str, Sequence[Row]]


@dataclass(frozen=True)
class Configuration:
    """One data set: a task of a language, its rows by split, and what its columns are."""

    task: str
    language: str
    splits: Splits
    features: Features

    @property
    def name(self) -> str:
        return f"{self.task}-{self.language}"

    @property
    def rows(self) -> dict[str, int]:
        return {split: len(self.splits[split]) for split in SPLITS if self.splits.get(split)}

    def labels(self, split: str) -> dict[str, Counter[str]]:
        """How often each label stands in a split, for every column of labels; undecided ones are left out."""
        made: dict[str, Counter[str]] = {}
        for column, kind in self.features.items():
            values = (row[column] for row in self.splits.get(split, ()))
            if isinstance(kind, ClassLabel):
                made[column] = Counter(values)
            elif isinstance(kind, List) and isinstance(kind.feature, ClassLabel):
                made[column] = Counter(one for row in values for one in row if one is not None)
        return made

    def words(self, split: str) -> int:
        return sum(len(row["words"]) if "words" in row else row["spoken"].count(" ") + 1 for row in self.splits[split])


@dataclass(frozen=True)
class Score:
    """A baseline on ``rows`` test rows of a configuration; ``measures`` and their intervals (low, high) by name."""

    configuration: str
    system: str
    rows: int
    measures: Mapping[str, float | None]
    intervals: Mapping[str, tuple[float, float] | None]
    signature: str


@dataclass
class Facts:
    """What happened on the way. ``sources``: a row per source; ``guard``: counts per language."""

    sources: list[dict[str, Any]] = field(default_factory=list)
    guard: dict[str, dict[str, int]] = field(default_factory=dict)
    empty: list[str] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
