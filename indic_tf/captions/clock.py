"""A time for every word: those that have none, or one that cannot be, get theirs from the neighbours."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby

from ..errors import InputError
from .model import CaptionWord

_PACE = 1 / 15  # seconds for a grapheme cluster, where no neighbour tells


def timed(words: Sequence[CaptionWord], widths: Sequence[int]) -> list[tuple[float, float]]:
    """Start and end of each word, in seconds; within a segment of one speaker the starts never go backwards.

    A word whose start breaks the order of its segment (it is not in the longest non-decreasing run of starts) counts as
    one without times. Words without times share what lies between their neighbours by ``widths`` (grapheme clusters);
    where there is a neighbour on one side only they are given `_PACE` for each cluster.

    Raises `InputError` if no word has a time.
    """
    spans = [_usable(word.start, word.end) for word in words]
    stretches = _stretches(words)
    for places in stretches:
        _drop_disorder(spans, places)
    if not any(start is not None for start, _ in spans):
        raise InputError(
            "no word has a time, so there can be no captions: give words or segments a start and an end, "
            "or write the text without times"
        )
    made: list[tuple[float, float] | None] = [_whole(spans, i, widths) for i in range(len(spans))]
    for missing, group in groupby(range(len(made)), key=lambda i: made[i] is None):
        if missing:
            _share_out(made, list(group), widths, words)
    times = [span for span in made if span is not None]
    for places in stretches:
        for i in places[:-1]:  # a word lasts no longer than until the next begins
            times[i] = (times[i][0], max(times[i][0], min(times[i][1], times[i + 1][0])))
    return times


def _usable(start: float | None, end: float | None) -> tuple[float | None, float | None]:
    start, end = (None if time is None or not math.isfinite(time) else max(0.0, time) for time in (start, end))
    return (None, None) if start is not None and end is not None and end < start else (start, end)


def _stretches(words: Sequence[CaptionWord]) -> list[range]:
    """The words of one segment and speaker that stand together."""
    found, first = [], 0
    for i in range(1, len(words) + 1):
        if i == len(words) or (words[i].segment, words[i].speaker) != (words[first].segment, words[first].speaker):
            found.append(range(first, i))
            first = i
    return found


def _drop_disorder(spans: list[tuple[float | None, float | None]], places: range) -> None:
    """Take the times from the words that are not in the longest non-decreasing run of starts."""
    tops: list[float] = []  # the least last start of a run of each length
    ends: list[int] = []  # the word that it belongs to
    before: dict[int, int] = {}
    known = [i for i in places if spans[i][0] is not None]
    for i in known:
        start = spans[i][0] or 0.0
        at = bisect_right(tops, start)
        before[i] = ends[at - 1] if at else -1
        tops[at : at + 1] = [start]
        ends[at : at + 1] = [i]
    kept, at = set(), ends[-1] if ends else -1
    while at >= 0:
        kept.add(at)
        at = before[at]
    for i in known:
        if i not in kept:
            spans[i] = (None, None)


def _whole(
    spans: Sequence[tuple[float | None, float | None]], i: int, widths: Sequence[int]
) -> tuple[float, float] | None:
    """A word with both times; one that has a start or an end only gets the other by its length."""
    start, end = spans[i]
    if start is None and end is None:
        return None
    if start is None and end is not None:
        last = spans[i - 1][1] if i else None
        start = max(0.0, end - widths[i] * _PACE, last if last is not None and last <= end else 0.0)
    elif end is None and start is not None:
        following = spans[i + 1][0] if i + 1 < len(spans) else None
        end = start + widths[i] * _PACE
        if following is not None and following >= start:
            end = min(end, following)
    assert start is not None
    assert end is not None
    return start, end


def _share_out(
    made: list[tuple[float, float] | None], places: Sequence[int], widths: Sequence[int], words: Sequence[CaptionWord]
) -> None:
    """Give times to the words at ``places``, whose neighbours have some."""
    before = made[places[0] - 1] if places[0] else None
    after = made[places[-1] + 1] if places[-1] + 1 < len(made) else None
    total = sum(max(1, widths[i]) for i in places)
    if before and after and after[0] < before[1]:  # the next segment begins earlier: stay with one's own
        if words[places[-1]].segment == words[places[-1] + 1].segment:
            before = None
        else:
            after = None
    low = before[1] if before else max(0.0, (after[0] if after else 0.0) - total * _PACE)
    high = after[0] if after else low + total * _PACE
    time = low
    for i in places:
        length = (high - low) * max(1, widths[i]) / total
        made[i] = (time, time + length)
        time += length
