"""What `styled` does to a written form, as a transducer: digits, commas, spaces and signs."""

from __future__ import annotations

from collections.abc import Iterable

import kaldifst

from ...scripts import DIGITS
from ...styles import Style
from ..wire import CURRENCY_SPACE, FIGURES_END, GROUPED_START, PLAIN_START, TIME_SIGN
from .machine import Machine

_LONGEST = 24  # digits of a grouped number
_LAST = 3  # digits behind the last comma
_OF_YEAR = 4  # digits
_NO_YEAR = 0.01
_SIZES = {"indian": 2, "western": 3}
LATIN = "0123456789"


def finished(style: Style, script: str, labels: Iterable[int]) -> kaldifst.StdVectorFst:
    """What `styled` does to a written form: digits, commas, spaces and signs at the marks of a verbalizer."""
    made = Machine()
    text, plain = made.state(), made.state()
    made.finals[text] = 0.0
    digits = DIGITS.get(script, LATIN) if style.digits == "native" else LATIN
    marks = {ord(c) for c in (GROUPED_START, PLAIN_START, FIGURES_END, CURRENCY_SPACE, TIME_SIGN)}
    for label in sorted(set(labels) - marks):
        made.add(text, label, label, text)
        shown = ord(digits[LATIN.index(chr(label))]) if label < 128 and chr(label) in LATIN else label
        made.add(plain, label, shown, plain)
    made.add(text, ord(CURRENCY_SPACE), ord(" ") if style.currency_space else 0, text)
    made.chain(text, [(ord(TIME_SIGN), ord(style.time_separator))], text)
    made.add(text, ord(PLAIN_START), 0, plain)
    made.add(plain, ord(FIGURES_END), 0, text)
    _group(made, text, digits, _SIZES.get(style.grouping, _LONGEST))
    fst = made.compiled()
    kaldifst.arcsort(fst, "ilabel")
    return fst


def _group(made: Machine, text: int, digits: str, size: int) -> None:
    """Numbers by how many figures are left; where the count is guessed wrong, no path goes on."""
    left = [made.state() for _ in range(_LONGEST + 1)]
    _years(made, text, left[0], digits)
    for count in range(1, _LONGEST + 1):
        made.add(text, ord(GROUPED_START), 0, left[count], _NO_YEAR if count == _OF_YEAR else 0.0)
        comma = count > _LAST and (count - 1 - _LAST) % size == 0
        for latin, shown in zip(LATIN, digits, strict=True):
            pairs = [(ord(latin), ord(shown)), (0, ord(","))] if comma else [(ord(latin), ord(shown))]
            made.chain(left[count], pairs, left[count - 1])
    made.add(left[0], ord(FIGURES_END), 0, text)


def _years(made: Machine, text: int, behind: int, digits: str) -> None:
    """Counts that may be years are written as these are: 2,024 is rarer, and 2024 is right for both."""
    first = made.state()
    made.add(text, ord(GROUPED_START), 0, first)
    for century in ("19", "20"):
        third, last = made.state(), made.state()
        made.chain(first, [(ord(figure), ord(digits[int(figure)])) for figure in century], third)
        for latin, shown in zip(LATIN, digits, strict=True):
            made.add(third, ord(latin), ord(shown), last)
            made.add(last, ord(latin), ord(shown), behind)
