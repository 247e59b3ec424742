"""The languages of a text file, line by line and as a whole."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from ..errors import InputError
from .detection import detect


@dataclass(frozen=True, slots=True)
class LineLanguage:
    """A line of a file: its number from 1, its language as in `Detection`, and how many of the file's words it has."""

    line: int
    lang: str | None
    probability: float
    roman: bool
    words: int
    share: float


@dataclass(frozen=True, slots=True)
class LanguageShare:
    """A language in a file: lines and words in it, its share of the words, the mean probability of its words."""

    lang: str | None
    roman: bool
    lines: int
    words: int
    share: float
    probability: float


def detect_file(path: str | PathLike[str], among: Collection[str] | None = None) -> list[LineLanguage]:
    """One row for each line of a text file that has words; ``share`` is of the words of the file, from 0 to 1.

    Bytes that are no UTF-8 are read as U+FFFD, which is no letter. Raises `InputError` for a file that cannot be read
    or is no text (NUL bytes), `LanguageError` for an unknown code in ``among``.
    """
    return detect_lines(_text(Path(path)).split("\n"), among)


def detect_lines(lines: Iterable[str], among: Collection[str] | None = None) -> list[LineLanguage]:
    """One row for each of the lines, or segments of a transcript, that have words; see `detect_file`."""
    spoken = [(number, line, len(line.split())) for number, line in enumerate(lines, start=1) if line.strip()]
    total = sum(count for _, _, count in spoken)
    made = []
    for number, line, count in spoken:
        found = detect(line, among)
        made.append(LineLanguage(number, found.lang, found.probability, found.roman, count, count / total))
    return made


def shares(rows: Iterable[LineLanguage]) -> list[LanguageShare]:
    """The rows of `detect_file` summed by language, the one with the most words first."""
    groups: dict[tuple[str | None, bool], list[LineLanguage]] = {}
    for row in rows:
        groups.setdefault((row.lang, row.roman), []).append(row)
    made = []
    for (lang, roman), own in groups.items():
        words = sum(row.words for row in own)
        probability = sum(row.probability * row.words for row in own) / words
        made.append(LanguageShare(lang, roman, len(own), words, sum(row.share for row in own), probability))
    return sorted(made, key=lambda found: (-found.words, found.lang or "", found.roman))


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror or error})") from error
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    if b"\0" in raw:
        raise InputError(f"{path}: not a text file (it has NUL bytes); give a text file in UTF-8")
    return raw.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
