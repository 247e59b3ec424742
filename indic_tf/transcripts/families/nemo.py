"""Manifests and prediction files: a JSON object a line (NeMo, Vistaar, evaluation scripts), or a JSON list of them.

The key of the hypothesis differs from file to file (`columns`); in a manifest with a prediction ``text`` is the
reference. Seen in the wild: predictions that begin with a space, empty ones, rows of failed calls, the same id twice,
numbers as strings, escaped and plain letters, lists in parallel (``preds`` beside ``refs``).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import PureWindowsPath
from typing import Any

import regex

from ...errors import InputError
from .. import times
from ..columns import HYPOTHESES, chosen, likely
from ..content import NOT_JSON, Content
from ..json_spans import Span, items, member, members, spelt
from ..model import Transcript, TranscriptSegment
from ..pieces import Cutter, Place, lines, rewritten
from ..records import dumped
from ..registry import Format, register
from ..shape import interval, name, segment, transcript

_AUDIO = ("audio_filepath", "audio_path", "audio", "path", "file", "wav", "filename")
_IDS = ("id", "utt_id", "utterance_id", "segment_id", "uid", "key")
_LANGUAGES = ("lang", "language", "language_code", "lang_id")
_SPEAKERS = ("speaker", "speaker_id", "spk")
_OBJECT = regex.compile(r"^\s*\{.*\}\s*$")
_CUT_JSON = ("the file ends or breaks here", "is no JSON; the line is skipped")
_FEW = 50


class _Rows:
    """The rows of a file, made into segments while its text is cut into pieces."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.cut = Cutter()
        self.made: list[TranscriptSegment] = []
        self.seen: dict[str, int] = {}

    def add(self, text: str, span: Span, row: dict[str, Any], key: str, where: str, origin: int) -> None:
        """The row ``text``, whose hypothesis stands at ``span`` (of a text in which the row begins at ``origin``)."""
        begin, end, said = span[0] - origin, span[1] - origin, span[2]
        self.cut.add(text[:begin])
        place = Place(self.cut.add(text[begin:end]), said, how=text)
        self.cut.add(text[end:])
        first, last, recording = self._when(row, where)
        self.made.append(
            segment(
                said,
                start=first,
                end=last,
                recording=recording,
                language=name(_first(row, _LANGUAGES)),
                speaker=name(_first(row, _SPEAKERS)),
                record=place,
            )
        )

    def _when(self, row: dict[str, Any], where: str) -> tuple[float | None, float | None, str]:
        """Start, end and recording: rows of one file with offsets are one recording, all others one each."""
        audio = _first(row, _AUDIO)
        audio = PureWindowsPath(audio).as_posix() if isinstance(audio, str) else ""
        offset, length = (_number(row.get(key), where, key, self.content) for key in ("offset", "duration"))
        if audio and offset is not None and length:
            first, last = interval(offset, offset + length, where, self.content.report)
            return first, last, audio
        called = audio or str(_first(row, _IDS) or "row")
        self.seen[called] = self.seen.get(called, 0) + 1
        again = self.seen[called]
        first, last = interval(0.0, length, where, self.content.report) if length else (None, None)
        return first, last, f"{called}#{again}" if again > 1 or not audio else called


def _first(row: dict[str, Any], keys: Sequence[str]) -> Any:
    return next((row[key] for key in keys if isinstance(row.get(key), (str, int)) and row[key] != ""), None)


def _number(value: Any, where: str, key: str, content: Content) -> float | None:
    try:
        return times.seconds(value)
    except ValueError:
        content.report(where, f"{key} is {value!r}, which is no time")
        return None


# --- reading ------------------------------------------------------------------------------------------


def read(content: Content) -> Transcript:
    """The hypotheses of a manifest or prediction file, each a segment.

    Raises `InputError` where no column holds text; it lists those that there are.
    """
    rows = _Rows(content)
    if _objects(content):
        _drop_json_problems(content)
        found = list(_of_lines(content, rows))
        _read_rows(found, content, rows)
        return _made(rows, content.raw)
    value = content.json
    text = content.text
    raw: bytes | None = content.raw
    if value is NOT_JSON:
        raise InputError(f"{content.name}: no line holds a JSON object, and it is no JSON list")
    if not _is(text, value):  # cut, printed by Python, or inside a log: its values are written anew
        text, raw = dumped(value, indent=2).decode(), None
    if isinstance(value, dict):
        _parallel(text, value, rows)
    else:
        _read_rows(list(_of_list(text, rows)), content, rows)
    return _made(rows, raw)


def _is(text: str, value: Any) -> bool:
    try:
        return bool(json.loads(text) == value)
    except (ValueError, RecursionError):
        return False


def _made(rows: _Rows, raw: bytes | None) -> Transcript:
    source = rows.cut.source(rows.content, len(rows.made))
    source = replace(source, raw=raw)
    return transcript(rows.made, "nemo", rows.content.problems, source=source, unit_is_known=True)


Row = tuple[str, dict[str, Any] | None, str, str]
"""The text of a row, its value, its place, and what stands behind it."""


def _of_lines(content: Content, rows: _Rows) -> Iterator[Row]:
    for number, (line, end) in enumerate(lines(content.text), start=1):
        where = f"line {number}"
        if not line.strip():
            yield line, None, "", end
            continue
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            content.report(where, f"no JSON ({error}); it is left as it is", lost=True)
            value = None
        if value is not None and not isinstance(value, dict):
            content.report(where, f"{line.strip()[:40]!r} is no object; it is left as it is", lost=True)
        yield line, value if isinstance(value, dict) else None, where, end


