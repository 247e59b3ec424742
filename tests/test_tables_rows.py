"""Tables with a column of texts: row by row, all else to the byte, bad rows aside."""

from __future__ import annotations

import csv
import gzip
import io
import json
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf import InputError
from indic_tf.transcripts.tables import Row, open_table


def through(
    data: bytes, column: str | None = None, into: str | None = None, ending: str = " ।"
) -> tuple[bytes, list[Row]]:
    """The table with a mark behind every text, and its rows."""
    out, rows = io.BytesIO(), []
    with open_table(io.BytesIO(data), column, into) as table, table.writer(out) as writer:
        for row in table:
            rows.append(row)
            writer.put(row, None if row.text is None else row.text + ending)
    return out.getvalue(), rows


def problems(rows: list[Row]) -> list[tuple[str, str]]:
    return [(row.place, row.problem) for row in rows if row.problem]


JSONL = (
    '{"audio_filepath": "/data/a.wav", "duration": 7.760000000000001, "text": "दो सौ", "pred_text": " दो सौ"}\r\n'
    '{"audio_filepath":"b.wav","pred_text":"\\u0939\\u093e\\u0901","n":[1,{"pred_text":"x"}]}\n'
    "\n"
    '{"pred_text": ""}\n'
    '{"pred_text": null}\n'
    '{"pred_text": 5}\n'
    "{broken\n"
    '{"text": "only"}\n'
    '{"pred_text": "last"}'
).encode()


def test_jsonl() -> None:
    made, rows = through(JSONL)
    expected = JSONL.replace('": " दो सौ"'.encode(), '": " दो सौ ।"'.encode())
    expected = expected.replace(b"\\u0901", b"\\u0901 \\u0964").replace(
        b'"pred_text": ""', '"pred_text": " ।"'.encode()
    )
    assert made == expected.replace(b'"last"', '"last ।"'.encode())
    assert [row.text for row in rows] == [" दो सौ", "हाँ", None, "", None, None, None, None, "last"]
    assert [place for place, _ in problems(rows)] == ["line 6", "line 7", "line 8"]


def test_jsonl_into_another_key() -> None:
    made, _ = through(JSONL, "pred_text", "formatted")
    first, second, *_ = made.decode().split("\n")
    assert first.endswith('"pred_text": " दो सौ", "formatted": " दो सौ ।"}\r')
    assert '"pred_text":"\\u0939\\u093e\\u0901","formatted":"\\u0939\\u093e\\u0901 \\u0964","n":' in second
    again, _ = through(made, "pred_text", "formatted", ending="!")
    assert json.loads(again.split(b"\n")[0])["formatted"] == " दो सौ!"


CSV = (
    "id,path,text,wer\r\n"
    '1,"a b.wav",हाँ जी,0.5\r\n'
    '"2",c.wav,"एक, ""पूरे"" लाख",\r\n'
    "3,d.wav,एक, लाख,0.1\r\n"
    '4,e.wav,"दो\r\nपंक्ति",0.2\r\n'
    "\r\n"
    "5,f.wav,,0\r\n"
    "6,g.wav,अंत,1"
).encode()


def test_csv() -> None:
    made, rows = through(CSV, "text", ending=", जी")
    assert made == (
        "id,path,text,wer\r\n"
        '1,"a b.wav","हाँ जी, जी",0.5\r\n'
        '"2",c.wav,"एक, ""पूरे"" लाख, जी",\r\n'
        "3,d.wav,एक, लाख,0.1\r\n"
        '4,e.wav,"दो\r\nपंक्ति, जी",0.2\r\n'
        "\r\n"
        '5,f.wav,", जी",0\r\n'
        '6,g.wav,"अंत, जी",1'
    ).encode()  # fmt: skip
    assert problems(rows) == [("line 4", "5 cells, expected 4")]
    assert [row.place for row in rows] == [f"line {i}" for i in (2, 3, 4, 5, 7, 8, 9)]


