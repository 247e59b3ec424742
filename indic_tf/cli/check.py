"""``check``: what is wrong with tables, and what they would change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import regex
import typer

from .. import tables
from ..complete import faults_of_folder
from ..errors import TableError
from ..formatter import IndicFormatter
from ..languages import SCHEMAS, Language, language
from ..tables import Row, faults_of, lines_of
from .base import Model, StyleOption, app, or_none


@app.command()
def check(
    folder: Annotated[
        Path, typer.Argument(metavar="TABLES", help="A folder of .tsv files; of a language, with its YAML.")
    ],
    lang: Annotated[str | None, typer.Option("--lang", "-l", help="The language that the tables are added to.")] = None,
    on: Annotated[
        Path | None, typer.Option("--on", metavar="FILE", help="Lines as they are spoken: show what changes in them.")
    ] = None,
    model: Model = "none",
    style: StyleOption = "default",
) -> None:
    """Say what is wrong with your own tables, and what they would change.

    A table is a text file, tab-separated, named for what it holds. A firm
    mostly needs three of them, in a folder of its own:

      acronyms.tsv    NEFT                     said letter by letter
      whitelist.tsv   धन वन ⇥ DhanOne          said ⇥ written
      cues.tsv        ओवर ⇥ after              a number beside it is a figure

    Each fault is a line with file and line number; the exit code is then 1.
    With --on, lines that come out otherwise are shown as they come out now
    (-) and with the tables (+). docs/your_words.md has every table.

    [dim]$[/] indic-tf check my_tables/ --lang hi

    [dim]$[/] indic-tf check my_tables/ --lang hi --on calls.txt

    [dim]$[/] indic-tf format --lang hi --tables my_tables/ calls.txt

    A folder with a YAML is a language of its own:

    [dim]$[/] indic-tf check bho/ --on lines.txt
    """
    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder")
    own = any(folder.glob("*.y*ml"))
    facts = _loaded(folder) if own else None
    if facts is None:
        _faults(faults_of_folder(folder))
    if facts is None and lang is None and on is not None:
        raise typer.BadParameter("--on needs --lang: the language that the tables are added to")
    base = None if lang is None or own else language(lang)
    added = None if base is None else base.with_tables(folder)
    for line in _told(folder, facts or added):
        print(line)
    if on is not None and (made := facts or added) is not None:
        _changes(lines_of(on), base, made, or_none(model), style)


def _loaded(folder: Path) -> Language | None:
    try:
        return Language.load(folder)
    except TableError as error:
        _faults(faults_of(error))
    return None


def _faults(faults: Sequence[TableError]) -> None:
    """Every fault on a line of its own; exit 1 if there is one."""
    for fault in faults:
        print(fault)
    if faults:
        raise typer.Exit(1)


def _told(folder: Path, facts: Language | None) -> Iterator[str]:
    """What the tables hold, and rows that nothing will come of."""
    for path in tables.in_folder(folder, SCHEMAS):
        rows = tables.read(path, *SCHEMAS[path.stem])
        yield f"{path}: {len(rows)} row{'s' if len(rows) != 1 else ''}, no faults"
        notes = ((row, _note(row, facts)) for row in rows) if facts is not None else ()
        yield from (f"{row.path}:{row.line}: note: {note}" for row, note in notes if note)


def _note(row: Row, facts: Language) -> str | None:
    """Why a row may do less than its author hopes."""
    form = row.cells.get("form", "")
    scripts = "".join(rf"\p{{{script}}}" for script in (facts.script, *facts.other_scripts, "Latin"))
    if not regex.fullmatch(rf"[{scripts}\p{{Script=Common}}\p{{Script=Inherited}}]*", form):
        return f"{form!r} is neither in {facts.script} nor in Latin letters; no {facts.name} text has it"
    return None


def _changes(spoken: Mapping[int, str], base: Language | None, made: Language, model: str | None, style: str) -> None:
    """The lines that come out otherwise, and how many; for a new language those that do not stay as they are."""
    texts = list(spoken.values())
    after = map(str, IndicFormatter(made, model=model, style=style).map(texts))
    before = iter(texts) if base is None else map(str, IndicFormatter(base, model=model, style=style).map(texts))
    changed = [row for row in zip(spoken, before, after, strict=True) if row[1] != row[2]]
    for line, old, new in changed:
        print(f"line {line}\n- {old}\n+ {new}")
    print(f"{len(changed)} of {len(texts)} lines come out otherwise")
