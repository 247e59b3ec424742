"""The rows of a table, formatted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

from ..evaluation.lines import formatted
from ..formatter import IndicFormatter
from ..inputs import Input
from ..transcripts.tables import Row, Table


@dataclass(slots=True)
class Counted:
    """What was done so far.

    Attributes:
        records: rows.
        heard: words of their texts as they came.
        words: the same as they are written.
        failed: rows that stay as they were because of an error.
    """

    records: int = 0
    heard: int = 0
    words: int = 0
    failed: int = 0


def format_rows(
    table: Table,
    formatter: IndicFormatter,
    out: IO[bytes],
    batch_size: int,
    failed: Callable[[Row, str], None],
    advance: Callable[[Row, Counted], None],
    text_of: Callable[[Row], Input] | None = None,
) -> Counted:
    """Write a table anew, each row with its formatted text.

    Args:
        failed: is told of a row that cannot be read or formatted, and why; it stays as it is.
        advance: is told of each row that was written, and what was done by then.
        text_of: what the formatter is given of a row; the text if None.
    """
    counted = Counted()
    with table.writer(out) as writer:
        for row, answer in formatted(formatter, table, text_of or _text, batch_size):
            problem = row.problem or (str(answer) if isinstance(answer, Exception) else None)
            if problem:
                counted.failed += 1
                failed(row, problem)
            keep = problem or row.text is None or not row.text.strip()
            writer.put(row, None if keep else str(answer))
            counted.records += 1
            counted.heard += len((row.text or "").split())
            counted.words += 0 if keep else len(str(answer).split())
            advance(row, counted)
    return counted


def _text(row: Row) -> str:
    return row.text or ""
