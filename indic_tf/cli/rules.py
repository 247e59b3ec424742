"""``rules``: what proposes the readings of numbers, and what each is good for."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from .. import rendering
from ..formatter import IndicFormatter
from . import own_words as own
from .base import Json, Model, app, or_none, report


@app.command()
def rules(
    lang: Annotated[str, typer.Option("--lang", "-l", help="A code of `indic-tf languages`.")] = "hi",
    count: Annotated[
        Path | None,
        typer.Option("--count", metavar="FILE", help="Count them over texts: spoken, tab, written; or a text a line."),
    ] = None,
    off: Annotated[
        list[str] | None, typer.Option("--off", metavar="NAME", help="Without this rule; repeat it for others.")
    ] = None,
    model: Model = "none",
    own_tables: own.Tables = None,
    as_json: Json = False,
) -> None:
    """List the rules that propose what numbers are, or count how often each is chosen and right.

    [dim]$[/] indic-tf rules --lang hi --count benchmarks/itn/hi.tsv --off guess-pair
    """
    words = own.own_words(own_tables, None, None)
    chosen = or_none(model)
    formatter = IndicFormatter(
        own.language_of(lang), model=chosen, rules_off=off or (), punctuation=False, case=False, **words
    )
    if count is None:
        _listed(formatter, as_json)
    else:
        _counted(formatter, count, as_json)


def _listed(formatter: IndicFormatter, as_json: bool) -> None:
    if as_json:
        rows = [{"rule": name, "finds": about} for name, about in formatter.rules.items()]
        print(json.dumps(rows, ensure_ascii=False))
        return
    table = rendering.table("rule", "finds")
    for name, about in formatter.rules.items():
        table.add_row(name, about)
    rendering.console().print(table)


def _counted(formatter: IndicFormatter, path: Path, as_json: bool) -> None:
    from ..evaluation.itn_rows import cases, texts
    from ..evaluation.lines import BadLine
    from ..evaluation.rules import count

    bad: list[BadLine] = []
    with path.open("rb") as file:
        labelled = any(b"\t" in raw for raw in file)
    found = count((cases if labelled else texts)(path, bad), formatter)
    if as_json:
        print(json.dumps(asdict(found), ensure_ascii=False))
    else:
        table = rendering.table("rule", "proposed", "chosen", "right", "precision", "finds")
        for one in sorted(found.rules, key=lambda one: -one.chosen):
            right = "" if one.right is None else str(one.right)
            numbers = str(one.proposed), str(one.chosen), right, rendering.share(one.precision)
            table.add_row(one.rule, *numbers, one.about)
        whole = "" if found.right is None else f", {found.right} of them as a reference"
        rendering.console().print(table, f"{found.texts} texts{whole}", sep="\n")
    report(bad)
