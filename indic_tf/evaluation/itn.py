"""ITN scores: spoken rows against their written forms, per kind; `itn_rows` says what a row is.

    sentence accuracy   rows whose output equals one of the references (NFC, single spaces)
    loose accuracy      the same where the script of digits, separators, case, marks around words and spaces are nothing
    digit errors        rows whose digits, read left to right, are not those of the reference
    value errors        rows from which the meaning cannot be recovered: read aloud by the grammar, output and reference
                        say other numbers, amounts …; where a figure cannot be said, the values of figures alone differ
    I-WER               word error rate on what ITN writes: the Levenshtein distance between the output's and the
                        reference's words, those that stand in the spoken row left out on both sides, summed over
                        rows and divided by the number of such reference words

Of several references the one that makes the least of the errors counts, and all of a row's errors are by that one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ..formatter import IndicFormatter
from .files import Advance, nothing
from .itn_rows import ALTERNATIVES, SCHEMA, Answer, Case, cases, judge, plain
from .judging import judged
from .lines import BadLine, formatted
from .rows import with_output
from .score import Tally, TaskScore, in_order
from .signature import Digest, Signature, sign, sign_output, signature
from .significance import SAMPLES, SEED, Counts, Interval, Score, intervals

__all__ = ["ALTERNATIVES", "Answer", "Case", "ItnScore", "KindScore", "cases", "evaluate", "evaluate_output", "judge"]

COLUMNS = ("rows", "right", "right_loosely", "digit_errors", "value_errors", "value_judged", "distance", "length")


@dataclass(frozen=True, slots=True)
class KindScore:
    """Counts over the rows of one kind."""

    rows: int
    right: int
    right_loosely: int
    digit_errors: int
    value_errors: int
    value_judged: int
    distance: int
    length: int

    @property
    def accuracy(self) -> float | None:
        """Share of rows that are right; None without rows."""
        return _share(self.right, self.rows)

    @property
    def loose_accuracy(self) -> float | None:
        """Share of rows that are right but for how figures look; None without rows."""
        return _share(self.right_loosely, self.rows)

    @property
    def digit_error_rate(self) -> float | None:
        """Share of rows with other digits; None without rows."""
        return _share(self.digit_errors, self.rows)

    @property
    def value_error_rate(self) -> float | None:
        """Share of rows with another value among those that can be judged; None where none can."""
        return _share(self.value_errors, self.value_judged)

    @property
    def i_wer(self) -> float | None:
        """I-WER; None where the references write nothing that was not said."""
        return _share(self.distance, self.length)

    def as_dict(self) -> dict[str, Any]:
        counts = {name: getattr(self, name) for name in COLUMNS}
        return counts | {name: getattr(self, name) for name in METRICS}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


METRICS = ("accuracy", "loose_accuracy", "digit_error_rate", "value_error_rate", "i_wer")


@dataclass(frozen=True, eq=False)
class ItnScore(TaskScore):
    """What was counted, and what was wrong; columns of ``rows`` are the fields of `KindScore`.

    Attributes:
        kind_of: the kind of every row.
        errors: the answers that are wrong, in the order of the rows; the first of them only, where few were asked for.
    """

    kind_of: tuple[str, ...] = ()
    errors: tuple[Answer, ...] = ()

    @cached_property
    def metrics(self) -> Mapping[str, Score]:
        return _METRICS

    @cached_property
    def overall(self) -> KindScore:
        return _count(self.total)

    @cached_property
    def kinds(self) -> dict[str, KindScore]:
        """Scores per kind, in order of first appearance."""
        return {name: _count(self.of_kind(name).sum(axis=0)) for name in dict.fromkeys(self.kind_of)}

    def of_kind(self, kind: str) -> Counts:
        """The rows of one kind."""
        return np.asarray(self.rows[np.array([own == kind for own in self.kind_of], dtype=bool)])

    def kind_intervals(self, samples: int = SAMPLES, seed: int = SEED) -> dict[str, dict[str, Interval | None]]:
        """The intervals of every kind, over its own rows; none at all for 0 samples."""
        return {kind: intervals(self.of_kind(kind), _METRICS, samples, seed) for kind in self.kinds if samples}

    def as_dict(self, errors: int | None = None, samples: int = SAMPLES, seed: int = SEED) -> dict[str, Any]:
        """All scores, and the first ``errors`` wrong answers (all of them for None), for JSON."""
        ranges = self.kind_intervals(samples, seed)
        return {
            **self.overall.as_dict(),
            "kinds": {name: _kind_dict(score, ranges.get(name, {})) for name, score in self.kinds.items()},
            "errors": [_error_dict(answer) for answer in self.errors[:errors]],
            **self.common(samples, seed),
        }


def _metric(name: str) -> Score:
    return lambda total: getattr(_count(total), name)


_METRICS: dict[str, Score] = {name: _metric(name) for name in METRICS}


def _count(total: Counts) -> KindScore:
    return KindScore(*map(int, total))


# --- scoring ------------------------------------------------------------------------------------------


def score(
    spoken: Iterable[str],
    references: Iterable[str | Sequence[str]],
    hypotheses: Iterable[str],
    lang: str,
    *,
    kinds: Iterable[str] | None = None,
    values: bool = True,
    keep: int | None = None,
    jobs: int = 1,
    name: str = "texts",
) -> ItnScore:
    """Compare texts with the written forms of what was said: one, or several that are right.

    ``values`` needs the language's grammar; without it no value is judged. ``keep`` is how many wrong answers the score
    holds, None for all; ``jobs`` processes read figures. Raises `LanguageError`, and `ValueError` where there are more
    of one than of another.
    """
    digest = Digest()
    rows = zip(spoken, references, hypotheses, strict=True)
    labelled = ((row, name) for row in rows) if kinds is None else zip(rows, kinds, strict=True)

    def given() -> Iterator[tuple[Case, str]]:
        for line, ((said, written, made), kind) in enumerate(labelled, start=1):
            forms = (written,) if isinstance(written, str) else tuple(written)
            digest.add(f"{said}\t{ALTERNATIVES.join(forms)}\t{kind}")
            yield Case(line, said, tuple(map(plain, forms)), kind), made

    counted = _counted(judged(given(), lang, values=values, jobs=jobs), keep)
    return _score(signature("ITN", name, digest.sha256, lang=lang), values, counted, [])


def evaluate(
    path: Path,
    lang: str,
    *,
    model: str | None = None,
    device: str = "auto",
    style: str = "default",
    batch_size: int = 64,
    keep: int | None = None,
) -> ItnScore:
    """Score the number writing on the rows of ``path``; marks and case stay as the rows have them.

    Without a ``model`` the grammar decides alone.

    Raises `LanguageError`, `InputError`, `GrammarError` as `IndicFormatter` does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=model, device=device, style=style, punctuation=False, case=False)
    grammar = formatter.grammar  # one that cannot be built is not the fault of a row
    _ = formatter.tagger, formatter.normalizers
    made_by = sign("ITN", path, lang=lang, model=model, style=style)
    bad: list[BadLine] = []

    def answers() -> Iterator[Answer]:
        for case, result in formatted(formatter, cases(path, bad), lambda c: c.spoken, batch_size):
            if isinstance(result, Exception):
                bad.append(BadLine(case.line, str(result)))
            else:
                yield judge(case, result.text, grammar)

    return _score(made_by, True, _counted(answers(), keep), bad)


