"""Looking inside: ``explain`` and ``languages``."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from .. import rendering, transcripts
from ..formatter import IndicFormatter
from ..languages import language
from ..routing.report import detect_lines, shares
from . import own_words as own
from .base import Device, Json, Lang, Model, Normalize, StyleOption, app, or_none


@app.command()
def explain(
    text: Annotated[str, typer.Argument(help="One text; quote it.")],
    lang: Lang,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    own_tables: own.Tables = None,
    term: own.Term = None,
    terms: own.TermsFile = None,
    as_json: Json = False,
) -> None:
    """Show what each stage said about a text: tagger labels, grammar stages, spans, edits.

    [dim]$[/] indic-tf explain --lang hi --model none "दस प्रतिशत छूट"
    """
    words = own.own_words(own_tables, term, terms)
    chosen, network = or_none(model), or_none(normalizer)
    formatter = IndicFormatter(
        own.language_of(lang), model=chosen, device=device, style=style, normalizer=network, **words
    )
    found = formatter.explain(text)
    if as_json:
        print(json.dumps({"input": text, **rendering.explanation_dict(found)}, ensure_ascii=False))
    else:
        rendering.show_explanation(found)


@app.command("languages")
def languages_(
    detect: Annotated[
        Path | None, typer.Option("--detect", metavar="FILE", help="The languages of a file instead; - for stdin.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the languages with what can be formatted in them, or find those of a file.

    [dim]$[/] indic-tf languages --detect talk.json
    """
    if detect is not None:
        _detected(detect, as_json)
        return
    rows = rendering.language_rows()
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        rendering.show_languages(rows)


def _detected(path: Path, as_json: bool) -> None:
    """The languages of a file of any format: shares of its words, and of its lines or segments."""
    talk = transcripts.read(sys.stdin.buffer if str(path) == "-" else path)
    lines = detect_lines(segment.text for segment in talk.segments)
    found = shares(lines)
    if as_json:
        made = {"languages": [asdict(one) for one in found], "lines": [asdict(line) for line in lines]}
        print(json.dumps(made, ensure_ascii=False))
        return
    table = rendering.table("language", "written in", "segments", "words", "share of words", "probability")
    for one in found:
        written = "Latin letters" if one.roman else ""
        counts = (str(one.lines), str(one.words), rendering.share(one.share), f"{one.probability:.2f}")
        table.add_row(_named(one.lang), written, *counts)
    rendering.console().print(table)


def _named(lang: str | None) -> str:
    return "unknown" if lang is None else f"{lang} ({language(lang).name})"


@app.command()
def formats(as_json: Json = False) -> None:
    """List the files of recognisers that `indic-tf format` reads, and which it writes."""
    rows = [
        {"format": one.name, "title": one.title, "known by": one.marks, "written": one.write is not None}
        for one in transcripts.formats()
    ]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    table = rendering.table("format", "what it is", "known by", "written")
    for row in rows:
        table.add_row(
            *(escape(str(row[name])) for name in ("format", "title", "known by")), "yes" if row["written"] else ""
        )
    rendering.console().print(table)
