"""``format`` for files of recognisers: one to stdout or a file, many into a folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from glob import has_magic
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import transcripts
from ..errors import InputError
from ..formatter import IndicFormatter
from ..jobs import Done, Settings, plan, run
from ..talk import FormattedTranscript
from .base import complain

_SHOWN = 10  # problems of one file
_ENDINGS = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".txt": "text"}

FILES, TABLES, CAPTIONS = "Files of recognisers", "Tables", "Captions"


class LoopsKept(str, Enum):
    """What becomes of words that a recogniser says again and again."""

    keep = "keep"
    collapse = "collapse"
    drop = "drop"


OutputTo = Annotated[
    str | None,
    typer.Option(
        "--output", "-o", metavar="FILE|FOLDER/", help="Write here, not to stdout; many files: into a folder."
    ),
]
To = Annotated[
    str | None,
    typer.Option(
        "--to",
        metavar="srt|vtt|ass|text|json|…",
        show_default="the shape that came in",
        help="What to write: captions, text, or a format of `indic-tf formats`.",
        rich_help_panel=FILES,
    ),
]
From = Annotated[
    str | None,
    typer.Option("--from", metavar="FORMAT", show_default="found by content", help="The format of the input.",
                 rich_help_panel=FILES),
]  # fmt: skip
Column = Annotated[
    str | None, typer.Option("--column", metavar="NAME", help="Of a table: where the text is.", rich_help_panel=TABLES)
]  # fmt: skip
Into = Annotated[
    str | None,
    typer.Option("--into", metavar="NAME", show_default="--column", help="Where it goes to.", rich_help_panel=TABLES),
]  # fmt: skip
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", show_default="found", help="As in utf-16 or cp1252.", rich_help_panel=FILES),
]  # fmt: skip
LoopsOption = Annotated[
    LoopsKept, typer.Option("--loops", help="Of a recogniser that was stuck.", rich_help_panel=FILES)
]  # fmt: skip
Workers = Annotated[int, typer.Option("--workers", min=1, help="Processes, for many files.", rich_help_panel=FILES)]
Again = Annotated[bool, typer.Option("--again", help="Also what was done in an earlier run.", rich_help_panel=FILES)]
Preset = Annotated[str, typer.Option("--preset", help="broadcast, social or youtube.", rich_help_panel=CAPTIONS)]
MaxChars = Annotated[
    int | None, typer.Option("--max-chars", min=1, help="Letters in a line.", rich_help_panel=CAPTIONS)
]  # fmt: skip
MaxLines = Annotated[
    int | None, typer.Option("--max-lines", min=1, help="Lines in a caption.", rich_help_panel=CAPTIONS)
]
MaxCps = Annotated[float | None, typer.Option("--max-cps", min=1, help="Letters a second.", rich_help_panel=CAPTIONS)]
WordTimes = Annotated[
    bool, typer.Option("--word-times", help="A time before every word (VTT).", rich_help_panel=CAPTIONS)
]
Speakers = Annotated[bool, typer.Option("--speakers", help="Who speaks (VTT, ASS).", rich_help_panel=CAPTIONS)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the command line asks for where files of recognisers are read.

    Attributes:
        formatter, transcript, read: as in `jobs.Settings`.
        to: the value of ``--to``.
        captions: options of `FormattedTranscript.written` for captions.
        output: a file or folder; None for stdout.
        to_folder: the output is, or is to be, a folder.
    """

    formatter: Mapping[str, Any]
    transcript: Mapping[str, Any] = field(default_factory=dict)
    read: Mapping[str, Any] = field(default_factory=dict)
    to: str | None = None
    captions: Mapping[str, Any] = field(default_factory=dict)
    output: Path | None = None
    workers: int = 1
    again: bool = False
    threads: int | None = None

    to_folder: bool = False


def takes(sources: Sequence[str], wanted: Wanted) -> bool:
    """True if the inputs are files of recognisers, folders or patterns, not lines of text."""
    if wanted.to_folder or any(_is_many(source) for source in sources):
        return True
    if wanted.to or wanted.read.get("format"):
        return True
    return any(os.path.isfile(source) and transcripts.sniff(Path(source)) is not None for source in sources)


