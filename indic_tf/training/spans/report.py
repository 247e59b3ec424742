"""How a span normalizer does on its dev set: exact answers per task, language and kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ...seq2seq import SpanNormalizer
from ...seq2seq.pieces import Pieces
from ..plot import Curves
from ..report import Report, Scores
from . import pairs
from .data import request

EVERY = "all"
"""The measure over all kinds."""

Dev = Mapping[str, Sequence[pairs.Pair]]


class SpanReport(Report):
    """A report whose picture shows the languages too."""

    def panels(self) -> dict[str, Curves]:
        """Exact answers by kind and by language, for each task."""
        made: dict[str, Curves] = {
            f"{task}: exact by kind, mean of languages": self._curves(task) for task in self.neutral
        }
        for task in self.neutral:
            made[f"{task}: exact by language"] = [(tokens, _overall(scores, task)) for tokens, scores in self.scores]
        return made


def _overall(scores: Scores, task: str) -> dict[str, float]:
    return {lang: row[EVERY] for lang, row in sorted(scores.get(task, {}).items())}


def load(shards: Mapping[str, Sequence[Path]], most: int) -> dict[str, list[pairs.Pair]]:
    """Up to ``most`` pairs of each language, evenly over its dev files."""
    found = {lang: [pair for path in paths for pair in pairs.read(path)] for lang, paths in shards.items()}
    return {lang: list(_spread(rows, most)) for lang, rows in found.items()}


def _spread(found: Sequence[pairs.Pair], most: int) -> Iterator[pairs.Pair]:
    step = max(1.0, len(found) / most)
    return (found[int(i * step)] for i in range(min(most, len(found))))


def tasks(dev: Dev) -> list[str]:
    """The tasks that the dev set has."""
    return [task for task in pairs.TASKS if any(pair.task == task for rows in dev.values() for pair in rows)]


def answers(model: Any, pieces: Pieces, dev: Dev) -> dict[str, list[str]]:
    """What a model answers to each pair of each language; it is left in the mode it came in."""
    training = model.training
    normalizer = SpanNormalizer(model, pieces)
    made = {lang: normalizer.normalize([request(p, lang) for p in found]) for lang, found in dev.items()}
    model.train(training)
    return made


def scores(answered: Mapping[str, Sequence[str]], dev: Dev) -> Scores:
    """task → language → the share of exact answers, over all pairs and per kind."""
    made: Scores = {task: {} for task in pairs.TASKS}
    for lang, found in dev.items():
        for task in made:
            hits: dict[str, list[bool]] = {}
            for pair, answer in zip(found, answered[lang], strict=True):
                if pair.task == task:
                    hits.setdefault(EVERY, []).append(answer == pair.target)
                    hits.setdefault(pair.kind, []).append(answer == pair.target)
            if hits:
                made[task][lang] = {kind: sum(right) / len(right) for kind, right in hits.items()}
    return {task: languages for task, languages in made.items() if languages}


def agreement(one: Mapping[str, Sequence[str]], other: Mapping[str, Sequence[str]]) -> float:
    """The share of equal answers."""
    same = [a == b for lang, found in one.items() for a, b in zip(found, other[lang], strict=True)]
    return sum(same) / max(1, len(same))
