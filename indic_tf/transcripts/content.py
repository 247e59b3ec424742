"""The bytes of a file, as text and as JSON, each made once when it is asked for."""

from __future__ import annotations

import ast
import gzip
import warnings
from collections.abc import Iterator
from functools import cached_property
from itertools import islice
from json import JSONDecodeError, JSONDecoder, dumps, loads
from pathlib import Path
from typing import Any, Final

import regex

from ..errors import InputError
from ..repair import decode
from .model import Problem, Report, silently


class _NotJson:
    """What `Content.json` is for a file that holds no JSON."""

    def __repr__(self) -> str:
        return "NOT_JSON"


NOT_JSON: Final = _NotJson()
_NUMPY = regex.compile(r"\bnp\.(?:float|int)\d*\(([^()]*)\)|\bnumpy\.(?:float|int)\d*\(([^()]*)\)")
_NO_SPACE = regex.compile(r"\S")
_HEAD = 65_536
_LIKE_JSON = regex.compile(
    r"""\{\s*(?:["'}]|\Z)|[\[{][ \t]*\r?\n"""
    r"""|\[\s*(?:[\[{"'\]]|(?:-?\d[\d.eE+-]*|true|false|null|None)\s*(?:,|\Z))"""
)  # what else begins with a bracket is "[music] hello" or "{\an8} hello"
_LONE = regex.compile(
    r"(?<!\\)(?:\\\\)*\K(?:\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F][0-9a-fA-F]{2})"
    r"|(?<!\\u[dD][89abAB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2})"
)  # half a character, as only an escape can write it
_MOST_LONE = 20  # places that are named


class Content:
    """A file, or what stands for one.

    Attributes:
        name: what to call it in messages.
        raw: its bytes, unpacked if they were gzipped.
        problems: what readers found wrong; they append to it.
        column: the column of a table that is to be read, None for the likely one.
        json_error: why `json` is `NOT_JSON` although the text begins like JSON; "" until it was asked for.
    """

    def __init__(self, raw: bytes, name: str = "input", encoding: str | None = None) -> None:
        self.name = name
        self.raw = unpacked(raw, name)
        self.problems: list[Problem] = []
        self.column: str | None = None
        self.json_error = ""
        self._encoding = encoding

    @classmethod
    def of_file(cls, path: Path, encoding: str | None = None) -> Content:
        return cls(path.read_bytes(), str(path), encoding)

    def report(self, where: str, what: str, *, lost: bool = False) -> None:
        """Note a problem; the same one at the same place once."""
        self.problems.append(Problem(where, what, lost))

    @cached_property
    def text(self) -> str:
        """The file as text; stray bytes become U+FFFD and are reported. Raises `InputError` for unknown encodings."""
        found = decode(self.raw, self._encoding)
        for problem in found.problems:
            self.report("", str(problem), lost=True)
        return self._whole(found.text)

    def _whole(self, text: str) -> str:
        """A JSON text without halves of characters, which no file can be written with: U+FFFD for each, reported."""
        if not is_like_json(text.lstrip()) or "\\ud" not in text.casefold():
            return text
        for found in islice(_LONE.finditer(text), _MOST_LONE):
            line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
            self.report(f"line {line}, column {column}", f"{found[0]} is half a character; read as U+FFFD", lost=True)
        return _LONE.sub(r"\\ufffd", text)

    @cached_property
    def head(self) -> str:
        """The beginning of the text, enough to know a format by."""
        return self.text[:_HEAD].lstrip()

    @property
    def is_like_json(self) -> bool:
        """True for a file that begins as JSON does; "[music] hello" does not."""
        return is_like_json(self.head)

    @cached_property
    def json(self) -> Any:
        """The JSON value of the file, or `NOT_JSON`; then `json_error` says where it stops being JSON.

        A file that was cut is read as far as it goes, and a printed Python object is taken too; both are reported.
        """
        if self.head[:1] not in ("{", "["):
            return NOT_JSON
        try:
            return loads(self.text)
        except RecursionError:
            self.json_error = "nested deeper than a transcript can be"
        except JSONDecodeError as error:
            if not self.is_like_json:
                return NOT_JSON
            self.json_error = f"not JSON at line {error.lineno}, column {error.colno}: {error.msg}"
            return self._otherwise(error)
        except ValueError as error:  # a number of thousands of digits
            self.json_error = f"not JSON that can be read: {error}"
        return NOT_JSON

    @cached_property
    def values(self) -> list[Any]:
        """The JSON values of a file that has several one after another, on lines of their own or not; [] for others.

        A line that cannot be read is skipped and reported.
        """
        return list(self._several(self.report))

    @cached_property
    def first_values(self) -> list[Any]:
        """The first of `values`, enough to know a format by."""
        return list(islice(self._several(silently), 20))

    def _several(self, report: Report) -> Iterator[Any]:
        if not self.is_like_json or self.json is not NOT_JSON or not self._has_several():
            return
        position, decoder = 0, JSONDecoder()
        while (begin := _NO_SPACE.search(self.text, position)) is not None:
            try:
                value, position = decoder.raw_decode(self.text, begin.start())
            except (ValueError, RecursionError):
                line, rest = self.text.count("\n", 0, begin.start()) + 1, self.text[begin.start() :][:40]
                report(f"line {line}", f"{rest!r} is no JSON; the line is skipped", lost=True)
                position = self.text.find("\n", begin.start())
                if position < 0:
                    return
                continue
            yield value

    def _otherwise(self, error: JSONDecodeError) -> Any:
        """What else a text that begins like JSON may be."""
        if self._has_several():
            return NOT_JSON
        if (found := python_literal(self.text)) is not NOT_JSON:
            self.report("", "a printed Python object, not JSON; it was read all the same")
            return found
        if (found := salvaged(self.text)) is not NOT_JSON:
            where = f"line {error.lineno}, column {error.colno}"
            self.report(
                where, "the file ends or breaks here; what stands before it was read, the rest is lost", lost=True
            )
        return found

    def _has_several(self) -> bool:
        """One JSON object after another, with white space between them."""
        begin = _NO_SPACE.search(self.text)
        try:
            _, end = JSONDecoder().raw_decode(self.text, begin.start() if begin else 0)
        except (ValueError, RecursionError):
            return False
        rest = _NO_SPACE.search(self.text, end)
        return rest is not None and (rest[0] == "{" or "\n" in self.text[end : rest.start()])


