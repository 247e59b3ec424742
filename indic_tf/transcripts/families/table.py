"""CSV and TSV of predictions, read as a whole: each row with a text is a recording of its own.

Seen in the wild: quotes around the one cell with an Indian comma in it, rows of failed calls with empty cells, the same
id again. Big tables are better read row by row (`transcripts.tables`).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass

from ...errors import InputError
from ..columns import HYPOTHESES, likely
from ..content import Content
from ..model import Transcript, TranscriptSegment
from ..pieces import same
from ..registry import Format, register
from ..shape import segment, transcript
from ..tables import open_table
from ..tables.cells import delimiter_of, spans


@dataclass(frozen=True, slots=True)
class _Table:
    """The file as it was read, the same as UTF-8, and which column was read."""

    raw: bytes
    data: bytes
    column: str


@dataclass(frozen=True, slots=True)
class _Cell:
    """The row of a segment, and what its cell says."""

    row: int
    said: str


def _reader(kind: str) -> Callable[[Content], Transcript]:
    def read(content: Content) -> Transcript:
        data = content.raw if _is_utf8(content.raw) else content.text.encode("utf-8", "replace")
        made: list[TranscriptSegment] = []
        with open_table(io.BytesIO(data), content.column) as table:
            if table.kind not in ("csv", "tsv"):
                raise InputError(f"{content.name}: no CSV or TSV")
            for row in table:
                if row.problem:
                    content.report(row.place, f"{row.problem}; it is left as it is")
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
        new = {i: one.text for i, one in known.items() if not same(one.record.said, one.text)}
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
        names = [header[begin:end].strip('" ') for begin, end in spans(header, delimiter, strict=False) or []]
        best = likely(names)
        if content.column in names:
            return 0.7
        return 0.0 if not best or len(names) < 2 else 0.65 if best[0] in HYPOTHESES else 0.45

    return claims


register(Format("csv", "a CSV table", "a header with pred_text, prediction, transcript, text …", _claims("csv"),
                _reader("csv"), _writer("csv", ","), ".csv"))  # fmt: skip
register(Format("tsv", "a TSV table", "such a header with tabs", _claims("tsv"), _reader("tsv"), _writer("tsv", "\t"),
                ".tsv"))  # fmt: skip