def _is_many(source: str) -> bool:
    if os.path.exists(source):
        return os.path.isdir(source)
    return has_magic(source) and len(source.split()) == 1 and ("/" in source or "*" in source)


def format_talks(sources: Sequence[str], wanted: Wanted) -> None:
    """Format them; exits 1 if something could not be formatted."""
    many = any(_is_many(source) for source in sources)
    if wanted.to_folder or (many and wanted.output is not None):
        _format_many(sources, wanted)
    elif many or len(sources) > 1:
        raise InputError("several files need a folder to go to: -o FOLDER/")
    else:
        _format_one(sources[0], wanted)


# --- one ----------------------------------------------------------------------------------------------


def _format_one(source: str, wanted: Wanted) -> None:
    path = Path(source).expanduser()
    if source != "-" and not path.exists():
        raise InputError(f"no such file: {source}")
    if wanted.output is not None and source != "-" and wanted.output.exists() and wanted.output.samefile(path):
        raise InputError(f"{wanted.output} is both input and output; choose another --output")
    talk = transcripts.read(sys.stdin.buffer if source == "-" else path, **wanted.read)
    formatter = IndicFormatter(**wanted.formatter)
    with _words(len(talk.words), wanted.output is not None) as advance:
        made = formatter.transcript(talk, progress=advance, **wanted.transcript)
    to = _named(wanted.to) or (_ENDINGS.get(wanted.output.suffix.lower()) if wanted.output else None)
    data = made.written(to, **(wanted.captions if to in ("srt", "vtt", "ass") else {}))
    if wanted.output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        transcripts.put(wanted.output, data)
    _tell(source, list(map(str, made.problems)))
    raise typer.Exit(int(_has_failed(made)))


def _named(to: str | None) -> str | None:
    """The name of a format: what people call it, and what it is here."""
    return {"json": "indic-tf", "txt": "text"}.get(to, to) if to else None


def _has_failed(made: FormattedTranscript) -> bool:
    return made.failed > 0


def _tell(source: str, problems: Sequence[str]) -> None:
    for problem in problems[:_SHOWN]:
        complain(f"{source}: {problem}")
    if len(problems) > _SHOWN:
        complain(f"{source}: {len(problems) - _SHOWN} more of these")


def _words(total: int, to_file: bool) -> Any:
    return _Bar("words", total, sys.stderr.isatty() and (to_file or not sys.stdout.isatty()))


class _Bar:
    """A progress bar on stderr; as a context it yields its advance function."""

    def __init__(self, what: str, total: int, wanted: bool) -> None:
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not wanted)
        self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> Any:
        self._bar.start()
        return lambda done: self._bar.advance(self._task, done)

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


# --- many ---------------------------------------------------------------------------------------------


def _format_many(sources: Sequence[str], wanted: Wanted) -> None:
    assert wanted.output is not None
    to = _named(wanted.to)
    tasks = plan(sources, wanted.output, to)
    todo = [task for task in tasks if wanted.again or not task.done]
    if len(tasks) > len(todo):
        complain(f"{len(tasks) - len(todo)} of {len(tasks)} files were done before; --again does them once more")
    captions = wanted.captions if to in ("srt", "vtt", "ass") else {}
    settings = Settings(wanted.formatter, wanted.transcript, wanted.read, to, captions, wanted.threads)
    failed: list[Done] = []
    count = 0
    try:
        with _Bar("files", len(todo), sys.stderr.isatty()) as advance:
            for done in run(todo, settings, wanted.workers):
                count += 1
                advance(1)
                if done.error or done.failed:
                    failed.append(done)
                complain(done.error) if done.error else _tell(str(done.task.source), done.problems)
    except KeyboardInterrupt:
        complain(f"stopped: {count} of {len(todo)} files are done; the same command goes on with the rest")
        raise typer.Exit(130) from None
    if failed:
        complain(f"{len(failed)} of {len(todo)} files have something that could not be formatted")
    raise typer.Exit(int(bool(failed)))
