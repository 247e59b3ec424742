"""What is known of a language's words, so that those of English are told from its own."""

from __future__ import annotations

import lzma
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from ..first_use import once
from .data import FOLDER, rows
from .lexicon import grammatical_words

WORD, GRAM, BIAS = "w", "g", "b"
"""Kinds of rows of `mixed/<code>.tsv.xz`: how frequent a word is, what letters in a row say, what stands for none."""

_WIDTHS = (2, 3, 4)


def grams(letters: str) -> Iterator[str]:
    """Letters in a row, with the edges of the word."""
    edged = f"^{letters}$"
    for width in _WIDTHS:
        yield from (edged[i : i + width] for i in range(len(edged) - width + 1))


@dataclass(frozen=True)
class Evidence:
    """Words of a language that sound like English: how frequent they are in its text, on the Zipf scale; what letters
    in a row say for a word being borrowed; both empty for a language of which there is no text."""

    frequencies: Mapping[str, float]
    weights: Mapping[str, float]
    bias: float = 0.0

    def likeness(self, letters: str) -> float:
        """The log-odds that a word of these letters is borrowed, by its letters alone."""
        if not letters:
            return self.bias
        found = [self.weights.get(gram, 0.0) for gram in grams(letters)]
        return self.bias + sum(found) / math.sqrt(len(found))


@once
def evidence(code: str) -> Evidence:
    """What is known of a language's words; nothing for one without text."""
    words: dict[str, float] = {}
    weights: dict[str, float] = {}
    bias = 0.0
    for kind, key, value in _cells(f"mixed/{code}.tsv.xz"):
        if kind == WORD:
            words[key] = int(value) / 10
        elif kind == GRAM:
            weights[key] = int(value) / 100
        else:
            bias = int(value) / 100
    return Evidence(words, weights, bias)


def _cells(name: str) -> Iterator[list[str]]:
    path = FOLDER / name
    if path.is_file():
        text = lzma.decompress(path.read_bytes()).decode()
        yield from (line.split("\t") for line in text.splitlines())


@cache
def borrowed() -> Mapping[str, float]:
    """English words that speech may borrow, and how much Indian text does: logarithms of the counts in each language,
    summed."""
    never = grammatical_words()
    return {word: int(tenths) / 10 for word, tenths in _cells("borrowed.tsv.xz") if word not in never}


def established(code: str) -> frozenset[str]:
    """English words that have become words of the language."""
    return frozenset(row["latin"] for row in rows("established", code))
