"""Rows → Parquet with explicit features: the same rows give the same bytes, since nothing but them is written.

Parquet as pyarrow writes it holds no time and no path; its metadata are the features and pyarrow's version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
from datasets import ClassLabel, Dataset, DatasetDict, Features, List, Value

from ..labels import CASE, DISFLUENCY, ITN, KINDS, PUNCTUATION
from ..training.itn_dev import SEVERAL
from .guard import SEEN
from .recipe import SPLITS, Task
from .tasks import Row

_TEXT = Value("string")
_WORDS = List(Value("string"))
_COMMON = {"id": _TEXT, "source": _TEXT, "document": _TEXT, "seen": ClassLabel(names=list(SEEN))}
_MARKS = {"labels": List(ClassLabel(names=list(PUNCTUATION.labels))), "case": List(ClassLabel(names=list(CASE.labels)))}
_KINDS = ClassLabel(names=[*KINDS, SEVERAL])
_TAGS = List(ClassLabel(names=list(ITN.labels)))
_ITN = {"kind": _KINDS, "spoken": _TEXT, "written": _WORDS, "words": _WORDS, "tags": _TAGS}

FEATURES: Mapping[Task, Features] = {
    "punctuation": Features({**_COMMON, "words": _WORDS, **_MARKS, "text": _TEXT}),
    "itn": Features({**_COMMON, **_ITN}),
    "itn-by-class": Features({**_COMMON, **_ITN}),
    "disfluency": Features(
        {**_COMMON, "words": _WORDS, "tags": List(ClassLabel(names=list(DISFLUENCY.labels))), "fluent": _TEXT}
    ),
    "asr-noise": Features({**_COMMON, "words": _WORDS, **_MARKS, "spoken": _TEXT, "text": _TEXT}),
}

COLUMNS: Mapping[str, str] = {
    "id": "language, source, line in the source; `-s2` is its second sentence",
    "source": "see Sources",
    "document": "passages of one document are in one split",
    "seen": "what the model of the baseline has seen of it: no, near, dev, trained",
    "words": "the input, one word each; in `punctuation` figures are as written",
    "labels": "the mark behind each word; -1 where the text does not decide",
    "case": "the case of each word; -1 for words without Latin letters",
    "text": "the text as it was written, cleaned",
    "kind": "the class of the figures; `several` where there are several",
    "spoken": "what is said",
    "written": "all the ways to write it that are right; the author's is the first",
    "tags": "a tag for each word (BIO over classes, or the disfluency tags F, R_RT, C_RT, R, C, D)",
    "fluent": "what is left when F, R_RT, R and D are taken out",
}

HAND_WRITTEN: Mapping[str, str] = {
    "id": "of the row; it stays the same in later versions",
    "kind": "the class of what is said; `none` where nothing may change, `mixed` where there are several",
    "spoken": "what is said",
    "written": "all the ways to write it that are right, the usual one first",
    "note": "what the row tests",
}


def hand_written(kinds: Sequence[str]) -> Features:
    """The features of rows that were written by hand, whose classes are ``kinds``."""
    return Features(
        {"id": _TEXT, "kind": ClassLabel(names=list(kinds)), "spoken": _TEXT, "written": _WORDS, "note": _TEXT}
    )


def dataset(splits: Mapping[str, Sequence[Row]], features: Features) -> DatasetDict:
    """The splits that have rows, in the order train, validation, test; labels become the numbers of their names."""
    return DatasetDict({name: _table(splits[name], features) for name in SPLITS if splits.get(name)})


def write(made: DatasetDict, folder: Path) -> dict[str, Path]:
    """Write ``<split>.parquet`` for each split; returns where they are."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = {name: folder / f"{name}.parquet" for name in made}
    for name, path in paths.items():
        made[name].to_parquet(path)
    return paths


def _table(rows: Sequence[Row], features: Features) -> Dataset:
    columns = {name: list(map(_encoder(kind), (row[name] for row in rows))) for name, kind in features.items()}
    return Dataset(pa.table(columns, schema=features.arrow_schema))


def _encoder(kind: Any) -> Callable[[Any], Any]:
    """How a value of a column is stored."""
    if isinstance(kind, List):
        one = _encoder(kind.feature)
        return lambda values: [one(value) for value in values]
    if isinstance(kind, ClassLabel):
        numbers = {None: -1, **{name: number for number, name in enumerate(kind.names)}}
        return numbers.__getitem__
    return lambda value: value
