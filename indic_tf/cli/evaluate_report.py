"""``evaluate report``: one page from the scores of many languages, tasks and systems."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..errors import InputError
from .base import report
from .evaluate import evaluate_app
from .pages import Html, Png, write


@evaluate_app.command("report")
def evaluate_report(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="What the other commands write with --json, one or more in a file; a history.jsonl of training.",
        ),
    ],
    html: Html = None,
    png: Png = None,
    title: Annotated[str, typer.Option("--title", help="Of the page.", show_default=False)] = "",
) -> None:
    """Put scores together in one page that can be read anywhere, without a network, or in pictures.

    [dim]$[/] for l in hi ta te; do
        indic-tf evaluate itn benchmarks/itn/$l.tsv --lang $l --json
    done > itn.jsonl

    [dim]$[/] indic-tf evaluate report itn.jsonl --html itn.html

    Each language has a chapter, each task a summary over languages. Lines
    that are no scores are reported and left out; the exit code is then 1.
    """
    from ..reports.reading import read

    if not html and not png:
        raise InputError("nothing to write: give --html FILE, --png FOLDER or both")
    problems: list[str] = []
    results = [result for file in files for result in read(file, problems)]
    if results:
        write(results, html, png, title)
        report(problems)
    raise InputError("; ".join(problems) or f"no score in {', '.join(map(str, files))}")
