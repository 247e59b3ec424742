"""Punctuation scores: strip marked text, format it (or take a system's output), compare the mark behind each word.

Every whitespace word has exactly one label (none, comma, end, question) in the reference and in the output. Where the
words are the same they correspond by position: what the formatter writes carries its alignment, so no diff is needed
and none can go wrong. Words of given output that differ (a recogniser's, or with numbers in figures) are aligned by
their edits (`text.align`, `marks.slots`).

    PER                  (S + D + I) / (C + S + D + I) over words with a mark on either side (Meister et al. 2023)
    macro-F1             mean F1 of the marks, without and with "none"; a mark that is on neither side is in no mean
    sentence F1          F1 of the words with a mark that ends a sentence, whichever it is
    sentence F1 inside   the same without the last word of each passage, which anybody guesses
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..formatter import IndicFormatter
from ..labels import PUNCTUATION, LabelSet
from ..languages import Language, language
from . import columns
from .f1 import (
    LabelScore,
    by_label,
    by_pair,
    cells,
    in_reference,
    label_metrics,
    macro,
    nested,
    of_confusion,
    square,
    triple,
)
from .files import Advance, Pairs, Record, nothing, passages
from .lines import BadLine, formatted
from .marks import NO_WORDS, OPEN, Passage, labelled, predicted, slots, strip, written
from .score import Tally, TaskScore, in_order
from .signature import Digest, Signature, sign, sign_output, signature
from .significance import SAMPLES, SEED, Counts, Score
from .text import EditCounts, align
from .worst import Worst, Wrong

NONE = PUNCTUATION.labels[0]


@dataclass(frozen=True, eq=False)
class PunctuationScore(TaskScore):
    """What was counted; every score is a property of it.

    Columns of ``rows``: the confusion matrix (reference × output), sentence ends inside the passage (in the reference,
    in the output, in both), words (correct, substituted, deleted, inserted).
    """

    label_set: LabelSet = PUNCTUATION

    @property
    def _size(self) -> int:
        return len(self.label_set)

    @cached_property
    def metrics(self) -> Mapping[str, Score]:
        size, closing = self._size, [self.label_set.index(label) for label in self.label_set.closing]
        needed = in_reference(self.total, size)
        return {
            "macro_f1": lambda total: macro(total, size, range(1, size), needed),
            "macro_f1_with_none": lambda total: macro(total, size, range(size), needed),
            "per": lambda total: _per(square(total, size)),
            "sentence_f1": lambda total: _closing(square(total, size), closing).f1,
            "sentence_f1_inside": lambda total: triple(total, size * size).f1,
            **label_metrics(self.label_set.labels, lambda total, index: of_confusion(square(total, size), index)),
        }

    @property
    def passages(self) -> int:
        return len(self.rows)

    @cached_property
    def confusion(self) -> dict[tuple[str, str], int]:
        """How many words have which labels: ``confusion[reference, output]``; those that none has are absent."""
        return by_pair(square(self.total, self._size), self.label_set.labels)

    @cached_property
    def labels(self) -> dict[str, LabelScore]:
        """Counts per label, none included."""
        return by_label(square(self.total, self._size), self.label_set.labels)

    @property
    def words(self) -> int:
        """The words that were compared."""
        return int(square(self.total, self._size).sum())

    @property
    def word_edits(self) -> EditCounts:
        """How much the words of the output differ from those of the reference."""
        return EditCounts(*map(int, self.total[-4:]))

    @property
    def left_out(self) -> tuple[str, ...]:
        """The labels that are empty and therefore in no mean."""
        return tuple(label for label, score in self.labels.items() if score.empty)

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 over comma, end and question, those that are not empty; None if all are."""
        return self.value("macro_f1")

    @property
    def macro_f1_with_none(self) -> float | None:
        """The mean F1 over all labels that are not empty."""
        return self.value("macro_f1_with_none")

    @property
    def sentences(self) -> LabelScore:
        """Words that end a sentence, with whatever mark."""
        closing = [self.label_set.index(label) for label in self.label_set.closing]
        return _closing(square(self.total, self._size), closing)

    @property
    def sentence_f1(self) -> float | None:
        """F1 of sentence ends; None where neither side has one."""
        return self.sentences.f1

    @property
    def sentence_f1_inside(self) -> float | None:
        """F1 of sentence ends, the last word of every passage left out."""
        return self.value("sentence_f1_inside")

    @property
    def correct(self) -> int:
        return _correct(square(self.total, self._size))

    @property
    def substitutions(self) -> int:
        matrix = square(self.total, self._size)
        return int(matrix[1:, 1:].sum()) - self.correct

    @property
    def deletions(self) -> int:
        return int(square(self.total, self._size)[1:, 0].sum())

    @property
    def insertions(self) -> int:
        return int(square(self.total, self._size)[0, 1:].sum())

    @property
    def per(self) -> float | None:
        """Punctuation error rate (S + D + I) / (C + S + D + I) over words with a mark on either side, or None."""
        return self.value("per")

    def as_dict(self, samples: int = SAMPLES, seed: int = SEED) -> dict[str, Any]:
        """All scores, their intervals and counts, for JSON."""
        return {
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
            "sentence_f1": self.sentence_f1,
            "sentence_f1_inside": self.sentence_f1_inside,
            "sentences": self.sentences.as_dict(),
            "labels": {label: score.as_dict() for label, score in self.labels.items()},
            "confusion": nested(self.confusion),
            "word_edits": self.word_edits.as_dict(),
            "errors": [wrong.as_dict() for wrong in self.worst],
            **self.common(samples, seed),
        }


