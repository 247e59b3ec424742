"""Tables of test rows: TAB-separated, with or without a line that names the columns; and a system's output for them.

Lines that begin with "#" are comments. A first line that names the columns may bring them in any order, with others.
JSON lines and Parquet (`columns`) name theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ..errors import InputError
from . import columns as named_columns
from .files import OUTPUT, Advance, Record, length, nothing, records, told
from .fitting import Fitting, departs
from .lines import BadLine, numbered


@dataclass(frozen=True, slots=True)
class Schema:
    """The columns of a table without names, in order; the first ``required`` of them must be there, and not empty.

    ``also`` has other names of columns, as data sets have them.
    """

    columns: tuple[str, ...]
    required: int
    also: Mapping[str, str] = field(default_factory=dict, hash=False)

    def of_object(self, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The columns of a row that names them, under the names that they have here."""
        made = {name: value for name, value in fields.items() if value is not None}
        return {self.also[name]: value for name, value in made.items() if name in self.also} | made

    @property
    def usage(self) -> str:
        more = "".join(f", and perhaps <TAB>{column}" for column in self.columns[self.required :])
        return f"expected {'<TAB>'.join(self.columns[: self.required])}{more}"

    def named(self, path: Path, cells: Sequence[str]) -> list[str] | None:
        """The columns that a first line names, in small letters; None for a row.

        Raises `InputError` if it names some of those that must be there and not all.
        """
        names, needed = [cell.lower() for cell in cells], self.columns[: self.required]
        if not set(names) & set(needed):
            return None
        if missing := [name for name in needed if name not in names]:
            raise InputError(f"{path}: the first line names columns, but not {' and '.join(missing)}")
        return names

    def problem(self, row: Mapping[str, Any], cells: int, columns: Sequence[str]) -> str:
        """What is wrong with a row; "" if nothing is."""
        if cells <= len(columns) and all(row.get(name) for name in self.columns[: self.required]):
            return ""
        return self.usage if columns is self.columns else f"expected the columns {', '.join(columns)}"


class OfLine(Protocol):
    """Something that stands in a line."""

    @property
    def line(self) -> int: ...


R = TypeVar("R", bound=OfLine)


def table(path: Path, schema: Schema, bad: list[BadLine]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Line and cells by column of every row; those that are no rows go to ``bad``.

    Cells are texts; of JSON and Parquet they are what stands there.
    """
    if named_columns.are_in(path):
        yield from _objects(path, schema, bad)
        return
    for number, cells, columns in _rows(path, schema, bad):
        row = dict(zip(columns, cells, strict=False))
        if problem := schema.problem(row, len(cells), columns):
            bad.append(BadLine(number, problem))
        else:
            yield number, row


def _objects(path: Path, schema: Schema, bad: list[BadLine]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, fields, problem in named_columns.rows(path):
        row = schema.of_object(fields)
        needed = schema.columns[: schema.required]
        if fields and not all(row.get(name) for name in needed):
            problem = f"expected the columns {' and '.join(needed)}; there are {', '.join(fields)}"
        if problem:
            bad.append(BadLine(number, problem))
        elif fields:
            yield number, row


def _places(path: Path, schema: Schema) -> dict[int, int]:
    """Which row each line is that is one, from 1."""
    if named_columns.are_in(path):
        lines = [number for number, fields, problem in named_columns.rows(path) if fields or problem]
    else:
        lines = [number for number, _, _ in _rows(path, schema, [])]
    return {line: place for place, line in enumerate(lines, start=1)}


def with_output(
    rows: Iterable[R],
    path: Path,
    schema: Schema,
    output: Path,
    bad: list[BadLine],
    advance: Advance = nothing,
    *,
    texts: Callable[[R], Iterable[str]],
) -> Iterator[tuple[R, Record]]:
    """Every row with what a system made of it; bad lines of the output go to ``bad``.

    ``texts`` are those of a row that an output may have its words from. The output has one line for each line of
    ``path``, comments and all, or one for each row. Raises `InputError` for any other number of lines, and for an
    output of something else (see `fitting`).
    """
    lines, given = (length(file) for file in (path, output))
    places = _places(path, schema)
    if given not in (lines, len(places)):
        wanted = f"one for each of the {len(places)} rows of {path}, or one for each of its {lines} lines"
        said = (" ".join(texts(row)) for row in rows)
        place = departs(said, (record.text for record in records(output, OUTPUT)))
        where = told(place, (given, len(places))).replace("line", "row")
        raise InputError(f"{output} has {given} lines; it needs {wanted}{where}")
    made, fitting = records(output, advance=advance), Fitting(path.name, output.name)
    for row in rows:
        place = row.line if given == lines else places[row.line]
        record = next(record for record in made if record.line == place)
        if record.problem:
            bad.append(BadLine(row.line, f"{output.name}: {record.problem}"))
        else:
            fitting.see(row.line, texts(row), record.text)
            yield row, record
    fitting.check()


def _rows(path: Path, schema: Schema, bad: list[BadLine]) -> Iterator[tuple[int, list[str], Sequence[str]]]:
    """Line, cells and columns of everything that is neither empty, nor a comment, nor the names of the columns."""
    columns: Sequence[str] = schema.columns
    first = True
    for number, text in numbered(path, bad):
        if text.startswith("#"):
            continue
        cells = [cell.strip() for cell in text.split("\t")]
        names = schema.named(path, cells) if first else None
        first = False
        if names is None:
            yield number, cells, columns
        else:
            columns = names
