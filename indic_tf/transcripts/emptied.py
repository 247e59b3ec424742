"""Cues whose words all went to the cue before, or were left out: they are not written, and SRT is numbered anew."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace

import regex

from .cues import TIME_LINE
from .model import Transcript
from .pieces import Source, fits

_ARROW = regex.compile(r"\s*-{1,2}>\s*")
_DIALOGUE = regex.compile(r"\s*Dialogue\s*:\s*", regex.I)
_NUMBER = regex.compile(r"(?:\A|(?<=[\r\n]))([ \t]*)(\d{1,11})([ \t]*(?:\r\n|\r|\n)\s*)\Z")
_NAME = regex.compile(
    r"(?:\A|(?<=\n\n)|(?<=\r\n\r\n)|(?<=\r\r))(?!WEBVTT|NOTE|STYLE|REGION)[^\r\n]*[^\s][^\r\n]*(?:\r\n|\r|\n)[ \t]*\Z"
)


def without_emptied(made: Transcript) -> Transcript:
    """``made`` with a source from which the cues are cut that had words and have none now.

    A transcript that was not read from captions, or has none such, comes back as it is.
    """
    source = made.source
    if not isinstance(source, Source) or not fits(made, source):
        return made
    starts = _starts(source.pieces)
    said: dict[int, tuple[str, str]] = {}  # for each cue what it said, and what it says now
    for one in made.segments:
        at = bisect_right(starts, one.record.text) - 1
        before, now = said.get(at, ("", ""))
        said[at] = before + one.record.said, now + one.text
    gone = {at for at, (before, now) in said.items() if at >= 0 and before and not now}
    if not gone:
        return made
    pieces = _cut(list(source.pieces), starts, gone, is_numbered=made.format == "srt")
    return replace(made, source=replace(source, pieces=pieces, raw=None))


def _starts(pieces: tuple[str, ...]) -> list[int]:
    """The first pieces of cues: what stands before a line of times, or the head of a line of dialogue."""
    return [
        i
        for i, piece in enumerate(pieces)
        if _DIALOGUE.fullmatch(piece)
        or (_ARROW.fullmatch("".join(pieces[i + 2 : i + 3])) and TIME_LINE.match("".join(pieces[i + 1 : i + 4])))
    ]


def _cut(pieces: list[str], starts: list[int], gone: set[int], is_numbered: bool) -> tuple[str, ...]:
    fewer = 0
    for at, (start, end) in enumerate(zip(starts, [*starts[1:], len(pieces) - 1], strict=True)):
        if at in gone:
            kept = "" if _DIALOGUE.fullmatch(pieces[start]) else _without_name(pieces[start], is_numbered)
            end = _line_end(pieces, start, end) if not kept and _DIALOGUE.fullmatch(pieces[start]) else end
            pieces[start:end] = [kept, *[""] * (end - start - 1)]
            fewer += 1
        elif fewer and is_numbered:
            pieces[start] = _numbered(pieces[start], fewer)
    return tuple(pieces)


def _numbered(before: str, fewer: int) -> str:
    """What stands before a cue with a number that is smaller by ``fewer``."""
    return _NUMBER.sub(lambda found: f"{found[1]}{max(1, int(found[2]) - fewer)}{found[3]}", before)


def _without_name(before: str, is_numbered: bool) -> str:
    """What stands before a cue without its number or name: notes, styles and the header of the file stay."""
    return (_NUMBER if is_numbered else _NAME).sub("", before)


def _line_end(pieces: list[str], start: int, end: int) -> int:
    """The piece behind a line of dialogue; other lines may follow before the next."""
    return next((i + 1 for i in range(start, end) if pieces[i].endswith(("\n", "\r"))), end + 1)
