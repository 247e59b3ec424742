"""What a page is made of: plain facts for the template, nothing of HTML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .diff import Piece
from .tongues import Tongue

NONE = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A score with its interval; ``better`` is "higher" or "lower", "" for neither. All are shares of 1."""

    value: float | None
    interval: tuple[float, float] | None = None
    better: str = "higher"

    @property
    def arrow(self) -> str:
        """What is put behind the name of a figure of which less is better."""
        return " ↓" if self.better == "lower" else ""

    @property
    def text(self) -> str:
        return percent(self.value)

    @property
    def between(self) -> str:
        """
        >>> Figure(.5, (.4, .6)).between
        '40.0–60.0'
        """
        return "–".join(f"{100 * end:.1f}" for end in self.interval) if self.interval else ""

    @property
    def bar(self) -> dict[str, str]:
        """Lengths for the style of a bar, in percent of the track; {} without a value."""
        if self.value is None:
            return {}
        low, high = self.interval or (self.value, self.value)
        return {"v": _length(self.value), "lo": _length(low), "hi": _length(high)}


def _length(share: float) -> str:
    return f"{100 * min(1.0, max(0.0, share)):.2f}%"


@dataclass(frozen=True, slots=True)
class Text:
    """A cell that is no score."""

    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; ``mark`` is shown behind its name, ``link`` is where it leads on the page."""

    name: str
    cells: tuple[Figure | Text, ...]
    mark: str = ""
    link: str = ""
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """``head`` names the first column and the others."""

    title: str
    head: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str = ""
    kind: str = field(default="table", init=False)


@dataclass(frozen=True, slots=True)
class Tiles:
    """Figures side by side, the first ones the most important."""

    figures: tuple[tuple[str, Figure], ...]
    kind: str = field(default="tiles", init=False)


@dataclass(frozen=True, slots=True)
class Count:
    """A cell of a confusion matrix: how many, and which share of its row."""

    count: int
    share: float


@dataclass(frozen=True, slots=True)
class Matrix:
    """A confusion matrix: rows are the reference, columns the output; both are called ``names``."""

    title: str
    names: tuple[str, ...]
    marks: tuple[str, ...]
    rows: tuple[tuple[Count, ...], ...]
    kind: str = field(default="matrix", init=False)


@dataclass(frozen=True, slots=True)
class Line:
    """One text of an example; ``side`` is "reference", "output" or "" (nothing in it can be wrong)."""

    name: str
    side: str
    direction: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """Something that is wrong: what it is called, what is wrong with it, the texts."""

    name: str
    notes: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    title: str
    examples: tuple[Example, ...]
    kind: str = field(default="examples", init=False)


@dataclass(frozen=True, slots=True)
class Series:
    """A curve: its name and its points."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves over one axis; ``height`` is the value at the top, None for the highest."""

    title: str
    x: str
    y: str
    series: tuple[Series, ...]
    height: float | None = None
    kind: str = field(default="chart", init=False)


@dataclass(frozen=True, slots=True)
class Notes:
    """Lines to be unfolded: what was set aside, what was left out."""

    title: str
    lines: tuple[str, ...]
    kind: str = field(default="notes", init=False)


Block = Table | Tiles | Matrix | Examples | Chart | Notes


@dataclass(frozen=True, slots=True)
class Section:
    """One result.

    Attributes:
        task: what was scored, in words.
        tongue: the language; None for something that is of no one language.
        subject: the test set and the system: how the section is called beside others of its task.
        headline: the figures that stand in the summary of the page.
        signatures: what was measured, and how.
    """

    task: str
    tongue: Tongue | None
    subject: str
    headline: tuple[tuple[str, Figure], ...]
    signatures: tuple[str, ...]
    blocks: tuple[Block, ...]


def percent(share: float | None) -> str:
    """A share in percent.

    >>> percent(0.5), percent(None)
    ('50.0%', '–')
    """
    return NONE if share is None else f"{100 * share:.1f}%"


def number(count: int) -> Text:
    """A count with thousands apart, by a space that does not break.

    >>> number(12345).text
    '12\\u202f345'
    """
    return Text(f"{count:,}".replace(",", "\u202f"))


def mean(figures: Sequence[Figure]) -> Figure:
    """The mean of the figures that have a value; it has no interval."""
    known = [figure.value for figure in figures if figure.value is not None]
    return Figure(sum(known) / len(known) if known else None, better=figures[0].better if figures else "")


def matrix(confusion: Mapping[str, Mapping[str, int]], labels: Sequence[str], speech: Tongue) -> Matrix | None:
    """The confusion matrix over the labels that some word has; None where there is nothing to be confused."""
    seen = {*confusion, *(name for row in confusion.values() for name in row)}
    names = tuple(name for name in dict.fromkeys((*labels, *sorted(seen))) if name in seen)
    if len(names) < 2:
        return None
    counts = [[confusion.get(gold, {}).get(made, 0) for made in names] for gold in names]
    rows = tuple(tuple(Count(count, count / max(1, sum(row))) for count in row) for row in counts)
    return Matrix("Confusion", names, tuple(map(speech.written, names)), rows)
