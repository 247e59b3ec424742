"""Tables with a column of texts (JSONL, CSV, TSV, Parquet), row by row in bounded memory, written back as they were.

>>> import io
>>> from indic_tf.transcripts.tables import open_table
>>> with open_table(io.BytesIO(b'id,text\\n1,two hundred\\n'), "text") as table:
...     [row.with_text("2,00") for row in table], table.head
([b'1,"2,00"\\n'], b'id,text\\n')
"""

from __future__ import annotations

from .opening import open_lines, open_table
from .rows import Row, Table, Writer

__all__ = ["Row", "Table", "Writer", "open_lines", "open_table"]
