"""Results read back from files and objects of JSON; what is none of them is named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..errors import InputError
from .results import Asr, Comparison, Curves, History, Itn, Labelled, Losses, Result

_COMPARISON, _CURVES, _SCORE = "signatures", "curves", "signature"
_TASKS: Mapping[str, type[Result]] = {
    **dict.fromkeys(("PUNCT", "CASE", "DISFL"), Labelled),
    "ITN": Itn,
    "ASR": Asr,
    "NORM": Losses,
}
_EXPECTED = (
    "expected what indic-tf evaluate … --json writes, a history.jsonl of indic-tf train, or curves "
    '({"title": …, "x": …, "y": …, "curves": {name: [[x, y], …]}})'
)


def of(made: Mapping[str, Any]) -> Result:
    """A result from an object of JSON; raises `InputError` that says what does not fit."""
    clean = json.loads(json.dumps(made, ensure_ascii=False).encode("utf-8", "replace"))  # lone surrogates go
    try:
        return _model(clean).model_validate(clean)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise InputError(f"{where}: {first['msg']}") from None


def _model(made: Mapping[str, Any]) -> type[Result]:
    if _COMPARISON in made:
        return Comparison
    if _CURVES in made:
        return Curves
    task = str(made.get(_SCORE, "")).partition("|")[0]
    if task not in _TASKS:
        raise InputError(_EXPECTED)
    return _TASKS[task]


def read(path: Path, problems: list[str]) -> Iterator[Result]:
    """The results of a file, one JSON object a line or one in all; lines that are none go to ``problems``.

    Raises `OSError` for an unreadable file.
    """
    text = path.read_text(encoding="utf-8", errors="replace").removeprefix("\ufeff")
    losses: list[tuple[int, float]] = []
    scores: list[tuple[int, Any]] = []
    for where, made in _objects(path, text, problems):
        try:
            if "tokens" in made and _SCORE not in made:
                losses += [(made["tokens"], made["loss"])] if "loss" in made else []
                scores += [(made["tokens"], made["f1"])] if "f1" in made else []
            else:
                yield of(made)
        except InputError as error:
            problems.append(f"{where}: {error}")
    if losses or scores:
        yield _history(path, losses, scores, problems)


def _history(path: Path, losses: list[Any], scores: list[Any], problems: list[str]) -> History:
    try:
        return History(name=path.parent.name or path.stem, losses=losses, scores=scores)
    except ValidationError as error:
        problems.append(f"{path}: {error.errors()[0]['msg']}")
        return History(name=path.stem)


def _objects(path: Path, text: str, problems: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every JSON object with its place; a file may also be one object over many lines."""
    try:
        whole = json.loads(text)
    except ValueError:
        rows = ((f"{path}:{i}", line) for i, line in enumerate(text.splitlines(), start=1) if line.strip())
        yield from _each(rows, problems)
    else:
        for place, made in enumerate(whole if isinstance(whole, list) else [whole], start=1):
            where = f"{path}:{place}" if isinstance(whole, list) else str(path)
            if isinstance(made, dict):
                yield where, made
            else:
                problems.append(f"{where}: {_EXPECTED}")


def _each(rows: Iterator[tuple[str, str]], problems: list[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    for where, row in rows:
        try:
            made = json.loads(row)
        except ValueError as error:
            problems.append(f"{where}: no JSON: {error}")
            continue
        if isinstance(made, dict):
            yield where, made
        else:
            problems.append(f"{where}: {_EXPECTED}")
