"""Span scores: runs of words that belong together (an amount, a date), as a tagger's B-/I-/O tags or as ranges.

exact F1     a span is right if begin, end and kind are
F1 of words  a span is right if begin and end are, whatever its kind
per kind     exact, over the spans of one kind
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..labels import KINDS
from ..labels import spans as spans_of
from . import columns
from .f1 import LabelScore, label_metrics, triple
from .score import Tally, TaskScore
from .signature import Digest, signature
from .significance import SAMPLES, SEED, Score

SpanOf = tuple[int, int, str]
"""First word, word behind the last one, kind."""


@dataclass(frozen=True, eq=False)
class SpanScore(TaskScore):
    """What was counted; every score is a property of it.

    Columns of ``rows``: spans (in the reference, in the output, in both) exactly, without kind, and of each kind.
    """

    kinds: tuple[str, ...] = KINDS

    @cached_property
    def metrics(self) -> Mapping[str, Score]:
        return label_metrics(("exact", "words", *self.kinds), lambda total, index: triple(total, 3 * index))

    @property
    def exact(self) -> LabelScore:
        """Spans with their kinds."""
        return triple(self.total, 0)

    @property
    def words(self) -> LabelScore:
        """Spans without their kinds."""
        return triple(self.total, 3)

    @cached_property
    def labels(self) -> dict[str, LabelScore]:
        """Counts per kind."""
        return {kind: triple(self.total, 6 + 3 * i) for i, kind in enumerate(self.kinds)}

    @property
    def f1(self) -> float | None:
        """F1 of exact spans; None where neither side has one."""
        return self.exact.f1

    @property
    def f1_without_kind(self) -> float | None:
        """F1 of spans whatever their kind; None where neither side has one."""
        return self.words.f1

    def as_dict(self, samples: int = SAMPLES, seed: int = SEED) -> dict[str, Any]:
        """All scores, their intervals and counts, for JSON."""
        return {
            "exact": self.exact.as_dict(),
            "words": self.words.as_dict(),
            "labels": {kind: score.as_dict() for kind, score in self.labels.items() if not score.empty},
            **self.common(samples, seed),
        }


def score(
    references: Iterable[Iterable[SpanOf]],
    hypotheses: Iterable[Iterable[SpanOf]],
    *,
    kinds: Sequence[str] = KINDS,
    name: str = "spans",
) -> SpanScore:
    """Compare the spans of sentences.

    Raises `ValueError` for a kind that is not among ``kinds``, and for more sentences of one than of the other.

    >>> made = score([[(0, 2, "money"), (4, 5, "date")]], [[(0, 2, "percent"), (4, 5, "date")]])
    >>> made.f1, made.f1_without_kind
    (0.5, 1.0)
    """
    digest, tally = Digest(), Tally(6 + 3 * len(kinds))
    for line, (gold, made) in enumerate(zip(references, hypotheses, strict=True), start=1):
        wanted, given = (Counter((start, end, kind) for start, end, kind in side) for side in (gold, made))
        if unknown := {kind for _, _, kind in (*wanted, *given)} - set(kinds):
            raise ValueError(f"sentence {line}: unknown kind {min(unknown)!r}; name the kinds with kinds=")
        digest.add(" ".join(f"{start}-{end}:{kind}" for start, end, kind in wanted.elements()))
        tally.add(line, _counts(wanted, given, kinds))
    made_by = signature("SPANS", name, digest.sha256, lang="any").having(match="exact")
    return SpanScore(made_by, tally.rows, tally.lines, (), tuple(kinds))


def score_tags(
    references: Iterable[Sequence[str]],
    hypotheses: Iterable[Sequence[str]],
    *,
    kinds: Sequence[str] = KINDS,
    name: str = "tags",
) -> SpanScore:
    """Compare B-/I-/O tags, one for each word, read as conlleval does (`labels.spans`).

    A column of a `datasets.Dataset` says itself what its numbers (`ClassLabel`) are called; raises `InputError` for
    other numbers.
    """
    gold, made = columns.of_column(references, "the reference"), columns.of_column(hypotheses, "the output")
    return score(map(spans_of, gold), map(spans_of, made), kinds=kinds, name=name)


def _counts(gold: Counter[SpanOf], made: Counter[SpanOf], kinds: Sequence[str]) -> list[int]:
    """One row of `SpanScore.rows`."""
    counts = _three(gold, made) + _three(_without_kind(gold), _without_kind(made))
    both = gold & made
    per_kind = [Counter(kind for _, _, kind in side.elements()) for side in (gold, made, both)]
    return counts + [side[kind] for kind in kinds for side in per_kind]


def _without_kind(spans: Counter[SpanOf]) -> Counter[SpanOf]:
    bare: Counter[SpanOf] = Counter()
    for (start, end, _), count in spans.items():
        bare[start, end, ""] += count
    return bare


def _three(gold: Counter[SpanOf], made: Counter[SpanOf]) -> list[int]:
    return [gold.total(), made.total(), (gold & made).total()]
