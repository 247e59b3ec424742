"""Rows with named columns: JSON lines and Parquet, as Hugging Face `datasets` and ``indic-tf publish`` write them.

Labels (`datasets.ClassLabel`) are numbers there. Parquet says what they are called and so they come out as names, None
for one that is not decided (-1); JSON does not, and its numbers come out as they are. `names` refuses them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from numbers import Integral
from pathlib import Path
from typing import Any

from ..errors import InputError
from .lines import line

Advance = Callable[[int], object]
Fields = dict[str, Any]

PARQUET = (".parquet", ".pq")
OBJECTS = (".jsonl", ".json", *PARQUET)
"""Endings of files that hold rows with named columns."""


def nothing(done: int) -> None:
    """Nobody wants to know how far it is."""


def are_in(path: Path) -> bool:
    """Whether a file holds rows with named columns, by its name."""
    return path.suffix.lower() in OBJECTS


def rows(path: Path, advance: Advance = nothing) -> Iterator[tuple[int, Fields, str]]:
    """Number from 1, columns, and what is wrong of every row; an empty line has neither columns nor anything wrong.

    ``advance`` is told of the bytes read. Raises `OSError`, `InputError` for Parquet that is none.
    """
    return _parquet(path, advance) if path.suffix.lower() in PARQUET else _json(path, advance)


def length(path: Path) -> int:
    """How many rows, or lines, a file has."""
    if path.suffix.lower() in PARQUET:
        with path.open("rb") as file:
            return int(_opened(path, file).metadata.num_rows)
    with path.open("rb") as lines:
        return sum(1 for _ in lines)


def _json(path: Path, advance: Advance) -> Iterator[tuple[int, Fields, str]]:
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            advance(len(raw))
            read = line("", raw)
            text = read.text.removeprefix("\ufeff")
            yield (number, *_object(text)) if text.strip() else (number, {}, read.problem)


def _object(text: str) -> tuple[Fields, str]:
    try:
        found = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        return {}, f"no JSON object: {error}"
    return (found, "") if isinstance(found, dict) else ({}, "expected a JSON object")


def _parquet(path: Path, advance: Advance) -> Iterator[tuple[int, Fields, str]]:
    number = 0
    with path.open("rb") as file:
        table = _opened(path, file)
        known = _features(table.schema_arrow.metadata or {})
        size = path.stat().st_size / max(1, table.metadata.num_rows)
        for batch in table.iter_batches(1024):
            for row in batch.to_pylist():
                number += 1
                yield number, {name: _named(value, known.get(name)) for name, value in row.items()}, ""
            advance(round(size * len(batch)))


def _opened(path: Path, file: Any) -> Any:
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ModuleNotFoundError as error:
        raise InputError(f"reading {path} needs {error.name}: pip install 'indic-tf[data]'") from None
    try:
        return ParquetFile(file)
    except (ArrowException, OSError) as error:
        raise InputError(f"{path} is no Parquet: {error}") from None


def _features(metadata: Mapping[bytes, bytes]) -> Mapping[str, Sequence[str]]:
    """The names of labels by column, as `datasets` notes them."""
    try:
        features = json.loads(metadata.get(b"huggingface", b"{}"))["info"]["features"]
    except (ValueError, KeyError, TypeError):
        return {}
    found = {column: _class_names(feature) for column, feature in features.items()}
    return {column: names for column, names in found.items() if names}


def _class_names(feature: Any) -> Sequence[str] | None:
    """The names of a ClassLabel or of a list of them, as JSON or as an object of `datasets`; None for anything else."""
    while feature is not None:
        if isinstance(feature, (list, tuple)):
            feature = {"feature": feature[0]} if feature else {}
        get = feature.get if isinstance(feature, Mapping) else partial(_attribute, feature)
        if found := get("names"):
            return list(found)
        feature = get("feature")
    return None


def _attribute(of: Any, name: str) -> Any:
    return getattr(of, name, None)


def _named(value: Any, names: Sequence[str] | None) -> Any:
    if names is None or value is None:
        return value
    if isinstance(value, (list, tuple)):
        return [_named(one, names) for one in value]
    return names[int(value)] if isinstance(value, Integral) and 0 <= int(value) < len(names) else None


def names(values: Iterable[Any], where: str) -> list[str | None]:
    """Labels of one row as names; None for an undecided one. Raises `InputError` for the numbers of a ClassLabel."""
    found = list(values)
    if any(isinstance(one, Integral) for one in found):
        raise InputError(
            f"{where} holds numbers, as a ClassLabel of datasets has them, and nothing says what they are called: save "
            "the data set with Dataset.to_parquet, which keeps the names, or write the names in their place "
            "(features[column].feature.int2str)"
        )
    return [one if isinstance(one, str) else None for one in found]


def of_column(sequences: Iterable[Sequence[Any]], what: str) -> Iterator[list[str]]:
    """Sequences of labels as names: a column of a `datasets.Dataset` knows what its numbers are called.

    Raises `InputError` for numbers of anything else, with the place of the sequence.
    """
    known = _class_names(getattr(sequences, "features", None))
    for place, sequence in enumerate(sequences):
        made = names(_named(list(sequence), known) if known else sequence, f"sequence {place} (from 0) of {what}")
        if None in made:
            raise InputError(f"sequence {place} (from 0) of {what} has a label that is not decided; leave it out")
        yield [one for one in made if one is not None]
