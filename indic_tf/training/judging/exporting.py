"""Fitted weights as the files that `readings.weights` reads."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from ...readings.weights import SUFFIX, Weights
from ...replacing import replacing
from .examples import hash_of
from .field import Field

_LEAST = 0.02  # smaller weights are left out
_PLACES = 2  # decimals
_SHARED = "shared"


def exported(names: Iterable[str], field: Field, states: Iterable[str]) -> Mapping[str, Weights]:
    """The weights worth keeping of all languages ("shared") and of each one: those of the features called ``names`` and
    of every two of ``states`` side by side."""
    made = {_SHARED: Weights()}
    for name in sorted(names):
        if (weight := _rounded(field.weights[hash_of(name)])) is not None:
            _put(made, name, weight)
    known = sorted(states)
    for before, behind in ((before, behind) for before in known for behind in known):
        pair = field.beside(before, behind)
        if pair >= 0 and (weight := _rounded(field.weights[pair])) is not None:
            made[_SHARED].beside.setdefault(before, {})[behind] = weight
    return made


def _rounded(weight: float) -> float | None:
    return round(float(weight), _PLACES) if abs(weight) >= _LEAST else None


def _put(made: dict[str, Weights], name: str, weight: float) -> None:
    kind, _, rest = name.partition("|")
    value, _, context = rest.partition("|")
    language, colon, stem = value.partition(":")
    if colon:
        made.setdefault(language, Weights()).stems.setdefault(kind, {})[stem] = weight
    elif context:
        made[_SHARED].together.setdefault(kind, {}).setdefault(value, {})[context] = weight
    else:
        made[_SHARED].alone.setdefault(kind, {})[value] = weight


def write(found: Mapping[str, Weights], folder: Path) -> Mapping[str, int]:
    """Write a file a language; the size of each in bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for language, weights in found.items():
        parts = {name: part for name, part in asdict(weights).items() if part}
        packed = lzma.compress(json.dumps(parts, ensure_ascii=False, separators=(",", ":")).encode(), preset=9)
        with replacing(folder / f"{language}{SUFFIX}") as file:
            file.write(packed)
        sizes[language] = len(packed)
    return sizes
