"""YouTube's json3: events with the words of a line, each with its time behind the event's.

Seen in the wild: events of a line break alone, first words without ``tOffsetMs``, events without ``dDurationMs``, and
times on the screen that reach into the next event.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import InputError
from .. import times
from ..content import Content
from ..cues import timed
from ..json_spans import items, member, spelt
from ..model import Transcript, TranscriptSegment, TranscriptWord, as_mapping
from ..pieces import BOM, same
from ..records import dumped
from ..registry import Format, register
from ..shape import interval, segment, transcript, word
from .youtube import TURN, Shown, turns

_NEAR = 1e-3
Event = dict[str, Any]


def read(content: Content) -> Transcript:
    """A segment for each event that has words; one that only breaks lines is none."""
    value = content.json
    events = value.get("events") if isinstance(value, dict) else None
    if not isinstance(events, list):
        raise InputError(f"{content.name}: no list 'events' in it")
    listed = events
    for i, one in enumerate(listed):
        if not isinstance(one, dict):
            content.report(f"events[{i}]", f"{str(one)[:40]!r} is no event; it is left as it is", lost=True)
    found = [(i, one) for i, one in enumerate(listed) if isinstance(one, dict) and said(one)]
    after = [_time(one, "tStartMs", "", None) for _, one in found[1:]]
    made = [_segment(i, one, until, content) for (i, one), until in zip(found, [*after, None], strict=False)]
    return transcript(turns(made), "youtube-json3", content.problems, source=content, unit_is_known=True)


def _segs(event: Event) -> list[Event]:
    found = event.get("segs")
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def said(event: Event) -> str:
    """The words of an event, "" for one that has none."""
    return "".join(text for one in _segs(event) if isinstance(text := one.get("utf8"), str)).strip()


def _time(record: Event, key: str, where: str, content: Content | None, missing: float | None = None) -> float | None:
    """A time of a record in seconds; what is none is reported."""
    try:
        found = times.seconds(record.get(key), 1000)
    except ValueError:
        if content:
            content.report(where, f"{key} is {str(record[key])[:40]!r}, which is no time; it is estimated")
        return None
    return missing if found is None else found


def _segment(i: int, event: Event, until: float | None, content: Content) -> TranscriptSegment:
    where = f"events[{i}]"
    first = _time(event, "tStartMs", where, content, 0.0)
    length = _time(event, "dDurationMs", where, content)
    last = None if first is None or length is None else round(first + length, 3)
    if until is not None and first is not None and until >= first:  # the window rolls on before it is gone
        last = until if last is None else min(last, until)
    first, last = interval(first, last, where, content.report)
    text = said(event)
    segs = _segs(event)
    if marker := TURN.match(text):
        text = text[marker.end() :]
        segs = _without_marker(segs)
    words = list(_words(segs, first, last, where, content))
    return segment(text, words, start=first, end=last, record=Shown(">> " if marker else "", text, i))


def _without_marker(segs: list[Event]) -> list[Event]:
    """The records of a line without the ``>>`` in front of its words."""
    made, is_front = [], True
    for one in segs:
        text = one.get("utf8")
        if is_front and isinstance(text, str):
            text = TURN.sub("", text)
            is_front = not text.strip()
            one = one | {"utf8": text}
        made.append(one)
    return made


def _words(
    given: Sequence[Event], first: float | None, last: float | None, where: str, content: Content
) -> Iterator[TranscriptWord | None]:
    begins: list[float | None] = []
    for k, one in enumerate(given):
        offset = _time(one, "tOffsetMs", f"{where}.segs[{k}]", content, 0.0)
        at = None if first is None or offset is None else round(first + offset, 3)
        if at is not None and not (first or 0.0) - _NEAR <= at <= (float("inf") if last is None else last) + _NEAR:
            content.report(f"{where}.segs[{k}]", "its time lies outside its event; it is estimated")
            at = None
        begins.append(at)
    texts = [text if isinstance(text := one.get("utf8"), str) else "" for one in given]
    parts = [(one, begin, text) for one, begin, text in zip(given, begins, texts, strict=True)]
    for one, begin, end, text in timed(parts, last):
        sure = one.get("acAsrConf") if one else None
        yield word(
            text,
            begin,
            end,
            where=where,
            report=content.report,
            confidence=sure / 255 if isinstance(sure, (int, float)) and sure else None,
            record=one,
        )


def write(made: Transcript) -> bytes:
    """The file as it was read with other words in its events, or new events.

    Raises `InputError` for words without times in a new file.
    """
    content = made.source
    known = {one.record.event: one for one in made.segments if isinstance(one.record, Shown)}
    if not isinstance(content, Content) or len(known) != len(made.segments) or -1 in known:
        return dumped({"wireMagic": "pb3", "events": [_new(one, i) for i, one in enumerate(made.segments) if one.text]})
    changed = {i: one for i, one in known.items() if not same(one.record.said, one.text)}
    return _with(content, changed) if changed else content.raw


def _with(content: Content, changed: dict[int, TranscriptSegment]) -> bytes:
    """The file with other words in some events; all else stays to the byte, if it is plain JSON."""
    value = as_mapping(content.json)
    new = {i: _new_segs(one, one.record.turn) for i, one in changed.items()}
    try:
        spans = _spans(content.text)
    except (ValueError, RecursionError):  # cut, or printed by Python
        events = [one if i not in new else {**one, "segs": new[i]} for i, one in enumerate(value["events"])]
        return dumped({**value, "events": events})
    made, position = [], 0
    for i in sorted(new):
        begin, end = spans[i]
        made += [content.text[position:begin], spelt(new[i], like=content.text[begin:end])]
        position = end
    front = BOM if content.raw.startswith(BOM.encode()) else ""
    return (front + "".join(made) + content.text[position:]).encode("utf-8", "replace")


def _spans(text: str) -> dict[int, tuple[int, int]]:
    """Where the ``segs`` of each event stand."""
    events = member(text, "events")
    if events is None:
        raise ValueError("no events")
    found = (
        (i, member(text, "segs", one[0])) for i, one in enumerate(items(text, events[0])) if isinstance(one[2], dict)
    )
    return {i: span[:2] for i, span in found if span is not None}


def _new(one: TranscriptSegment, i: int) -> Event:
    if one.start is None:
        raise InputError(f"segments[{i}]: {one.text[:40]!r} has no times, which captions need")
    known = {"tStartMs": one.start, "dDurationMs": None if one.end is None else one.end - (one.start or 0.0)}
    return {key: round(time * 1000) for key, time in known.items() if time is not None} | {"segs": _new_segs(one, "")}


def _new_segs(one: TranscriptSegment, turn: str) -> list[Event]:
    """A record for each word, the space between two of them in the second."""
    made: list[Event] = []
    for i, given in enumerate(one.words):
        record = as_mapping(given.record) if isinstance(given.record, dict) and "utf8" in given.record else {}
        record["utf8"] = f" {given.text}" if i else turn + given.text
        record.pop("tOffsetMs", None)
        if i and given.start is not None and one.start is not None:
            record["tOffsetMs"] = max(0, round((given.start - one.start) * 1000))
        made.append(record)
    return made


def _claims(content: Content) -> float:
    value = content.json
    events = value.get("events") if isinstance(value, dict) else None
    if not isinstance(events, list):
        return 0.0
    return 0.95 if any(isinstance(one, dict) and ("segs" in one or "tStartMs" in one) for one in events) else 0.0


register(
    Format(
        "youtube-json3",
        "YouTube's json3",
        "events with segs and tStartMs",
        _claims,
        read,
        write,
        ".json3",
        silence=("events",),
    )
)
