"""Precision, recall and F1 of labels, from counts or from a confusion matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from .significance import Counts, Score


@dataclass(frozen=True, slots=True)
class LabelScore:
    """Counts of one label: in the reference, in the output, in both at the same word.

    >>> LabelScore(reference=4, predicted=2, hits=1).f1
    0.3333333333333333
    """

    reference: int
    predicted: int
    hits: int

    @property
    def empty(self) -> bool:
        """True if the label is neither in the reference nor in the output: there is nothing to score."""
        return not self.reference and not self.predicted

    @property
    def precision(self) -> float:
        """hits / predicted, 0 where nothing was predicted."""
        return self.hits / max(1, self.predicted)

    @property
    def recall(self) -> float:
        """hits / reference, 0 where the reference has none."""
        return self.hits / max(1, self.reference)

    @property
    def f1(self) -> float | None:
        """2 · hits / (reference + predicted), the harmonic mean; None for an empty label."""
        return None if self.empty else 2 * self.hits / (self.reference + self.predicted)

    def as_dict(self) -> dict[str, Any]:
        """Counts and shares, for JSON; an empty label has no shares."""
        counts = {"reference": self.reference, "predicted": self.predicted, "hits": self.hits}
        shares = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return counts | (dict.fromkeys(shares) if self.empty else shares)


def of_confusion(confusion: Counts, index: int) -> LabelScore:
    """The counts of the label ``index``; ``confusion[reference, predicted]`` are numbers of words."""
    return LabelScore(int(confusion[index].sum()), int(confusion[:, index].sum()), int(confusion[index, index]))


def mean(scores: Iterable[float | None]) -> float | None:
    """The mean of the scores that are there; None if none is."""
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None


def square(total: Counts, size: int) -> Counts:
    """The first columns of a sum of counts as a confusion matrix (size × size)."""
    return total[: size * size].reshape(size, size)


def cells(size: int, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """A confusion matrix (size × size) in one row, from pairs of label indices (reference, predicted)."""
    made = [0] * (size * size)
    for gold, predicted in pairs:
        made[gold * size + predicted] += 1
    return made


def in_reference(total: Counts, size: int) -> list[int]:
    """The labels that the reference has."""
    return [int(label) for label in square(total, size).sum(axis=1).nonzero()[0]]


def macro(total: Counts, size: int, labels: Sequence[int], needed: Sequence[int] = ()) -> float | None:
    """The mean F1 over those of ``labels`` that are not empty; None where the reference lacks one of ``needed``.

    A sample of a test set that misses a rare label is no smaller test set of the same kind: its mean would be one over
    the easy labels.
    """
    scores = {label: of_confusion(square(total, size), label) for label in labels}
    if any(label in scores and not scores[label].reference for label in needed):
        return None
    return mean(score.f1 for score in scores.values())


def by_label(confusion: Counts, labels: Iterable[str]) -> dict[str, LabelScore]:
    """The counts of every label by its name."""
    return {label: of_confusion(confusion, i) for i, label in enumerate(labels)}


def by_pair(confusion: Counts, names: Sequence[str]) -> dict[tuple[str, str], int]:
    """The cells of a confusion matrix that are not empty, by the names of both labels (reference, output)."""
    return {(names[i], names[j]): int(confusion[i, j]) for i, j in zip(*confusion.nonzero(), strict=True)}


def nested(confusion: Mapping[tuple[str, str], int]) -> dict[str, dict[str, int]]:
    """A confusion matrix for JSON: reference → output → words.

    >>> nested({("comma", "none"): 2, ("comma", "end"): 1})
    {'comma': {'none': 2, 'end': 1}}
    """
    made: dict[str, dict[str, int]] = {}
    for (gold, predicted), count in confusion.items():
        made.setdefault(gold, {})[predicted] = count
    return made


def triple(total: Counts, start: int) -> LabelScore:
    """The counts (reference, predicted, hits) that stand in three columns from ``start``."""
    reference, predicted, hits = map(int, total[start : start + 3])
    return LabelScore(reference, predicted, hits)


def label_metrics(names: Sequence[str], counts_of: Callable[[Counts, int], LabelScore]) -> dict[str, Score]:
    """``comma.precision``, ``comma.recall``, ``comma.f1`` …; ``counts_of`` takes the sum of the counts and the position
    of the name."""

    def share(total: Counts, index: int, what: str) -> float | None:
        counts = counts_of(total, index)
        return None if counts.empty else float(getattr(counts, what))

    return {
        f"{name}.{what}": partial(share, index=index, what=what)
        for index, name in enumerate(names)
        for what in ("precision", "recall", "f1")
    }
