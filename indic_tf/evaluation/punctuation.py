"""Punctuation scores: strip marked text, format it, compare the mark behind each word.

Every whitespace word has exactly one label (none, comma, end, question) in the reference and in the output. The words
correspond by the alignment that the formatter carries, so no diff is needed and none can go wrong. Numbers stay as
the reference writes them: punctuation alone is measured.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..document import Formatted
from ..formatter import IndicFormatter
from ..labels import PUNCTUATION
from ..languages import Language
from ..scripts import split_marks
from ..segment import segment
from .lines import BadLine, formatted, numbered
from .signature import Signature, sign

NONE = PUNCTUATION.labels[0]


@dataclass(frozen=True, slots=True)
class Passage:
    """A reference passage without its marks, and the label that stood behind each word."""

    line: int
    words: tuple[str, ...]
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelScore:
    """Counts of one label: in the reference, in the output, in both at the same word."""

    reference: int
    predicted: int
    hits: int

    @property
    def empty(self) -> bool:
        """True if the label is neither in the reference nor in the output: there is nothing to score."""
        return not self.reference and not self.predicted

    @property
    def precision(self) -> float:
        """hits / predicted, 0 where nothing was predicted."""
        return self.hits / max(1, self.predicted)

    @property
    def recall(self) -> float:
        """hits / reference, 0 where the reference has none."""
        return self.hits / max(1, self.reference)

    @property
    def f1(self) -> float | None:
        """2 · hits / (reference + predicted), the harmonic mean; None for an empty label."""
        return None if self.empty else 2 * self.hits / (self.reference + self.predicted)


@dataclass(frozen=True)
class PunctuationScore:
    """What was counted; every score is a property of it.

    ``confusion[reference, predicted]`` is a number of words; ``bad`` are the lines that were set aside.
    """

    signature: Signature
    passages: int
    confusion: Mapping[tuple[str, str], int]
    bad: tuple[BadLine, ...] = ()

    @cached_property
    def labels(self) -> dict[str, LabelScore]:
        """Counts per label, none included."""
        return {label: self._label(label) for label in PUNCTUATION.labels}

    def _label(self, label: str) -> LabelScore:
        reference = sum(n for (gold, _), n in self.confusion.items() if gold == label)
        predicted = sum(n for (_, made), n in self.confusion.items() if made == label)
        return LabelScore(reference, predicted, self.confusion.get((label, label), 0))

    @property
    def words(self) -> int:
        return sum(self.confusion.values())

    @property
    def left_out(self) -> tuple[str, ...]:
        """The labels that are empty and therefore in no mean."""
        return tuple(label for label, score in self.labels.items() if score.empty)

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 over comma, end and question, those that are not empty; None if all are."""
        return _mean([score.f1 for label, score in self.labels.items() if label != NONE])

    @property
    def macro_f1_with_none(self) -> float | None:
        """The mean F1 over all labels that are not empty."""
        return _mean([score.f1 for score in self.labels.values()])

    @property
    def correct(self) -> int:
        return sum(score.hits for label, score in self.labels.items() if label != NONE)

    @property
    def substitutions(self) -> int:
        return sum(n for (gold, made), n in self.confusion.items() if gold != made and NONE not in (gold, made))

    @property
    def deletions(self) -> int:
        return sum(n for (gold, made), n in self.confusion.items() if gold != NONE == made)

    @property
    def insertions(self) -> int:
        return sum(n for (gold, made), n in self.confusion.items() if gold == NONE != made)

    @property
    def per(self) -> float:
        """Punctuation error rate (S + D + I) / (C + S + D + I) over words with a mark on either side; 0 without any."""
        wrong = self.substitutions + self.deletions + self.insertions
        return wrong / max(1, self.correct + wrong)

    def as_dict(self) -> dict[str, Any]:
        """All scores and counts, for JSON."""
        return {
            "signature": str(self.signature),
            "passages": self.passages,
            "words": self.words,
            "macro_f1": self.macro_f1,
            "macro_f1_with_none": self.macro_f1_with_none,
            "left_out": list(self.left_out),
            "per": self.per,
            "correct": self.correct,
            "substitutions": self.substitutions,
            "deletions": self.deletions,
            "insertions": self.insertions,
            "labels": {label: _label_dict(score) for label, score in self.labels.items()},
            "bad": [{"line": b.line, "error": b.problem} for b in self.bad],
        }


def evaluate(
    path: Path,
    lang: str,
    *,
    model: str | None = "default",
    device: str = "auto",
    style: str = "default",
    batch_size: int = 64,
) -> PunctuationScore:
    """Score the marks put into the passages of ``path``, one marked passage a line; empty lines are skipped.

    Raises `LanguageError`, `ModelError`, `InputError` as `IndicFormatter` does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=model, device=device, style=style, itn=False, case=False)
    _ = formatter.tagger  # a model that is missing is not the fault of a line
    signature = sign("PUNCT", path, lang=lang, model=model, style=style)
    bad: list[BadLine] = []
    confusion: Counter[tuple[str, str]] = Counter()
    scored = 0
    passages = _passages(path, formatter.language, bad)
    for passage, result in formatted(formatter, passages, lambda p: p.words, batch_size):
        if isinstance(result, Exception):
            bad.append(BadLine(passage.line, str(result)))
            continue
        confusion.update(zip(passage.labels, predicted(result, len(passage.words)), strict=True))
        scored += 1
    return PunctuationScore(signature, scored, confusion, tuple(sorted(bad, key=lambda b: b.line)))


def strip(text: str, language: Language, line: int = 0) -> Passage:
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
    short = frozenset(map(str.lower, language.forms("abbreviations")))
    for i, core in enumerate(words[:-1]):
        if marks[i].startswith(".") and ("." in core or core + "." in short):
            marks[i] = marks[i][1:]
    return Passage(line, tuple(words), tuple(map(PUNCTUATION.of_marks, marks)))


def predicted(result: Formatted, count: int) -> list[str]:
    """The label behind each of ``count`` source words; inside words that became one there is none."""
    labels = [NONE] * count
    for word in result.words:
        labels[word.words[1] - 1] = PUNCTUATION.of_marks(split_marks(word.text)[2])
    return labels


def _passages(path: Path, language: Language, bad: list[BadLine]) -> Iterator[Passage]:
    for number, text in numbered(path, bad):
        passage = strip(text, language, number)
        if passage.words:
            yield passage
        else:
            bad.append(BadLine(number, "no words, only marks"))


def _mean(scores: list[float | None]) -> float | None:
    known = [score for score in scores if score is not None]
    return sum(known) / len(known) if known else None


def _label_dict(score: LabelScore) -> dict[str, Any]:
    counts = {"reference": score.reference, "predicted": score.predicted, "hits": score.hits}
    shares = {"precision": score.precision, "recall": score.recall, "f1": score.f1}
    return counts | (dict.fromkeys(shares) if score.empty else shares)
