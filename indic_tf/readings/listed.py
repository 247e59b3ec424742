"""Numbers side by side that climb: caves eight nine ten, rolls seven nine twelve and seventeen. They are a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..document import Range, Span, Token
from .lattice import Candidate, Lattice
from .rules import Rule

_CODE_CUES = ("code", "digits")
_CLIMBING = 4  # numbers
_TEN = 10
_NEAR = 3  # words between a word for a code and the code


def climbs(one: Candidate, lattice: Lattice) -> bool:
    """True for a reading of several numbers that climb from one digit to two with those beside them, where nothing says
    that they are a code, or where an "and" is before the last of them: they are a list."""
    start, end = one.words
    numbers = [lattice.facts.small.get(word, -1) for word in lattice.folded[start:end]]
    return len(numbers) > 1 and numbers[0] >= 0 and _climb(numbers) and _is_list(lattice, _around(lattice, one.words))


def is_member(lattice: Lattice, place: int) -> bool:
    """True for a number of one word in such a list."""
    return lattice.folded[place] in lattice.facts.small and _is_list(lattice, _around(lattice, (place, place + 1)))


def is_cued(lattice: Lattice, start: int, reach: int = _NEAR) -> bool:
    """True near behind a word that says it is a code."""
    edges = [lattice.cue_edges.get(("before", kind), frozenset()) for kind in _CODE_CUES]
    return any(start - back in ends for ends in edges for back in range(reach + 1))


def _is_list(lattice: Lattice, words: Range) -> bool:
    start, end = words
    small = lattice.facts.small
    highest, last, cued = small[lattice.folded[end - 1]], _number_behind_and(lattice, end), is_cued(lattice, start)
    listed = end - start > 2 - cued and last > highest
    enough = listed or (end - start >= _CLIMBING and not cued)
    return enough and max(last, highest) >= _TEN


def _around(lattice: Lattice, words: Range) -> Range:
    """The climbing numbers that those at ``words`` are among."""
    small, (start, end) = lattice.facts.small, words
    while start and 0 <= small.get(lattice.folded[start - 1], -1) < small[lattice.folded[start]]:
        start -= 1
    while end < len(lattice) and small.get(lattice.folded[end], -1) > small[lattice.folded[end - 1]]:
        end += 1
    return start, end


def _climb(numbers: Sequence[int]) -> bool:
    return all(a < b for a, b in pairwise(numbers))


def _number_behind_and(lattice: Lattice, place: int) -> int:
    """The number from ten to 99 behind an "and" at ``place``; -1 if none is there."""
    is_and = place + 1 < len(lattice) and lattice.folded[place] in lattice.facts.and_
    return lattice.facts.small.get(lattice.folded[place + 1], -1) if is_and else -1


def _members(lattice: Lattice) -> Iterator[Candidate]:
    """Each number of such a list by itself: the grammar's best readings may have none of them alone."""
    end = 0
    for i, word in enumerate(lattice.folded):
        if i < end or lattice.facts.small.get(word, 0) < 1 or i in lattice.compounds:
            continue
        _, end = _around(lattice, (i, i + 1))
        begins = i == 0 or not lattice.facts.grammar.is_number(lattice.words[i - 1])  # 99 | 11 22 33 44 is a telephone
        if end > i + 1 and begins and lattice.facts.small[word] < _TEN and _is_list(lattice, (i, end)):
            yield from (_alone(lattice, place) for place in range(i, end))


def _alone(lattice: Lattice, place: int) -> Candidate:
    value = str(lattice.facts.small[lattice.folded[place]])
    return Candidate(Span((place, place + 1), Token("cardinal", {"integer": value})), "list-member")


LISTED = (Rule("list-member", "a number of a list that climbs: seven nine twelve and seventeen", _members),)
