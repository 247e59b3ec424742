"""Stage 1: text → words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from .document import Segment, Word
from .scripts import nfc, split_marks


def segment(text: str | Iterable[Word | str]) -> Segment:
    """The words of a text, or of a recogniser's word list (which may carry times and speakers).

    Text is brought to NFC and split at white space; ZWJ, ZWNJ, nukta and candrabindu stay as they are, and so do line
    breaks: each word has the number of those behind it.
    """
    if isinstance(text, str):
        return Segment(tuple(_lines(text)))
    return Segment(tuple(made for word in text for made in _words(word)))


def _lines(text: str) -> list[Word]:
    made: list[Word] = []
    for i, line in enumerate(nfc(text).strip().split("\n")):
        if i:
            made[-1] = replace(made[-1], breaks=made[-1].breaks + 1)
        made += map(_word, line.split())
    return made


def _words(word: Word | str) -> list[Word]:
    if isinstance(word, str):
        return [_word(text) for text in nfc(word).split()]
    made = [
        replace(_word(text), start=word.start, end=word.end, speaker=word.speaker) for text in nfc(word.text).split()
    ]
    return [*made[:-1], *(replace(last, breaks=word.breaks) for last in made[-1:])]


@lru_cache(maxsize=1 << 17)
def _word(text: str) -> Word:
    before, core, after = split_marks(text)
    return Word(text, core, before, after)
