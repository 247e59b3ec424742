"""sherpa-onnx: ``{"text": …, "tokens": […], "timestamps": […]}``, one result, a list, or one after another.

A timestamp says where a token begins, counted from ``start_time`` where the file has one (streaming); a word ends where
the next begins. "▁" or a space begins a word. Other lists of the same length go along with the tokens. Built from
documentation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping, silently
from ..records import as_time
from ..registry import Format, register
from ..shape import aligned, interval, name, segment, transcript
from ..values import as_it_was, is_as_read, put_back, results, rewritten, several

_SPACE = "▁"


@dataclass(frozen=True, slots=True)
class Token:
    """Where in the lists of a result a word begins."""

    index: int


def read(content: Content) -> Transcript:
    found = results(content)
    made = [_segment(record, f"[{i}]" if len(found) > 1 else "", content) for i, record in enumerate(found)]
    made = _one_after_another(made)
    return transcript(made, "sherpa", content.problems, language=_language(made), source=several(content))


def _language(made: Sequence[TranscriptSegment]) -> str | None:
    spoken = {one.language for one in made}
    return spoken.pop() if len(spoken) == 1 else None


def _one_after_another(made: list[TranscriptSegment]) -> list[TranscriptSegment]:
    """Results without ``start_time`` that all begin anew are recordings of their own."""
    starts = [one.start for one in made if one.start is not None]
    if all(a <= b for a, b in pairwise(starts)):
        return made
    return [replace(one, recording=str(i)) for i, one in enumerate(made)]


def _segment(record: Any, where: str, content: Content) -> TranscriptSegment:
    if not isinstance(record, dict):
        content.report(where, f"{str(record)[:40]!r} is no result; it is kept as it is", lost=True)
        return segment("", record=record)
    tokens, starts = _tokens(record), record.get("timestamps")
    if starts is not None and (not isinstance(starts, list) or len(starts) != len(tokens)):
        content.report(f"{where}.timestamps".lstrip("."), "not as many as there are tokens; times are estimated")
    times = list(starts) if isinstance(starts, list) else []
    times += [None] * (len(tokens) - len(times))
    offset, _ = interval(record.get("start_time"), None, where, content.report)
    timed = list(_words(tokens, times, offset or 0.0, where, content))
    text = record.get("text")
    if not isinstance(text, str):
        content.report(
            f"{where}.text".lstrip("."), "no text" if text is None else f"{str(text)[:40]!r} is no text", lost=True
        )
        text = ""
    said = " ".join("".join(tokens).replace(_SPACE, " ").split())
    whole = segment(text or said, aligned(said, timed), language=name(record.get("lang")), record=record)
    return whole if offset is None else replace(whole, start=offset)


def _tokens(record: dict[str, Any]) -> list[str]:
    found = record.get("tokens")
    return [one if isinstance(one, str) else "" for one in found] if isinstance(found, list) else []


def _words(
    tokens: Sequence[str], times: Sequence[Any], offset: float, where: str, content: Content
) -> Iterator[TranscriptWord]:
    """The tokens as pieces of words; each ends where the next begins."""
    starts: list[float | None] = []
    for i, time in enumerate(times[: len(tokens)]):
        begin, _ = interval(time, None, f"{where}.timestamps[{i}]".lstrip("."), content.report)
        starts.append(None if begin is None else round(begin + offset, 6))
    for i, token in enumerate(tokens):
        after = starts[i + 1] if i + 1 < len(tokens) else starts[i]
        begin = starts[i]
        end = after if begin is not None and after is not None and after >= begin else begin
        for part in token.replace(_SPACE, " ").split():
            yield TranscriptWord(text=part, start=begin, end=end, record=Token(i))


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    if is_as_read(made, read):
        return as_it_was(made.source)
    return put_back(made.source, rewritten(made.source, made.segments, _record))


def _record(one: TranscriptSegment) -> Any:
    if one.record is not None and not isinstance(one.record, dict):
        return one.record
    record = as_mapping(one.record)
    tokens = _tokens(record)
    record["text"] = one.text
    if tokens or one.record is None:
        first = [word.record.index if isinstance(word.record, Token) else 0 for word in one.words]
        for key, old in list(record.items()):  # lists that go along with the tokens
            if isinstance(old, list) and len(old) == len(tokens) and key not in ("tokens", "timestamps"):
                record[key] = [old[i] if i < len(old) else None for i in first]
        lead = " " if any(token[:1] == " " for token in tokens) else _SPACE
        bare = not any(token[:1] in (" ", _SPACE) for token in tokens) and one.record is not None
        record["tokens"] = [word.text if bare else lead + word.text for word in one.words]
        record["timestamps"] = _starts(record, one, first)
    return record


def _starts(record: dict[str, Any], one: TranscriptSegment, first: Sequence[int]) -> list[Any]:
    offset, _ = interval(record.get("start_time"), None, "", silently)
    old = record.get("timestamps")
    old = old if isinstance(old, list) else []
    return [
        None
        if word.start is None
        else as_time(old[i] if i < len(old) else None, round(word.start - (offset or 0.0), 6))
        for word, i in zip(one.words, first, strict=True)
    ]


# --- which file it is ---------------------------------------------------------------------------------


def claims(content: Content) -> float:
    found = results(content, all=False)
    return 0.9 if found and all(isinstance(one, dict) and _is_result(one) for one in found) else 0.0


def _is_result(value: dict[str, Any]) -> bool:
    tokens = value.get("tokens")
    return "text" in value and "timestamps" in value and isinstance(tokens, list) and "segments" not in value


register(Format("sherpa", "sherpa-onnx JSON", "text, tokens and timestamps, lists of the same length",
                claims, read, write))  # fmt: skip
