"""Words and segments as the objects of a JSON file, both ways, for formats that differ in the names of their keys."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from ..errors import InputError
from . import times
from .model import Report, Transcript, TranscriptSegment, TranscriptWord, as_mapping
from .shape import as_before, interval, number, word

_NEAR = 1e-6
_NEAR_SURE = 6e-5  # confidences are rounded to four digits


@dataclass(frozen=True, slots=True)
class Keys:
    """The names that a format has for the parts of a word or segment.

    ``per_second`` is the unit of its times: 1000 for milliseconds.
    """

    text: str = "word"
    start: str = "start"
    end: str = "end"
    per_second: float = 1.0
    speaker: str = "speaker"
    confidence: str = "confidence"

    def word(self, record: Any, where: str, report: Report) -> TranscriptWord | None:
        """The word of a file; None, and reported, for what is none."""
        if isinstance(record, str):
            return word(record, where=where, report=report, record=record)
        if not isinstance(record, dict):
            report(where, f"{json.dumps(record, default=str)[:40]} is no word", lost=True)
            return None
        made = word(
            record.get(self.text),
            record.get(self.start),
            record.get(self.end),
            where=where,
            report=report,
            per_second=self.per_second,
            speaker=record.get(self.speaker),
            confidence=record.get(self.confidence),
            record=record,
        )
        return made

    def interval(self, record: dict[str, Any], where: str, report: Report) -> times.Span:
        """Start and end of a segment of a file."""
        return interval(record.get(self.start), record.get(self.end), where, report, self.per_second)

    def word_record(self, word: TranscriptWord, fill: bool) -> Any:
        """The object of a file for a word: the one it was read from, changed where the word differs from it.

        With ``fill``, times that were estimated are written too, and ``"estimated": true`` beside them.
        """
        if isinstance(word.record, str):
            return as_before(word.record, word.text)
        record = as_mapping(word.record)
        record[self.text] = as_before(record.get(self.text), word.text)
        if not word.estimated or fill:
            self._put_times(record, word.start, word.end)
        if word.estimated and fill:
            record["estimated"] = True
        if not word.record and word.speaker is not None:
            record[self.speaker] = word.speaker
        return record | sure(record, self.confidence, word)

    def segment_record(self, segment: TranscriptSegment) -> dict[str, Any]:
        """The object of a file for a segment, without its words."""
        record = as_mapping(segment.record)
        record[self.text] = as_before(record.get(self.text), segment.text)
        self._put_times(record, segment.start, segment.end)
        if not segment.record and segment.speaker is not None:
            record[self.speaker] = segment.speaker
        return record

    def _put_times(self, record: dict[str, Any], start: float | None, end: float | None) -> None:
        record.update(self.times_of(record, start, end))

    def times_of(self, record: dict[str, Any], start: float | None, end: float | None) -> dict[str, Any]:
        """The times of an object in its manner, without those that are unknown."""
        given = ((self.start, start), (self.end, end))
        return {key: as_time(record.get(key), at, self.per_second) for key, at in given if at is not None and key}


def sure(record: dict[str, Any], key: str, word: TranscriptWord) -> dict[str, Any]:
    """The confidence of a word where its object has one of that name, as a string where that is one.

    One that says the same stays as it is, to its last digit.
    """
    old = number(record.get(key))
    if old is None or word.confidence is None or abs(old - word.confidence) < _NEAR_SURE:
        return {}
    return {key: str(word.confidence) if isinstance(record[key], str) else word.confidence}


def as_time(old: Any, value: float, per_second: float = 1.0) -> Any:
    """A time in seconds as a file writes it: as ``old`` where that is the same time, in its manner where not.

    >>> as_time("0.5", 1.25), as_time("1.200s", 2.0), as_time(1200, 2.5, 1000), as_time("00:00:01,240", 2.0)
    ('1.25', '2.000s', 2500, '00:00:02,000')
    """
    try:
        known = times.seconds(old, per_second)
    except ValueError:
        known = None
    if known is not None and abs(known - value) < _NEAR:
        return old
    if isinstance(old, str) and known is not None:
        return _as_text(old, value, per_second)
    made = round(value * per_second, 3)
    whole = isinstance(old, int) or (old is None and per_second > 1)
    return round(made) if whole and (per_second > 1 or made == int(made)) else made


class Twins:
    """The objects of a second list of the same words (``word_segments``, channels beside utterances), each found once.

    ``records`` are those of the second list; a word's twin has the same text and times in the file.
    """

    def __init__(self, records: Iterable[Any], keys: Keys) -> None:
        self._keys = keys
        self._left: dict[str, deque[Any]] = {}
        for record in records:
            self._left.setdefault(self._print(record), deque()).append(record)

    def _print(self, record: Any) -> str:
        known = as_mapping(record)
        return repr([known.get(key) for key in (self._keys.text, self._keys.start, self._keys.end)])

    def of(self, record: Any) -> Any:
        """The twin of an object, the next one where several are alike; the object itself if it has none."""
        found = self._left.get(self._print(record))
        return found.popleft() if found else record

    def words(self, words: Iterable[TranscriptWord]) -> list[TranscriptWord]:
        """``words`` with the objects of the second list."""
        return [replace(word, record=self.of(word.record)) for word in words]


def bare(transcript: Transcript, format: str) -> Transcript:
    """A transcript without anything of the file that it was read from, to be written in another format."""
    segments = tuple(
        replace(one, record=None, words=tuple(replace(word, record=None) for word in one.words))
        for one in transcript.segments
    )
    return replace(transcript, segments=segments, format=format, source=None)


def only_words(segments: Iterable[TranscriptSegment]) -> list[TranscriptWord]:
    """The words of segments in order of time, so that a second list of them can be written; unknown times stay put."""
    words = [word for one in segments for word in one.words]
    last, keyed = 0.0, []
    for one in words:
        last = last if one.start is None else one.start
        keyed.append((last, one))
    return [one for _, one in sorted(keyed, key=lambda pair: pair[0])]


def _as_text(old: str, value: float, per_second: float) -> str:
    if old.startswith("PT"):
        minutes, rest = divmod(value, 60)
        hours, minutes = divmod(int(minutes), 60)
        return "PT" + f"{hours}H" * bool(hours) + f"{minutes}M" * bool(hours or minutes) + f"{rest:g}S"
    if ":" in old:
        return clock(value, "," if "," in old else ".", hours=old.count(":") > 1)
    if old.endswith("s"):
        return f"{value:.3f}s"
    made = str(round(value * per_second, 3))
    return made if "." in old else made.removesuffix(".0")


def clock(value: float, point: str = ".", hours: bool = True) -> str:
    """A time as captions have it.

    >>> clock(3661.5), clock(61.5, ",", hours=False)
    ('01:01:01.500', '01:01,500')
    """
    thousandths = round(value * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    over, minutes = divmod(minutes, 60)
    front = f"{over:02d}:{minutes:02d}" if hours or over else f"{minutes:02d}"
    return f"{front}:{rest // 1000:02d}{point}{rest % 1000:03d}"


def dumped(value: Any, ascii: bool = False, indent: int | None = None) -> bytes:
    """A JSON value as the bytes of a file, Indic letters as they are; `InputError` for one that is nested too deep."""
    try:
        return json.dumps(value, ensure_ascii=ascii, indent=indent).encode() + b"\n"
    except UnicodeEncodeError:  # half a character, which only an escape can write
        return json.dumps(value, indent=indent).encode() + b"\n"
    except RecursionError:
        raise InputError("nested deeper than a transcript can be") from None
