"""Disfluency scores: which words were taken out, and under which tag.

    removed   precision, recall and F1 of the words to be removed, whatever their tag (fillers, reparanda, …)
    per tag   the same for every tag of Tan et al. (2021), section 3.3, a word at a time, where both sides have tags
    exact     texts from which exactly the right words were taken

What a system took out of a text without saying so is found by comparing: a spoken word that corresponds to none of its
output was removed (`removed_by`). Of words said twice the first counts as removed, on both sides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..document import Formatted
from ..formatter import IndicFormatter
from ..labels import DISFLUENCY, REMOVED
from ..segment import segment
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
from .files import Advance, Record, nothing
from .lines import BadLine, formatted
from .rows import Schema, table, with_output
from .score import Tally, TaskScore, in_order
from .signature import Digest, Signature, sign, sign_output, signature
from .significance import SAMPLES, SEED, Score
from .text import align
from .worst import Worst, Wrong

Tags = Sequence[str]
"""One tag of `labels.DISFLUENCY` for each spoken word."""

FLUENT, OTHER = DISFLUENCY.labels[0], "D"
_SIZE = len(DISFLUENCY)
_AFTER = _SIZE * _SIZE
SCHEMA = Schema(("spoken", "fluent", "tags"), required=1, also={"words": "spoken"})


@dataclass(frozen=True, eq=False)
class DisfluencyScore(TaskScore):
    """What was counted; every score is a property of it.

    Columns of ``rows``: the confusion matrix of tags (reference × output; zero for a text without tags), removed words
    (in the reference, in the output, in both), 1, and 1 for a text with exactly the right words removed.
    """

    @cached_property
    def metrics(self) -> Mapping[str, Score]:
        needed = in_reference(self.total, _SIZE)
        return {
            **label_metrics(("removed",), lambda total, _: triple(total, _AFTER)),
            "exact": lambda total: float(total[-1] / total[-2]) if total[-2] else None,
            "macro_f1": lambda total: macro(total, _SIZE, range(1, _SIZE), needed),
            **label_metrics(DISFLUENCY.labels, lambda total, index: of_confusion(square(total, _SIZE), index)),
        }

    @property
    def passages(self) -> int:
        return len(self.rows)

    @property
    def removed(self) -> LabelScore:
        """The words to be removed."""
        return triple(self.total, _AFTER)

    @property
    def f1(self) -> float | None:
        """F1 of the words to be removed; None where neither side removes any."""
        return self.removed.f1

    @property
    def exact(self) -> float | None:
        """Share of the texts from which exactly the right words were taken; None without texts."""
        return self.value("exact")

    @cached_property
    def labels(self) -> dict[str, LabelScore]:
        """Counts per tag, over the texts that have tags on both sides."""
        return by_label(square(self.total, _SIZE), DISFLUENCY.labels)

    @cached_property
    def confusion(self) -> dict[tuple[str, str], int]:
        """How many words have which tags: ``confusion[reference, output]``; those that none has are absent."""
        return by_pair(square(self.total, _SIZE), DISFLUENCY.labels)

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 over the tags other than that of fluent words, those that are not empty; None if all are."""
        return self.value("macro_f1")

    def as_dict(self, samples: int = SAMPLES, seed: int = SEED) -> dict[str, Any]:
        """All scores, their intervals and counts, for JSON."""
        return {
            "passages": self.passages,
            "removed": self.removed.as_dict(),
            "exact": self.exact,
            "macro_f1": self.macro_f1,
            "labels": {label: score.as_dict() for label, score in self.labels.items()},
            "confusion": nested(self.confusion),
            "errors": [wrong.as_dict() for wrong in self.worst],
            **self.common(samples, seed),
        }


# --- scoring ------------------------------------------------------------------------------------------


def score(references: Iterable[Tags], hypotheses: Iterable[Tags], *, name: str = "tags") -> DisfluencyScore:
    """Compare tags, one for each spoken word.

    A column of a `datasets.Dataset` says itself what its numbers (`ClassLabel`) are called. Raises `InputError` for
    other numbers, `ModelError` for an unknown tag, `ValueError` for sequences of different lengths.
    """
    digest, tally = Digest(), _tally()
    sides = columns.of_column(references, "the reference"), columns.of_column(hypotheses, "the output")
    for line, (gold, made) in enumerate(zip(*sides, strict=True), start=1):
        digest.add(" ".join(gold))
        tally.add(line, _counts(gold, made, tagged=True))
    return _score(signature("DISFL", name, digest.sha256, lang="any"), tally, [])


