"""What the numbers in a text say: figures are read by the grammar, number words are classified by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import regex

from ..document import Range, Token
from ..scripts import split_marks
from .pipeline import Grammar

_FIGURE = regex.compile(r"\p{N}")
_WIDEST = 3


def values(text: str, grammar: Grammar) -> tuple[str, ...] | None:
    """The values of all numbers, amounts … in ``text``, left to right; None if a figure cannot be read.

    "₹25,000" and "पच्चीस हज़ार रुपये" have the same value.
    """
    words = text.split()
    found: list[tuple[int, str]] = []
    rest = [split_marks(word)[1] for word in words]
    for start, end in figures(words, grammar):
        token = _read(core(words[start:end]), grammar)
        if token is None:
            return None
        found.append((start, token.value))
        rest[start:end] = [""] * (end - start)
    found += [(span.words[0], span.token.value) for span in grammar.spans(rest)]
    return tuple(value for _, value in sorted(found))


def written_values(words: Sequence[str], grammar: Grammar) -> list[tuple[Range, list[Token]]] | None:
    """Every figure among ``words`` with all that it may say, left to right; None if one cannot be read.

    What can be read as one form is one.
    """
    if whole := grammar.reads(core(words)):
        return [((0, len(words)), whole)]
    found = [(range_, grammar.reads(core(words[slice(*range_)]))) for range_ in figures(words, grammar)]
    return found if all(tokens for _, tokens in found) else None


def figures(words: Sequence[str], grammar: Grammar) -> Iterator[Range]:
    """Ranges around every word with a digit: the widest that can be read, or that word alone."""
    position = 0
    while position < len(words):
        end = _end_of_figure(words, position, grammar)
        if end:
            yield position, end
        position = end or position + 1


def _end_of_figure(words: Sequence[str], start: int, grammar: Grammar) -> int:
    """Where the figure that begins at ``start`` ends; 0 if none does."""
    for end in range(min(start + _WIDEST, len(words)), start, -1):
        piece = words[start:end]
        if any(map(_FIGURE.search, piece)) and _read(core(piece), grammar) is not None:
            return end
    return start + 1 if _FIGURE.search(words[start]) else 0


@lru_cache(maxsize=1 << 14)
def _read(text: str, grammar: Grammar) -> Token | None:
    """What a figure says; a reference and the outputs of several systems have most of theirs in common."""
    return grammar.read(text)


def core(piece: Sequence[str]) -> str:
    """``piece`` as one text, without the marks around it."""
    return split_marks(" ".join(piece))[1]
