"""How far a corpus is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from ..jobs import corpus
from ..jobs.shards import Shard
from .base import complain

_A_LINE = 60.0  # seconds between two lines


class Bar:
    """Counts words and bytes of shards that are done or being done; as a context it shows them on stderr."""

    def __init__(self, shards: Sequence[Shard]) -> None:
        self._sizes = {shard.name: shard.size for shard in shards}
        self._open: dict[str, corpus.Progress] = {}
        self._done: list[corpus.ShardDone] = []
        self._lock = threading.Lock()
        self._began = self._told = time.monotonic()
        self._working: float | None = None  # since when: models are loaded
        columns = (
            TextColumn("{task.fields[shards]} shards"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[words]:,} words, {task.fields[rate]:,.0f} words/s,"),
            TimeRemainingColumn(compact=True, elapsed_when_finished=True),
        )
        self._is_terminal = sys.stderr.isatty()
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not self._is_terminal)
        total = sum(self._sizes.values())
        self._task = self._bar.add_task("", total=total, shards=f"0/{len(shards)}", words=0, rate=0.0)

    def __enter__(self) -> Bar:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._began

    @property
    def words(self) -> int:
        """Of what is done, and of what is being done."""
        return sum(one.words for one in self._done) + sum(one.words for one in self._open.values())

    def told(self, said: object) -> None:
        """A shard goes on; whichever thread says so."""
        if isinstance(said, corpus.Progress):
            with self._lock:
                if all(one.name != said.name for one in self._done):
                    self._open[said.name] = said
                self._show()

    def done(self, made: corpus.ShardDone) -> None:
        """A shard has ended."""
        with self._lock:
            self._open.pop(made.name, None)
            self._done.append(made)
            self._show()

    def _show(self) -> None:
        read = sum(self._sizes[one.name] for one in self._done) + sum(one.read for one in self._open.values())
        shards = f"{len(self._done)}/{len(self._sizes)}"
        if self._working is None:
            self._working = time.monotonic()
        rate = self.words / max(time.monotonic() - self._working, 1.0)
        self._bar.update(self._task, completed=read, shards=shards, words=self.words, rate=rate)
        if not self._is_terminal and time.monotonic() - self._told >= _A_LINE:
            self._told = time.monotonic()
            share = read / max(sum(self._sizes.values()), 1)
            left = f", {span(self.seconds * (1 - share) / share)} left" if share else ""
            complain(f"{shards} shards, {self.words:,} words, {rate:,.0f} words/s{left}")


def span(seconds: float) -> str:
    """A time in the largest unit that says something.

    >>> span(4.2), span(200), span(8000), span(300000)
    ('4 s', '3 min', '2.2 h', '3.5 days')
    """
    for size, name, digits in ((86_400, "days", 1), (3600, "h", 1), (60, "min", 0)):
        if seconds >= 2 * size:
            return f"{seconds / size:.{digits}f} {name}"
    return f"{seconds:.0f} s"
