"""Times as files have them, and times that files do not have.

Missing times of words are shared out between the neighbours that have some, by grapheme clusters: a long word takes
longer to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import regex

from .model import Report, TranscriptSegment, TranscriptWord

TICKS = 1e7  # of 100 ns in a second
_ISO = regex.compile(r"^PT(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$")
_CLOCK = regex.compile(r"^(?:(\d+):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)$")
_CLUSTER = regex.compile(r"\X")
_LONGEST = 1e14  # in any unit; days of recording in ticks
_SLOWEST = 30.0  # seconds a word, on average: above it the unit is another
_UNITS = ((1e3, "milliseconds"), (1e7, "ticks of 100 ns"))


def seconds(value: Any, per_second: float = 1.0) -> float | None:
    """A time as a file has it, in seconds: a number, "1.200s", "PT1M7.12S", "00:00:01,240"; None for None and "".

    ``per_second`` is the unit of plain numbers: 1000 for milliseconds. Raises `ValueError` for anything else.

    >>> seconds("1.2s"), seconds("PT1M7.12S"), seconds("00:00:01,240"), seconds("2480", 1000)
    (1.2, 67.12, 1.24, 2.48)
    """
    if value is None or value == "":
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError(f"{value!r} is no time")
    if isinstance(value, str):
        return _possible(_of_text(value.strip(), per_second))
    return _possible(value) / per_second


def _possible(value: float) -> float:
    """``value`` if it can be a time; `ValueError` for what has no end, and for what is longer than any recording."""
    if not -_LONGEST < value < _LONGEST:  # false for NaN too
        raise ValueError(f"{str(value)[:40]} is no time")
    return value


def _of_text(text: str, per_second: float) -> float:
    if (found := _ISO.match(text)) and text != "PT":
        hours, minutes, rest = (float(part or 0) for part in found.groups())
        return hours * 3600 + minutes * 60 + rest
    if found := _CLOCK.match(text):
        hours, minutes = (float(part or 0) for part in found.groups()[:2])
        return hours * 3600 + minutes * 60 + float(found[3].replace(",", "."))
    return float(text.removesuffix("s")) if text.endswith("s") else float(text) / per_second


def clusters(text: str) -> int:
    """Grapheme clusters of a text: what a reader counts as letters."""
    return len(_CLUSTER.findall(text))


Span = tuple[float | None, float | None]


def checked(start: float | None, end: float | None, where: str, report: Report) -> Span:
    """An interval as it can be used: a negative or backward one is reported and taken out, to be estimated."""
    if start is not None and start < 0:
        report(where, f"negative start {start:g}")
        start = None
    if end is not None and end < 0:
        report(where, f"negative end {end:g}")
        end = None
    if start is not None and end is not None and end < start:
        report(where, f"end {end:g} lies before start {start:g}; both are estimated")
        return None, None
    return start, end


def estimated(words: Sequence[TranscriptWord], start: float | None, end: float | None) -> tuple[TranscriptWord, ...]:
    """``words`` with the times that are missing taken from the neighbours, from ``start`` and ``end`` at the edges.

    What lies between two known times is shared out by grapheme clusters. Where only one side is known, the words stand
    there without length; where neither is, they stay without times.
    """
    made = [_half_known(word) for word in words]
    for missing, group in groupby(range(len(made)), key=lambda i: made[i].start is None):
        if missing:
            places = list(group)
            before = made[places[0] - 1].end if places[0] else start
            after = made[places[-1] + 1].start if places[-1] + 1 < len(made) else end
            _share_out(made, places, before, after)
    return tuple(made)


def _half_known(word: TranscriptWord) -> TranscriptWord:
    """A word of which one time is known: it ends where it begins."""
    if (word.start is None) == (word.end is None):
        return word
    time = word.start if word.end is None else word.end
    return replace(word, start=time, end=time, estimated=True)


def _share_out(made: list[TranscriptWord], places: Sequence[int], before: float | None, after: float | None) -> None:
    if before is None and after is None:
        return
    low = after if before is None else before
    high = low if after is None else after
    assert low is not None
    assert high is not None
    sizes = [max(1, clusters(made[i].text)) for i in places]
    step = max(0.0, high - low) / sum(sizes)
    time = low
    for i, size in zip(places, sizes, strict=True):
        made[i] = replace(made[i], start=round(time, 3), end=round(time + size * step, 3), estimated=True)
        time += size * step


def rescaled(segments: Sequence[TranscriptSegment], report: Report) -> tuple[TranscriptSegment, ...]:
    """``segments`` in seconds where their times can only be milliseconds or ticks: no word takes half a minute."""
    spoken = [(s.end - s.start, len(s.words)) for s in segments if s.start is not None and s.end is not None]
    words, length = sum(count for _, count in spoken), sum(span for span, _ in spoken)
    if not words or length / words <= _SLOWEST:
        return tuple(segments)
    for per_second, name in _UNITS:
        if length / per_second / words <= _SLOWEST:
            report("", f"{length / words:.0f} s a word: the times were read as {name}")
            return tuple(_divided(segment, per_second) for segment in segments)
    report("", f"{length / words:.0f} s a word: the times may be in another unit")
    return tuple(segments)


def _divided(segment: TranscriptSegment, by: float) -> TranscriptSegment:
    words = tuple(replace(word, start=_over(word.start, by), end=_over(word.end, by)) for word in segment.words)
    return replace(segment, words=words, start=_over(segment.start, by), end=_over(segment.end, by))


def _over(time: float | None, by: float) -> float | None:
    return None if time is None else time / by


def disorder(segments: Sequence[TranscriptSegment]) -> Iterator[tuple[str, str]]:
    """Places where times go backwards or overlap within what one speaker says, and what is odd there."""
    last: dict[tuple[str, str | None, str | None], tuple[float, float, str]] = {}
    for i, segment in enumerate(segments):
        if segment.start is None or segment.end is None:
            continue
        voice = (segment.recording, segment.channel, segment.speaker)
        start, end, where = last.get(voice, (0.0, 0.0, ""))
        if segment.start < start:
            yield f"segments[{i}]", f"starts at {segment.start:g}, before {where} at {start:g}"
        elif segment.start < end - 1e-3:
            yield f"segments[{i}]", f"starts at {segment.start:g}, before {where} ends at {end:g}"
        last[voice] = (segment.start, max(end, segment.end), f"segments[{i}]")
