"""Formatted text → sentences, by marks and by what a period stands behind. No model, linear time.

>>> [sentence.text for sentence in split("डॉ. राव आए। कब गए?", "hi")]
['डॉ. राव आए।', 'कब गए?']

The order of things follows Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary Detection" (2006): first what
the word before a period is (abbreviation, initial, number), then what the next one says about it. Here abbreviations
are tables: scripts without capital letters say little about the next word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import regex

from . import marks
from .facts import facts

_PARAGRAPH = regex.compile(r"\n[^\S\n]*\n\s*|\u2029\s*")
_SAYS = regex.compile(r"[\p{L}\p{N}]")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence and where it stands: ``source[start:end] == text``, in characters, without white space around."""

    text: str
    start: int
    end: int


def split(text: str, lang: str) -> list[Sentence]:
    """The sentences of a formatted text, in order; between them there is white space only, or nothing.

    A sentence ends with its mark (danda, full stop, question or exclamation mark …) and the quotes and brackets behind
    it, or with its paragraph (an empty line); a single line break ends none. Marks without a word stay with the
    sentence before them. A text of white space has no sentences. Nothing is changed, not even the normalization form.

    Raises `LanguageError` for an unknown language.
    """
    known = facts(lang)
    made: list[Sentence] = []
    for start, end in _paragraphs(text):
        made += _sentences(text, start, marks.ends(text, start, end, known))
    return made


def boundaries(words: Sequence[str], lang: str) -> list[int]:
    """Where the sentences of a formatted text end: for each the index of its last word + 1, so the last is
    ``len(words)``; none without words.

    A word that two sentences share, for want of a space, belongs to the first. Raises `LanguageError` for an unknown
    language.

    >>> boundaries("डॉ. राव आए। कब गए?".split(), "hi")
    [3, 5]
    """
    ends = {sentence.end for sentence in split(" ".join(words), lang)}
    made, position = [], 0
    for i, word in enumerate(words, start=1):
        if any(at in ends for at in range(position + 1, position + len(word) + 1)):
            made.append(i)
        position += len(word) + 1
    return made if not words or made[-1:] == [len(words)] else [*made, len(words)]


def _paragraphs(text: str) -> list[tuple[int, int]]:
    made, start = [], 0
    for gap in _PARAGRAPH.finditer(text):
        made.append((start, gap.start()))
        start = gap.end()
    return [*made, (start, len(text))]


def _sentences(text: str, start: int, ends: Sequence[int]) -> list[Sentence]:
    """The stretches between ``ends`` that say something; what says nothing goes with the one before, else behind."""
    made: list[tuple[int, int]] = []
    begin = start
    for end in ends:
        stop = start + len(text[start:end].rstrip())
        if _SAYS.search(text, start, end):
            made.append((begin, stop))
            begin = end
        elif made:
            made[-1] = (made[-1][0], stop if text[start:end].strip() else made[-1][1])
            begin = end
        start = end
    if not made and text[begin : ends[-1]].strip():
        made.append((begin, ends[-1]))
    return [_sentence(text, *where) for where in made]


def _sentence(text: str, start: int, end: int) -> Sentence:
    stretch = text[start:end]
    begin = start + len(stretch) - len(stretch.lstrip())
    bare = stretch.strip()
    return Sentence(bare, begin, begin + len(bare))