def evaluate_output(
    path: Path, output: Path, lang: str, *, keep: int | None = None, jobs: int = 1, advance: Advance = nothing
) -> ItnScore:
    """Score the texts of ``output``, which a system made of the rows of ``path``.

    The output has one line for each line of ``path``, comments and all, or one for each that is a row. Raises
    `LanguageError`, `GrammarError`, `OSError`, and `InputError` for any other number of lines.
    """
    _ = IndicFormatter(lang, model=None).grammar  # compiled once, before any process wants it
    made_by = sign_output("ITN", path, output, lang=lang)
    bad: list[BadLine] = []
    rows = with_output(cases(path, bad), path, SCHEMA, output, bad, advance, texts=lambda c: (c.spoken, *c.written))
    answers = judged(((case, made.text) for case, made in rows), lang, jobs=jobs)
    return _score(made_by, True, _counted(answers, keep), bad)


def _counted(answers: Iterable[Answer], keep: int | None) -> tuple[Tally, tuple[str, ...], tuple[Answer, ...]]:
    """The counts and the kind of each answer, and the first ``keep`` wrong ones."""
    tally, kinds = Tally(len(COLUMNS)), []
    errors: list[Answer] = []
    for answer in answers:
        judged = answer.value_error is not None
        flags = (True, answer.right, answer.right_loosely, answer.digit_error, bool(answer.value_error), judged)
        tally.add(answer.case.line, (*map(int, flags), answer.distance, answer.length))
        kinds.append(sys.intern(answer.case.kind))
        if not answer.right and (keep is None or len(errors) < keep):
            errors.append(answer)
    return tally, tuple(kinds), tuple(errors)


def _score(
    made_by: Signature,
    values: bool,
    counted: tuple[Tally, tuple[str, ...], tuple[Answer, ...]],
    bad: list[BadLine],
) -> ItnScore:
    tally, kinds, errors = counted
    made_by = made_by.having(match="exact", values="grammar" if values else "none")
    return ItnScore(made_by, tally.rows, tally.lines, in_order(bad), kinds, errors)


def _kind_dict(score: KindScore, ranges: Mapping[str, Interval | None]) -> dict[str, Any]:
    found = {name: interval and interval.as_list() for name, interval in ranges.items()}
    return score.as_dict() | ({"intervals": found} if found else {})


def _error_dict(answer: Answer) -> dict[str, Any]:
    return {
        "line": answer.case.line,
        "id": answer.case.id,
        "kind": answer.case.kind,
        "spoken": answer.case.spoken,
        "written": list(answer.case.written),
        "output": answer.output,
        "digit_error": answer.digit_error,
        "value_error": answer.value_error,
    }
