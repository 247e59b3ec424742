"""ITN scores: spoken rows against their written forms, per kind.

A row is ``spoken<TAB>written[<TAB>kind]``. Where several written forms are right they stand in one cell with " | "
between them. Without a kind, the row counts for the name of its file. Lines that begin with "#" are comments.

    sentence accuracy   rows whose output equals one of the references (NFC, single spaces)
    digit errors        rows whose digits, read left to right, are those of no reference
    value errors        rows from which the meaning cannot be recovered: every number, amount … in the output and in a
                        reference can be read by the grammar, and their values differ from those of all such references
    I-WER               word error rate on what ITN writes: the Levenshtein distance between the output's and the
                        reference's words, those that stand in the spoken row left out on both sides, summed over
                        rows and divided by the number of such reference words; the nearest reference counts
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..formatter import IndicFormatter
from ..scripts import TO_LATIN_DIGITS, nfc
from ..wfst.values import values
from .lines import BadLine, formatted, numbered
from .signature import Signature, sign

ALTERNATIVES = " | "


@dataclass(frozen=True, slots=True)
class Case:
    """A spoken text and the written forms that are right."""

    line: int
    spoken: str
    written: tuple[str, ...]
    kind: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One case with its output and what is wrong with it.

    ``value_error`` is None for a wrong output that the grammar cannot read, or whose references it cannot.
    ``distance`` and ``length`` are the row's share of I-WER, in words.
    """

    case: Case
    output: str
    right: bool
    digit_error: bool
    value_error: bool | None
    distance: int
    length: int


@dataclass(frozen=True, slots=True)
class KindScore:
    """Counts over the rows of one kind."""

    rows: int
    right: int
    digit_errors: int
    value_errors: int
    value_judged: int
    distance: int
    length: int

    @property
    def accuracy(self) -> float | None:
        """Share of rows that are right; None without rows."""
        return self.right / self.rows if self.rows else None

    @property
    def i_wer(self) -> float | None:
        """I-WER; None where the references write nothing that was not said."""
        return self.distance / self.length if self.length else None

    def as_dict(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "right": self.right,
            "accuracy": self.accuracy,
            "digit_errors": self.digit_errors,
            "value_errors": self.value_errors,
            "value_judged": self.value_judged,
            "i_wer": self.i_wer,
        }


@dataclass(frozen=True)
class ItnScore:
    """Every answer; all scores are properties. ``bad`` are the lines that were set aside."""

    signature: Signature
    answers: tuple[Answer, ...]
    bad: tuple[BadLine, ...] = ()

    @cached_property
    def overall(self) -> KindScore:
        return _count(self.answers)

    @cached_property
    def kinds(self) -> dict[str, KindScore]:
        """Scores per kind, in order of first appearance."""
        names = dict.fromkeys(answer.case.kind for answer in self.answers)
        return {name: _count([a for a in self.answers if a.case.kind == name]) for name in names}

    @property
    def errors(self) -> tuple[Answer, ...]:
        """The answers that are wrong, in the order of the file."""
        return tuple(answer for answer in self.answers if not answer.right)

    def as_dict(self, errors: int | None = None) -> dict[str, Any]:
        """All scores, and the first ``errors`` wrong answers (all of them for None), for JSON."""
        return {
            "signature": str(self.signature),
            **self.overall.as_dict(),
            "kinds": {name: score.as_dict() for name, score in self.kinds.items()},
            "errors": [_error_dict(answer) for answer in self.errors[:errors]],
            "bad": [{"line": b.line, "error": b.problem} for b in self.bad],
        }


def evaluate(path: Path, lang: str, *, style: str = "default", batch_size: int = 64) -> ItnScore:
    """Score the number writing on the rows of ``path``; marks and case stay as the rows have them.

    Raises `LanguageError`, `InputError`, `GrammarError` as `IndicFormatter` does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=None, style=style)
    _ = formatter.grammar  # a grammar that cannot be built is not the fault of a row
    signature = sign("ITN", path, lang=lang, model=None, style=style)
    bad: list[BadLine] = []
    answers = []
    for case, result in formatted(formatter, cases(path, bad), lambda c: c.spoken, batch_size):
        if isinstance(result, Exception):
            bad.append(BadLine(case.line, str(result)))
        else:
            answers.append(judge(case, result.text, formatter))
    return ItnScore(signature, tuple(answers), tuple(sorted(bad, key=lambda b: b.line)))


def cases(path: Path, bad: list[BadLine]) -> Iterator[Case]:
    """The rows of a file; those that are no rows go to ``bad``."""
    for number, text in numbered(path, bad):
        if text.startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split("\t")]
        if not 2 <= len(cells) <= 3 or not all(cells[:2]):
            bad.append(BadLine(number, "expected spoken<TAB>written, and perhaps <TAB>kind"))
            continue
        spoken, written, *kind = cells
        references = tuple(map(_plain, written.split(ALTERNATIVES)))
        yield Case(number, spoken, references, "".join(kind) or path.stem)


def judge(case: Case, output: str, formatter: IndicFormatter) -> Answer:
    """What is wrong with ``output`` as the written form of ``case``."""
    output = _plain(output)
    right = output in case.written
    distance, length = min(_distance(case.spoken, output, reference) for reference in case.written)
    return Answer(
        case,
        output,
        right,
        _digits(output) not in set(map(_digits, case.written)),
        False if right else _value_error(case, output, formatter),
        distance,
        length,
    )


def _value_error(case: Case, output: str, formatter: IndicFormatter) -> bool | None:
    found = values(output, formatter.grammar)
    readable = [value for value in (values(text, formatter.grammar) for text in case.written) if value is not None]
    return found not in readable if found is not None and readable else None


def _distance(spoken: str, output: str, reference: str) -> tuple[int, int]:
    """Levenshtein distance over the words that were not said, and the number of them in the reference."""
    said = set(_plain(spoken).split())
    made, right = ([word for word in text.split() if word not in said] for text in (output, reference))
    return levenshtein(made, right), len(right)


def levenshtein(first: Sequence[str], second: Sequence[str]) -> int:
    """The least number of substitutions, deletions and insertions that turn one sequence into the other.

    >>> levenshtein("a b c".split(), "a x c d".split())
    2
    """
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, start=1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(second, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


def _digits(text: str) -> str:
    return "".join(filter(str.isdecimal, text.translate(TO_LATIN_DIGITS)))


def _plain(text: str) -> str:
    return " ".join(nfc(text).split())


def _count(answers: Iterable[Answer]) -> KindScore:
    rows = list(answers)
    return KindScore(
        rows=len(rows),
        right=sum(a.right for a in rows),
        digit_errors=sum(a.digit_error for a in rows),
        value_errors=sum(bool(a.value_error) for a in rows),
        value_judged=sum(a.value_error is not None for a in rows),
        distance=sum(a.distance for a in rows),
        length=sum(a.length for a in rows),
    )


def _error_dict(answer: Answer) -> dict[str, Any]:
    return {
        "line": answer.case.line,
        "kind": answer.case.kind,
        "spoken": answer.case.spoken,
        "written": list(answer.case.written),
        "output": answer.output,
        "digit_error": answer.digit_error,
        "value_error": answer.value_error,
    }
