"""How much of the open words becomes final.

A word is final when enough words stand behind it; where the tagger is not sure of it, it waits for more of them, up to
a longest wait. Numbers are never cut: a run of words that may be one number is final when it can grow no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..document import Word
from .window import Numbers, View

_BEHIND_RUN = 2  # ordinary words behind a number, so that what it counts or costs has been said


@dataclass(frozen=True, slots=True)
class Rule:
    """When words are final.

    Attributes:
        least: words that stand behind a final word in any case.
        most: words behind a final word that the tagger is not sure of.
        sure: the probability of mark and case from which on it is sure.
        step: the words between two looks. They are counted from the start of the stream, so the same words become
            final in the same way however they are cut into pushes.
        open: so many open words at most: then the best place for a cut is taken, also inside a number.
    """

    least: int
    most: int
    sure: float
    step: int = 4
    open: int = 64


def ready(rule: Rule, seen: View, runs: frozenset[int]) -> int:
    """How many of the open words are final; ``runs`` are places inside runs that may be one number (`inside_runs`)."""
    count = len(seen.sure)
    limit = count - rule.least
    if limit <= 0:
        return 0
    end = 0
    while end < limit and (seen.sure[end] >= rule.sure or count - end - 1 >= rule.most):
        end += 1
    while end > 0 and (end in seen.whole or end in runs):
        end -= 1
    return end if end or count < rule.open else _forced(seen, limit)


def _forced(seen: View, limit: int) -> int:
    """The last place before ``limit`` outside spans, else ``limit`` itself."""
    for kept in (seen.whole, seen.spans):
        for end in range(limit, 0, -1):
            if end not in kept:
                return end
    return limit


def inside_runs(words: Sequence[Word], numbers: Numbers | None) -> frozenset[int]:
    """The places inside runs of words that may be one number, and the end of the last run while it may grow.

    A run without any word that is a number by itself is none, unless words are still to come that may be.
    """
    made: set[int] = set()
    if numbers is None:
        return frozenset()
    start = 0
    for i in range(len(words) + 1):
        if i < len(words) and words[i].core and numbers.knows(words[i].core):
            continue
        may_grow = len(words) - i < _BEHIND_RUN
        if may_grow or any(numbers.is_number(word.core) for word in words[start:i]):
            made.update(range(start + 1, i + may_grow))
        start = i + 1
    return frozenset(made)
