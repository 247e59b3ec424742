"""Sarvam: parallel lists under ``timestamps``, turns under ``diarized_transcript.entries``, null anywhere.

Seen in the wild (tests that name real calls): ``words`` that hold whole chunks, entries out of order, blank entries,
the same words under both speakers at the same moment, which is reported. ``chunks`` is built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import Keys, as_time, dumped, only_words
from ..registry import Format, register
from ..shape import as_before, as_text, interval, name, segment, transcript
from ..values import is_as_read, object_of

ENTRY = Keys(
    text="transcript",
    start="start_time_seconds",
    end="end_time_seconds",
    speaker="speaker_id",
)
_LISTS = ("words", "chunks")
_TIMES = ("start_time_seconds", "end_time_seconds")


@dataclass(frozen=True, slots=True)
class Row:
    """Where in the parallel lists a word stands."""

    index: int


def read(content: Content) -> Transcript:
    value = object_of(content)
    language = name(value.get("language_code"))
    rows = list(_rows(value, content))
    made = sorted(_entries(value, content), key=lambda one: one.start if one.start is not None else -1.0)
    if made:
        made = _with_times(made, rows)
        _report_doubles(made, content)
    else:
        made = _of_rows(value, rows, content)
    return transcript(made, "sarvam", content.problems, language=language, source=value, unit_is_known=True)


def _entries(value: Mapping[str, Any], content: Content) -> Iterator[TranscriptSegment]:
    where = "diarized_transcript.entries"
    found = as_mapping(value.get("diarized_transcript")).get("entries")
    if found is not None and not isinstance(found, list):
        content.report(where, f"{str(found)[:40]!r} is no list", lost=True)
    for i, record in enumerate(found if isinstance(found, list) else []):
        place = f"{where}[{i}]"
        if not isinstance(record, dict):
            content.report(place, f"{str(record)[:40]!r} is no entry; it is kept as it is", lost=True)
            continue
        text = as_text(record.get("transcript"), place, content.report) or ""
        if not text.strip():
            continue
        start, end = ENTRY.interval(record, place, content.report)
        yield segment(text, start=start, end=end, speaker=name(record.get("speaker_id")), record=record)


def _rows(value: Mapping[str, Any], content: Content) -> Iterator[TranscriptSegment]:
    """What the parallel lists say: a segment for each row, which is a word or a whole chunk."""
    found = as_mapping(value.get("timestamps"))
    key = next((key for key in _LISTS if isinstance(found.get(key), list)), None)
    if key is None:
        if value.get("timestamps"):
            content.report("timestamps", "no list of words or chunks")
        return
    texts = found[key]
    columns = [_list(found.get(column)) for column in _TIMES]
    if any(len(column) != len(texts) for column in columns):
        content.report("timestamps", f"{len(texts)} {key}, {len(columns[0])} starts and {len(columns[1])} ends")
    for i, text in enumerate(texts):
        where = f"timestamps.{key}[{i}]"
        start, end = (column[i] if i < len(column) else None for column in columns)
        span = interval(start, end, where, content.report)
        said = (as_text(text, where, content.report) or "").split()
        words = [TranscriptWord(text=" ".join(said), start=span[0], end=span[1], record=Row(i))] if said else []
        yield segment("", words, start=span[0], end=span[1], record=Row(i))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _are_chunks(rows: Sequence[TranscriptSegment]) -> bool:
    """True where rows are chunks: more than one in ten has several words."""
    return sum(len(row.words) > 1 for row in rows) * 10 > len(rows)


def _of_rows(value: Mapping[str, Any], rows: Sequence[TranscriptSegment], content: Content) -> list[TranscriptSegment]:
    """Without turns: a segment for each chunk, or one of all words where rows are words."""
    text = value.get("transcript")
    said = (as_text(text, "transcript", content.report) or "") if text is not None else ""
    if not rows and text is None:
        content.report("transcript", "no text", lost=True)
    if _are_chunks(rows):
        return [row for row in rows if row.words]
    return [segment(said, [word for row in rows for word in row.words])]


def _with_times(made: Sequence[TranscriptSegment], rows: Sequence[TranscriptSegment]) -> list[TranscriptSegment]:
    """Turns with the times of the words that lie inside them, where the letters agree."""
    words = [word for row in rows for word in row.words]
    timed = []
    for one in made:
        inside = [word for word in words if _lies_in(word, one)]
        if [word.text for word in inside] == one.text.split():
            timed.append(
                segment(one.text, inside, start=one.start, end=one.end, speaker=one.speaker, record=one.record)
            )
        else:
            timed.append(one)
    return timed


def _lies_in(word: TranscriptWord, one: TranscriptSegment) -> bool:
    if word.start is None or word.end is None or one.start is None or one.end is None:
        return False
    return one.start <= (word.start + word.end) / 2 <= one.end


def _report_doubles(made: Sequence[TranscriptSegment], content: Content) -> None:
    """The same words under two speakers at the same moment: said once, heard twice. Both stay."""
    last: dict[str, TranscriptSegment] = {}
    for one in made:
        other = last.get(one.text)
        last[one.text] = one
        if other is None or other.speaker == one.speaker or len(one.words) < 2:
            continue  # a single word at the same moment is somebody who listens
        if one.start is not None and other.end is not None and one.start < other.end:
            where = f"diarized_transcript at {one.start:g} s"
            content.report(where, f"{one.text[:40]!r} is under speaker {other.speaker} and {one.speaker} at once")


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return dumped(made.source)
    value = as_mapping(made.source)
    spoken = only_words(made.segments)
    if made.source is None:
        value = {"language_code": made.language, "timestamps": {"words": [], **{key: [] for key in _TIMES}}}
        value["diarized_transcript"] = {"entries": [ENTRY.segment_record(one) for one in made.segments]}
    turns = as_mapping(value.get("diarized_transcript"))
    has_turns = isinstance(turns.get("entries"), list) and made.source is not None
    if has_turns:
        by_record = {id(one.record): one for one in made.segments}
        turns["entries"] = [
            ENTRY.segment_record(by_record[id(one)]) if id(one) in by_record else one for one in turns["entries"]
        ] + [ENTRY.segment_record(one) for one in made.segments if one.record is None]
        value["diarized_transcript"] = turns
    if value.get("transcript") is not None or made.source is None:
        value["transcript"] = as_before(value.get("transcript"), " ".join(one.text for one in spoken))
    lists = as_mapping(value.get("timestamps"))
    key = next((key for key in _LISTS if isinstance(lists.get(key), list)), None)
    if key is not None:
        value["timestamps"] = _parallel(lists, key, made, spoken)
    return dumped(value)


def _parallel(lists: dict[str, Any], key: str, made: Transcript, spoken: Sequence[TranscriptWord]) -> dict[str, Any]:
    """The lists anew, all of one length: a row for each word, or for each chunk where they had chunks."""
    old = lists[key]
    before = list(_rows({"timestamps": lists}, Content(b"")))
    rows: list[TranscriptSegment | TranscriptWord] = list(spoken)
    if any(isinstance(one.record, Row) for one in made.segments):
        rows = [one for one in made.segments if one.text]
    elif _are_chunks(before):
        rows = list(_chunks(before, spoken))
    first = [row.record.index if isinstance(row.record, Row) else -1 for row in rows]
    new = dict(lists)
    for column, values in lists.items():
        if column not in (key, *_TIMES) and isinstance(values, list) and len(values) == len(old):
            new[column] = [values[i] if 0 <= i < len(values) else None for i in first]
    new[key] = [as_before(old[i] if 0 <= i < len(old) else None, row.text) for row, i in zip(rows, first, strict=True)]
    for column, part in zip(_TIMES, ("start", "end"), strict=True):
        known = _list(lists.get(column))
        new[column] = [
            _time(known[i] if 0 <= i < len(known) else None, getattr(row, part))
            for row, i in zip(rows, first, strict=True)
        ]
    return new


def _chunks(before: Sequence[TranscriptSegment], spoken: Sequence[TranscriptWord]) -> Iterator[TranscriptSegment]:
    """The chunks with the words that begin in them; a chunk without any is left out."""
    inside: list[list[TranscriptWord]] = [[] for _ in before]
    place = 0
    for one in spoken:
        while place + 1 < len(before) and _begins(one, before[place + 1]):
            place += 1
        inside[place].append(one)
    for old, words in zip(before, inside, strict=True):
        if words:
            yield segment("", words, start=old.start, end=old.end, record=old.record)


def _begins(one: TranscriptWord, chunk: TranscriptSegment) -> bool:
    return one.start is not None and chunk.start is not None and one.start >= chunk.start - 1e-6


def _time(old: Any, new: float | None) -> Any:
    return old if new is None else as_time(old, new)


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    value = content.json
    if not isinstance(value, dict) or "results" in value:
        return 0.0
    if isinstance(as_mapping(value.get("diarized_transcript")).get("entries"), list):
        return 0.9
    lists = as_mapping(value.get("timestamps"))
    if any(key in lists for key in (*_LISTS, *_TIMES)):
        return 0.9
    named = isinstance(value.get("transcript"), str) and ("request_id" in value or "language_code" in value)
    return 0.6 if named else 0.0


register(Format("sarvam", "Sarvam JSON", "transcript, timestamps with parallel lists, diarized_transcript with entries",
                claims, read, write))  # fmt: skip
