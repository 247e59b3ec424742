"""Scores of the leaderboard, and its tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from peers import OURS, WITH_TAGGER
from rich.progress import Progress

from indic_tf.evaluation import itn
from indic_tf.evaluation.compare import ComparisonOfSystems, compare
from indic_tf.evaluation.significance import Counts, Interval, comparisons, intervals

LABELS = {
    WITH_TAGGER: "indic_tf",
    OURS: "indic_tf, grammar only",
    "nemo": "nemo_text_processing",
    "input": "(input as it is)",
}
TESTED = ("accuracy", "loose_accuracy")
ALL = "all"


@dataclass(frozen=True)
class Output:
    """What one system wrote for the rows of one language; None where it raised."""

    version: str
    texts: list[str | None]


@dataclass(frozen=True)
class Entry:
    """One system in one language.

    ``failed`` is the number of rows in which it raised; ``against_ours`` is None for our own formatter and without it.
    """

    system: str
    version: str
    failed: int
    score: itn.ItnScore
    ranges: Mapping[str, Interval | None]
    against_ours: ComparisonOfSystems | None


@dataclass(frozen=True)
class Board:
    """The entries of one language."""

    lang: str
    cases: Sequence[itn.Case]
    entries: Sequence[Entry]
    samples: int

    def entry(self, system: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.system == system), None)


# --- scoring ----------------------------------------------------------------------------------------------


def boards(
    cases: Mapping[str, Sequence[itn.Case]], found: Mapping[str, Mapping[str, Output]], samples: int, bar: Progress
) -> Iterator[Board]:
    """The board of each language; ``found`` has the outputs by system and language."""
    task = bar.add_task("scoring", total=len(cases))
    for lang, rows in cases.items():
        there = {system: made[lang] for system, made in found.items() if lang in made}
        yield Board(lang, rows, list(_entries(lang, rows, there, samples)), samples)
        bar.advance(task)


def _entries(lang: str, cases: Sequence[itn.Case], found: Mapping[str, Output], samples: int) -> Iterator[Entry]:
    ours: itn.ItnScore | None = None
    for system, output in found.items():
        score = _score(lang, cases, output.texts)
        ours = score if system == WITH_TAGGER else ours
        tested = ours and score is not ours and samples
        test = compare(score, ours, metrics=TESTED, samples=samples) if ours and tested else None
        ranges = score.intervals(samples)
        yield Entry(system, output.version, output.texts.count(None), score, ranges, test)
    score = _score(lang, cases, [None] * len(cases))
    yield Entry("input", "", 0, score, score.intervals(samples), None)


def _score(lang: str, cases: Sequence[itn.Case], texts: Sequence[str | None]) -> itn.ItnScore:
    """A row for which there is no output stays as it is."""
    spoken = [case.spoken for case in cases]
    written = [said if text is None else text for said, text in zip(spoken, texts, strict=True)]
    references, kinds = [case.written for case in cases], [case.kind for case in cases]
    return itn.score(spoken, references, written, lang, kinds=kinds, name=lang)


# --- figures ----------------------------------------------------------------------------------------------


def figures(made: Sequence[Board]) -> dict[str, Any]:
    """All figures, and the wrong answers by the row's id, for JSON."""
    return {board.lang: {entry.system: _figures(entry, board) for entry in board.entries} for board in made}


def _figures(entry: Entry, board: Board) -> dict[str, Any]:
    known = {"version": entry.version, "failed": entry.failed}
    test = entry.against_ours.as_dict()["figures"] if entry.against_ours else None
    wrong = {board.cases[answer.case.line - 1].id: answer.output for answer in entry.score.errors}
    return {**known, **entry.score.as_dict(samples=board.samples), "errors": wrong, "minus_ours": test}


# --- tables -----------------------------------------------------------------------------------------------

COLUMNS = ("system", "right", "loosely", "digits", "value", "− ours", "p")


def sheets(made: Sequence[Board]) -> Iterator[str]:
    """Languages one by one, then kinds."""
    yield _table(("lang", "rows", *COLUMNS), [row for board in made for row in _rows(board)], text=3)
    systems = list(dict.fromkeys(entry.system for board in made for entry in board.entries))
    if len(made) > 1:
        pooled = [row for system in systems if (row := _pooled(made, system))]
        yield _table(("system", "languages", "rows", *COLUMNS[1:]), pooled, text=2)
    for board in made:
        yield f"### {board.lang}: right (loosely), %, of each kind"
        yield _kinds(board)


def _rows(board: Board) -> Iterator[tuple[str, ...]]:
    for entry in board.entries:
        name = f"{LABELS.get(entry.system, entry.system)} {entry.version}".strip()
        shared = entry.score.overall
        right, loosely = (_range(entry.score.value(name), entry.ranges.get(name)) for name in TESTED)
        test = entry.against_ours and entry.against_ours.figures["accuracy"].comparison
        difference = (f"{100 * test.difference:+.1f}", _p(test.p)) if test else ("", "")
        digits, value = _percent(shared.digit_error_rate), _percent(shared.value_error_rate)
        yield board.lang, str(shared.rows), name, right, loosely, digits, value, *difference


def _pooled(made: Sequence[Board], system: str) -> tuple[str, ...] | None:
    """One system over all its languages, a row as good as another; ours over the same rows is what p compares with."""
    pairs = [(own, board.entry(WITH_TAGGER), board) for board in made if (own := board.entry(system))]
    rows: Counts = np.vstack([own.score.rows for own, _, _ in pairs])
    metrics, samples = pairs[0][0].score.metrics, made[0].samples
    ranges = intervals(rows, metrics, samples) if samples else {}
    total = rows.sum(axis=0)
    right, loosely = (_range(metrics[name](total), ranges.get(name)) for name in TESTED)
    difference = ("", "")
    if samples and system not in (WITH_TAGGER, "input") and all(ours for _, ours, _ in pairs):
        theirs = np.vstack([ours.score.rows for _, ours, _ in pairs if ours])
        test = comparisons(rows, theirs, {"": metrics["accuracy"]}, samples)[""]
        difference = (f"{100 * test.difference:+.1f}", _p(test.p)) if test else difference
    digits, value = _percent(metrics["digit_error_rate"](total)), _percent(metrics["value_error_rate"](total))
    codes = " ".join(board.lang for _, _, board in pairs)
    return LABELS.get(system, system), codes, str(len(rows)), right, loosely, digits, value, *difference


def _kinds(board: Board) -> str:
    names = [LABELS.get(entry.system, entry.system) for entry in board.entries]
    rows = []
    for kind, ours in board.entries[0].score.kinds.items():
        scores = [entry.score.kinds[kind] for entry in board.entries]
        cells = [f"{_percent(one.accuracy)} ({_percent(one.loose_accuracy)})" for one in scores]
        rows.append((kind, str(ours.rows), *cells))
    return _table(("kind", "rows", *names), rows, text=1)


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], text: int) -> str:
    """Markdown; the first ``text`` columns to the left, figures to the right."""
    line = ["---" if i < text else "--:" for i in range(len(columns))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (columns, line, *rows))


def _range(share: float | None, interval: Interval | None) -> str:
    return _percent(share) + (f" ({100 * interval.low:.1f}–{100 * interval.high:.1f})" if interval else "")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"


def _p(p: float) -> str:
    return f"{p:.3f}"
