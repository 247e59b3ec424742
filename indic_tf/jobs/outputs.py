"""Outputs: what their names say, how they are put down, what is to be told about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..talk import FormattedTranscript
from ..transcripts import Transcript, registry
from .files import opened, unpacked

CAPTIONS = ("srt", "vtt", "ass")
_TEXT = "text"
_ENDINGS = ("", ".json", ".txt", ".srt", ".vtt", ".ass", ".ssa")


def suffix(to: str) -> str:
    """The ending of files that are written as ``to``. Raises `InputError` for what is not known or not written."""
    if to in CAPTIONS:
        return f".{to}"
    if to == _TEXT:
        return ".txt"
    chosen = registry.named(to)
    if chosen.write is None:
        able = ", ".join(sorted({*CAPTIONS, *(one.name for one in registry.formats() if one.write)}))
        raise InputError(f"{chosen.title} is not written; choose one of {able}")
    return chosen.suffix


def format_for(talk: Transcript, path: Path, source: Path | None = None) -> str | None:
    """What to write into a file of this name, where nobody said it; as `FormattedTranscript.save` has it.

    An ending that says nothing is that of the source, which keeps its shape. Raises `InputError` for any other.
    """
    ending = unpacked(path).suffix.lower()
    own = registry.named(talk.format)
    if ending not in _ENDINGS and ending != own.suffix:
        if source is not None and ending == unpacked(source).suffix.lower():
            return None
        raise InputError(f"{path}: what a file with the ending {ending} holds is not known; say it with --to")
    return FormattedTranscript(transcript=talk, words=(), segments=(), turns=(), sentences=()).format_for(path)


def put(path: Path, data: bytes) -> None:
    """Write a file as a whole or not at all, gzipped if its name says so."""
    with opened(path) as file:
        file.write(data)


def set_aside(made: FormattedTranscript) -> int:
    """How many texts and records stand as they were or are lost, since they could not be read or formatted."""
    return sum(problem.lost for problem in made.problems)


def caption_notes(made: FormattedTranscript, to: str | None, options: Mapping[str, Any]) -> list[str]:
    """The limits that captions could not keep, each with its caption; [] for what is not captions."""
    if to not in CAPTIONS:
        return []
    layout = {name: value for name, value in options.items() if name not in ("word_times", "speakers")}
    return [
        f"caption {number} ({caption.start:.1f} s): {problem}"
        for number, caption in enumerate(made.captions(**layout), start=1)
        for problem in caption.problems
    ]
