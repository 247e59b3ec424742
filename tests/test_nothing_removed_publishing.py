"""What publishing did not write stays, and what it wrote itself until that is to be written anew; other files too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from removing import TABLE, filled, run, tree, with_checksums

from indic_tf.errors import ModelError
from indic_tf.manifests import records
from indic_tf.publishing import checksums
from indic_tf.publishing import publish as publishing
from indic_tf.publishing.summary import Facts
from indic_tf.reports import figures, page
from indic_tf.reports.results import Result as Scored
from indic_tf.tagging import hub as model_hub
from indic_tf.training import shards

# --- publish


def benchmark(folder: Path, **more: str) -> Path:
    (folder / "itn").mkdir(parents=True, exist_ok=True)
    (folder / "itn" / "hi.tsv").write_text(TABLE, encoding="utf-8")
    fields = {"name": "little", "title": "T", "version": "0.1.0", "licence": "CC-BY-4.0", "description": "D"}
    fields |= {"output": str(folder / "out"), "itn_tables": str(folder / "itn"), **more}
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump({**fields, "languages": ["hi"]}), encoding="utf-8")
    return path


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
