"""Where a number that is said in one breath goes on: two thousand | ten, nine hundred | and | eighteen.

What begins or ends there is half a number, whatever stands beside it: 2000 and the tenth of November, house 600/6.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .lattice import Atom, Lattice

_TEN, _HUNDRED, _LARGE, _LAKH, _CRORE = 10, 100, 1000, 10**5, 10**7
_SEVERAL = 3  # digits side by side that are no more of a number
_OWN = ("time", "ordinal")


def inside_numbers(lattice: Lattice) -> Mapping[int, Sequence[str]]:
    """The words that go on a number or link to what does, by position, with the digits that they may add to it: "010"
    for the ten of 2010; "50" and "52" for "hundred and fifty two", before hundreds perhaps."""
    facts = lattice.facts
    apart = {one.words[0] for one in lattice if one.span.kind in _OWN}
    apart |= {start for start, _ in lattice.idioms}
    times = lattice.cue_edges.get(("after", "times"), frozenset())  # two thousand | five times
    apart |= {
        one.words[0] for one in lattice if one.span.kind == "percent" and _round_before(lattice, one.words[0]) > _LARGE
    }
    dates = {one.words[0] for one in lattice if {"day", "month"} <= one.token.fields.keys()}
    years = (one.words for one in lattice if "year" in one.token.fields)
    in_years = {at for start, end in years for at in range(start + 1, end)}  # of 2000 | 10 November
    made: dict[int, Sequence[str]] = {}
    for at in range(1, len(lattice)):
        linked = at > 1 and lattice.folded[at - 1] in facts.number_links
        if at in apart or at + 1 in times or (at in dates and not linked and at not in in_years):
            continue
        if digits := _continued(lattice, at - linked, at):
            made[at] = digits
            if linked:
                made[at - 1] = digits
    return made


def _continued(lattice: Lattice, end: int, start: int) -> Sequence[str]:
    """The digits that may go on the number before the word ``end`` at ``start``, if what ends there has room for them:
    2,000 for 10, not 100 for 200. Digits said one by one are a code."""
    opened = lattice.folded[end - 1] in lattice.facts.openers
    room = _LARGE if opened else _round_before(lattice, end)
    following = [atom for atom in lattice.atoms.get(start, ()) if _is_number(lattice, atom)]
    if not (room and following) or (not opened and _is_several_digits(lattice, start)):
        return ()
    if opened:
        return [atom.digits for atom in following]
    longest = max(following, key=lambda one: one.end)
    return [_added(lattice, atom, room) for atom in following] if _added(lattice, longest, room) else ()


def _is_number(lattice: Lattice, atom: Atom) -> bool:
    """True for what adds to a number, and is no other word: Nepali छ, six, is "is", if nothing is counted by it."""
    word = lattice.folded[atom.start]
    alone = atom.end - atom.start == 1 and (word in lattice.facts.homographs or (word,) in lattice.facts.alone)
    if alone and _scale_behind(lattice, atom.end) == 1 and atom.start not in lattice.of_one_digit:
        return False
    return atom.is_canonical and atom.digits != "0"


def _added(lattice: Lattice, atom: Atom, room: int) -> str:
    """The digits that ``atom`` adds to a number with ``room``; none if there is not room enough for it."""
    scale = _scale_behind(lattice, atom.end)
    of_it = (room == _HUNDRED and scale >= _LARGE) or (room == _LARGE and scale > _CRORE)
    if of_it and not atom.ending:  # three hundred | three crore, eight thousand | eighty kharab
        return atom.digits.zfill(len(str(room)) - 1) if int(atom.digits) < room else ""
    if int(atom.digits) * scale >= room:
        return ""
    return atom.digits.zfill(len(str(room)) - len(str(scale)))


def _scale_behind(lattice: Lattice, at: int) -> int:
    """What a number before the word ``at`` is multiplied by: a lakh crore."""
    scale = 1
    while at < len(lattice) and lattice.folded[at] in lattice.facts.scales:
        scale *= lattice.facts.scales[lattice.folded[at]]
        at += 1
    return scale


def _round_before(lattice: Lattice, at: int) -> int:
    """The scale of the word before ``at``, 100 behind hundreds in one word; 0 for all else, as for "per lakh"."""
    word, facts = lattice.folded[at - 1], lattice.facts
    if word in facts.closing_scales:
        return 0
    hundreds = word in facts.hundreds or any(
        atom.end == at and len(atom.digits) == 3 and atom.digits.endswith("00") and not atom.ending
        for start in range(max(0, at - 2), at)
        for atom in lattice.atoms.get(start, ())
    )
    scale = facts.scales.get(word, _HUNDRED if hundreds else 0)
    if not facts.parts.keys().isdisjoint(lattice.folded[max(0, at - 3) : at - 1]):
        return 0  # three and a half thousand
    counted = scale < _LAKH or (at > 1 and facts.grammar.is_in_number(lattice.words[at - 2]))
    return scale if counted else 0


def _is_several_digits(lattice: Lattice, at: int) -> bool:
    said = lattice.folded[at : at + _SEVERAL]
    return len(said) == _SEVERAL and all(lattice.facts.small.get(word, _TEN) < _TEN for word in said)
