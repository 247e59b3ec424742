"""One page of HTML from any number of results. It asks nothing of any network, runs no script, and says so to the
browser (Content-Security-Policy)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..manifests import owned
from . import blocks, curves, visible
from .blocks import Figure, Row, Section, Table, mean
from .results import Result
from .sections import section
from .tongues import Tongue

_TEMPLATES = Path(__file__).parent / "templates"
_SEAL = "<!-- written by indic-tf; sha256 of what stands above: {digest} -->"
_GENERAL = Tongue("en", "Curves")


@dataclass(frozen=True, slots=True)
class Chapter:
    """The sections of one language, each with the name that links on the page have for it."""

    tongue: Tongue
    link: str
    sections: tuple[tuple[str, Section], ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page: a summary per task, where several results have one, then a chapter per language."""

    title: str
    summaries: tuple[Table, ...]
    chapters: tuple[Chapter, ...]
    version: str


def html(results: Iterable[Result], title: str = "") -> str:
    """The page of ``results``; raises `InputError` with the install line where jinja2 is missing."""
    made = page([section(result) for result in results], title)
    text: str = _template().render(page=made, style=_style())
    return text


def write(path: Path, results: Iterable[Result], title: str = "") -> None:
    """Write the page of ``results`` to ``path``, whole or not at all; raises `InputError`, `OSError`."""
    with owned.whole(path) as file:
        file.write(signed(html(results, title)).encode("utf-8"))


def signed(text: str) -> str:
    """A page with its own digest in its last line, so that it is known again, and whether somebody has edited it."""
    return f"{text.rstrip()}\n{_SEAL.format(digest=_digest(text.rstrip()))}\n"


def is_own(path: Path) -> bool:
    """Whether a file is a page that `write` wrote and that nobody has edited since."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    page, _, last = text.rstrip("\n").rpartition("\n")
    return last == _SEAL.format(digest=_digest(page))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def page(sections: Sequence[Section], title: str = "") -> Page:
    """Sections in the order of the results, those of one language together; what has no language comes last."""
    from .. import __version__

    numbers = count(1)
    by_tongue: dict[Tongue, list[tuple[str, Section]]] = {}
    for each in sorted(sections, key=lambda each: each.tongue is None):
        by_tongue.setdefault(each.tongue or _GENERAL, []).append((f"result-{next(numbers)}", each))
    chapters = tuple(
        Chapter(speech, f"language-{i}", tuple(found)) for i, (speech, found) in enumerate(by_tongue.items(), start=1)
    )
    linked = [pair for chapter in chapters for pair in chapter.sections]
    return Page(title or _title(sections), tuple(_summaries(linked)), chapters, __version__)


def _title(sections: Sequence[Section]) -> str:
    """What all the sections are about, in a few words."""
    tasks = list(dict.fromkeys(each.task for each in sections))
    names = list(dict.fromkeys(each.tongue.name for each in sections if each.tongue))
    about = tasks[0] if len(tasks) == 1 else "Evaluation"
    where = names[0] if len(names) == 1 else f"{len(names)} languages" if names else ""
    return f"{about}: {where}" if where else about


def _summaries(linked: Sequence[tuple[str, Section]]) -> Iterator[Table]:
    """A table for every task that has several results: a row for each, and their mean."""
    by_task: dict[str, list[tuple[str, Section]]] = {}
    for link, each in linked:
        if each.headline:
            by_task.setdefault(each.task, []).append((link, each))
    for task, found in by_task.items():
        if len(found) < 2:
            continue
        names = tuple(dict.fromkeys(name for _, each in found for name, _ in each.headline))
        table = [(link, each, [dict(each.headline).get(name, Figure(None)) for name in names]) for link, each in found]
        rows = [
            Row(each.tongue.name if each.tongue else "", tuple(figures), each.subject, f"#{link}")
            for link, each, figures in table
        ]
        if len({each.tongue for _, each in found}) == len(found):
            columns = zip(*(figures for _, _, figures in table), strict=True)
            rows.append(Row("mean", tuple(map(_mean, columns)), strong=True))
        arrows = {name: figure.arrow for _, each in found for name, figure in each.headline}
        head = (f"{name}{arrows[name]}" for name in names)
        yield Table(task, ("", *head), tuple(rows), "↓ lower is better" if any(arrows.values()) else "")


def _mean(figures: Sequence[Figure]) -> Figure:
    """The mean of a column of which every row has a value; none otherwise: it would be one of other rows."""
    return mean(figures) if all(figure.value is not None for figure in figures) else Figure(None)


@cache
def _template() -> Any:
    try:
        from jinja2 import Environment, FileSystemLoader, StrictUndefined
    except ImportError:
        raise InputError("pages need jinja2: pip install 'indic-tf[eval]'") from None
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"drawn": curves.drawn}
    environment.tests |= {"figure": lambda cell: isinstance(cell, blocks.Figure)}
    return environment.get_template("page.html")


def _seen(value: object) -> object:
    """Every text that stands on the page goes through here: what nobody would see is named."""
    return visible.plain(value) if type(value) is str else value


@cache
def _style() -> Any:
    """The style sheet, which is no text of a user."""
    from markupsafe import Markup

    return Markup((_TEMPLATES / "style.css").read_text(encoding="utf-8"))
