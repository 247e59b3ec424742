"""Runs that are killed or interrupted at random moments lose nothing, and the next one ends well.

Three runs each; all fifty of each kind with ``INDIC_TF_FULL=1``.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import yaml
from amounts import few
from chaos import Scene, chaos, tree
from test_publishing import lines
from test_training import prepared

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")]

FORMAT = ("format", "--lang", "hi", "--model", "none")
SAID = "मुझे पच्चीस हजार रुपये चाहिए {} क्या आप दे सकते हैं\n"
RUNS = 50  # of each kind


def put(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def beside(folder: Path) -> None:
    """Files of a user that have nothing to do with the run."""
    put(folder / "thesis.txt", "mine")
    put(folder / "out.partial" / "thesis.txt", "mine, too")
    put(folder / ".out.txt.swp", "of an editor")


# --- format


def test_lines_from_stdin_to_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "template"
    beside(folder)
    put(folder / "out.txt", "precious\n")
    said = "".join(SAID.format(number) for number in range(1500)).encode()
    scene = Scene(folder, [*FORMAT, "-o", "out.txt"], ["out.txt"], stdin=said)
    print(chaos(scene, tmp_path, few(RUNS // 3 + 1)))


def test_a_folder_of_transcripts_in_two_processes(tmp_path: Path) -> None:
    folder, names = tmp_path / "template", [f"talk{number}" for number in range(5)]
    beside(folder)
    for name in names:
        rows = [{"start": i, "end": i + 1, "text": SAID.format(i).strip()} for i in range(200)]
        put(folder / "in" / f"{name}.json", json.dumps({"text": "", "segments": rows}))
    put(folder / "out" / "notes.txt", "mine")
    put(folder / "out" / "talk0.srt", "an old one")
    arguments = [*FORMAT, "in", "-o", "out/", "--to", "srt", "--workers", "2"]
    units = [f"out/{name}.srt" for name in names]
    print(chaos(Scene(folder, arguments, units), tmp_path, few(RUNS // 3)))


def test_a_column_of_a_table(tmp_path: Path) -> None:
    folder = tmp_path / "template"
    beside(folder)
    rows = [{"id": i, "text": SAID.format(i).strip(), "more": [i]} for i in range(1500)]
    put(folder / "data.jsonl", "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    put(folder / "out.jsonl", "precious\n")
    arguments = [*FORMAT, "data.jsonl", "--column", "text", "-o", "out.jsonl"]
    print(chaos(Scene(folder, arguments, ["out.jsonl"]), tmp_path, few(RUNS // 3 + 1)))


# --- publish


def test_publish(tmp_path: Path) -> None:
    folder = tmp_path / "template"
    beside(folder)
    put(folder / "corpora" / "hi" / "news.txt", "\n".join(lines(120, 1)))
    fields: dict[str, object] = {
        "name": "little",
        "title": "T",
        "version": "0.1.0",
        "licence": "CC-BY-4.0",
        "description": "D",
    }
    fields |= {"output": "out", "corpora": "corpora", "test": 0.2, "languages": ["hi"], "tasks": ["itn", "punctuation"]}
    source = {"pattern": "hi/*", "licence": "CC0-1.0", "origin": "made up"}
    put(folder / "recipe.yaml", yaml.safe_dump({**fields, "sources": [source]}))
    scene = Scene(folder, ["publish", "recipe.yaml", "--force", "--jobs", "2"], ["out"], row=3)
    print(chaos(scene, tmp_path, few(RUNS)))


# --- train


def model(folder: Path) -> dict[str, bytes]:
    """A model without what tells how long its training took."""
    return {name: content for name, content in tree(folder).items() if name not in ("README.md", ".indic-tf.json")}


def of_the_run(name: str) -> bool:
    return name.startswith("run/")


def test_train_tagger(tmp_path: Path) -> None:
    folder = tmp_path / "template"
    beside(folder)
    recipe = prepared(folder, tokens=1200, max_minutes=1000, evaluate_minutes=0)
    recipe.write_text(recipe.read_text(encoding="utf-8").replace(f"{folder}/", ""), encoding="utf-8")
    put(folder / "run" / "notes.txt", "mine")
    endings = [["--resume"], ["--force"]]
    scene = Scene(
        folder, ["train", "tagger", "recipe.yaml"], ["model"], same=model, endings=endings, row=5, hidden=of_the_run
    )
    print(chaos(scene, tmp_path, few(RUNS)))


# --- grammars


@pytest.mark.parametrize("together", [1, 2])
def test_a_grammar_is_compiled(together: int, tmp_path: Path) -> None:
    folder = tmp_path / "template"
    beside(folder)
    arguments = ["format", "--lang", "mni", "--model", "none", "20", "-o", "out.txt"]
    scene = Scene(
        folder,
        arguments,
        ["out.txt", "cache"],
        environment={"INDIC_TF_CACHE": "cache"},
        same=grammars,
        row=5,
        together=together,
    )
    print(chaos(scene, tmp_path, few(RUNS // 2)))


def grammars(folder: Path) -> dict[str, bytes]:
    """What is compiled, without what is being compiled: folders that begin with a dot."""
    return {name: content for name, content in tree(folder).items() if not name.startswith(".")}
