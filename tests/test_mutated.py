"""Files as accidents make them: no traceback, no hang, a clear error, and nothing that is lost without a word.

A sample; all 10,000 files with ``INDIC_TF_FULL=1``.
"""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from amounts import FULL, many
from case_tables import formatter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mutations import at, mutated, paths
from typer.testing import CliRunner

from indic_tf import cli, transcripts
from indic_tf.cli import reading
from indic_tf.complete import faults_of_folder
from indic_tf.errors import IndicTFError, InputError
from indic_tf.languages import Language
from indic_tf.publishing import recipe
from indic_tf.training import config
from indic_tf.transcripts.tables import open_table

HERE = Path(__file__).parent
PARTS = 10
COUNT = 6000 if FULL else 300  # of transcripts
OTHERS = 1000 if FULL else 40  # of each other kind: 4,000 together
LONGEST = 30  # seconds
FIXTURES = [
    path
    for path in sorted((HERE / "transcripts").rglob("*"))
    if path.is_file() and path.name != "README.md" and not (path.suffix == ".tsv" and path.with_suffix("").suffix)
    and not (path.suffix == ".tsv" and any(path.with_suffix(end).exists() for end in (".json", ".jsonl")))
]  # fmt: skip
RECIPES = sorted((HERE.parent / "data_scripts" / "recipes").glob("*.yaml"))
SAID = "मुझे पच्चीस हजार रुपये चाहिए {} क्या आप दे सकते हैं\n"


