"""``format --column``: tables, row by row, everything but one column as it was."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import typer

from ..errors import InputError
from ..evaluation.lines import formatted
from ..formatter import IndicFormatter
from ..transcripts import replacing
from ..transcripts.tables import Row, Table, open_table
from .base import complain, needs


def is_table(source: str) -> bool:
    """True for the name of a Parquet file, which can be nothing else."""
    return source.lower().endswith((".parquet", ".pq"))


def format_table(
    source: str, formatter: IndicFormatter, column: str | None, into: str | None, output: Path | None, batch_size: int
) -> None:
    """Format a column of a table; a row that cannot be read or formatted stays as it is. Exits 1 if there was one."""
    from ..rendering import progress

    path = None if source == "-" else Path(source).expanduser()
    if path is not None and output is not None and output.exists() and output.samefile(path):
        raise InputError(f"{output} is both input and output; choose another --output")
    with (
        needs(f"reading {source}", "data"),
        open_table(path or sys.stdin.buffer, column, into) as table,
        _target(output, table) as out,
        progress([source] if path else [], output is not None) as advance,
    ):
        failed = _rows(table, formatter, out, batch_size, advance, source)
    raise typer.Exit(int(failed))


@contextmanager
def _target(output: Path | None, table: Table) -> Iterator[IO[bytes]]:
    if output is None and table.kind == "parquet":
        raise InputError("a Parquet table goes into a file: -o FILE.parquet")
    if output is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    else:
        with replacing(output) as file:
            yield file


def _rows(table: Table, formatter: IndicFormatter, out: IO[bytes], batch_size: int, advance: Any, source: str) -> bool:
    """Write the table anew; True if a row stayed as it was because of an error."""
    failed = False
    with table.writer(out) as writer:
        for row, answer in formatted(formatter, table, _text, batch_size):
            problem = row.problem or (str(answer) if isinstance(answer, Exception) else None)
            if problem:
                failed = True
                complain(f"{source}: {row.place}: {problem}")
            keep = problem or row.text is None or not row.text.strip()
            writer.put(row, None if keep else str(answer))
            advance(len(row.raw))
    return failed


def _text(row: Row) -> str:
    return row.text or ""
