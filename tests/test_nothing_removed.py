"""What this package did not write is never removed or written over; what it wrote, only when that is asked for."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from test_training import prepared
from typer.testing import CliRunner, Result

from indic_tf import cli
from indic_tf.errors import InputError, ModelError
from indic_tf.manifests import owned, records
from indic_tf.publishing import checksums
from indic_tf.publishing import publish as publishing
from indic_tf.publishing.summary import Facts
from indic_tf.reports import figures, page
from indic_tf.reports.results import Result as Scored
from indic_tf.tagging import hub as model_hub
from indic_tf.training import place, shards, tagger
from indic_tf.training.config import load

BY = "indic-tf publish"
TABLE = "# id\tkind\tspoken\twritten\tnote\n1\tmoney\tदस रुपये\t₹10\tsmall\n"


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: files with their bytes, links with where they lead, folders."""
    made: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink():
            made[name] = f"-> {os.readlink(path)}"
        else:
            made[name] = "folder" if path.is_dir() else path.read_bytes()
    return made


def filled(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text, encoding="utf-8")
    return folder


def made_by_us(folder: Path, **files: str) -> Path:
    with owned.fresh(folder, BY) as work:
        filled(work, **files)
    return folder


# --- folders that are written as a whole


def with_checksums(folder: Path) -> None:
    """A data set as `sha256sum` users ship one."""
    filled(folder, audio__wav="RIFF")
    digest = hashlib.sha256((folder / "audio.wav").read_bytes()).hexdigest()
    (folder / "checksums.sha256").write_text(f"{digest}  audio.wav\n")


def with_a_link(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "link").symlink_to("a")


def with_an_empty_folder(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "photos").mkdir()


def with_an_added_file(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / "thesis.txt").write_text("mine")


def with_a_list_that_is_none(folder: Path) -> None:
    filled(folder, a="1")
    (folder / owned.MARKER).write_text("{}")


def with_a_list_of_another_command(folder: Path) -> None:
    with owned.fresh(folder, "indic-tf train tagger") as work:
        filled(work, model="1")


def with_a_hidden_file(folder: Path) -> None:
    made_by_us(folder, a="1")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref")


FOREIGN = [
    with_checksums, with_a_link, with_an_empty_folder, with_an_added_file, with_a_list_that_is_none,
    with_a_list_of_another_command, with_a_hidden_file,
]  # fmt: skip


@pytest.mark.parametrize("make", FOREIGN, ids=lambda make: make.__name__)
@pytest.mark.parametrize("force", [False, True])
def test_other_things_stay_whatever_is_asked(make: Callable[[Path], None], force: bool, tmp_path: Path) -> None:
    make(tmp_path / "out")
    before = tree(tmp_path)
    with pytest.raises(InputError, match="holds other things"):
        owned.fresh(tmp_path / "out", BY, force=force).__enter__()
    assert tree(tmp_path) == before


def test_what_stands_beside_stays(tmp_path: Path) -> None:
    for name in ("out.partial", "out.unfinished", "out.before"):
        filled(tmp_path / name, thesis="mine")
    before = tree(tmp_path)
    made_by_us(tmp_path / "out", a="1")
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"out", "out/a", f"out/{owned.MARKER}"}


def test_an_earlier_one_makes_way_only_when_asked(tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", a="1", b="2")
    with pytest.raises(InputError, match=r"before: --force"):
        made_by_us(tmp_path / "out", a="3")
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, a="3")
    assert tree(tmp_path).keys() == {"out", "out/a", f"out/{owned.MARKER}"}
    assert (tmp_path / "out" / "a").read_text() == "3"


def test_edits_are_found_by_digest_and_kept(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    made_by_us(tmp_path / "out", card="ours", data="1")
    (tmp_path / "out" / "card").write_text("my own words")
    with pytest.raises(InputError, match="card was changed since: --force"):
        owned.usable(tmp_path / "out", BY, again=True)
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, card="new", data="2")
    assert (tmp_path / "out" / "card").read_text() == "new"
    [kept] = tmp_path.glob("out.before-*/out/card")
    assert kept.read_text() == "my own words"
    assert not [*tmp_path.glob("out.before-*/out/data")]
    assert str(kept.parent) in caplog.text


