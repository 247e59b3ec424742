"""Which files are read, and where each goes: nothing is written before all of it is known to fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from glob import glob, has_magic
from pathlib import Path

from ..errors import InputError
from . import manifest
from .files import READ, TABLES, unpacked
from .outputs import suffix
from .settings import Settings, Task


def plan(sources: Sequence[str], folder: Path, settings: Settings) -> list[Task]:
    """A task for each file that ``sources`` name: files, folders (with all below them), patterns (``calls/*.json.gz``).

    Below ``folder`` the outputs lie as the files lay below the folder that was given. Raises `InputError` for sources
    that are not there or hold nothing, for two files that would have the same output, for an output that is an input,
    for a ``folder`` that is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise InputError(f"several files need a folder to go to, and {folder} is a file")
    ending = suffix(settings.to) if settings.to else None
    looked = _Looked(folder.resolve(), TABLES if settings.tables else READ)
    found = [(path, name) for source in sources for path, name in looked.files(source)]
    tasks: dict[Path, Task] = {}
    inputs = {path.resolve() for path, _ in found}
    noted = manifest.read(folder)
    for path, name in found:
        bare = unpacked(name)
        target = folder / (bare if ending is None else bare.with_suffix(ending))
        if target.resolve() in inputs:
            raise InputError(f"{path}: its output would be {target}, which is an input; choose another folder")
        if target in tasks and tasks[target].source.resolve() != path.resolve():
            raise InputError(f"{tasks[target].source} and {path} would both be written to {target}; give them apart")
        task = Task(path, target, folder)
        aside = manifest.aside(task, settings, noted)
        tasks[target] = task if aside is None else replace(task, done=True, aside=aside)
    return list(tasks.values())


@dataclass(frozen=True, slots=True)
class _Looked:
    """How sources are looked into: ``out`` is the output folder, ``endings`` are those of files in folders."""

    out: Path
    endings: tuple[str, ...]

    def files(self, source: str) -> Iterator[tuple[Path, Path]]:
        """The files of a source, each with its name below the output folder."""
        path = Path(source).expanduser()
        if source == "-":
            raise InputError("stdin has no name in a folder: -o FILE")
        if path.is_dir():
            yield from self._of_folder(path)
        elif path.exists():
            yield path, Path(path.name)
        elif has_magic(source):
            yield from self._of_pattern(source, path)
        else:
            raise InputError(f"no such file or folder: {source}")

    def _of_pattern(self, source: str, path: Path) -> Iterator[tuple[Path, Path]]:
        paths = [Path(found) for found in sorted(glob(str(path), recursive=True))]
        if not paths:
            raise InputError(f"no file fits {source}")
        outside = [one for one in paths if not self._is_output(one)]
        for one in outside or paths:
            yield from self._of_folder(one) if one.is_dir() else [(one, Path(one.name))]

    def _of_folder(self, folder: Path) -> Iterator[tuple[Path, Path]]:
        """All files below a folder that may be transcripts, but for hidden ones and the output folder."""
        if folder.resolve() == self.out:
            raise InputError(f"{folder} is both the input and the output folder; choose another --output")
        found = [path for path in sorted(folder.rglob("*")) if path.is_file() and self._is_read(path, folder)]
        within = folder.resolve() in self.out.parents
        outside = [path for path in found if not (within and self._is_output(path))]
        if found and not outside:
            raise InputError(f"{folder}: all its files lie in the output folder, which is inside it; nothing to do")
        if not outside:
            raise InputError(
                f"{folder}: no file with one of the endings {' '.join(filter(None, self.endings))} (or these with .gz)"
            )
        for path in outside:
            yield path, path.relative_to(folder)

    def _is_output(self, path: Path) -> bool:
        resolved = path.resolve()
        return self.out == resolved or self.out in resolved.parents

    def _is_read(self, path: Path, folder: Path) -> bool:
        name = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in name.parts)
        return not hidden and unpacked(name).suffix.lower() in self.endings
