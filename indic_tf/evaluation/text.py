"""Words of a reference and of a hypothesis side by side: alignment and edit counts. Everything else builds on it.

A word is what stands between white space, in NFC; vowel signs, joiners and apostrophes are part of it. Of several
alignments with the same, least number of edits, rapidfuzz's is taken (jiwer counts with it too), so that the numbers of
substitutions, deletions and insertions are the same everywhere.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import distance as rapid

from ..scripts import nfc

Levenshtein: Any = rapid.Levenshtein
"""Least edits between two sequences; its stubs take positions for texts, so it is not typed."""

Pair = tuple[int | None, int | None]
"""Positions of two words that correspond; None on one side for a word that was deleted or inserted."""


@dataclass(frozen=True, slots=True)
class EditCounts:
    """How many units are the same, and how many substitutions, deletions and insertions make the rest so.

    >>> EditCounts(correct=7, substitutions=1, deletions=2) + EditCounts(correct=0, insertions=1)
    EditCounts(correct=7, substitutions=1, deletions=2, insertions=1)
    """

    correct: int = 0
    substitutions: int = 0
    deletions: int = 0
    insertions: int = 0

    @property
    def errors(self) -> int:
        """S + D + I."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def reference(self) -> int:
        """C + S + D: how many units the reference has."""
        return self.correct + self.substitutions + self.deletions

    @property
    def rate(self) -> float | None:
        """errors / reference; None where the reference is empty. Insertions may bring it above 1."""
        return self.errors / self.reference if self.reference else None

    @property
    def row(self) -> tuple[int, int, int, int]:
        """C, S, D, I."""
        return self.correct, self.substitutions, self.deletions, self.insertions

    def __add__(self, other: EditCounts) -> EditCounts:
        return EditCounts(
            self.correct + other.correct,
            self.substitutions + other.substitutions,
            self.deletions + other.deletions,
            self.insertions + other.insertions,
        )

    def as_dict(self) -> dict[str, Any]:
        counts = {"substitutions": self.substitutions, "deletions": self.deletions, "insertions": self.insertions}
        return {"correct": self.correct, **counts, "reference": self.reference, "rate": self.rate}


def words(text: str) -> list[str]:
    """The white-space words of a text, in NFC."""
    return nfc(text).split()


def word_edits(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> EditCounts:
    """The least edits that turn the units of the reference into those of the hypothesis.

    Units are words; a string is a sequence of characters.

    >>> word_edits("a b c d".split(), "a x c d e".split())
    EditCounts(correct=3, substitutions=1, deletions=0, insertions=1)
    """
    if reference == hypothesis:
        return EditCounts(correct=len(reference))
    substitutions = deletions = insertions = 0
    for operation, *_ in Levenshtein.editops(reference, hypothesis):
        substitutions += operation == "replace"
        deletions += operation == "delete"
        insertions += operation == "insert"
    return EditCounts(len(reference) - substitutions - deletions, substitutions, deletions, insertions)


def distance(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> int:
    """The least number of substitutions, deletions and insertions, where their kinds are of no interest.

    >>> distance("a b c".split(), "a x c d".split())
    2
    """
    return int(Levenshtein.distance(reference, hypothesis))


def align(reference: Sequence[Hashable], hypothesis: Sequence[Hashable]) -> Iterator[Pair]:
    """Which unit of the hypothesis corresponds to which of the reference, left to right; by position if all are equal.

    >>> list(align("a b c d e".split(), "a c d e x".split()))
    [(0, 0), (1, None), (2, 1), (3, 2), (4, 3), (None, 4)]
    """
    if reference == hypothesis:
        yield from ((i, i) for i in range(len(reference)))
        return
    for operation, start, end, other_start, other_end in Levenshtein.opcodes(reference, hypothesis):
        if operation in ("equal", "replace"):
            yield from zip(range(start, end), range(other_start, other_end), strict=True)
        yield from ((i, None) for i in range(start, end) if operation == "delete")
        yield from ((None, i) for i in range(other_start, other_end) if operation == "insert")