def test_csv_into_a_new_column() -> None:
    made, _ = through(CSV, "text", "out")
    assert made.decode().split("\r\n")[:3] == ["id,path,text,wer,out", '1,"a b.wav",हाँ जी,0.5,हाँ जी ।',
                                               '"2",c.wav,"एक, ""पूरे"" लाख",,"एक, ""पूरे"" लाख ।"']  # fmt: skip


def test_a_quote_that_is_never_closed_costs_no_other_row() -> None:
    data = 'id\ttext\n1\t"दो\n2\tतीन\n3\tचार "पाँच"\n4\t"छह"\n'.encode()
    made, rows = through(data, "text")
    assert [row.text for row in rows] == ['"दो', "तीन", 'चार "पाँच"', "छह"]
    assert made.decode().splitlines()[3:] == ['3\tचार "पाँच" ।', '4\t"छह ।"']
    long = b"id,text\n" + b'1,"open\n' + b"".join(b"%d,row\n" % i for i in range(2, 500))
    _, rows = through(long, "text")
    assert [row.text for row in rows] == ['"open', *["row"] * 498]


def test_stray_bytes_and_short_rows_stay_as_they_are() -> None:
    data = "id,text\n1,दो\n2,".encode() + b"\xe0\xa4\n3\n" + "4,चार\n".encode()
    made, rows = through(data)
    assert problems(rows) == [("line 3", "not UTF-8 at byte 3"), ("line 4", "1 cells, expected 2")]
    assert made == "id,text\n1,दो ।\n2,".encode() + b"\xe0\xa4\n3\n" + "4,चार ।\n".encode()
    made, rows = through(b'{"text": "a"}\n{"text": "\xe0\xa4"}\n{"text": "b"}\n', ending="!")
    assert made == b'{"text": "a!"}\n{"text": "\xe0\xa4"}\n{"text": "b!"}\n'
    assert problems(rows) == [("line 2", "not UTF-8 at byte 11")]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("delimiter", [",", "\t", ";", "|"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_every_dialect(ending: str, delimiter: str, quoting: Any) -> None:
    out = io.StringIO(newline="")
    rows = csv.writer(out, delimiter=delimiter, lineterminator=ending, quoting=quoting)
    rows.writerows([["id", "text"], ["1", 'क, ख; "ग" | घ'], ["2", ""], ["3", "ச"]])
    data = b"\xef\xbb\xbf" + out.getvalue().encode()
    made, read = through(data, "text", ending=f"{delimiter}1")
    assert [row.text for row in read] == ['क, ख; "ग" | घ', "", "ச"]
    again = list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline=""), delimiter=delimiter))
    assert [row[1] for row in again] == ["text", *((row.text or "") + f"{delimiter}1" for row in read)]
    assert through(data, "text", ending="")[0] == data


cell = st.text(st.sampled_from('अब "\n,;\t'), max_size=8)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(cell, cell, cell), min_size=1, max_size=6), st.sampled_from([",", "\t"]))
def test_cells_are_those_of_python(given: list[tuple[str, str, str]], delimiter: str) -> None:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=delimiter, lineterminator="\n").writerows([("a", "text", "c"), *given])
    data = out.getvalue().encode()
    made, rows = through(data, "text", ending="")
    assert made == data
    assert [row.text for row in rows] == [text for _, text, _ in given]
    changed, _ = through(data, "text", ending=",\t!")
    again = list(csv.reader(io.StringIO(changed.decode(), newline=""), delimiter=delimiter))[1:]
    assert again == [[a, text + ",\t!", c] for a, text, c in given]


@settings(deadline=None, max_examples=100)
@given(st.binary(max_size=60))
def test_no_row_is_lost_whatever_it_holds(junk: bytes) -> None:
    for front in (b"id,text\n1,a\n", b'{"text": "a"}\n'):
        data = front + junk + b"\n"
        try:
            made, _ = through(data, "text", ending="")
        except InputError:
            continue
        assert made == data


