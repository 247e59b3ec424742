"""Files by their names: which are looked into, which are packed, and how they are put down."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, cast

from ..replacing import replacing

PACKED = ".gz"
READ = (".json", ".jsonl", ".json3", ".srt", ".vtt", ".ass", ".ssa", ".txt", ".tsv", ".csv", ".ctm", ".stm", ".trn", "")
"""Endings of files that are looked into where a folder is given; ``.gz`` may stand behind them."""
TABLES = (".jsonl", ".json", ".csv", ".tsv", ".txt", ".parquet", ".pq")
"""The same for tables."""


def unpacked(path: Path) -> Path:
    """A name without the ``.gz`` behind it."""
    return path.with_name(path.name[: -len(PACKED)]) if path.name.lower().endswith(PACKED) else path


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """A file that stands at ``path`` once the block has ended well; gzipped if its name says so.

    Raises `OSError` that names ``path``.
    """
    try:
        with replacing(path) as file:
            if not path.name.lower().endswith(PACKED):
                yield file
                return
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
                yield cast("IO[bytes]", packed)
    except OSError as error:
        beside = Path(str(error.filename or ""))
        if beside.parent == path.resolve().parent and beside.name.startswith("."):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
