"""Which transcript belongs to which audio of a folder."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import InputError
from ..scripts import nfc
from . import transcripts
from .audio import SUFFIXES, is_audio
from .transcripts import Line


@dataclass(frozen=True, slots=True)
class Pair:
    """An audio file with the lines that name it: one as a rule; none, or several, where something is wrong."""

    audio: Path
    id: str
    name: str
    lines: tuple[Line, ...]
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Paired:
    """What a folder holds.

    Attributes:
        pairs: every audio file, in the order of their paths.
        lost: lines that fit no audio file or more than one, with why.
        notes: files that were left out, with why.
    """

    pairs: tuple[Pair, ...]
    lost: tuple[tuple[Line, str], ...]
    notes: tuple[str, ...]


def pair(folder: Path) -> Paired:
    """Find the audio under ``folder`` and the transcripts of each; raises `InputError` where there is no audio."""
    files = sorted(_files(folder))
    audio = [path for path in files if is_audio(path)]
    if not audio:
        raise InputError(f"{folder} holds no audio ({', '.join(SUFFIXES)})")
    names = _Names(folder, audio)
    found = _Lines(names)
    for path in files:
        found.read(path)
    pairs = (
        Pair(path, names.id(path), names.inside(path), tuple(found.of[path]), found.speakers.get(path, ""))
        for path in audio
    )
    return Paired(tuple(pairs), tuple(found.lost), tuple(found.notes))


def _files(folder: Path) -> Iterator[Path]:
    """All files under a folder, hidden ones left out; raises `OSError` where a folder cannot be read."""

    def stop(error: OSError) -> None:
        raise error

    if not folder.is_dir():
        raise InputError(f"{folder} is no folder")
    for where, _, names in os.walk(folder, onerror=stop, followlinks=False):
        yield from (Path(where, name) for name in names if not name.startswith("."))


class _Names:
    """What audio files can be called: their bare names, and their paths inside the folder without suffix."""

    def __init__(self, folder: Path, audio: Iterable[Path]) -> None:
        self._folder = folder
        self._called: dict[str, list[Path]] = defaultdict(list)
        for path in audio:
            for name in {nfc(path.stem), self.inside(path)}:
                self._called[name].append(path)

    def inside(self, path: Path) -> str:
        """The path inside the folder, without suffix."""
        return nfc(path.relative_to(self._folder).with_suffix("").as_posix())

    def id(self, path: Path) -> str:
        """The bare name or, where several files share that, the path; with its suffix where they share that too."""
        stem = nfc(path.stem)
        if len(self._called[stem]) == 1:
            return stem
        inside = self.inside(path)
        shared = sum(self.inside(other) == inside for other in self._called[inside]) > 1
        return nfc(path.relative_to(self._folder).as_posix()) if shared else inside

    def find(self, name: str, near: Path) -> list[Path]:
        """The audio files that a line of a list in the folder ``near`` can mean; the nearest ones alone count."""
        from_here = (near.relative_to(self._folder) / name).as_posix()
        found = self._called.get(nfc(from_here)) or self._called.get(nfc(name), [])
        below = [path for path in found if near in path.parents]
        return [path for path in below if path.parent == near] or below or found


@dataclass(slots=True)
class _Lines:
    """The lines of every transcript file, handed out to the audio files."""

    names: _Names
    of: dict[Path, list[Line]] = field(default_factory=lambda: defaultdict(list))
    speakers: dict[Path, str] = field(default_factory=dict)
    lost: list[tuple[Line, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def read(self, path: Path) -> None:
        if transcripts.is_speaker_list(path):
            self._read_speakers(path)
        elif path.suffix.lower() in transcripts.BESIDE and (owners := self._owners(path)):
            for owner in owners:
                self.of[owner].append(transcripts.beside(path))
        elif transcripts.may_be_list(path):
            self._read_list(path)

    def _owners(self, path: Path) -> list[Path]:
        """The audio files beside which a text lies."""
        return [other for other in self.names.find(path.stem, path.parent) if other.parent == path.parent]

    def _read_list(self, path: Path) -> None:
        placed = [(line, self.names.find(line.id, path.parent)) for line in transcripts.lines(path)]
        if not any(audio for _, audio in placed):
            self.notes.append(f"{path} was left out: none of its lines begins with the name of an audio file")
            return
        for line, audio in placed:
            if len(audio) == 1:
                self.of[audio[0]].append(line)
            else:
                self.lost.append((line, _why(audio)))

    def _read_speakers(self, path: Path) -> None:
        for line in transcripts.lines(path):
            for audio in self.names.find(line.id, path.parent):
                self.speakers[audio] = line.text


def _why(audio: list[Path]) -> str:
    return f"means {len(audio)} files: {audio[0]}, {audio[1]} …" if audio else ""
