"""Marks of a tagger in place of a shard's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from scripts import script

from indic_tf.document import Tagged
from indic_tf.labels import PUNCTUATION
from indic_tf.training import shards
from indic_tf.training.label import Labelled
from indic_tf.training.relabel import relabelled

QUESTION = Labelled(("what", "is", "your", "name"), "1220", case="0000")


class Fixed:
    """Gives the same labels and probabilities to every text."""

    def __init__(self) -> None:
        self.heads = {"punctuation": PUNCTUATION}

    def tag(self, sequences: Any) -> list[Tagged]:
        return [Tagged({"punctuation": ("none", "comma", "end")}, {"punctuation": (0.9, 0.5, 0.7)}) for _ in sequences]


@pytest.mark.parametrize(("sure", "expected"), [(0.0, "012"), (0.6, "0-2"), (0.7, "0-2"), (0.95, "---")])
def test_marks_that_the_tagger_is_sure_of(sure: float, expected: str) -> None:
    before: Any = Labelled(("a", "b", "c"), "210", case="010", itn="0:0", disfluency="")
    (after,) = relabelled(Fixed(), [before], sure)  # type: ignore[arg-type]
    assert after == Labelled(("a", "b", "c"), expected, case="010", itn="0:0", disfluency="")


def test_only_the_named_sources_change(tmp_path: Path) -> None:
    for name in ("bad.train", "bad.dev", "good.train"):
        shards.write(tmp_path / "in" / "en" / f"{name}.tsv.gz", [QUESTION])
    out = tmp_path / "out"
    run = ("relabel.py", tmp_path / "in", out, "--model", "small", "--sure", "0.5")
    told = script(*run, "--source", "*/bad")
    assert told.returncode == 0, told.stderr
    assert "en/bad: 100.0% of 4 words decided" in told.stdout
    assert [p.punctuation for p in shards.read(out / "en" / "bad.train.tsv.gz")] == ["0003"]
    for name in ("bad.dev", "good.train"):
        assert (out / "en" / f"{name}.tsv.gz").is_symlink()
        assert list(shards.read(out / "en" / f"{name}.tsv.gz")) == [QUESTION]
    again = script(*run, "--source", "*/nothing")
    assert again.returncode == 2
    assert "*/nothing" in again.stderr
