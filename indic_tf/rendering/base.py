"""What every table on a terminal is made with."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from ..evaluation.significance import Interval

_PIPED_WIDTH = 200


def console() -> Console:
    """A console on stdout; wide where nobody's window limits it, so that a pipe loses nothing."""
    return Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH, highlight=False)


def table(*columns: str) -> Table:
    """A table without lines; long cells are folded, nothing is cut off."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def share(value: float | None, interval: Interval | None = None) -> str:
    """A share in percent, its interval behind it.

    >>> from ..evaluation.significance import Interval
    >>> share(0.5, Interval(0.25, 0.666))
    '50.0% (25.0–66.6)'
    """
    if value is None:
        return "–"
    known = "" if interval is None else f" ({100 * interval.low:.1f}–{100 * interval.high:.1f})"
    return f"{100 * value:.1f}%{known}"
