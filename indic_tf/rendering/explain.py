"""What ``indic-tf explain`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..document import Span, Tagged, Token
from ..explanation import Explanation
from ..readings.judge import Reading
from ..wfst.pipeline import Trace
from .base import console, table

_READINGS = 12  # that are shown
_ORDERS = 4  # field orders that are shown of each token


def explanation_dict(found: Explanation) -> dict[str, Any]:
    """An explanation as JSON-ready values."""
    return {
        "words": [word.text for word in found.words],
        "runs": [_trace_dict(trace) for trace in found.traces],
        "readings": [_reading_dict(reading) for reading in found.readings],
        "spans": [_span_dict(span) for span in found.spans],
        "doubtful": [_span_dict(span) for span in found.doubtful],
        "units": list(found.units),
        "tagger": found.tagger,
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


def _reading_dict(reading: Reading) -> dict[str, Any]:
    one = reading.candidate
    judged = {"score": reading.score, "probability": reading.probability, "chosen": reading.chosen}
    return {**_span_dict(one.span), "rule": one.rule, **judged, "evidence": [list(term) for term in reading.evidence]}


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
    out.print(_reading_table(found, words) if found.readings else "[bold]readings[/]   none")
    if found.doubtful:
        said = ", ".join(" ".join(words[slice(*span.words)]) for span in found.doubtful)
        out.print(f"[bold]doubtful[/]   {escape(said)}")
    why = "not asked: no words beside numbers" if found.tagger else "off"
    out.print(f"[bold]tagger[/]     {why}" if found.tags is None else _tag_table(found.units, found.tags))
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


def _reading_table(found: Explanation, words: Sequence[str]) -> Table:
    """The likeliest readings, in the order of the text; * is what was chosen, before the tagger was asked."""
    made = table("", "words", "reading", "rule", "probability", "score", "what tells it")
    likeliest = sorted(found.readings, key=lambda reading: (-reading.chosen, -reading.probability, -reading.score))
    shown = likeliest[:_READINGS]
    for reading in sorted(shown, key=lambda reading: (reading.candidate.words, -reading.score)):
        said = " ".join(words[slice(*reading.candidate.words)])
        value, rule = reading.candidate.token.value, reading.candidate.rule
        numbers = f"{reading.probability:.3f}", f"{reading.score:.2f}"
        made.add_row("*" if reading.chosen else "", escape(said), escape(value), rule, *numbers, escape(_why(reading)))
    if len(likeliest) > len(shown):
        made.caption = f"{len(likeliest) - len(shown)} less likely ones are in --json"
    return made


def _why(reading: Reading) -> str:
    return ", ".join(f"{name or 'type'} {weight:+.1f}" for name, weight in reading.evidence)


def _tag_table(units: Sequence[str], tags: Tagged) -> Table:
    made = table("tagger sees", *tags.labels)
    for i, unit in enumerate(units):
        cells = (f"{labels[i]} {tags.probabilities[head][i]:.2f}" for head, labels in tags.labels.items())
        made.add_row(escape(unit), *cells)
    return made


def _edit_table(found: Explanation, words: Sequence[str]) -> Table:
    made = table("edit", "words", "becomes", "kind", "by")
    for edit in found.formatted.edits:
        start, end = edit.words
        before = " ".join(words[start:end]) or f"behind {words[start - 1]}"
        made.add_row(f"{start}–{end}", escape(before), escape(edit.text), edit.kind, edit.by)
    return made


def _refusal_table(found: Explanation, words: Sequence[str]) -> Table:
    made = table("refused", "words", "would have become", "by", "why")
    for refusal in found.refusals:
        start, end = refusal.words
        said = " ".join(words[start:end])
        made.add_row(f"{start}–{end}", escape(said), escape(refusal.text), refusal.by, escape(refusal.reason))
    return made
