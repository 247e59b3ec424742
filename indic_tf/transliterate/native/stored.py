"""Words of a language with their frequencies, pairs of them that follow each other, and letters in a row."""

from __future__ import annotations

import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...first_use import once
from ..data import FOLDER

NATIVE = FOLDER / "native"
PARTS = "\n\n"


@dataclass(frozen=True)
class Stored:
    """What is known of the words of a language.

    Attributes:
        words: all of them, those with consonants of the same classes behind one another.
        tenths: of each the frequency, in tenths of the Zipf scale.
        keys: classes of consonants → the numbers of the words that have them.
        pairs: numbers of two words → how much likelier the second is behind the first than elsewhere, in natural
            logarithms.
        letters: three letters in a row → the negative natural logarithm of the third behind the others.
    """

    words: Sequence[str]
    tenths: Sequence[int]
    keys: Mapping[str, Sequence[int]]
    pairs: Mapping[tuple[int, int], float]
    letters: Mapping[str, float]


def path(code: str) -> Path:
    return NATIVE / f"{code}.tsv.xz"


@once
def stored(code: str) -> Stored | None:
    """What is known of a language's words; None for one of which nothing is."""
    file = path(code)
    if not file.is_file():
        return None
    words, keys, pairs, letters = lzma.decompress(file.read_bytes()).decode().split(PARTS)
    listed = [line.split("\t") for line in words.split("\n")]
    found = (line.split("\t") for line in keys.split("\n"))
    return Stored(
        [word for word, _ in listed],
        [int(tenths) for _, tenths in listed],
        {key: [*map(int, numbers.split())] for key, numbers in found},
        dict(_pairs(pairs)),
        {gram: int(tenths) / 10 for gram, tenths in (line.split("\t") for line in letters.split("\n"))},
    )


def _pairs(text: str) -> list[tuple[tuple[int, int], float]]:
    made = []
    for line in text.split("\n"):
        first, *behind = line.split(" ")
        for one in behind:
            second, _, tenths = one.partition(":")
            made.append(((int(first), int(second)), int(tenths) / 2))
    return made
