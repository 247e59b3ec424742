"""Loops: words, phrases or syllables that a recogniser says again and again, up to the limit of its tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..scripts import fold, split_marks
from .noisy import noisy

LONGEST = 24
"""Words of the longest phrase that is looked for."""

_DIGITS = 16
"""Digits of the longest number that is read out one by one (a card): honest talk hardly says less so often."""

_FEWEST_TIMES = 4
_FEWEST_AGAIN = min((max(_FEWEST_TIMES, _DIGITS // period + 1) - 1) * period for period in range(1, LONGEST + 1))
_MANY_LETTERS, _MANY_SYLLABLES, _LONGEST_SYLLABLES = 30, 8, 12


@dataclass(frozen=True, slots=True)
class Loop:
    """Words ``start`` to ``end`` (half-open) that say one thing ``times`` times.

    ``period`` is how many words are said again; 0 where it is syllables inside of words.
    """

    start: int
    end: int
    period: int
    times: int

    def as_dict(self) -> dict[str, int]:
        return {"start": self.start, "end": self.end, "period": self.period, "times": self.times}


def enough(period: int) -> int:
    """How often ``period`` words are said in a loop, and not by a hawker, in the number of a card or a refrain.

    >>> [enough(period) for period in (1, 2, 3, 12)]
    [17, 9, 6, 4]
    """
    return max(_FEWEST_TIMES, _DIGITS // period + 1)


def loops(words: Sequence[str]) -> list[Loop]:
    """The loops of a text, left to right; none overlap. In time linear in the letters.

    Marks around words and the spelling of vowels with two encodings make no difference, nor do tokens of mere marks.
    A phrase counts as said again too if letters are missing or words run together, differently each time (greedy
    CTC): its copies are found by what short runs of letters come back at one distance, as tandem repeats of genomes
    are (Benson 1999), and aligned one after the other.

    >>> loops(["वह"] + ["नहीं"] * 40)
    [Loop(start=1, end=41, period=1, times=40)]
    >>> loops("धीरे धीरे चाय चाय चाय".split())
    []
    """
    keys = [_key(word) for word in words]
    said = [i for i, key in enumerate(keys) if key]
    spoken = [keys[i] for i in said]
    found = _apart([*_inside(spoken), *_exact(spoken), *_noisy(spoken)], len(spoken))
    return sorted((Loop(said[a], said[b - 1] + 1, period, times) for a, b, period, times in found), key=_start)


def collapsed(words: Sequence[str], loops: Sequence[Loop]) -> list[int]:
    """The positions of ``words`` without what ``loops`` say again: one pass of each stays.

    >>> collapsed("हाँ दो सौ दो सौ दो".split(), [Loop(1, 6, 2, 2)])
    [0, 1, 2]
    """
    gone = {i for loop in loops if loop.period for i in range(_after_one(words, loop), loop.end)}
    return [i for i in range(len(words)) if i not in gone]


def _after_one(words: Sequence[str], loop: Loop) -> int:
    """The position behind the first pass; tokens of mere marks are not counted."""
    left = loop.period
    for i in range(loop.start, loop.end):
        left -= bool(_key(words[i]))
        if not left:
            return i + 1
    return loop.end


def _start(loop: Loop) -> int:
    return loop.start


@lru_cache(maxsize=1 << 17)
def _key(word: str) -> str:
    return fold(split_marks(word)[1]).strip("\ufffd")


_Found = tuple[int, int, int, int]


def _exact(words: Sequence[str]) -> Iterator[_Found]:
    """Start, end, period and times of the loops whose words are the same each time; of two at one place the shorter."""
    if len(words) - len(set(words)) < _FEWEST_AGAIN:
        return
    taken = bytearray(len(words))
    for first, last in list(_said_lately(words)):
        for period in range(1, min(LONGEST, last // 2) + 1):
            for start, end in _runs(words, max(first, period), last, period):
                start = taken.rfind(1, start, end) + 1 or start
                if end - start >= enough(period) * period:
                    taken[start:end] = bytes([1]) * (end - start)
                    yield start, end, period, (end - start) // period


def _said_lately(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches in which every word was said not long before, where they are long enough for a loop."""
    last: dict[str, int] = {}
    start = 0
    for i, word in enumerate([*words, ""]):
        if not word or i - last.get(word, -LONGEST - 1) > LONGEST:
            if i - start >= _FEWEST_AGAIN:
                yield start, i
            start = i + 1
        last[word] = i


def _runs(words: Sequence[str], first: int, last: int, period: int) -> Iterator[tuple[int, int]]:
    """Where among the words ``first`` to ``last`` each is that of ``period`` words before; with those before."""
    start = first
    for i in range(first, last + 1):
        if i == last or words[i] != words[i - period]:
            if i - start >= period:
                yield start - period, i
            start = i + 1


def _inside(words: Sequence[str]) -> Iterator[_Found]:
    """Words that are syllables said again and again; figures are none."""
    for i, word in enumerate(words):
        if len(word) >= _MANY_LETTERS and (times := _syllables(word)):
            yield i, i + 1, 0, times


@lru_cache(maxsize=1 << 12)
def _syllables(word: str) -> int:
    """How often the most repeated syllables of ``word`` stand in a row; 0 if that is not unheard of."""
    for period in range(1, _LONGEST_SYLLABLES + 1):
        for start, end in _runs(word, period, len(word), period):
            times = (end - start) // period
            if end - start >= _MANY_LETTERS and times >= _MANY_SYLLABLES and word[start:end].isdecimal() is False:
                return times
    return 0


def _noisy(words: Sequence[str]) -> Iterator[_Found]:
    """Loops with other letters missing each time; those of one period with a copy between that nobody knows are one."""
    made: list[_Found] = []
    for loop in noisy(words):
        start, end, times = loop.start, loop.end, loop.times
        period = round((end - start) / times)
        if made and start - made[-1][1] <= period == made[-1][2]:
            start, times = made[-1][0], made.pop()[3] + times
        made.append((start, end, period, times))
    often = [found for found in made if found[3] >= (enough(found[2]) if found[2] else _MANY_SYLLABLES)]
    return (found for found in often if not _is_list(words[found[0] : found[1]], found[3]))


def _is_list(words: Sequence[str], times: int) -> bool:
    """True for what is nearly the same each time but for a word that is another one: prices, names read out.

    A recogniser in a loop leaves letters out and runs words together; it says no new words.
    """
    counts = Counter(words)
    usual = [word for word, count in counts.most_common(2 * LONGEST) if count > 2]
    new = [word for word, count in counts.items() if count <= 2 and not any(_is_cut(word, one) for one in usual)]
    return bool(usual) and len(new) >= max(2, times // 2)


def _is_cut(one: str, other: str) -> bool:
    """True if one of two words is the other without some letters."""
    short, long = sorted((one, other), key=len)
    letters = iter(long)
    return all(letter in letters for letter in short)


def _apart(found: Sequence[_Found], many: int) -> Iterator[_Found]:
    """Those of the loops among ``many`` words that do not overlap, the longest first."""
    taken = bytearray(many)
    for start, end, period, times in sorted(found, key=_length, reverse=True):
        if 1 not in taken[start:end]:
            taken[start:end] = bytes([1]) * (end - start)
            yield start, end, period, times


def _length(found: _Found) -> int:
    return found[1] - found[0]
