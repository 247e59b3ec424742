"""Marked text as words and labels, and which word of an output stands for which of the reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..assemble import mark_of
from ..document import Formatted
from ..errors import InputError
from ..labels import PUNCTUATION, LabelSet
from ..languages import Language, language
from ..scripts import split_marks
from ..segment import segment
from ..styles import named
from .text import Pair

NO_WORDS = "no words, only marks"
"""Why a passage was set aside."""

OPEN = ""
"""In place of a label that a data set leaves open: the word is not scored."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage without its marks in lower case, and the label that stood behind each word."""

    line: int
    words: tuple[str, ...]
    labels: tuple[str, ...]


def strip(text: str, language: Language, line: int = 0, labels: LabelSet = PUNCTUATION) -> Passage:
    """A marked text as bare words in lower case with their labels; marks that stand alone go to the word before.

    A period that belongs to an abbreviation ("U.S.", or a row of the language's table) is no sentence end, unless
    the passage ends there.
    """
    words: list[str] = []
    marks: list[str] = []
    for word in segment(text).words:
        if word.core:
            words.append(word.core.lower())
            marks.append(word.after)
        elif marks:
            marks[-1] += word.text
    short = _abbreviations(language.key)
    for i, core in enumerate(words[:-1]):
        if marks[i].startswith(".") and ("." in core or core + "." in short):
            marks[i] = marks[i][1:]
    return Passage(line, tuple(words), tuple(map(labels.of_marks, marks)))


def labelled(words: Sequence[str], names: Sequence[str | None], line: int, labels: LabelSet = PUNCTUATION) -> Passage:
    """A passage whose labels somebody wrote down, None for one that is not decided.

    Raises `InputError` for as many labels as there are no words, and for one that ``labels`` lacks.
    """
    if len(words) != len(names):
        raise InputError(f"{len(names)} labels for {len(words)} words")
    if unknown := [name for name in names if name is not None and name not in labels.labels]:
        raise InputError(f"unknown label {unknown[0]!r}; there are {', '.join(labels.labels)}")
    return Passage(line, tuple(word.lower() for word in words), tuple(OPEN if name is None else name for name in names))


@cache
def _abbreviations(key: str) -> frozenset[str]:
    return frozenset(map(str.lower, language(key).forms("abbreviations")))


def written(words: Sequence[str], labels: Sequence[str], language: Language) -> str:
    """Words with the marks that their labels (of `PUNCTUATION`) are written as in a language.

    >>> written(["हाँ", "ठीक", "है"], ["comma", "none", "end"], language("hi"))
    'हाँ, ठीक है।'
    """
    style = named("default")
    marks = (mark_of(label, language, style) if label != OPEN else "" for label in labels)
    return " ".join(word + mark for word, mark in zip(words, marks, strict=True))


def predicted(result: Formatted, count: int) -> list[str]:
    """The label behind each of ``count`` source words; inside words that became one there is none."""
    labels = [PUNCTUATION.labels[0]] * count
    for word in result.words:
        labels[word.words[1] - 1] = PUNCTUATION.of_marks(split_marks(word.text)[2])
    return labels


def slots(gold: list[int], made: list[int], pairs: list[Pair]) -> Iterator[tuple[int, int]]:
    """The label indices (reference, output) behind each pair of words that correspond.

    A word that only one side has stands with the word before it, and the stronger of their labels counts: "25 rupees,"
    for "₹25," has its comma. Marks before the first such pair are a pair of their own.
    """
    at = [0, 0]
    begun = False
    for i, j in pairs:
        if i is not None and j is not None:
            if begun or any(at):
                yield at[0], at[1]
            at, begun = [gold[i], made[j]], True
        elif i is not None:
            at[0] = max(at[0], gold[i])
        elif j is not None:
            at[1] = max(at[1], made[j])
    if begun or any(at):
        yield at[0], at[1]
