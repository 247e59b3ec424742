"""What counts as right for each head: F1 per label, exact spans for ITN, what is removed for disfluencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np

from ..labels import REMOVED, LabelSet, spans
from .dev import Answers
from .scores import Ints, score

Row = dict[str, float]
"""Name of a measure → its value in 0 … 1; a label that the truth lacks is left out."""

SPANS, BOUNDARIES, KINDS = "spans", "boundaries", "kind accuracy"
DISFLUENT = "disfluent"
_SELDOM = 400
CHANGED, RUNS, KEPT = "changed words", "changed runs", "kept words"


def measure(head: str, answers: Answers, labels: LabelSet, bias: Sequence[float] | None = None) -> Row:
    """The measures of a head on one language.

    Punctuation and case: F1 per label. ITN: F1 of spans whose boundaries and kind are right, of boundaries alone,
    kind accuracy among spans with right boundaries, span F1 per kind. Disfluency: F1 per tag, and of "is removed", the
    union of the tags of Tan et al. (2021) that do not stay (F, R_RT, R, D). Edits: the share of words that change whose
    tag is right, of runs of them that are right as a whole, and of words that stay which do stay.
    """
    predicted = answers.predicted(bias)
    return _MEASURES.get(head, _per_label)(answers.gold, predicted, answers.rows, labels)


def of_all(
    answers: Mapping[str, Mapping[str, Answers]],
    heads: Mapping[str, LabelSet],
    bias: Mapping[str, Sequence[float]] | None = None,
) -> dict[str, dict[str, Row]]:
    """`measure` of every head and language: head → language → measures."""
    made: dict[str, dict[str, Row]] = {head: {} for head in answers}
    for head, languages in answers.items():
        for language, answer in languages.items():
            if row := measure(head, answer, heads[head], (bias or {}).get(head)):
                made[head][language] = row
    return made


def judged(answers: Mapping[str, Mapping[str, Answers]], heads: Mapping[str, LabelSet]) -> dict[str, dict[str, Row]]:
    """`of_all` by which weights are chosen: without the labels that a language's words have too seldom, since their F1
    is mostly chance, and it would decide."""
    made = of_all(answers, heads)
    for head, rows in made.items():
        for language, row in rows.items():
            rare = _rare(answers[head][language].gold, heads[head])
            rows[language] = {name: value for name, value in row.items() if name not in rare}
    return made


def _rare(gold: Ints, labels: LabelSet) -> set[str]:
    """Labels, and kinds of spans, that open fewer than one in `_SELDOM` words."""
    counts = np.bincount(gold, minlength=len(labels))
    return {
        name.removeprefix("B-")
        for name, count in zip(labels.labels, counts, strict=True)
        if count * _SELDOM < len(gold) and not name.startswith("I-")
    }


def headline(row: Mapping[str, float], neutral: str) -> float:
    """One number per head: the mean over its labels (kinds for ITN) but the ``neutral`` one."""
    left_out = {neutral, SPANS, BOUNDARIES, KINDS, DISFLUENT}
    return float(np.mean([value for name, value in row.items() if name not in left_out] or [0.0]))


def drawn(row: Mapping[str, float], neutral: str) -> Row:
    """The measures of a head that a picture shows: not every kind of ITN, not the ``neutral`` label."""
    if SPANS in row:
        return {name: row[name] for name in (SPANS, BOUNDARIES, KINDS) if name in row}
    return {name: value for name, value in row.items() if name != neutral}


def _per_label(gold: Ints, predicted: Ints, rows: Ints, labels: LabelSet) -> Row:
    return {label: made.f1 for label, made in score(gold, predicted, labels.labels).items() if made.support}


def _disfluency(gold: Ints, predicted: Ints, rows: Ints, labels: LabelSet) -> Row:
    removed = [i for i, label in enumerate(labels.labels) if label in REMOVED]
    true, found = (np.isin(side, removed).astype(np.int64) for side in (gold, predicted))
    made = score(true, found, ("kept", DISFLUENT))[DISFLUENT]
    return ({DISFLUENT: made.f1} if made.support else {}) | _per_label(gold, predicted, rows, labels)


def _itn(gold: Ints, predicted: Ints, rows: Ints, labels: LabelSet) -> Row:
    true, made = (set(spans([labels.labels[i] for i in side], rows.tolist())) for side in (gold, predicted))
    if not true:
        return {}
    kinds = {(a, b): kind for a, b, kind in true}
    found = [(kind, kinds[a, b]) for a, b, kind in made if (a, b) in kinds]
    row = {SPANS: _f1(true, made), BOUNDARIES: _f1(kinds, {(a, b) for a, b, _ in made})}
    if found:
        row[KINDS] = sum(a == b for a, b in found) / len(found)
    for kind in dict.fromkeys(label[2:] for label in labels.labels[1:]):
        own = [{span for span in side if span[2] == kind} for side in (true, made)]
        if own[0]:
            row[kind] = _f1(*own)
    return row


def _f1(true: Iterable[object], made: Iterable[object]) -> float:
    gold, guessed = set(true), set(made)
    return 2 * len(gold & guessed) / max(1, len(gold) + len(guessed))


def _edits(gold: Ints, predicted: Ints, rows: Ints, labels: LabelSet) -> Row:
    right, changed = gold == predicted, gold != 0
    opens = changed & np.concatenate(([True], ~changed[:-1] | (rows[1:] != rows[:-1])))
    wrong = np.bincount(opens.cumsum()[changed], weights=~right[changed], minlength=1)[1:]
    found = {CHANGED: right[changed], RUNS: wrong == 0, KEPT: right[~changed]}
    return {name: float(np.mean(values)) for name, values in found.items() if len(values)}


_MEASURES: dict[str, Callable[[Ints, Ints, Ints, LabelSet], Row]] = {
    "itn": _itn,
    "disfluency": _disfluency,
    "edits": _edits,
}
