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
        large = span.kind == "ordinal" and int(span.token.fields["integer"]) > _LARGE
        yield from (_parted(span, words, grammar) if large else None) or (span,)


def _parted(span: Span, words: Sequence[str], grammar: Grammar) -> tuple[Span, Span] | None:
    start, end = span.words
    for at in range(start + 1, end):
        number, ordinal = grammar.whole(words[start:at]), grammar.whole(words[at:end])
        if number and ordinal and _size(number, "cardinal") % _ROUND == 0 and _size(ordinal, "ordinal") <= _LAST:
            return number.moved(start), ordinal.moved(at)
    return None


def _size(span: Span, kind: str) -> int:
    """The number of a span of this kind; one that is neither round nor small for other spans."""
    return int(span.token.fields["integer"]) if span.kind == kind and "integer" in span.token.fields else _LARGE - 1
