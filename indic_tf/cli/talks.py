"""``format`` for files of recognisers: one to stdout or a file, many into a folder."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .. import captions, transcripts
from ..errors import InputError
from ..formatter import IndicFormatter
from ..jobs import Done, Settings, outputs, plan, run
from ..jobs.work import Work
from .base import INTERRUPTED, complain
from .wanted import Wanted, is_many, refuse_captions

_SHOWN = 10  # problems of one file


def format_talks(sources: Sequence[str], wanted: Wanted, stdin: IO[bytes]) -> None:
    """Format them; exits 1 if something could not be formatted, 2 if nothing could be."""
    if wanted.refused.get("--json"):
        raise InputError("--json is for lines of text; files of recognisers keep their shape, or --to json")
    if wanted.format is not None:
        outputs.suffix(wanted.format)
    many = any(is_many(source) for source in sources)
    if wanted.to_folder or (many and wanted.output is not None):
        _format_transcripts(sources, wanted)
    elif many or len(sources) > 1:
        into = f", and {wanted.output} is a file" if wanted.output is not None else ""
        raise InputError(f"several files need a folder to go to{into}: -o FOLDER/")
    else:
        _format_one(sources[0], wanted, stdin)


def _options(wanted: Wanted, to: str | None) -> Mapping[str, Any]:
    """The options of captions for what is written; raises `InputError` for those that suit no captions."""
    if to not in outputs.CAPTIONS:
        refuse_captions(wanted, "only captions have this; add --to srt, vtt or ass")
        return {}
    limits = {
        name: value
        for name, value in wanted.captions.items()
        if name not in ("layout", "word_times", "speakers") and value is not None
    }
    replace(captions.layout(wanted.captions.get("layout", "broadcast")), **limits)
    return wanted.captions


# --- one ----------------------------------------------------------------------------------------------


def _format_one(source: str, wanted: Wanted, stdin: IO[bytes]) -> None:
    path = None if source == "-" else Path(source).expanduser()
    if path is not None and not path.exists():
        raise InputError(f"no such file: {source}")
    output = wanted.output
    if path is not None and output is not None and output.exists() and output.samefile(path):
        raise InputError(f"{output} is both input and output; choose another --output")
    talk = transcripts.read(stdin.read() if path is None else path, **wanted.read)
    to = wanted.format
    if to is None and output is not None:
        to = outputs.format_for(talk, output, path)
    options = _options(wanted, to)
    outputs.suffix(to or talk.format)
    if output is not None and not output.parent.is_dir():
        raise InputError(f"{output}: there is no folder {output.parent}")
    formatter = IndicFormatter(**wanted.formatter)
    with _words(len(talk.words), output is not None) as advance:
        made = formatter.transcript(talk, progress=advance, **wanted.transcript)
    data = made.written(to, **options)
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        outputs.put(output, data)
    _tell(source, list(map(str, made.problems)))
    _tell(source, outputs.caption_notes(made, to, options))
    raise typer.Exit(int(outputs.set_aside(made) > 0))


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


def _format_transcripts(sources: Sequence[str], wanted: Wanted) -> None:
    options = _options(wanted, wanted.format)
    settings = Settings(wanted.formatter, wanted.transcript, wanted.read, wanted.format, options, wanted.threads)
    format_many(sources, wanted, settings)


def format_many(sources: Sequence[str], wanted: Wanted, settings: Settings, work: Work | None = None) -> None:
    """Format files into a folder. Exits 1 if something could not be formatted (now or in the run that did it), 2 if
    nothing could be, 130 if it was interrupted."""
    assert wanted.output is not None
    folder = wanted.output
    tasks = plan(sources, folder, settings)
    todo = [task for task in tasks if wanted.again or not task.done]
    before = [task for task in tasks if task not in todo]
    if before:
        complain(f"{len(before)} of {len(tasks)} files were done before; --again does them once more")
    found: list[Done] = []
    try:
        with _Bar("files", len(todo), sys.stderr.isatty()) as advance:
            for done in run(todo, settings, wanted.workers, work, _stopping):
                found.append(done)
                advance(1)
                _tell_done(done)
    except KeyboardInterrupt:
        ready = {task.target for task in plan(sources, folder, settings) if task.done}
        count = sum(1 for task in todo if task.target in ready)
        complain(f"stopped: {count} of {len(todo)} files are done; the same command goes on with the rest")
        raise typer.Exit(INTERRUPTED) from None
    raise typer.Exit(_outcome(found, sum(1 for task in before if task.aside), len(tasks)))


def _stopping() -> None:
    complain("stopping: files that are being formatted get done first; Ctrl-C once more gives them up")


def _tell_done(done: Done) -> None:
    if done.error:
        complain(done.error)
    _tell(str(done.task.source), done.problems)
    _tell(str(done.task.source), done.notes)


def _outcome(found: Sequence[Done], aside_before: int, total: int) -> int:
    """The exit code; says what could not be formatted."""
    errors = sum(1 for done in found if done.error)
    failed = sum(1 for done in found if done.error or done.failed) + aside_before
    if failed:
        complain(f"{failed} of {total} files have something that could not be formatted")
    return 2 if errors and errors == total else int(failed > 0)
