"""Long texts in overlapping windows, merged again: Nguyen et al. 2019, "Fast and Accurate Capitalization and
Punctuation for Automatic Speech Recognition Using Transformer and Chunk Merging".

Windows of k words start every k/2 words. Where two overlap, the first gives up its last ``min_words_cut`` words to
the second: both then speak only where they have seen enough words on either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..document import Range
from ..errors import InputError


def split(length: int, window: int) -> list[Range]:
    """Half-open word ranges of at most ``window`` words with a step of half a window, covering ``length`` words.

    The last window is as long as the others, so that it starts wherever that leaves it.

    >>> split(10, 4)
    [(0, 4), (2, 6), (4, 8), (6, 10)]
    >>> split(3, 4), split(0, 4)
    ([(0, 3)], [])
    """
    if window < 2:
        raise InputError(f"a window needs two words or more, not {window}")
    if length <= window:
        return [(0, length)] if length else []
    starts = [*range(0, length - window, window // 2), length - window]
    return [(start, start + window) for start in starts]


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
