"""ASS and SSA through pysubs2: styles, headers, names and effects stay, the words of each line are formatted.

Seen in the wild: times that are not padded (``0:0:0.35``), commas in texts, captions cut at four words. pysubs2 ends in
an error at the first line that it cannot read, so those are left out, reported, and stay in the file as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, pairwise
from typing import TYPE_CHECKING

import regex

from ...errors import InputError
from .. import cues as reading
from ..content import Content
from ..emptied import without_emptied
from ..model import Transcript, TranscriptSegment
from ..pieces import Cutter, Place, lines, retimed, rewritten
from ..registry import Format, register
from ..shape import interval, name, segment, transcript

if TYPE_CHECKING:
    import pysubs2

_EVENT = regex.compile(r"^(?P<kind>\s*Dialogue\s*:\s*)(?P<fields>.*)$", regex.I)
_TIME = regex.compile(r"^\s*0*(\d{1,2}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*$")
_BRACES = regex.compile(r"(?<!\\)\{[^{}]*\}")  # behind a backslash libass shows a brace
_SHOWN = regex.compile(r"\\([{}])")
_NAMES = regex.compile(r"^\s*Format\s*:\s*(.*)$", regex.I)
_SECTION = regex.compile(r"(?mi)^\s*\[(?:Script Info|V4\+? Styles|Events)\]\s*$")
_LINES = regex.compile(r"(?:(?!\\[nN]).)+(?:\\[nN])*|(?:\\[nN])+")
_BREAKS = regex.compile(r"(?:\\[nN])*\Z")
_FIELDS = ("Layer", "Start", "End", "Style", "Name", "MarginL", "MarginR", "MarginV", "Effect", "Text")


@dataclass(slots=True)
class _Line:
    """A line of dialogue: its fields with the commas between them, and which of them are its times and text."""

    number: int
    kind: str
    fields: list[str]
    ending: str
    names: list[str]

    def at(self, *wanted: str) -> int:
        return next((i for i, one in enumerate(self.names) if one.casefold() in wanted), -1)


def read(content: Content) -> Transcript:
    """The dialogue of a file; comments and drawings are none."""
    cut, made = Cutter(), []
    found = list(_lines(content))
    events = _events([one for one in found if isinstance(one, _Line)])
    follow, turns = iter(events), count(1)
    spoken = [(one, next(follow) if isinstance(one, _Line) else None) for one in found]
    labels = reading.labels_of([event.text for _, event in spoken if event])
    for one, event in spoken:
        if isinstance(one, str):
            cut.add(one)
        elif event is not None:
            made += _segments(one, event, labels, content, cut, turns)
    return transcript(made, "ass", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def _lines(content: Content) -> Iterator[_Line | str]:
    """The lines of dialogue that can be read, and all others as they stand."""
    names, inside = list(_FIELDS), False
    for number, (line, ending) in enumerate(lines(content.text), start=1):
        if line.lstrip().startswith("["):
            inside = line.strip().casefold() == "[events]"
        if inside and (given := _NAMES.match(line)):
            names = [one.strip() for one in given[1].split(",")]
        found = _EVENT.match(line)
        if found is None or not inside:
            if found is not None:
                content.report(f"line {number}", "a line of dialogue outside [Events]; it is left as it is", lost=True)
            yield line + ending
            continue
        fields = found["fields"].split(",", len(names) - 1)
        one = _Line(number, found["kind"], fields, ending, names)
        if problem := _problem(one):
            content.report(f"line {number}", f"{problem}; it is left as it is", lost=True)
            yield line + ending
        else:
            yield one


def _problem(one: _Line) -> str:
    if len(one.fields) < len(one.names):
        return f"{len(one.fields)} fields, expected {len(one.names)} ({', '.join(one.names)})"
    for which in ("start", "end"):
        place = one.at(which)
        if place < 0 or not _TIME.match(one.fields[place]):
            return f"{which} is {one.fields[place]!r}, which is no time" if place >= 0 else f"no {which}"
    return "" if one.at("text") == len(one.names) - 1 else "no text"


def _events(given: Sequence[_Line]) -> list[pysubs2.SSAEvent]:
    """What pysubs2 makes of lines of dialogue, all brought into one order of fields."""
    import pysubs2

    made = [f"[Script Info]\nScriptType: v4.00+\n\n[Events]\nFormat: {', '.join(_FIELDS)}\n"]
    for one in given:
        order = [one.at(*wanted) for wanted in (("start",), ("end",), ("style",), ("name", "actor"), ("text",))]
        start, end, style, who, text = (one.fields[i].strip() if i >= 0 else "" for i in order)
        made.append(f"Dialogue: 0,{_padded(start)},{_padded(end)},{style or 'Default'},{who},0,0,0,,{text}\n")
    return pysubs2.SSAFile.from_string("".join(made), format_="ass").events


def _padded(time: str) -> str:
    """A time as pysubs2 reads it: it knows neither ``0:0:1`` nor a colon before the hundredths."""
    found = _TIME.match(time)
    hours, minutes, seconds, part = found.groups() if found else ("0", "0", "0", "0")
    return f"{hours}:{minutes:0>2}:{seconds:0>2}.{part or '0'}"


def _segments(
    one: _Line, event: pysubs2.SSAEvent, labels: frozenset[str], content: Content, cut: Cutter, turns: Iterator[int]
) -> list[TranscriptSegment]:
    places = {which: one.at(which) for which in ("start", "end", "text")}
    cut.add(one.kind)
    pieces: dict[int, int] = {}
    for i, given in enumerate(one.fields[:-1]):
        pieces[i] = cut.add(given)
        cut.add(",")
    raw = one.fields[-1]
    if event.is_drawing or not _BRACES.sub("", raw).strip():
        cut.add(raw + one.ending)
        return []
    first, last = interval(event.start / 1000, event.end / 1000, f"line {one.number}", content.report)
    if parts := _turns(raw, labels):
        return _turn_segments(parts, first, last, labels, name(event.name), one, cut, turns)
    said = reading.said(raw, labels)
    text = _plain(said.inner)
    cut.add(said.lead)
    place = Place(cut.add(said.inner), text, pieces[places["start"]], pieces[places["end"]])
    cut.add(said.tail + one.ending)
    return [segment(text, start=first, end=last, speaker=said.speaker or name(event.name), record=place)]


def _plain(raw: str) -> str:
    """What is shown of a text: no overrides and comments in braces."""
    return _SHOWN.sub(r"\1", reading.plain(_BRACES.sub("", raw)))


def _turns(raw: str, labels: frozenset[str]) -> list[str]:
    """What each of several speakers says in a line, with the line breaks behind it; [] for one speaker."""
    parts = _LINES.findall(raw)
    begins = reading.turns(parts, labels)
    if len(begins) < 2:
        return []
    return ["".join(parts[i:k]) for i, k in pairwise([*begins, len(parts)])]


def _turn_segments(
    parts: Sequence[str],
    first: float | None,
    last: float | None,
    labels: frozenset[str],
    actor: str | None,
    one: _Line,
    cut: Cutter,
    turns: Iterator[int],
) -> list[TranscriptSegment]:
    """A segment for each speaker, the time shared out; a channel of its own for one without a name."""
    made, found = [], []
    for part in parts:
        breaks = _BREAKS.search(part)
        assert breaks is not None
        found.append((reading.said(part[: breaks.start()], labels), breaks[0]))
    texts = [_plain(said.inner) for said, _ in found]
    spans = reading.shared_out(texts, first, last)
    for (said, behind), text, (a, b) in zip(found, texts, spans, strict=True):
        cut.add(said.lead)
        place = Place(cut.add(said.inner), text)
        cut.add(said.tail + behind)
        channel = None if said.speaker else f"turn {next(turns)}"
        made.append(segment(text, start=a, end=b, speaker=said.speaker or actor, channel=channel, record=place))
    cut.add(one.ending)
    return made


# --- writing ------------------------------------------------------------------------------------------


def _spell(place: Place, old: str, one: TranscriptSegment) -> str:
    escaped = _SHOWN.search(old) is not None
    return reading.dressed(_braced(one.text, escaped), old)


def _braced(text: str, escaped: bool = False) -> str:
    """A text that no player takes for overrides: its braces as parentheses, or escaped as libass reads them."""
    opened, closed = ("\\{", "\\}") if escaped else "()"
    return text.replace("{", opened).replace("}", closed)


def _clock(old: str, value: float, per_second: float) -> str:
    """A time in hundredths of a second, as ASS has it."""
    if retimed(old, value, per_second) == old:
        return old
    minutes, hundredths = divmod(round(value * 100), 6000)
    return f"{minutes // 60}:{minutes % 60:02d}:{hundredths // 100:02d}.{hundredths % 100:02d}"


def write(made: Transcript) -> bytes:
    """The file as it was read with other words, or a new one with the style of pysubs2.

    Raises `InputError` for a segment without times.
    """
    found = rewritten(without_emptied(made), _spell, _clock) if made.format == "ass" else None
    if found is not None:
        return found
    import pysubs2

    file = pysubs2.SSAFile()
    for i, one in enumerate(made.segments):
        if not one.text:
            continue
        if one.start is None or one.end is None:
            raise InputError(f"segments[{i}]: {one.text[:40]!r} has no times, which captions need")
        text = _braced(one.text)
        start, end = (pysubs2.make_time(s=time) for time in (one.start, one.end))
        file.append(pysubs2.SSAEvent(start=start, end=end, text=text, name=(one.speaker or "").replace(",", " ")))
    return file.to_string("ass").encode("utf-8", "replace")


def _claims(content: Content) -> float:
    if not _SECTION.search(reading.unix(content.head)):
        return 0.0
    return 0.9 if regex.search(r"(?:^|[\r\n])\s*Dialogue\s*:", content.text) else 0.3


register(Format("ass", "ASS or SSA captions", "a section [Events] with lines of Dialogue", _claims, read, write, ".ass",
                is_captions=True))  # fmt: skip
