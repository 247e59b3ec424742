"""SRT and WebVTT: each cue a segment, its line breaks spaces, tags and names of speakers around its words.

Seen in the wild: files without numbers or blank lines, ``NaN:NaN:NaN,NaN`` for an end, cues without text, a blank line
right behind the times, whisper's times without hours. Numbers, names, settings, notes, styles and line endings stay.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from itertools import count, pairwise

import regex

from ...errors import InputError
from .. import cues as reading
from ..content import Content
from ..cues import Cue, Said
from ..emptied import without_emptied
from ..model import Transcript, TranscriptSegment, TranscriptWord, silently
from ..pieces import Cutter, Place, Spell, lines, rewritten
from ..records import clock
from ..registry import Format, register
from ..shape import interval, segment, transcript, word
from ..unread import report_unread

_ENTITY = regex.compile(r"&(?:[a-z]+|#\d+);")


def read_srt(content: Content) -> Transcript:
    """The cues of an SRT file."""
    return _read(content, "srt")


def read_vtt(content: Content) -> Transcript:
    """The cues of a WebVTT file; words get the times that stand between them."""
    return _read(content, "vtt")


def _read(content: Content, format: str) -> Transcript:
    found, rest = reading.cues(content.text, is_vtt=format == "vtt")
    if not found and not is_vtt(content):
        raise InputError(f"{content.name}: no line such as 00:00:01,000 --> 00:00:02,500 in it")
    starts = [line for cue in found for line, _ in cue.body[slice(*cue.span)]]
    labels = reading.labels_of(starts)
    cut = Cutter()
    turns = count(1)
    made = [one for cue in found for one in _cue(cue, labels, content, cut, turns)]
    cut.add(rest)
    report_unread(found, content, is_vtt=format == "vtt")
    language = (
        regex.search(r"(?m)^Language:\s*(\S+)", reading.unix(found[0].before)) if found and format == "vtt" else None
    )
    source = cut.source(content, len(made))
    return transcript(
        made, format, content.problems, language=language and language[1], source=source, unit_is_known=True
    )


def _cue(
    cue: Cue, labels: frozenset[str], content: Content, cut: Cutter, turns: Iterator[int]
) -> Iterator[TranscriptSegment]:
    where = f"line {cue.line}"
    first, last = interval(cue.start, cue.end, where, content.report)
    cut.add(cue.before)
    start = cut.add(cue.start)
    cut.add(cue.arrow)
    end = cut.add(cue.end)
    low, high = cue.span
    cut.add(cue.rest + "".join(line + ending for line, ending in cue.body[:low]))
    inside = cue.body[low:high]
    begins = reading.turns([line for line, _ in inside], labels)
    if len(begins) > 1:
        groups = [inside[i:k] for i, k in pairwise([*begins, len(inside)])]
        yield from _turns([_raw(group) for group in groups], first, last, labels, cut, turns)
    elif inside:
        raw, ending = _raw(inside)
        yield _segment(reading.said(raw, labels), first, last, (start, end), cut)
        cut.add(ending)
    cut.add("".join(line + ending for line, ending in cue.body[high:]))


def _raw(inside: Sequence[reading.Line]) -> reading.Line:
    """Some lines as one text, and the ending of the last."""
    return "".join(line + ending for line, ending in inside[:-1]) + inside[-1][0], inside[-1][1]


def _turns(
    inside: Sequence[reading.Line],
    first: float | None,
    last: float | None,
    labels: frozenset[str],
    cut: Cutter,
    turns: Iterator[int],
) -> Iterator[TranscriptSegment]:
    """A cue of several speakers: a segment for each, the time shared out; a channel of its own for one without name."""
    found = [reading.said(line, labels) for line, _ in inside]
    spans = reading.shared_out([one.text for one in found], first, last)
    for one, (a, b), (_, ending) in zip(found, spans, inside, strict=True):
        channel = None if one.speaker else f"turn {next(turns)}"
        yield _segment(one, a, b, (-1, -1), cut, channel)
        cut.add(ending)


def _segment(
    found: Said,
    first: float | None,
    last: float | None,
    places: tuple[int, int],
    cut: Cutter,
    channel: str | None = None,
) -> TranscriptSegment:
    cut.add(found.lead)
    place = Place(cut.add(found.inner), found.text, *places)
    cut.add(found.tail)
    timed = _timed(found.inner, first, last) if reading.is_stamped(found.inner) else []
    return segment(found.text, timed, start=first, end=last, speaker=found.speaker, channel=channel, record=place)


def _timed(raw: str, first: float | None, last: float | None) -> list[TranscriptWord | None]:
    """The words of a cue with the times between them; one that lies outside the cue is no time."""
    parts = [(time, text) for time, text in reading.stamped(raw)]
    begins = [first, *(interval(time, None, "", silently)[0] for time, _ in parts[1:])]
    low, high = first or 0.0, last if last is not None else float("inf")
    begins = [time if time is not None and low - 1e-3 <= time <= high + 1e-3 else None for time in begins]
    given = [(None, time, text) for time, (_, text) in zip(begins, parts, strict=True)]
    return [word(text, a, b, where="", report=silently) for _, a, b, text in reading.timed(given, last)]


# --- writing ------------------------------------------------------------------------------------------


def _spell(format: str) -> Spell:
    def spell(place: Place, old: str, one: TranscriptSegment) -> str:
        if reading.is_stamped(old):
            return stamped(one)
        entities = format == "vtt" or _ENTITY.search(old) is not None
        return reading.dressed(html.escape(one.text, quote=False) if entities else one.text, old)

    return spell


def stamped(one: TranscriptSegment) -> str:
    """The words of a segment as WebVTT, each but the first behind its time."""
    made = ""
    for i, given in enumerate(one.words):
        text = html.escape(given.text, quote=False)
        if not i:
            made = text
        elif given.start is None or given.start <= (one.start or 0.0):
            made += f" {text}"
        else:
            made += f" <{clock(given.start)}>{text}"
    return made


def write_srt(made: Transcript) -> bytes:
    """The file as it was read with other words and without cues that lost theirs, or one cue for each segment with any.

    Raises `InputError` for a segment without times.
    """
    return _write(made, "srt")


def write_vtt(made: Transcript) -> bytes:
    """As `write_srt`; a new file names the speakers of its cues."""
    return _write(made, "vtt")


def _write(made: Transcript, format: str) -> bytes:
    found = rewritten(without_emptied(made), _spell(format)) if made.format == format else None
    if found is not None:
        return found
    shown = ["WEBVTT\n\n"] if format == "vtt" else []
    point = "." if format == "vtt" else ","
    for i, one in enumerate(one for one in made.segments if one.text):
        times = timeline(one, point, f"segments[{i}]")
        text = html.escape(one.text, quote=False) if format == "vtt" else one.text
        voice = f"<v {html.escape(one.speaker, quote=False)}>" if format == "vtt" and one.speaker else ""
        shown.append(f"{times}\n{voice}{text}\n\n" if format == "vtt" else f"{i + 1}\n{times}\n{text}\n\n")
    return "".join(shown).encode("utf-8", "replace")


def timeline(one: TranscriptSegment, point: str, where: str) -> str:
    """The times of a cue. Raises `InputError` for a segment without."""
    if one.start is None or one.end is None:
        raise InputError(f"{where}: {one.text[:40]!r} has no times, which captions need")
    return f"{clock(one.start, point)} --> {clock(one.end, point)}"


# --- claims -------------------------------------------------------------------------------------------


def is_vtt(content: Content) -> bool:
    """True for a file that begins as WebVTT does."""
    return regex.match(r"WEBVTT(?:\s|$)", content.head) is not None


def _claims_vtt(content: Content) -> float:
    return 0.9 if is_vtt(content) else 0.0


def _claims_srt(content: Content) -> float:
    if is_vtt(content) or "[Events]" in content.head:
        return 0.0
    full = [line for line, _ in lines(content.head) if line.strip()][:400]
    places = [i for i, line in enumerate(full) if reading.TIME_LINE.match(line)]
    return 0.0 if not places else 0.85 if places[0] <= 1 else 0.4


register(Format("srt", "SRT captions", "lines such as 00:00:01,000 --> 00:00:02,500", _claims_srt, read_srt, write_srt,
                ".srt", is_captions=True))  # fmt: skip
register(Format("vtt", "WebVTT captions", "a first line WEBVTT", _claims_vtt, read_vtt, write_vtt, ".vtt",
                is_captions=True))  # fmt: skip
