"""The bytes of a file, as text and as JSON, each made once when it is asked for."""

from __future__ import annotations

import ast
import gzip
from functools import cached_property
from json import JSONDecodeError, loads
from pathlib import Path
from typing import Any, Final

import regex

from ..errors import InputError
from .model import Problem


class _NotJson:
    """What `Content.json` is for a file that holds no JSON."""

    def __repr__(self) -> str:
        return "NOT_JSON"


NOT_JSON: Final = _NotJson()
_NUMPY = regex.compile(r"\bnp\.(?:float|int)\d*\(([^()]*)\)|\bnumpy\.(?:float|int)\d*\(([^()]*)\)")
_HEAD = 65_536


class Content:
    """A file, or what stands for one.

    Attributes:
        name: what to call it in messages.
        raw: its bytes, unpacked if they were gzipped.
        problems: what readers found wrong; they append to it.
    """

    def __init__(self, raw: bytes, name: str = "input", encoding: str | None = None) -> None:
        self.name = name
        self.raw = unpacked(raw, name)
        self.problems: list[Problem] = []
        self._encoding = encoding

    @classmethod
    def of_file(cls, path: Path, encoding: str | None = None) -> Content:
        return cls(path.read_bytes(), str(path), encoding)

    def report(self, where: str, what: str) -> None:
        """Note a problem; the same one at the same place once."""
        self.problems.append(Problem(where, what))

    @cached_property
    def text(self) -> str:
        """The file as text; stray bytes become U+FFFD and are reported. Raises `InputError` for unknown encodings."""
        try:
            from ..repair import decode
        except ImportError:  # until that part is there
            return self.raw.decode("utf-8-sig", "replace")
        found = decode(self.raw, self._encoding)
        for problem in found.problems:
            self.report("", str(problem))
        return found.text

    @cached_property
    def head(self) -> str:
        """The beginning of the text, enough to know a format by."""
        return self.text[:_HEAD].lstrip()

    @cached_property
    def json(self) -> Any:
        """The JSON value of the file, or `NOT_JSON`.

        A file that was cut is read as far as it goes, and a printed Python object is taken too; both are reported.
        Raises `InputError`, with line and column, for a file that begins like JSON and is none.
        """
        if self.head[:1] not in ("{", "["):
            return NOT_JSON
        try:
            return loads(self.text)
        except RecursionError:
            raise InputError(f"{self.name}: nested deeper than a transcript can be") from None
        except JSONDecodeError as error:
            found = self._otherwise(error)
        if found is NOT_JSON and not self._looks_like_lines():
            raise InputError(f"{self.name}: not JSON at line {error_at(self.text)}") from None
        return found

    def _otherwise(self, error: JSONDecodeError) -> Any:
        """What else a text that begins like JSON may be."""
        if self._looks_like_lines():
            return NOT_JSON
        if (found := python_literal(self.text)) is not NOT_JSON:
            self.report("", "a printed Python object, not JSON; it was read all the same")
            return found
        if (found := salvaged(self.text)) is not NOT_JSON:
            where = f"line {error.lineno}, column {error.colno}"
            self.report(where, "the file ends or breaks here; what stands before it was read, the rest is lost")
        return found

    def _looks_like_lines(self) -> bool:
        """One JSON value a line: the first line is a value, and there is a second."""
        first, _, rest = self.text.lstrip().partition("\n")
        if not rest.strip():
            return False
        try:
            loads(first)
        except (JSONDecodeError, RecursionError):
            return False
        return True


def unpacked(raw: bytes, name: str) -> bytes:
    """``raw``, or what it holds if it is gzipped; `InputError` for a damaged archive."""
    if raw[:2] != b"\x1f\x8b":
        return raw
    try:
        return gzip.decompress(raw)
    except (OSError, EOFError) as error:
        raise InputError(f"{name}: damaged gzip file ({error})") from None


def error_at(text: str) -> str:
    """Where a text stops being JSON, and why."""
    try:
        loads(text)
    except JSONDecodeError as error:
        return f"{error.lineno}, column {error.colno}: {error.msg}"
    return "1"


def python_literal(text: str) -> Any:
    """The value of a Python object as ``print`` shows it, numpy's numbers too; `NOT_JSON` for anything else."""
    if len(text) > 1 << 24 or "'" not in text:
        return NOT_JSON
    try:
        return ast.literal_eval(_NUMPY.sub(lambda m: m[1] or m[2], text.strip()))
    except (ValueError, SyntaxError, RecursionError, MemoryError):
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
    except (JSONDecodeError, RecursionError):
        return NOT_JSON
