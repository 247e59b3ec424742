"""What training did not write stays, and what it wrote itself until it is asked to begin anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from removing import filled, run, tree
from test_training import prepared

from indic_tf.errors import InputError
from indic_tf.manifests import owned
from indic_tf.training import place, tagger
from indic_tf.training.config import load
from indic_tf.training.report import Report

# --- training


def test_a_finished_run_is_not_trained_over(tmp_path: Path) -> None:
    recipe = prepared(tmp_path, tokens=500)
    tagger.train(recipe)
    (tmp_path / "run" / "notes.txt").write_text("mine")
    before = tree(tmp_path)
    refused = run("train", "tagger", recipe)
    assert (refused.exit_code, tree(tmp_path)) == (2, before)
    assert "--resume goes on with it, --force begins anew" in refused.stderr
    (tmp_path / "model" / "README.md").write_text("my own words")
    (tmp_path / "run" / "report.md").write_text("my own notes")
    before = tree(tmp_path)
    for options in ((), ("--resume",)):
        refused = run("train", "tagger", recipe, *options)
        assert (refused.exit_code, tree(tmp_path)) == (2, before)
    assert "report.md was changed since" in refused.stderr
    tagger.train(recipe, force=True)
    after = tree(tmp_path)
    assert after["run/notes.txt"] == b"mine"
    assert b"my own words" in after.values()
    assert b"my own notes" in after.values()
    assert "my own" not in (tmp_path / "model" / "README.md").read_text(encoding="utf-8")
    assert {name: after.get(name) for name in before if name.startswith("data/")}.items() <= before.items()


@pytest.mark.parametrize("kind", ["tagger", "spans", "tags", "language-model"])
@pytest.mark.parametrize("name", ["report.md", "checkpoint.pt", "history.jsonl", "best.pt"])
def test_files_of_somebody_else_stop_every_kind_of_run(kind: str, name: str, tmp_path: Path) -> None:
    job = load(prepared(tmp_path))
    filled(tmp_path / "run", **{name.replace(".", "__"): "mine"})
    before = tree(tmp_path)
    for force in (False, True):
        with pytest.raises(InputError, match=f"{name} would be written over"):
            place.claim(job, kind, force=force)
    filled(tmp_path / "model", config__json="mine")
    (tmp_path / "run" / name).unlink()
    with pytest.raises(InputError, match="holds other things"):
        place.claim(job, kind, force=True, resume=True)
    filled(tmp_path / "run", **{name.replace(".", "__"): "mine"})
    assert tree(tmp_path).items() >= before.items()


def test_a_run_that_was_broken_off_early_begins_again(tmp_path: Path) -> None:
    job = load(prepared(tmp_path))
    place.claim(job, "tagger")
    place.claim(job, "tagger")
    (tmp_path / "run" / "checkpoint.pt").write_bytes(b"x")
    with pytest.raises(InputError, match="holds a run already"):
        place.claim(job, "tagger")
    with pytest.raises(InputError, match="would be written over, which `indic-tf train spans` did not write"):
        place.claim(job, "spans", force=True)
    place.claim(job, "tagger", resume=True)
    assert (tmp_path / "run" / "checkpoint.pt").exists()
    place.claim(job, "tagger", force=True)
    assert not (tmp_path / "run" / "checkpoint.pt").exists()


def test_a_vocabulary_that_somebody_laid_there_is_read_and_stays(tmp_path: Path) -> None:
    filled(tmp_path / "run", sentencepiece__model="mine")
    for force in (False, True):
        place.claim(load(prepared(tmp_path)), "tagger", force=force)
        assert (tmp_path / "run" / "sentencepiece.model").read_text() == "mine"


def test_the_model_does_not_hold_its_run(tmp_path: Path) -> None:
    job = load(prepared(tmp_path))
    for folder in (job.output, job.output.parent):
        with pytest.raises(InputError, match="lies in its model_folder"):
            place.claim(job.model_copy(update={"model_folder": folder}), "tagger")


def test_every_command_that_trains_has_force() -> None:
    for kind in ("tagger", "spans", "tags", "language-model"):
        assert "--force" in run("train", kind, "--help").stdout


def test_a_run_killed_while_it_writes_its_reports_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = prepared(tmp_path)
    tagger.train(recipe)
    place.claim(load(recipe), "tagger", resume=True)
    report = Report(load(recipe), {})
    report.note("once")
    report.write()
    report.note("twice")
    write, calls = owned._write, []

    def killed(folder: Path, files: dict[str, owned.Entry]) -> None:
        calls.append(files)
        if len(calls) == 2:  # the files are new, and the list is not
            raise KeyboardInterrupt
        write(folder, files)

    monkeypatch.setattr(owned, "_write", killed)
    with pytest.raises(KeyboardInterrupt):
        report.write()
    monkeypatch.undo()
    place.claim(load(recipe), "tagger", resume=True)
