"""WER, CER, GER and SER of a recogniser, under several normalizations at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from ..score import signed
from ..signature import Signature
from ..significance import SAMPLES, SEED, Counts, Interval, by_group, intervals
from . import counts
from .counts import METRICS, RATIOS, WIDTH, Rates
from .matching import Matched


@dataclass(frozen=True, slots=True)
class Error:
    """An utterance that is not right: both texts as written, and its word errors under the normalization looked at."""

    id: str
    reference: str
    hypothesis: str
    errors: int
    words: int

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, eq=False)
class AsrScore:
    """What a recogniser scored.

    Attributes:
        signature: reference and hypothesis; `signed` has that of one normalization.
        matched: the utterances and what is wrong with their ids.
        names: the normalizations.
        rows: counts, int32 (utterances × normalizations · `counts.WIDTH`).
        samples, seed: of the bootstrap; 0 samples for no intervals.
        left_out: normalizations that cannot be had for this language, and why.
    """

    signature: Signature
    matched: Matched
    names: tuple[str, ...]
    rows: Counts
    samples: int = SAMPLES
    seed: int = SEED
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def speakers(self) -> int:
        """How many speakers there are; 0 if that of some utterance is unknown: sentences are then resampled."""
        known = {pair.speaker for pair in self.matched.pairs}
        return 0 if "" in known or len(known) < 2 else len(known)

    @cached_property
    def rates(self) -> dict[str, Rates]:
        """The rates under each normalization, with intervals over speakers where they are known, else utterances."""
        starts = range(0, self.rows.shape[1], WIDTH)
        total = self.rows.sum(axis=0, dtype=np.int64)
        found = self._intervals([self.rows[:, start : start + WIDTH] for start in starts])
        return {
            name: counts.rates(total[start : start + WIDTH], {m: found[f"{name} {m}"] for m in METRICS if found})
            for name, start in zip(self.names, starts, strict=True)
        }

    def _intervals(self, parts: Sequence[Counts]) -> dict[str, Interval | None]:
        """All intervals from the same resamples, by "normalization metric"."""
        if not self.samples:
            return {}
        wide = np.hstack(list(map(counts.ratios, parts)))
        wide = by_group(wide, [pair.speaker for pair in self.matched.pairs]) if self.speakers else wide
        asked = {
            f"{name} {metric}": score
            for i, name in enumerate(self.names)
            for metric, score in counts.metrics(i * RATIOS).items()
        }
        return intervals(wide, asked, self.samples, self.seed)

    def signed(self, name: str) -> Signature:
        """The signature of the figures under the normalization ``name``."""
        unit = {"unit": "speakers" if self.speakers else "utterances"} if self.samples else {}
        missing = "left-out" if self.matched.skipped else "empty"
        return signed(self.signature.having(norm=name, missing=missing), self.samples, self.seed).having(**unit)

    def errors(self, number: int, name: str | None = None) -> list[Error]:
        """The ``number`` utterances with the most word errors under ``name``, the last normalization by default."""
        start = self.names.index(name or self.looked_at) * WIDTH
        wrong = self.rows[:, start + 1 : start + 4].sum(axis=1)
        words = self.rows[:, start : start + 3].sum(axis=1)
        order = sorted(range(len(wrong)), key=lambda i: (-wrong[i], i))[:number]
        pairs = self.matched.pairs
        return [
            Error(pairs[i].id, pairs[i].reference, pairs[i].hypothesis, int(wrong[i]), int(words[i]))
            for i in order
            if wrong[i]
        ]

    @property
    def looked_at(self) -> str:
        """The normalization whose errors are shown: "value", "safe" or the first."""
        return next((name for name in ("value", "safe") if name in self.names), self.names[0])

    def as_dict(self, errors: int = 0) -> dict[str, Any]:
        """Everything for JSON, with the ``errors`` worst utterances."""
        return {
            "signature": str(self.signature),
            "utterances": len(self.matched.pairs),
            "speakers": self.speakers,
            "normalizations": {
                name: {**made.as_dict(), "signature": str(self.signed(name))} for name, made in self.rates.items()
            },
            "left_out": dict(self.left_out),
            "ids": self.matched.as_dict(),
            "errors": [error.as_dict() for error in self.errors(errors)],
        }
