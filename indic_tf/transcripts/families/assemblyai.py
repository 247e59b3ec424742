"""AssemblyAI: ``text``, ``words`` in milliseconds and, with speakers, ``utterances`` that have the same words again.

Built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...errors import InputError
from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..records import Keys, Twins, dumped, only_words
from ..registry import Format, register
from ..shape import as_text, name, segment, transcript
from ..values import is_as_read, object_of, rewritten

KEYS = Keys(text="text", per_second=1e3)


def read(content: Content) -> Transcript:
    value = object_of(content)
    if value.get("status") == "error":
        raise InputError(f"{content.name}: the recogniser failed and says: {str(value.get('error'))[:200]}")
    language = value.get("language_code")
    made = list(_utterances(value, content)) or [_whole(value, content)]
    return transcript(made, "assemblyai", content.problems, language=language, source=value, unit_is_known=True)


def _utterances(value: dict[str, Any], content: Content) -> Iterator[TranscriptSegment]:
    for i, record in enumerate(_list(value, "utterances", "", content)):
        where = f"utterances[{i}]"
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no utterance; it is kept as it is", lost=True)
            continue
        start, end = KEYS.interval(record, where, content.report)
        speaker, channel = name(record.get("speaker")), name(record.get("channel"))
        words = _words(record, f"{where}.", content)
        text = _text(record, where, content)
        yield segment(text, words, start=start, end=end, speaker=speaker, channel=channel, record=record)


def _whole(value: dict[str, Any], content: Content) -> TranscriptSegment:
    words = _words(value, "", content)
    if not words and value.get("text") is None:
        content.report("text", f"no text; the status is {value.get('status')!r}", lost=True)
    return segment(_text(value, "", content), words)


def _list(value: dict[str, Any], key: str, where: str, content: Content) -> list[Any]:
    found = value.get(key)
    if found is not None and not isinstance(found, list):
        content.report(f"{where}{key}", f"{str(found)[:40]!r} is no list", lost=True)
    return found if isinstance(found, list) else []


def _words(record: dict[str, Any], where: str, content: Content) -> list[TranscriptWord]:
    found = _list(record, "words", where, content)
    made = [KEYS.word(one, f"{where}words[{i}]", content.report) for i, one in enumerate(found)]
    return [one for one in made if one is not None]


def _text(record: dict[str, Any], where: str, content: Content) -> str:
    text = record.get("text")
    return (as_text(text, where, content.report) or "") if text is not None else ""


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return dumped(made.source)
    value = as_mapping(made.source)
    utterances, words = value.get("utterances"), value.get("words")
    if isinstance(utterances, list) and utterances:
        value["utterances"] = rewritten(utterances, made.segments, _utterance)
    said = only_words(made.segments)
    if isinstance(words, list) or made.source is None:
        value["words"] = [KEYS.word_record(one, fill=True) for one in Twins(words or [], KEYS).words(said)]
    if made.source is None:
        value |= {"status": "completed", "language_code": made.language}
        value["utterances"] = [_utterance(one) for one in made.segments]
    if value.get("text") is not None or made.source is None:
        value["text"] = " ".join(one.text for one in said)
    return dumped(value)


def _utterance(one: TranscriptSegment) -> dict[str, Any]:
    record = KEYS.segment_record(one)
    if isinstance(record.get("words"), list) or one.record is None:
        record["words"] = [KEYS.word_record(word, fill=True) for word in one.words]
    return record


def claims(content: Content) -> float:
    value = content.json
    if not isinstance(value, dict) or "text" not in value or "segments" in value:
        return 0.0
    if {"audio_url", "status"} <= set(value) or isinstance(value.get("utterances"), list):
        return 0.9
    words = value.get("words")
    first = words[0] if isinstance(words, list) and words else None
    return 0.8 if isinstance(first, dict) and {"text", "start", "end"} <= set(first) else 0.0


register(Format("assemblyai", "AssemblyAI JSON", "text, words in milliseconds, utterances, a status",
                claims, read, write, silence=("words",)))  # fmt: skip
