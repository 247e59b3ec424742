"""Which converter answers: the first in the chain that has an answer writes the span, and signs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from .document import Edit, Segment, Span, Word
from .styles import Style

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar


class Converter(Protocol):
    """Turns a span into its written form.

    ``name`` is what `Edit.by` says. ``convert`` returns None for "ask the next one".
    """

    name: str

    def convert(self, words: Sequence[Word], span: Span, style: Style) -> str | None: ...


class GrammarConverter:
    """Writes a span with the language's own grammar."""

    name = "grammar"

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar

    def convert(self, words: Sequence[Word], span: Span, style: Style) -> str | None:
        return self._grammar.verbalize(span.token, style)


def convert(segment: Segment, spans: Sequence[Span], chain: Sequence[Converter], style: Style) -> list[Edit]:
    """One edit per span that some converter of the chain can write; the marks around the span are kept."""
    return [edit for span in spans for edit in _edit(segment.words, span, chain, style)]


def _edit(words: Sequence[Word], span: Span, chain: Sequence[Converter], style: Style) -> list[Edit]:
    start, end = span.words
    for converter in chain:
        written = converter.convert(words, span, style)
        if written is not None:
            text = words[start].before + written + words[end - 1].after
            return [Edit(span.words, text, span.kind, converter.name, span.token.fields)]
    return []
