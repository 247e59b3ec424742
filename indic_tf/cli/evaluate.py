"""``evaluate``: scores on your own text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from .. import rendering
from .base import BatchSize, Device, Json, Lang, Model, StyleOption, app, or_none, report

evaluate_app = typer.Typer(no_args_is_help=True, help="Score punctuation or number writing on your own text.")
app.add_typer(evaluate_app, name="evaluate")


@evaluate_app.command("punctuation")
def evaluate_punctuation(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Marked text, one passage a line.")],
    lang: Lang,
    model: Model = "default",
    device: Device = "auto",
    style: StyleOption = "default",
    batch_size: BatchSize = 64,
    as_json: Json = False,
) -> None:
    """Take the marks out of a text, put marks in, and compare.

    Passages of several sentences say more than single sentences, whose
    last mark is easy to guess. Lines that are no passages are reported
    and left out; the exit code is then 1.
    """
    from ..evaluation.punctuation import evaluate

    chosen = or_none(model)
    score = evaluate(file, lang, model=chosen, device=device, style=style, batch_size=batch_size)
    print(json.dumps(score.as_dict(), ensure_ascii=False)) if as_json else rendering.show_punctuation(score)
    report(score.bad)


@evaluate_app.command("itn")
def evaluate_itn(
    file: Annotated[Path, typer.Argument(metavar="FILE.tsv", help="spoken<TAB>written, and perhaps <TAB>kind.")],
    lang: Lang,
    style: StyleOption = "default",
    errors: Annotated[int, typer.Option("--errors", min=0, help="How many wrong rows to show.")] = 10,
    batch_size: BatchSize = 64,
    as_json: Json = False,
) -> None:
    """Compare numbers, money, dates … with their written forms, kind by kind.

    Several right forms stand in one cell with " | " between them.
    Without a kind a row counts for the name of the file. Lines that
    are no rows are reported and left out; the exit code is then 1.
    """
    from ..evaluation.itn import evaluate

    score = evaluate(file, lang, style=style, batch_size=batch_size)
    print(json.dumps(score.as_dict(errors), ensure_ascii=False)) if as_json else rendering.show_itn(score, errors)
    report(score.bad)