@contextmanager
def in_time() -> Iterator[None]:
    """Raises `TimeoutError` in what hangs, where the system has alarms."""

    def late(*_: object) -> None:
        raise TimeoutError(f"longer than {LONGEST} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(LONGEST)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def strings(value: Any) -> set[tuple[Any, str]]:
    return {(path, found) for path in paths(value) if isinstance(found := at(value, path), str)}


def untouched(before: bytes, after: bytes) -> set[str]:
    """Words in strings (of JSON) or lines (of others) that a mutation left where they were."""
    try:
        one = json.loads(before)
    except ValueError:
        lines = [Counter(map(bytes.strip, raw.splitlines())) for raw in (before, after)]
        return {word for line in lines[0] & lines[1] for word in line.decode("utf-8", "replace").split()}
    try:
        common = strings(one) & strings(json.loads(after))
    except (ValueError, RecursionError):
        return set()
    return {word for _, text in common for word in text.split()}


def silently_lost(before: bytes, after: bytes) -> set[str]:
    """Words that a mutation left alone and that are not read any more, without a problem that says so."""
    talk, was = transcripts.read(after), transcripts.read(before)
    if any(problem.lost for problem in talk.problems) or len(talk.words) >= len(was.words):
        return set()
    return (untouched(before, after) & {word.text for word in was.words}) - {word.text for word in talk.words}


@pytest.mark.parametrize("part", range(PARTS))
def test_transcripts(part: int) -> None:
    """Read, written back, formatted, made captions of: nothing but `InputError`, which names the file."""
    for number in range(part, COUNT, PARTS):
        random = Random(f"transcripts {number}")
        path = random.choice(FIXTURES)
        raw, what = mutated(path.read_bytes(), random)
        try:
            with in_time():
                talk = transcripts.read(raw)
                transcripts.written(talk)
                if not number % 5:
                    made = formatter("hi").transcript(talk)
                    made.written(None)
                    made.written(random.choice(["srt", "vtt", "ass", "text"]))
        except InputError as error:
            assert len(str(error)) > 10, (number, path, what)  # noqa: PT017
        except Exception as error:
            raise AssertionError(f"{number}, {path.name}, {what}") from error


# Found with COUNT at 16,000: files of which less was read than stood there, and nobody said so.
LOST = [
    ("srt/bare_ta.srt", "00:00:00,000 -->", "00:00:00,00NaN -->"),
    ("srt/hi.srt", "00:00:00,000 -->", "00x00:00,000 -->"),
    ("vtt/whisper_bn.vtt", "00:00.000 -->", "00x10:00.000 -->"),
    ("ass/ta.ssa", "[Events]", "[Eventents]"),
    ("google/v1_diarized_hi.json", '"alternatives"', '"alternatmves"'),
    ("deepgram/flux_hi.json", '"type": "TurnInfo",\n  "event": "EndOfTurn"', '"type": ["TurnInfo"]'),
    ("azure/batch_hi.json", '"nBest": [', '"nBest": [7, '),
    ("aws/channels_en.json", '"channels": [', '"channels": [7, '),
    ("ulca/pipeline_or.json", '"pipelineResponse": [', '"pipelineResponse": [7, '),
]


@pytest.mark.parametrize(("name", "old", "new"), LOST)
def test_what_cannot_be_read_is_reported(name: str, old: str, new: str) -> None:
    raw = (HERE / "transcripts" / name).read_bytes()
    assert old.encode() in raw
    talk = transcripts.read(raw.replace(old.encode(), new.encode(), 1))
    assert [problem for problem in talk.problems if problem.lost and problem.where]


def test_ids_of_thousands_of_digits() -> None:
    rows = "".join(f"utt-{'9' * 5000}{i} दो सौ रुपये\n" for i in range(3))
    assert len(transcripts.read(rows.encode(), format="kaldi").segments) == 3


# What a mutation makes of a record may be a record that says something else; these say nothing of what is missing.
ODD = {"ulca", "indic-tf", "whisper", "huggingface", "nemo", "vosk"}


@pytest.mark.parametrize("part", range(PARTS))
def test_no_record_is_lost_silently(part: int) -> None:
    good = [path for path in FIXTURES if path.parent.name not in {"refused", *ODD}]
    for number in range(part, COUNT, PARTS):
        random = Random(f"records {number}")
        before = random.choice(good).read_bytes()
        lines = before.splitlines(keepends=True)
        which = random.randrange(len(lines))
        try:
            after, _ = mutated(lines[which], random)
            after = b"".join([*lines[:which], after.rstrip(b"\r\n") + b"\n", *lines[which + 1 :]])
            lost = silently_lost(before, after)
        except InputError:
            continue
        assert len(lost) <= len(lines[which].split()), (number, lost)


# --- text, tables, configs


@pytest.mark.parametrize("part", range(2))
def test_every_line_comes_out(part: int) -> None:
    """What is read of a text is the text: every byte of it, or of it as UTF-8."""
    text = "".join(SAID.format(number) for number in range(40)).encode()
    for number in range(part, OTHERS, 2):
        raw, what = mutated(text, Random(f"text {number}"))
        if not raw or raw[:2] == b"\x1f\x8b":
            continue
        try:
            with in_time():
                several = [line for batch in reading.batches(io.BytesIO(raw), "x", "", None, 64) for line in batch]
        except InputError as error:
            assert "x: " in str(error), what  # noqa: PT017
            continue
        made = b"".join(line.raw + line.ending for line in several)
        bare = raw.removeprefix(b"\xef\xbb\xbf")
        if b"\0" not in raw and raw[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            assert made in (bare, bare + b"\n"), (number, what)


@pytest.mark.parametrize("kind", ["jsonl", "csv", "tsv"])
def test_rows_that_nobody_changes_stay_to_the_byte(kind: str) -> None:
    cells = [[f"id{i}", SAID.format(i).strip(), f'a "b", {i}'] for i in range(20)]
    keys = ["id", "text", "more"]
    if kind == "jsonl":
        text = "".join(json.dumps(dict(zip(keys, row, strict=True)), ensure_ascii=False) + "\n" for row in cells)
    else:
        mark = "," if kind == "csv" else "\t"
        text = "".join(mark.join(['"' + c.replace('"', '""') + '"' for c in row]) + "\n" for row in [keys, *cells])
    for number in range(OTHERS // 3):
        raw, what = mutated(text.encode(), Random(f"{kind} {number}"))
        out, problems = io.BytesIO(), []
        try:
            with in_time(), open_table(io.BytesIO(raw), "text") as table, table.writer(out) as writer:
                for row in table:
                    problems.append(row.problem)
                    writer.put(row)
        except InputError as error:
            assert len(str(error)) > 10, what  # noqa: PT017
            continue
        if raw[:2] not in (b"\xff\xfe", b"\xfe\xff"):
            assert out.getvalue() == raw, (number, what)


def test_tables_of_words(tmp_path: Path) -> None:
    """What `indic-tf check` says: faults with their place, or none."""
    known = sorted((HERE / "own_tables").rglob("*.tsv")) + sorted((HERE.parent / "grammars" / "hi").glob("*.tsv"))[:12]
    for number in range(OTHERS):
        random = Random(f"tables {number}")
        path = random.choice(known)
        raw, what = mutated(path.read_bytes(), random)
        (tmp_path / path.name).write_bytes(raw)
        with in_time():
            for fault in faults_of_folder(tmp_path):
                assert Path(str(fault.path)).parent == tmp_path, (number, what)
                assert fault.line > 0
        (tmp_path / path.name).unlink()


def test_configs(tmp_path: Path) -> None:
    language = (HERE.parent / "lang_configs" / "hi.yaml").read_bytes()
    for number in range(OTHERS):
        random = Random(f"configs {number}")
        path = random.choice(RECIPES)
        raw, what = mutated(random.choice([path.read_bytes(), language]), random)
        target = tmp_path / "x" / "xx.yaml"
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(raw)
        for load in (recipe.load, config.load, Language.load):
            try:
                with in_time():
                    load(target.parent if load == Language.load else target)
            except (IndicTFError, OSError) as error:
                assert "xx.yaml" in str(error) or "/x" in str(error), (number, what, error)  # noqa: PT017
            except Exception as error:
                raise AssertionError(f"{number}, {path.name}, {what}") from error
        target.unlink()


# --- the command


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    """As a process: exit code 0, 1 or 2, one line for each problem, the same number of lines of text."""
    for number in range(many(100)):
        random = Random(f"command {number}")
        path = random.choice(FIXTURES)
        raw, what = mutated(path.read_bytes(), random)
        given = tmp_path / f"talk{path.suffix or '.txt'}"
        given.write_bytes(raw)
        command = [sys.executable, "-m", "indic_tf", "format", "--lang", "hi", "--model", "none", "--no-itn"]
        made = subprocess.run([*command, str(given)], capture_output=True, timeout=20 * LONGEST, check=False)
        said = made.stderr.decode("utf-8", "replace")
        assert made.returncode in (0, 1, 2), (number, what, said)
        assert "Traceback" not in said, (number, what, said)
        assert (made.returncode == 0) or "indic-tf: " in said, (number, what)


ODDITIES = [
    "", "-", "--", "-1", "0", "1e999", "9" * 30, "hi", "auto", "none", "xx", "*", "[", "~", "~nobody/x", ".",
    "..", "/", "/dev/null", "\ud800", "\udcff", "\0", "a\nb", "दस रुपये", "😀" * 300, "x" * 5000, "no/such/file.json",
    "@x", "%s", "{}",
]  # fmt: skip
OPTIONS = [
    "--lang", "--model", "--style", "--json", "--to", "--from", "--column", "--into", "--encoding", "--term",
    "--tables", "--terms", "--final", "--disfluency", "--batch-size", "--max-chars", "--max-lines", "--max-cps",
    "--preset", "--text", "-f", "--workers", "--loops", "--no-itn", "--speakers", "--word-times", "--on", "--threads",
]  # fmt: skip
COMMANDS = ["format", "spoken", "explain", "languages", "formats", "check", "evaluate", "data", "nothing"]


@settings(max_examples=1000 if FULL else 15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    command=st.sampled_from(COMMANDS),
    arguments=st.lists(st.sampled_from([*OPTIONS, *ODDITIES]) | st.text(max_size=8), max_size=7),
    stdin=st.binary(max_size=60),
)
def test_arguments(
    command: str, arguments: list[str], stdin: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    given = [command, "--model", "none", *arguments] if command == "format" else [command, *arguments]
    with in_time():
        made = CliRunner().invoke(cli.app, given, input=stdin)
    error = made.exception
    assert error is None or isinstance(error, SystemExit), (given, repr(error))
    assert made.exit_code in (0, 1, 2)
