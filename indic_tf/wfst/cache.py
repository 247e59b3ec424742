"""The folder of compiled grammars: where it is, who may build in it, what goes."""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import regex

from ..errors import GrammarError
from . import manifest

_log = logging.getLogger(__name__)

VARIABLE = "INDIC_TF_CACHE"
_SCRATCH = ".building-"
_KEPT = 2  # grammars of other tables that stay beside a new one: other checkouts and versions use them
_UNPACKS = 1  # seconds in which one is done that only unpacks
_HOUR, _DAY = 3600, 86_400  # seconds


def cache_folder() -> Path:
    """Where compiled grammars lie: ``$INDIC_TF_CACHE``, or ``indic_tf`` in the user's cache folder.

    Raises `GrammarError` if there is neither.
    """
    try:
        return _resolved(os.environ.get(VARIABLE) or _of_user())
    except RuntimeError as error:  # of pathlib and platformdirs, where there is no home directory
        raise GrammarError(f"no folder for compiled grammars ({error}); set {VARIABLE} to a folder") from error


def _of_user() -> str:
    from platformdirs import user_cache_dir

    return user_cache_dir("indic_tf", appauthor=False)


@cache
def _resolved(folder: str) -> Path:
    """A folder, absolute: a process that goes elsewhere takes its cache along."""
    return Path(folder).expanduser().resolve()


def build_into(root: Path, place: Path, language: str, build: Callable[[Path], None]) -> None:
    """Build ``place``, a folder in the cache ``root``, unless it stands there whole.

    One process or thread builds at a time, and what it builds is seen when it is done. Then what nobody needs goes:
    what killed builds left, and grammars of the language's other tables. Raises `GrammarError` where the cache cannot
    be written.
    """
    try:
        root.mkdir(parents=True, exist_ok=True)
        with _one_builder(root / f".{language}.lock", language) as alone:
            if manifest.all_whole(place):  # it was built while this one waited
                return
            _build(root, place, language, build)
            _prune(root, place, language, alone)
    except OSError as error:
        raise GrammarError(
            f"cannot write to {root} ({error}); set {VARIABLE} to a folder that can be written"
        ) from error


def used(place: Path) -> None:
    """Note that a grammar is used; where that cannot be written, it does not matter."""
    with suppress(OSError):
        os.utime(place)


@contextmanager
def _one_builder(lock: Path, language: str) -> Iterator[bool]:
    """Wait until no other process or thread builds; False where the file system has no locks."""
    from filelock import FileLock, Timeout  # takes longer to import than a grammar to read

    held = FileLock(lock)
    try:
        held.acquire(timeout=_UNPACKS)
    except Timeout:
        _log.warning("waiting for another process that compiles or unpacks the grammar of %s", language)
        held.acquire()
    except NotImplementedError:
        yield False
        return
    try:
        yield True
    finally:
        held.release()


def _build(root: Path, place: Path, language: str, build: Callable[[Path], None]) -> None:
    scratch = Path(tempfile.mkdtemp(dir=root, prefix=f"{_SCRATCH}{language}-"))
    try:
        made = scratch / "made"
        made.mkdir()
        build(made)
        manifest.write(made)
        with suppress(FileNotFoundError):  # what is damaged makes room
            place.rename(scratch / "before")
        place.parent.mkdir(exist_ok=True)
        made.rename(place)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _prune(root: Path, place: Path, language: str, alone: bool) -> None:
    """Remove what killed builds left, and all but the last used grammars of other tables.

    A process that still has one of those loaded builds it again if it needs more of it.
    """
    now, new = time.time(), place.relative_to(root).parts[0]
    made_here = regex.compile(rf"{regex.escape(language)}-[0-9a-f]{{16}}(-.*)?")
    others = [path for path in root.iterdir() if made_here.fullmatch(path.name) and path.name != new]
    by_use = sorted(((_time(path), path) for path in others if path.is_dir() and not path.is_symlink()), reverse=True)
    gone = [path for when, path in by_use[_KEPT:] if now - when > _HOUR]
    for path in root.glob(f"{_SCRATCH}*"):
        if now - _time(path) > _DAY or (alone and path.name.startswith(f"{_SCRATCH}{language}-")):
            gone.append(path)
    for path in gone:
        shutil.rmtree(path, ignore_errors=True)


def _time(path: Path) -> float:
    """When a folder was last written or used, in seconds since 1970; now if it has just gone."""
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return time.time()
