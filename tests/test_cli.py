"""The command line: what goes in, what comes out, and what happens to lines that fail."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import regex
from typer.testing import CliRunner

import indic_tf
from indic_tf import IndicFormatter, InputError, cli, languages
from indic_tf.rendering import language_rows
from indic_tf.resources import folder
from indic_tf.tagging import threads

FORMAT = ("format", "--lang", "hi", "--model", "none")
SPOKEN = ("spoken", "--lang", "hi")
ROOT = Path(indic_tf.__file__).parent.parent


def run(*arguments: str, stdin: bytes = b"") -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command, in this process."""
    result = CliRunner().invoke(cli.app, arguments, input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def process(*arguments: str, stdin: bytes = b"", **options: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own, bytes in and out."""
    command = [sys.executable, "-m", "indic_tf", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        command, input=stdin, capture_output=True, env=environment, check=False, timeout=120, **options
    )


# --- format and spoken: texts, files, stdin -----------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "stdin", "expected"),
    [
        ([*FORMAT, "मुझे पच्चीस हजार रुपये चाहिए"], "", "मुझे ₹25,000 चाहिए\n"),
        ([*FORMAT, "दस प्रतिशत", "बीस प्रतिशत"], "", "10%\n20%\n"),
        ([*FORMAT, "दस\nप्रतिशत"], "", "10%\n"),
        ([*FORMAT, "-"], "दस प्रतिशत\n", "10%\n"),
        (FORMAT, "दस प्रतिशत\n\n  \nबीस प्रतिशत", "10%\n\n  \n20%\n"),
        (FORMAT, "", ""),
        ([*FORMAT, ""], "", "\n"),
        ([*FORMAT, "--no-itn", "दस प्रतिशत"], "", "दस प्रतिशत\n"),
        ([*FORMAT, "--style", "native", "दस प्रतिशत"], "", "१०%\n"),
        ([*FORMAT, "--batch-size", "1"], "दस प्रतिशत\nनमस्ते\n", "10%\nनमस्ते\n"),
        ([*FORMAT, "--", "-- दस प्रतिशत"], "", "-- 10%\n"),
        ([*SPOKEN, "कीमत ₹1,500 है।"], "", "कीमत एक हज़ार पाँच सौ रुपये है।\n"),
        (SPOKEN, "10%\n\nनमस्ते\n", "दस प्रतिशत\n\nनमस्ते\n"),
    ],
)
def test_line_in_line_out(arguments: Sequence[str], stdin: str, expected: str) -> None:
    assert run(*arguments, stdin=stdin.encode()) == (0, expected, "")


def test_files_texts_and_stdin_mix(tmp_path: Path) -> None:
    file = tmp_path / "two lines.txt"
    file.write_bytes("दस प्रतिशत\nनमस्ते".encode())
    code, out, _ = run(*FORMAT, "बीस प्रतिशत", str(file), "-", stdin="तीस प्रतिशत".encode())
    assert (code, out) == (0, "20%\n10%\nनमस्ते\n30%\n")


def test_a_failing_line_is_named_with_its_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes("नमस्ते\n".encode())
    bad.write_bytes("नमस्ते\n".encode() + b"\xff\n")
    code, _, err = run(*FORMAT, str(good), str(bad))
    assert (code, err) == (1, f"indic-tf: {bad}: line 2: not UTF-8 at byte 1\n")


def test_output_goes_to_a_file(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert run(*FORMAT, "--output", str(target), "दस प्रतिशत") == (0, "", "")
    assert target.read_bytes() == b"10%\n"


def test_output_never_overwrites_its_input(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_bytes("दस प्रतिशत\n".encode())
    code, _, err = run(*FORMAT, str(file), "--output", str(file))
    assert (code, file.read_bytes()) == (2, "दस प्रतिशत\n".encode())
    assert "is both input and output" in err


def test_json_has_one_object_per_line() -> None:
    _, out, _ = run(*FORMAT, "--json", stdin="दस प्रतिशत छूट\n\n".encode())
    first, second = map(json.loads, out.splitlines())
    assert first == {"input": "दस प्रतिशत छूट", **IndicFormatter("hi", model=None)("दस प्रतिशत छूट").as_dict()}
    assert second == {"input": "", "text": "", "words": [], "edits": [], "spans": []}


def test_json_of_spoken_text() -> None:
    assert json.loads(run(*SPOKEN, "--json", "10%")[1]) == {"input": "10%", "text": "दस प्रतिशत"}


def test_what_has_a_slash_is_a_text() -> None:
    assert run(*SPOKEN, "3/4")[:2] == (0, "तीन चौथाई\n")


def test_json_of_a_line_that_failed() -> None:
    code, out, _ = run(*FORMAT, "--json", stdin="\u0915a".encode() + b"\xffb\n")
    assert (code, json.loads(out)) == (1, {"input": "\u0915a\\xffb", "error": "not UTF-8 at byte 5"})


@pytest.mark.parametrize("command", ["format", "spoken"])
def test_a_line_that_breaks_the_formatter_is_passed_through(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> str:
        if "x" in text:
            raise InputError("no x, please")
        return text

    monkeypatch.setattr(IndicFormatter, "spoken", lambda self, text: broken(text))
    monkeypatch.setattr("indic_tf.deciding.checked", broken)
    options = ("--model", "none") if command == "format" else ()
    code, out, err = run(command, "--lang", "hi", *options, stdin=b"hello \nx  two\nhello\n")
    assert (code, out.splitlines()[1:], err) == (1, ["x  two", "hello"], "indic-tf: line 2: no x, please\n")


# --- bytes --------------------------------------------------------------------------------------------


def test_bytes_survive() -> None:
    lines = ["दस प्रतिशत\r\n".encode(), b"  ab\xff  c\r\n", b"\n", "\ufeffनमस्ते \u2028 जी".encode()]
    done = process(*FORMAT, stdin=b"".join(lines))
    assert done.stdout == b"10%\r\n" + b"  ab\xff  c\r\n" + lines[2] + lines[3] + b"\n"
    assert done.stderr == b"indic-tf: line 2: not UTF-8 at byte 5\n"
    assert done.returncode == 1


def test_an_argument_that_is_not_utf8_is_passed_through() -> None:
    done = process(*FORMAT, os.fsdecode(b"ab\xff"))
    assert (done.returncode, done.stdout) == (1, b"ab\xff\n")
    assert done.stderr == b"indic-tf: text 1: not UTF-8 at byte 3\n"


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"yes नमस्ते | {sys.executable} -m indic_tf {' '.join(FORMAT)} | head -n 1"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, capture_output=True, env=environment, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("नमस्ते\n".encode(), b"")


def test_a_keyboard_gets_help_and_no_wait() -> None:
    terminal, keyboard = pytest.importorskip("pty").openpty()
    command = [sys.executable, "-m", "indic_tf", *FORMAT]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, stdin=keyboard, capture_output=True, env=environment, check=False, timeout=60)
    os.close(terminal)
    os.close(keyboard)
    assert done.returncode == 2
    assert b"Usage: indic-tf format" in done.stdout


def test_lines_are_not_read_ahead() -> None:
    """The first line is answered before the second is written."""
    command = [sys.executable, "-m", "indic_tf", *FORMAT, "--batch-size", "1"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as talk:
        assert talk.stdin is not None
        assert talk.stdout is not None
        for spoken, written in (("दस प्रतिशत", "10%"), ("बीस प्रतिशत", "20%")):
            talk.stdin.write(f"{spoken}\n".encode())
            talk.stdin.flush()
            assert talk.stdout.readline() == f"{written}\n".encode()
        talk.stdin.close()
    assert talk.returncode == 0


# --- usage --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["format", "--lang", "xx", "a"], "unknown language 'xx'"),
        (["spoken", "--lang", "hindustani", "a"], "did you mean 'hi'"),
        ([*FORMAT, "--style", "fancy", "a"], "unknown style 'fancy'"),
        (["format", "--lang", "hi", "--model", "/nowhere", "a"], "no model '/nowhere'"),
        ([*FORMAT, "transcript.txt"], "no such file: transcript.txt"),
        ([*FORMAT, "--output", "/nowhere/out.txt", "a"], "/nowhere/out.txt: No such file or directory"),
        (["train", "tagger", "/nowhere.yaml"], "/nowhere.yaml: no such recipe"),
        (["evaluate", "itn", "/nowhere.tsv", "--lang", "hi"], "/nowhere.tsv: No such file or directory"),
        (["evaluate", "punctuation", "/nowhere", "--lang", "hi", "--model", "none"], "/nowhere: No such file"),
    ],
)
def test_wrong_usage_is_one_line(arguments: Sequence[str], message: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("indic-tf: ")
    assert message in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [["format", "a"], [*FORMAT, "--batch-size", "0", "a"], ["nonsense"]])
def test_what_typer_refuses_exits_with_2(arguments: Sequence[str]) -> None:
    assert run(*arguments)[0] == 2


def test_a_missing_extra_names_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "indic_tf.training.config", None)
    code, _, err = run("train", "tagger", "recipe.yaml")
    assert code == 2
    assert "pip install 'indic-tf[train]'" in err


def test_threads_of_the_models(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []
    monkeypatch.setattr(threads, "choose", taken.append)
    assert run(*FORMAT, "--threads", "1", "दस प्रतिशत")[1] == "10%\n"
    assert taken == [1]


@pytest.mark.parametrize("row", language_rows(), ids=lambda row: row["code"])
def test_the_classes_of_a_language_have_cases(row: dict[str, Any]) -> None:
    folder = Path(__file__).parent / "cases" / row["code"]
    assert [name for name in row["classes"] if not (folder / f"{name}.tsv").is_file()] == []


def test_commands_that_are_imported_alone() -> None:
    modules = {
        command.name or command.callback.__name__: command.callback.__module__
        for command in cli.app.registered_commands
        if command.callback is not None
    }
    assert {name: f"indic_tf.cli.{module}" for name, module in cli.ALONE.items()} == modules


@pytest.mark.parametrize(
    ("arguments", "imported"),
    [
        (["format", "--help"], False),
        (["format", "--lang", "hi", "--model", "none", "दस प्रतिशत"], False),
        (["--help"], True),
        (["formt"], True),
    ],
)
def test_a_command_imports_what_it_needs(arguments: Sequence[str], imported: bool) -> None:
    code = (
        "import sys; from indic_tf.cli import main\ntry: main()\nexcept SystemExit: pass\n"
        "print([name for name in ('indic_tf.cli.data', 'indic_tf.transcripts', 'onnxruntime') if name in sys.modules])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, env=environment, check=False)
    found = done.stdout.decode().splitlines()[-1]
    assert found == str(["indic_tf.cli.data", "indic_tf.transcripts"] if imported else [])


def test_version() -> None:
    assert run("--version") == (0, f"indic-tf {indic_tf.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["languages"], ["spoken", "--lang", "hi", "10%"]])
def test_torch_stays_out(arguments: Sequence[str]) -> None:
    code = (
        "import sys; from indic_tf.cli import app; app(sys.argv[1:], standalone_mode=False); "
        "print('torch' in sys.modules, file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, env=environment, check=False)
    assert done.stderr == b"False\n"


def examples() -> list[tuple[str, str]]:
    """The commands in the help texts with the output that they promise."""
    found = []
    for document in (cli.base._root.__doc__, cli.formatting.format_.__doc__, cli.formatting.spoken.__doc__):
        for example in (document or "").split("[dim]$[/] ")[1:]:
            command, *output = (row.strip() for row in example.strip().splitlines())
            found.append((command, "".join(output)))
    return [(command, output) for command, output in found if output and "…" not in output]


@pytest.mark.parametrize(("command", "output"), examples())
def test_help_tells_the_truth(command: str, output: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    real = command.replace("indic-tf", f"{sys.executable} -m indic_tf")
    done = subprocess.run(real, shell=True, capture_output=True, text=True, env=environment, check=False)
    assert (done.stdout.strip(), done.returncode) == (output, 0)


# --- looking inside, training -------------------------------------------------------------------------


def test_languages_are_all_listed() -> None:
    assert [row["code"] for row in json.loads(run("languages", "--json")[1])] == list(languages())
    table = run("languages")[1]
    assert all(any(row.startswith(f"{code} ") for row in table.splitlines()) for code in languages())


def test_explain_shows_every_stage() -> None:
    code, out, _ = run("explain", "--lang", "hi", "--model", "none", "दस प्रतिशत छूट")
    assert code == 0
    for part in ("classify", "parse", "order", "verbalize", "percent integer=10", "grammar", "10% छूट", "off"):
        assert part in out


@pytest.mark.parametrize(("model", "said"), [("fast", "not asked: no words beside numbers"), ("none", "off")])
@pytest.mark.parametrize("text", ["25 8", "पच्चीस हजार रुपये", ""])
def test_explain_tells_a_tagger_without_work_from_none(text: str, model: str, said: str) -> None:
    out = run("explain", "--lang", "hi", "--model", model, text)[1]
    assert regex.search(rf"^tagger +{said}$", out, flags=regex.MULTILINE)
    as_json = json.loads(run("explain", "--lang", "hi", "--model", model, "--json", text)[1])
    assert (as_json["tags"], as_json["tagger"]) == (None, model != "none")


def test_explain_as_json() -> None:
    made = json.loads(run("explain", "--lang", "hi", "--model", "none", "--json", "दस प्रतिशत छूट")[1])
    assert made["words"] == ["दस", "प्रतिशत", "छूट"]
    assert made["runs"][0]["parse"] == [{"kind": "percent", "fields": {"integer": "10"}}]
    assert made["spans"] == [{"words": [0, 2], "kind": "percent", "fields": {"integer": "10"}}]
    assert made["tags"] is None
    assert made["formatted"]["text"] == "10% छूट"


def test_a_language_models_recipe_is_printed_in_full() -> None:
    recipe = folder("data_scripts") / "recipes" / "mlm_small.yaml"
    if not recipe.exists():
        pytest.skip("no recipe here")
    code, out, _ = run("train", "language-model", str(recipe), "--print-config")
    assert code == 0
    assert "share: 0.2" in out


def test_a_recipe_is_printed_in_full() -> None:
    recipes = sorted((folder("data_scripts") / "recipes").glob("tagger_*.yaml"))
    if not recipes:
        pytest.skip("no recipe here")
    code, out, _ = run("train", "tagger", str(recipes[0]), "--print-config")
    assert code == 0
    assert "seed:" in out
