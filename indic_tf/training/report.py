"""What a run says of itself: a live line, a log, a Markdown table and a plot of losses and dev F1."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from ..labels import LabelSet
from .config import Recipe
from .dev import Answers
from .plot import plot

_EVERY_SECONDS = 20.0
Scores = dict[str, dict[str, dict[str, float]]]
"""head → language → label → F1."""


@dataclass
class Report:
    """Collects the history of a run and writes ``report.md``, ``history.jsonl`` and ``report.png`` beside it."""

    recipe: Recipe
    heads: Mapping[str, LabelSet]
    losses: list[tuple[int, float]] = field(default_factory=list)
    scores: list[tuple[int, Scores]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.console = Console(stderr=True)
        self._recent: list[float] = []
        self._said = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self.tokens, self.minutes = 0, 0.0

    def restore(self) -> None:
        """Take up the history of a run that is resumed."""
        path = self.recipe.output / "history.jsonl"
        rows = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
        self.losses = [(row["tokens"], row["loss"]) for row in rows if "loss" in row]
        self.scores = [(row["tokens"], row["f1"]) for row in rows if "f1" in row]

    def step(self, progress: float, tokens: int, minutes: float, loss: float) -> None:
        """One optimiser step: a live bar on a terminal, a plain line now and then elsewhere."""
        self.tokens, self.minutes = tokens, minutes
        self._recent.append(loss)
        if sys.stderr.isatty():
            self._live(progress, tokens)
        if time.monotonic() - self._said < _EVERY_SECONDS:
            return
        self._said = time.monotonic()
        mean = float(np.mean(self._recent))
        self._recent.clear()
        self.losses.append((tokens, mean))
        if self._bar is None:
            self.console.print(f"{progress:6.1%}  {tokens / 1e6:6.2f} M tokens  {minutes:5.1f} min  loss {mean:.4f}")

    def pause(self, progress: float, tokens: int, minutes: float) -> None:
        """Stop the live bar so that a table can be printed."""
        self.tokens, self.minutes = tokens, minutes
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def evaluated(self, answers: Mapping[str, Mapping[str, Answers]]) -> None:
        """Score the answers without bias, print the mean over languages and write everything down."""
        found = self.f1(answers, {})
        self.scores.append((self.tokens, found))
        for head, languages in found.items():
            self.console.print(f"dev {head}: " + "  ".join(f"{k} {v:.3f}" for k, v in mean_f1(languages).items()))
        self.write()

    def f1(self, answers: Mapping[str, Mapping[str, Answers]], bias: Mapping[str, list[float]]) -> Scores:
        """F1 per head, language and label; labels that a language's dev set lacks are left out."""
        made: Scores = {}
        for head, languages in answers.items():
            offsets = bias.get(head, [0.0] * len(self.heads[head]))
            made[head] = {}
            for language, answer in languages.items():
                rows = answer.scores(self.heads[head], offsets)
                made[head][language] = {label: row.f1 for label, row in rows.items() if row.support}
        return made

    def write(self) -> None:
        folder = self.recipe.output
        lines = [f"# Run {self.recipe.name}", "", f"{self.tokens:,} tokens in {self.minutes:.1f} minutes.", ""]
        for head, languages in (self.scores[-1][1] if self.scores else {}).items():
            lines += [f"## Dev F1, {head}", "", *table(languages), ""]
        (folder / "report.md").write_text("\n".join(lines), encoding="utf-8")
        rows = [{"tokens": t, "loss": loss} for t, loss in self.losses]
        scored = [{"tokens": t, "f1": scores} for t, scores in self.scores]
        (folder / "history.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*rows, *scored]))
        plot(folder / "report.png", self.losses, [(t, mean_f1(s["punctuation"])) for t, s in self.scores])

    def _live(self, progress: float, tokens: int) -> None:
        if self._bar is None:
            columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
            self._bar = Progress(*columns, console=self.console)
            self._task = self._bar.add_task("training", total=1.0)
            self._bar.start()
        assert self._task is not None
        loss = float(np.mean(self._recent[-50:])) if self._recent else 0.0
        said = f"{tokens / 1e6:.1f} M tokens, loss {loss:.3f}"
        self._bar.update(self._task, completed=progress, description=said)


def mean_f1(languages: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """The mean over languages of every label's F1."""
    labels = dict.fromkeys(label for row in languages.values() for label in row)
    return {label: float(np.mean([row[label] for row in languages.values() if label in row])) for label in labels}


def table(languages: Mapping[str, Mapping[str, float]]) -> list[str]:
    """Lines of a Markdown table: a row per language, a column per label, and the mean."""
    mean = mean_f1(languages)
    rows = [*sorted(languages.items()), ("mean", mean)]
    body = (
        f"| {name} | " + " | ".join(f"{row[label]:.3f}" if label in row else "–" for label in mean) + " |"
        for name, row in rows
    )
    return [f"| language | {' | '.join(mean)} |", "|---|" + "---:|" * len(mean), *body]
