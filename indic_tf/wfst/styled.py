"""What of a style is done to a form that a verbalizer has written: digits, groups, spaces and signs at its marks."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

import regex

from ..scripts import DIGITS
from ..styles import Style
from .runtime import Arcs
from .wire import CHOICES, CURRENCY_SPACE, FIGURES_END, GROUPED_START, PLAIN_START, TIME_SIGN

_LATIN = "0123456789"
_FIGURES = regex.compile(f"([{GROUPED_START}{PLAIN_START}])([^{FIGURES_END}]*){FIGURES_END}")
_LAST = 3  # digits behind the last comma
_SIZES = {"indian": 2, "western": 3}  # digits between two commas


def options(style: Style) -> str:
    """The options of ``style`` as a verbalizer reads them before the fields of a token."""
    return "".join(str(known.index(getattr(style, name))) for name, known in CHOICES.items())


def styled(text: str, style: Style, script: str) -> str:
    """A verbalizer's ``text`` in ``style``; native digits are those of ``script``."""
    digits = _digits(style, script)

    def figures(found: regex.Match[str]) -> str:
        commas = _commas(found[1], len(found[2]), style)
        return "".join("," * next(commas, False) + digit for digit in found[2].translate(digits))

    return str(_FIGURES.sub(figures, text)).translate(_signs(style))


def styled_path(path: Arcs, style: Style, script: str) -> Arcs:
    """As `styled`, arc by arc, for a path that has read `options`; these are left out."""
    digits, signs = _digits(style, script), _signs(style)
    made, unread, inside, commas = Arcs(), len(CHOICES), False, iter([False])
    for i, (read, written) in enumerate(path):
        if read and unread:
            read, unread = "", unread - 1
        if written in (GROUPED_START, PLAIN_START):
            within = takewhile(lambda arc: arc[1] != FIGURES_END, path[i + 1 :])
            commas, inside = _commas(written, sum(bool(arc[1]) for arc in within), style), True
            written = ""
        elif written == FIGURES_END:
            inside, written = False, ""
        elif written and inside:
            written = written.translate(digits)
            made += [("", ",")] * next(commas, False)
        made.append((read, written.translate(signs)))
    return made


def _commas(start: str, count: int, style: Style) -> Iterator[bool]:
    """Whether a comma stands before each of ``count`` figures behind the mark ``start``."""
    size = _SIZES.get(style.grouping)
    if start == GROUPED_START and size:
        for left in range(count, 0, -1):
            yield left < count and left >= _LAST and (left - _LAST) % size == 0


def _digits(style: Style, script: str) -> dict[int, str]:
    native = style.digits == "native"
    return {ord(latin): own for latin, own in zip(_LATIN, DIGITS.get(script, _LATIN), strict=True) if native}


def _signs(style: Style) -> dict[int, str]:
    return {ord(CURRENCY_SPACE): " " * style.currency_space, ord(TIME_SIGN): style.time_separator}