# --- scoring ------------------------------------------------------------------------------------------


def score(
    references: Iterable[str],
    hypotheses: Iterable[str],
    lang: str,
    *,
    labels: LabelSet = PUNCTUATION,
    name: str = "texts",
) -> PunctuationScore:
    """Compare the marks of texts with those of references, one hypothesis for each reference.

    ``name`` is what the signature calls the set. Raises `LanguageError` for an unknown language, `ValueError` where
    there are more of one than of the other.
    """
    facts, digest, tally = language(lang), Digest(), _tally(labels)
    for line, (gold, made) in enumerate(zip(digest.over(references), hypotheses, strict=True), start=1):
        tally.add(line, _compared(strip(gold, facts, labels=labels), strip(made, facts, labels=labels), labels))
    made_by = signature("PUNCT", name, digest.sha256, lang=lang)
    return _score(_sign(made_by, "edits"), tally, [], labels)


def score_labels(
    references: Iterable[Sequence[str]], hypotheses: Iterable[Sequence[str]], *, labels: LabelSet = PUNCTUATION
) -> PunctuationScore:
    """Compare label sequences, one label for each word of a passage: those of a tagger, say.

    A column of a `datasets.Dataset` says itself what its numbers (`ClassLabel`) are called. Raises `InputError` for
    other numbers, `ModelError` for a label that ``labels`` lacks, `ValueError` for sequences of different lengths.
    """
    digest, tally = Digest(), _tally(labels)
    sides = columns.of_column(references, "the reference"), columns.of_column(hypotheses, "the output")
    for line, (gold, made) in enumerate(zip(*sides, strict=True), start=1):
        digest.add(" ".join(gold))
        tally.add(line, _counts(_indices(gold, made, labels), labels, EditCounts(correct=len(gold))))
    made_by = signature("PUNCT", "labels", digest.sha256, lang="any")
    return _score(_sign(made_by, "position"), tally, [], labels)


