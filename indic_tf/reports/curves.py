"""Curves: what is drawn of a run of training, and where points lie in a drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from .blocks import Block, Chart, Figure, Row, Series, Table, mean
from .results import Curves, History
from .tongues import tongue

_SMOOTHED = 200  # points of the loss; more are averaged in groups
Languages = Mapping[str, Mapping[str, float]]


def of_training(history: History) -> tuple[Block, ...]:
    """Loss, the mean scores of each head over languages, and the last scores by language."""
    blocks: list[Block] = []
    if history.losses:
        points = tuple(_smoothed([(tokens / 1e6, loss) for tokens, loss in history.losses]))
        blocks.append(Chart("Training loss", "million tokens", "loss", (Series("loss", points),)))
    for head in dict.fromkeys(head for _, scores in history.scores for head in scores):
        rows = [(tokens, scores[head]) for tokens, scores in history.scores if scores.get(head)]
        blocks += [_scores(head, rows), _last(head, rows[-1][1])] if rows else []
    return tuple(blocks)


def of_any(made: Curves) -> Chart:
    series = tuple(Series(name, tuple(points)) for name, points in made.curves.items() if points)
    return Chart(made.title, made.x, made.y, series)


def _scores(head: str, rows: Sequence[tuple[int, Languages]]) -> Chart:
    names = dict.fromkeys(name for _, scores in rows for row in scores.values() for name in row)
    series = []
    for name in names:
        found = ((t / 1e6, [row[name] for row in scores.values() if name in row]) for t, scores in rows)
        series.append(Series(name, tuple((x, sum(values) / len(values)) for x, values in found if values)))
    return Chart(f"{head}: mean of languages", "million tokens", "score", tuple(series), 1.0)


def _last(head: str, languages: Languages) -> Table:
    names = tuple(dict.fromkeys(name for row in languages.values() for name in row))
    figures = {lang: tuple(Figure(row.get(name)) for name in names) for lang, row in sorted(languages.items())}
    rows = [Row(tongue(lang).name, cells) for lang, cells in figures.items()]
    means = tuple(mean(column) for column in zip(*figures.values(), strict=True))
    return Table(f"{head}: last scores", ("language", *names), (*rows, Row("mean", means, strong=True)))


def _smoothed(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The means of neighbours, few enough to be drawn."""
    size = max(1, math.ceil(len(points) / _SMOOTHED))
    for start in range(0, len(points), size):
        group = points[start : start + size]
        yield group[-1][0], sum(value for _, value in group) / len(group)


# --- the drawing --------------------------------------------------------------------------------------

WIDTH, HEIGHT = 640, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 14, 48


@dataclass(frozen=True, slots=True)
class Tick:
    """A number at an axis and where it stands."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chart in coordinates of its drawing (`WIDTH` × `HEIGHT`): for each curve its points as SVG wants them, and
    (x, y, what a pointer is told) of each."""

    lines: tuple[tuple[str, str, tuple[tuple[float, float, str], ...]], ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: float = _LEFT
    right: float = WIDTH - _RIGHT
    top: float = _TOP
    bottom: float = HEIGHT - _BOTTOM


def drawn(chart: Chart) -> Drawn:
    """Where everything of a chart stands."""
    xs = [x for series in chart.series for x, _ in series.points] or [0.0]
    ys = [y for series in chart.series for _, y in series.points] or [0.0]
    top = chart.height if chart.height is not None else max(ys)
    x_range, y_range = _range(min(xs), max(xs)), _range(0.0 if chart.height else min(ys), top)

    def place(x: float, y: float) -> tuple[float, float]:
        across, up = _share(x, x_range), _share(y, y_range)
        return (
            round(_LEFT + across * (WIDTH - _LEFT - _RIGHT), 1),
            round(HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM), 1),
        )

    lines = []
    for series in chart.series:
        points = tuple((*place(x, y), f"{series.name}: {_short(x)}, {_short(y)}") for x, y in series.points)
        lines.append((series.name, " ".join(f"{x},{y}" for x, y, _ in points), points))
    x_ticks = (Tick(place(value, y_range[0])[0], _short(value)) for value in ticks(*x_range))
    y_ticks = (Tick(place(x_range[0], value)[1], _short(value)) for value in ticks(*y_range))
    return Drawn(tuple(lines), tuple(x_ticks), tuple(y_ticks))


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Round numbers between ``low`` and ``high``, at most ``most`` of them or so.

    >>> ticks(0, 1)
    [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]
    """
    rough = (high - low) / most
    power = 10 ** math.floor(math.log10(rough))
    step = next(m * power for m in (1, 2, 2.5, 5, 10) if m * power >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(i * step, 12) for i in range(first, last + 1)]


def _range(low: float, high: float) -> tuple[float, float]:
    """The ends of an axis, never the same."""
    if high > low:
        return low, high
    return low - 0.5, low + 0.5


def _share(value: float, ends: tuple[float, float]) -> float:
    return (value - ends[0]) / (ends[1] - ends[0])


def _short(value: float) -> str:
    return f"{value:.4g}"
