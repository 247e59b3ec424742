"""Line jobs: bytes in, one record per line out, whatever a line holds. Nothing is read ahead beyond one batch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ..document import Formatted
from ..formatter import IndicFormatter
from ..inputs import Input

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of input.

    Attributes:
        where: what to call it in a report: "line 7".
        raw: its bytes without the line ending.
        ending: the line ending it had; a line feed where it had none.
        text: the decoded line; empty where ``problem`` says why it cannot be decoded.
    """

    where: str
    raw: bytes
    ending: bytes
    text: str
    problem: str = ""


@dataclass(frozen=True, slots=True)
class BadLine:
    """A line that was set aside, and why."""

    line: int
    problem: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.problem}"


def line(where: str, raw: bytes) -> Line:
    r"""One line from its bytes; only LF and CR LF end a line.

    >>> line("line 1", b"caf\xe9\r\n")
    Line(where='line 1', raw=b'caf\xe9', ending=b'\r\n', text='', problem='not UTF-8 at byte 4')
    """
    body = raw.removesuffix(b"\n")
    bare = body.removesuffix(b"\r")
    ending = b"\n" if bare == body else b"\r\n"
    try:
        return Line(where, bare, ending, bare.decode("utf-8"))
    except UnicodeDecodeError as error:
        return Line(where, bare, ending, "", f"not UTF-8 at byte {error.start + 1}")


def formatted(
    formatter: IndicFormatter, items: Iterable[Item], text_of: Callable[[Item], Input], batch_size: int
) -> Iterator[tuple[Item, Formatted | Exception]]:
    """Every item with its formatted text, or with what went wrong; lazily and in order."""
    waiting: deque[Item] = deque()
    failed: dict[int, Formatted | Exception] = {}

    def texts() -> Iterator[Input]:
        for item in items:
            waiting.append(item)
            yield text_of(item)

    def note(index: int, _: object, error: Exception) -> None:
        failed[index] = error

    for index, result in enumerate(formatter.map(texts(), batch_size, note)):
        yield waiting.popleft(), failed.pop(index, result)


def numbered(path: Path, bad: list[BadLine]) -> Iterator[tuple[int, str]]:
    """The lines of a file that hold something, with their numbers from 1; undecodable ones go to ``bad``."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            made = line("", raw)
            if made.problem:
                bad.append(BadLine(number, made.problem))
            elif made.text.strip():
                yield number, made.text.removeprefix("\ufeff")
