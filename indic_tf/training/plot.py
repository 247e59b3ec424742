"""A run's loss and dev scores as a picture: one panel for the loss, and what the report names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from ..errors import IndicTFError

Curves = Sequence[tuple[int, Mapping[str, float]]]
"""(tokens, name → value), in the order of time."""


def check() -> None:
    """Raise `IndicTFError` where matplotlib is missing: better before a run than at its first picture."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise IndicTFError('plots need matplotlib: pip install "indic-tf[train]"') from None


def plot(file: IO[bytes], losses: Sequence[tuple[int, float]], panels: Mapping[str, Curves]) -> None:
    """Draw loss and scores over millions of tokens (PNG); raises `IndicTFError` where matplotlib is missing."""
    check()
    from matplotlib.figure import Figure

    columns = min(3, 1 + len(panels))
    rows = -(-(1 + len(panels)) // columns)
    figure = Figure(figsize=(4.5 * columns, 3.5 * rows), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False).flat
    first = next(axes)
    first.plot([t / 1e6 for t, _ in losses], [loss for _, loss in losses])
    first.set(xlabel="million tokens", title="training loss")
    for title, curves in panels.items():
        _panel(next(axes), title, curves)
    for unused in axes:
        unused.set_axis_off()
    figure.savefig(file, dpi=120, format="png")


def _panel(axes: Any, title: str, curves: Curves) -> None:
    for name in dict.fromkeys(name for _, row in curves for name in row):
        points = [(t / 1e6, row[name]) for t, row in curves if name in row]
        axes.plot([t for t, _ in points], [value for _, value in points], marker=".", label=name)
    axes.set(xlabel="million tokens", title=title, ylim=(0, 1))
    if any(row for _, row in curves):
        axes.legend(fontsize="small")
