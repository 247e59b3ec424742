"""Labelled passages on disk: one gzip'd TSV per source and split, and one line about where it came from.

A row is ``words`` and, behind TABs, the codes of the four heads (punctuation, case, itn, disfluency): words are joined
by spaces, codes are one character per word (see `label.code`; ``-`` for "undecided"); a head that nothing is known
about has an empty column.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from ..errors import InputError
from ..labels import HEADS
from ..manifests import owned
from .label import Labelled

SPOKEN = "+spoken"
"""What the name of a source ends in where its numbers are said."""

VIEWS = ("planted", "disfluent", "noisy")
"""Shards that are made of all sources of a language together."""

PROVENANCE = "provenance.jsonl"
"""Beside the folders of the languages: one JSON object per source, where it came from and what was dropped."""


def number_of(text: str) -> int:
    """A number below 2^32 that a text always has: what is decided by it is decided the same way everywhere."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=4).digest(), "big")


def source_name(path: Path) -> str:
    """What the source of a shard is called in a recipe: ``<language>/<source>``."""
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def is_written(path: Path) -> bool:
    """Whether a shard has a source as it was written: no spoken numbers, no view of all sources."""
    name = path.name.split(".")[0]
    return name not in VIEWS and not name.endswith(SPOKEN)


def write(path: Path, passages: Iterable[Labelled]) -> None:
    """Write a shard; it appears under its name only when it is complete."""
    pack(path, ((" ".join(p.words), *(getattr(p, h) for h in HEADS)) for p in passages))


def pack(path: Path, rows: Iterable[Sequence[str]], level: int = 1) -> int:
    """Write a gzip'd TSV and return how many rows it has; it appears under its name only when it is complete.

    The same rows always give the same bytes: there is no name and no time in the gzip header.
    """
    number = 0
    with (
        owned.whole(path) as raw,
        gzip.GzipFile("", "wb", level, raw, mtime=0) as packed,
        io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as lines,
    ):
        for row in rows:
            lines.write("\t".join(row) + "\n")
            number += 1
    return number


def read(path: Path) -> Iterator[Labelled]:
    """The passages of a shard; raises `InputError` for a row whose columns do not match."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            words, *codes = line.rstrip("\n").split("\t")
            split = tuple(words.split(" "))
            if len(codes) != len(HEADS) or any(len(head) not in (0, len(split)) for head in codes):
                found = ", ".join(str(len(head)) for head in codes)
                raise InputError(f"{path}:{number}: {len(split)} words, but {found} labels of {', '.join(HEADS)}")
            yield Labelled(split, *codes)


def disjoint(folder: Path) -> int:
    """Take out of a language's dev shards what also stands in a training shard of it; returns how many passages.

    Sources copy from each other, and from themselves.
    """
    trained = {_fingerprint(passage) for path in folder.glob("*.train.tsv.gz") for passage in read(path)}
    removed = 0
    for path in folder.glob("*.dev.tsv.gz"):
        passages = list(read(path))
        fresh = [passage for passage in passages if _fingerprint(passage) not in trained]
        if len(fresh) < len(passages):
            write(path, fresh)
            removed += len(passages) - len(fresh)
    return removed


def _fingerprint(passage: Labelled) -> bytes:
    return hashlib.blake2b(" ".join(passage.words).encode(), digest_size=8).digest()


def link(source: Path, target: Path, without: Iterable[Path]) -> None:
    """Link the files of a language's folder, but those of ``without`` and what is there: some are made anew."""
    anew = set(without)
    for path in source.iterdir():
        place = target / path.name
        if path not in anew and not place.exists():
            target.mkdir(parents=True, exist_ok=True)
            place.symlink_to(path.resolve())


def carry_notes(source: Path, target: Path) -> None:
    """Copy the provenance of shards to what was made of them, so that a model's card can name its sources."""
    if (source / PROVENANCE).is_file():
        target.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / PROVENANCE, target / PROVENANCE)
