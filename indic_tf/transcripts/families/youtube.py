"""YouTube's automatic captions: WebVTT with a rolling window of two lines. (json3 is in `json3`.)

Seen in the wild: the upper line repeats the one before; new words carry ``<00:00:00.240><c> word</c>``, but the first
of a line has no tag, nor has a line of one word; every second cue is an echo of 10 ms; a line with one space stands for
an empty one; ``>>`` where another speaker begins; sound labels in the language. Only an exact repeat of the line just
before is dropped: who says a thing twice has said it twice.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, replace

import regex

from ...errors import InputError
from .. import cues as reading
from ..content import Content
from ..cues import Cue
from ..model import Transcript, TranscriptSegment, silently
from ..records import clock
from ..registry import Format, register
from ..shape import interval, segment, transcript, word
from ..unread import report_unread
from .subtitles import is_vtt, timeline

_ECHO = 0.025  # seconds: shorter than anybody reads
_NEAR = 1e-3
TURN = regex.compile(r"^\s*(?:(?:>|&gt;){2,})\s*")
_HEADER = regex.compile(r"(?m)^Kind:\s*captions\s*$")
_WORD_TAG = regex.compile(r"<\d[\d:.]*><c[.>]")
_SETTINGS = regex.compile(r"align:start position:0%")
_LANGUAGE = regex.compile(r"(?m)^Language:\s*(\S+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a segment was read from.

    Attributes:
        turn: the marker in front of it.
        said: its text without that.
        event: the number of its event in json3.
    """

    turn: str = ""
    said: str = ""
    event: int = -1


# --- WebVTT -------------------------------------------------------------------------------------------


def read_vtt(content: Content) -> Transcript:
    """Each line once, its words with their times."""
    found, _ = reading.cues(content.text, is_vtt=True)
    if not found and not is_vtt(content):
        raise InputError(f"{content.name}: no line such as 00:00:01.000 --> 00:00:02.500 in it")
    report_unread(found, content, is_vtt=True)
    made = turns(list(_new_lines(found, content)))
    header = found[0].before if found else content.text
    language = _LANGUAGE.search(reading.unix(header))
    return transcript(
        made, "youtube-vtt", content.problems, language=language and language[1], source=header, unit_is_known=True
    )


def _new_lines(found: list[Cue], content: Content) -> Iterator[TranscriptSegment]:
    """A segment for each line that was not on the screen already. It ends when the next begins, at the latest."""
    shown: list[str] = []
    for i, cue in enumerate(found):
        first, last = interval(cue.start, cue.end, f"line {cue.line}", content.report)
        raw = [line for line, _ in cue.body]
        while raw and raw[-1] == "":
            raw.pop()
        full = [(k, line) for k, line in enumerate(raw) if line.strip()]
        plain = [reading.plain(line) for _, line in full]
        is_short = first is not None and last is not None and last - first < _ECHO
        if is_short and all(line in shown for line in plain):
            shown = plain or shown
            continue
        following = _start(found, i + 1)
        for k, line in full:
            is_upper = k < len(raw) - 1 and not reading.is_stamped(line)
            if not (is_upper and shown and reading.plain(line) == shown[-1] and k == full[0][0]):
                until = following if last is None else last
                yield _line(line, first, until, cue, content)
        shown = plain or shown


def _start(found: list[Cue], i: int) -> float | None:
    return interval(found[i].start, None, "", silently)[0] if i < len(found) else None


def _line(raw: str, first: float | None, last: float | None, cue: Cue, content: Content) -> TranscriptSegment:
    """A line with the times in it; a time outside its cue is reported and estimated."""
    marker = TURN.match(raw)
    raw = raw[marker.end() :] if marker else raw
    parts = list(reading.stamped(raw))
    begins: list[float | None] = [first]
    for time, _ in parts[1:]:
        at, _ = interval(time, None, f"line {cue.line}", content.report)
        low, high = first or 0.0, float("inf") if last is None else last
        if at is not None and not low - _NEAR <= at <= high + _NEAR:
            content.report(f"line {cue.line}", f"the time {time} of a word lies outside its cue; it is estimated")
            at = None
        begins.append(at)
    given = [(None, time, text) for time, (_, text) in zip(begins, parts, strict=True)]
    words = [word(text, a, b, where="", report=silently) for _, a, b, text in reading.timed(given, last)]
    said = reading.plain(raw)
    return segment(said, words, start=first, end=last, record=Shown(">> " if marker else "", said))


