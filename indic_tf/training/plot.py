"""A run's losses and dev F1 as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ..errors import IndicTFError


def plot(path: Path, losses: Sequence[tuple[int, float]], scores: Sequence[tuple[int, Mapping[str, float]]]) -> None:
    """Draw loss and F1 per label over millions of tokens; raises `IndicTFError` where matplotlib is missing."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise IndicTFError('plots need matplotlib: pip install "indic-tf[train]"') from None
    figure = Figure(figsize=(9, 3.5), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot([t / 1e6 for t, _ in losses], [loss for _, loss in losses])
    left.set(xlabel="million tokens", ylabel="training loss")
    for label in dict.fromkeys(label for _, row in scores for label in row if label != "none"):
        points = [(t / 1e6, row[label]) for t, row in scores if label in row]
        right.plot([t for t, _ in points], [f1 for _, f1 in points], marker=".", label=label)
    right.set(xlabel="million tokens", ylabel="dev F1, mean of languages", ylim=(0, 1))
    if scores:
        right.legend()
    figure.savefig(path, dpi=120)
