"""Case scores: which words have capitals, whether they are the right ones, and what is wrong letter by letter.

Marks around words are taken away on both sides. Words correspond by position where they are the same but for case, by
their edits otherwise. Only Latin words have a case; a word that the other side lacks, or has without one, is missed.

    F1                  of capital (India), upper (INDIA), mixed (iPhone), lower; macro-F1 without and with lower
    M-WER               (S + D) / N over the N words with a capital letter in the reference: a word is right if it is
                        the same letter for letter. Insertions belong to no word of the reference and are not counted;
                        they are seen in the precision of their class
    M-WER of mixed      the same over the words of class mixed alone (Universal-2-TF, section 5.1)
    CER                 character edits, case included, over the characters of the reference, one space between words
    CER without case    the same in lower case: what is left when no capital is wrong
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ..formatter import IndicFormatter
from ..labels import CASE, case_of
from ..segment import segment
from .f1 import LabelScore, by_label, by_pair, cells, in_reference, label_metrics, macro, nested, of_confusion, square
from .files import Advance, Pairs, nothing, passages
from .lines import BadLine, formatted
from .marks import NO_WORDS
from .score import Tally, TaskScore, in_order
from .signature import Digest, Signature, sign, sign_output, signature
from .significance import SAMPLES, SEED, Counts, Score
from .text import align, distance
from .worst import Worst, Wrong

_SIZE = len(CASE) + 1  # the last label is that of a word that is absent or has no case
_ABSENT = len(CASE)
_CLASSES = range(1, len(CASE))
_AFTER = _SIZE * _SIZE


@dataclass(frozen=True, eq=False)
class CaseScore(TaskScore):
    """What was counted; every score is a property of it.

    Columns of ``rows``: the confusion matrix (reference × output, the last of both for a word that is absent or has no
    case), words with a capital, wrong ones among them, words of class mixed, wrong ones, characters, their edits, and
    their edits in lower case.
    """

    @cached_property
    def metrics(self) -> Mapping[str, Score]:
        needed = in_reference(self.total, _SIZE)
        return {
            "macro_f1": lambda total: macro(total, _SIZE, _CLASSES, needed),
            "macro_f1_with_lower": lambda total: macro(total, _SIZE, range(len(CASE)), needed),
            "m_wer": lambda total: _share(total, 1, 0),
            "m_wer_mixed": lambda total: _share(total, 3, 2),
            "cer": lambda total: _share(total, 5, 4),
            "cer_without_case": lambda total: _share(total, 6, 4),
            **label_metrics(CASE.labels, lambda total, index: of_confusion(square(total, _SIZE), index)),
        }

    @property
    def passages(self) -> int:
        return len(self.rows)

    @cached_property
    def labels(self) -> dict[str, LabelScore]:
        """Counts per class."""
        return by_label(square(self.total, _SIZE), CASE.labels)

    @cached_property
    def confusion(self) -> dict[tuple[str, str], int]:
        """How many words have which classes: ``confusion[reference, output]``, "absent" for words without one."""
        return by_pair(square(self.total, _SIZE), (*CASE.labels, "absent"))

    @property
    def capitals(self) -> int:
        """Words with a capital letter in the reference."""
        return int(self.total[_AFTER])

    @property
    def wrong(self) -> int:
        """Those of them that are not the same letter for letter."""
        return int(self.total[_AFTER + 1])

    @property
    def macro_f1(self) -> float | None:
        """The mean F1 over capital, upper and mixed, those that are not empty; None if all are."""
        return self.value("macro_f1")

    @property
    def macro_f1_with_lower(self) -> float | None:
        """The mean F1 over all classes that are not empty."""
        return self.value("macro_f1_with_lower")

    @property
    def m_wer(self) -> float | None:
        """Share of the reference's words with a capital that are wrong or missing; None where it has none."""
        return self.value("m_wer")

    @property
    def m_wer_mixed(self) -> float | None:
        """The same over words of class mixed."""
        return self.value("m_wer_mixed")

    @property
    def cer(self) -> float | None:
        """Character error rate, case included; None for an empty reference."""
        return self.value("cer")

    @property
    def cer_without_case(self) -> float | None:
        """Character error rate in lower case."""
        return self.value("cer_without_case")

    def as_dict(self, samples: int = SAMPLES, seed: int = SEED) -> dict[str, Any]:
        """All scores, their intervals and counts, for JSON."""
        names = ("macro_f1", "macro_f1_with_lower", "m_wer", "m_wer_mixed", "cer", "cer_without_case")
        return {
            "passages": self.passages,
            "capitals": self.capitals,
            "wrong": self.wrong,
            **{name: self.value(name) for name in names},
            "labels": {label: score.as_dict() for label, score in self.labels.items()},
            "confusion": nested(self.confusion),
            "errors": [wrong.as_dict() for wrong in self.worst],
            **self.common(samples, seed),
        }


def _share(total: Counts, part: int, whole: int) -> float | None:
    return float(total[_AFTER + part] / total[_AFTER + whole]) if total[_AFTER + whole] else None


