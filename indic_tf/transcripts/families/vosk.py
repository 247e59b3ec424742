"""Vosk: an object for each utterance, ``{"result": [{"conf", "end", "start", "word"}], "text": "…"}``.

One, a list of them, or one after another as the recogniser's callback prints them; ``partial`` results are passed over.
Built from documentation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, as_mapping
from ..records import Keys
from ..registry import Format, register
from ..shape import name, segment, transcript
from ..values import as_it_was, is_as_read, put_back, results, rewritten, several

WORD = Keys(text="word", confidence="conf")


def read(content: Content) -> Transcript:
    made = list(_segments(results(content), content))
    return transcript(made, "vosk", content.problems, source=several(content))


def _segments(found: list[Any], content: Content) -> Iterator[TranscriptSegment]:
    for i, record in enumerate(found):
        where = f"[{i}]" if len(found) > 1 else ""
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no result; it is kept as it is", lost=True)
            continue
        if "partial" in record and "text" not in record:
            continue
        best = _best(record)
        words = best.get("result")
        if words is not None and not isinstance(words, list):
            content.report(f"{where}.result".lstrip("."), f"{str(words)[:40]!r} is no list of words")
        listed = words if isinstance(words, list) else []
        timed = [WORD.word(one, f"{where}.result[{j}]".lstrip("."), content.report) for j, one in enumerate(listed)]
        text = best.get("text")
        if text is not None and not isinstance(text, str):
            content.report(f"{where}.text".lstrip("."), f"{str(text)[:40]!r} is no text", lost=True)
        yield segment(
            text if isinstance(text, str) else "", timed, speaker=name(record.get("speaker")), record=found[i]
        )


def _best(record: dict[str, Any]) -> dict[str, Any]:
    """The result, or the first of its alternatives."""
    others = record.get("alternatives")
    if isinstance(others, list) and others and isinstance(others[0], dict) and "text" not in record:
        return others[0]
    return record


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return as_it_was(made.source)
    return put_back(made.source, rewritten(made.source, made.segments, _record))


def _record(one: TranscriptSegment) -> Any:
    record = as_mapping(one.record)
    best = dict(_best(record))
    if isinstance(best.get("result"), list) or (one.record is None and one.words):
        best["result"] = [WORD.word_record(word, fill=True) for word in one.words]
    if "text" in best or one.text:
        best["text"] = one.text
    if _best(record) is record:
        return best
    return record | {"alternatives": [best, *record["alternatives"][1:]]}


def claims(content: Content) -> float:
    found = results(content, all=False)
    kinds = [_kind(one) for one in found]
    if not kinds or min(kinds) < 0:
        return 0.0
    return 0.9 if max(kinds) > 1 else 0.2 if max(kinds) > 0 else 0.0


def _kind(value: Any) -> int:
    """2 for a result with words, 1 for a partial or empty one, 0 for what says nothing, -1 for something else."""
    if not isinstance(value, dict):
        return -1
    if "partial" in value:
        return 1
    words = _best(value).get("result")
    first = words[0] if isinstance(words, list) and words else None
    if isinstance(first, dict) and "word" in first and "conf" in first:
        return 2
    if isinstance(first, dict) and "word" in first and "text" in _best(value):
        return 2
    return 0 if list(value) == ["text"] else -1


register(Format("vosk", "Vosk JSON", "objects with text and result, a list of words with conf, start and end",
                claims, read, write))  # fmt: skip