def test_a_link_is_followed_and_stays(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to("disk/bench")
    for again in (False, True):
        with owned.fresh(tmp_path / "out", BY, force=again) as work:
            filled(work, a="1")
        assert (tmp_path / "out").is_symlink()
        assert (tmp_path / "disk" / "bench" / "a").read_text() == "1"


@pytest.mark.parametrize("kind", ["file", "below a file", "circle"])
def test_what_cannot_be_written_is_said_at_once(kind: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "circle").symlink_to("circle")
    place_ = {"file": "file", "below a file": "file/out", "circle": "circle/out"}[kind]
    with pytest.raises(InputError, match=r"no folder|Symlink|symbolic|cannot"):
        owned.usable(tmp_path / place_, BY)


def test_what_is_put_there_meanwhile_stays_and_the_work_too(tmp_path: Path) -> None:
    def write() -> None:
        with owned.fresh(tmp_path / "out", BY) as work:
            filled(work, a="1")
            filled(tmp_path / "out", thesis="mine")

    with pytest.raises(InputError, match="what was made is complete in") as raised:
        write()
    assert (tmp_path / "out" / "thesis").read_text() == "mine"
    assert (Path(str(raised.value).rpartition(" in ")[2]) / "a").read_text() == "1"


def test_work_that_fails_leaves_nothing_and_the_old(tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", a="1")
    before = tree(tmp_path)

    def write() -> None:
        with owned.fresh(tmp_path / "out", BY, force=True) as work:
            filled(work, a="2")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert tree(tmp_path) == before


def test_a_list_cannot_lead_out_of_its_folder(tmp_path: Path) -> None:
    victim = tmp_path / "thesis.txt"
    victim.write_text("mine")
    digest = hashlib.sha256(b"mine").hexdigest()
    names = ["../thesis.txt", str(victim), "a/../../thesis.txt"]
    made_by_us(tmp_path / "out", a="1")
    found = json.loads((tmp_path / "out" / owned.MARKER).read_text())
    found["files"] |= {name: {"by": BY, "sha256": digest} for name in names}
    (tmp_path / "out" / owned.MARKER).write_text(json.dumps(found))
    with owned.fresh(tmp_path / "out", BY, force=True) as work:
        filled(work, a="2")
    assert victim.read_text() == "mine"


NAMES = st.lists(st.sampled_from(["a", "b", "c/d", "c/e", "f/g/h"]), unique=True)
CHANGES = st.lists(st.tuples(st.sampled_from(["a", "c/d", "f/g/h", "z", "c/z", "f/z"]), st.sampled_from("wd")))


@settings(max_examples=60, deadline=None)
@given(first=NAMES, second=NAMES, changes=CHANGES, force=st.booleans())
def test_nothing_that_a_user_wrote_is_ever_lost(
    first: list[str], second: list[str], changes: list[tuple[str, str]], force: bool, tmp_path_factory: Any
) -> None:
    top: Path = tmp_path_factory.mktemp("any")

    def write(names: list[str], text: str, **options: bool) -> None:
        with owned.fresh(top / "out", BY, **options) as work:
            for name in names:
                (work / name).parent.mkdir(parents=True, exist_ok=True)
                (work / name).write_text(f"{text} {name}")

    write(first, "ours")
    mine = set()
    for number, (name, what) in enumerate(changes):
        path = top / "out" / name
        if what == "w" and not path.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"mine {number}")
    mine = {p.read_text() for p in top.rglob("*") if p.is_file() and p.read_text().startswith("mine")}
    try:
        write(second, "new", force=force)
    except InputError:
        pass
    else:
        assert force or not [*first, *mine]
    assert mine <= {p.read_text() for p in top.rglob("*") if p.is_file()}


# --- publish


def benchmark(folder: Path, **more: str) -> Path:
    (folder / "itn").mkdir(parents=True, exist_ok=True)
    (folder / "itn" / "hi.tsv").write_text(TABLE, encoding="utf-8")
    fields = {"name": "little", "title": "T", "version": "0.1.0", "licence": "CC-BY-4.0", "description": "D"}
    fields |= {"output": str(folder / "out"), "itn_tables": str(folder / "itn"), **more}
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump({**fields, "languages": ["hi"]}), encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(cli.app, [*map(str, arguments)])


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The work of a benchmark, made short: this is about where it goes. What is asked for is noted."""
    asked: list[str] = []

    def build(recipe: Any, folder: Path, jobs: int, track: Any) -> Any:
        asked.append(str(folder))
        filled(folder, README__md="the card", recipe__yaml="x")
        checksums.write(folder)
        return (), Facts()

    monkeypatch.setattr(publishing, "_build", build)
    return asked


def test_publish_leaves_a_data_set_and_a_partial_folder(quick: list[str], tmp_path: Path) -> None:
    recipe = benchmark(tmp_path)
    with_checksums(tmp_path / "mine")
    filled(tmp_path / "bench.partial", thesis__txt="mine")
    before = tree(tmp_path)
    refused = run("publish", recipe, "-o", tmp_path / "mine", "--force")
    assert (refused.exit_code, quick) == (2, [])
    assert "holds other things (audio.wav, checksums.sha256)" in refused.stderr
    assert run("publish", recipe, "-o", tmp_path / "bench").exit_code == 0
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before


def test_publish_tells_an_edited_card(quick: list[str], tmp_path: Path) -> None:
    recipe, card = benchmark(tmp_path), tmp_path / "out" / "README.md"
    assert run("publish", recipe).exit_code == 0
    card.write_text("my own words")
    refused = run("publish", recipe)
    assert (refused.exit_code, card.read_text(), len(quick)) == (2, "my own words", 1)
    assert "README.md was changed since: --force" in refused.stderr
    assert run("publish", recipe, "--force").exit_code == 0
    assert card.read_text() == "the card"
    assert [path.read_text() for path in tmp_path.glob("out.before-*/out/README.md")] == ["my own words"]


@pytest.mark.parametrize(
    ("repository", "token", "problem"),
    [
        (None, "a", "names no repository"),
        ("me/little", None, "no token"),
        ("you/little", "a", "the token is of me, ours, not of you"),
        ("ours/little", "a", "has version 0.1.0 already"),
        ("me/away", "a", "the hub refuses me/away 0.1.0: no network"),
    ],
)
def test_publish_looks_at_the_hub_before_it_begins(
    repository: str | None, token: str | None, problem: str, quick: list[str], tmp_path: Path, monkeypatch: Any
) -> None:
    from huggingface_hub import HfApi

    from indic_tf.publishing import hub

    def refs(self: HfApi, name: str, **options: str) -> Any:
        if name == "me/away":
            raise OSError("no network")
        return type("Refs", (), {"tags": [type("Tag", (), {"name": "v0.1.0"})]})

    monkeypatch.setattr(hub, "get_token", lambda: token)
    monkeypatch.setattr(HfApi, "whoami", lambda self: {"name": "me", "orgs": [{"name": "ours"}]})
    monkeypatch.setattr(HfApi, "list_repo_refs", refs)
    recipe = benchmark(tmp_path, **({"hub": repository} if repository else {}))
    before = tree(tmp_path)
    refused = run("publish", recipe, "--push")
    assert (refused.exit_code, quick, tree(tmp_path)) == (2, [], before)
    assert problem in refused.stderr


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


# --- other files


def test_a_shard_does_not_touch_what_has_its_name_but_the_ending(tmp_path: Path) -> None:
    for name in ("x.train.tsv.partial", "x.train.tsv.part", "x.part", "x.jsonl.part"):
        (tmp_path / name).write_text("mine")
    before = tree(tmp_path)
    shards.pack(tmp_path / "x.train.tsv.gz", [("a", "b")])
    records.write_text(tmp_path / "x.jsonl", "{}\n")
    after = tree(tmp_path)
    assert {name: after[name] for name in before} == before
    assert set(after) - set(before) == {"x.train.tsv.gz", "x.jsonl"}


def test_a_model_is_not_saved_over_other_files(tmp_path: Path) -> None:
    model = filled(tmp_path / "model", config__json="{}", README__md="ours")
    target = filled(tmp_path / "mine", README__md="my own words", notes="mine")
    before = tree(target)
    with pytest.raises(ModelError, match=r"README\.md would be written over"):
        model_hub.copy(model, target)
    assert tree(target) == before
    (target / "README.md").write_text("ours")
    assert tree(model_hub.copy(model, target)).keys() == {"README.md", "config.json", "notes"}
    assert tree(model_hub.copy(model, model)) == tree(model)


def lists(folder: Path) -> Path:
    rows = [
        {"audio_filepath": f"{i}.wav", "text": f"यह वाक्य {i} है", "speaker": f"s{i}", "duration": 2.0} for i in range(40)
    ]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "all.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_split_is_not_written_over_other_lists(tmp_path: Path) -> None:
    path = lists(tmp_path)
    out = filled(tmp_path / "out", train__json="mine")
    refused = run("data", "split", path, "-o", out, "--by", "speaker", "--force")
    assert (refused.exit_code, tree(out)) == (2, {"train.json": b"mine"})
    assert "train.json would be written over" in refused.stderr
    (out / "train.json").unlink()
    for _ in range(2):  # what it wrote itself and nobody changed is written again
        assert run("data", "split", path, "-o", out, "--by", "speaker").exit_code == 0
    (out / "test.jsonl").write_text("corrected by hand")
    refused = run("data", "split", path, "-o", out, "--by", "speaker")
    assert (refused.exit_code, (out / "test.jsonl").read_text()) == (2, "corrected by hand")
    assert run("data", "split", path, "-o", out, "--by", "speaker", "--force").exit_code == 0
    assert [p.read_text() for p in out.glob("before-*/test.jsonl")] == ["corrected by hand"]


def test_a_page_takes_the_place_of_its_own_kind_only(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    page.write(path, [])
    assert page.is_own(path)
    path.write_text(path.read_text().replace("<body", "<body class='mine'"))
    assert not page.is_own(path)
    path.write_text("<!doctype html><title>My home page</title>")
    refused = run("evaluate", "punctuation", tmp_path / "none.txt", "--lang", "hi", "--html", path)
    assert refused.exit_code == 2
    assert "was edited" in " ".join(refused.stderr.replace("│", "").split())
    assert "My home page" in path.read_text()


def test_pictures_get_names_that_are_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(figure: Any) -> None:
        figure.set_size_inches(1, 1)

    monkeypatch.setattr(figures, "_pictures", lambda sections: [("itn f1", draw), ("itn f1", draw)])
    (tmp_path / "itn-f1.png").write_text("mine")
    none: list[Scored] = []
    for _ in range(2):
        assert [p.name for p in figures.write(tmp_path, none)] == ["itn-f1-2.png", "itn-f1-3.png"]
    assert (tmp_path / "itn-f1.png").read_text() == "mine"
    (tmp_path / "itn-f1-2.png").write_text("drawn on")
    assert [p.name for p in figures.write(tmp_path, none)] == ["itn-f1-3.png", "itn-f1-4.png"]


# --- killed


_KILLED = """
import sys
from pathlib import Path
from indic_tf.manifests import owned
for turn in range(10_000):
    with owned.fresh(Path(sys.argv[1]), "indic-tf publish", force=True) as work:
        for name in "abcdef":
            (work / name).write_text(name * 5000)
"""


@pytest.mark.parametrize("after", [0.0, 0.004, 0.013, 0.06])
def test_a_killed_run_loses_nothing_of_the_user(after: float, tmp_path: Path) -> None:
    made_by_us(tmp_path / "out", card="ours")
    (tmp_path / "out" / "card").write_text("my own words")
    filled(tmp_path / "out.partial", thesis="mine")
    with subprocess.Popen([sys.executable, "-c", _KILLED, str(tmp_path / "out")]) as process:
        while process.poll() is None and not [*tmp_path.glob("out.unfinished-*")]:
            time.sleep(0.001)
        time.sleep(after)
        process.kill()
    found = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert "my own words" in found
    assert "mine" in found
