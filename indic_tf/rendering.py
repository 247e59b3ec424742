"""What the command line shows: tables, explanations, a progress bar."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn
from rich.table import Table

from .document import Span, Tagged, Token
from .evaluation.itn import ItnScore, KindScore
from .evaluation.punctuation import LabelScore, PunctuationScore
from .formatter import Explanation
from .languages import language, languages
from .wfst.pipeline import Trace
from .wfst.wire import BETA_KINDS, KINDS

_PIPED_WIDTH = 200

_ORDERS = 4  # field orders that are shown of each token


def console() -> Console:
    """A console on stdout; wide where nobody's window limits it, so that a pipe loses nothing."""
    return Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH, highlight=False)


@contextmanager
def progress(files: Sequence[str], to_file: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar over the bytes of ``files``, for whom it does not disturb; yields its advance function."""
    total = sum(path.stat().st_size for path in map(Path, files) if path.is_file())
    if not total or not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield lambda done: None
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)


# --- languages ----------------------------------------------------------------------------------------


def language_rows() -> list[dict[str, Any]]:
    """The facts of every language that the table shows."""
    return [
        {
            "code": code,
            "name": facts.name,
            "native_name": facts.native_name,
            "script": facts.script,
            "sentence_end": facts.sentence_end,
            "status": facts.status,
            "classes": list(KINDS if facts.status == "stable" else BETA_KINDS),
        }
        for code in languages()
        for facts in [language(code)]
    ]


def show_languages(rows: Sequence[dict[str, Any]]) -> None:
    table = _table("code", "name", "native name", "script", "sentence end", "status", "classes")
    for row in rows:
        table.add_row(*(", ".join(cell) if isinstance(cell, list) else str(cell) for cell in row.values()))
    console().print(table)


# --- explain ------------------------------------------------------------------------------------------


def explanation_dict(found: Explanation) -> dict[str, Any]:
    """An explanation as JSON-ready values."""
    return {
        "words": [word.text for word in found.words],
        "runs": [_trace_dict(trace) for trace in found.traces],
        "spans": [_span_dict(span) for span in found.spans],
        "doubtful": [_span_dict(span) for span in found.doubtful],
        "units": list(found.units),
        "tags": None if found.tags is None else _tags_dict(found.tags),
        "formatted": found.formatted.as_dict(),
        "refusals": [refusal.as_dict() for refusal in found.refusals],
    }


def _trace_dict(trace: Trace) -> dict[str, Any]:
    return {
        "words": list(trace.words),
        "classify": trace.classify.split("\n"),
        "parse": [None if token is None else _token_dict(token) for token in trace.parse],
        "permutations": [list(orders) for orders in trace.permutations],
        "verbalize": list(trace.verbalize),
        "readings": [{"weight": weight, "spans": [s.as_dict() for s in spans]} for spans, weight in trace.alternatives],
    }


def _token_dict(token: Token) -> dict[str, Any]:
    return {"kind": token.kind, "fields": dict(token.fields)}


def _span_dict(span: Span) -> dict[str, Any]:
    return {"words": list(span.words), **_token_dict(span.token)}


def _tags_dict(tags: Tagged) -> dict[str, Any]:
    return {
        head: [[label, sure] for label, sure in zip(labels, tags.probabilities[head], strict=True)]
        for head, labels in tags.labels.items()
    }


def show_explanation(found: Explanation) -> None:
    """Words, grammar stages, spans, tagger labels, edits and the text, top down as the pipeline runs."""
    out = console()
    words = [word.text for word in found.words]
    out.print(f"[bold]words[/]      {escape(' '.join(f'{i}:{word}' for i, word in enumerate(words)))}")
    for trace in found.traces:
        _show_trace(out, trace, words)
    out.print(_span_table(found, words) if found.spans else "[bold]spans[/]      none")
    if found.doubtful:
        said = ", ".join(" ".join(words[slice(*span.words)]) for span in found.doubtful)
        out.print(f"[bold]doubtful[/]   {escape(said)}")
    out.print("[bold]tagger[/]     off" if found.tags is None else _tag_table(found.units, found.tags))
    out.print(_edit_table(found, words) if found.formatted.edits else "[bold]edits[/]      none")
    if found.refusals:
        out.print(_refusal_table(found, words))
    out.print(f"[bold]text[/]       {escape(found.formatted.text)}")


def _show_trace(out: Console, trace: Trace, words: Sequence[str]) -> None:
    start, end = trace.words
    out.print(f"[bold]run[/]        {escape(' '.join(words[start:end]))}")
    for i, classified in enumerate(trace.classify.split("\n")):
        token = trace.parse[i]
        out.print(f"  classify   {escape(classified)}")
        if token is None:
            continue
        out.print(f"  parse      {escape(token.value)}")
        for order in trace.permutations[i][:_ORDERS]:
            out.print(f"  order      {escape(order)}")
        if len(trace.permutations[i]) > _ORDERS:
            out.print(f"             … {len(trace.permutations[i]) - _ORDERS} more")
        out.print(f"  verbalize  {escape(str(trace.verbalize[i]))}")
    for spans, weight in trace.alternatives:
        reading = " + ".join(span.token.value for span in spans) or "no number"
        out.print(f"  reading    {weight:6.2f}  {escape(reading)}")


def _span_table(found: Explanation, words: Sequence[str]) -> Table:
    table = _table("span", "words", "value")
    for span in found.spans:
        start, end = span.words
        table.add_row(f"{start}–{end}", escape(" ".join(words[start:end])), escape(span.token.value))
    return table


def _tag_table(units: Sequence[str], tags: Tagged) -> Table:
    table = _table("tagger sees", *tags.labels)
    for i, unit in enumerate(units):
        cells = (f"{labels[i]} {tags.probabilities[head][i]:.2f}" for head, labels in tags.labels.items())
        table.add_row(escape(unit), *cells)
    return table


def _edit_table(found: Explanation, words: Sequence[str]) -> Table:
    table = _table("edit", "words", "becomes", "kind", "by")
    for edit in found.formatted.edits:
        start, end = edit.words
        before = " ".join(words[start:end]) or f"behind {words[start - 1]}"
        table.add_row(f"{start}–{end}", escape(before), escape(edit.text), edit.kind, edit.by)
    return table


def _refusal_table(found: Explanation, words: Sequence[str]) -> Table:
    table = _table("refused", "words", "would have become", "by", "why")
    for refusal in found.refusals:
        start, end = refusal.words
        said = " ".join(words[start:end])
        table.add_row(f"{start}–{end}", escape(said), escape(refusal.text), refusal.by, escape(refusal.reason))
    return table


# --- scores -------------------------------------------------------------------------------------------


def show_punctuation(score: PunctuationScore) -> None:
    """The label table, the means, the error rate, the signature."""
    out = console()
    table = _table("mark", "precision", "recall", "F1", "reference", "predicted")
    for label, made in score.labels.items():
        table.add_row(label, *_label_cells(made), str(made.reference), str(made.predicted))
    out.print(table)
    left_out = f"   left out, being empty: {', '.join(score.left_out)}" if score.left_out else ""
    means = f"without none {_share(score.macro_f1)}   with none {_share(score.macro_f1_with_none)}"
    out.print(f"macro-F1 {means}{left_out}")
    counts = f"C {score.correct}, S {score.substitutions}, D {score.deletions}, I {score.insertions}"
    out.print(f"PER {_share(score.per)} ({counts}) on {score.words} words in {score.passages} passages")
    out.print(escape(str(score.signature)), soft_wrap=True)


def _label_cells(score: LabelScore) -> tuple[str, str, str]:
    if score.empty:
        return ("–", "–", "–")
    return _share(score.precision), _share(score.recall), _share(score.f1)


def show_itn(score: ItnScore, errors: int) -> None:
    """The first wrong rows, the table by kind, the signature."""
    out = console()
    if shown := score.errors[:errors]:
        table = _table("line", "kind", "spoken", "output", "written")
        for answer in shown:
            texts = (answer.case.spoken, answer.output, " | ".join(answer.case.written))
            table.add_row(str(answer.case.line), escape(answer.case.kind), *map(escape, texts))
        out.print(table)
        out.print(f"{len(shown)} of {len(score.errors)} wrong rows")
    table = _table("kind", "rows", "right", "accuracy", "digit errors", "value errors", "I-WER")
    for kind, made in {**score.kinds, "all": score.overall}.items():
        table.add_row(escape(kind), *_kind_cells(made))
    out.print(table)
    out.print(escape(str(score.signature)), soft_wrap=True)


def _kind_cells(score: KindScore) -> tuple[str, ...]:
    judged = f"{score.value_errors} of {score.value_judged} judged"
    counts = (str(score.rows), str(score.right), _share(score.accuracy), str(score.digit_errors), judged)
    return (*counts, _share(score.i_wer))


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}%"


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    return table
