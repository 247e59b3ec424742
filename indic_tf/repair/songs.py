"""Words that are sung: captions stand them between music signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from ..document import Word
from .tokens import MUSIC

_SIGNS = regex.compile(f"[{MUSIC}]+")


def sung(words: Sequence[Word]) -> frozenset[int]:
    """The positions of the words between two music signs, or behind one up to the end of its line.

    A sign at the start of a line begins a song, one at its end closes it.

    >>> sorted(sung([Word(text, core=text.strip("♪ ")) for text in "♪ la la ♪ yes".split()]))
    [1, 2]
    """
    if not any(_SIGNS.search(word.text) for word in words):
        return frozenset()
    found: set[int] = set()
    song: list[int] | None = None
    for i, sign in _events(words):
        if sign:
            found.update(song or ())
            song = [] if sign == "opens" or (sign == "turns" and song is None) else None
        elif song is not None:
            song.append(i)
    return frozenset(found.union(_of_line(words, song or ())))


def _events(words: Sequence[Word]) -> Iterator[tuple[int, str]]:
    """Each word that is said, and the signs around it by what they do where they stand in their line."""
    for i, word in enumerate(words):
        starts, ends = i == 0 or words[i - 1].breaks > 0, i + 1 == len(words) or word.breaks > 0
        if not word.core:
            signs = len(_SIGNS.findall(word.text))
            kind = "opens" if starts and not ends else "closes" if ends and not starts else "turns"
            yield from ((i, kind) for _ in range(signs % 2))
            continue
        if _SIGNS.search(word.before):
            yield i, "opens" if starts else "turns"
        yield i, ""
        if _SIGNS.search(word.after):
            yield i, "closes" if ends else "turns"


def _of_line(words: Sequence[Word], song: Sequence[int]) -> Iterator[int]:
    for i in song:
        yield i
        if words[i].breaks:
            return
