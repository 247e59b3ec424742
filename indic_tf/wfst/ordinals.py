"""Ordinals behind a large number: "thirty crore in the | twenty-first century", "five lakh | twelfth class pupils".

Nobody counts the 300,000,021st of anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..document import Span
from .pipeline import Grammar

_LARGE = 10_000
_ROUND = 1_000
_LAST = 31
"""Of days, classes at school, centuries."""


def apart(spans: Sequence[Span], words: Sequence[str], grammar: Grammar) -> Iterator[Span]:
    """``spans``, large ordinals that are not round as the large number and the ordinal."""
    for span in spans:
        yield from (_parted(span, words, grammar) if span.kind == "ordinal" else None) or (span,)


def _parted(span: Span, words: Sequence[str], grammar: Grammar) -> tuple[Span, Span] | None:
    whole, (start, end) = int(span.token.fields["integer"]), span.words
    last = whole % _ROUND
    if whole <= _LARGE or not 0 < last <= _LAST:
        return None
    for at in range(start + 1, end):
        number, ordinal = grammar.whole(words[start:at]), grammar.whole(words[at:end])
        if number and ordinal and _says(number, "cardinal", whole - last) and _says(ordinal, "ordinal", last):
            return number.moved(start), ordinal.moved(at)
    return None


def _says(span: Span, kind: str, number: int) -> bool:
    return span.kind == kind and span.token.fields.get("integer") == str(number)
