"""Stage 1: text → words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from .document import Segment, Word
from .scripts import nfc, split_marks


def segment(text: str | Iterable[Word | str]) -> Segment:
    """The words of a text, or of a recogniser's word list (which may carry times and speakers).

    Text is brought to NFC and split at white space; ZWJ, ZWNJ, nukta and candrabindu stay as they are.
    """
    if isinstance(text, str):
        return Segment(tuple(map(_word, nfc(text).split())))
    return Segment(tuple(made for word in text for made in _words(word)))


def _words(word: Word | str) -> list[Word]:
    if isinstance(word, str):
        return [_word(text) for text in nfc(word).split()]
    return [
        replace(_word(text), start=word.start, end=word.end, speaker=word.speaker) for text in nfc(word.text).split()
    ]


@lru_cache(maxsize=1 << 17)
def _word(text: str) -> Word:
    before, core, after = split_marks(text)
    return Word(text, core, before, after)
