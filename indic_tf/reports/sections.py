"""Results as sections of a page: which figures and tables each kind has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from . import curves, wrong
from .blocks import NONE, Block, Figure, Notes, Row, Section, Table, Text, Tiles, matrix, number
from .results import Asr, Comparison, Curves, History, Itn, Kind, Label, Labelled, Losses, Result
from .tongues import Tongue, tongue

TITLES = {"PUNCT": "Punctuation", "CASE": "Capitals", "DISFL": "Disfluencies"}
_LOWER = "lower"
# name in the result, name on the page, which way is better
_FIGURES: Mapping[str, tuple[tuple[str, str, str], ...]] = {
    "PUNCT": (
        ("macro_f1", "macro-F1", "higher"),
        ("macro_f1_with_none", "macro-F1 with none", "higher"),
        ("sentence_f1", "sentence F1", "higher"),
        ("sentence_f1_inside", "sentence F1 inside", "higher"),
        ("per", "PER", _LOWER),
    ),
    "CASE": (
        ("macro_f1", "macro-F1", "higher"),
        ("macro_f1_with_lower", "macro-F1 with lower", "higher"),
        ("m_wer", "M-WER", _LOWER),
        ("m_wer_mixed", "M-WER of mixed", _LOWER),
        ("cer", "CER", _LOWER),
        ("cer_without_case", "CER without case", _LOWER),
    ),
    "DISFL": (("exact", "exact texts", "higher"), ("macro_f1", "macro-F1 of tags", "higher")),
}
_ITN = (
    ("accuracy", "accuracy", "higher"),
    ("loose_accuracy", "loose accuracy", "higher"),
    ("digit_error_rate", "digit errors", _LOWER),
    ("value_error_rate", "value errors", _LOWER),
    ("i_wer", "I-WER", _LOWER),
)
_RATES = ("wer", "cer", "ger", "ser")
_SHARES = ("precision", "recall", "f1")


def section(result: Result) -> Section:
    """The section of a result."""
    found: Section = _MAKERS[type(result)](result)
    return found


# --- punctuation, case, disfluencies ------------------------------------------------------------------


def _labelled(result: Labelled) -> Section:
    task, speech = result.signed["task"], tongue(result.lang)
    named = {name: Figure(result.figure(key), result.intervals.get(key), way) for key, name, way in _FIGURES[task]}
    if result.removed is not None:
        named = {"removed F1": Figure(result.removed.f1, result.intervals.get("removed.f1")), **named}
    figures = tuple((name, figure) for name, figure in named.items() if figure.value is not None)
    blocks: list[Block | None] = [
        Tiles(figures),
        _labels(result, speech),
        matrix(result.confusion, tuple(result.labels), speech),
        wrong.texts(result.errors, speech),
        _bad(f"line {bad.line}: {bad.error}" for bad in result.bad),
    ]
    return _section(TITLES[task], speech, result, figures, blocks)


def _labels(result: Labelled, speech: Tongue) -> Table:
    known = {**({"removed": result.removed} if result.removed else {}), **result.labels}
    head = ("label", "precision", "recall", "F1", "reference", "output", "both")
    rows = (_label(name, label, result, speech) for name, label in known.items() if label.reference or label.predicted)
    empty = [name for name, label in known.items() if not label.reference and not label.predicted]
    note = f"{_many(result.passages, 'text')}." + (f" On neither side: {', '.join(empty)}." if empty else "")
    return Table("By label", head, tuple(rows), note)


def _label(name: str, label: Label, result: Labelled, speech: Tongue) -> Row:
    shares = (Figure(getattr(label, what), result.intervals.get(f"{name}.{what}")) for what in _SHARES)
    counts = (number(label.reference), number(label.predicted), number(label.hits))
    return Row(name, (*shares, *counts), speech.written(name))


# --- numbers ------------------------------------------------------------------------------------------


def _itn(result: Itn) -> Section:
    speech = tongue(result.lang)
    figures = tuple((name, Figure(getattr(result, key), result.intervals.get(key), way)) for key, name, way in _ITN)
    rows = (*((name, kind) for name, kind in result.kinds.items()), ("all", result))
    table = Table(
        "By kind",
        ("kind", "rows", "right", *(f"{name}{' ↓' if way == _LOWER else ''}" for _, name, way in _ITN)),
        tuple(_kind(name, kind, last=kind is result) for name, kind in rows),
        "↓ lower is better. Value errors are a share of the rows whose values can be read.",
    )
    blocks = [
        table,
        wrong.rows(result.errors, result.rows - result.right, speech),
        _bad(f"line {bad.line}: {bad.error}" for bad in result.bad),
    ]
    return _section("Numbers", speech, result, figures, blocks)


def _kind(name: str, kind: Kind, last: bool) -> Row:
    figures = (Figure(getattr(kind, key), kind.intervals.get(key), way) for key, _, way in _ITN)
    return Row(name, (number(kind.rows), number(kind.right), *figures), strong=last)


# --- recognisers --------------------------------------------------------------------------------------


def _asr(result: Asr) -> Section:
    speech = tongue(result.lang)
    rates = result.normalizations
    figures = tuple((f"WER {n}", Figure(r.wer, r.intervals.get("wer"), _LOWER)) for n, r in rates.items())
    rows = tuple(
        Row(
            name,
            (
                *(Figure(getattr(made, rate), made.intervals.get(rate), _LOWER) for rate in _RATES),
                *map(number, (made.words.substitutions, made.words.deletions, made.words.insertions)),
                number(made.words.reference),
            ),
        )
        for name, made in rates.items()
    )
    people = f" by {_many(result.speakers, 'speaker')}" if result.speakers else ""
    head = ("normalization", "WER ↓", "CER ↓", "GER ↓", "SER ↓", "S", "D", "I", "words")
    ids = result.ids
    blocks = [
        Table("By normalization", head, rows, f"{_many(result.utterances, 'utterance')}{people}."),
        wrong.utterances(result.errors, speech),
        *(_notes(f"Utterances {what}", getattr(ids, what)) for what in ("missing", "extra", "duplicates")),
        _notes("Lines that were set aside", ids.bad),
        _left_out(result.left_out),
        _notes("Signatures", [made.signature for made in rates.values() if made.signature]),
    ]
    return _section("Speech recognition", speech, result, figures, blocks)


def _losses(result: Losses) -> Section:
    speech = tongue(result.lang)
    classes = list(dict.fromkeys(name for loss in result.normalizations.values() for name in loss.shares))
    rows = tuple(
        Row(
            name,
            (
                *(Figure(loss.shares.get(kind), better=_LOWER) for kind in classes),
                Figure(loss.hidden_share, better=_LOWER),
                Text(f"{loss.words_after / loss.words:.2f}" if loss.words else NONE),
                *(Text(NONE if value is None else f"{value:.2f}") for value in (loss.meteor, loss.chrf)),
            ),
        )
        for name, loss in result.normalizations.items()
    )
    head = ("normalization", *(f"{kind}s" for kind in classes), "hidden errors", "words ×", "METEOR", "chrF")
    note = f"{_many(result.sentences, 'sentence')}; shares of the characters of the text that are lost."
    figures = tuple(
        (f"hidden errors, {name}", Figure(loss.hidden_share, better=_LOWER))
        for name, loss in result.normalizations.items()
    )
    blocks = [Table("What is lost", head, rows, note), _left_out(result.left_out)]
    return _section("Normalization", speech, result, figures, blocks)


# --- two systems, curves ------------------------------------------------------------------------------


def _comparison(result: Comparison) -> Section:
    first, second = (Result(signature=line) for line in result.signatures)
    names = [side.signed.get("model", "").partition("@")[0] for side in (first, second)]
    rows = (
        Row(
            name,
            (
                *(Figure(value, better="") for value in (figure.a, figure.b)),
                Text(_points(figure.difference)),
                Text(" to ".join(map(_points, figure.interval)) if figure.interval else NONE),
                Text(NONE if figure.p is None else f"{figure.p:.3f}{' *' if figure.p < 0.05 else ''}"),
            ),
        )
        for name, figure in result.figures.items()
        if figure.a is not None or figure.b is not None
    )
    note = f"{_many(result.sentences, 'sentence')} that both answered; points of 100; * p < 0.05, each for itself."
    head = ("figure", *(name or letter for name, letter in zip(names, "AB", strict=True)), "A − B", "interval", "p")
    table = Table("", head, tuple(rows), note)
    task = TITLES.get(first.signed["task"], "Numbers")
    subject = f"{first.signed.get('set', '').partition('@')[0]} · {names[0]} and {names[1]}"
    return Section(f"Comparison: {task.lower()}", tongue(first.lang), subject, (), result.signatures, (table,))


def _points(value: float | None) -> str:
    return NONE if value is None else f"{100 * value:+.1f}".replace("-", "−")


def _history(result: History) -> Section:
    return Section("Training", None, result.name, (), (), curves.of_training(result))


def _curves(result: Curves) -> Section:
    return Section("Curves", None, result.title, (), (), (curves.of_any(result),))


# --- what they have in common -------------------------------------------------------------------------


def _section(
    task: str,
    speech: Tongue,
    result: Result,
    figures: Sequence[tuple[str, Figure]],
    blocks: Sequence[Block | None],
) -> Section:
    there = tuple(block for block in blocks if block is not None)
    return Section(task, speech, result.subject, tuple(figures), (result.signature,), there)


def _bad(lines: Iterable[str]) -> Notes | None:
    return _notes("Lines that were set aside", tuple(lines))


def _left_out(names: Mapping[str, str]) -> Notes | None:
    return _notes("Normalizations that were left out", [f"{name}: {why}" for name, why in names.items()])


def _notes(title: str, lines: Sequence[str]) -> Notes | None:
    return Notes(f"{title} ({len(lines)})", tuple(lines)) if lines else None


def _many(count: int, what: str) -> str:
    return f"{number(count).text} {what}{'' if count == 1 else 's'}"


_MAKERS: Mapping[type[Result], Callable[[Any], Section]] = {
    Labelled: _labelled,
    Itn: _itn,
    Asr: _asr,
    Losses: _losses,
    Comparison: _comparison,
    History: _history,
    Curves: _curves,
}
