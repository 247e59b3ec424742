"""Scores on a terminal: tables with intervals, the signature last."""

from __future__ import annotations

from collections.abc import Mapping

from rich.markup import escape

from ..evaluation.case import CaseScore
from ..evaluation.compare import Compared, ComparisonOfSystems
from ..evaluation.disfluency import DisfluencyScore
from ..evaluation.f1 import LabelScore
from ..evaluation.itn import METRICS, ItnScore, KindScore
from ..evaluation.itn_rows import Answer
from ..evaluation.punctuation import PunctuationScore
from ..evaluation.score import TaskScore
from ..evaluation.significance import Interval
from ..evaluation.text import distance
from .base import console, share, table

Intervals = Mapping[str, Interval | None]


def show_punctuation(score: PunctuationScore, samples: int, seed: int) -> None:
    """The label table, the means, sentence ends, the error rate, the signature."""
    found = score.intervals(samples, seed)
    out = console()
    out.print(_labels("mark", score.labels, found))
    left_out = f"   left out, being empty: {', '.join(score.left_out)}" if score.left_out else ""
    without, with_none = (_shown(score, name, found) for name in ("macro_f1", "macro_f1_with_none"))
    out.print(f"macro-F1 without none {without}   with none {with_none}{left_out}")
    inside = _shown(score, "sentence_f1_inside", found)
    out.print(f"sentence F1 {_shown(score, 'sentence_f1', found)}   without last words {inside}")
    counts = f"C {score.correct}, S {score.substitutions}, D {score.deletions}, I {score.insertions}"
    per = _shown(score, "per", found)
    out.print(f"PER {per} ({counts}) on {score.words} words in {score.passages} passages")
    if score.word_edits.errors:
        edits, rate = score.word_edits, share(score.word_edits.rate)
        out.print(f"the words differ: {edits.errors} edits of {edits.reference} words ({rate}); they were aligned")
    _sign(score, samples, seed)


def show_case(score: CaseScore, samples: int, seed: int) -> None:
    """The table of classes, the error rates, the signature."""
    found = score.intervals(samples, seed)
    out = console()
    out.print(_labels("class", score.labels, found))
    without, with_lower = (_shown(score, name, found) for name in ("macro_f1", "macro_f1_with_lower"))
    out.print(f"macro-F1 without lower {without}   with lower {with_lower}")
    mixed = _shown(score, "m_wer_mixed", found)
    counts = f"{score.wrong} of {score.capitals} words with a capital"
    out.print(f"M-WER {_shown(score, 'm_wer', found)} ({counts})   of mixed words {mixed}")
    without_case = _shown(score, "cer_without_case", found)
    out.print(f"CER {_shown(score, 'cer', found)}   without case {without_case}   in {score.passages} passages")
    _sign(score, samples, seed)


def show_disfluency(score: DisfluencyScore, samples: int, seed: int) -> None:
    """Removed words, tags where there are some, the signature."""
    found = score.intervals(samples, seed)
    tags = {name: counts for name, counts in score.labels.items() if not counts.empty}
    out = console()
    out.print(_labels("words", {"removed": score.removed, **tags}, found))
    out.print(f"exactly the right words {_shown(score, 'exact', found)} of {score.passages} texts")
    _sign(score, samples, seed)


def show_itn(score: ItnScore, errors: int, samples: int, seed: int) -> None:
    """The first wrong rows, the table by kind, the signature."""
    out = console()
    if shown := score.errors[:errors]:
        rows = table("line", "kind", "spoken", "output", "written")
        for answer in shown:
            texts = (answer.case.spoken, answer.output, _nearest(answer))
            rows.add_row(str(answer.case.line), escape(answer.case.kind), *map(escape, texts))
        out.print(rows)
        out.print(f"{len(shown)} of {score.overall.rows - score.overall.right} wrong rows")
    made = table("kind", "rows", "right", "accuracy", "loosely", "digit errors", "value errors", "I-WER")
    ranges: dict[str, Intervals] = {**score.kind_intervals(samples, seed), "all": score.intervals(samples, seed)}
    for kind, counts in {**score.kinds, "all": score.overall}.items():
        made.add_row(escape(kind), *_kind_cells(counts, ranges.get(kind, {})))
    out.print(made)
    _sign(score, samples, seed)


def _nearest(answer: Answer) -> str:
    """The reference that the output is nearest to, and how many others there are."""
    others = len(answer.case.written) - 1
    nearest = min(answer.case.written, key=lambda form: distance(form.split(), answer.output.split()))
    return f"{nearest} (or {others} other{'s' * (others > 1)})" if others else nearest


def _kind_cells(score: KindScore, found: Intervals) -> tuple[str, ...]:
    cell = {name: share(getattr(score, name), found.get(name)) for name in METRICS}
    digits = f"{score.digit_errors}: {cell['digit_error_rate']}"
    judged = f"{score.value_errors} of {score.value_judged} judged: {cell['value_error_rate']}"
    rows = (str(score.rows), str(score.right))
    return (*rows, cell["accuracy"], cell["loose_accuracy"], digits, judged, cell["i_wer"])


def show_comparison(made: ComparisonOfSystems, names: tuple[str, str]) -> None:
    """One row per figure, the signatures."""
    rows = table("", *map(escape, names), "difference", "p")
    for name, figure in made.figures.items():
        if figure.first is not None or figure.second is not None:
            rows.add_row(name, share(figure.first), share(figure.second), *_compared(figure))
    out = console()
    out.print(rows)
    out.print(f"on {made.sentences} sentences that both answered; * p < 0.05, each figure for itself")
    for signature in made.signatures:
        out.print(escape(str(signature)), soft_wrap=True)


def _compared(figure: Compared) -> tuple[str, str]:
    found = figure.comparison
    if found is None:
        return "–", "–"
    interval = "" if found.interval is None else f" ({_points(found.interval.low)} to {_points(found.interval.high)})"
    return f"{_points(found.difference)}{interval}", f"{found.p:.3f}{' *' if found.significant else ''}"


def _points(value: float) -> str:
    return f"{100 * value:+.1f}"


def _labels(head: str, labels: Mapping[str, LabelScore], found: Intervals) -> object:
    made = table(head, "precision", "recall", "F1", "reference", "predicted")
    for name, counts in labels.items():
        shares = (("precision", counts.precision), ("recall", counts.recall), ("f1", counts.f1))
        cells = ["–" if counts.empty else share(value, found.get(f"{name}.{what}")) for what, value in shares]
        made.add_row(name, *cells, str(counts.reference), str(counts.predicted))
    return made


def _shown(score: TaskScore, metric: str, found: Intervals) -> str:
    return share(score.value(metric), found.get(metric))


def _sign(score: TaskScore, samples: int, seed: int) -> None:
    console().print(escape(str(score.signed(samples, seed))), soft_wrap=True)
