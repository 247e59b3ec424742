"""openai-whisper JSON and what shares its shape: ``verbose_json`` of the OpenAI API, faster-whisper, whisperX, lists.

Seen in the wild: times on a 0.02 s grid with float noise, texts that begin with a space, words without times where the
aligner knew no letters for them (whisperX), ``word_segments`` in any order, bare lists of segments.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import Keys, dumped
from ..registry import Format, register
from ..shape import name, segment, transcript

WORD = Keys(text="word", confidence="score")
SEGMENT = Keys(text="text")


def read_as(format: str) -> Any:
    """A reader of this shape that calls its transcripts ``format``."""

    def read(content: Content) -> Transcript:
        value = content.json
        found = value if isinstance(value, list) else value.get("segments", [])
        made = list(_segments(found, content))
        language = None if isinstance(value, list) else value.get("language")
        if not made and isinstance(value, dict) and isinstance(value.get("text"), str):
            made = [segment(value["text"], _words(value, "", content), language=name(language), record=None)]
        return transcript(made, format, content.problems, language=language, source=value)

    return read


def _segments(found: Any, content: Content) -> Iterator[TranscriptSegment]:
    for i, record in enumerate(found if isinstance(found, list) else []):
        where = f"segments[{i}]"
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no segment; it is kept as it is")
            yield segment("", record=record)
            continue
        start, end = SEGMENT.interval(record, where, content.report)
        text = record.get("text")
        if not isinstance(text, str) and not record.get("words"):
            content.report(where, "no text")
        yield segment(
            text if isinstance(text, str) else "",
            _words(record, where, content),
            start=start,
            end=end,
            speaker=name(record.get("speaker")),
            language=name(record.get("language")),
            record=record,
        )


def _words(record: dict[str, Any], where: str, content: Content) -> list[TranscriptWord | None]:
    found = record.get("words")
    if not isinstance(found, list):
        return []
    return [WORD.word(one, f"{where}.words[{i}]", content.report) for i, one in enumerate(found)]


def write(made: Transcript) -> bytes:
    """The file as it was read, with the words of ``made``; ``word_segments`` and the whole text follow the segments."""
    segments = [_record(one, made.formatted) for one in made.segments]
    if isinstance(made.source, list):
        return dumped(segments)
    value = as_mapping(made.source)
    if made.source is None or "segments" in value:
        value["segments"] = segments
    if "text" in value and made.formatted:
        lead = " " if str(value["text"]).startswith(" ") else ""
        value["text"] = lead + " ".join(one.text for one in made.segments if one.text)
    if isinstance(value.get("word_segments"), list) and made.formatted:
        value["word_segments"] = [WORD.word_record(word, fill=True) for word in made.words]
    return dumped(value)


def _record(one: TranscriptSegment, fill: bool) -> Any:
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record = SEGMENT.segment_record(one)
    if isinstance(record.get("words"), list) and fill:
        record["words"] = [WORD.word_record(word, fill) for word in one.words]
    return record


def _has_segments(content: Content) -> list[Any] | None:
    value = content.json
    found = value.get("segments") if isinstance(value, dict) else value
    if not isinstance(found, list) or not found:
        return [] if isinstance(value, dict) and found == [] else None
    first = next((one for one in found if isinstance(one, dict)), None)
    return found if first is not None and "text" in first and ("start" in first or "end" in first) else None


def _claims_whisper(content: Content) -> float:
    return 0.0 if _has_segments(content) is None else 0.5


def _claims_whisperx(content: Content) -> float:
    found = _has_segments(content)
    if found is None:
        return 0.0
    if isinstance(content.json, dict) and "word_segments" in content.json:
        return 0.9
    words = next((one["words"] for one in found if isinstance(one, dict) and one.get("words")), None)
    first = words[0] if isinstance(words, list) else None
    return 0.8 if isinstance(first, dict) and "score" in first else 0.0


register(Format("whisper", "whisper JSON", "an object with segments that have start, end and text, or a list of these",
                _claims_whisper, read_as("whisper"), write))  # fmt: skip
register(Format("whisperx", "whisperX JSON", "such segments whose words have a score, and word_segments",
                _claims_whisperx, read_as("whisperx"), write))  # fmt: skip
