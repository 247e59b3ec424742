"""Files of a reference and of a system's output, read side by side, a line at a time.

A file whose name ends in .jsonl or .json holds one JSON object a line, as ``indic-tf format --json`` writes them and
NeMo's manifests have them. The text is under ``text``; that of an output under ``pred_text``, where it has one, so that
one manifest may be both. Where both objects have an ``id``, it must be the same. Any other file holds one text a line.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lines import BadLine, line

Advance = Callable[[int], object]

_OBJECTS = (".jsonl", ".json")
_REFERENCE, _OUTPUT = ("text",), ("pred_text", "text")


def nothing(done: int) -> None:
    """Nobody wants to know how far it is."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line of a file: its text, and the JSON object it came in; or what is wrong with it."""

    line: int
    text: str
    fields: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Pair:
    """What stands in the same line of both files."""

    line: int
    reference: str
    output: str
    fields: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pairs:
    """The lines of ``reference`` that hold something, each with that of ``output``; bad ones go to ``bad``.

    Iterating raises `InputError` where one file has more lines than the other, `OSError` for an unreadable one.
    """

    reference: Path
    output: Path
    bad: list[BadLine]
    advance: Advance = nothing

    def __iter__(self) -> Iterator[Pair]:
        outputs = records(self.output, _OUTPUT, self.advance)
        for gold, made in zip_longest(records(self.reference, _REFERENCE, self.advance), outputs):
            if gold is None or made is None:
                raise InputError(_lengths(self.reference, self.output))
            if problem := self._problem(gold, made):
                self.bad.append(BadLine(gold.line, problem))
            elif gold.text.strip():
                yield Pair(gold.line, gold.text, made.text, made.fields)

    def _problem(self, gold: Record, made: Record) -> str:
        for path, record in ((self.reference, gold), (self.output, made)):
            if record.problem:
                return f"{path.name}: {record.problem}"
        ids = [record.fields.get("id") for record in (gold, made)]
        if None not in ids and ids[0] != ids[1]:
            return f"id {ids[0]!r} in {self.reference.name}, {ids[1]!r} in {self.output.name}"
        return "" if gold.text.strip() or not made.text.strip() else f"{self.reference.name} has no text here"


def records(path: Path, names: Sequence[str] = _OUTPUT, advance: Advance = nothing) -> Iterator[Record]:
    """Every line of a file, empty ones too; the text of a JSON object is what it has under the first of ``names``."""
    objects = path.suffix in _OBJECTS
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            advance(len(raw))
            read = line("", raw)
            text = read.text.removeprefix("\ufeff")
            made = Record(number, text, problem=read.problem)
            yield _of_object(made, names) if objects and text.strip() else made


def length(path: Path) -> int:
    """How many lines a file has."""
    with path.open("rb") as file:
        return sum(1 for _ in file)


def _of_object(record: Record, names: Sequence[str]) -> Record:
    try:
        fields = json.loads(record.text)
    except json.JSONDecodeError as error:
        return Record(record.line, "", problem=f"no JSON object: {error}")
    found = next((fields[name] for name in names if name in fields), None) if isinstance(fields, dict) else None
    if not isinstance(found, str):
        return Record(record.line, "", problem=f"expected a JSON object with a text under {' or '.join(names)}")
    return Record(record.line, found, fields)


def _lengths(first: Path, second: Path) -> str:
    counts = [length(path) for path in (first, second)]
    return (
        f"{first} has {counts[0]} lines and {second} has {counts[1]}: an output needs one line for each line of the "
        "reference, an empty one where the system had nothing to say"
    )
