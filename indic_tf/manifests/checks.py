"""What can be wrong with a recording and its transcript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import regex

from ..scripts import DIGITS
from .records import Record

_LETTER = regex.compile(r"\p{L}")
_LETTERS_OF = {name: regex.compile(rf"[\p{{L}}&&\p{{Script={name}}}]", regex.V1) for name in DIGITS}
_SAID = regex.compile(r"[\p{L}\p{N}]")


@dataclass(frozen=True, slots=True)
class Limits:
    """What is plausible.

    Attributes:
        shortest, longest: seconds of one recording. Whisper and its like hear 30 s at a time.
        slowest, fastest: words per second. Speech has two to four; a recording far off has another transcript.
        own_script: the share of letters that must be of the language's scripts; the rest may be foreign words.
    """

    shortest: float = 0.2
    longest: float = 30.0
    slowest: float = 0.1
    fastest: float = 8.0
    own_script: float = 0.5


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, in words that are counted, and the detail.

    >>> str(Problem("too long", "31.20 s, at most 30 s"))
    'too long: 31.20 s, at most 30 s'
    """

    kind: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}" if self.detail else self.kind


@dataclass(frozen=True, slots=True)
class Bad:
    """What was set aside: a recording, a line, or both, with every problem it has."""

    problems: tuple[Problem, ...]
    id: str = ""
    audio_filepath: str = ""
    text: str = ""
    duration: float | None = None
    source: str = ""

    def __str__(self) -> str:
        return f"{self.source or self.audio_filepath or self.id}: {'; '.join(map(str, self.problems))}"

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready, what is unknown left out."""
        known = {name: getattr(self, name) for name in ("id", "audio_filepath", "duration", "text", "source")}
        return {"reasons": [str(p) for p in self.problems]} | {k: v for k, v in known.items() if v not in ("", None)}


def problems(record: Record, limits: Limits, scripts: Sequence[str] = ()) -> tuple[Problem, ...]:
    """Everything that is wrong with a record.

    ``scripts`` are the Unicode script names its language is written in; without them scripts are not looked at.
    """
    found = [*_of_text(record.text, limits, scripts)]
    if record.duration is not None:
        found += _of_duration(record.duration, limits)
        if not found:
            found += _of_speed(len(record.text.split()) / record.duration, limits)
    return tuple(found)


def _of_text(text: str, limits: Limits, scripts: Sequence[str]) -> Iterator[Problem]:
    if not _SAID.search(text):
        yield Problem("empty text", "only marks" if text.strip() else "")
    elif scripts and (letters := len(_LETTER.findall(text))):
        own = sum(len(_LETTERS_OF[name].findall(text)) for name in scripts if name in _LETTERS_OF)
        if own < limits.own_script * letters:
            yield Problem(
                "wrong script", f"{own} of {letters} letters are {' or '.join(scripts)}, most are {_main(text)}"
            )


def _main(text: str) -> str:
    counts = {name: len(pattern.findall(text)) for name, pattern in _LETTERS_OF.items()}
    name = max(counts, key=lambda name: counts[name])
    return name if counts[name] else "of another script"


def _of_duration(seconds: float, limits: Limits) -> Iterator[Problem]:
    if seconds == 0:
        yield Problem("no sound", "0 s")
    elif seconds < limits.shortest:
        yield Problem("too short", f"{seconds:.2f} s, at least {limits.shortest:g} s")
    elif seconds > limits.longest:
        yield Problem("too long", f"{seconds:.2f} s, at most {limits.longest:g} s")


def _of_speed(speed: float, limits: Limits) -> Iterator[Problem]:
    if speed > limits.fastest:
        yield Problem("too many words", f"{speed:.1f} a second, at most {limits.fastest:g}")
    elif speed < limits.slowest:
        yield Problem("too few words", f"{speed:.2f} a second, at least {limits.slowest:g}")
