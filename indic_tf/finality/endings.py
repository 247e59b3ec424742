"""What the ends of sentences look like: a logistic regression over the last four words, their endings and pairs.

Features are hashed (Weinberger et al. 2009, "Feature hashing for large scale multitask learning"); a language's table
is one byte per hash. ``data_scripts/train_finality.py`` makes the tables.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from zlib import crc32

from ..resources import model_folder

NAME, FILE = "finality", "endings.safetensors"
BITS = 16
SCALE = 0.05
"""What a step of a table's bytes is worth."""

_NO_WORD = "^^"


def features(words: Sequence[str]) -> list[str]:
    """What is looked at of a text's last words.

    >>> features(["मैं", "घर", "गया"])[:4]
    ['1गया', '11ा', '12या', '13गया']
    """
    fourth, third, second, last = [*[_NO_WORD] * (4 - len(words[-4:])), *words[-4:]]
    made = [f"1{last}", *(f"1{n}{last[-n:]}" for n in range(1, 7))]
    made += [f"2{second}", *(f"2{n}{second[-n:]}" for n in range(2, 5))]
    made += [f"3{third}", f"33{third[-3:]}", f"4{fourth}", f"43{fourth[-3:]}"]
    made += [f"A{second} {last}", f"B{second[-3:]} {last[-3:]}", f"C{second[-3:]} {last}", f"D{second} {last[-3:]}"]
    made += [f"E{second[-2:]} {last[-2:]}", f"F{third} {second} {last}", f"H{third} {last}"]
    return [*made, f"G{third[-2:]} {second[-2:]} {last[-2:]}"]


def hashes(words: Sequence[str]) -> list[int]:
    """The features of a text as places in a table."""
    return [crc32(feature.encode()) & ((1 << BITS) - 1) for feature in features(words)]


def score(words: Sequence[str], lang: str) -> float | None:
    """The log odds that a sentence ends with the last of ``words``; None for a language without a table."""
    table = _tables().get(lang)
    if table is None or not words:
        return None
    return SCALE * sum(table[place] - 256 if table[place] > 127 else table[place] for place in hashes(words))


def weights() -> Mapping[str, float]:
    """What each judge counts, together and alone (see `finality`)."""
    return _read()[1]


def _tables() -> Mapping[str, bytes]:
    return _read()[0]


@cache
def _read() -> tuple[Mapping[str, bytes], Mapping[str, float]]:
    """The tables by language, and the weights, which stand in the file's metadata."""
    data = (model_folder(NAME) / FILE).read_bytes()
    start = 8 + int.from_bytes(data[:8], "little")  # of the tables, behind a header of so many bytes
    header = json.loads(data[8:start])
    said = header.pop("__metadata__")
    places = {name: entry["data_offsets"] for name, entry in header.items()}
    tables = {name: data[start + first : start + last] for name, (first, last) in places.items()}
    return tables, {name: float(value) for name, value in said.items()}
