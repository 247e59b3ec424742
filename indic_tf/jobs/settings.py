"""How many files are formatted, and what became of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..languages import Language

_NOT_SEEN = ("device", "threads")  # in what comes out


@dataclass(frozen=True)
class Settings:
    """How files are formatted and written; goes to other processes.

    Attributes:
        formatter: the arguments of `IndicFormatter`, ``lang`` among them.
        transcript: those of `IndicFormatter.transcript`: ``final``, ``loops``.
        read: those of `transcripts.read`: ``format``, ``encoding``, ``column``; for tables also ``into``.
        to: what is written, as in `FormattedTranscript.written`; None for the shape that came in.
        options: those of `FormattedTranscript.written` for captions.
        threads: of the models in each process; all cores if None.
        tables: the files are tables, formatted row by row.
        batch_size: texts that are formatted at a time; decides nothing of what comes out.
    """

    formatter: Mapping[str, Any]
    transcript: Mapping[str, Any] = field(default_factory=dict)
    read: Mapping[str, Any] = field(default_factory=dict)
    to: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    threads: int | None = None
    tables: bool = False
    batch_size: int = 64

    @cached_property  # files ask for it one by one, and tables are read for it
    def digest(self) -> str:
        """The same for settings that give the same files, and for no others."""
        formatter = {name: value for name, value in self.formatter.items() if name not in _NOT_SEEN}
        if isinstance(own := formatter.get("lang"), Language):
            formatter["lang"] = [own.key, repr(own)]
        if places := formatter.get("tables"):
            formatter["tables"] = [_content(Path(place)) for place in ([places] if isinstance(places, str) else places)]
        seen = (formatter, *map(dict, (self.transcript, self.read)), self.to, dict(self.options), self.tables)
        return hashlib.sha256(json.dumps(seen, sort_keys=True, default=repr).encode()).hexdigest()[:16]

    def differences(self, then: Mapping[str, Any]) -> list[str]:
        """What is another value than in `said` of other settings, in words: "lang ta → hi"."""
        now = self.said
        return [
            f"{name} {then.get(name)} → {now.get(name)}"
            for name in sorted({*now, *then})
            if str(now.get(name)) != str(then.get(name))
        ]

    @property
    def said(self) -> dict[str, Any]:
        """What decides what comes out, by name, as JSON takes it."""
        chosen = {**self.formatter, **self.transcript, **self.read}
        kept = {name: value for name, value in chosen.items() if name not in _NOT_SEEN and value is not None}
        simple = (str, int, float, bool)
        return {name: value if isinstance(value, simple) else _said(value) for name, value in kept.items()}


def _said(value: Any) -> str:
    return value.key if isinstance(value, Language) else str(value)


def _content(folder: Path) -> str:
    """What is in the tables of a folder, wherever it lies."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.tsv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class Task:
    """A file to format and where it goes.

    Attributes:
        source: the file.
        target: the output.
        folder: the output folder that was chosen; it keeps a list of what was done.
        done: an earlier run made this output of this source with these settings.
        aside: how many records that run could not format.
    """

    source: Path
    target: Path
    folder: Path
    done: bool = False
    aside: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one file.

    Attributes:
        words: of its output.
        problems: what was not as it should be, in words.
        failed: texts and records that stand as they were, since they could not be read or formatted.
        notes: limits of captions that could not be kept.
        error: why the whole file could not be formatted; "" if it was.
    """

    task: Task
    words: int = 0
    problems: tuple[str, ...] = ()
    failed: int = 0
    notes: tuple[str, ...] = ()
    error: str = ""
