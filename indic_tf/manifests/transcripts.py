"""Transcripts: lists of ``utt-id transcript`` lines, and texts that lie beside their audio."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .audio import SUFFIXES

BESIDE = (".txt", ".lab")
"""A file with one of these suffixes and the name of an audio file in its folder holds its transcript."""

_LISTS = (".txt", ".tsv", ".text", ".trans")
_NAMES = ("text", "transcript", "transcripts", "transcription", "transcriptions")
_SPEAKERS = "utt2spk"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a list, or the whole of a text beside its audio.

    Attributes:
        source: the file, and the line where there are several.
        id: what the line begins with, without the suffix of an audio file; empty for a text beside its audio.
        text: the transcript; empty where ``problem`` says why it cannot be read.
    """

    source: str
    id: str
    text: str
    problem: str = ""


def may_be_list(path: Path) -> bool:
    """True for a file that may have ``utt-id transcript`` lines, by its name."""
    return path.suffix.lower() in _LISTS or path.name.lower() in _NAMES


def is_speaker_list(path: Path) -> bool:
    """True for Kaldi's ``utt2spk``: lines of ``utt-id speaker``."""
    return path.name == _SPEAKERS


def lines(path: Path) -> Iterator[Line]:
    """The lines of a list that hold something; spaces or a TAB stand behind the id."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            source = f"{path}:{number}"
            body = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
            try:
                words, problem = body.decode("utf-8").split(maxsplit=1), ""
            except UnicodeDecodeError as error:
                words, problem = body.decode("utf-8", "replace").split(maxsplit=1), undecodable(error)
            if words:
                yield Line(source, _bare(words[0]), "" if problem else "".join(words[1:]).strip(), problem)


def _bare(name: str) -> str:
    """An id without the suffix of an audio file."""
    suffix = next((suffix for suffix in SUFFIXES if name.lower().endswith(suffix)), "")
    return name[: len(name) - len(suffix)].replace("\\", "/").removeprefix("./")


def beside(path: Path) -> Line:
    """The transcript in a file beside its audio; its lines become one."""
    try:
        return Line(str(path), "", " ".join(path.read_bytes().decode("utf-8-sig").splitlines()).strip())
    except UnicodeDecodeError as error:
        return Line(str(path), "", "", undecodable(error))


def undecodable(error: UnicodeDecodeError) -> str:
    """Where bytes are no UTF-8; positions begin at 1."""
    return f"not UTF-8 at byte {error.start + 1}"
