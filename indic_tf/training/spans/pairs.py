"""Spans with what should be written for them, on disk: what a span normalizer learns from.

A row is ``task  style  kind  left  span  right  target``, separated by TABs, without a header: ``left``, ``span`` and
``right`` are words joined by single spaces, ``left`` and ``right`` may be empty. A file is a gzip'd TSV and the same
pairs always give the same bytes.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from dataclasses import astuple, dataclass, fields
from pathlib import Path
from typing import get_args

from ...errors import InputError
from ...seq2seq.requests import Task
from ...styles import PRESETS
from .. import shards

TASKS: tuple[str, ...] = get_args(Task)
"""``itn`` writes what is said, ``tn`` says what is written."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A span between its neighbours and the answer for it. ``kind`` is its semiotic class, ``mixed`` or ``none``."""

    task: str
    style: str
    kind: str
    left: str
    span: str
    right: str
    target: str


def write(path: Path, pairs: Iterable[Pair]) -> int:
    """Write a file of pairs and return how many; it appears under its name only when it is complete.

    Raises `InputError` for a pair that `read` would refuse.
    """
    return shards.pack(path, _checked(pairs, path), level=6)


def _checked(pairs: Iterable[Pair], path: Path) -> Iterator[tuple[str, ...]]:
    for number, pair in enumerate(pairs, start=1):
        row = astuple(pair)
        _check(row, f"{path}:{number}")
        yield row


def read(path: Path) -> Iterator[Pair]:
    """The pairs of a file; raises `InputError`, with file and line, for a row that is none."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, start=1):
            columns = tuple(line.rstrip("\n").split("\t"))
            _check(columns, f"{path}:{number}")
            yield Pair(*columns)


def _check(columns: tuple[str, ...], where: str) -> None:
    if problem := _problem(columns):
        raise InputError(f"{where}: {problem}")


def _problem(columns: tuple[str, ...]) -> str | None:
    """What is wrong with a row; None where nothing is."""
    names = [field.name for field in fields(Pair)]
    if len(columns) != len(names):
        return f"{len(columns)} columns, expected {', '.join(names)}"
    row = dict(zip(names, columns, strict=True))
    if row["task"] not in TASKS:
        return f"task {row['task']!r}, expected one of {', '.join(TASKS)}"
    if row["style"] not in PRESETS:
        return f"style {row['style']!r}, expected one of {', '.join(PRESETS)}"
    for name, value in row.items():
        if name not in ("left", "right") and not value:
            return f"empty {name}"
        if value.split() != (value.split(" ") if value else []) or "\t" in value:
            return f"{name} is not words joined by single spaces: {value!r}"
    return None
