"""Telephone numbers said in groups with hundreds among them: nine hundred ninety-eight, seven hundred sixty-five …"""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Span, Token
from .lattice import Candidate, Lattice
from .rules import Rule

_HUNDREDS = 3  # digits of a group with hundreds
_TEN = 10
_MOBILE = ("6", "7", "8", "9")
_TOLL_FREE = ("1800", "1860")
_MOST = 11  # digits of a toll-free number


def _grouped(lattice: Lattice) -> Iterator[Candidate]:
    """Groups of one to three digits, one of them with hundreds, that make a mobile or a toll-free number together.

    Mobile numbers have ten digits, the first of them from six to nine (National Numbering Plan of India, 2003).
    """
    for start in lattice.atoms:
        digits, end, hundreds = "", start, False
        while len(digits) < _MOST and (found := [atom for atom in lattice.atoms.get(end, ()) if not atom.ending]):
            longest = max(found, key=lambda atom: (atom.end, len(atom.digits)))
            digits, end = digits + longest.digits, longest.end
            hundreds = hundreds or len(longest.digits) == _HUNDREDS
            if hundreds and _is_number(digits):
                yield Candidate(Span((start, end), Token("telephone", {"digits": digits})), "grouped")


def _is_number(digits: str) -> bool:
    if digits.startswith(_TOLL_FREE):
        return len(digits) in (_TEN, _MOST)
    return len(digits) == _TEN and digits.startswith(_MOBILE)


GROUPED = (Rule("grouped", "a telephone number in groups with hundreds: 998 765 4321", _grouped),)
