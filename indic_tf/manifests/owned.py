"""What this package wrote, with digests, so that nothing else is ever removed or written over.

A folder that a command writes into holds ``.indic-tf.json``: the files that it put there, by their paths in the folder,
each with the command and its SHA-256 as it was written (none for files that change while a command runs). What is not
listed is somebody else's and stays; what is listed and has another digest was edited, and is kept beside if it has to
make way. Nothing is put under its name before it is complete.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO

from ..errors import InputError
from ..replacing import replacing
from . import unfinished

log = logging.getLogger(__name__)

MARKER = ".indic-tf.json"
_FORM = 1
_SHOWN = 3  # names in a message
_BLOCK = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """The command that wrote a file, and the file's SHA-256 (hex) as it was written; None if it may change."""

    by: str
    sha256: str | None = None


def listed(folder: Path) -> dict[str, Entry]:
    """The files that this package wrote into ``folder``, by their paths in it; none where there is no such list."""
    try:
        found = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        files = {str(name): Entry(str(each["by"]), each["sha256"]) for name, each in found["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
    return {name: entry for name, entry in files.items() if _is_inside(name)}


def record(folder: Path, by: str, names: Iterable[str], changing: bool = False) -> None:
    """Add files of ``folder`` to its list, as they are now; ``changing`` ones without a digest, there or not."""
    added = {name: Entry(by, None if changing else sha256(folder / name)) for name in names}
    _write(folder, {**listed(folder), **added})


def renew(folder: Path, names: Iterable[str], changing: bool = False) -> None:
    """Record files that are listed, as they are now, or as ``changing``; in a folder without a list nothing happens."""
    known = listed(folder)
    ours = [name for name in names if name in known]
    if fresh := {name: Entry(known[name].by, None if changing else sha256(folder / name)) for name in ours}:
        _write(folder, {**known, **fresh})


def edited(folder: Path, names: Iterable[str], by: str | None = None) -> tuple[list[str], list[str]]:
    """Of the files of ``folder`` that are there: those that nobody listed (or not ``by`` this command), and those that
    are listed but were changed since."""
    known = listed(folder)
    there = [name for name in names if os.path.lexists(folder / name)]
    foreign = [name for name in there if name not in known or (by is not None and known[name].by != by)]
    return foreign, [name for name in there if name not in foreign and not _is_as_written(folder / name, known[name])]


def usable(folder: Path, by: str, *, force: bool = False, again: bool = False) -> Path:
    """The place, links followed, where the command ``by`` may put a whole folder.

    ``again`` allows what stands there as ``by`` wrote it, ``force`` what was edited since, too. Raises `InputError`
    that says what is in the way and what to do: other things (whatever ``force`` says), a file, no permission.
    """
    place = writable(folder)
    if not place.exists():
        return place
    if not os.access(place.parent, os.W_OK | os.X_OK):
        raise InputError(f"{folder} is written beside itself first: no permission for {place.parent}")
    if os.path.ismount(place):
        raise InputError(f"{folder} is where a disk is mounted; name a folder in it")
    names, hollow = _contents(place)
    foreign, changed = edited(place, names, by)
    if others := sorted([*foreign, *hollow]):
        raise InputError(
            f"{folder} holds other things ({shown(others)}), which `{by}` did not write; "
            "name an empty or new folder, or move them away"
        )
    if names and not force and (changed or not again):
        since = f", and {shown(changed)} was changed since" if changed else ""
        raise InputError(f"{folder} was written by `{by}` before{since}: --force writes it anew, or name a new folder")
    return place


@contextmanager
def fresh(folder: Path, by: str, *, force: bool = False, again: bool = False) -> Iterator[Path]:
    """A new folder beside ``folder`` that takes its place, with a list of its files, once the block has ended well.

    What was edited in the old one is kept beside it, and the log says where. Raises as `usable` does, before the block
    and, where something has been put there meanwhile, after it: what was made then stays where it is.
    """
    place = usable(folder, by, force=force, again=again)
    place.parent.mkdir(parents=True, exist_ok=True)
    for left in unfinished.abandoned(place):
        _give_up(left, place)
    with unfinished.beside(place) as scratch:
        work = scratch / place.name
        try:
            work.mkdir()
            yield work
            record(work, by, _contents(work)[0])
        except BaseException:
            unfinished.remove(scratch, place.name)  # nobody else's: it was made above, under a name of its own
            raise
        try:
            usable(folder, by, force=force, again=again)
            _exchange(work, place)
        except (InputError, OSError) as error:
            unfinished.done(scratch)
            raise InputError(f"{error}; what was made is complete in {work}") from error
        except BaseException:
            _give_up(scratch, place)
            raise
        unfinished.done(scratch)


def writable(folder: Path) -> Path:
    """The place of a folder, links followed; raises `InputError` where it is none, cannot be made, or written into."""
    try:
        place = folder.resolve()
    except (OSError, RuntimeError) as error:  # links that lead round in a circle
        raise InputError(f"{folder}: {error}") from error
    if place.exists() and not place.is_dir():
        raise InputError(f"{folder} is no folder")
    above = next(path for path in (place.parent, *place.parents) if path.exists())
    if not above.is_dir():
        raise InputError(f"{folder} cannot be made: {above} is no folder")
    each = place if place.exists() else above
    if not os.access(each, os.W_OK | os.X_OK):
        raise InputError(f"{folder} cannot be written: no permission for {each}")
    return place


def check_files(folder: Path, names: Collection[str], *, force: bool = False) -> None:
    """See that a command may write these files into ``folder``: those that are there it wrote itself, and nobody
    has edited them, or ``force`` says that this does not matter.

    Raises `InputError` that names what is in the way.
    """
    writable(folder)
    foreign, changed = edited(folder, names)
    if foreign:
        raise InputError(
            f"{folder}: {shown(foreign)} would be written over, which indic-tf did not write; "
            "name another folder with --output, or move it away"
        )
    if changed and not force:
        raise InputError(
            f"{folder}: {shown(changed)} was changed since indic-tf wrote it: --force keeps it aside and writes anew, "
            "or name another folder with --output"
        )


def set_aside(folder: Path, names: Collection[str]) -> None:
    """Move files that somebody edited into a new folder in ``folder``; the log says where they are."""
    if not names:
        return
    kept = Path(tempfile.mkdtemp(prefix="before-", dir=folder))
    for name in names:
        (kept / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).rename(kept / name)
    log.warning("%s: what was changed by hand is kept: %s", kept, shown(sorted(names)))


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """As `replacing`; the folder of ``path`` is made if need be."""
    path.resolve().parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        yield file


def shown(names: Collection[str]) -> str:
    """The first of some names, and how many more there are."""
    first = ", ".join(list(names)[:_SHOWN])
    return first if len(names) <= _SHOWN else f"{first} and {len(names) - _SHOWN} more"


# --- inside


def _exchange(work: Path, place: Path) -> None:
    """Put ``work`` at ``place``; of the folder that stood there only what was edited is left, beside it."""
    if not place.exists():
        work.rename(place)
        return
    shutil.copymode(place, work)
    if unfinished.exchanged(work, place):
        _settle(work, place)
        return
    aside = Path(tempfile.mkdtemp(prefix=f"{place.name}.before-", dir=place.parent))
    before = aside / place.name
    place.rename(before)
    try:
        work.rename(place)
    except BaseException:
        before.rename(place)
        aside.rmdir()
        raise
    _settle(before, place)
    aside.rmdir()


def _give_up(scratch: Path, place: Path) -> None:
    """Remove what a killed run left beside ``place``, but for what somebody edited: a folder with a list may be the
    one that stood there before."""
    work = scratch / place.name
    if (work / MARKER).is_file():
        _settle(work, place)
        unfinished.done(scratch)
    else:
        unfinished.remove(scratch, place.name)


def _settle(before: Path, place: Path) -> None:
    """Remove the folder that stood at ``place``; what was edited in it is kept beside ``place``."""
    _clear(before)
    if before.exists():
        aside = Path(tempfile.mkdtemp(prefix=f"{place.name}.before-", dir=place.parent))
        before = before.rename(aside / place.name)
        log.warning("%s: what was changed by hand in %s is kept here", before, place)


def _clear(folder: Path) -> None:
    """Remove what stands in ``folder`` as this package wrote it, and the folders that are empty then."""
    for name, entry in listed(folder).items():
        if os.path.lexists(folder / name) and _is_as_written(folder / name, entry):
            (folder / name).unlink()
    names, hollow = _contents(folder)
    if not names:
        (folder / MARKER).unlink(missing_ok=True)
    for name in sorted(hollow, key=len, reverse=True):
        _remove_empty(folder / name, folder)
    _remove_empty(folder, folder.parent)


def _remove_empty(folder: Path, top: Path) -> None:
    """Remove an empty folder and those above it, up to ``top``, that are empty without it."""
    while folder != top and folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent


def _contents(folder: Path) -> tuple[list[str], list[str]]:
    """The files of ``folder`` but its list, links among them, and the folders that hold nothing; by their paths."""
    names: list[str] = []
    hollow: list[str] = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or not path.is_dir():
            names += [name] if name != MARKER else []
        elif not any(path.iterdir()):
            hollow.append(name)
    return names, hollow


def _is_inside(name: str) -> bool:
    """Whether a path leads nowhere but down: lists come from strangers, too."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in name and ":" not in name


def _is_as_written(path: Path, entry: Entry) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    return entry.sha256 is None or entry.sha256 == sha256(path)


def sha256(path: Path) -> str:
    """The hash of a file's bytes, in hexadecimal."""
    made = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            made.update(block)
    return made.hexdigest()


def _write(folder: Path, files: Mapping[str, Entry]) -> None:
    rows = {name: {"by": each.by, "sha256": each.sha256} for name, each in sorted(files.items())}
    about = "written by indic-tf: the files that it put here, as they were"
    with whole(folder / MARKER) as file:
        file.write((json.dumps({"what": about, "form": _FORM, "files": rows}, indent=1) + "\n").encode())
