"""What the command line asks for, and what its inputs are by their looks: texts, files of recognisers, tables."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from glob import has_magic, iglob
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..jobs.files import READ, TABLES, unpacked
from .peeking import Stdin, is_talk_file

_FORMATS = {"json": "indic-tf", "txt": "text"}  # what people call them, and what they are here


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for where files of recognisers are read.

    Attributes:
        formatter, transcript, read: as in `jobs.Settings`.
        to: the value of ``--to``.
        captions: options of `FormattedTranscript.written` for captions.
        output: a file or folder; None for stdout.
        to_folder: the output is, or is to be, a folder.
        refused: options that do nothing for some inputs, and whether they were given: "--json", "captions".
    """

    formatter: Mapping[str, Any]
    transcript: Mapping[str, Any] = field(default_factory=dict)
    read: Mapping[str, Any] = field(default_factory=dict)
    to: str | None = None
    captions: Mapping[str, Any] = field(default_factory=dict)
    output: Path | None = None
    workers: int = 1
    again: bool = False
    threads: int | None = None
    to_folder: bool = False
    refused: Mapping[str, bool] = field(default_factory=dict)

    @property
    def format(self) -> str | None:
        """The name of the format of ``to``."""
        return _FORMATS.get(self.to, self.to) if self.to else None


def takes(sources: Sequence[str], wanted: Wanted, stdin: Stdin) -> bool:
    """True if the inputs are files of recognisers, folders or patterns, not lines of text."""
    if wanted.to_folder or any(is_many(source) for source in sources):
        return True
    if wanted.to or wanted.read.get("format") or stdin.is_talk:
        return True
    encoding = wanted.read.get("encoding")
    return any(os.path.isfile(source) and is_talk_file(Path(source), encoding) for source in sources)


def is_many(source: str) -> bool:
    """True for folders and patterns. A text may have the marks of a pattern: one that fits no file is none, unless it
    looks like the name of a file."""
    if os.path.exists(source):
        return os.path.isdir(source)
    if not has_magic(source):
        return False
    if next(iglob(os.path.expanduser(source), recursive=True), None) is not None:
        return True
    ending = unpacked(Path(source.lower())).suffix if source.strip("/") else ""
    return len(source.split()) == 1 and ending != "" and ending in READ + TABLES


def is_table(source: str) -> bool:
    """True for the name of a Parquet file, which can be nothing else."""
    return source.lower().endswith((".parquet", ".pq"))


def refuse_captions(wanted: Wanted, why: str) -> None:
    """Raises `InputError` if options of captions were given where none are written."""
    given = {name for name, value in wanted.captions.items() if name != "layout" and value not in (None, False)}
    given |= {"preset"} if wanted.refused.get("captions") else set()
    if given:
        raise InputError(f"{', '.join(sorted('--' + name.replace('_', '-') for name in given))}: {why}")
