"""What an argument of the command line is: a text, a file, many files, or stdin. One rule, which the help tells."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated

import regex
import typer

from ..errors import InputError
from .base import complain
from .wanted import is_many

_ENDING = regex.compile(r"\.[A-Za-z][A-Za-z0-9_]*\Z")
_OF_FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl", ".srt", ".vtt", ".ctm", ".gz", ".parquet", ".pq")

FileOption = Annotated[
    list[str] | None,
    typer.Option("--file", "-f", metavar="FILE", help="A file, whatever its name; may be given several times."),
]
TextOption = Annotated[
    bool, typer.Option("--text", "-t", help="All arguments are texts; no file of such a name is opened.")
]
Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TEXT|FILE|-",
        show_default=False,
        help="Texts, or files: what is there and has an ending or a slash in its name. - or nothing reads stdin.",
    ),
]


class Kind(Enum):
    """What a source is; ``many`` are folders and patterns."""

    stdin = "-"
    text = "text"
    file = "file"
    many = "many"


@dataclass(frozen=True, slots=True)
class Source:
    """One argument, and what it is."""

    name: str
    kind: Kind


def told(texts: Sequence[str], files: Sequence[str], as_text: bool, only_files: bool = False) -> list[Source]:
    """What each argument is, texts before ``files``; stdin if there is none.

    An argument is a file (a folder, a pattern) if it is there and its name looks like one: it has an ending or a slash.
    ``as_text`` says that none is, ``only_files`` that all are, since nothing else could be meant by the other options.
    Raises `InputError` for what looks like a file and is not there.
    """
    if as_text and only_files:
        raise InputError("--text is for texts, and the other options are for files")
    if as_text:
        made = [Source(text, Kind.text) for text in texts]
    else:
        made = [_named(text) if only_files or text == "-" else _seen(text) for text in texts]
    for name in files:
        if not os.path.exists(os.path.expanduser(name)) and not is_many(name) and name != "-":
            raise InputError(f"no such file: {name}")
        made.append(_named(name))
    return made or [Source("-", Kind.stdin)]


def names(sources: Sequence[Source], *kinds: Kind) -> list[str]:
    """The names of the sources of some kinds."""
    return [source.name for source in sources if source.kind in kinds]


def has_stdin(sources: Sequence[Source]) -> bool:
    return any(source.kind is Kind.stdin for source in sources)


def refuse_same(output: Path | None, sources: Sequence[Source]) -> None:
    """Raises `InputError` if what is read is also what is written, by whatever name, redirected too."""
    written = _identity(output if output is not None else sys.stdout)
    if written is None:
        return
    for source in sources:
        read = _identity(sys.stdin if source.kind is Kind.stdin else Path(source.name).expanduser())
        if source.kind in (Kind.stdin, Kind.file) and read == written:
            name = output or "stdout"
            raise InputError(f"{name} is both input and output; choose another --output")


def _identity(place: object) -> tuple[int, int] | None:
    """What file stands behind a path or an open stream; None for what is no ordinary file."""
    try:
        found = os.stat(place) if isinstance(place, Path) else os.fstat(place.fileno())  # type: ignore[attr-defined]
    except (OSError, ValueError, AttributeError):
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _named(name: str) -> Source:
    if name == "-":
        return Source(name, Kind.stdin)
    return Source(name, Kind.many if is_many(name) else Kind.file)


def _seen(text: str) -> Source:
    """A text, or a file by the looks of its name."""
    like_a_file = _like_a_file(text)
    if os.path.exists(text):
        if like_a_file:
            return _named(text)
        complain(f"{text} is taken for a text; the file of this name is -f {text}")
    elif like_a_file and is_many(text):
        return Source(text, Kind.many)
    elif len(text.split()) == 1 and (text.lower().endswith(_OF_FILES) or text.startswith(("/", "./", "../", "~"))):
        if os.path.exists(os.path.expanduser(text)):
            return _named(os.path.expanduser(text))
        raise InputError(f"no such file: {text} (--text says that it is a text)")
    return Source(text, Kind.text)


def _like_a_file(text: str) -> bool:
    return os.sep in text or "/" in text or _ENDING.search(text) is not None
