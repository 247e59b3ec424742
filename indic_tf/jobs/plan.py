"""Which files are read, and where each goes: nothing is written before all of it is known to fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob, has_magic
from pathlib import Path

from ..errors import InputError

READ = (".json", ".jsonl", ".json3", ".srt", ".vtt", ".ass", ".ssa", ".txt", ".tsv", ".csv", ".ctm", ".stm", ".trn", "")
"""Endings of files that are looked into where a folder is given; ``.gz`` may stand behind them."""
SUFFIXES = {"text": ".txt"}
_PACKED = ".gz"


@dataclass(frozen=True, slots=True)
class Task:
    """A file to format and where it goes.

    Attributes:
        source: the file.
        target: the output, in the folder that was chosen.
        done: it is there already, and newer than the source.
    """

    source: Path
    target: Path
    done: bool


def plan(sources: Sequence[str], folder: Path, to: str | None) -> list[Task]:
    """A task for each file that ``sources`` name: files, folders (with all below them), patterns (``calls/*.json.gz``).

    Below ``folder`` the outputs lie as the files lay below the folder that was given. Raises `InputError` for sources
    that are not there or hold nothing, for two files that would have the same output, for an output that is an input.
    """
    found = [(path, name) for source in sources for path, name in _files(source, folder)]
    tasks: dict[Path, Task] = {}
    inputs = {path.resolve() for path, _ in found}
    for path, name in found:
        target = folder / _renamed(name, to)
        if target.resolve() in inputs:
            raise InputError(f"{path}: its output would be {target}, which is an input; choose another folder")
        if target in tasks and tasks[target].source.resolve() != path.resolve():
            raise InputError(f"{tasks[target].source} and {path} would both be written to {target}; give them apart")
        tasks[target] = Task(path, target, _is_done(path, target))
    return list(tasks.values())


def _files(source: str, out: Path) -> Iterator[tuple[Path, Path]]:
    """The files of a source, each with its name below the output folder."""
    path = Path(source).expanduser()
    if path.is_dir():
        yield from _of_folder(path, out)
    elif path.exists():
        yield path, Path(path.name)
    elif has_magic(source):
        paths = [Path(found) for found in sorted(glob(str(path), recursive=True))]
        if not paths:
            raise InputError(f"no file fits {source}")
        for one in paths:
            yield from _of_folder(one, out) if one.is_dir() else [(one, Path(one.name))]
    else:
        raise InputError(f"no such file or folder: {source}")


def _of_folder(folder: Path, out: Path) -> Iterator[tuple[Path, Path]]:
    """All files below a folder that may be transcripts, but for hidden ones and the output folder."""
    found = [path for path in sorted(folder.rglob("*")) if path.is_file() and _is_read(path.relative_to(folder))]
    outside = [path for path in found if out.resolve() not in path.resolve().parents]
    if not outside:
        raise InputError(
            f"{folder}: no file with one of the endings {' '.join(filter(None, READ))} (or these with .gz)"
        )
    for path in outside:
        yield path, path.relative_to(folder)


def _is_read(name: Path) -> bool:
    hidden = any(part.startswith(".") for part in name.parts)
    return not hidden and Path(name.name.lower().removesuffix(_PACKED)).suffix in READ


def _renamed(name: Path, to: str | None) -> Path:
    """The name of an output: unpacked, and with the ending of what it is written as."""
    bare = name.with_name(name.name[: -len(_PACKED)]) if name.name.lower().endswith(_PACKED) else name
    if to is None:
        return bare
    return bare.with_suffix(SUFFIXES.get(to, f".{to}" if to in ("srt", "vtt", "ass") else bare.suffix))


def _is_done(source: Path, target: Path) -> bool:
    return target.exists() and target.stat().st_mtime >= source.stat().st_mtime
