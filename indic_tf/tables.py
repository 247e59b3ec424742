"""Grammar tables: tab-separated values with ``#`` comments, checked as they are read."""

from __future__ import annotations

import unicodedata
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from .errors import TableError
from .schema import Column, anything, nearest_table

_BREAKING = regex.compile(r"[\x00-\x08\x0B-\x1F\x7F-\xA0\u2000-\u200A\u2028\u2029\u202F\u205F\u3000\uFFFD]")
_STRAY = ("  ", " \t", "\t ", " \n", "\n ")
_OPENDOCUMENT_OR_WORKBOOK, _OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_SAVE = "save the sheet as text: tab-separated, in UTF-8"
_SHOWN = 20  # faults in the message of one error


_Closed = tuple[int, Callable[[str], bool], set[str]]  # a column by its place, its test, and what passed it


@dataclass(frozen=True, slots=True)
class Row:
    """One row: its cells by column name, and where it stands."""

    cells: dict[str, str]
    path: Path
    line: int

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def number(self, column: str) -> int:
        """The cell as a whole number; `TableError` where it is none."""
        try:
            return int(self.cells[column])
        except ValueError:
            raise self.error(f"{column} is {self.cells[column]!r}, expected a whole number") from None

    def choice(self, column: str, allowed: tuple[str, ...]) -> str:
        """The cell if it is one of ``allowed``; `TableError` otherwise."""
        value = self.cells[column]
        if value not in allowed:
            raise self.error(f"{column} is {value!r}, expected one of {', '.join(map(repr, allowed))}")
        return value

    def error(self, problem: str) -> TableError:
        return TableError(self.path, self.line, problem)


class FaultyTables(TableError):
    """Everything that is wrong with one table or several.

    Attributes:
        faults: one error for each row, or for each file, with its place.
    """

    def __init__(self, faults: Sequence[TableError]) -> None:
        Exception.__init__(self, "\n".join([*map(str, faults[:_SHOWN]), *_rest(faults)]))
        self.faults = tuple(faults)
        self.path, self.line, self.problem = faults[0].path, faults[0].line, faults[0].problem

    def __reduce__(self) -> tuple[object, ...]:
        return FaultyTables, (self.faults,)


def _rest(faults: Sequence[TableError]) -> list[str]:
    return [f"… and {len(faults) - _SHOWN} more"] if len(faults) > _SHOWN else []


def faults_of(error: TableError) -> tuple[TableError, ...]:
    """The faults that ``error`` stands for, each with its own place."""
    return error.faults if isinstance(error, FaultyTables) else (error,)


def raise_all(faults: Sequence[TableError]) -> None:
    """Raise what there is among ``faults``: one as it is, several as `FaultyTables`."""
    if faults:
        raise faults[0] if len(faults) == 1 else FaultyTables(faults)


def read(path: Path, columns: Sequence[Column | str], required: int = 1) -> list[Row]:
    """The rows of the table at ``path``; cells beyond those written are empty.

    Lines that start with ``#`` and empty lines are skipped. A sheet that Excel saved as text (UTF-16, byte order mark,
    line ends of Windows, cells in quotes) is read as what it shows. A file that is not there has no rows.

    Raises `TableError`, or `FaultyTables` for several, with file and line: a row with fewer than ``required`` or more
    than ``len(columns)`` cells, a cell that its column does not allow, a row that stands there twice, text that is not
    NFC, stray spaces, control characters; a file that is no text.
    """
    if not path.is_file():
        return []
    text = _decoded(path)
    typed = [column if isinstance(column, Column) else Column(column, anything) for column in columns]
    names, most = [column.name for column in typed], len(typed)
    clean = _is_clean(text)  # one look at all instead of one at each row
    closed = [(i, c.allows, set[str]()) for i, c in enumerate(typed) if c.allows not in (anything, bool)]
    filled = [i for i, column in enumerate(typed) if column.allows is bool]
    rows, faults = [], []
    seen: dict[str, int] = {}
    for line, written in _lines(text):
        cells = written.split("\t")
        count = len(cells)
        if count < most:
            cells += [""] * (most - count)
        row = Row(dict(zip(names, cells, strict=False)), path, line)
        problem = None if clean else _fault_of_text(written, cells)
        if not required <= count <= most or cells[:count] == names[:count]:
            problem = _fault_of_shape(cells[:count], names, required)
        elif not _are_allowed(cells, filled, closed):
            problem = problem or "; ".join(c.fault(row[c.name]) for c in typed if not c.allows(row[c.name]))
        elif (first := seen.setdefault(written, line)) != line:
            problem = problem or f"the same row as line {first}; remove one"
        if problem is None:
            rows.append(row)
        else:
            faults.append(row.error(problem))
    raise_all(faults)
    return rows


