"""From a folder of audio and transcripts to checked records."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import regex

from ..errors import InputError
from .audio import AudioError, seconds
from .checks import Bad, Limits, Problem, problems
from .folder import Pair, pair
from .records import Record
from .transcripts import Line

_KNOWN = ("speaker", "document", "lang")
_TAKEN = ("audio_filepath", "text", "duration", "id")


def _nothing(_: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is known beforehand about a folder.

    Attributes:
        lang: the language of all records; empty where unknown.
        fields: a pattern with named groups (speaker, document, lang, or any other name), searched for in the path
            inside the folder without suffix.
        limits: what is plausible.
        scripts: the Unicode script names of a language code; empty for codes that it does not know.
    """

    lang: str = ""
    fields: str = ""
    limits: Limits = field(default_factory=Limits)
    scripts: Callable[[str], Sequence[str]] = lambda lang: ()


@dataclass(frozen=True, slots=True)
class Manifest:
    """The records that can be used, what was set aside, and files that were left out."""

    records: tuple[Record, ...]
    bad: tuple[Bad, ...]
    notes: tuple[str, ...] = ()


@dataclass(slots=True)
class _Sorted:
    good: list[Record] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)


def build(
    folder: Path,
    plan: Plan | None = None,
    start: Callable[[int], None] = _nothing,
    done: Callable[[int], None] = _nothing,
) -> Manifest:
    """Pair, measure and check everything under ``folder``.

    ``start`` is told how many audio files there are, ``done`` after each that it is one more. Raises `InputError`
    for a folder without audio and for a pattern that is none.
    """
    plan = plan or Plan()
    pattern = _pattern(plan.fields)
    found = pair(folder.resolve())
    start(len(found.pairs))
    into = _Sorted(bad=[_lost(line, why) for line, why in found.lost])
    for item in found.pairs:
        _place(item, plan, pattern, into)
        done(1)
    return Manifest(tuple(into.good), tuple(into.bad), (*found.notes, *_unmatched(pattern, found.pairs)))


def _pattern(fields: str) -> regex.Pattern[str] | None:
    if not fields:
        return None
    try:
        pattern = regex.compile(fields)
    except regex.error as error:
        raise InputError(f"the pattern for fields is none: {error}") from None
    if not pattern.groupindex:
        raise InputError("the pattern for fields names none: write (?P<speaker>…)")
    if taken := [name for name in _TAKEN if name in pattern.groupindex]:
        raise InputError(f"the pattern for fields may not name {taken[0]!r}")
    return pattern


def _unmatched(pattern: regex.Pattern[str] | None, pairs: Sequence[Pair]) -> list[str]:
    """A note where the pattern does not fit some names: a speaker that is not known may be in every split."""
    if pattern is None:
        return []
    missed = [item.name for item in pairs if not pattern.search(item.name)]
    return [f"the pattern for fields does not fit {len(missed)} names: {missed[0]} …"] if missed else []


def _lost(line: Line, why: str) -> Bad:
    kind = Problem("ambiguous", why) if why else Problem("no audio", "no file has this name")
    unreadable = [Problem("unreadable text", line.problem)] if line.problem else []
    return Bad((kind, *unreadable), id=line.id, text=line.text, source=line.source)


def _place(item: Pair, plan: Plan, pattern: regex.Pattern[str] | None, into: _Sorted) -> None:
    """Make a record of an audio file and its first line, and put it where it belongs."""
    first = item.lines[0] if item.lines else Line(str(item.audio), item.id, "")
    length, wrong = _length(item.audio)
    record = _record(item, first.text, length, plan, pattern)
    if not item.lines:
        wrong.append(Problem("no transcript"))
    elif first.problem:
        wrong.append(Problem("unreadable text", first.problem))
    else:
        wrong += problems(record, plan.limits, plan.scripts(record.lang))
    if not _writable(record.audio_filepath):
        wrong.append(Problem("unreadable name", "the file's name is not UTF-8"))
    if wrong:
        shown = {"id": item.id, "audio_filepath": str(item.audio), "text": first.text, "source": first.source}
        shown = {name: _shown(value) for name, value in shown.items()}
        into.bad.append(Bad(tuple(wrong), duration=length, **shown))
    else:
        into.good.append(record)
    into.bad += [_again(item, line) for line in item.lines[1:]]


def _writable(name: str) -> bool:
    return name == _shown(name)


def _shown(name: str) -> str:
    """A file name that can be written as UTF-8, whatever its bytes were."""
    return name.encode("utf-8", "backslashreplace").decode()


def _length(audio: Path) -> tuple[float | None, list[Problem]]:
    try:
        return round(seconds(audio), 3), []
    except AudioError as error:
        return None, [Problem("unreadable audio", str(error))]


def _again(item: Pair, line: Line) -> Bad:
    """A further line for the same audio: the first one counts."""
    same = "the same text" if line.text == item.lines[0].text else "another text"
    why = Problem("duplicate id", f"{same} in {item.lines[0].source}")
    return Bad((why,), item.id, str(item.audio), line.text, source=line.source)


def _record(item: Pair, text: str, length: float | None, plan: Plan, pattern: regex.Pattern[str] | None) -> Record:
    match = pattern.search(item.name) if pattern else None
    named: dict[str, Any] = {k: v for k, v in match.groupdict().items() if v} if match else {}
    known = {name: named.pop(name, "") for name in _KNOWN}
    known["speaker"] = item.speaker or known["speaker"]
    known["lang"] = known["lang"] or plan.lang
    return Record(str(item.audio), text, length, item.id, extra=named, **known)