def turns(made: list[TranscriptSegment]) -> list[TranscriptSegment]:
    """Segments with a name for each turn: ``>>`` says that speakers change, not who they are."""
    out, turn = [], 0
    for one in made:
        turn += bool(one.record.turn)
        if turn:
            who = f"turn {turn}"
            one = replace(one, speaker=who, words=tuple(replace(given, speaker=who) for given in one.words))
        out.append(one)
    return out


def write_vtt(made: Transcript) -> bytes:
    """Plain WebVTT: each line once, its words with their times, the header as it was.

    Raises `InputError` for segments without times.
    """
    header = made.source if isinstance(made.source, str) else "WEBVTT\nKind: captions\n\n"
    shown = [header if header.endswith("\n\n") or header.endswith("\r\n\r\n") else header.rstrip() + "\n\n"]
    for i, one in enumerate(made.segments):
        if one.text:
            marker = html.escape(one.record.turn, quote=False) if isinstance(one.record, Shown) else ""
            shown.append(f"{timeline(one, '.', f'segments[{i}]')}\n{marker}{_tagged(one)}\n\n")
    return "".join(shown).encode("utf-8", "replace")


def _tagged(one: TranscriptSegment) -> str:
    made = ""
    for i, given in enumerate(one.words):
        text = html.escape(given.text, quote=False)
        is_timed = i and given.start is not None and given.start > (one.start or 0.0)
        made += f"<{clock(given.start)}><c> {text}</c>" if is_timed and given.start is not None else f" {text}"
    return made.strip()


def read_srt(content: Content) -> Transcript:
    """The same window as SRT, as downloaders turn it: without tags, so words have no times of their own."""
    found, _ = reading.cues(content.text, is_vtt=False)
    if not found:
        raise InputError(f"{content.name}: no line such as 00:00:01,000 --> 00:00:02,500 in it")
    report_unread(found, content, is_vtt=False)
    made = turns(list(_new_lines(found, content)))
    return transcript(made, "youtube-srt", content.problems, unit_is_known=True)


def write_srt(made: Transcript) -> bytes:
    """Plain SRT: each line once. Raises `InputError` for segments without times."""
    shown = []
    for i, one in enumerate(one for one in made.segments if one.text):
        marker = one.record.turn if isinstance(one.record, Shown) else ""
        shown.append(f"{i + 1}\n{timeline(one, ',', f'segments[{i}]')}\n{marker}{one.text}\n\n")
    return "".join(shown).encode("utf-8", "replace")


def _claims_srt(content: Content) -> float:
    """A quarter of the cues are too short to be read, and most of these say nothing new."""
    if is_vtt(content) or "-->" not in content.head:
        return 0.0
    found, _ = reading.cues(content.head, is_vtt=False)
    echoes = [i for i, cue in enumerate(found) if i and _is_echo(cue, found[i - 1])]
    return 0.9 if len(echoes) > 2 and 4 * len(echoes) >= len(found) else 0.0


def _is_echo(cue: Cue, before: Cue) -> bool:
    first, last = interval(cue.start, cue.end, "", silently)
    if first is None or last is None or last - first >= _ECHO:
        return False
    shown = [reading.plain(line) for line, _ in before.body]
    return all(reading.plain(line) in shown for line, _ in cue.body if line.strip())


def _claims_vtt(content: Content) -> float:
    if not is_vtt(content):
        return 0.0
    return (
        0.95
        if _WORD_TAG.search(content.head)
        or (_HEADER.search(reading.unix(content.head)) and _SETTINGS.search(content.head))
        else 0.0
    )


register(Format("youtube-vtt", "YouTube's automatic WebVTT", "WEBVTT with Kind: captions and words such as "
                "<00:00:00.240><c> word</c>", _claims_vtt, read_vtt, write_vtt, ".vtt"))  # fmt: skip
register(Format("youtube-srt", "YouTube's automatic captions as SRT", "SRT of which every second cue is an echo",
                _claims_srt, read_srt, write_srt, ".srt", is_captions=True))  # fmt: skip
