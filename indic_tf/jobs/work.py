"""Formatting many files, here or in several processes. A file that fails is reported, and the rest is done."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from .. import transcripts
from ..errors import IndicTFError
from ..formatter import IndicFormatter
from ..talk import FormattedTranscript
from ..transcripts import files
from .plan import Task


@dataclass(frozen=True, slots=True)
class Settings:
    """How files are formatted and written; goes to other processes.

    Attributes:
        formatter: the arguments of `IndicFormatter`, ``lang`` among them.
        transcript: those of `IndicFormatter.transcript`: ``final``, ``loops``.
        read: those of `transcripts.read`: ``format``, ``encoding``, ``column``.
        to: what is written, as in `FormattedTranscript.written`; None for the shape that came in.
        options: those of `FormattedTranscript.captions`.
        threads: of the models in each process; all cores if None.
    """

    formatter: Mapping[str, Any]
    transcript: Mapping[str, Any] = field(default_factory=dict)
    read: Mapping[str, Any] = field(default_factory=dict)
    to: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    threads: int | None = None


@dataclass(frozen=True, slots=True)
class Done:
    """What became of one file: its problems, texts in it that failed, why the whole could not be formatted, if so."""

    task: Task
    words: int = 0
    problems: tuple[str, ...] = ()
    failed: int = 0
    error: str = ""


def run(tasks: Sequence[Task], settings: Settings, workers: int = 1) -> Iterator[Done]:
    """Do the tasks, in whatever order they get done. Raises for settings that suit no file at all."""
    formatter = IndicFormatter(**settings.formatter)
    if workers <= 1 or len(tasks) < 2:
        _take_threads(settings.threads)
        yield from (_do(task, settings, formatter) for task in tasks)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(tasks)), context, _begin, (settings,)) as pool:
        going: dict[Future[Done], Task] = {pool.submit(_do_here, task): task for task in tasks}
        try:
            for future in as_completed(going):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


_SETTINGS: list[Settings] = []  # of this process, if it is one of several


def _begin(settings: Settings) -> None:
    _SETTINGS[:] = [settings]
    _take_threads(settings.threads or 1)


def _do_here(task: Task) -> Done:
    return _do(task, _SETTINGS[0], _formatter())


@cache
def _formatter() -> IndicFormatter:
    return IndicFormatter(**_SETTINGS[0].formatter)


def _take_threads(count: int | None) -> None:
    if count:
        import torch

        torch.set_num_threads(count)


def _do(task: Task, settings: Settings, formatter: IndicFormatter) -> Done:
    """Format one file; the output stands there as a whole or not at all."""
    try:
        made = format_file(task.source, settings, formatter)
        task.target.parent.mkdir(parents=True, exist_ok=True)
        files.put(task.target, made.written(settings.to, **settings.options))
    except Exception as error:  # whatever is wrong with one file costs no other
        return Done(task, error=_said(error, task.source))
    return Done(task, len(made.words), tuple(map(str, made.problems)), made.failed)


def format_file(
    path: Path, settings: Settings, formatter: IndicFormatter, progress: Callable[[int], None] | None = None
) -> FormattedTranscript:
    """A file, read and formatted; ``progress`` is told of words done. Raises `InputError`, `OSError`."""
    talk = transcripts.read(path, **settings.read)
    return formatter.transcript(talk, progress=progress, **settings.transcript)


def _said(error: Exception, path: Path) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    if not isinstance(error, IndicTFError):
        return f"{path}: {type(error).__name__}: {error}"
    return str(error) if str(path) in str(error) else f"{path}: {error}"