def is_like_json(text: str) -> bool:
    """True for a text that begins as an object or a list of JSON does, or of Python.

    >>> [is_like_json(one) for one in ('{"a": 1}', "[1, 2]", "[music] hello", "[00:10] hello", r"{\\an8} hello")]
    [True, True, False, False, False]
    """
    return _LIKE_JSON.match(text) is not None


def unpacked(raw: bytes, name: str) -> bytes:
    """``raw``, or what it holds if it is gzipped; `InputError` for a damaged archive."""
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError) as error:
        raise InputError(f"{name}: damaged gzip file ({error})") from None


def python_literal(text: str) -> Any:
    """The value of a Python object as ``print`` shows it, numpy's numbers too; `NOT_JSON` for anything else."""
    if len(text) > 1 << 24 or "'" not in text:
        return NOT_JSON
    try:
        with warnings.catch_warnings():  # about escapes in the strings
            warnings.simplefilter("ignore")
            found = ast.literal_eval(_NUMPY.sub(lambda m: m[1] or m[2], text.strip()))
        return loads(dumps(found, default=list)) if isinstance(found, (dict, list, tuple)) else NOT_JSON
    except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
        return NOT_JSON


def salvaged(text: str) -> Any:
    """The value of a JSON text that was cut: the last whole item of a list or object, and all brackets closed.

    `NOT_JSON` if there is no whole item. Linear in the length of the text.
    """
    open_, closed_at, quoted, escaped = [], (0, ""), False, False
    for i, letter in enumerate(text):
        if quoted:
            escaped, quoted = (letter == "\\" and not escaped), letter != '"' or escaped
            continue
        if letter == '"':
            quoted = True
        elif letter in "{[":
            open_.append("}" if letter == "{" else "]")
        elif letter in "}]":
            if not open_ or open_.pop() != letter:
                break
            if open_:
                closed_at = (i + 1, "".join(reversed(open_)))
    end, brackets = closed_at
    if not end:
        return NOT_JSON
    try:
        return loads(text[:end] + brackets)
    except (ValueError, RecursionError):
        return NOT_JSON
