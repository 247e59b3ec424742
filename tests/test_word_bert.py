"""Layers that run on words: the same weights with and without transformers, words told from their subwords, made from a
tagger on subwords and trained on."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from scripts import imported, script
from test_encoders import recipe
from test_tagging import HEADS, WORDS, by_torch
from tiny_encoders import ENCODERS, saved

from indic_tf.errors import ModelError
from indic_tf.tagging import bert, load
from indic_tf.tagging.encode import REPEATS, TYPES
from indic_tf.tagging.encoder import WordBertConfig
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.settings import Settings
from indic_tf.tagging.word_bert import Pool
from indic_tf.training import tagger
from indic_tf.training.language_model import LanguageModel

torch.set_num_threads(1)  # these networks are too small to share

ENDS = torch.tensor([[0, 1, 1, 0, 0, 1], [1, 0, 0, 1, 0, 0]], dtype=torch.bool)


def config() -> WordBertConfig:
    return WordBertConfig(100, 16, 32, 2, 2, max_position_embeddings=256, pooled_subwords=3)


def made() -> Tagger:
    torch.manual_seed(0)
    whole = TaggerConfig(config(), HEADS, window_words=12, min_words_cut=2)
    model: Any = MultiHeadTagger(whole)
    torch.nn.init.normal_(model.encoder.network.repeats.weight)
    return by_torch(model, whole)


def test_a_word_is_the_sum_of_its_subwords_each_by_its_place() -> None:
    pool = Pool(config())  # type: ignore[arg-type]
    torch.nn.init.normal_(pool.places)
    x = torch.randn(2, 6, 16)
    number = ENDS.cumsum(1) - ENDS.long()
    words = pool(x, ENDS, number.clamp(max=2), 3)
    last, before, earlier = pool.places
    expected = [
        [x[0, 1] * last + x[0, 0] * before, x[0, 2] * last, x[0, 5] * last + x[0, 4] * before + x[0, 3] * earlier],
        [x[1, 0] * last, x[1, 3] * last + x[1, 2] * before + x[1, 1] * earlier, torch.zeros(16)],
    ]  # what stands behind the last word is not read
    assert torch.allclose(words, torch.stack([torch.stack(row) for row in expected]), atol=1e-6)


@pytest.mark.parametrize("width", [None, 3, 5])
def test_the_same_with_and_without_transformers(width: int | None, tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = MultiHeadTagger(TaggerConfig(config(), HEADS)).eval()
    model.save_pretrained(tmp_path)
    plain = load.network(tmp_path, Settings.read(tmp_path)).eval()
    assert isinstance(plain, load.PlainTagger)
    again = load.tagger(tmp_path).eval()
    ids, types = torch.randint(1, 100, (2, 6)), torch.randint(0, TYPES * REPEATS, (2, 6))
    mask = torch.ones_like(ids)
    with torch.no_grad():
        said = [one(ids, mask, types, ends=ENDS, width=width).logits for one in (model, plain, again)]
    for head in HEADS:
        assert torch.allclose(said[0][head][ENDS], said[1][head][ENDS], atol=1e-6)
        assert torch.equal(said[0][head], said[2][head])
        assert torch.equal(said[0][head][0, 0], said[0][head][0, 1])  # subwords of one word


def test_what_a_text_gets_does_not_depend_on_those_beside_it() -> None:
    texts = [(WORDS * 10)[i : i + n] for i, n in enumerate((3, 0, 40, 1, 12, 13, 70))]
    together = made().tag(texts, batch_subwords=200)
    for text, both in zip(texts, together, strict=True):
        (alone,) = made().tag([text])
        assert alone.labels == both.labels
        assert alone.probabilities["case"] == pytest.approx(both.probabilities["case"], abs=1e-5)


def test_later_words_and_words_said_again_are_seen() -> None:
    known: Any = made()
    first = [known.tag([words])[0].probabilities["case"][0] for words in (["ab", "cd"], ["ab", "ce"], ["ab", "ab"])]
    assert len({round(p, 6) for p in first}) == 3
    torch.nn.init.zeros_(known._network.module.encoder.network.repeats.weight)
    known._recent.clear()  # what it said of the same words before
    assert known.tag([["ab", "ab"]])[0].probabilities["case"][0] != first[2]


def test_it_cannot_guess_subwords() -> None:
    with pytest.raises(ModelError, match="start from one on subwords"):
        LanguageModel(MultiHeadTagger(TaggerConfig(config(), HEADS)))


def test_training_drops_out_and_use_does_not() -> None:
    layer = bert.Layer(config())
    x, padding = torch.randn(1, 4, 16), torch.zeros(1, 1, 1, 4)
    assert torch.equal(layer.train()(x, padding), layer.eval()(x, padding))
    for module in layer.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = 0.5
    assert not torch.equal(layer.train()(x, padding), layer.train()(x, padding))
    assert torch.equal(layer.eval()(x, padding), layer.eval()(x, padding))


# --- made from a tagger on subwords


@pytest.mark.slow
def test_a_tagger_on_subwords_goes_on_on_words(tmp_path: Path) -> None:
    folder = saved("bert", tmp_path / "bert")
    first = tagger.train(recipe(tmp_path, "first", {"encoder": str(folder)}))
    done = script("to_words.py", first, "--layers", "0", "--out", tmp_path / "words")
    assert not done.returncode, done.stderr
    begun = load.tagger(tmp_path / "words")
    before, after = load.tagger(first).state_dict(), begun.state_dict()
    assert begun.config.encoder.model_type == "word_bert"
    kept = [name for name in after if name.replace("encoder.network.", "encoder.") in before]
    new = {"encoder.network.repeats.weight", "encoder.network.pool.places"}
    assert set(after) - set(kept) == new
    for name in kept:
        if "token_type" not in name:
            assert torch.allclose(after[name], before[name.replace("encoder.network.", "encoder.")], atol=1e-2)
    fields = {"encoder": str(tmp_path / "words"), "dropout": 0.1, "precision": "half"}
    second = tagger.train(recipe(tmp_path, "second", fields, {"tokens": 6000}))
    known = Tagger.load(str(second), "cpu")
    assert known.tag([["hello", "you"]])[0].labels.keys() == begun.config.heads.keys()


def test_only_layers_that_there_are_go_on_on_words(tmp_path: Path) -> None:
    convert = imported("to_words").on_words
    two = ENCODERS["bert"](tmp_path)
    two.num_hidden_layers = 2
    known = MultiHeadTagger(TaggerConfig(two, HEADS))
    with pytest.raises(ModelError, match="no layer 2: there are 2, from 0"):
        convert(known, [0, 2])
    assert convert(known, [1]).config.encoder.num_hidden_layers == 1
    with pytest.raises(ModelError, match="its encoder is word_bert"):
        convert(convert(known))
