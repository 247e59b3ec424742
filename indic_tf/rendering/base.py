"""What every table on a terminal is made with."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn
from rich.table import Table

_PIPED_WIDTH = 200


def console() -> Console:
    """A console on stdout; wide where nobody's window limits it, so that a pipe loses nothing."""
    return Console(width=None if sys.stdout.isatty() else _PIPED_WIDTH, highlight=False)


@contextmanager
def progress(files: Sequence[str], to_file: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar over the bytes of ``files``, for whom it does not disturb; yields its advance function."""
    total = sum(path.stat().st_size for path in map(Path, files) if path.is_file())
    if not total or not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield lambda done: None
        return
    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)


def table(*columns: str) -> Table:
    """A table without lines; long cells are folded, nothing is cut off."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made
