"""``format --column``: tables, row by row, everything but one column as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import typer

from ..errors import InputError
from ..formatter import IndicFormatter
from ..jobs import Done, Settings, Task
from ..jobs.files import opened
from ..jobs.rows import format_rows
from ..transcripts.tables import Table, open_table
from . import talks
from .base import INTERRUPTED, complain, needs
from .wanted import Wanted, is_many, refuse_captions

_BATCH = 64


def format_tables(sources: Sequence[str], wanted: Wanted, into: str | None, batch_size: int) -> None:
    """Format a column of one table, or of each of many into a folder. Exits as `talks.format_many`."""
    for option, given in {"--to": wanted.to, "--from": wanted.read.get("format")}.items():
        if given:
            raise InputError(f"{option} and tables do not go together: a table stays what it is but for one column")
    if wanted.refused.get("--json"):
        raise InputError("--json is for lines of text; a table stays what it is but for one column")
    if wanted.read.get("encoding"):
        raise InputError("--encoding is for texts and files of recognisers; save the table as UTF-8")
    refuse_captions(wanted, "a table has no captions")
    column = wanted.read.get("column")
    if wanted.to_folder or (wanted.output is not None and any(map(is_many, sources))):
        read = {"column": column, "into": into}
        settings = Settings(wanted.formatter, read=read, threads=wanted.threads, tables=True)
        with needs("reading Parquet", "data"):
            talks.format_many(sources, wanted, settings, format_one)
    if len(sources) != 1:
        raise InputError(f"one table at a time, or all into a folder: -o FOLDER/ (here are {len(sources)})")
    format_table(sources[0], IndicFormatter(**wanted.formatter), column, into, wanted.output, batch_size)


def format_table(
    source: str, formatter: IndicFormatter, column: str | None, into: str | None, output: Path | None, batch_size: int
) -> None:
    """Format a column of a table; a row that cannot be read or formatted stays as it is. Exits 1 if there was one."""
    from ..rendering import progress

    path = None if source == "-" else Path(source).expanduser()
    if path is not None and output is not None and output.exists() and output.samefile(path):
        raise InputError(f"{output} is both input and output; choose another --output")

    def tell(problem: str) -> None:
        complain(f"{source}: {problem}")

    try:
        with (
            needs(f"reading {source}", "data"),
            open_table(path or sys.stdin.buffer, column, into) as table,
            _target(output, table) as out,
            progress([source] if path else [], output is not None) as advance,
        ):
            counted = format_rows(
                table,
                formatter,
                out,
                batch_size,
                lambda row, problem: tell(f"{row.place}: {problem}"),
                lambda row, _: advance(len(row.raw)),
            )
    except KeyboardInterrupt:
        complain(f"stopped; {output} is as it was" if output is not None else "stopped")
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(int(counted.failed > 0))


def format_one(task: Task, settings: Settings, formatter: IndicFormatter) -> Done:
    """Format one of many tables."""
    problems: list[str] = []
    with open_table(task.source, **settings.read) as table, opened(task.target) as out:
        counted = format_rows(
            table,
            formatter,
            out,
            _BATCH,
            lambda row, problem: problems.append(f"{row.place}: {problem}"),
            lambda row, counted: None,
        )
    return Done(task, counted.words, tuple(problems), counted.failed)


@contextmanager
def _target(output: Path | None, table: Table) -> Iterator[IO[bytes]]:
    if output is None and table.kind == "parquet":
        raise InputError("a Parquet table goes into a file: -o FILE.parquet")
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with opened(output) as file:
            yield file
