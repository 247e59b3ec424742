"""Text whose vowel signs were replaced by spaces, as whisper's BasicTextNormalizer does with every combining mark."""

from __future__ import annotations

import regex

# Letters of the scripts whose vowel signs are combining marks, and those marks.
_INDIC = r"[\u0900-\u0DFF\uAAE0-\uAAFF\uABC0-\uABFF]"
_MARK = regex.compile(rf"[{_INDIC}&&\p{{M}}]", regex.V1)
_RUN = regex.compile(rf"[{_INDIC}&&\p{{L}}]+", regex.V1)
_FEWEST, _MANY = 6, 12
_OF_ONE_LETTER = 0.25


def is_stripped(text: str) -> bool:
    """True where the vowel signs and viramas of an Indic script are gone, and spaces stand for them.

    Such text cannot be repaired: it has no combining mark at all, and many of its words are one letter. Letters that
    are spelled out are one letter each, so a word of more must be among fewer than twelve. Under six tell nothing.

    >>> is_stripped("അണ ണ ൻ മ ദ ല ക ട"), is_stripped("അണ്ണൻ മുദല കേട"), is_stripped("अ ब स द क ख ग")
    (True, False, False)
    """
    if _MARK.search(text):
        return False
    runs = _RUN.findall(text)
    single = sum(len(run) == 1 for run in runs)
    if single == len(runs):
        return len(runs) >= _MANY and runs != sorted(runs)  # the alphabet is recited in order
    return len(runs) >= _FEWEST and single >= _OF_ONE_LETTER * len(runs)
