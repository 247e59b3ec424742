"""Sentences out of files of text."""

from __future__ import annotations

import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...errors import InputError
from ...scripts import split_marks
from ..lines import line

_ENDS = frozenset("।॥?!؟۔᱾꯫")
_SHORTEST = 4  # characters before a full stop; what is shorter may be an abbreviation


def sentences(paths: Iterable[Path], most: int | None = None) -> list[str]:
    """The first ``most`` sentences of text files, which may be compressed with xz; all of them for None.

    A line is one or more sentences; they end at a word with a danda, a question or exclamation mark behind it, or with
    a full stop that no abbreviation has. Raises `InputError` for a file that is no text in UTF-8, `OSError`.
    """
    found: list[str] = []
    for path in paths:
        for sentence in _of_file(path):
            if len(found) == most:
                return found
            found.append(sentence)
    return found


def _of_file(path: Path) -> Iterator[str]:
    try:
        with lzma.open(path, "rb") if path.suffix == ".xz" else path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                made = line(f"line {number}", raw)
                if made.problem:
                    raise InputError(f"{path}: {made.where}: {made.problem}")
                yield from split(made.text)
    except (lzma.LZMAError, EOFError) as error:
        raise InputError(f"{path}: a damaged .xz file ({error})") from None


def split(passage: str) -> Iterator[str]:
    """The sentences of a passage, marks and all, with single spaces.

    >>> list(split("डॉ. राम आए।  वह 3.5 किमी चले? ठीक है"))
    ['डॉ. राम आए।', 'वह 3.5 किमी चले?', 'ठीक है']
    """
    words: list[str] = []
    for word in passage.split():
        words.append(word)
        if _ends(word):
            yield " ".join(words)
            words = []
    if words:
        yield " ".join(words)


def _ends(word: str) -> bool:
    _, core, after = split_marks(word)
    if not _ENDS.isdisjoint(after):
        return True
    return "." in after and len(core) >= _SHORTEST and "." not in core
