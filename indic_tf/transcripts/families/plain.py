"""Plain text, an utterance a line; and `indic-tf` JSON, which has a place for all that is known of a transcript."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import regex

from ...errors import InputError
from ..content import NOT_JSON, Content
from ..model import Problem, Transcript, TranscriptSegment, TranscriptWord
from ..pieces import Cutter, Place, lines, rewritten
from ..records import dumped
from ..registry import Format, register
from ..shape import interval, name, segment, transcript, word

OWN = "indic-tf"
_VERSION = 1
_ODD = regex.compile(r"[\x00-\x08\x0e-\x1f\ufffd]")
_MOST_ODD = 0.05


# --- plain text ---------------------------------------------------------------------------------------


def read_text(content: Content) -> Transcript:
    """Each line with text is a recording of its own."""
    cut, made = Cutter(), []
    for number, (line, end) in enumerate(lines(content.text), start=1):
        if line.strip():
            made.append(segment(line, recording=f"line {number}", record=Place(cut.add(line), line)))
        else:
            cut.add(line)
        cut.add(end)
    return transcript(made, "text", content.problems, source=cut.source(content, len(made)))


def write_text(made: Transcript) -> bytes:
    """The file as it was read with other words, or a line for each segment that has words."""
    found = rewritten(made) if made.format == "text" else None
    shown = (f"{one.text}\n" for one in made.segments if one.text)
    return found if found is not None else "".join(shown).encode("utf-8", "replace")


def _claims_text(content: Content) -> float:
    """The least that a format can claim, and nothing of what is binary or begins like JSON."""
    head = content.head
    if (
        not head
        or content.json is not NOT_JSON
        or content.json_error
        or len(_ODD.findall(head)) > _MOST_ODD * len(head)
        or "\x00" in head
    ):
        return 0.0
    return 0.05


# --- our own ------------------------------------------------------------------------------------------


def read_own(content: Content) -> Transcript:
    """What `write_own` wrote. Raises `InputError` for a file without a list of segments."""
    value = content.json
    found = value.get("segments") if isinstance(value, dict) else None
    if not isinstance(found, list):
        raise InputError(f"{content.name}: no list 'segments' in it")
    problems = value.get("problems")
    for one in problems if isinstance(problems, list) else []:
        if isinstance(one, dict):
            content.report(str(one.get("where", "")), str(one.get("what", "")), lost=one.get("lost") is True)
    made = list(_segments(found, content))
    return transcript(made, OWN, content.problems, language=value.get("language"), source=value)


def _segments(found: list[Any], content: Content) -> Iterator[TranscriptSegment]:
    for i, record in enumerate(found):
        where = f"segments[{i}]"
        if not isinstance(record, dict):
            content.report(where, f"{str(record)[:40]!r} is no segment; it is left out", lost=True)
            continue
        start, end = interval(record.get("start"), record.get("end"), where, content.report)
        given = record.get("words")
        words = given if isinstance(given, list) else []
        text = record.get("text")
        yield segment(
            text if isinstance(text, str) else "",
            [_word(one, f"{where}.words[{k}]", content) for k, one in enumerate(words)],
            start=start,
            end=end,
            speaker=name(record.get("speaker")),
            language=name(record.get("language")),
            recording=name(record.get("recording")) or "",
            channel=name(record.get("channel")),
            record=record,
        )


def _word(record: Any, where: str, content: Content) -> TranscriptWord | None:
    if not isinstance(record, dict):
        content.report(where, f"{str(record)[:40]!r} is no word", lost=True)
        return None
    return word(
        record.get("text"),
        record.get("start"),
        record.get("end"),
        where=where,
        report=content.report,
        speaker=record.get("speaker"),
        confidence=record.get("confidence"),
        record=record,
    )


def write_own(made: Transcript) -> bytes:
    """The transcript with all that is known of it; what is not known is left out."""
    value: dict[str, Any] = {"format": OWN, "version": _VERSION}
    if made.language is not None:
        value["language"] = made.language
    value["segments"] = [_segment_record(one) for one in made.segments]
    if made.problems:
        value["problems"] = [_problem(one) for one in made.problems]
    return dumped(value)


def _problem(one: Problem) -> dict[str, Any]:
    return {"where": one.where, "what": one.what} | ({"lost": True} if one.lost else {})


def _segment_record(one: TranscriptSegment) -> dict[str, Any]:
    names = ("start", "end", "speaker", "language", "channel")
    known = {key: _rounded(value) for key in names if (value := getattr(one, key)) is not None}
    for key, place in (("start", 0), ("end", -1)):
        if key not in known and one.words and (time := getattr(one.words[place], key)) is not None:
            known[key] = _rounded(time)
    if one.recording:
        known["recording"] = one.recording
    return {"text": one.text} | known | {"words": [_word_record(given, one) for given in one.words]}


def _word_record(given: TranscriptWord, one: TranscriptSegment) -> dict[str, Any]:
    names = ("start", "end", "confidence")
    made = {"text": given.text} | {key: _rounded(value) for key in names if (value := getattr(given, key)) is not None}
    if given.speaker is not None and given.speaker != one.speaker:
        made["speaker"] = given.speaker
    return made | ({"estimated": True} if given.estimated else {})


def _rounded(value: Any) -> Any:
    return round(value, 4) if isinstance(value, float) else value


def _claims_own(content: Content) -> float:
    value = content.json
    return 1.0 if isinstance(value, dict) and value.get("format") == OWN else 0.0


register(Format(OWN, "indic-tf JSON", 'an object with "format": "indic-tf"', _claims_own, read_own, write_own))
register(Format("text", "plain text", "lines of words", _claims_text, read_text, write_text, ".txt"))
