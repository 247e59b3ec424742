"""Corpora whose runs are killed at random moments: what is there is whole, and the same command makes all of it."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from amounts import few
from chaos import Counted, Scene, chaos
from corpora import put, shards

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")


RAY_GOES = 180.0  # seconds: workers of Ray that were just starting ask for their cluster for a minute


def scene(top: Path, records: int, *more: str) -> Scene:
    folder = top / "template"
    names = shards(folder / "in", 6, records)
    put(folder / "out" / "notes.txt", "mine")
    put(folder / "out" / names[0], "an old one")
    arguments = ["corpus", "in", "-o", "out", "--lang", "hi", "--model", "none", *more]
    return Scene(folder, arguments, [f"out/{name}" for name in names], row=5)


def killed(scene: Scene, top: Path, runs: int) -> Counted:
    counted = chaos(scene, top, runs)
    print(counted)
    assert counted.killed + counted.interrupted + counted.early + counted.ended == runs
    return counted


def test_a_corpus(tmp_path: Path) -> None:
    killed(scene(tmp_path, 60, "--workers", "1"), tmp_path, 2)


@pytest.mark.slow
def test_a_corpus_ten_times(tmp_path: Path) -> None:
    assert killed(scene(tmp_path, 400, "--workers", "2"), tmp_path, few(50, 4)).killed


@pytest.mark.slow
def test_a_corpus_through_ray(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    ray = replace(scene(tmp_path, 400, "--workers", "2", "--engine", "ray"), patience=RAY_GOES)
    assert killed(ray, tmp_path, few(50, 10)).killed
