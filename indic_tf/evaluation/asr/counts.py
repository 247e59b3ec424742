"""Counts of one utterance under one normalization, and the rates they make.

    WER    (S + D + I) / (C + S + D) on white-space words, summed over all utterances
    CER    the same on code points, the single space between two words among them, as jiwer counts
    GER    the same on extended grapheme clusters (UAX #29): हि, न्दी, த் are one character each, as a reader counts
    SER    the share of utterances that are not the same

GER is the one that is fair to vowel signs: one wrong sign is one wrong character, not one of two or three, and a
conjunct heard wrong is one error, not three. CER is there because everybody else prints it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import regex

from ..significance import Counts, Interval, Score
from ..text import EditCounts, word_edits

_GRAPHEME = regex.compile(r"\X")
METRICS = ("wer", "cer", "ger", "ser")
RATIOS = 2 * len(METRICS)
_EACH = 4  # C, S, D, I
_WRONG = 3 * _EACH
WIDTH = _WRONG + 2
"""C, S, D, I of words, of code points, of graphemes; one for a wrong utterance; one for every utterance."""


def graphemes(text: str) -> list[str]:
    """The extended grapheme clusters of a text.

    >>> graphemes("हिन्दी")
    ['हि', 'न्दी']
    """
    return _GRAPHEME.findall(text)


def count(reference: str, hypothesis: str) -> list[int]:
    """The counts of a normalized utterance, `WIDTH` of them."""
    row: list[int] = []
    if reference == hypothesis:
        for length in (len(reference.split()), len(reference), len(graphemes(reference))):
            row += (length, 0, 0, 0)
        return [*row, 0, 1]
    for split in (str.split, str, graphemes):
        row += word_edits(split(reference), split(hypothesis)).row
    return [*row, 1, 1]


@dataclass(frozen=True, slots=True)
class Rates:
    """What one normalization makes of all utterances. A rate is None where the reference is empty.

    ``intervals`` are those of "wer", "cer", "ger" and "ser".
    """

    words: EditCounts
    characters: EditCounts
    graphemes: EditCounts
    wrong: int
    utterances: int
    intervals: dict[str, Interval | None] = field(default_factory=dict)

    @property
    def wer(self) -> float | None:
        return self.words.rate

    @property
    def cer(self) -> float | None:
        return self.characters.rate

    @property
    def ger(self) -> float | None:
        return self.graphemes.rate

    @property
    def ser(self) -> float | None:
        return self.wrong / self.utterances if self.utterances else None

    def as_dict(self) -> dict[str, Any]:
        return {
            **{name: getattr(self, name) for name in METRICS},
            "words": self.words.as_dict(),
            "characters": self.characters.as_dict(),
            "graphemes": self.graphemes.as_dict(),
            "wrong": self.wrong,
            "utterances": self.utterances,
            "intervals": {name: made and made.as_list() for name, made in self.intervals.items()},
        }


def rates(total: Counts, intervals: dict[str, Interval | None]) -> Rates:
    """The rates that the sum of counts makes."""
    words, characters, clusters = (EditCounts(*map(int, total[i * _EACH : (i + 1) * _EACH])) for i in range(3))
    return Rates(words, characters, clusters, int(total[_WRONG]), int(total[_WRONG + 1]), intervals)


def ratios(rows: Counts) -> Counts:
    """Rows of counts (… × `WIDTH`) as errors and units of each rate (… × `RATIOS`), which is all that rates need."""
    pairs = []
    for start in range(0, _WRONG, _EACH):
        correct, substitutions, deletions, insertions = np.moveaxis(rows[..., start : start + _EACH], -1, 0)
        pairs += [substitutions + deletions + insertions, correct + substitutions + deletions]
    return np.stack([*pairs, rows[..., _WRONG], rows[..., _WRONG + 1]], axis=-1)


def metrics(start: int = 0) -> dict[str, Score]:
    """The four rates as functions of summed `ratios` that begin at column ``start``."""
    return {name: _ratio(start + 2 * i) for i, name in enumerate(METRICS)}


def _ratio(column: int) -> Score:
    def ratio(total: Counts) -> float | None:
        errors, units = total[column : column + 2]
        return float(errors / units) if units else None

    return ratio
