"""CSV and TSV of predictions, read as a whole: each row with a text is a recording of its own.

Seen in the wild: quotes around the one cell with an Indian comma in it, rows of failed calls with empty cells, the
same id again. A row that does not fit stays in the file as it is; the whole line counts as its text, so that no word
is lost in another format. Prose has commas too: a file is a table by its header and by rows of as many cells. Big
tables are better read row by row (`transcripts.tables`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

import regex

from ...errors import InputError
from ..columns import HYPOTHESES, likely
from ..content import Content
from ..model import Transcript, TranscriptSegment
from ..pieces import lines, same
from ..registry import Format, register
from ..shape import segment, transcript
from ..tables import Row, open_table
from ..tables.cells import Cells, delimiter_of, spans

_NAME = regex.compile(r"^[\p{L}\p{M}\p{N}_.:/#%()-]{0,40}$")
_SHOWN = 50  # rows that are looked at
_MOST = 0.9  # of them have as many cells as the header


@dataclass(frozen=True, slots=True)
class _Table:
    """The file as it was read, the same as UTF-8, and which column was read."""

    raw: bytes
    data: bytes
    column: str


@dataclass(frozen=True, slots=True)
class _Cell:
    """The row of a segment, and what its cell says; or the whole row, where that has other cells than the header."""

    row: int
    said: str
    is_row: bool = False


def _reader(kind: str) -> Callable[[Content], Transcript]:
    def read(content: Content) -> Transcript:
        data = content.raw if _is_utf8(content.raw) else content.text.encode("utf-8", "replace")
        made: list[TranscriptSegment] = []
        with open_table(io.BytesIO(data), content.column) as table:
            if table.kind not in ("csv", "tsv"):
                raise InputError(f"{content.name}: no CSV or TSV")
            for row in table:
                if row.problem:
                    content.report(
                        row.place, f"{row.problem}; it is left as it is, its whole line is its text", lost=True
                    )
                    whole = row.raw.decode("utf-8", "replace").strip()
                    made.append(segment(whole, recording=row.place, record=_Cell(row.index, whole, is_row=True)))
                if row.text is not None:
                    made.append(segment(row.text, recording=row.place, record=_Cell(row.index, row.text)))
            source = _Table(content.raw, data, table.column)
        return transcript(made, kind, content.problems, source=source, unit_is_known=True)

    return read


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _writer(kind: str, delimiter: str) -> Callable[[Transcript], bytes]:
    def write(made: Transcript) -> bytes:
        source = made.source
        known = {one.record.row: one for one in made.segments if isinstance(one.record, _Cell)}
        if not isinstance(source, _Table) or len(known) != len(made.segments):
            return _fresh(made, delimiter)
        new = {i: one.text for i, one in known.items() if not one.record.is_row and not same(one.record.said, one.text)}
        if not new:
            return source.raw
        with open_table(io.BytesIO(source.data), source.column) as table:
            return table.head + b"".join(
                row.with_text(new[row.index]) if row.index in new else row.raw for row in table
            )

    return write


def _fresh(made: Transcript, delimiter: str) -> bytes:
    out = io.StringIO()
    rows = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    rows.writerow(["recording", "start", "end", "speaker", "text"])
    for one in made.segments:
        times = ["" if time is None else f"{time:.3f}" for time in (one.start, one.end)]
        rows.writerow([one.recording, *times, one.speaker or "", one.text])
    return out.getvalue().encode("utf-8", "replace")


def _claims(kind: str) -> Callable[[Content], float]:
    def claims(content: Content) -> float:
        header, _, rest = content.head.replace("\r\n", "\n").replace("\r", "\n").partition("\n")
        delimiter = delimiter_of(header)
        if (
            header[:1] in ("{", "[")
            or delimiter not in header
            or (delimiter == "\t") != (kind == "tsv")
            or not rest.strip()
        ):
            return 0.0
        raw = [header[begin:end] for begin, end in spans(header, delimiter, strict=False) or []]
        names = [one.strip('" ') for one in raw]
        best = likely(names)
        if content.column in names:
            return 0.7
        if not best or len(names) < 2 or not all(map(_NAME.match, names)) or not _rows_fit(content, raw):
            return 0.0
        return 0.65 if best[0] in HYPOTHESES else 0.45

    return claims


def _rows_fit(content: Content, header: list[str]) -> bool:
    """True if the rows have the cells of the header; a single one is enough for a header without a space in it."""
    is_plain = all(one == one.strip(" ") for one in header)
    try:
        rows = list(islice(_first(content), _SHOWN))
    except InputError:  # the column of the texts is there twice: a table, which its reader refuses
        return is_plain
    fit = sum(1 for row in rows if not row.problem)
    if not fit or (len(rows) == 1 and not is_plain):
        return False
    return fit >= _MOST * len(rows) or (is_plain and len(header) > 2 and len(rows) - fit == 1)


def _first(content: Content) -> Iterator[Row]:
    """The rows at the beginning that say anything; the last one only if all of it is there."""
    found = [line + end for line, end in lines(content.head)]
    is_whole = len(content.text) <= len(content.head) + 64
    table = Cells(
        (line.encode("utf-8", "replace") for line in found[: None if is_whole else -1]), content.name, None, None
    )
    return (row for row in table if row.raw.strip())


register(Format("csv", "a CSV table", "a header with pred_text, prediction, transcript, text …", _claims("csv"),
                _reader("csv"), _writer("csv", ","), ".csv"))  # fmt: skip
register(Format("tsv", "a TSV table", "such a header with tabs", _claims("tsv"), _reader("tsv"), _writer("tsv", "\t"),
                ".tsv"))  # fmt: skip