# --- scoring ------------------------------------------------------------------------------------------


def score(references: Iterable[str], hypotheses: Iterable[str], lang: str = "any", *, name: str = "texts") -> CaseScore:
    """Compare the case of texts with that of references; raises `ValueError` for more of one than of the other."""
    digest, tally = Digest(), Tally(_AFTER + 7)
    for line, (gold, made) in enumerate(zip(digest.over(references), hypotheses, strict=True), start=1):
        tally.add(line, _counts(cores(gold), cores(made)))
    return _score(signature("CASE", name, digest.sha256, lang=lang), tally, [])


def evaluate(
    path: Path,
    lang: str,
    *,
    model: str | None = "default",
    device: str = "auto",
    batch_size: int = 64,
    keep: int = 0,
) -> CaseScore:
    """Score the capitals put into the passages of ``path``, taken without marks and in lower case.

    ``keep`` is how many of the worst passages the score holds. Raises `LanguageError`, `ModelError` as `IndicFormatter`
    does, `OSError` for an unreadable file.
    """
    formatter = IndicFormatter(lang, model=model, device=device, itn=False)
    _ = formatter.tagger  # a model that is missing is not the fault of a line
    made_by = sign("CASE", path, lang=lang, model=model, style="default")
    bad: list[BadLine] = []
    tally, worst = Tally(_AFTER + 7), Worst(keep)
    given = _passages(path, bad)
    for (line, words), result in formatted(formatter, given, lambda p: [w.lower() for w in p[1]], batch_size):
        if isinstance(result, Exception):
            bad.append(BadLine(line, str(result)))
        else:
            _add(line, words, cores(result.text), tally, worst)
    return _score(made_by, tally, bad, worst.found)


def evaluate_output(path: Path, output: Path, lang: str, *, keep: int = 0, advance: Advance = nothing) -> CaseScore:
    """Score the texts of ``output``, line by line those that a system made of the passages of ``path``.

    ``keep`` is how many of the worst passages the score holds. Raises `LanguageError`, `OSError`, and `InputError` for
    files with different numbers of lines.
    """
    made_by = sign_output("CASE", path, output, lang=lang)
    bad: list[BadLine] = []
    tally, worst = Tally(_AFTER + 7), Worst(keep)
    for pair in Pairs(path, output, bad, advance):
        if words := cores(pair.reference):
            _add(pair.line, words, cores(pair.output), tally, worst)
        else:
            bad.append(BadLine(pair.line, NO_WORDS))
    return _score(made_by, tally, bad, worst.found)


def _add(line: int, gold: list[str], made: list[str], tally: Tally, worst: Worst) -> None:
    counts = _counts(gold, made)
    tally.add(line, counts)
    raised = sum(counts[1:_SIZE])  # small words that have got capitals, or are gone
    worst.add(line, counts[_AFTER + 1] + raised, lambda: (" ".join(gold), " ".join(made)))


def cores(text: str) -> list[str]:
    """The words of a text without the marks around them; what is a mark only is no word."""
    return [word.core for word in segment(text).words if word.core]


def _score(made_by: Signature, tally: Tally, bad: list[BadLine], worst: tuple[Wrong, ...] = ()) -> CaseScore:
    made_by = made_by.having(marks="stripped")
    return CaseScore(made_by, tally.rows, tally.lines, in_order(bad), worst=worst)


def _passages(path: Path, bad: list[BadLine]) -> Iterator[tuple[int, list[str]]]:
    for record in passages(path, bad):
        words = cores(record.text)
        if words:
            yield record.line, words
        else:
            bad.append(BadLine(record.line, NO_WORDS))


def _counts(gold: Sequence[str], made: Sequence[str]) -> list[int]:
    """One row of `CaseScore.rows`."""
    small, other_small = ([word.lower() for word in side] for side in (gold, made))
    both = [
        ("" if i is None else gold[i], "" if j is None else made[j])
        for i, j in align(small, other_small)
        if i is None or j is None or gold[i] != made[j] or case_of(gold[i]) is not None
    ]
    classes = [(_label(word), _label(other)) for word, other in both]
    capitals = [word == other for (word, other), (label, _) in zip(both, classes, strict=True) if label in _CLASSES]
    mixed = [word == other for (word, other), (label, _) in zip(both, classes, strict=True) if label == _CLASSES[-1]]
    words = [len(capitals), capitals.count(False), len(mixed), mixed.count(False)]
    cased = [pair for pair in classes if pair != (_ABSENT, _ABSENT)]
    return [*cells(_SIZE, cased), *words, *_characters(gold, made), _characters(small, other_small)[1]]


def _label(word: str) -> int:
    label = case_of(word)
    return _ABSENT if label is None else CASE.index(label)


def _characters(gold: Sequence[str], made: Sequence[str]) -> tuple[int, int]:
    """How many characters the reference has, and how many edits make the output of them."""
    text = " ".join(gold)
    return len(text), 0 if gold == made else distance(text, " ".join(made))
