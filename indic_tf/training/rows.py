"""A labelled passage word by word, for those who put words in or take words out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..labels import DISFLUENCY, HEADS, ITN, PUNCTUATION
from .label import Labelled, code

NONE = code(PUNCTUATION, "none")
COMMA = code(PUNCTUATION, "comma")
CLOSING = frozenset(code(PUNCTUATION, name) for name in PUNCTUATION.closing)
OUTSIDE = code(ITN, "O")
FLUENT = code(DISFLUENCY, "O")
INSIDE = frozenset(code(ITN, name) for name in ITN.labels if name.startswith("I-"))


class Row(NamedTuple):
    """A tagger word and its code of each head; "" for a head that nothing is known about."""

    word: str
    punctuation: str = ""
    case: str = ""
    itn: str = ""
    disfluency: str = ""


def rows(passage: Labelled) -> list[Row]:
    """The words of a passage with their codes."""
    heads = [getattr(passage, head) or [""] * len(passage.words) for head in HEADS]
    return [Row(*row) for row in zip(passage.words, *heads, strict=True)]


def joined(made: Sequence[Row]) -> Labelled:
    """The passage that `rows` takes apart."""
    words, *codes = zip(*made, strict=True) if made else ((),)
    return Labelled(tuple(words), *map("".join, codes))


def ends_sentence(row: Row) -> bool:
    """Whether a mark behind this word closes the sentence."""
    return row.punctuation in CLOSING
