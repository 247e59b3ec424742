"""Which passages taggers find doubtful."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from indic_tf.document import Tagged
from indic_tf.labels import PUNCTUATION
from indic_tf.tagging.predict import Tagger
from indic_tf.training import doubtful, shards
from indic_tf.training.label import Labelled


class Fixed:
    """Gives the same labels and probabilities to every text."""

    def __init__(self, labels: str, probabilities: Sequence[float]) -> None:
        self.heads = {"punctuation": PUNCTUATION}
        self.labels, self.probabilities = tuple(labels.split()), tuple(probabilities)

    def tag(self, sequences: Sequence[Sequence[str]]) -> list[Tagged]:
        return [Tagged({"punctuation": self.labels}, {"punctuation": self.probabilities}) for _ in sequences]


SURE: Any = Fixed("none comma end", (0.9, 0.8, 0.7))
OTHER: Any = Fixed("none none end", (0.9, 0.6, 0.7))


@pytest.mark.parametrize(
    ("codes", "taggers", "expected"),
    [
        ("012", [SURE], 0.0),
        ("002", [SURE], 0.8 / 3),
        ("10-", [SURE], 1.7 / 2),  # the mark of the last word is not known
        ("---", [SURE], 0.0),
        ("002", [SURE, OTHER], 0.0),
        ("032", [SURE, OTHER], 0.6 / 3),
    ],
)
def test_doubt_is_what_all_taggers_give_to_other_labels(codes: str, taggers: Any, expected: float) -> None:
    assert doubtful.doubts(taggers, [Labelled(("a", "b", "c"), codes)]) == [pytest.approx(expected)]


def test_the_most_doubtful_go_and_the_others_keep_their_order() -> None:
    passages = [Labelled((word,), "0") for word in "abcdefgh"]
    found = [0.1, 0.9, 0.0, 0.5, 0.0, 0.2, 0.0, 0.0]
    assert [p.words[0] for p in doubtful.kept(passages, found, 0.25)] == ["a", "c", "e", "f", "g", "h"]
    assert doubtful.kept(passages, found, 0.0) == passages
    assert [p.words[0] for p in doubtful.kept(passages, found, 1.0)] == ["c", "e", "g", "h"]  # nothing is said of them


def test_marks_that_nobody_would_set_are_found(tmp_path: Any) -> None:
    good = Labelled(("what", "is", "your", "name"), "0003")
    bad = Labelled(("what", "is", "your", "name"), "1220")
    shards.write(tmp_path / "s.train.tsv.gz", [good, bad])
    found = doubtful.doubts([Tagger.load("small")], list(shards.read(tmp_path / "s.train.tsv.gz")))
    assert found[0] < 0.1 < found[1]
