"""Fitted weights as the files that `readings.weights` reads."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ...readings.weights import BESIDE, STEM
from .field import Field, beside_name

_LEAST = 0.02  # smaller weights are left out
_PLACES = 2  # decimals

Row = tuple[str, str, str, float]


def rows(names: Iterable[str], field: Field, states: Iterable[str]) -> Iterator[tuple[str, Row]]:
    """The language ("shared" for all) and the row of each feature that has a weight worth keeping."""
    for name in names:
        weight = float(field.weights[hashed_once(name)])
        if abs(weight) >= _LEAST:
            yield _row(name, weight)
    known = sorted(states)
    for before in known:
        for behind in known:
            pair = field.beside(before, behind)
            if pair >= 0 and abs(weight := float(field.weights[pair])) >= _LEAST:
                yield "shared", (BESIDE, before, behind, weight)


def hashed_once(name: str) -> int:
    from .examples import hashed

    return hashed.__wrapped__(name)


def _row(name: str, weight: float) -> tuple[str, Row]:
    kind, _, rest = name.partition("|")
    value, _, context = rest.partition("|")
    language, colon, stem = value.partition(":")
    if colon:
        return language, (kind, STEM + stem, "", weight)
    return "shared", (kind, value, context, weight)


def write(found: Iterable[tuple[str, Row]], folder: Path) -> Mapping[str, int]:
    """Write a file a language; how many weights each has."""
    files: dict[str, list[Row]] = {}
    for language, row in found:
        files.setdefault(language, []).append(row)
    folder.mkdir(parents=True, exist_ok=True)
    for language, made in files.items():
        text = "".join(
            f"{kind}\t{value}\t{context}\t{weight:.{_PLACES}f}\n" for kind, value, context, weight in sorted(made)
        )
        (folder / f"{language}.tsv.xz").write_bytes(lzma.compress(text.encode(), preset=9))
    return {language: len(made) for language, made in files.items()}


__all__ = ["beside_name", "rows", "write"]
