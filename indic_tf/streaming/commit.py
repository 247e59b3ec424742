"""How much of the open words becomes final.

A word is final when enough words stand behind it: the less sure the tagger is of it, the more. And it is final where
the tagger sees no more of what comes, since its window is full. Numbers are never cut: a run of words that may be one
number is final when it can grow no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..document import OutputWord, Word
from .window import Numbers, View

_BEHIND_RUN = 2  # ordinary words behind a number, so that what it counts or costs has been said


@dataclass(frozen=True, slots=True)
class Rule:
    """When words are final.

    Attributes:
        waits: so many words behind a word, and how sure the tagger must be of it then (`View.sure`), from few to many.
        numbers: words behind one that may be part of a number, at least: what stands there may say what it is.
        steady: where it is less sure than that, two looks in a row must say the same of a word, unless it has waited
            for as long as it may.
        step: the words between two looks. They are counted from the start of the stream, so the same words become
            final in the same way however they are cut into pushes.
        open: so many open words at most: then the best place for a cut is taken, also inside a number.
    """

    waits: tuple[tuple[int, float], ...]
    numbers: int
    steady: float = 0.0
    step: int = 4
    open: int = 64

    @property
    def least(self) -> int:
        """Words that stand behind a final word in any case."""
        return self.waits[0][0]

    def asks(self, behind: int) -> float:
        """How sure the tagger must be of a word with so many words behind it."""
        return next((sure for words, sure in reversed(self.waits) if behind >= words), 2.0)


_WAITS = ((0.25, 0.75), (0.5, 0.6), (1.0, 0.5), (1.5, 0.4), (2.5, 0.15), (3.0, 0.06), (6.0, 0.0))
"""`Rule.waits`, the words as shares of the right context: docs/streaming.md says how they were found."""
_STEADY = 0.9


def rule(right_context: int, tagger: bool) -> Rule:
    """The rule for a ``right_context`` in words; without a tagger nothing waits longer."""
    if not tagger:
        return Rule(((right_context, 0.0),), right_context)
    waits = tuple((max(1, round(share * right_context)), sure) for share, sure in _WAITS)
    return Rule(waits, right_context, _STEADY)


def ready(rule: Rule, seen: View, before: Sequence[OutputWord], words: Sequence[Word], numbers: Numbers | None) -> int:
    """How many of the open ``words`` are final; ``before`` is what was seen of them at the last look."""
    runs = inside_runs(words, numbers)
    count = len(seen.sure)
    end = seen.full[0] if seen.full else _waited(rule, seen, before, words, numbers)
    limit = max(end, count - rule.least)
    if limit <= 0:
        return 0
    while end > 0 and (end in seen.whole or end in runs):
        end -= 1
    return end if end or count < rule.open else _forced(seen, limit)


def _waited(
    rule: Rule, seen: View, before: Sequence[OutputWord], words: Sequence[Word], numbers: Numbers | None
) -> int:
    """How many words have waited long enough."""
    count, end = len(seen.sure), 0
    same = {position for word in set(before) & set(seen.words) for position in range(*word.words)}
    while end < count - rule.least:
        behind, core = count - end - 1, words[end].core
        asked = rule.asks(behind)
        if numbers and core and behind < rule.numbers and numbers.knows(core):
            break
        if seen.sure[end] < asked or (asked and seen.sure[end] < rule.steady and end not in same):
            break
        end += 1
    return end


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