def _of_list(text: str, rows: _Rows) -> Iterator[Row]:
    last: tuple[str, dict[str, Any] | None, str] | None = None
    position = 0
    for i, (begin, end, value) in enumerate(items(text)):
        if last is None:
            rows.cut.add(text[position:begin])
        else:
            yield *last, text[position:begin]
        if not isinstance(value, dict):
            rows.content.report(f"[{i}]", f"{str(value)[:40]!r} is no object; it is left as it is", lost=True)
        last = (text[begin:end], value if isinstance(value, dict) else None, f"[{i}]")
        position = end
    if last is not None:
        yield *last, text[position:]


def _read_rows(found: Sequence[Row], content: Content, rows: _Rows) -> None:
    names = list(dict.fromkeys(key for _, row, _, _ in found for key in (row or {})))
    column = chosen(names, content.column, content.name)
    others = [one for one in likely(names) if one != column and one in HYPOTHESES]
    if others and content.column is None:
        content.report("", f"{column!r} is read; {', '.join(map(repr, others))} may be meant too: choose with column=")
    for text, row, where, behind in found:
        span = _span(text, row, column)
        if row is None or span is None or not isinstance(span[2], str):
            if row is not None:
                content.report(where, f"no text in {column!r}; it is left as it is", lost=True)
            rows.cut.add(text)
        else:
            rows.add(text, span, row, column, where, 0)
        rows.cut.add(behind)


def _span(text: str, row: dict[str, Any] | None, column: str) -> Span | None:
    return None if row is None or column not in row else member(text, column)


def _parallel(text: str, value: dict[str, Any], rows: _Rows) -> None:
    """An object of lists, ``preds`` beside ``refs``: every item is a recording of its own."""
    names = [key for key, inner in value.items() if isinstance(inner, list)]
    column = chosen(names, rows.content.column, rows.content.name)
    begin, end, _ = next(span for key, span in members(text) if key == column)
    position = 0
    for i, (a, b, said) in enumerate(items(text[begin:end])):
        if isinstance(said, str):
            rows.cut.add(text[position : begin + a])
            rows.add(text[begin + a : begin + b], (a, b, said), {"id": f"{column}[{i}]"}, column, f"{column}[{i}]", a)
            position = begin + b
        else:
            rows.content.report(f"{column}[{i}]", f"{str(said)[:40]!r} is no text; it is left as it is", lost=True)
    rows.cut.add(text[position:])


def _drop_json_problems(content: Content) -> None:
    """What other readers noted when they tried the file as one JSON value is not true of lines."""
    content.problems[:] = [one for one in content.problems if not any(part in one.what for part in _CUT_JSON)]


# --- writing ------------------------------------------------------------------------------------------


def _spell(place: Place, old: str, one: TranscriptSegment) -> str:
    said = place.said
    lead = said[: len(said) - len(said.lstrip())] if said.strip() else ""
    return spelt(lead + one.text, like=old if len(old) > 2 else str(place.how))


def write(made: Transcript) -> bytes:
    """The file as it was read with other hypotheses; of another format a manifest with ``pred_text``."""
    found = rewritten(made, _spell) if made.format == "nemo" else None
    return found if found is not None else b"".join(dumped(_row(one)) for one in made.segments)


def _row(one: TranscriptSegment) -> dict[str, Any]:
    row: dict[str, Any] = {"audio_filepath": one.recording}
    if one.start is not None and one.end is not None:
        row |= {"offset": round(one.start, 3), "duration": round(one.end - one.start, 3)}
    row |= {key: value for key, value in (("speaker", one.speaker), ("lang", one.language)) if value is not None}
    return row | {"pred_text": one.text}


# --- claims -------------------------------------------------------------------------------------------


def _objects(content: Content) -> list[dict[str, Any]]:
    """The first objects of a file with one a line; [] for other files."""
    if content.head[:1] != "{":
        return []
    shown = [line for line in content.head.splitlines()[:_FEW] if line.strip()]
    if len(shown) > 1 and len(content.text) > len(content.head):
        shown.pop()  # it may be cut
    found = [value for line in shown if _OBJECT.match(line) and isinstance(value := _value(line), dict)]
    if len(found) == 1 and not any(isinstance(found[0][key], str) for key in likely(found[0])):
        return []
    return found if found and 2 * len(found) >= len(shown) else []


def _value(line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _claims(content: Content) -> float:
    if found := _objects(content):
        keys = {key: True for one in found for key in one}
        best = likely(keys)
        if not best or (len(found) == 1 and "audio_filepath" not in keys):
            return 0.3 if best and best[0] in HYPOTHESES else 0.0
        return 0.8 if "audio_filepath" in keys else 0.6 if best[0] in HYPOTHESES else 0.3
    value = content.json
    if isinstance(value, list):
        first = next((one for one in value[:_FEW] if isinstance(one, dict)), {})
        best = likely(first)
        return 0.0 if not best or "words" in first else 0.7 if best[0] in HYPOTHESES else 0.2
    if isinstance(value, dict) and "segments" not in value:
        best = likely(key for key, inner in value.items() if isinstance(inner, list) and inner and
                      all(isinstance(one, str) for one in inner))  # fmt: skip
        return 0.5 if best and best[0] in HYPOTHESES else 0.0
    return 0.0


register(Format("nemo", "a manifest or prediction file", "objects, one a line or in a list, with a pred_text, "
                "prediction, hypothesis, transcript", _claims, read, write, ".jsonl"))  # fmt: skip