def score_texts(
    spoken: Iterable[str], fluent: Iterable[str], hypotheses: Iterable[str], *, name: str = "texts"
) -> DisfluencyScore:
    """Compare what was taken out of spoken texts: ``fluent`` are the right answers."""
    digest, tally = Digest(), _tally()
    for line, (said, gold, made) in enumerate(zip(spoken, fluent, hypotheses, strict=True), start=1):
        digest.add(f"{said}\t{gold}")
        words = bare(said)
        tally.add(line, _counts(removed_by(words, bare(gold)), removed_by(words, bare(made)), tagged=False))
    return _score(signature("DISFL", name, digest.sha256, lang="any"), tally, [])


def evaluate(
    path: Path,
    lang: str,
    *,
    model: str | None = "default",
    device: str = "auto",
    batch_size: int = 64,
    keep: int = 0,
) -> DisfluencyScore:
    """Score what the formatter removes from the rows of ``path``.

    A row is ``spoken<TAB>fluent[<TAB>tags]``, tags with a space between them, one a spoken word; with tags the fluent
    text may be empty. A first line may name the columns; JSON lines and Parquet have ``words`` (or ``spoken``),
    ``fluent`` and ``tags``. ``keep`` is how many of the worst rows the score holds.

    Raises `LanguageError`, `ModelError` as `IndicFormatter` does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=model, device=device, itn=False, disfluency="remove")
    _ = formatter.tagger  # a model that is missing is not the fault of a line
    made_by = sign("DISFL", path, lang=lang, model=model, style="default")
    bad: list[BadLine] = []
    tally, worst = _tally(), Worst(keep)
    for row, result in formatted(formatter, rows(path, bad), lambda r: r.words, batch_size):
        if isinstance(result, Exception):
            bad.append(BadLine(row.line, str(result)))
        else:
            _add(row, _tags(result, len(row.words)), row.tagged, tally, worst)
    return _score(made_by, tally, bad, worst.found)


def evaluate_output(
    path: Path, output: Path, lang: str, *, keep: int = 0, advance: Advance = nothing
) -> DisfluencyScore:
    """Score the texts of ``output``, line by line those that a system made of the rows of ``path``.

    Lines that are objects of ``indic-tf format --json`` say themselves what they found, with its tags. ``keep`` is how
    many of the worst rows the score holds. Raises `LanguageError`, `OSError`, and `InputError` for files with different
    numbers of lines.
    """
    made_by = sign_output("DISFL", path, output, lang=lang)
    bad: list[BadLine] = []
    tally, worst = _tally(), Worst(keep)
    for row, made in with_output(rows(path, bad), path, SCHEMA, output, bad, advance, texts=lambda r: r.words):
        try:
            tags, tagged = _of_record(made, row.words)
        except ValueError as error:
            bad.append(BadLine(row.line, f"{output.name}: {error}"))
        else:
            _add(row, tags, row.tagged and tagged, tally, worst)
    return _score(made_by, tally, bad, worst.found)


def _add(row: SpokenRow, tags: Tags, tagged: bool, tally: Tally, worst: Worst) -> None:
    counts = _counts(row.tags, tags, tagged)
    tally.add(row.line, counts)
    gone, made_gone, both = counts[_AFTER : _AFTER + 3]

    def texts() -> tuple[str, ...]:
        return _left(row.words, row.tags), _left(row.words, tags), " ".join(row.words)

    worst.add(row.line, gone + made_gone - 2 * both, texts)


def _left(words: Sequence[str], tags: Tags) -> str:
    """What is left of a text."""
    return " ".join(word for word, tag in zip(words, tags, strict=True) if tag not in REMOVED)


@dataclass(frozen=True, slots=True)
class SpokenRow:
    """Spoken words with the right tags; ``tagged`` is False where the tags only say which words go."""

    line: int
    words: tuple[str, ...]
    tags: tuple[str, ...]
    tagged: bool


def rows(path: Path, bad: list[BadLine]) -> Iterator[SpokenRow]:
    """The rows of a file, as `evaluate` says; those that are no rows go to ``bad``."""
    for line, row in table(path, SCHEMA, bad):
        words, tags = _words(row["spoken"]), _tags_of(row.get("tags", ""), f"{path}, line {line}: the column 'tags'")
        if unknown := sorted(set(tags) - set(DISFLUENCY.labels)):
            bad.append(BadLine(line, f"unknown tag {unknown[0]!r}; there are {' '.join(DISFLUENCY.labels)}"))
        elif tags and len(tags) != len(words):
            bad.append(BadLine(line, f"{len(tags)} tags for {len(words)} words"))
        elif not tags and "fluent" not in row:
            bad.append(BadLine(line, "neither a fluent text nor tags"))
        else:
            yield SpokenRow(line, words, tags or removed_by(words, bare(row["fluent"])), bool(tags))


def _words(spoken: Any) -> tuple[str, ...]:
    """The words of a cell, or of a list of them as data sets have it."""
    return bare(spoken) if isinstance(spoken, str) else tuple(str(word).lower() for word in spoken)


def _tags_of(cell: Any, where: str) -> tuple[str, ...]:
    """The tags of a cell, or of a list of them; one that is not decided takes nothing out."""
    found = (
        [int(tag) if tag.lstrip("-").isdecimal() else tag for tag in cell.split()] if isinstance(cell, str) else cell
    )
    return tuple(FLUENT if tag is None else tag for tag in columns.names(found, where))


def bare(text: str) -> tuple[str, ...]:
    """The words of a text in lower case without the marks around them; "" for one of marks only."""
    return tuple(word.core.lower() for word in segment(text).words)


def removed_by(spoken: Sequence[str], left: Sequence[str]) -> tuple[str, ...]:
    """Tags of the spoken words (as `bare` has them): "D" for those that are not among the words that were left.

    >>> removed_by("i uh i want tea".split(), "i want tea".split())
    ('D', 'D', 'O', 'O', 'O')
    """
    said, rest = [i for i, word in enumerate(spoken) if word], [word for word in left if word]
    kept = {i for i, word in enumerate(spoken) if not word}
    wanted = list(rest)
    for i in reversed(said):
        if wanted and spoken[i] == wanted[-1]:
            wanted.pop()
            kept.add(i)
    if wanted:  # words were changed too
        pairs = align([spoken[i] for i in said], rest)
        kept = kept - set(said) | {said[i] for i, j in pairs if i is not None and j is not None}
    return tuple(FLUENT if i in kept else OTHER for i in range(len(spoken)))


def _tags(result: Formatted, count: int) -> list[str]:
    return _filled(count, [(d.words, d.tag) for d in result.disfluencies])


def _filled(count: int, found: Iterable[tuple[Sequence[int], str]]) -> list[str]:
    tags = [FLUENT] * count
    for (start, end), tag in found:
        if not 0 <= start < end <= count:
            raise ValueError(f"words {start} to {end} of {count}")
        tags[start:end] = [tag] * (end - start)
    return tags


def _of_record(record: Record, words: Sequence[str]) -> tuple[Sequence[str], bool]:
    """The tags of an output, and whether they say more than which words go; raises `ValueError` for a bad object."""
    if not isinstance(record.fields.get("edits"), list):
        return removed_by(words, bare(record.text)), False
    try:
        found = [((d["words"][0], d["words"][1]), d["tag"]) for d in record.fields.get("disfluencies", [])]
    except (KeyError, TypeError, IndexError):
        raise ValueError("disfluencies: expected objects with words [from, to] and a tag") from None
    if unknown := sorted({tag for _, tag in found} - set(DISFLUENCY.labels)):
        raise ValueError(f"unknown tag {unknown[0]!r}")
    return _filled(len(words), found), True


def _score(made_by: Signature, tally: Tally, bad: list[BadLine], worst: tuple[Wrong, ...] = ()) -> DisfluencyScore:
    made_by = made_by.having(removed="+".join(sorted(REMOVED)))
    return DisfluencyScore(made_by, tally.rows, tally.lines, in_order(bad), worst=worst)


def _tally() -> Tally:
    return Tally(_AFTER + 5)


def _counts(gold: Tags, made: Tags, tagged: bool) -> list[int]:
    """One row of `DisfluencyScore.rows`."""
    if len(gold) != len(made):
        raise ValueError(f"{len(gold)} tags in the reference, {len(made)} in the output")
    pairs = list(zip(map(DISFLUENCY.index, gold), map(DISFLUENCY.index, made), strict=True))
    gone = [(tag in REMOVED, other in REMOVED) for tag, other in zip(gold, made, strict=True)]
    counts = [sum(tag for tag, _ in gone), sum(other for _, other in gone), gone.count((True, True))]
    exact = all(tag == other for tag, other in gone)
    return [*cells(_SIZE, pairs if tagged else []), *counts, 1, int(exact)]
