"""Long texts in overlapping windows, merged again: Nguyen et al. 2019, "Fast and Accurate Capitalization and
Punctuation for Automatic Speech Recognition Using Transformer and Chunk Merging".

Where two windows overlap, the first gives up its last ``min_words_cut`` words to the second: both then speak only where
they have seen enough words on either side. Theirs start every half window. Ours overlap by twice the words that are
cut, where that is less, and have no more subwords than a model has learnt to read at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..document import Range
from ..errors import InputError


def split(sizes: Sequence[int], words: int, room: int, overlap: int) -> list[Range]:
    """Half-open ranges of words of these ``sizes`` (subwords), each of at most so many ``words`` and ``room`` for
    subwords, but one word at least; neighbours have ``overlap`` words in common, or half of the first if that is less.

    The last window is as long as fits, so that it starts wherever that leaves it. Raises `InputError` for windows of
    one word.

    >>> split([1] * 10, 4, 100, 2)
    [(0, 4), (2, 6), (4, 8), (6, 10)]
    >>> split([1, 1, 5, 1, 1, 1], 4, 6, 1)
    [(0, 2), (1, 3), (2, 4), (3, 6)]
    >>> split([1] * 3, 4, 100, 2), split([], 4, 100, 2)
    ([(0, 3)], [])
    """
    if words < 2:
        raise InputError(f"a window needs two words or more, not {words}")
    made: list[Range] = []
    start, length = 0, len(sizes)
    while not made or made[-1][1] < length:
        stop = start + _fitting(sizes[start : start + words], room)
        if stop == length and made:
            start = stop - _fitting(sizes[max(0, stop - words) :][::-1], room)
        made.append((start, stop))
        start = stop - min(overlap, (stop - start) // 2)
    return made if length else []


def _fitting(sizes: Sequence[int], room: int) -> int:
    """How many of these words, from the first on, have room; one at least."""
    used = 0
    for count, size in enumerate(sizes):
        used += size
        if used > room and count:
            return count
    return len(sizes)


def keep(ranges: Sequence[Range], min_words_cut: int) -> list[Range]:
    """The part of every window that is kept: consecutive, together the whole text, each within its window.

    In an overlap the first window loses its last ``min_words_cut`` words, or all of the overlap if that is shorter.

    >>> keep([(0, 8), (4, 12)], min_words_cut=1)
    [(0, 7), (7, 12)]
    """
    if not ranges:
        return []
    cuts = [max(following[0], ended[1] - min_words_cut) for ended, following in pairwise(ranges)]
    return list(zip([ranges[0][0], *cuts], [*cuts, ranges[-1][1]], strict=True))