def evaluate(
    path: Path,
    lang: str,
    *,
    model: str | None = "default",
    device: str = "auto",
    style: str = "default",
    batch_size: int = 64,
    keep: int = 0,
) -> PunctuationScore:
    """Score the marks put into the passages of ``path``, one marked passage a line; empty lines are skipped.

    JSON lines and Parquet have it under ``text``, or the words under ``words`` and their labels under ``labels``.
    ``keep`` is how many of the worst passages the score holds.
    Raises `LanguageError`, `ModelError`, `InputError` as `IndicFormatter` does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=model, device=device, style=style, itn=False, case=False)
    _ = formatter.tagger  # a model that is missing is not the fault of a line
    made_by = sign("PUNCT", path, lang=lang, model=model, style=style)
    bad: list[BadLine] = []
    tally, worst = _tally(PUNCTUATION), Worst(keep)
    for passage, result in formatted(
        formatter, _passages(path, formatter.language, bad), lambda p: p.words, batch_size
    ):
        if isinstance(result, Exception):
            bad.append(BadLine(passage.line, str(result)))
            continue
        count = len(passage.words)
        made = Passage(passage.line, passage.words, tuple(predicted(result, count)))
        pairs = _indices(passage.labels, made.labels, PUNCTUATION)
        counts = _counts(pairs, PUNCTUATION, EditCounts(correct=count))
        tally.add(passage.line, counts)
        worst.add(passage.line, _errors(counts, PUNCTUATION), partial(_texts, passage, made, formatter.language))
    return _score(_sign(made_by, "position"), tally, bad, PUNCTUATION, worst.found)


def evaluate_output(
    path: Path, output: Path, lang: str, *, keep: int = 0, advance: Advance = nothing
) -> PunctuationScore:
    """Score the texts of ``output``, line by line those that a system made of the passages of ``path``.

    ``keep`` is how many of the worst passages the score holds; ``advance`` is told of the bytes read. Raises
    `LanguageError`, `OSError`, and `InputError` for files with different numbers of lines.
    """
    facts = language(lang)
    made_by = sign_output("PUNCT", path, output, lang=lang)
    bad: list[BadLine] = []
    tally, worst = _tally(PUNCTUATION), Worst(keep)
    for pair in Pairs(path, output, bad, advance):
        gold = _passage(pair.gold, path, facts, bad)
        if gold is None:
            continue
        if gold.words:
            made = strip(pair.output, facts)
            counts = _compared(gold, made, PUNCTUATION)
            tally.add(pair.line, counts)
            worst.add(pair.line, _errors(counts, PUNCTUATION), partial(_texts, gold, made, facts))
        else:
            bad.append(BadLine(pair.line, NO_WORDS))
    return _score(_sign(made_by, "edits"), tally, bad, PUNCTUATION, worst.found)


def _errors(counts: Sequence[int], labels: LabelSet) -> int:
    """How many words of a row have another label than in the reference."""
    size = len(labels)
    return sum(counts[: size * size]) - sum(counts[: size * size : size + 1])


def _texts(gold: Passage, made: Passage, facts: Language) -> tuple[str, str]:
    """Both sides as they are compared: in lower case, with no other marks than those that are scored."""
    return written(gold.words, gold.labels, facts), written(made.words, made.labels, facts)


def _sign(made_by: Signature, words: str) -> Signature:
    """How words were brought together, and which mean macro-F1 is."""
    return made_by.having(words=words, macro="no-empty-labels")


def _score(
    made_by: Signature, tally: Tally, bad: list[BadLine], labels: LabelSet, worst: tuple[Wrong, ...] = ()
) -> PunctuationScore:
    return PunctuationScore(made_by, tally.rows, tally.lines, in_order(bad), labels, worst=worst)


def _tally(labels: LabelSet) -> Tally:
    return Tally(len(labels) ** 2 + 3 + 4)


def _compared(reference: Passage, hypothesis: Passage, labels: LabelSet) -> list[int]:
    if reference.words == hypothesis.words:
        edits = EditCounts(correct=len(reference.words))
        return _counts(_indices(reference.labels, hypothesis.labels, labels), labels, edits)
    pairs = list(align(reference.words, hypothesis.words))
    both = [(i, j) for i, j in pairs if i is not None and j is not None]
    correct = sum(reference.words[i] == hypothesis.words[j] for i, j in both)
    deleted, inserted = len(reference.words) - len(both), len(hypothesis.words) - len(both)
    gold, made = (_places(side.labels, labels) for side in (reference, hypothesis))
    edits = EditCounts(correct, len(both) - correct, deleted, inserted)
    return _counts(list(slots(gold, made, pairs)), labels, edits)


def _indices(gold: Sequence[str], made: Sequence[str], labels: LabelSet) -> list[tuple[int, int]]:
    return list(zip(_places(gold, labels), map(labels.index, made), strict=True))


def _places(gold: Sequence[str], labels: LabelSet) -> list[int]:
    """The labels of a reference as numbers, -1 for an open one."""
    return [labels.index(label) if label != OPEN else -1 for label in gold]


def _counts(pairs: list[tuple[int, int]], labels: LabelSet, edits: EditCounts) -> list[int]:
    """One row of `PunctuationScore.rows`."""
    closing = frozenset(map(labels.index, labels.closing))
    ends = [(gold in closing, made in closing) for gold, made in pairs[:-1] if gold >= 0]
    pairs = [pair for pair in pairs if pair[0] >= 0]
    inside = [sum(gold for gold, _ in ends), sum(made for _, made in ends), sum(gold and made for gold, made in ends)]
    return [*cells(len(labels), pairs), *inside, *edits.row]


def _correct(matrix: Counts) -> int:
    return int(matrix.trace() - matrix[0, 0])


def _per(matrix: Counts) -> float | None:
    marked = int(matrix.sum() - matrix[0, 0])
    return (marked - _correct(matrix)) / marked if marked else None


def _closing(matrix: Counts, closing: Sequence[int]) -> LabelScore:
    both = matrix[list(closing)][:, list(closing)].sum()
    return LabelScore(int(matrix[list(closing)].sum()), int(matrix[:, list(closing)].sum()), int(both))


def _passages(path: Path, language: Language, bad: list[BadLine]) -> Iterator[Passage]:
    for record in passages(path, bad):
        passage = _passage(record, path, language, bad)
        if passage is not None and passage.words:
            yield passage
        elif passage is not None:
            bad.append(BadLine(record.line, NO_WORDS))


def _passage(record: Record, path: Path, language: Language, bad: list[BadLine]) -> Passage | None:
    """The words and labels of a record, by its columns if it has them, else by its text; None for one that is bad."""
    words, found = record.fields.get("words"), record.fields.get("labels")
    if words is None or found is None:
        return strip(record.text, language, record.line)
    names = columns.names(found, f"{path}, line {record.line}: the column 'labels'")
    try:
        return labelled(words, names, record.line)
    except InputError as error:
        bad.append(BadLine(record.line, str(error)))
        return None
