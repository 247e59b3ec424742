"""Formatting many files, here or in several processes. A file that fails is reported, and the rest is done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from itertools import islice
from pathlib import Path

from .. import transcripts
from ..errors import IndicTFError
from ..formatter import IndicFormatter
from ..processes import Workers
from ..tagging import threads
from ..talk import FormattedTranscript
from . import manifest, outputs
from .settings import Done, Settings, Task

Work = Callable[[Task, Settings, IndicFormatter], Done]
"""Formats one file and writes it; a function at the top of a module, since processes find it by its name."""


def run(
    tasks: Sequence[Task],
    settings: Settings,
    workers: int = 1,
    work: Work | None = None,
    stopping: Callable[[], None] | None = None,
) -> Iterator[Done]:
    """Do the tasks, in whatever order they get done. Raises for settings that suit no file at all.

    With several processes an interrupt (`KeyboardInterrupt`) lets the files that are being formatted get done, and
    begins no other; ``stopping`` is told, these come out, then it is raised. A second one ends the processes.
    """
    formatter = IndicFormatter(**settings.formatter)
    chosen = work or format_transcript
    if workers <= 1 or len(tasks) < 2:
        _take_threads(settings.threads)
        yield from (_do(task, settings, formatter, chosen) for task in tasks)
        return
    yield from _in_processes(tasks, settings, min(workers, len(tasks)), chosen, stopping)


def _in_processes(
    tasks: Sequence[Task], settings: Settings, workers: int, work: Work, stopping: Callable[[], None] | None
) -> Iterator[Done]:
    pool = Workers(workers, _begin, settings)
    left = iter(tasks)
    going: set[Future[Done]] = set()
    try:
        while True:
            # No more than are worked on: what waits inside the pool cannot be taken back.
            going |= {pool.submit(_do_here, task, work) for task in islice(left, workers - len(going))}
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


_SETTINGS: list[Settings] = []  # of this process, if it is one of several


def _begin(settings: Settings) -> None:
    _SETTINGS[:] = [settings]
    _take_threads(settings.threads or 1)


def _do_here(task: Task, work: Work) -> Done:
    return _do(task, _SETTINGS[0], _formatter(), work)


@cache
def _formatter() -> IndicFormatter:
    return IndicFormatter(**_SETTINGS[0].formatter)


def _take_threads(count: int | None) -> None:
    if count:
        threads.choose(count)


def _do(task: Task, settings: Settings, formatter: IndicFormatter, work: Work) -> Done:
    """Format one file; the output stands there as a whole or not at all, and is noted as done."""
    try:
        source = manifest.identity(task.source)
        task.target.parent.mkdir(parents=True, exist_ok=True)
        done = work(task, settings, formatter)
        manifest.note(task, settings, source, done.failed)
    except Exception as error:  # whatever is wrong with one file costs no other
        return Done(task, error=_said(error, task.source))
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


def _said(error: Exception, path: Path) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename or path}: {error.strerror}"
    if not isinstance(error, IndicTFError):
        return f"{path}: {type(error).__name__}: {error}"
    return str(error) if str(path) in str(error) else f"{path}: {error}"
