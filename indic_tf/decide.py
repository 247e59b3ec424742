"""The tagger's part in the choice of numbers: it settles the words that the judge is not sure of, and their class.

The formatter shows the tagger certain numbers as placeholders and doubtful ones (एक, దो, ఒక, ஆறு, নয়) as words. Those
that it takes for numbers become placeholders too, and it is asked again until nothing changes: so a formatted text,
in which they are figures, looks the same to it, and formatting twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .assemble import Unit
from .document import Range, Span, Tagged, Token
from .labels import ITN
from .languages import Thresholds
from .wfst.years import as_year

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

TAGGER = "tagger"
"""What a span says of its rule where the tagger had the last word on its class."""

_SWAPPED = frozenset(("cardinal", "decimal", "date", "time", "fraction"))
"""Classes that one form may belong to, and whose written forms differ."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the ITN head says of one unit: the probability that it belongs to a number, its class and that one's."""

    number: float
    kind: str
    kind_probability: float


def evidence(units: Sequence[Unit], tagged: Tagged) -> dict[Range, Evidence]:
    """The head's word on every unit, by the input words that it stands for; nothing for a model without the head."""
    labels = tagged.labels.get(ITN.name)
    if labels is None:
        return {}
    probabilities, outside = tagged.probabilities[ITN.name], tagged.neutral[ITN.name]
    made: dict[Range, Evidence] = {}
    for unit, label, probability, none in zip(units, labels, probabilities, outside, strict=True):
        kind = label.partition("-")[2]
        made.setdefault(unit.words, Evidence(1 - none, kind, probability if kind else 0.0))
    return made


def accepted(
    doubtful: Sequence[Span], cued: frozenset[Range], said: Mapping[Range, Evidence], least: Thresholds
) -> frozenset[Range]:
    """The doubtful spans that the head takes for numbers; a cue beside one asks for less of it."""
    return frozenset(
        span.words
        for span in doubtful
        if span.words in said and said[span.words].number >= (least.cued if span.words in cued else least.number)
    )


def with_kinds(
    spans: Sequence[Span], words: Sequence[str], said: Mapping[Range, Evidence], least: Thresholds, grammar: Grammar
) -> list[Span]:
    """``spans``, each as the class that the head is sure of where the grammar can read it so."""
    return [_with_kind(span, words, said, least, grammar) for span in spans]


def _with_kind(
    span: Span, words: Sequence[str], said: Mapping[Range, Evidence], least: Thresholds, grammar: Grammar
) -> Span:
    found = said.get(span.words)
    if found is None or found.kind == span.kind or found.kind_probability < least.kind:
        return span
    if not {span.kind, found.kind} <= _SWAPPED:
        return span
    if year := _as_year(span, found.kind):
        return year
    start, end = span.words
    readings = (spans for spans, _ in grammar.alternatives(words[start:end]))
    same = (s[0].moved(start) for s in readings if len(s) == 1 and s[0].words == (0, end - start))
    other = next((other for other in same if other.kind == found.kind), span)
    return other if other is span else replace(other, rule=TAGGER)


def _as_year(span: Span, kind: str) -> Span | None:
    """A whole number as a year, or a year as a whole number."""
    fields = span.token.fields
    if kind == "date":
        token = as_year(span.token)
    elif kind == "cardinal" and fields.keys() <= {"year", "suffix"}:
        token = Token(kind, {"integer" if name == "year" else name: value for name, value in fields.items()})
    else:
        return None
    return Span(span.words, token, span.kept, TAGGER) if token else None
