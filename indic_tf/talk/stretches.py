"""Long texts in stretches that overlap, and the words of all stretches as those of one text.

As taggers read long texts in windows (`tagging.windows`), one step higher: the stretches of a text are formatted side
by side, so that the tagger has much to do at a time, and none is longer than it pays to ask about again.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from ..document import Range
from .result import FormattedWord

STRETCH = 320
"""Words that are formatted at a time: the tagger looks no farther than fifty, and all of a text is asked about again
when one of its words turns out to be a number."""
OVERLAP = 60
_UNSURE = 20  # words at either end of a stretch whose marks may change with what stands beyond it


def stretches(words: int) -> list[Range]:
    """Half-open ranges that cover a text of so many words; neighbours have words in common.

    >>> stretches(320), stretches(600)
    ([(0, 320)], [(0, 320), (260, 580), (520, 600)])
    """
    starts = range(0, max(1, words - OVERLAP), STRETCH - OVERLAP)
    return [(start, min(start + STRETCH, words)) for start in starts]


def joined(parts: Sequence[Sequence[FormattedWord]]) -> list[FormattedWord] | None:
    """The words of stretches as those of one text: every source word is in one of them.

    A stretch takes over from the one before where both say the same, best behind a sentence, well inside of what they
    have in common. None where two agree about no border between words.
    """
    made: list[FormattedWord] = []
    begin = 0
    for one, other in pairwise(parts):
        if (cut := _cut(one, other)) is None:
            return None
        made += one[begin : cut[0]]
        begin = cut[1]
    return [*made, *parts[-1][begin:]]


def _cut(one: Sequence[FormattedWord], other: Sequence[FormattedWord]) -> Range | None:
    """How many words of the first stretch stay, and with which word of the second it goes on."""
    ends = {word.words[-1]: i for i, word in enumerate(one)}
    read = list(accumulate(len(word.words) for word in other))
    common = [(ends[word.words[-1]], j) for j, word in enumerate(other[:OVERLAP]) if word.words[-1] in ends]
    if not common:
        return None
    last = read[common[-1][1]]

    def worth(cut: Range) -> tuple[bool, ...]:
        i, j = cut
        same = one[i].text == other[j].text and one[i].glued == other[j].glued
        follows = [word.text for word in one[i + 1 : i + 2]] == [word.text for word in other[j + 1 : j + 2]]
        sure = _UNSURE <= read[j] <= last - _UNSURE
        return sure, not one[i].glued, same, follows, one[i].ends_sentence and other[j].ends_sentence

    i, j = max(common, key=worth)
    return i + 1, j + 1
