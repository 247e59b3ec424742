"""Lines of text, a batch after the other: where they come from, and where their answers go."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path

import typer

from ..document import Formatted
from ..errors import InputError
from ..evaluation.lines import Line
from ..jobs.files import opened, unpacked
from ..routed import merged
from ..segment import segment
from .arriving import Arriving
from .base import INTERRUPTED, complain
from .reading import batches, parts, rejoined
from .sources import Kind, Source

Answer = Formatted | str | Exception
Answers = Callable[[Sequence[str]], Sequence[Answer]]


def run(
    lines: Iterator[list[Line]], answers: Answers, output: Path | None, as_json: bool, files: Sequence[str] = ()
) -> None:
    """Send every line through ``answers`` and write one record each; exit 1 if one failed.

    What has come is written before more is waited for. What stood at ``output`` stays until the new file is complete.
    ``files`` are those that are read, for the bar.
    """
    from ..rendering import progress

    failed, count = False, 0
    try:
        with ExitStack() as stack:
            out = sys.stdout.buffer if output is None else stack.enter_context(opened(output))
            advance = stack.enter_context(progress(list(files), to_file=output is not None))
            for batch in lines:
                for read, made in zip(batch, _answered(batch, answers), strict=True):
                    if isinstance(made, Exception):
                        failed = True
                        complain(f"{read.where}: {made}")
                    for part in [_json(read, made)] if as_json else _plain(read, made):
                        out.write(part)
                    count += 1
                    advance(len(read.raw) + len(read.ending))
                if output is None or output == unpacked(output):  # an archive is the larger for it
                    out.flush()
    except KeyboardInterrupt:
        kept = f"; {output} is as it was" if output is not None else ""
        complain(f"stopped: {count} lines were done{kept}")
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(int(failed))


def lines_of(
    sources: Sequence[Source], stdin: Arriving, encoding: str | None = None, size: int = 64
) -> Iterator[list[Line]]:
    """The lines of all sources, one after the other, ``size`` at a time at most; a text is one line."""
    several, texts = len(sources) > 1, list[Line]()
    for number, source in enumerate(sources, start=1):
        if source.kind is Kind.text:
            texts.append(_text(number, source.name))
        if texts and (source.kind is not Kind.text or len(texts) == size):
            yield texts
            texts = []
        prefix = f"{source.name}: " if several else ""
        if source.kind is Kind.stdin:
            yield from batches(stdin, "stdin", prefix, encoding, size)
        elif source.kind is Kind.file:
            with Path(source.name).expanduser().open("rb", buffering=0) as file:
                yield from batches(file, source.name, prefix, encoding, size)
    if texts:
        yield texts


def _text(number: int, text: str) -> Line:
    """An argument as one line, whatever ends of lines it has."""
    raw = " ".join(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")).encode("utf-8", "surrogateescape")
    try:
        return Line(f"text {number}", raw, b"\n", raw.decode())
    except UnicodeDecodeError as error:
        return Line(f"text {number}", raw, b"\n", "", f"not UTF-8 at byte {error.start + 1}")


def _answered(batch: Sequence[Line], answers: Answers) -> Iterator[Sequence[Answer] | Exception]:
    """For each line the answers to its parts, or what went wrong with one of them."""
    cut = [[] if line.problem else parts(line.text)[0] for line in batch]
    made = iter(answers([part for several in cut for part in several]))
    for line, several in zip(batch, cut, strict=True):
        mine = list(islice(made, len(several)))
        problem = InputError(line.problem) if line.problem else None
        yield problem or next((one for one in mine if isinstance(one, Exception)), mine)


def _plain(read: Line, made: Sequence[Answer] | Exception) -> tuple[bytes, bytes]:
    """The line that is written, and its end: part by part its answer, or the part itself where no word of it has
    changed."""
    if isinstance(made, Exception):
        return read.raw, read.ending
    said, breaks = parts(read.text)
    written = [was if was.split() == str(new).split() else str(new) for was, new in zip(said, made, strict=True)]
    return rejoined(written, breaks).encode(), read.ending


def _json(read: Line, made: Sequence[Answer] | Exception) -> bytes:
    if isinstance(made, Exception):
        fields = {"error": str(made)}
    else:
        said, breaks = parts(read.text)
        text = rejoined(list(map(str, made)), breaks)
        formatted = [
            (one, segment(was).words) for was, one in zip(said, made, strict=True) if isinstance(one, Formatted)
        ]
        fields = replace(merged(formatted), text=text).as_dict() if formatted else {"text": text}
    record = {"input": read.raw.decode("utf-8", "backslashreplace"), **fields}
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"
