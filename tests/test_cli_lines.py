"""Lines of text on the command line: their bytes, their ends, their encodings, where they come from and go to."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import IO, cast

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import indic_tf
from indic_tf import cli
from indic_tf.cli import reading
from indic_tf.cli.peeking import is_talk
from indic_tf.cli.reading import batches, parts, rejoined
from indic_tf.errors import InputError
from indic_tf.repair.encodings import opening
from indic_tf.transcripts import Content, registry
from indic_tf.transcripts.refusals import refuse, unwrapped

FORMAT = ("format", "--lang", "en", "--model", "none")
ROOT = Path(indic_tf.__file__).parent.parent
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}
COMMAND = (sys.executable, "-m", "indic_tf", *FORMAT)
ENDS = ("\n", "\r\n", "\r")
BREAKS = ("\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
SAID, WRITTEN = ("two hundred", "ten percent", "hello  there ", "नमस्ते जी"), ("200", "10%", "hello  there ", "नमस्ते जी")


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, bytes, str]:
    result = CliRunner().invoke(cli.app, [*FORMAT, *arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout_bytes, result.stderr


class Cut(io.RawIOBase):
    def __init__(self, pieces: Sequence[bytes]) -> None:
        self.pieces = [piece for piece in pieces if piece]

    def read(self, size: int = -1) -> bytes:
        return self.pieces.pop(0) if self.pieces else b""


def cut(pieces: Sequence[bytes]) -> IO[bytes]:
    """A file whose bytes come in pieces."""
    return cast("IO[bytes]", Cut(pieces))


# --- ends of lines ------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [*ENDS, *BREAKS, "\n\ufeff"], ids=ascii)
def test_nothing_is_joined_across_an_end(end: str) -> None:
    code, out, err = run(stdin=(end.join(SAID) + "\n").encode())
    assert (code, out.decode(), err) == (0, end.join(WRITTEN) + "\n", "")


@pytest.mark.parametrize("end", BREAKS, ids=ascii)
def test_json_of_a_line_with_breaks_inside(end: str) -> None:
    import json

    code, out, _ = run("--json", stdin=f"i have two hundred{end}it is ten percent\n".encode())
    made = json.loads(out)
    assert (code, made["text"]) == (0, f"i have 200{end}it is 10%")
    assert [word["text"] for word in made["words"]] == ["i", "have", "200", "it", "is", "10%"]
    assert [span["words"] for span in made["spans"]] == [[2, 4], [6, 8]]


# what no word of is formatted: letters of several scripts, white space, and all ends and breaks
untouched = st.text(st.sampled_from("abक்ाதஅ \t\u00a0\u200d\ufeff" + "".join(BREAKS)), max_size=12)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(untouched, st.sampled_from(ENDS)), max_size=8))
@example([("\x1e", "\n")])
@example([("\x1e", "\n"), ("a\x1c", "\n"), (" ", "\n")])
@example([("a", "\n"), ("\x1a", "\n")])
def test_no_byte_of_untouched_lines_changes(lines: list[tuple[str, str]]) -> None:
    raw = "".join(text + end for text, end in lines).encode()
    mark = b"\xef\xbb\xbf" if raw.startswith(b"\xef\xbb\xbf") else b""
    code, out, err = run("--no-itn", "--no-case", stdin=raw)
    assert (code, out, err) == (0, raw[len(mark) :], "")


@given(st.text(st.sampled_from("ab\r\n\u2028\x85é"), max_size=30), st.lists(st.integers(0, 60), max_size=6))
def test_lines_do_not_depend_on_how_they_come(text: str, places: list[int]) -> None:
    raw = text.encode()
    at = sorted({0, len(raw), *(place for place in places if place < len(raw))})
    pieces = [raw[a:b] for a, b in pairwise(at)]
    made = [line.raw + line.ending for batch in batches(cut(pieces), "x", "", "utf-8", 3) for line in batch]
    if raw and not raw.endswith((b"\n", b"\r")):
        made[-1] = made[-1].removesuffix(b"\n")
    assert made == raw.splitlines(keepends=True)


@given(st.text())
def test_parts_go_together_again(text: str) -> None:
    assert rejoined(*parts(text)) == text


def test_one_long_line_is_read_in_linear_time() -> None:
    (batch,) = batches(cut([b"a" * 1000] * 5000), "x", "", None, 64)
    assert len(batch[0].raw) == 5_000_000


class Endless(io.RawIOBase):
    """A line, and one that never ends; ``given`` bytes of it were read."""

    given = 0

    def read(self, size: int = -1) -> bytes:
        if not self.given:
            self.given = 3
            return b"one\ntwo"
        self.given += 1 << 15
        return bytes(1 << 15)


def test_a_line_without_end_is_refused_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST", 1 << 20)
    file = Endless()
    made = batches(cast("IO[bytes]", file), "x", "", "utf-8", 64)
    assert [line.raw for line in next(made)] == [b"one"]
    with pytest.raises(InputError, match=r"^x: a line of more than 1 MiB$"):
        next(made)
    assert file.given < 1.5 * reading.MOST


def test_a_very_long_line_is_set_aside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(reading, "LONGEST", 100)
    raw = b"two hundred\n" + b"ten percent " * 10 + b"\nten percent\n"
    (tmp_path / "x").write_bytes(raw)
    with (tmp_path / "x").open("rb") as file:
        lines = [line for batch in batches(file, "x", "", None, 64) for line in batch]
    assert [line.raw + line.ending for line in lines] == raw.splitlines(keepends=True)
    assert [bool(line.problem) for line in lines] == [False, True, False]


# --- encodings ----------------------------------------------------------------------------------------

WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
TEXT = "two hundred\nनमस्ते जी\r\nten percent\r"


@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["bare", "marked"])
@pytest.mark.parametrize("encoding", ["utf-8", *WIDE])
def test_encodings_are_found(encoding: str, mark: str, tmp_path: Path) -> None:
    raw = (mark + TEXT).encode(encoding)
    (tmp_path / "x.txt").write_bytes(raw)
    expected = (0, "200\nनमस्ते जी\r\n10%\r".encode(), "")
    assert run(stdin=raw) == expected
    assert run(str(tmp_path / "x.txt")) == expected


@given(st.integers(1, 40))
def test_encodings_are_found_wherever_the_first_block_is_cut(size: int) -> None:
    for encoding in WIDE:
        raw = TEXT.encode(encoding)
        assert opening(raw[: 4 + size], whole=False)[0] in (encoding, encoding.replace("32", "16"))[:1]
    assert opening(TEXT.encode()[: 4 + size], whole=False) == ("utf-8", 0)


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_other_encodings_are_refused_as_a_whole(encoding: str) -> None:
    raw = "café two hundred\nnaïve\n".encode(encoding)
    code, out, err = run(stdin=raw)
    assert (code, out) == (2, b"")
    assert "stdin: line 1, byte 3: e9" in err
    assert "--encoding cp1252" in err
    assert run("--encoding", encoding, stdin=raw)[:2] == (0, "café 200\nnaïve\n".encode())
    assert run("--encoding", "utf-8", stdin=raw)[:2] == (1, raw)


@pytest.mark.parametrize("encoding", WIDE)
def test_what_is_cut_off_a_wide_encoding_is_told(encoding: str) -> None:
    code, out, err = run(stdin="two hundred\nten".encode(encoding)[:-1])
    assert (code, out.decode()) == (1, "200\nte\ufffd\n")
    assert f"line 2: not {encoding} at character 3" in err


# --- input, output ------------------------------------------------------------------------------------


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    command = command.replace("FORMAT", " ".join(COMMAND))
    return subprocess.run(
        command, shell=True, cwd=folder, env=ENVIRONMENT, capture_output=True, text=True, check=False, timeout=60
    )


@pytest.mark.parametrize(
    "command", ["FORMAT -o x < x", "FORMAT --json -o x < x", "FORMAT < x >> x", "FORMAT -f x >> x"]
)
def test_a_file_is_not_read_and_written(command: str, tmp_path: Path) -> None:
    (tmp_path / "x").write_text("two hundred\n")
    done = shell(command, tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is both input and output" in done.stderr
    assert (tmp_path / "x").read_text() == "two hundred\n"


def test_an_interrupt_says_how_far_it_came_and_leaves_the_old_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("precious\n")
    with subprocess.Popen(
        [*COMMAND, "-o", str(tmp_path / "x")], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT
    ) as talk:
        assert talk.stdin is not None
        assert talk.stderr is not None
        talk.stdin.write(b"two hundred\nten percent\n")
        talk.stdin.flush()
        for _ in range(600):
            written = [path.name for path in tmp_path.iterdir()]
            if len(written) > 1:
                break
            time.sleep(0.05)
        time.sleep(1)
        talk.send_signal(signal.SIGINT)
        said = talk.stderr.read().decode()
    assert talk.returncode == 130
    assert said == f"indic-tf: stopped: 2 lines were done; {tmp_path / 'x'} is as it was\n"
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("x", "precious\n")]


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@pytest.mark.parametrize("after", [0.15, 0.5, 1.2])
def test_no_traceback_while_it_starts(after: float) -> None:
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=ENVIRONMENT) as talk:
        assert talk.stderr is not None
        time.sleep(after)
        talk.send_signal(signal.SIGINT)
        said = talk.stderr.read().decode()
    if said.startswith("Traceback") and "indic_tf" not in said:
        pytest.skip("a slow machine: Python had not come to the package yet")
    assert talk.returncode == 130
    assert said.startswith("indic-tf: stopped")
    assert len(said.splitlines()) == 1


def test_lines_are_answered_when_they_come() -> None:
    """Without --batch-size 1; several that came together are one batch, and a lone carriage return is an end."""
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for said, written in ((b"ten percent\n", b"10%\n"), (b"one hundred\ntwo hundred\r", b"100\n200\r")):
            talk.stdin.write(said)
            talk.stdin.flush()
            assert talk.stdout.read(len(written)) == written
        talk.stdin.close()
    assert talk.returncode == 0


# --- texts and files ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["notes", "five", "a.txt", "/etc/hostname", "what?"])
def test_with_text_no_file_is_opened(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "five").mkdir()
    for file in ("notes", "a.txt", "whats"):
        (tmp_path / file).write_text("secret\n")
    said = "5" if name == "five" else name
    assert run("--text", "--", name) == (0, f"{said}\n".encode(), "")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["notes"], "notes"),  # a text, though there is such a file
        (["five"], "5"),  # … or folder
        (["./notes"], "secret"),
        (["a.txt"], "secret"),
        (["-f", "notes"], "secret"),
        (["-f", "notes", "--file", "a.txt"], "secret\nsecret"),
        (["five", "-f", "notes"], "5\nsecret"),
        (["ten percent", "--text", "-f", "notes"], "10%\nsecret"),
        (["what?"], "what?"),  # a pattern without slash and ending
    ],
)
def test_what_is_a_file(
    arguments: Sequence[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "five").mkdir()
    for file in ("notes", "a.txt", "whats"):
        (tmp_path / file).write_text("secret\n")
    code, out, err = run(*arguments)
    assert (code, out.decode()) == (0, expected + "\n")
    if arguments[0] in ("notes", "five"):
        assert err == f"indic-tf: {arguments[0]} is taken for a text; the file of this name is -f {arguments[0]}\n"
    else:
        assert err == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-f", "nowhere"], "no such file: nowhere"),
        (["nowhere.txt"], "no such file: nowhere.txt (--text says that it is a text)"),
        (["--text", "--to", "srt", "a"], "--text is for texts"),
        (["hello", "talk.srt"], "'hello' is a text"),
    ],
)
def test_what_is_not_there_or_does_not_go_together(
    arguments: Sequence[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "talk.srt").write_text("1\n00:00:00,000 --> 00:00:02,000\ntwo hundred\n")
    code, out, err = run(*arguments)
    assert (code, out) == (2, b"")
    assert said in err


def test_damaged_gzip_on_stdin_is_one_line() -> None:
    import gzip

    code, _, err = run(stdin=gzip.compress(b"two hundred\n" * 100)[:-9])
    assert code == 2
    assert "damaged gzip" in err
    with pytest.raises(InputError, match="damaged gzip"):
        list(batches(io.BytesIO(gzip.compress(b"a\n")[:-9]), "x", "", None, 64))


WORDS = st.lists(st.text(st.characters(categories=["L", "M"]), min_size=1, max_size=8), min_size=2, max_size=9)
MARKS = st.lists(st.sampled_from(["WEBVTT", "NOTE", "text", "id", "start", "SPEAKER", "दस", "பத்து"]), min_size=2)


@given(WORDS | MARKS)
@example(["WEBVTT", "दस"])
@example(["दस", "WEBVTT"])
def test_a_line_of_words_is_what_all_formats_say_it_is(words: list[str]) -> None:
    line = f"{' '.join(words)}\n".encode()
    refuse(unwrapped(Content(line)))
    assert is_talk(line, "stdin", None) == (registry.detect(Content(line)).name != "text")
