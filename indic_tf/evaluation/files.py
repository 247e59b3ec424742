"""Files of a reference and of a system's output, read side by side, a line at a time.

A file whose name ends in .jsonl or .json holds one JSON object a line, as ``indic-tf format --json`` writes them and
NeMo's manifests have them. The text is under ``text``; that of an output under ``pred_text``, where it has one, so that
one manifest may be both. Where both objects have an ``id``, it must be the same. Any other file holds one text a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from ..errors import InputError
from . import columns
from .columns import Advance as Advance
from .columns import length as length
from .columns import nothing as nothing
from .fitting import Fitting, departs
from .lines import BadLine, line

REFERENCE, OUTPUT = ("text",), ("pred_text", "text")
"""Where the text of an object stands."""


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
    gold: Record
    made: Record

    @property
    def reference(self) -> str:
        return self.gold.text

    @property
    def output(self) -> str:
        return self.made.text


@dataclass(frozen=True, slots=True)
class Pairs:
    """The lines of ``reference`` that hold something, each with that of ``output``; bad ones go to ``bad``.

    Iterating raises `InputError` where one file has more lines than the other, or other words (see `fitting`),
    `OSError` for an unreadable one.
    """

    reference: Path
    output: Path
    bad: list[BadLine]
    advance: Advance = nothing

    def __iter__(self) -> Iterator[Pair]:
        outputs = records(self.output, OUTPUT, self.advance)
        fitting = Fitting(self.reference.name, self.output.name)
        for gold, made in zip_longest(records(self.reference, REFERENCE, self.advance), outputs):
            if gold is None or made is None:
                raise InputError(_lengths(self.reference, self.output))
            if problem := self._problem(gold, made):
                self.bad.append(BadLine(gold.line, problem))
            elif gold.text.strip():
                fitting.see(gold.line, [gold.text], made.text)
                yield Pair(gold.line, gold, made)
        fitting.check()

    def _problem(self, gold: Record, made: Record) -> str:
        for path, record in ((self.reference, gold), (self.output, made)):
            if record.problem:
                return f"{path.name}: {record.problem}"
        ids = [record.fields.get("id") for record in (gold, made)]
        if None not in ids and ids[0] != ids[1]:
            return f"id {ids[0]!r} in {self.reference.name}, {ids[1]!r} in {self.output.name}"
        return "" if gold.text.strip() or not made.text.strip() else f"{self.reference.name} has no text here"


def records(path: Path, names: Sequence[str] = OUTPUT, advance: Advance = nothing) -> Iterator[Record]:
    """Every line of a file, empty ones too; the text of an object is what it has under the first of ``names``."""
    if columns.are_in(path):
        for number, fields, problem in columns.rows(path, advance):
            yield _of_object(number, fields, names) if fields else Record(number, "", problem=problem)
        return
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            advance(len(raw))
            read = line("", raw)
            yield Record(number, read.text.removeprefix("\ufeff"), problem=read.problem)


def passages(path: Path, bad: list[BadLine]) -> Iterator[Record]:
    """The lines of a reference that hold something; those that cannot be read go to ``bad``."""
    for record in records(path, REFERENCE):
        if record.problem:
            bad.append(BadLine(record.line, record.problem))
        elif record.text.strip():
            yield record


def _of_object(number: int, fields: dict[str, Any], names: Sequence[str]) -> Record:
    found = next((fields[name] for name in names if name in fields), None)
    if not isinstance(found, str):
        return Record(number, "", problem=f"expected a JSON object with a text under {' or '.join(names)}")
    return Record(number, found, fields)


def _lengths(first: Path, second: Path) -> str:
    counts = [length(path) for path in (first, second)]
    sides = ((first, REFERENCE), (second, OUTPUT))
    place = departs(*((record.text for record in records(path, names)) for path, names in sides))
    return (
        f"{first} has {counts[0]} lines and {second} has {counts[1]}{told(place, counts)}: an output needs one line "
        "for each line of the reference, an empty one where the system had nothing to say"
    )


def told(place: int | None, counts: Sequence[int]) -> str:
    """Where two files of different lengths part."""
    return f"; from line {place or min(counts) + 1} on they do not go together"
