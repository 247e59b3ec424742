"""Counts of a list of records: what a report says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from .checks import Bad
from .records import Record


@dataclass(frozen=True, slots=True)
class Summary:
    """How much there is; seconds are None where no record has a duration.

    Attributes:
        distinct: how many different texts.
        timed: how many records have a duration; hours and seconds are theirs.
        shortest, middle, longest: seconds; the middle one is the median.
    """

    records: int
    words: int
    distinct: int
    speakers: int
    documents: int
    timed: int
    hours: float
    shortest: float | None
    middle: float | None
    longest: float | None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def summarize(records: Sequence[Record]) -> Summary:
    """Count everything once."""
    times = sorted(record.duration for record in records if record.duration is not None)
    spread = (times[0], round(median(times), 3), times[-1]) if times else (None, None, None)
    return Summary(
        len(records),
        sum(len(record.text.split()) for record in records),
        len({record.text for record in records}),
        len({record.speaker for record in records} - {""}),
        len({record.document for record in records} - {""}),
        len(times),
        round(sum(times) / 3600, 4),
        *spread,
    )


def reasons(bad: Iterable[Bad]) -> dict[str, int]:
    """How often each kind of problem was found, the most frequent first."""
    return dict(Counter(problem.kind for item in bad for problem in item.problems).most_common())
