"""What the speech recognition pipeline of Hugging Face transformers returns, saved: ``text`` and ``chunks``.

A chunk is a segment or, with ``return_timestamps="word"``, a word; the last end may be null. Built from documentation
and from the library itself. A list of results is a list of recordings.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import as_time, dumped
from ..registry import Format, register
from ..shape import aligned, as_before, as_said, as_text, interval, name, segment, transcript, word
from ..values import is_as_read, value_of


def read(content: Content) -> Transcript:
    value = value_of(content)
    several = isinstance(value, list)
    made: list[TranscriptSegment] = []
    for i, one in enumerate(value if several else [value]):
        place = f"[{i}]" if several else ""
        if isinstance(one, dict):
            made += _result(one, place, str(i) if several else "", content)
        else:
            content.report(place, f"{str(one)[:40]!r} is no result", lost=True)
    return transcript(made, "huggingface", content.problems, source=value)


def _result(value: dict[str, Any], place: str, recording: str, content: Content) -> Iterator[TranscriptSegment]:
    chunks, where = value.get("chunks"), f"{place}.chunks".lstrip(".")
    if chunks is not None and not isinstance(chunks, list):
        content.report(where, f"{str(chunks)[:40]!r} is no list of chunks", lost=True)
    found = [one for one in chunks if isinstance(one, dict)] if isinstance(chunks, list) else []
    if isinstance(chunks, list) and len(found) < len(chunks):
        content.report(where, "some of its chunks are no objects; they are kept as they are", lost=True)
    if found and not _of_words(found):
        for i, record in enumerate(found):
            text = as_text(record.get("text"), f"{where}[{i}]", content.report) or ""
            start, end = _interval(record, f"{where}[{i}]", content)
            language = name(record.get("language"))
            yield segment(text, start=start, end=end, language=language, recording=recording, record=record)
        return
    words = [_word(record, f"{where}[{i}]", content) for i, record in enumerate(found)]
    whole = value.get("text")
    said = as_said(record.get("text") for record in found)
    if not isinstance(whole, str) and not found:
        content.report(f"{place}.text".lstrip("."), "no text", lost=True)
    pieces = aligned(said, [one for one in words if one is not None])
    yield segment(whole if isinstance(whole, str) else "", pieces, recording=recording, record=value)


def _of_words(chunks: list[dict[str, Any]]) -> bool:
    """True where chunks are words: at most one in ten has a space inside."""
    texts = [one["text"].split() for one in chunks if isinstance(one.get("text"), str)]
    return sum(len(text) > 1 for text in texts) * 10 <= len(texts) and len(chunks) > 1


def _interval(record: dict[str, Any], where: str, content: Content) -> tuple[float | None, float | None]:
    given = record.get("timestamp", record.get("timestamps"))
    if isinstance(given, (list, tuple)) and len(given) == 2:
        return interval(given[0], given[1], where, content.report)
    if given is not None:
        content.report(where, f"timestamp is {str(given)[:40]!r}, expected [start, end]")
    return None, None


def _word(record: dict[str, Any], where: str, content: Content) -> TranscriptWord | None:
    start, end = _interval(record, where, content)
    return word(record.get("text"), start, end, where=where, report=content.report, record=record)


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return dumped(made.source)
    several = isinstance(made.source, list)
    results = made.source if several else [made.source]
    written = [
        _written(one, [s for s in made.segments if not several or s.recording == str(i)])
        for i, one in enumerate(results)
    ]
    return dumped(written if several else written[0])


def _written(source: Any, segments: list[TranscriptSegment]) -> Any:
    if source is not None and not isinstance(source, dict):
        return source
    value = as_mapping(source)
    text = " ".join(one.text for one in segments if one.text)
    value["text"] = as_before(value.get("text", " x"), text)
    chunks = value.get("chunks")
    if source is None:
        value["chunks"] = [_chunk({"text": " x"}, one.text, one.start, one.end) for one in segments]
    elif isinstance(chunks, list) and len(segments) == 1 and segments[0].record is source:
        value["chunks"] = [_chunk(as_mapping(w.record), w.text, w.start, w.end) for w in segments[0].words]
    elif isinstance(chunks, list):
        value["chunks"] = [_chunk(as_mapping(one.record), one.text, one.start, one.end) for one in segments]
    return value


def _chunk(record: dict[str, Any], text: str, start: float | None, end: float | None) -> dict[str, Any]:
    key = "timestamps" if "timestamps" in record else "timestamp"
    old = record.get(key)
    before = old if isinstance(old, (list, tuple)) and len(old) == 2 else (None, None)
    record["text"] = as_before(record.get("text"), text)
    record[key] = [as_time(was, now) if now is not None else was for was, now in zip(before, (start, end), strict=True)]
    return record


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    value = content.json
    found = value[:20] if isinstance(value, list) else [value]
    if not found or not all(isinstance(one, dict) and "text" in one and "segments" not in one for one in found):
        return 0.0
    chunks = [chunk for one in found if isinstance(one.get("chunks"), list) for chunk in one["chunks"][:20]]
    if any(isinstance(chunk, dict) and ("timestamp" in chunk or "timestamps" in chunk) for chunk in chunks):
        return 0.9
    if not chunks and any("chunks" in one for one in found):
        return 0.5
    return 0.15 if all(list(one) == ["text"] and isinstance(one["text"], str) for one in found) else 0.0


register(Format("huggingface", "Hugging Face pipeline JSON", "text, and chunks with a timestamp [start, end]",
                claims, read, write, silence=("chunks",)))  # fmt: skip
