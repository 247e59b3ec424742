"""Many files: what goes where, what was done before, what fails, several processes."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from indic_tf import InputError
from indic_tf.jobs import Settings, plan, run

SEGMENTS = [{"start": 0.0, "end": 2.0, "text": " मुझे पच्चीस"}, {"start": 2.0, "end": 4.0, "text": " हजार रुपये चाहिए"}]
SAME = Settings({"lang": "hi", "model": None})
TEXT = replace(SAME, to="text")
SRT = replace(SAME, to="srt")


def whisper(path: Path, segments: object = SEGMENTS) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = json.dumps({"text": "", "segments": segments, "language": "hi"}).encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def test_outputs_lie_as_the_inputs_lay(tmp_path: Path) -> None:
    for name in ("calls/a.json", "calls/deep/b.json.gz", "calls/.hidden/c.json", "calls/a.wav", "more/d.json.gz"):
        whisper(tmp_path / name)
    tasks = plan([str(tmp_path / "calls"), str(tmp_path / "more/*.json.gz")], tmp_path / "out", SRT)
    assert [task.target.relative_to(tmp_path / "out").as_posix() for task in tasks] == ["a.srt", "deep/b.srt", "d.srt"]


def test_the_shape_that_came_in_keeps_its_name(tmp_path: Path) -> None:
    whisper(tmp_path / "b.json.gz")
    assert [task.target.name for task in plan([str(tmp_path)], tmp_path / "out", SAME)] == ["b.json"]


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        (["nothing"], "no such file or folder"),
        (["no*.json"], "no file fits"),
        (["empty"], "no file with one of the endings"),
        (["one/a.json", "two/a.json"], "would both be written"),
    ],
)
def test_what_does_not_fit_is_said_before_the_work(tmp_path: Path, sources: list[str], said: str) -> None:
    for name in ("one/a.json", "two/a.json"):
        whisper(tmp_path / name)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=said):
        plan([str(tmp_path / source) for source in sources], tmp_path / "out", SAME)


def test_an_input_is_never_an_output(tmp_path: Path) -> None:
    whisper(tmp_path / "a.json")
    with pytest.raises(InputError, match="which is an input"):
        plan([str(tmp_path / "a.json")], tmp_path, SAME)


def test_the_output_folder_is_not_read(tmp_path: Path) -> None:
    whisper(tmp_path / "a.json")
    whisper(tmp_path / "out" / "old.json")
    assert [task.source.name for task in plan([str(tmp_path)], tmp_path / "out", SAME)] == ["a.json"]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_a_file_that_fails_costs_no_other(tmp_path: Path, workers: int) -> None:
    whisper(tmp_path / "in/a.json")
    (tmp_path / "in/b.json").write_text('{"something": "else"}', encoding="utf-8")
    whisper(tmp_path / "in/c.json")
    tasks = plan([str(tmp_path / "in")], tmp_path / "out", TEXT)
    found = {done.task.source.name: done for done in run(tasks, TEXT, workers)}
    assert (tmp_path / "out/a.txt").read_text(encoding="utf-8") == "मुझे ₹25,000 चाहिए\n"
    assert (tmp_path / "out/c.txt").exists()
    assert not (tmp_path / "out/b.txt").exists()
    assert "the keys something" in found["b.json"].error
    assert not found["a.json"].error


def test_what_is_done_is_known(tmp_path: Path) -> None:
    source = whisper(tmp_path / "in/a.json")
    tasks = plan([str(tmp_path / "in")], tmp_path / "out", TEXT)
    assert [task.done for task in tasks] == [False]
    list(run(tasks, TEXT))
    assert [task.done for task in plan([str(tmp_path / "in")], tmp_path / "out", TEXT)] == [True]
    later = source.stat().st_mtime + 100
    os.utime(source, (later, later))
    assert [task.done for task in plan([str(tmp_path / "in")], tmp_path / "out", TEXT)] == [False]


def test_an_output_is_whole_or_the_old_one(tmp_path: Path) -> None:
    whisper(tmp_path / "in/a.json", segments=[{"start": 0, "end": 1, "text": "दो सौ"}])
    (tmp_path / "out").mkdir()
    (tmp_path / "out/a.srt").write_text("old", encoding="utf-8")
    bad = Settings({"lang": "hi", "model": None}, to="srt", options={"max_chars": 0})
    [done] = run(plan([str(tmp_path / "in")], tmp_path / "out", bad), bad)
    assert done.error
    assert (tmp_path / "out/a.srt").read_text(encoding="utf-8") == "old"
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["a.srt"]


@pytest.mark.parametrize("changed", ["settings", "source", "empty", "list", "broken list"])
def test_what_was_made_otherwise_is_not_done(tmp_path: Path, changed: str) -> None:
    whisper(tmp_path / "in/a.json")
    out, noted = tmp_path / "out", tmp_path / "out/.indic-tf.jsonl"
    list(run(plan([str(tmp_path / "in")], out, TEXT), TEXT))
    sources, settings, done = [str(tmp_path / "in")], TEXT, False
    if changed == "settings":
        settings = replace(TEXT, formatter={**TEXT.formatter, "itn": False})
    elif changed == "source":
        sources = [str(whisper(tmp_path / "other/a.json"))]
    elif changed == "empty":
        (out / "a.txt").write_bytes(b"")
    elif changed == "list":
        noted.unlink()
    else:
        noted.write_bytes(b"\xff{\n[]\n" + noted.read_bytes() + b'{"output": "a.t')
        done = True
    assert [task.done for task in plan(sources, out, settings)] == [done]


def test_threads_and_device_make_no_other_files() -> None:
    same = replace(TEXT, threads=3, formatter={**TEXT.formatter, "device": "cpu"})
    assert same.digest == TEXT.digest
    assert replace(TEXT, to="srt").digest != TEXT.digest


def test_other_tables_in_the_same_folder_are_other_settings(tmp_path: Path) -> None:
    table = tmp_path / "names.tsv"
    table.write_text("एक\n", encoding="utf-8")
    settings = [Settings({"lang": "hi", "tables": [str(tmp_path)]}), Settings({"lang": "hi", "tables": str(tmp_path)})]
    first, same = (one.digest for one in settings)
    table.write_text("दो\n", encoding="utf-8")
    assert first == same != replace(settings[0]).digest
