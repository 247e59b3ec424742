"""Which converter answers: the first in the chain that has an answer writes the span, and signs it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

import regex

from .document import Conversions, Edit, Range, Segment, Span, Word
from .styles import Style
from .wfst.wire import ENDING_OF_KEPT, KEPT_END, KEPT_START

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar


KEPT = regex.compile(f"{KEPT_START}[^{KEPT_END}]*{KEPT_END}")
"""Stands in a written form for words that stay as they are spoken; between its marks is their usual form."""


class Converter(Protocol):
    """Turns a span into its written form.

    ``name`` is what `Edit.by` says. ``convert`` returns None for "ask the next one". What it writes may leave out
    the span's kept words: it then holds one `KEPT` in place of each range of them.
    """

    name: str

    def convert(self, words: Sequence[Word], span: Span, style: Style) -> str | None: ...


class GrammarConverter:
    """Writes a span with the language's own grammar."""

    name = "grammar"

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar

    def convert(self, words: Sequence[Word], span: Span, style: Style) -> str | None:
        return self._grammar.written(span.token, style)


def convert(segment: Segment, spans: Sequence[Span], chain: Sequence[Converter], style: Style) -> Conversions:
    """The edits of every span that some converter of the chain can write, and these spans.

    The marks around a span are kept. Words that stay as they are spoken are not touched where they stand apart.
    """
    edits: list[Edit] = []
    written: list[Span] = []
    for span in spans:
        if made := _edits(segment.words, span, chain, style):
            edits += made
            written.append(span)
    return Conversions(tuple(edits), tuple(written))


def _edits(words: Sequence[Word], span: Span, chain: Sequence[Converter], style: Style) -> list[Edit]:
    for converter in chain:
        written = converter.convert(words, span, style)
        if written is not None:
            return [_edit(words, range_, text, span, converter) for range_, text in _parts(words, span, written)]
    return []


def _edit(words: Sequence[Word], range_: Range, text: str, span: Span, converter: Converter) -> Edit:
    start, end = range_
    return Edit(range_, words[start].before + text + words[end - 1].after, span.kind, converter.name)


def _parts(words: Sequence[Word], span: Span, written: str) -> list[tuple[Range, str]]:
    """``written`` cut at the words that stay: each part with the words that it replaces.

    One part for all if a part would replace nothing, or be glued to a word that stays.
    """
    if span.kept and span.kept[-1][1] == span.words[1]:
        written = ENDING_OF_KEPT.sub("", written)
    texts = KEPT.split(written)
    if len(texts) == len(span.kept) + 1:
        edges = [span.words[0], *(edge for range_ in span.kept for edge in range_), span.words[1]]
        parts = list(zip(zip(edges[::2], edges[1::2], strict=True), texts, strict=True))
        if all((start < end) == bool(text.strip()) for (start, end), text in parts) and _are_apart(texts):
            return [(range_, text.strip()) for range_, text in parts if text.strip()]
    stays = iter(" ".join(word.core for word in words[slice(*range_)]) for range_ in span.kept)
    fill = len(texts) == len(span.kept) + 1
    return [(span.words, KEPT.sub(lambda kept: next(stays) if fill else kept[0][1:-1], written))]


def _are_apart(texts: Sequence[str]) -> bool:
    """True if a space stands between each text and the kept words beside it."""
    return all(not t or t[-1] == " " for t in texts[:-1]) and all(not t or t[0] == " " for t in texts[1:])
