"""Loops with other letters missing each time, as greedy CTC writes them.

Candidates and distances after G. Benson, "Tandem repeats finder" (1999): short runs of letters that come back at one
distance. The copies are then aligned one after the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import regex
from rapidfuzz.distance import Levenshtein

_RUN = 3  # letters whose return is looked for
_FAR = 160  # letters between a run and its return: the longest period
_LEAST = 4  # copies
_FEWEST_LETTERS = 40
_LIKE = 0.55  # similarity of neighbouring copies, each of which lacks other letters
_STRETCH = 0.35  # by which share of its length the next copy may be shorter or longer
_FOREIGN = 4  # letters in a row that stand for others: another word, not missing letters
_GAIN, _LOSS, _ENOUGH, _DROP = 1.0, 0.8, 24.0, 16.0
_AGAIN = 0.25  # of the runs of letters come back at the distance of the copies
_LATEST = 3  # copies, of which the next is like one
_DIGIT = regex.compile(r"\p{N}")


@dataclass(frozen=True, slots=True)
class Stretch:
    """Words ``start`` to ``end`` that say one thing ``times`` times."""

    start: int
    end: int
    times: int


def noisy(words: Sequence[str]) -> Iterator[Stretch]:
    """The stretches of ``words`` that say one thing again and again, with letters missing or words run together."""
    letters = "".join(words)
    if len(letters) < _FEWEST_LETTERS or _all_differ(letters):
        return
    back = _distances(letters)
    starts = list(accumulate(map(len, words), initial=0))
    word_of = [i for i, word in enumerate(words) for _ in word]
    position = looked = 0
    periods: list[_Period] = []
    for first, last in _dense(back):
        position = max(position, starts[word_of[max(0, first - _FAR)]])
        while position < last - _FEWEST_LETTERS // 2:
            if position >= looked:
                periods, looked = _periods(back, position), position + _FAR // 2
            tried = (_copies(letters, position, last, period.letters) for period in periods if period.holds(position))
            copies = max(tried, key=len, default=[])
            if len(copies) <= _LEAST:
                position = starts[word_of[position] + 1]
                continue
            start, end = word_of[position], word_of[copies[-1] - 1] + 1
            yield Stretch(start, end, len(copies) - 1)
            position = looked = starts[end]


@dataclass(frozen=True, slots=True)
class _Period:
    """A distance at which runs of letters come back, and how many up to each position behind ``start`` do."""

    letters: int
    start: int
    upto: Sequence[int]

    def holds(self, position: int) -> bool:
        """True if it may be that of copies from ``position`` on."""
        first = min(position + self.letters - self.start, len(self.upto) - 1)
        last = min(first + (_LEAST - 1) * self.letters, len(self.upto) - 1)
        return last > first and self.upto[last] - self.upto[first] >= _AGAIN * (last - first)


def _periods(back: Sequence[int], start: int) -> list[_Period]:
    """The distances at which most runs of letters come back, near the position ``start``."""
    made = []
    for letters, _ in Counter(filter(None, back[start : start + 4 * _FAR])).most_common(3):
        low, high = letters * (1 - _STRETCH), letters * (1 + _STRETCH)
        seen = back[start : start + _FAR // 2 + _LEAST * letters]
        made.append(_Period(letters, start, list(accumulate((low <= far <= high for far in seen), initial=0))))
    return made


def _all_differ(letters: str) -> bool:
    """True if hardly any run of letters comes back: most texts, told in one pass."""
    runs = len(letters) - _RUN + 1
    return runs - len({letters[i : i + _RUN] for i in range(runs)}) < _ENOUGH


def _distances(letters: str) -> list[int]:
    """For every run of letters how far before it stood last; 0 if that is far or never."""
    last: dict[str, int] = {}
    made = []
    for i in range(len(letters) - _RUN + 1):
        run = letters[i : i + _RUN]
        distance = i - last.get(run, i)
        made.append(distance if distance <= _FAR else 0)
        last[run] = i
    return made


def _dense(back: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The stretches of letters in which most runs come back: rises of a sum that gains by each, and loses else."""
    start, best, total, top = 0, 0, 0.0, 0.0
    for i, distance in enumerate([*back, *[0] * (2 * _FAR)]):
        total += _GAIN if distance else -_LOSS
        if total > top:
            top, best = total, i
        if total <= 0 or total < top - _DROP:
            if top >= _ENOUGH:
                yield start, min(best + _RUN, len(back) + _RUN - 1)
            start, total, top = i + 1, 0.0, 0.0


def _copies(letters: str, start: int, last: int, length: int) -> list[int]:
    made = [start, start + length]
    while (end := _next(letters, made, last)) > made[-1]:
        made.append(end)
    return made


def _next(letters: str, made: Sequence[int], last: int) -> int:
    """The end of one more copy behind those between the positions ``made``, like one of the latest; else its start."""
    middle = made[-1]
    for end, start in pairwise(reversed(made[-_LATEST - 1 :])):
        found = _like(letters, letters[start:end], middle, last)
        if found > middle:
            return found
    return middle


def _like(letters: str, copy: str, middle: int, last: int) -> int:
    if letters.startswith(copy, middle) and middle + len(copy) <= last:
        return middle + len(copy)
    length = len(copy)
    slack = max(1, int(length * _STRETCH))
    ends = range(middle + max(1, length - slack), min(middle + length + slack, last) + 1)
    if not ends:
        return middle
    end = min(ends, key=lambda end: (Levenshtein.distance(copy, letters[middle:end]), abs(end - middle - length)))
    other = letters[middle:end]
    return end if Levenshtein.normalized_similarity(copy, other) >= _LIKE and not _foreign(copy, other) else middle


def _foreign(one: str, other: str) -> bool:
    """True if a word or a figure of ``one`` is another in ``other``."""
    taken = put = gap = 0
    for step in Levenshtein.opcodes(one, other):
        size = step.src_end - step.src_start
        if step.tag == "equal":
            gap = size
            if gap > 1:
                taken = put = 0
            continue
        old, new = one[step.src_start : step.src_end], other[step.dest_start : step.dest_end]
        if _DIGIT.search(old + new):
            return True
        taken, put = taken + len(old), put + len(new)
        if min(taken, put) >= 1 and taken + put >= _FOREIGN:
            return True
    return False
