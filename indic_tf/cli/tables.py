"""``format --column``: tables, row by row, everything but one column as it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import typer

from ..errors import InputError
from ..evaluation.lines import formatted
from ..formatter import IndicFormatter
from ..jobs import Done, Settings, Task
from ..jobs.files import opened
from ..transcripts.tables import Row, Table, open_table
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
            _, failed = _rows(table, formatter, out, batch_size, advance, tell)
    except KeyboardInterrupt:
        complain(f"stopped; {output} is as it was" if output is not None else "stopped")
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(int(failed > 0))


def format_one(task: Task, settings: Settings, formatter: IndicFormatter) -> Done:
    """Format one of many tables."""
    problems: list[str] = []
    with open_table(task.source, **settings.read) as table, opened(task.target) as out:
        words, failed = _rows(table, formatter, out, _BATCH, lambda size: None, problems.append)
    return Done(task, words, tuple(problems), failed)


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


def _rows(
    table: Table, formatter: IndicFormatter, out: IO[bytes], batch_size: int, advance: Any, tell: Callable[[str], None]
) -> tuple[int, int]:
    """Write the table anew; how many words its texts have now, and how many rows stayed because of an error."""
    words = failed = 0
    with table.writer(out) as writer:
        for row, answer in formatted(formatter, table, _text, batch_size):
            problem = row.problem or (str(answer) if isinstance(answer, Exception) else None)
            if problem:
                failed += 1
                tell(f"{row.place}: {problem}")
            keep = problem or row.text is None or not row.text.strip()
            words += 0 if keep else len(str(answer).split())
            writer.put(row, None if keep else str(answer))
            advance(len(row.raw))
    return words, failed


def _text(row: Row) -> str:
    return row.text or ""