def _is_clean(text: str) -> bool:
    """True if nothing is wrong with the characters of a table; where it is False, a row says what."""
    if text[:1] == " " or any(stray in text for stray in _STRAY) or _BREAKING.search(text):
        return False
    return unicodedata.is_normalized("NFC", text)


def _are_allowed(cells: Sequence[str], filled: Sequence[int], closed: Sequence[_Closed]) -> bool:
    """True if nothing is wrong with the cells of a row; each word of a closed list is looked at once."""
    for i in filled:
        if not cells[i]:
            return False
    for i, allows, known in closed:
        if (cell := cells[i]) not in known:
            if not allows(cell):
                return False
            known.add(cell)
    return True


def lines_of(path: Path) -> dict[int, str]:
    """The lines of a list by number, in any encoding that a table may have, without comments and empty ones."""
    return {number: line.strip() for number, line in _lines(_decoded(path))}


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The rows of a table as they stand there, with their line numbers from 1."""
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    quoted = '"' in text
    for number, line in enumerate(text.split("\n"), start=1):
        if quoted and '"' in line:
            line = _unquoted(line)
        if line and line[0] != "#" and not line.isspace():
            yield number, line


def _decoded(path: Path) -> str:
    data = path.read_bytes()
    if data.startswith((_OPENDOCUMENT_OR_WORKBOOK, _OLD_WORKBOOK)):
        raise TableError(path, 1, f"a workbook, not a table; {_SAVE}")
    utf16 = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    try:
        return data.decode("utf-16") if utf16 else data.removeprefix(BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 if utf16 else data.count(b"\n", 0, error.start) + 1
        raise TableError(path, line, f"not {'UTF-16' if utf16 else 'UTF-8'} text ({error.reason}); {_SAVE}") from None


def _unquoted(line: str) -> str:
    """A row as a spreadsheet shows it: without the tabs behind it, and the quotes round a cell with a comma in it."""
    cells = line.rstrip("\t").split("\t")
    return "\t".join(c[1:-1].replace('""', '"') if len(c) > 1 and c[0] == c[-1] == '"' else c for c in cells)


def _fault_of_shape(cells: Sequence[str], names: Sequence[str], required: int) -> str:
    """Why a row has not the columns that it should have."""
    if required <= len(cells) <= len(names):
        return "the names of the columns are no row; begin the line with '# '"
    commas = "; a tab stands between columns, no comma" if len(cells) == 1 and "," in cells[0] else ""
    return f"{len(cells)} columns, expected {required} to {len(names)}: {', '.join(names)}{commas}"


def _fault_of_text(text: str, cells: Sequence[str]) -> str | None:
    """What is wrong with the characters of a row."""
    if not unicodedata.is_normalized("NFC", text):
        return "not in Unicode normalization form C; save the file as NFC"
    if "  " in text or any(cell != cell.strip() for cell in cells):
        return "a cell has spaces at its ends or two spaces in a row"
    if found := _BREAKING.search(text):  # no tab, no line feed
        code = f"U+{ord(found[0]):04X}"
        return f"a cell has a character that no text has: {unicodedata.name(found[0], 'control').lower()} ({code})"
    return None


def in_folder(place: Path, known: Mapping[str, object]) -> list[Path]:
    """The tables in ``place``, by name. Raises `TableError` for files that are none of ``known``, with the nearest."""
    files = sorted(path for path in place.iterdir() if path.is_file() and not path.name.startswith((".", "~$")))
    found = [path for path in files if path.suffix.lower() == ".tsv" and path.stem in known]
    raise_all([TableError(path, 1, _unknown(path)) for path in files if path not in found and _is_meant(path)])
    return found


def _is_meant(path: Path) -> bool:
    """False for what lies beside tables without being one: a page about them, the YAML of a language."""
    return path.suffix.lower() not in (".md", ".yaml", ".yml")


def _unknown(path: Path) -> str:
    if path.suffix.lower() in (".xlsx", ".xls", ".ods", ".csv"):
        return f"not a table; {_SAVE} (.tsv)"
    return f"no table is called {path.stem!r}{nearest_table(path.stem)}"
