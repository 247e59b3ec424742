"""What stands between the cues of SRT and WebVTT and is no part of one: words whose times cannot be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from .content import Content
from .cues import Cue
from .pieces import lines

_FRONT = regex.compile(r"^(?:WEBVTT|NOTE|STYLE|REGION)(?:\s|$)")
_NUMBER = regex.compile(r"^\s*\d+\s*$")
_SHOWN = 40


def report_unread(found: Sequence[Cue], content: Content, is_vtt: bool) -> None:
    """Report the lines in front of cues that are neither their numbers or names nor header, notes and styles.

    ``found`` are the cues of ``content``; where there are none, that is every line.
    """
    places = [(cue.before, cue.line) for cue in found] or [(f"{content.text}\n\n", content.text.count("\n") + 3)]
    for before, end in places:
        for line, text in _unread(before, end, is_vtt):
            content.report(f"line {line}", f"{text[:_SHOWN]!r} stands behind no times that can be read", lost=True)


def _unread(before: str, end: int, is_vtt: bool) -> Iterator[tuple[int, str]]:
    """The lines of what stands before line ``end``, by their numbers; a block ends at an empty line."""
    given = [line.removeprefix("\ufeff") for line, _ in lines(before)]
    named = len(given) - 1 if is_vtt and given and "-->" not in given[-1] else -1
    known = False
    for i, line in enumerate(given):
        begins = i == 0 or not given[i - 1].strip()
        known = (known and not begins) or (begins and is_vtt and _FRONT.match(line) is not None)
        if line.strip() and not known and i != named and not _NUMBER.match(line):
            yield end - len(given) + i, line.strip()
