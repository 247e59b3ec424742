"""Lines of text, one after the other: where they come from, and where their answers go."""

from __future__ import annotations

import codecs
import gzip
import io
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import IO, Any, cast

import typer

from ..document import Formatted
from ..errors import InputError
from ..evaluation.lines import Line, line
from ..jobs import outputs
from .base import INTERRUPTED, complain

Answer = Formatted | str | Exception
Answers = Callable[[Iterator[Line]], Iterator[tuple[Line, Answer]]]
_TEXT_FILES = (".txt", ".tsv", ".csv", ".json", ".jsonl", ".srt", ".vtt", ".ctm", ".gz")
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def run(
    lines: Iterator[Line],
    answers: Answers,
    output: Path | None,
    as_json: bool,
    batch_size: int,
    files: Sequence[str] = (),
) -> None:
    """Send every line through ``answers`` and write one record each; exit 1 if one failed.

    What stood at ``output`` stays until the new file is complete. ``files`` are those that are read, for the bar.
    """
    from ..rendering import progress

    if output is not None and any(output.exists() and output.samefile(file) for file in files):
        raise InputError(f"{output} is both input and output; choose another --output")
    failed, count = False, 0
    try:
        with ExitStack() as stack:
            out = sys.stdout.buffer if output is None else stack.enter_context(outputs.opened(output))
            advance = stack.enter_context(progress(list(files), to_file=output is not None))
            for count, (read, answer) in enumerate(answers(lines), start=1):
                record = InputError(read.problem) if read.problem else answer
                if isinstance(record, Exception):
                    failed = True
                    complain(f"{read.where}: {record}")
                out.write(_json(read, record) if as_json else _plain(read, record))
                advance(len(read.raw) + len(read.ending))
                if count % batch_size == 0:
                    out.flush()
            out.flush()
    except KeyboardInterrupt:
        kept = f"; {output} is as it was" if output is not None else ""
        complain(f"stopped: {count} lines were done{kept}")
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(int(failed))


def is_file(source: str) -> bool:
    """True for a file, a device or a named pipe."""
    return source != "-" and os.path.exists(source) and not os.path.isdir(source)


def check(sources: Sequence[str]) -> None:
    """Raises `InputError` for folders, and for what looks like the name of a file that is not there."""
    for source in sources:
        if os.path.isdir(source):
            raise InputError(f"{source} is a folder; name its files: {source.rstrip('/')}/*")
        looks_like_file = source.lower().endswith(_TEXT_FILES) or source.startswith(("/", "./", "../", "~"))
        if len(source.split()) == 1 and looks_like_file and not os.path.exists(source):
            raise InputError(f"no such file: {source} (to format it as a text, pipe it in)")


def lines_of(sources: Sequence[str], stdin: IO[bytes], encoding: str | None = None) -> Iterator[Line]:
    """The lines of all sources, one after the other; an argument that is no file is one line."""
    for number, source in enumerate(sources, start=1):
        prefix = f"{source}: " if len(sources) > 1 else ""
        if source == "-":
            yield from _numbered(stdin, prefix, encoding)
        elif is_file(source):
            with open(source, "rb") as file:
                try:
                    yield from _numbered(file, prefix, encoding)
                except (gzip.BadGzipFile, EOFError) as error:
                    raise InputError(f"{source}: damaged gzip file ({error})") from None
        else:
            yield line(f"text {number}", " ".join(source.split("\n")).encode("utf-8", "surrogateescape"))


def _numbered(file: IO[bytes], prefix: str, encoding: str | None) -> Iterator[Line]:
    return (line(f"{prefix}line {number}", raw) for number, raw in enumerate(_raw(file, encoding), start=1))


def _raw(file: IO[bytes], encoding: str | None) -> Iterator[bytes]:
    """The lines of a file, unpacked, as UTF-8. What is not in its encoding stays as the bytes that it was."""
    head = file.peek(2)[:2] if isinstance(file, io.BufferedReader) else b""
    if head == b"\x1f\x8b":
        file = cast("IO[bytes]", gzip.GzipFile(fileobj=file))
    chosen = encoding or ("utf-16" if head in _WIDE else None)
    if chosen is None:
        yield from file
        return
    try:
        wide = codecs.lookup(chosen).name.startswith(("utf-16", "utf-32"))
    except LookupError:
        raise InputError(f"no encoding {chosen!r}") from None
    errors = "replace" if wide else "surrogateescape"
    text = io.TextIOWrapper(cast("Any", file), encoding=chosen, errors=errors, newline="\n")
    try:
        yield from (one.encode("utf-8", "surrogateescape") for one in text)
    finally:
        text.detach()  # whoever opened the file closes it


def _plain(read: Line, answer: Answer) -> bytes:
    return (read.raw if isinstance(answer, Exception) else str(answer).encode()) + read.ending


def _json(read: Line, answer: Answer) -> bytes:
    if isinstance(answer, Formatted):
        fields = answer.as_dict()
    else:
        fields = {"error" if isinstance(answer, Exception) else "text": str(answer)}
    record = {"input": read.raw.decode("utf-8", "backslashreplace"), **fields}
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
