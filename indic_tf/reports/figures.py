"""Pictures for papers (PNG): scores with their intervals, confusion matrices, curves. Labels are Latin: matplotlib does
not shape Indic scripts, so languages go by their codes and marks by the names of their labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import regex

from ..errors import InputError
from ..manifests import owned
from .blocks import Chart, Figure, Matrix, Row, Section, Table
from .results import Result
from .sections import section

_DPI = 200
_BY = "indic-tf --png"
_LONGEST = 40  # characters of a name
_GOOD, _BAD = "#1769c5", "#c2570c"
_NO_SLUG = regex.compile(r"[^a-z0-9]+")
_UNSEEN = regex.compile(r"[^\x20-\x7e]+")


def write(folder: Path, results: Iterable[Result]) -> list[Path]:
    """Write the pictures of ``results`` into ``folder`` and return their paths, in the order of the results.

    Files of these names that this package did not write, or that somebody changed, stay: a number tells the new ones.
    Raises `InputError` with the install line where matplotlib is missing, `OSError`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sections = [section(result) for result in results]
    made: list[Path] = []
    for name, draw in _pictures(sections):
        figure = _figure()
        draw(figure)
        made.append(_free(folder, name, made))
        with owned.whole(made[-1]) as file:
            figure.savefig(file, dpi=_DPI, format="png")
        owned.record(folder, _BY, [made[-1].name])
    return made


Draw = Callable[[Any], None]


def _pictures(sections: Sequence[Section]) -> Iterator[tuple[str, Draw]]:
    """What is drawn, with the name of the file: each task over its results, then each result's own."""
    for task in dict.fromkeys(each.task for each in sections if each.headline):
        found = [each for each in sections if each.task == task]
        for name in dict.fromkeys(name for each in found for name, _ in each.headline) if len(found) > 1 else ():
            rows = [(_name(each, found), dict(each.headline).get(name, Figure(None))) for each in found]
            yield f"{task}-{name}", _dots(f"{task}: {name}", rows)
    for each in sections:
        name = f"{each.task}-{each.tongue.code if each.tongue else ''}-{each.subject}"
        for block in each.blocks:
            if isinstance(block, Matrix):
                yield f"{name}-confusion", _matrix(block)
            elif isinstance(block, Chart):
                yield f"{name}-{block.title}", _lines(block)
            elif isinstance(block, Table) and each.headline and (column := _first_figures(block)):
                yield f"{name}-{block.title or 'figures'}", _dots(f"{each.task}: {column[0]}", column[1])


def _name(each: Section, beside: Sequence[Section]) -> str:
    """The code of the language; the set and the system too where several results have it."""
    code = each.tongue.code if each.tongue else ""
    alone = sum(other.tongue == each.tongue for other in beside) == 1
    return code if alone else f"{code} {each.subject}"


def _first_figures(table: Table) -> tuple[str, list[tuple[str, Figure]]] | None:
    """The column of a table that is drawn: F1, if there is one, or its first scores."""
    columns = list(zip(*(row.cells for row in table.rows), strict=True))
    scores = [i for i, column in enumerate(columns) if all(isinstance(cell, Figure) for cell in column)]
    if not scores or len(table.rows) < 2:
        return None
    chosen = next((i for i in scores if table.head[i + 1] == "F1"), scores[0])
    return table.head[chosen + 1], [(row.name, _at(row, chosen)) for row in table.rows]


def _at(row: Row, column: int) -> Figure:
    cell = row.cells[column]
    assert isinstance(cell, Figure)
    return cell


# --- drawing ------------------------------------------------------------------------------------------


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        raise InputError("pictures need matplotlib: pip install 'indic-tf[eval]'") from None
    return Canvas(layout="constrained")


def _dots(title: str, rows: Sequence[tuple[str, Figure]]) -> Draw:
    """A dot and its interval for each row, the first at the top."""

    def draw(figure: Any) -> None:
        figure.set_size_inches(5, 0.9 + 0.28 * len(rows))
        axes = figure.subplots()
        for place, (_, score) in enumerate(rows):
            color = _BAD if score.better == "lower" else _GOOD
            if score.interval:
                axes.plot([100 * end for end in score.interval], [place, place], color=color, linewidth=2, alpha=0.45)
            if score.value is not None:
                axes.plot([100 * score.value], [place], "o", color=color, markersize=5)
        axes.set_yticks(range(len(rows)), [_latin(name) for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.set(title=_latin(title), xlabel="%")
        axes.grid(axis="x", alpha=0.3)

    return draw


def _matrix(made: Matrix) -> Draw:
    """Counts on colours that are shares of the row."""

    def draw(figure: Any) -> None:
        size = len(made.names)
        figure.set_size_inches(1.6 + 0.9 * size, 1.2 + 0.7 * size)
        axes = figure.subplots()
        axes.imshow([[cell.share for cell in row] for row in made.rows], cmap="Blues", vmin=0, vmax=1, aspect="auto")
        names = [_latin(name) for name in made.names]
        axes.set_xticks(range(size), names)
        axes.set_yticks(range(size), names)
        axes.set(xlabel="output", ylabel="reference")
        for i, row in enumerate(made.rows):
            for j, cell in enumerate(row):
                color = "white" if cell.share > 0.6 else "black"
                label = f"{cell.count:,}\n{100 * cell.share:.1f}%"
                axes.text(j, i, label, ha="center", va="center", color=color, fontsize="small")

    return draw


def _lines(chart: Chart) -> Draw:
    def draw(figure: Any) -> None:
        figure.set_size_inches(5.5, 3.4)
        axes = figure.subplots()
        for series in chart.series:
            marker = "." if len(series.points) <= 60 else ""
            axes.plot(*zip(*series.points, strict=True), marker=marker, label=_latin(series.name))
        axes.set(title=_latin(chart.title), xlabel=_latin(chart.x), ylabel=_latin(chart.y))
        if chart.height is not None:
            axes.set_ylim(0, chart.height)
        if len(chart.series) > 1:
            axes.legend(fontsize="small")
        axes.grid(alpha=0.3)

    return draw


def _latin(text: str) -> str:
    """What matplotlib can draw of a text, and has room for; a dollar sign is no formula."""
    seen = _UNSEEN.sub("?", text)
    return (seen if len(seen) <= _LONGEST else seen[:_LONGEST] + "...").replace("$", r"\$")


def _free(folder: Path, name: str, taken: Sequence[Path]) -> Path:
    """A file name of small letters, digits and hyphens that is not in ``taken`` and belongs to nobody else."""
    slug = _NO_SLUG.sub("-", name.lower()).strip("-")[:100] or "figure"
    numbered = (f"{slug}{f'-{i}' if i > 1 else ''}.png" for i in count(1))
    return next(folder / each for each in numbered if folder / each not in taken and _is_free(folder, each))


def _is_free(folder: Path, name: str) -> bool:
    return not any(owned.edited(folder, [name], _BY))
