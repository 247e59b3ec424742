"""Stage 1: text → words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from .document import Segment, Word
from .repair import Marks, Token, prepare
from .scripts import nfc, split_marks


def segment(text: str | Iterable[Word | str], repaired: Marks | None = None) -> Segment:
    """The words of a text, or of a recogniser's word list (which may carry times and speakers).

    Text is brought to NFC and split at white space; ZWJ, ZWNJ, nukta and candrabindu stay as they are, and so do line
    breaks: each word has the number of those behind it. With the marks of a language, words are put right as `prepare`
    does, and stay as many as they are: what is no speech has neither core nor marks, and a mark that hangs on the word
    before it now has no text.
    """
    made = _lines(text) if isinstance(text, str) else [made for word in text for made in _words(word)]
    return Segment(tuple(made if repaired is None else _repaired(made, repaired)))


def put_right(made: Segment, marks: Marks) -> Segment:
    """The words of a text as `prepare` puts them right, as many as they were."""
    return Segment(tuple(_repaired(made.words, marks)))


def _repaired(words: Sequence[Word], marks: Marks) -> Iterator[Word]:
    line_starts = {0, *(i for i, word in enumerate(words, start=1) if word.breaks)}
    tokens = prepare([word.text for word in words], marks, line_starts).tokens
    begun = False
    for word, token in zip(words, tokens, strict=True):
        fits = " " not in token.text and bool(token.text or begun)  # a reference for a space is none
        begun = True
        yield _as_token(word, token) if fits else word


def _as_token(word: Word, token: Token) -> Word:
    """``word`` as it is after its repair."""
    if token.kind == "cut":  # as a mark, so that none is put before it
        return replace(word, text=token.text, core="", before=token.text, after="")
    if token.passive:
        return replace(word, text=token.text, core="", before="", after="")
    if token.word == word.text:
        return word
    before, core, after = split_marks(token.word)
    return replace(word, text=token.text, core=core, before=token.before + before, after=after + token.after)


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
    return Word(text, core=core, before=before, after=after)
