"""One shard of a corpus: formatted, written, noted as done."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import IO, Any, cast

from ..errors import InputError
from ..formatter import IndicFormatter
from ..inputs import Input
from ..transcripts.tables import Row, Table, open_lines, open_table
from .rows import Counted, format_rows
from .settings import Settings
from .shards import Mark, Shard, digest
from .stores import Store, at
from .work import Told, said_of

BATCH = 64
_IN_MEMORY = 1 << 20  # bytes of failed records
_TOLD_AGAIN = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class ShardDone:
    """What became of a shard.

    Attributes:
        records, words, failed: in it; words as they came, records that stay as they were.
        error: why the whole shard could not be formatted; "" if it was.
    """

    name: str
    records: int = 0
    words: int = 0
    failed: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a shard is: records, words and failed records by now, and bytes of the input out of ``size``."""

    name: str
    records: int
    words: int
    failed: int
    read: int


def settings_for(
    formatter: Mapping[str, Any],
    column: str | None = None,
    into: str | None = None,
    lang_field: str | None = None,
    id_field: str | None = None,
    threads: int | None = None,
    batch_size: int = BATCH,
) -> Settings:
    """Settings of a corpus.

    Args:
        formatter: the arguments of `IndicFormatter`; ``lang`` is that of records that name none.
        lang_field: the column that names the language of a record.
        id_field: the column that names a record where it failed.
        batch_size: records at a time; decides nothing of what comes out.
    """
    read = {"column": column, "into": into, "lang_field": lang_field, "id": id_field}
    if lang_field is not None:
        read["otherwise"] = str(formatter["lang"])
        formatter = {**formatter, "lang": "auto"}
    return Settings(formatter, read=read, threads=threads, tables=True, batch_size=batch_size)


def format_shard(shard: Shard, settings: Settings, formatter: IndicFormatter, told: Told) -> ShardDone:
    """Format a shard and write it. Whatever is wrong with it is told, and costs no other.

    The output, the failed records beside it and the note that it is done each stand there whole or not at all, in this
    order behind the removal of an older note: so a shard with a note is done, and one without is made anew.
    """
    try:
        return _formatted(shard, settings, formatter, told)
    except Exception as error:
        return ShardDone(shard.name, error=said_of(error, shard.source))


def _formatted(shard: Shard, settings: Settings, formatter: IndicFormatter, told: Told) -> ShardDone:
    from .. import __version__

    (source, path), (store, target) = at(shard.source), at(shard.target)
    size, state = source.state(path, fresh=True)
    with source.open(path) as file:
        known = digest(file)
    mark, failures = at(shard.mark)[1], at(shard.failed)[1]
    store.remove(mark)
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as aside, store.writing(target) as out:
        sink = _Sink(out)
        counted = Counted()
        if size:
            with source.open(path) as file:
                tell = _Telling(shard.name, size, told)
                counted = _rows(shard, _Counting(file), sink, settings, formatter, cast("IO[bytes]", aside), tell)
        if source.state(path, fresh=True) != (size, state):
            raise InputError(f"{shard.source}: it was written to while it was read; run it again")
        _put_aside(store, failures, cast("IO[bytes]", aside), counted.failed)
    made = Mark(
        shard.source,
        size,
        state,
        known,
        sink.size,
        sink.sha256.hexdigest(),
        settings.digest,
        settings.said,
        __version__,
        counted.records,
        counted.heard,
        counted.failed,
    )
    with store.writing(mark) as file:
        file.write(made.written())
    return ShardDone(shard.name, counted.records, counted.heard, counted.failed)


