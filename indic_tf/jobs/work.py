"""Formatting many files, here or in several processes. A file that fails is reported, and the rest is done."""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from .. import transcripts
from ..errors import IndicTFError
from ..formatter import IndicFormatter
from ..processes import Workers
from ..tagging import threads
from ..talk import FormattedTranscript
from . import manifest, outputs
from .settings import Done, Settings, Task

_PATIENCE = 1.0  # seconds for what processes said last

Work = Callable[[Task, Settings, IndicFormatter], Done]
"""Formats one file and writes it; a function at the top of a module, since processes find it by its name."""

Told = Callable[[object], None]
"""Is told how far a task is, in the process that asked for it."""
One = TypeVar("One")
Made = TypeVar("Made")
Do = Callable[[One, Settings, IndicFormatter, Told], Made]
"""Does one task, and raises nothing; found by its name, too."""


def run(
    tasks: Sequence[Task],
    settings: Settings,
    workers: int = 1,
    work: Work | None = None,
    stopping: Callable[[], None] | None = None,
) -> Iterator[Done]:
    """Do the tasks, in whatever order they get done. Raises for settings that suit no file at all; see `each`."""
    return each(tasks, settings, partial(_do, work or format_transcript), workers, stopping)


def each(
    tasks: Sequence[One],
    settings: Settings,
    do: Do[One, Made],
    workers: int = 1,
    stopping: Callable[[], None] | None = None,
    told: Told | None = None,
) -> Iterator[Made]:
    """What ``do`` makes of each task, in whatever order they get done; what it tells goes to ``told``.

    With several processes an interrupt (`KeyboardInterrupt`) lets the tasks that are being done get done, and begins no
    other; ``stopping`` is told, these come out, then it is raised. A second one ends the processes.
    """
    formatter = IndicFormatter(**settings.formatter)
    tell = told or _nobody
    if workers <= 1 or len(tasks) < 2:
        take_threads(settings.threads)
        yield from (do(task, settings, formatter, tell) for task in tasks)
        return
    with _heard(tell) as pipe:
        yield from _in_processes(tasks, settings, do, min(workers, len(tasks)), stopping, pipe)


def _nobody(_: object) -> None:
    """Nobody wants to know."""


@contextmanager
def _heard(tell: Told) -> Iterator[Any]:
    """A queue for other processes; what they put into it is told here, by a thread."""
    queue = multiprocessing.get_context("spawn").SimpleQueue()

    def hear() -> None:
        while (said := queue.get()) is not None:
            tell(said)

    thread = threading.Thread(target=hear, daemon=True)
    thread.start()
    try:
        yield queue
    finally:
        queue.put(None)
        thread.join(_PATIENCE)


def _in_processes(
    tasks: Sequence[One],
    settings: Settings,
    do: Do[One, Made],
    workers: int,
    stopping: Callable[[], None] | None,
    queue: Any,
) -> Iterator[Made]:
    pool = Workers(workers, _begin, settings, queue)
    left = iter(tasks)
    going: set[Future[Made]] = set()
    try:
        while True:
            # No more than are worked on: what waits inside the pool cannot be taken back.
            going |= {pool.submit(_do_here, task, do) for task in islice(left, workers - len(going))}
            if not going:
                break
            ready, going = wait(going, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in ready)
    except KeyboardInterrupt:
        if stopping is not None:
            stopping()
        _close(pool)
        yield from (future.result() for future in going if not future.cancelled())
        raise
    except BrokenProcessPool:
        raise IndicTFError(
            "a process was ended from outside (out of memory?); the same command with fewer --workers goes on"
        ) from None
    finally:
        _close(pool)


def _close(pool: Workers) -> None:
    try:
        pool.shutdown(wait=True, cancel_futures=True)
    except BaseException:
        pool.end()
        raise


_HERE: list[Any] = []  # settings and queue of this process, if it is one of several


def _begin(settings: Settings, queue: Any) -> None:
    _HERE[:] = [settings, queue]
    take_threads(settings.threads or 1)


def _do_here(task: One, do: Do[One, Made]) -> Made:
    settings, queue = _HERE
    return do(task, settings, _formatter(), queue.put)


@cache
def _formatter() -> IndicFormatter:
    return IndicFormatter(**_HERE[0].formatter)


def take_threads(count: int | None) -> None:
    """Let models of this process run on so many threads; None changes nothing."""
    if count:
        threads.choose(count)


def _do(work: Work, task: Task, settings: Settings, formatter: IndicFormatter, told: Told) -> Done:
    """Format one file; the output stands there as a whole or not at all, and is noted as done."""
    try:
        source = manifest.identity(task.source)
        task.target.parent.mkdir(parents=True, exist_ok=True)
        done = work(task, settings, formatter)
        manifest.note(task, settings, source, done.failed)
    except Exception as error:  # whatever is wrong with one file costs no other
        return Done(task, error=said_of(error, task.source))
    return done


def format_transcript(task: Task, settings: Settings, formatter: IndicFormatter) -> Done:
    """Format a file of a recogniser and write it."""
    made = format_file(task.source, settings, formatter)
    outputs.put(task.target, made.written(settings.to, **settings.options))
    notes = outputs.caption_notes(made, settings.to, settings.options)
    return Done(task, len(made.words), tuple(map(str, made.problems)), outputs.set_aside(made), tuple(notes))


def format_file(
    path: Path, settings: Settings, formatter: IndicFormatter, progress: Callable[[int], None] | None = None
) -> FormattedTranscript:
    """A file, read and formatted; ``progress`` is told of words done. Raises `InputError`, `OSError`."""
    talk = transcripts.read(path, **settings.read)
    return formatter.transcript(talk, progress=progress, **settings.transcript)


def said_of(error: Exception, path: Path | str) -> str:
    """An error in words, with the file that it is about."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    if not isinstance(error, IndicTFError):
        return f"{path}: {type(error).__name__}: {error}"
    return str(error) if str(path) in str(error) else f"{path}: {error}"
