"""Looking inside: ``explain`` and ``languages``."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from .. import rendering
from ..formatter import IndicFormatter
from .base import Device, Json, Lang, Model, Normalize, StyleOption, app, or_none


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="One text; quote it.")],
    lang: Lang,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    as_json: Json = False,
) -> None:
    """Show what each stage said about a text: tagger labels, grammar stages, spans, edits.

    [dim]$[/] indic-tf explain --lang hi --model none "दस प्रतिशत छूट"
    """
    formatter = IndicFormatter(lang, model=or_none(model), device=device, style=style, normalizer=or_none(normalizer))
    found = formatter.explain(text)
    if as_json:
        print(json.dumps({"input": text, **rendering.explanation_dict(found)}, ensure_ascii=False))
    else:
        rendering.show_explanation(found)


@app.command("languages")
def languages_(as_json: Json = False) -> None:
    """List the languages with what can be formatted in them."""
    rows = rendering.language_rows()
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        rendering.show_languages(rows)