def _rows(
    shard: Shard,
    file: _Counting,
    sink: _Sink,
    settings: Settings,
    formatter: IndicFormatter,
    aside: IO[bytes],
    tell: _Telling,
) -> Counted:
    read = settings.read
    also = [read[name] for name in ("lang_field", "id") if read.get(name)]
    if not shard.is_table and (also or read.get("column") or read.get("into")):
        raise InputError(f"{shard.source}: lines of text have no columns; --from table if it is a table")
    table = (
        open_table(cast("IO[bytes]", file), read.get("column"), read.get("into"), also, shard.source)
        if shard.is_table
        else open_lines(cast("IO[bytes]", file), shard.source)
    )

    def failed(row: Row, problem: str) -> None:
        aside.write(_failure(shard, row, problem, bool(read.get("id"))))

    def advance(row: Row, counted: Counted) -> None:
        tell.of(row, counted, file, table.count)

    text_of = _with_language(read["otherwise"]) if read.get("lang_field") else None
    with table, _packed(shard.name, table, sink) as out:
        return format_rows(table, formatter, out, settings.batch_size, failed, advance, text_of)


def _with_language(otherwise: str) -> Callable[[Row], Input]:
    """Texts with the language that their record names, or with ``otherwise``; none to be found out ("auto")."""
    fallback = {} if otherwise == "auto" else {"lang": otherwise}

    def text_of(row: Row) -> Input:
        if row.text is None:
            return ""
        named = row.also[0] if row.also else None
        record = {"text": row.text, **({"lang": str(named)} if named not in (None, "") else fallback)}
        return cast("Input", record)

    return text_of


def _failure(shard: Shard, row: Row, problem: str, has_id: bool) -> bytes:
    """A record that could not be formatted: where it is, why, and what it says."""
    what, _, number = row.place.partition(" ")
    made: dict[str, Any] = {"file": shard.source, what: int(number), "reason": problem}
    if has_id and row.also:
        made["id"] = row.also[-1]
    made["record"] = row.raw.decode("utf-8", "backslashreplace") if row.raw else row.text
    return json.dumps(made, ensure_ascii=False, default=str).encode("utf-8", "backslashreplace") + b"\n"


def _put_aside(store: Store, path: str, aside: IO[bytes], failed: int) -> None:
    if not failed:
        store.remove(path)
        return
    aside.seek(0)
    with store.writing(path) as file:
        shutil.copyfileobj(aside, file)


@contextmanager
def _packed(name: str, table: Table, sink: _Sink) -> Iterator[IO[bytes]]:
    if table.kind == "parquet" or not name.lower().endswith(".gz"):
        yield cast("IO[bytes]", sink)
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=cast("IO[bytes]", sink), mtime=0) as packed:
        yield cast("IO[bytes]", packed)


class _Sink:
    """A file that is only written, which knows how much and what: Parquet and gzip need no more of it."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.size, self.sha256 = file, 0, sha256()

    def write(self, data: Any) -> int:
        taken = bytes(data)
        self._file.write(taken)
        self.sha256.update(taken)
        self.size += len(taken)
        return len(taken)

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        self._file.flush()

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def close(self) -> None:
        """Whoever opened the file closes it."""


class _Counting:
    """A file that is read, which knows how many bytes were."""

    closed = False

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self.count = file, 0

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(size)
        self.count += len(data)
        return data

    def seek(self, offset: int, whence: int = 0) -> int:
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return self._file.seekable()

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def flush(self) -> None:
        """Nothing is written."""

    def close(self) -> None:
        """Whoever opened the file closes it."""


class _Telling:
    """Tells how far a shard is, not too often."""

    def __init__(self, name: str, size: int, told: Told) -> None:
        self._told, self._at = told, time.monotonic()
        self._name, self._size, self._read = name, size, 0
        self._is_packed = name.lower().endswith(".gz")

    def of(self, row: Row, counted: Counted, file: _Counting, count: int | None) -> None:
        """A row was written; of ``count``, if that is known."""
        self._read += len(row.raw)
        now = time.monotonic()
        if now - self._at < _TOLD_AGAIN:
            return
        self._at = now
        read = file.count if self._is_packed else self._read
        if count:
            read = self._size * (row.index + 1) // count
        self._told(Progress(self._name, counted.records, counted.heard, counted.failed, min(read, self._size)))
