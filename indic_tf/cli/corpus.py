"""``corpus``: many shards of records, here in several processes or on a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from typing import Annotated

import typer

from ..jobs import corpus as jobs
from ..jobs import work
from ..jobs.settings import Settings
from ..jobs.shards import FAILED, Shard, plan_shards
from ..jobs.stores import at
from . import own_words as own
from .arguments import of_formatter
from .base import (
    INTERRUPTED,
    Device,
    Disfluencies,
    Disfluent,
    FinalMark,
    Lang,
    Model,
    Normalize,
    ScriptKept,
    ScriptOption,
    StyleOption,
    Threads,
    app,
    complain,
)
from .corpus_bar import Bar

RECORDS, MACHINES = "Records", "Machines"
_SHOWN = 10  # shards that are named on stderr


class Engine(str, Enum):
    """What runs the processes."""

    local = "local"
    ray = "ray"


class Kind(str, Enum):
    """What a shard is."""

    table = "table"
    text = "text"


Inputs = Annotated[
    list[str], typer.Argument(metavar="INPUT...", help="Files, folders, quoted patterns, URLs (s3://, gs://, hf:// …).")
]
Out = Annotated[
    str, typer.Option("--output", "-o", metavar="FOLDER", help="Where shards go, under the names that they have.")
]
Column = Annotated[
    str | None,
    typer.Option(
        "--column",
        "--text-field",
        metavar="NAME",
        show_default="found by its name",
        help="Where the text is.",
        rich_help_panel=RECORDS,
    ),
]
Into = Annotated[
    str | None,
    typer.Option("--into", metavar="NAME", show_default="--column", help="Where it goes.", rich_help_panel=RECORDS),
]
LangField = Annotated[
    str | None,
    typer.Option(
        "--lang-field",
        metavar="NAME",
        help="Where a record names its language; --lang is for those that name none.",
        rich_help_panel=RECORDS,
    ),
]
Id = Annotated[
    str | None,
    typer.Option(
        "--id", metavar="NAME", help="What names a record that failed, beside its line.", rich_help_panel=RECORDS
    ),
]
From = Annotated[
    Kind | None,
    typer.Option(
        "--from",
        show_default="by the name",
        help="table: JSONL, CSV, TSV, Parquet; text: a record a line.",
        rich_help_panel=RECORDS,
    ),
]
EngineOption = Annotated[
    Engine, typer.Option("--engine", help="Processes of this machine, or Ray.", rich_help_panel=MACHINES)
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", min=1, show_default="one a core", help="Processes, or actors.", rich_help_panel=MACHINES),
]
Batch = Annotated[
    int,
    typer.Option("--batch", "--batch-size", min=1, help="Records formatted at a time.", rich_help_panel=MACHINES),
]
Address = Annotated[
    str | None,
    typer.Option(
        "--ray-address",
        envvar="RAY_ADDRESS",
        show_default="this machine",
        help="A running cluster: auto, ray://host:10001.",
        rich_help_panel=MACHINES,
    ),
]
Cpus = Annotated[float, typer.Option("--cpus", min=0.1, help="Of each Ray actor.", rich_help_panel=MACHINES)]
Gpus = Annotated[
    float,
    typer.Option("--gpus", min=0, help="Of each Ray actor; 0.25: four share one.", rich_help_panel=MACHINES),
]
Force = Annotated[
    bool, typer.Option("--force", help="Make anew what was made of another input or with other settings.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say which shards there are, and do nothing.")]


@app.command("corpus")
def corpus_(
    inputs: Inputs,
    output: Out,
    lang: Lang = "auto",
    column: Column = None,
    into: Into = None,
    lang_field: LangField = None,
    id_field: Id = None,
    from_: From = None,
    engine: EngineOption = Engine.local,
    workers: Workers = None,
    batch: Batch = jobs.BATCH,
    threads: Threads = None,
    address: Address = None,
    cpus: Cpus = 1.0,
    gpus: Gpus = 0.0,
    force: Force = False,
    dry_run: DryRun = False,
    punctuation: Annotated[bool, typer.Option("--punctuation/--no-punctuation", help="Put in marks.")] = True,
    itn: Annotated[bool, typer.Option("--itn/--no-itn", help="Write numbers, money … in figures.")] = True,
    case: Annotated[bool, typer.Option("--case/--no-case", help="Capital letters in Latin script.")] = True,
    disfluency: Disfluencies = Disfluent.keep,
    script: ScriptOption = ScriptKept.keep,
    final: Annotated[
        FinalMark, typer.Option("--final", help="A mark at the end of every text, where a sentence ends, or never.")
    ] = FinalMark.always,
    style: StyleOption = "default",
    model: Model = "default",
    normalizer: Normalize = "default",
    device: Device = "auto",
    own_tables: own.Tables = None,
    term: own.Term = None,
    terms: own.TermsFile = None,
) -> None:
    """A corpus: many shards of records, in many processes, on one machine or many.

    [bold]Shards[/] are files of records: JSONL, CSV, TSV, Parquet (a text
    column changes, all else stays) and plain text (a record a line), gzipped
    too. Each gives one output of the same name and shape below --output, with
    as many records, in order. One process formats one shard: have more shards
    than processes, and none that takes longer than you would like to lose.

    [bold]Run it again[/], whatever ended it: it does what is not done. An
    output is there whole or not at all. Inputs or settings that are not what
    they were are refused; --force makes these shards anew.

    [bold]Bad records[/] stay as they are in the output, and NAME.failed.jsonl
    beside it has each with file, line and reason. The exit code is then 1.

    [dim]$[/] indic-tf corpus shards/ -o formatted/ --lang hi --column text

    [dim]$[/] indic-tf corpus 'talks/*.txt.gz' -o formatted/ --workers 16

    [dim]$[/] indic-tf corpus hf://datasets/me/calls/data -o s3://bucket/calls --lang-field language --id call

    [dim]$[/] indic-tf corpus /shared/in -o /shared/out --engine ray --ray-address auto --workers 200

    [dim]$[/] indic-tf corpus in/ -o out/ --engine ray --gpus 0.25 --workers 8 --batch 512
    """
    formatter = of_formatter(
        lang,
        model,
        normalizer,
        disfluency,
        final,
        own_tables,
        term,
        terms,
        device=device,
        style=style,
        punctuation=punctuation,
        itn=itn,
        case=case,
        script=script.value,
    )
    settings = jobs.settings_for(formatter, column, into, lang_field, id_field, threads, batch)
    shards = plan_shards(inputs, output, settings, from_.value if from_ else None, force)
    if dry_run:
        _show(shards)
        return
    todo = [shard for shard in shards if not shard.done]
    if len(todo) < len(shards):
        complain(f"{len(shards) - len(todo)} of {len(shards)} shards were done before")
    count = workers or _cores()
    if len(shards) < count and todo:
        complain(f"{len(shards)} shards keep no more than {len(shards)} of {count} workers busy; more, smaller ones do")
    at(output)[0].sweep(at(output)[1])

    def run(told: Callable[[object], None]) -> Iterator[jobs.ShardDone]:
        if engine is Engine.local:
            return work.each(todo, settings, jobs.format_shard, count, _stopping, told)
        from ..jobs import by_ray

        return by_ray.each(todo, settings, jobs.format_shard, count, told, by_ray.Cluster(address, cpus, gpus))

    raise typer.Exit(_follow(shards, todo, settings, run))


def _follow(
    shards: Sequence[Shard],
    todo: Sequence[Shard],
    settings: Settings,
    run: Callable[[Callable[[object], None]], Iterator[jobs.ShardDone]],
) -> int:
    """Do the shards; says what became of them, and gives the exit code."""
    found: list[jobs.ShardDone] = []
    try:
        with Bar(todo) as bar:
            for made in run(bar.told):
                found.append(made)
                bar.done(made)
                if made.error:
                    complain(made.error)
    except KeyboardInterrupt:
        done = sum(1 for made in found if not made.error)
        complain(f"stopped: {done} of {len(todo)} shards are done; the same command goes on with the rest")
        return INTERRUPTED
    _sum_up(found, bar)
    _name_failed(shards, {made.name: made.failed for made in found})
    errors = sum(1 for made in found if made.error)
    if errors:
        complain(f"{errors} of {len(shards)} shards could not be formatted")
    failed = errors or any(made.failed for made in found) or any(shard.aside for shard in shards)
    return 2 if errors and errors == len(shards) else int(bool(failed))


def _sum_up(found: Sequence[jobs.ShardDone], bar: Bar) -> None:
    if not found:
        return
    good = [made for made in found if not made.error]
    records, words = (sum(getattr(made, name) for made in good) for name in ("records", "words"))
    rate = words / max(bar.seconds, 1e-9)
    complain(f"{len(good)} shards, {records:,} records, {words:,} words in {bar.seconds:,.1f} s ({rate:,.0f} words/s)")


def _name_failed(shards: Sequence[Shard], failed: dict[str, int]) -> None:
    """Say where records stand that could not be formatted, now or in an earlier run."""
    bad = [(shard, count) for shard in shards if (count := failed.get(shard.name, shard.aside))]
    for shard, count in bad[:_SHOWN]:
        complain(f"{count} records of {shard.name} stay as they were: {shard.failed}")
    if len(bad) > _SHOWN:
        complain(f"{len(bad) - _SHOWN} more shards have a {FAILED} beside them")


def _show(shards: Sequence[Shard]) -> None:
    for shard in shards:
        print("done" if shard.done else "to do", shard.size, shard.source, shard.target, sep="\t")


def _stopping() -> None:
    complain("stopping: shards that are being formatted get done first; Ctrl-C once more gives them up")


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
