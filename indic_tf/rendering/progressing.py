"""A progress bar; where there is none to show, nothing is imported for it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def progress(files: Sequence[str], to_file: bool) -> Iterator[Callable[[int], None]]:
    """A progress bar over the bytes of ``files``, for whom it does not disturb; yields its advance function."""
    total = sum(path.stat().st_size for path in map(Path, files) if path.is_file())
    if not total or not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)
