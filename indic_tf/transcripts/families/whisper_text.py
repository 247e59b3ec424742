"""What whisper's commands write besides JSON: TSV, TXT, and the listings on the screen; labels of Audacity.

Seen in the wild: TSV in whole milliseconds under the header ``start end text``; ``[00:00.000 --> 00:02.400]  text`` on
the screen (openai-whisper, whisper.cpp); ``[0.00s -> 2.40s] text`` (faster-whisper's example), with a number in front
of the times in some programs. A TXT has a segment a line, and nothing tells it from any other text.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import regex

from ...errors import InputError
from ..content import Content
from ..model import Transcript, TranscriptSegment
from ..pieces import Cutter, Place, Spell, as_it_stands, lines, retimed, rewritten
from ..records import clock
from ..registry import Format, register
from ..shape import interval, segment, transcript

_TSV_HEADER = regex.compile(r"^start\tend\ttext[ \t]*(?:[\r\n]|$)")
_CLOCK = r"(?:\d{1,4}:)?\d{1,3}:\d{2}[.,]\d{1,3}"
_LISTED = regex.compile(rf"^(?P<lead>\s*\[\s*)(?P<start>{_CLOCK})(?P<to>\s*-->\s*)(?P<end>{_CLOCK})(?P<close>\s*\]\s*)")
_LABEL = regex.compile(r"^\d+\.\d+\t\d+\.\d+\t")
_SECONDS = r"-?\d+(?:\.\d+)?s"
_FASTER = regex.compile(
    rf"^(?P<lead>\s*\[\s*(?:\d+\s+)?)(?P<start>{_SECONDS})(?P<to>\s*-+>\s*)(?P<end>{_SECONDS})(?P<close>\s*\]\s*)"
)
_ENOUGH = 0.5  # of the lines: programs print progress between them


# --- TSV ----------------------------------------------------------------------------------------------


def read_tsv(content: Content) -> Transcript:
    """The segments of a TSV file; lines with other than three cells keep their text and are reported."""
    return _read_tsv(content, "whisper-tsv", 1000)


def read_labels(content: Content) -> Transcript:
    """The labels of Audacity: seconds, no header."""
    return _read_tsv(content, "audacity", 1)


def _read_tsv(content: Content, format: str, per_second: float) -> Transcript:
    cut, made = Cutter(), []
    for number, (line, end) in enumerate(lines(content.text), start=1):
        if (number == 1 and _TSV_HEADER.match(line.lstrip())) or not line.strip():
            cut.add(line + end)
            continue
        made.append(_tsv_line(line, f"line {number}", content, cut, per_second))
        cut.add(end)
    return transcript(made, format, content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def _tsv_line(line: str, where: str, content: Content, cut: Cutter, per_second: float) -> TranscriptSegment:
    cells = line.split("\t", 2)
    if len(cells) < 3:
        content.report(where, f"{len(cells)} of the three cells start, end, text")
        text = cells[-1]
        cut.add(line[: len(line) - len(text)])
        return segment(text, record=Place(cut.add(text), text))
    first, last = interval(cells[0], cells[1], where, content.report, per_second)
    start = cut.add(cells[0])
    cut.add("\t")
    end = cut.add(cells[1])
    cut.add("\t")
    place = Place(cut.add(cells[2]), cells[2], start, end, per_second)
    return segment(cells[2], start=first, end=last, record=place)


def write_tsv(made: Transcript) -> bytes:
    """The file as it was read, or a new one; a segment without times has empty cells."""
    found = rewritten(made) if made.format == "whisper-tsv" else None
    if found is not None:
        return found
    rows = [f"{_thousandths(one.start)}\t{_thousandths(one.end)}\t{one.text}\n" for one in made.segments]
    return "".join(["start\tend\ttext\n", *rows]).encode("utf-8", "replace")


def write_labels(made: Transcript) -> bytes:
    """The file as it was read, or a new one. Raises `InputError` for segments without times."""
    found = rewritten(made, clock=_six_places) if made.format == "audacity" else None
    if found is not None:
        return found
    shown = []
    for i, one in enumerate(one for one in made.segments if one.text):
        if one.start is None or one.end is None:
            raise InputError(f"segments[{i}]: {one.text[:40]!r} has no times, which labels need")
        shown.append(f"{one.start:.6f}\t{one.end:.6f}\t{one.text}\n")
    return "".join(shown).encode("utf-8", "replace")


def _six_places(old: str, value: float, per_second: float) -> str:
    return old if retimed(old, value, per_second) == old else f"{value:.6f}"


def _thousandths(time: float | None) -> str:
    return "" if time is None else str(round(time * 1000))


# --- listings -----------------------------------------------------------------------------------------


def _reader(name: str, pattern: regex.Pattern[str]) -> Callable[[Content], Transcript]:
    """A reader of listings whose lines begin as ``pattern`` has it. Others stay."""

    def read(content: Content) -> Transcript:
        cut = Cutter()
        made: list[TranscriptSegment] = []
        for number, (line, end) in enumerate(lines(content.text), start=1):
            found = pattern.match(line)
            if found:
                made.append(_listed(line, found, f"line {number}", content, cut))
            else:
                cut.add(line)
                if line.strip():
                    content.report(
                        f"line {number}", f"no times in front: {line.strip()[:40]!r} is left as it is", lost=True
                    )
            cut.add(end)
        return transcript(made, name, content.problems, source=cut.source(content, len(made)), unit_is_known=True)

    return read


def _listed(line: str, found: regex.Match[str], where: str, content: Content, cut: Cutter) -> TranscriptSegment:
    text = line[found.end() :]
    first, last = interval(found["start"], found["end"], where, content.report)
    cut.add(found["lead"])
    start = cut.add(found["start"])
    cut.add(found["to"])
    end = cut.add(found["end"])
    cut.add(found["close"])
    return segment(text, start=first, end=last, record=Place(cut.add(text), text, start, end))


def _writer(name: str, line: Callable[[Any, Any], str], spell: Spell = as_it_stands) -> Callable[[Transcript], bytes]:
    def write(made: Transcript) -> bytes:
        found = rewritten(made, spell) if made.format == name else None
        if found is not None:
            return found
        shown = [f"{line(one.start or 0.0, one.end or one.start or 0.0)}{one.text}\n" for one in made.segments]
        return "".join(shown).encode("utf-8", "replace")

    return write


def _claims(pattern: regex.Pattern[str]) -> Callable[[Content], float]:
    def claims(content: Content) -> float:
        shown = [line for line in content.head.splitlines()[:200] if line.strip()]
        fit = sum(bool(pattern.match(line)) for line in shown)
        return 0.85 if fit and fit >= _ENOUGH * len(shown) else 0.0

    return claims


# --- TXT ----------------------------------------------------------------------------------------------


def read_txt(content: Content) -> Transcript:
    """A segment a line, all of one recording: a sentence may go across lines."""
    cut, made = Cutter(), []
    for line, end in lines(content.text):
        if line.strip():
            made.append(segment(line, record=Place(cut.add(line), line)))
        else:
            cut.add(line)
        cut.add(end)
    return transcript(made, "whisper-txt", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def write_txt(made: Transcript) -> bytes:
    found = rewritten(made) if made.format == "whisper-txt" else None
    return found if found is not None else "".join(f"{one.text}\n" for one in made.segments).encode("utf-8", "replace")


def _tsv_claims(content: Content) -> float:
    return 0.9 if _TSV_HEADER.match(content.head) else 0.0


register(Format("whisper-tsv", "whisper TSV", "a first line 'start end text' with tabs, and milliseconds",
                _tsv_claims, read_tsv, write_tsv, ".tsv"))  # fmt: skip
register(Format("audacity", "Audacity labels", "lines of start, end, text with tabs, in seconds",
                _claims(_LABEL), read_labels, write_labels, ".txt"))  # fmt: skip
register(Format("whisper-txt", "whisper TXT", "only if it is named: a segment a line, all of one recording",
                lambda _: 0.0, read_txt, write_txt, ".txt"))  # fmt: skip
register(Format("whisper-listing", "whisper's listing", "lines such as [00:00.000 --> 00:02.400]  text",
                _claims(_LISTED), _reader("whisper-listing", _LISTED),
                _writer("whisper-listing", lambda a, b: f"[{clock(a, hours=False)} --> {clock(b, hours=False)}]  "),
                ".txt"))  # fmt: skip
register(Format("faster-whisper-listing", "faster-whisper's listing", "lines such as [0.00s -> 2.40s] text",
                _claims(_FASTER), _reader("faster-whisper-listing", _FASTER),
                _writer("faster-whisper-listing", lambda a, b: f"[{a:.2f}s -> {b:.2f}s] "), ".txt"))  # fmt: skip
