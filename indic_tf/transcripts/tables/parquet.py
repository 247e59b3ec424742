"""Parquet, some thousand rows at a time, through pyarrow. All columns but one, the schema and its metadata stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from ...errors import InputError
from ..columns import chosen, there
from .rows import Row, Table, Writer

_BATCH = 1024  # rows that are read at a time
_GROUP = 16 << 20  # bytes: a row group is written when it has so many
INSTALL = "Parquet needs pyarrow: pip install 'indic-tf[data]'"


class Parquet(Table):
    """A Parquet file. Texts of a string column, also one of few values (dictionary), of any width."""

    kind = "parquet"

    def __init__(
        self, source: Path | IO[bytes], name: str, column: str | None, into: str | None, also: Sequence[str] = ()
    ) -> None:
        try:
            import pyarrow as pa
            import pyarrow.parquet as pq
        except ImportError:
            raise InputError(INSTALL) from None
        try:
            self._parquet = pq.ParquetFile(source)
        except (pa.ArrowException, OSError) as error:
            raise InputError(f"{name}: no Parquet file that can be read ({error})") from None
        self.name = name
        self.schema = self._parquet.schema_arrow
        self.columns = tuple(self.schema.names)
        self.column = chosen(self.columns, column, name)
        self.into = into or self.column
        self._also = there(self.columns, also, name)
        self.count = self._parquet.metadata.num_rows
        kind = self.schema.field(self.column).type
        if not _is_text(pa, kind):
            texts = [one for one in self.columns if _is_text(pa, self.schema.field(one).type)]
            raise InputError(
                f"{name}: column {self.column!r} holds {kind}, no text. Texts: {', '.join(texts) or '(none)'}"
            )
        self.batches: dict[int, Any] = {}  # those that a writer still needs
        self.is_written = False

    def __iter__(self) -> Iterator[Row]:
        index = 0
        for batch in self._parquet.iter_batches(batch_size=_BATCH):
            if self.is_written:
                self.batches[index] = batch
            asked = [batch.column(one).to_pylist() for one in (self.column, *self._also)]
            for text, *beside in zip(*asked, strict=True):
                yield Row(f"row {index + 1}", text, None, b"", index, also=tuple(beside))
                index += 1

    def compression(self) -> str:
        """How the first column is packed."""
        meta = self._parquet.metadata
        found = (
            meta.row_group(0).column(0).compression.lower() if meta.num_row_groups and meta.num_columns else "snappy"
        )
        return "none" if found == "uncompressed" else str(found)

    def writer(self, file: IO[bytes]) -> Writer:
        """Has to be there before the first row is read."""
        self.is_written = True
        return _Writer(self, file)

    def close(self) -> None:
        self._parquet.close()
        super().close()


def _is_text(pa: Any, kind: Any) -> bool:
    inner = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(pa.types.is_string(inner) or pa.types.is_large_string(inner))


class _Writer(Writer):
    """Takes the texts of a batch, then puts them into it; rows have to come in order."""

    def __init__(self, table: Parquet, file: IO[bytes]) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._table, self._pa = table, pa
        kind = table.schema.field(table.into if table.into in table.columns else table.column).type
        self._field = table.schema.field(table.into) if table.into in table.columns else pa.field(table.into, kind)
        self.schema = table.schema if table.into in table.columns else table.schema.append(self._field)
        self._out = pq.ParquetWriter(file, self.schema, compression=table.compression())
        self._texts: list[str | None] = []
        self._ready: list[Any] = []
        self._next = 0

    def put(self, row: Row, text: str | None = None) -> None:
        """Raises `ValueError` for a row out of order."""
        if row.index != self._next:
            raise ValueError(f"{row.place} came where row {self._next + 1} should")
        self._next += 1
        keeps = self._table.into == self._table.column
        self._texts.append(text if text is not None else row.text if keeps else None)
        first = self._next - len(self._texts)
        batch = self._table.batches.get(first)
        if batch is not None and len(self._texts) == batch.num_rows:
            self._take(self._table.batches.pop(first))

    def _take(self, batch: Any) -> None:
        kind = self._field.type
        plain = kind.value_type if self._pa.types.is_dictionary(kind) else kind
        made = self._pa.array(self._texts, type=plain)
        made = made.dictionary_encode().cast(kind) if plain != kind else made
        columns = {name: batch.column(name) for name in batch.schema.names} | {self._table.into: made}
        self._ready.append(self._pa.record_batch([columns[name] for name in self.schema.names], schema=self.schema))
        self._texts = []
        if sum(one.nbytes for one in self._ready) >= _GROUP:
            self._flush()

    def _flush(self) -> None:
        if self._ready:
            self._out.write_table(self._pa.Table.from_batches(self._ready, schema=self.schema))
            self._ready = []

    def close(self) -> None:
        """Write the last rows. Raises `ValueError` if rows are missing."""
        if self._texts:
            raise ValueError(f"{self._next} rows were written, the last {len(self._texts)} of an unfinished batch")
        self._flush()
        self._out.close()
