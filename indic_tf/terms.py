"""Words that come out as they were given, wherever they are said: names of products, players, schemes.

What is said is compared by letters and figures alone: case, marks, blanks and spellings that fold alike make no
difference, so "one plus", "oneplus" and "One-Plus" are all OnePlus. A term begins and ends where a word does, and no
mark and no change of speaker stands within it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Protocol

import regex

from .document import UNCONVERTED, Conversions, Edit, Range, Segment, Span, Token, Word
from .errors import InputError
from .scripts import fold, nfc

TERMS, TABLES = "terms", "tables"
GIVEN = frozenset({TERMS, TABLES})
"""Who is behind an edit (`Edit.by`) that nobody changes any more: a caller's terms, a caller's tables."""

WORD = "\ue000"
"""Stands for a word of theirs where numbers are looked for: a word that no language has."""

_NO_PART = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
_POSSESSIVE = ("'s", "’s")


@dataclass(frozen=True, slots=True)
class Found:
    """Words of a text that a list knows: where they end, how they are written, and as what."""

    end: int
    written: str
    kind: str
    by: str


class Finder(Protocol):
    """Knows some phrases: the longest that begins at a word, or None."""

    def at(self, words: Sequence[Word], start: int) -> Found | None: ...


class Terms:
    """A list of phrases as they are said and as they are written; the first of two that are said alike counts."""

    def __init__(self, rows: Iterable[tuple[str, str]], kind: str = "term", by: str = TERMS) -> None:
        self._written: dict[str, str] = {}
        for said, written in rows:
            self._written.setdefault(letters_of(said), nfc(written))
        self._beginnings = frozenset(key[:i] for key in self._written for i in range(1, len(key) + 1))
        self._kind, self._by = kind, by

    def at(self, words: Sequence[Word], start: int) -> Found | None:
        """The longest phrase that begins at ``start``; "OnePlus's" is one with its ending."""
        found, said = None, ""
        for i, word in stretch(words, start):
            stem = word.core[:-2] if word.core.endswith(_POSSESSIVE) else word.core
            for core, ending in dict.fromkeys(((word.core, ""), (stem, word.core[len(stem) :]))):
                written = self._written.get(said + letters_of(core))
                if written is not None:
                    found = Found(i + 1, written + ending, self._kind, self._by)
                    break
            part = letters_of(word.core)
            said += part
            if not part or said not in self._beginnings:
                break
        return found


def given(terms: Iterable[str]) -> Terms:
    """The terms of a caller. Raises `InputError` for one without a letter or a figure, and for what is no text."""
    rows = []
    for term in terms:
        written = " ".join(term.split()) if isinstance(term, str) else ""
        if not letters_of(written):
            raise InputError(f"terms: {term!r} is no word; expected words as they are to be written, as in 'OnePlus'")
        rows.append((written, written))
    return Terms(rows)


def fixed(segment: Segment, finders: Sequence[Finder]) -> Conversions:
    """The edits that write what ``finders`` know, left to right, the longest first; of two alike the first finder's."""
    if not finders:
        return UNCONVERTED
    words, edits, position = segment.words, [], 0
    while position < len(words):
        known = [found for finder in finders if (found := finder.at(words, position))]
        if not known:
            position += 1
            continue
        best = max(known, key=lambda found: found.end)
        text = words[position].before + best.written + words[best.end - 1].after
        edits.append(Edit((position, best.end), text, best.kind, best.by))
        position = best.end
    return Conversions(tuple(edits))


def stretch(words: Sequence[Word], start: int) -> Iterator[tuple[int, Word]]:
    """The words from ``start`` on, with their places, up to where a mark or another speaker comes between."""
    for i in range(start, len(words)):
        word = words[i]
        if not word.core or (i > start and (word.before or word.speaker != words[start].speaker)):
            return
        yield i, word
        if word.after:
            return


def near(words: Sequence[Word], start: int, most: int) -> list[str]:
    """The ``most`` first words of such a stretch, bare."""
    return [word.core for _, word in islice(stretch(words, start), most)]


def letters_of(text: str) -> str:
    """What of ``text`` is compared: its letters and figures, spellings that fold alike being one."""
    return _NO_PART.sub("", fold(nfc(text)))


def in_place(words: Sequence[Word], range_: Range, text: str, token: Token, by: str) -> tuple[Edit, Span]:
    """``text`` in place of the words of a range, between the marks around them, and what it says."""
    start, end = range_
    marked = words[start].before + text + words[end - 1].after
    return Edit(range_, marked, token.kind, by), Span(range_, token)
