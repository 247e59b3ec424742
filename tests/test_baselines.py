"""The systems that ours is measured against: each answers every text, and none of them knows about marks."""

from __future__ import annotations

import pytest
from tiny_normalizers import byt5

from indic_tf.errors import InputError, ModelError
from indic_tf.evaluation import baselines
from indic_tf.evaluation.baselines import SYSTEMS, Models

SPOKEN = ["मुझे पच्चीस हजार रुपये चाहिए", "", "नमस्ते " * 50, "कल दस बजे आना"]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Models:
    """The built-in tagger, and a span normalizer that knows nothing."""
    folder = tmp_path_factory.mktemp("byt5")
    byt5(folder)
    return Models(normalizer=str(folder), device="cpu")


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != baselines.TAGS])
def test_every_system_answers_every_text(name: str, models: Models) -> None:
    [(found, system)] = baselines.systems("hi", models, [name]).items()
    made = system(SPOKEN)
    assert found == name
    assert len(made) == len(SPOKEN)
    assert made[1] == ""


@pytest.mark.parametrize("name", ["grammar", "tagged", "universal1", "hybrid", "rescored"])
def test_what_a_grammar_reads_it_writes(name: str, models: Models) -> None:
    made = baselines.systems("hi", models, [name])[name](SPOKEN)
    assert made[0] == "मुझे ₹25,000 चाहिए"
    assert made[3] == "कल 10 बजे आना"


def test_tags_are_there_with_their_model(models: Models) -> None:
    assert baselines.systems("hi", models).keys() == SYSTEMS.keys() - {baselines.TAGS}
    with pytest.raises(ModelError):
        baselines.systems("hi", Models(tags="/nowhere"), [baselines.TAGS])


def test_an_unknown_system_is_named(models: Models) -> None:
    with pytest.raises(InputError, match="no system is called nemo: choose from grammar, tagged"):
        baselines.systems("hi", models, ["nemo"])
