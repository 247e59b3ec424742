"""What a run says of itself: a live line, a log, Markdown tables, a plot of the loss and of the dev scores."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import torch
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from torch import Tensor

from ..manifests import owned
from . import measures
from .config import Job
from .place import REPORTS
from .plot import Curves, plot

_EVERY_SECONDS = 20.0
_LIVE_SECONDS = 0.5
Scores = dict[str, dict[str, dict[str, float]]]
"""head → language → measure (see `measures.measure`) → value."""


@dataclass
class Report:
    """Collects the history of a run and writes ``report.md``, ``history.jsonl`` and ``report.png`` beside it.

    ``neutral`` names, for everything that is scored, the one measure that the pictures and the mean leave out.
    """

    recipe: Job
    neutral: Mapping[str, str]
    losses: list[tuple[int, float]] = field(default_factory=list)
    scores: list[tuple[int, Scores]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.console = Console(stderr=True)
        self._recent: list[Tensor] = []
        self._said = self._drawn = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self.tokens, self.minutes = 0, 0.0

    def restore(self, tokens: int) -> None:
        """Take up the history of a run that is resumed, up to where it goes on."""
        self.tokens = tokens
        path = self.recipe.output / "history.jsonl"
        rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        known = [row for row in rows if row["tokens"] <= tokens]
        self.losses = [(row["tokens"], row["loss"]) for row in known if "loss" in row]
        self.scores = [(row["tokens"], row["f1"]) for row in known if "f1" in row]

    def step(self, progress: float, tokens: int, minutes: float, loss: Tensor) -> None:
        """One optimiser step: a live bar on a terminal, a plain line now and then elsewhere."""
        self.tokens, self.minutes = tokens, minutes
        self._recent.append(loss)
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._drawn >= _LIVE_SECONDS:
            self._drawn = now
            self._live(progress, tokens)
        if now - self._said < _EVERY_SECONDS:
            return
        self._said = now
        mean = _mean(self._recent)
        self._recent.clear()
        self.losses.append((tokens, mean))
        if self._bar is None:
            self.console.print(f"{progress:6.1%}  {tokens / 1e6:6.2f} M tokens  {minutes:5.1f} min  loss {mean:.4f}")

    def pause(self, progress: float, tokens: int, minutes: float) -> None:
        """Stop the live bar so that a table can be printed."""
        self.tokens, self.minutes = tokens, minutes
        if self._recent:
            self.losses.append((tokens, _mean(self._recent)))
            self._recent.clear()
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def scored(self, found: Scores) -> float:
        """Print the means over languages and write everything down; return the mean of `measures.headline`."""
        self.scores.append((self.tokens, found))
        means = {head: mean_f1(languages) for head, languages in found.items() if languages}
        for head, row in means.items():
            shown = measures.drawn(row, self.neutral[head])
            self.console.print(f"dev {head}: " + "  ".join(f"{k} {v:.3f}" for k, v in shown.items()))
        self.write()
        return float(np.mean([measures.headline(row, self.neutral[head]) for head, row in means.items()] or [0.0]))

    def note(self, line: str) -> None:
        """Print a line and write it into the report."""
        self.console.print(line)
        self.notes.append(line)

    def write(self, final: Scores | None = None) -> None:
        """Write the three files; ``final`` are the scores of the finished model, biases included."""
        folder = self.recipe.output
        lines = [f"# Run {self.recipe.name}", "", f"{self.tokens:,} tokens in {self.minutes:.1f} minutes.", ""]
        lines += [line for note in self.notes for line in (note, "")]
        for head, languages in (final or (self.scores[-1][1] if self.scores else {})).items():
            lines += [f"## Dev set: {head}", "", *table(languages), ""]
        lines += ["![loss and dev scores](report.png)", ""]
        owned.renew(folder, REPORTS, changing=True)  # a run that is killed from here on has not edited them
        _put(folder / "report.md", "\n".join(lines))
        rows = [{"tokens": t, "loss": loss} for t, loss in self.losses]
        scored = [{"tokens": t, "f1": scores} for t, scores in self.scores]
        _put(folder / "history.jsonl", "".join(json.dumps(row) + "\n" for row in [*rows, *scored]))
        with owned.whole(folder / "report.png") as file:
            plot(file, self.losses, self.panels())
        owned.renew(folder, REPORTS)

    def panels(self) -> dict[str, Curves]:
        """What the picture shows beside the loss: title → curves."""
        return {f"{head}: dev, mean of languages": self._curves(head) for head in self.neutral}

    def _curves(self, head: str) -> list[tuple[int, dict[str, float]]]:
        return [(t, measures.drawn(mean_f1(s.get(head, {})), self.neutral[head])) for t, s in self.scores]

    def _live(self, progress: float, tokens: int) -> None:
        if self._bar is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Progress(*columns, console=self.console)
            self._task = self._bar.add_task("training", total=1.0)
            self._bar.start()
        assert self._task is not None
        said = f"{tokens / 1e6:.1f} M tokens, loss {_mean(self._recent[-50:]):.3f}"
        self._bar.update(self._task, completed=progress, description=said)


def _put(path: Path, text: str) -> None:
    with owned.whole(path) as file:
        file.write(text.encode("utf-8"))


def _mean(losses: list[Tensor]) -> float:
    return float(torch.stack(losses).mean()) if losses else 0.0


def mean_f1(languages: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean over languages of every measure."""
    names = dict.fromkeys(name for row in languages.values() for name in row)
    return {name: float(np.mean([row[name] for row in languages.values() if name in row])) for name in names}


def table(languages: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Lines of a Markdown table: a row per language, a column per measure, and the mean."""
    mean = mean_f1(languages)
    rows: Iterable[tuple[str, Mapping[str, float]]] = [*sorted(languages.items()), ("mean", mean)]
    body = (
        f"| {name} | " + " | ".join(f"{row[column]:.3f}" if column in row else "–" for column in mean) + " |"
        for name, row in rows
    )
    return [f"| language | {' | '.join(mean)} |", "|---|" + "---:|" * len(mean), *body]