def test_columns_that_are_not_there_are_an_error_with_a_guess() -> None:
    with pytest.raises(InputError, match=r"no column 'txt'. There are: id, path, text, wer. Perhaps 'text'\?"):
        open_table(io.BytesIO(CSV), "txt")
    with pytest.raises(InputError, match=r"no column 'zz'. There are: .*Perhaps 'pred_text'"):
        open_table(io.BytesIO(JSONL), "zz")
    with pytest.raises(InputError, match="which column"):
        open_table(io.BytesIO(b"a,b\n1,2\n"))
    with pytest.raises(InputError, match="2 columns are called 'text'"):
        open_table(io.BytesIO(b"text,text\n1,2\n"))


@pytest.mark.parametrize(
    ("data", "said"),
    [(b"", "empty"), (b"\xef\xbb\xbf\n", "empty"), (b'[{"text": "a"}]', "JSON list"), (b"a\0b", "binary"),
     (b"\x1f\x8bxx", "gzip"), (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
     (b"<!DOCTYPE html>\n<html>", "HTML")],
    ids=lambda one: one if isinstance(one, str) else "",
)  # fmt: skip
def test_what_is_no_table(data: bytes, said: str) -> None:
    with pytest.raises(InputError, match=said):
        through(data, "text")


def test_wide_letters_and_packed_files(tmp_path: Path) -> None:
    assert through(CSV.decode().encode("utf-16"), "text")[0] == through(CSV, "text")[0]
    packed = tmp_path / "a.csv.gz"
    packed.write_bytes(gzip.compress(CSV))
    with open_table(packed, "text") as table:
        assert table.head + b"".join(row.raw for row in table) == CSV


def test_parquet(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    texts = ["दो सौ", None, "", "ஐநூறு"] * 700
    for kind in (pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())):
        columns = {
            "id": pa.array(range(2800), pa.int16()),
            "text": pa.array(texts).cast(kind) if kind != pa.string() else texts,
        }
        table = pa.table(columns).replace_schema_metadata({"huggingface": "{}"})
        pq.write_table(table, tmp_path / "a.parquet", compression="zstd")
        for into in (None, "new"):
            made, rows = through((tmp_path / "a.parquet").read_bytes(), "text", into)
            after = pq.ParquetFile(io.BytesIO(made))
            assert after.schema_arrow.metadata == {b"huggingface": b"{}"}
            assert after.schema_arrow.field(into or "text").type == kind
            assert after.read().column("id").to_pylist() == list(range(2800))
            assert after.metadata.row_group(0).column(0).compression == "ZSTD"
            assert after.read().column(into or "text").to_pylist() == [t if t is None else t + " ।" for t in texts]
            assert [row.place for row in rows[:2]] == ["row 1", "row 2"]
    with pytest.raises(InputError, match=r"holds int16, no text\. Texts: text"):
        open_table(tmp_path / "a.parquet", "id")
    with pytest.raises(InputError, match="no Parquet file"):
        open_table(io.BytesIO(b"PAR1 and no more"), "text")


class _Endless(io.RawIOBase):
    """Rows as they are asked for, ``size`` bytes in all."""

    def __init__(self, line: bytes, size: int) -> None:
        self._rows: Iterator[bytes] = (line for _ in range(size // len(line)))

    def read(self, size: int = -1) -> bytes:
        return b"".join(line for line, _ in zip(self._rows, range(100), strict=False))[: max(size, 0) or None]


def test_memory_does_not_grow_with_the_file() -> None:
    line = ('{"text": "' + "दो " * 80 + '"}\n').encode()
    tracemalloc.start()
    with open_table(_Endless(line, 8 << 20), "text") as table:  # type: ignore[arg-type]
        count = sum(len(row.with_text("x")) > 0 for row in table)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert count > 10_000
    assert peak < 2 << 20
