"""`format` for files of recognisers, tables and plain text: what it takes them for, what it writes, how it ends."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

import indic_tf
from indic_tf import cli
from indic_tf.cli.wanted import is_many

FORMAT = ("format", "--lang", "hi", "--model", "none")
ROOT = Path(indic_tf.__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
SRT = "1\n00:00:00,000 --> 00:00:02,000\nमुझे पच्चीस\n\n2\n00:00:02,000 --> 00:00:04,000\nहजार रुपये चाहिए\n"
AMOUNT = "₹25,000"
SEGMENTS = [{"start": 0.0, "end": 2.0, "text": " मुझे पच्चीस"}, {"start": 2.0, "end": 4.0, "text": " हजार रुपये चाहिए"}]
WHISPER = json.dumps({"text": "", "segments": SEGMENTS, "language": "hi"}, ensure_ascii=False)


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    result = CliRunner().invoke(cli.app, [*FORMAT, *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def file(path: Path, text: str = WHISPER, encoding: str = "utf-8") -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = text.encode(encoding)
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return str(path)


# --- stdin --------------------------------------------------------------------------------------------

VTT = "WEBVTT\n\n00:00.000 --> 00:02.000\nमुझे पच्चीस\n\n00:02.000 --> 00:04.000\nहजार रुपये चाहिए\n"
TSV = "start\tend\ttext\n0\t2000\tमुझे पच्चीस\n2000\t4000\tहजार रुपये चाहिए\n"


@pytest.mark.parametrize(
    "stdin",
    [
        SRT.encode(),
        SRT.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + SRT.encode(),
        VTT.encode(),
        TSV.encode(),
        WHISPER.encode(),
        json.dumps(SEGMENTS, indent=2).encode(),
        gzip.compress(WHISPER.encode()),
        SRT.encode("utf-16"),
    ],
    ids=["srt", "srt with CR", "srt with BOM", "vtt", "tsv", "json", "json list", "gzip", "utf-16"],
)
@pytest.mark.parametrize("named", [(), ("-",)], ids=["nothing", "hyphen"])
def test_stdin_is_looked_into(stdin: bytes, named: Sequence[str]) -> None:
    code, out, _ = run(*named, stdin=stdin)
    assert code == 0
    assert AMOUNT in out.replace("\0", "")


@pytest.mark.parametrize("stdin", ["5\n", "5\nदस प्रतिशत\n", "[हँसी] दस प्रतिशत\n", "{\n", "10:30 बजे\n", "दस\tप्रतिशत\n"])
def test_what_is_no_file_stays_lines(stdin: str) -> None:
    _, out, _ = run(stdin=stdin.encode())
    assert len(out.splitlines()) == len(stdin.splitlines())


@pytest.mark.parametrize("first", ["दस प्रतिशत", "5", "[हँसी] हाँ", "10:30"])
def test_live_lines_do_not_wait(first: str) -> None:
    command = [sys.executable, "-m", "indic_tf", *FORMAT, "--batch-size", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for _ in range(2):
            talk.stdin.write(f"{first}\n".encode())
            talk.stdin.flush()
            assert talk.stdout.readline().strip()
        talk.stdin.close()
    assert talk.returncode == 0


def test_json_that_is_no_transcript_is_refused_from_stdin_as_from_a_file(tmp_path: Path) -> None:
    code, out, err = run(stdin=b'{"something": "else"}')
    assert (code, out) == (2, "")
    assert "the keys something" in err
    assert run(file(tmp_path / "a.json", '{"something": "else"}'))[0] == 2


# --- interrupts ---------------------------------------------------------------------------------------


def test_an_interrupt_leaves_the_old_file(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    command = [sys.executable, "-m", "indic_tf", *FORMAT, "-o", str(target), "--batch-size", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as talk:
        assert talk.stdin is not None
        assert talk.stderr is not None
        talk.stdin.write("दस प्रतिशत\n".encode() * 3)
        talk.stdin.flush()
        while sum(path.stat().st_size for path in tmp_path.glob(".out.txt.*")) < len("10%\n") * 3:
            assert talk.poll() is None
            time.sleep(0.05)
        talk.send_signal(signal.SIGINT)
        told = talk.stderr.read().decode()
        assert talk.wait(30) == 130
    assert target.read_text(encoding="utf-8") == "old"
    assert "3 lines were done" in told
    assert "is as it was" in told
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.slow
def test_an_interrupt_of_several_processes_counts_what_is_there(tmp_path: Path) -> None:
    many = [{"start": i, "end": i + 1, "text": f"मुझे पच्चीस हजार रुपये चाहिए {i}"} for i in range(400)]
    for i in range(12):
        file(tmp_path / f"in/{i}.json", json.dumps({"text": "", "segments": many}))
    command = [sys.executable, "-m", "indic_tf", *FORMAT, str(tmp_path / "in"), "-o", f"{tmp_path}/out/"]
    command += ["--to", "text", "--workers", "2"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, env=ENVIRONMENT, start_new_session=True) as job:
        assert job.stderr is not None
        while not list((tmp_path / "out").glob("*.txt")):
            assert job.poll() is None
            time.sleep(0.05)
        os.killpg(job.pid, signal.SIGINT)  # as a terminal does it: all processes get it
        told = job.stderr.read().decode()
        assert job.wait(60) == 130
    there = len(list((tmp_path / "out").glob("*.txt")))
    assert 0 < there < 12
    assert f"stopped: {there} of 12 files are done" in told
    assert "Traceback" not in told
    assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/out/", "--to", "text")[0] == 0
    assert len(list((tmp_path / "out").glob("*.txt"))) == 12


# --- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "text", "target", "begins"),
    [
        ("a.json", WHISPER, "b.json", '{"text"'),
        ("a.srt", SRT, "b.json", '{"format":"indic-tf"'),
        ("a.json", WHISPER, "b.srt", "1\n00:00"),
        ("a.json", WHISPER, "b.txt", "मुझे"),
        ("a.srt", SRT, "b.ssa", "[Script Info]"),
        ("a.json", WHISPER, "b.json.gz", '{"text"'),
        ("a.json", WHISPER, "b.srt.gz", "1\n00:00"),
        ("a.json", WHISPER, "b", '{"text"'),
        ("a.odd", WHISPER, "b.odd", '{"text"'),
    ],
)
def test_the_ending_says_what_is_written(tmp_path: Path, source: str, text: str, target: str, begins: str) -> None:
    assert run(file(tmp_path / source, text), "-o", str(tmp_path / target))[0] == 0
    data = (tmp_path / target).read_bytes()
    assert (data[:2] == b"\x1f\x8b") == target.endswith(".gz")
    found = (gzip.decompress(data) if target.endswith(".gz") else data).decode("utf-8-sig")
    assert "".join(found.split()).startswith("".join(begins.split()))


def test_an_ending_that_nobody_knows_asks_for_to(tmp_path: Path) -> None:
    source = file(tmp_path / "a.json")
    code, _, err = run(source, "-o", str(tmp_path / "b.docx"))
    assert (code, len(err.splitlines()), "--to" in err) == (2, 1, True)
    assert not (tmp_path / "b.docx").exists()
    assert run(source, "-o", str(tmp_path / "b.docx"), "--to", "text")[0] == 0


def test_folders_get_the_endings_of_what_is_written(tmp_path: Path) -> None:
    file(tmp_path / "in/a.srt", SRT)
    for to, name in (("json", "a.json"), ("vtt", "a.vtt"), ("text", "a.txt"), ("ctm", "a.ctm"), ("whisper", "a.json")):
        assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/{to}/", "--to", to)[0] == 0
        assert [path.name for path in (tmp_path / to).glob("[!.]*")] == [name]


# --- exit codes and refusals --------------------------------------------------------------------------

BROKEN = SEGMENTS[0], 17, SEGMENTS[1]
HALF = json.dumps({"text": "", "segments": BROKEN})


def test_a_record_that_was_set_aside_is_told_the_same_everywhere(tmp_path: Path) -> None:
    source = file(tmp_path / "in/a.json", HALF)
    rows = file(tmp_path / "rows.jsonl", '{"text": "दस प्रतिशत"}\n{"text"\n')
    assert run(source)[0] == 1
    assert run(source, "-o", str(tmp_path / "b.json"))[0] == 1
    assert run(stdin=HALF.encode())[0] == 1
    assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/out/")[0] == 1
    assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/out/")[0] == 1, "done before, and still not whole"
    assert run(rows, "--column", "text")[0] == 1
    assert run("--into", "text", stdin=Path(rows).read_bytes())[0] == 1
    assert run(rows, "--column", "text", "-o", f"{tmp_path}/out/")[0] == 1


def test_times_that_were_estimated_are_no_failure(tmp_path: Path) -> None:
    code, _, err = run(file(tmp_path / "a.json", json.dumps([{"start": "x", "end": 2.0, "text": "दो सौ"}])))
    assert (code, "estimated" in err) == (0, True)


def test_a_folder_of_which_nothing_could_be_done(tmp_path: Path) -> None:
    file(tmp_path / "in/a.json", '{"something": "else"}')
    assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/out/")[0] == 2
    file(tmp_path / "in/b.json")
    assert run(str(tmp_path / "in"), "-o", f"{tmp_path}/out/")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["SRC", "--to", "srt", "--preset", "cinema"], "no preset 'cinema'"),
        (["IN", "-o", "OUT/", "--to", "srt", "--preset", "cinema"], "no preset 'cinema'"),
        (["IN", "-o", "OUT/", "--to", "nonsense"], "unknown format 'nonsense'"),
        (["IN", "-o", "OUT/", "--to", "youtube"], "unknown format 'youtube'"),
        (["SRC", "--max-chars", "30"], "--max-chars: only captions"),
        (["SRC", "--preset", "social", "--to", "text"], "--preset: only captions"),
        (["SRC", "--speakers", "-o", "OUT.json"], "--speakers: only captions"),
        (["दस प्रतिशत", "--max-lines", "1"], "--max-lines: lines of text"),
        (["ROWS", "--column", "text", "--to", "srt"], "--to and tables"),
        (["ROWS", "--column", "text", "--json"], "--json is for lines"),
        (["ROWS", "--column", "text", "--word-times"], "--word-times: a table"),
        (["SRC", "--json"], "--json is for lines"),
        (["IN", "-o", "SRC"], "needs a folder|need a folder"),
        (["SRC", "ROWS", "-o", "OUT.json"], "need a folder"),
        (["IN", "-o", "IN"], "both the input and the output folder"),
        (["SRC", "-o", "OUT/deep/a.srt"], "there is no folder"),
    ],
)
def test_what_does_nothing_is_refused_in_one_line(tmp_path: Path, arguments: Sequence[str], said: str) -> None:
    file(tmp_path / "in/b.json")
    names = {"SRC": file(tmp_path / "in/a.json"), "IN": str(tmp_path / "in"), "OUT/": f"{tmp_path}/out/"}
    names |= {"ROWS": file(tmp_path / "rows.jsonl", '{"text": "दस"}\n'), "OUT.json": str(tmp_path / "out.json")}
    names["OUT/deep/a.srt"] = str(tmp_path / "out/deep/a.srt")
    code, out, err = run(*(names.get(one, one) for one in arguments))
    assert (code, out, len(err.splitlines())) == (2, "", 1), err
    assert any(one in err for one in said.split("|")), err


# --- texts and patterns -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["हाँ/ना?", "*बहुत*", "क्या?", "दस प्रतिशत?", "[हँसी]", "**", "a*b/c", "और/या [हाँ]"])
def test_texts_with_marks_of_patterns(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert not is_many(text) or text == "**"
    assert run(text)[0] == 0 or text == "**"


def test_patterns(tmp_path: Path) -> None:
    file(tmp_path / "two words/a.json")
    assert is_many(str(tmp_path / "two words/*"))
    assert is_many("nowhere/*.json")
    assert is_many("nowhere/*.SRT.gz")
    assert "no file fits" in run("nowhere/*.json", "-o", f"{tmp_path}/out/")[2]


# --- tables, encodings --------------------------------------------------------------------------------


def test_a_folder_of_tables(tmp_path: Path) -> None:
    file(tmp_path / "in/a.jsonl", '{"text": "दस प्रतिशत", "x": 1}\n')
    file(tmp_path / "in/deep/b.csv.gz", "id,text\n1,दस प्रतिशत\n")
    arguments = (str(tmp_path / "in"), "--column", "text", "-o", f"{tmp_path}/out/")
    assert run(*arguments) == (0, "", "")
    assert (tmp_path / "out/a.jsonl").read_text(encoding="utf-8") == '{"text": "10%", "x": 1}\n'
    assert (tmp_path / "out/deep/b.csv").read_text(encoding="utf-8") == "id,text\n1,10%\n"
    assert "2 of 2 files were done before" in run(*arguments)[2]


def test_a_parquet_table_into_a_folder(tmp_path: Path) -> None:
    arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    parquet.write_table(arrow.table({"text": ["दस प्रतिशत"]}), tmp_path / "a.parquet")
    assert run(str(tmp_path / "a.parquet"), "-o", f"{tmp_path}/out/")[0] == 0
    assert parquet.read_table(tmp_path / "out/a.parquet")["text"].to_pylist() == ["10%"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32"])
def test_plain_text_in_another_encoding(tmp_path: Path, encoding: str) -> None:
    source = file(tmp_path / "a.txt", "दस प्रतिशत\nबीस\n", encoding)
    assert run(source, "--encoding", encoding) == (0, "10%\n20\n", "")
    assert run("--encoding", encoding, stdin=Path(source).read_bytes()) == (0, "10%\n20\n", "")


def test_a_byte_that_the_encoding_lacks_fails_its_line_only(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9\n\x81\n")
    code, out, err = run(str(tmp_path / "a.txt"), "--encoding", "cp1252", "-o", str(tmp_path / "b.txt"))
    assert (code, out) == (1, "")
    assert "line 2" in err
    assert (tmp_path / "b.txt").read_bytes() == "café\n".encode() + b"\x81\n"
    assert "unknown encoding" in run(str(tmp_path / "a.txt"), "--encoding", "klingon")[2]


def test_gzipped_plain_text(tmp_path: Path) -> None:
    assert run(file(tmp_path / "a.txt.gz", "दस प्रतिशत\nबीस\n")) == (0, "10%\n20\n", "")


def test_problems_of_captions_are_told(tmp_path: Path) -> None:
    said = [{"start": 0.0, "end": 0.4, "text": "मुझे तो यह सब बिलकुल भी समझ में नहीं आ रहा है कि क्या हो रहा है"}]
    code, _, err = run(file(tmp_path / "a.json", json.dumps(said)), "--to", "srt")
    assert code == 0
    assert "caption 1" in err


def test_errors_name_the_target(tmp_path: Path) -> None:
    code, _, err = run("दस", "-o", str(tmp_path / "no/out.txt"))
    assert (code, err) == (2, f"indic-tf: {tmp_path}/no/out.txt: No such file or directory\n")
