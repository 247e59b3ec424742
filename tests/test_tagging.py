"""The tagger: words ↔ subwords, windows, heads, any encoder."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny_encoders import ENCODERS

from indic_tf.errors import InputError, ModelError
from indic_tf.taggers import tagger_of
from indic_tf.tagging import decode, int8, load, windows
from indic_tf.tagging.by_torch import TorchNetwork
from indic_tf.tagging.encode import NUMBER, TYPES, encode, script_number, tagger_word, to_one_script
from indic_tf.tagging.encoder import ConvAttentionConfig
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig, mean_loss
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.settings import Settings

torch.set_num_threads(1)  # these networks are too small to share

HEADS: dict[str, dict[str | int, str]] = {
    "punctuation": {0: "none", 1: "comma", 2: "end", 3: "question"},
    "case": {0: "lower", 1: "capital"},
}
WORDS = ["नमस्ते", "आप", "कैसे", "हैं", "hello", "there", NUMBER, "நன்றி"]


class Letters:
    """One subword per letter."""

    prefix, suffix, pad_id, unknown_id = (1,), (2,), 0, 3

    def encode_word(self, word: str) -> tuple[int, ...]:
        return tuple(4 + ord(c) % 90 for c in word)


def small_encoder() -> ConvAttentionConfig:
    blocks = ("conv", "attention")
    return ConvAttentionConfig(100, 8, 16, 32, num_attention_heads=2, blocks=blocks)


def tagger(**fields: Any) -> Tagger:
    torch.manual_seed(0)
    config = TaggerConfig(small_encoder(), HEADS, window_words=12, min_words_cut=2, **fields)
    return wrapped(config)


def wrapped(config: TaggerConfig) -> Tagger:
    return by_torch(MultiHeadTagger(config), config)


def by_torch(model: torch.nn.Module, config: TaggerConfig) -> Tagger:
    settings = Settings.of(config.to_dict())
    return Tagger(TorchNetwork(model, settings, torch.device("cpu")), settings, Letters())


# --- words


@pytest.mark.parametrize(
    ("core", "seen"),
    [
        *[("₹25,000", NUMBER), ("५वाँ", NUMBER), ("५", NUMBER), ("covid19", NUMBER), (NUMBER, NUMBER)],
        *[("India", "india"), ("भारत", "भारत"), ("ക്\u200d", "ക്"), ("don’t", "don't"), ("पढ़", "पढ़")],
    ],
)
def test_what_the_tagger_sees_of_a_word(core: str, seen: str) -> None:
    assert tagger_word(core) == seen
    assert tagger_word(seen) == seen


def test_nine_scripts_become_one_but_are_remembered() -> None:
    ka = [chr(0x0915 + 0x80 * block) for block in range(9)]
    assert {to_one_script(letter) for letter in ka} == {"क"}
    assert [script_number(letter) for letter in ka] == list(range(1, 10))
    assert script_number("hello") == 0


def test_the_label_sits_on_the_last_subword() -> None:
    encoded = encode(["ab", "c"], Letters())
    assert encoded.label_at == (2, 3)
    assert len(encoded.ids) == len(encoded.types) == 5
    assert encode([], Letters()).label_at == ()


def test_a_long_word_keeps_its_ending() -> None:
    assert encode(["abcdef"], Letters(), max_subwords=2).ids[1:-1] == Letters().encode_word("ef")


# --- windows


SIZES = st.lists(st.integers(1, 12), max_size=400)


@given(SIZES, st.integers(2, 60), st.integers(5, 200), st.integers(0, 80))
def test_windows_cover_every_word_once(sizes: list[int], words: int, room: int, cut: int) -> None:
    ranges = windows.split(sizes, words, room, 2 * cut)
    kept = windows.keep(ranges, cut)
    assert [i for start, stop in kept for i in range(start, stop)] == list(range(len(sizes)))
    assert all(start <= a <= b <= stop for (start, stop), (a, b) in zip(ranges, kept, strict=True))
    for start, stop in ranges:
        assert 0 < stop - start <= words
        assert sum(sizes[start:stop]) <= room or stop - start == 1


@given(SIZES, st.integers(1, 10))
def test_no_kept_word_is_near_an_inner_edge(sizes: list[int], cut: int) -> None:
    """Where windows are long enough to give so much up on both sides."""
    ranges = windows.split(sizes, 40, 12 * 2 * cut, 2 * cut)
    kept = windows.keep(ranges, cut)
    for (_, stop), (_, b) in list(zip(ranges, kept, strict=True))[:-1]:
        assert b == stop - cut
    for (first, stop), (following, _), (a, _) in zip(ranges, ranges[1:], kept[1:], strict=False):
        assert a - following >= min(cut, (stop - first) // 2 - cut)


def test_windows_have_no_more_subwords_than_were_learnt() -> None:
    made = tagger(window_subwords=30)
    words = ["नमस्ते", "a"] * 40
    lengths = [len(window.encoded.ids) - 2 for window in made._windows([words])]
    assert max(lengths) <= 30
    assert len(made.tag([words])[0].labels["case"]) == 80


def test_a_window_of_one_word_is_refused() -> None:
    with pytest.raises(InputError):
        windows.split([1, 1, 1], 1, 10, 0)


# --- the tagger


@pytest.mark.parametrize("length", [0, 1, 12, 13, 500])
def test_one_label_per_word_and_head(length: int) -> None:
    (made,) = tagger().tag([(WORDS * 100)[:length]])
    assert set(made.labels) == set(HEADS)
    for name, labels in made.labels.items():
        assert len(labels) == len(made.probabilities[name]) == length
        assert set(labels) <= set(HEADS[name].values())
        assert all(0 < p <= 1 for p in made.probabilities[name])


def test_a_batch_gives_what_one_by_one_gives() -> None:
    texts = [(WORDS * 10)[i : i + n] for i, n in enumerate((3, 0, 40, 1, 12, 13, 70))]
    together = tagger().tag(texts, batch_subwords=200)
    alone = [tagger().tag([text])[0] for text in texts]
    for a, b in zip(together, alone, strict=True):
        assert a.labels == b.labels
        assert a.probabilities["case"] == pytest.approx(b.probabilities["case"], abs=1e-5)


def test_an_encoder_with_few_positions_still_sees_every_word() -> None:
    made = tagger()
    made._settings = replace(made._settings, encoder={"max_position_embeddings": 42}, window_words=10)
    encoded = made._encoded(["नमस्तेनमस्ते"] * 10)
    assert len(encoded.ids) <= 40
    assert len(encoded.label_at) == 10


def test_later_words_change_earlier_logits() -> None:
    network: Any = tagger()._network
    model = network.module
    ids = torch.tensor([[5, 6, 7, 8, 9, 10, 11, 12, 13, 14]])
    changed = ids.clone()
    changed[0, -1] = 50
    mask = torch.ones_like(ids)
    before, after = (model(x, mask).logits["punctuation"] for x in (ids, changed))
    assert not torch.allclose(before[0, 0], after[0, 0], atol=1e-7)


def test_bias_changes_the_answer() -> None:
    made = tagger(bias={"punctuation": [0.0, 0.0, 0.0, 99.0]}).tag([WORDS])[0]
    assert set(made.labels["punctuation"]) == {"question"}
    assert set(made.labels["case"]) <= {"lower", "capital"}


def test_a_missing_head_is_absent() -> None:
    torch.manual_seed(0)
    config = TaggerConfig(small_encoder(), {"case": HEADS["case"]})
    made = wrapped(config)
    assert set(made.heads) == set(made.tag([WORDS])[0].labels) == {"case"}


# --- the loss


def test_a_head_without_labels_in_the_batch_adds_nothing() -> None:
    logits = {"a": torch.randn(1, 3, 2), "b": torch.randn(1, 3, 2)}
    gold, none = torch.tensor([[0, 1, -100]]), torch.full((1, 3), -100)
    assert mean_loss(logits, {"a": gold, "b": none}) == mean_loss(logits, {"a": gold})
    assert mean_loss(logits, {"a": none}) == 0


def test_the_mean_is_even_unless_weighted() -> None:
    logits = {"a": torch.randn(1, 3, 2), "b": torch.randn(1, 3, 2)}
    gold = {"a": torch.tensor([[0, 1, -100]]), "b": torch.tensor([[1, -100, -100]])}
    a, b = (mean_loss(logits, {name: gold[name]}) for name in "ab")
    assert mean_loss(logits, gold) == pytest.approx(float(a + b) / 2)
    assert mean_loss(logits, gold, {"b": 0.0}) == pytest.approx(float(a))


# --- eight bits


@pytest.mark.parametrize("columns", [100, 256, 384])
def test_eight_bits_are_as_near_as_their_steps(columns: int) -> None:
    """A step is a 127th of the largest of 64 numbers, or of the row where these are no whole blocks."""
    torch.manual_seed(0)
    matrix = torch.randn(70, columns) * torch.logspace(-3, 0, columns)
    stored = int8.pack({"wide": matrix, "few": matrix[:9], "vector": matrix[0]})
    assert {name: stored[name].dtype for name in ("wide", "few", "vector")} == {
        "wide": torch.int8,
        "few": torch.float16,
        "vector": torch.float16,
    }
    back = int8.unpack(stored)
    blocks = matrix.reshape(70, -1, 64 if columns % 64 == 0 else columns)
    steps = (blocks.abs().amax(2, keepdim=True) / 127).expand_as(blocks).reshape(matrix.shape)
    assert ((back["wide"] - matrix).abs() <= 0.51 * steps + 1e-7).all()
    again = int8.pack(back)
    assert all(torch.equal(again[name], values) for name, values in stored.items())


@pytest.mark.parametrize("blocks", [1, 2])
def test_larger_blocks_and_whole_rows_are_read_too(blocks: int) -> None:
    """As weights were stored before blocks had 64 numbers."""
    numbers, scale = torch.randint(-127, 128, (70, 256), dtype=torch.int8), torch.rand(70, blocks).half()
    wide = scale.float().repeat_interleave(256 // blocks, dim=1)
    assert torch.equal(int8.unpack({"w": numbers, "w.int8_scale": scale})["w"], numbers.float() * wide)


# --- folders


def logits(network: Any) -> list[list[float]]:
    """All logits of one fixed sequence, head by head."""
    ids = torch.arange(5, 25)[None]
    out = network.eval()(ids, torch.ones_like(ids)).logits
    return [out[name].flatten().tolist() for name in HEADS]


@pytest.mark.parametrize("make", ENCODERS.values(), ids=ENCODERS)
def test_any_encoder_goes_through_the_same_wrapper(make: Callable[[Path], Any], tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = MultiHeadTagger(TaggerConfig(make(tmp_path), HEADS))
    model.save_pretrained(tmp_path)
    loaded: Any = Tagger.load(str(tmp_path), device="cpu", backend="torch")
    (made,) = loaded.tag([WORDS])
    assert [len(labels) for labels in made.labels.values()] == [len(WORDS)] * 2
    assert logits(loaded._network.module) == logits(model)


@pytest.mark.parametrize(
    ("fields", "plain"),
    [
        ({}, True),
        ({"type_vocab_size": TYPES}, True),
        ({"hidden_act": "gelu_new"}, False),
        ({"is_decoder": True}, False),
    ],
)
def test_a_bert_as_published_needs_no_transformers(fields: dict[str, Any], plain: bool, tmp_path: Path) -> None:
    torch.manual_seed(0)
    config = ENCODERS["bert"](tmp_path)
    config.update({"num_hidden_layers": 2, **fields})
    model = MultiHeadTagger(TaggerConfig(config, HEADS)).eval()
    model.save_pretrained(tmp_path)
    made = load.network(tmp_path, Settings.read(tmp_path)).eval()
    assert isinstance(made, load.PlainTagger) == plain
    ids, mask = torch.randint(1, 20, (3, 12)), torch.ones(3, 12, dtype=torch.long)
    mask[1, 5:] = 0
    types = torch.randint(0, 2 * TYPES, (3, 12)) if fields.get("type_vocab_size") else None
    with torch.no_grad():
        ours, theirs = made(ids, mask, types).logits, model(ids, mask, types).logits
    for head in HEADS:
        assert torch.allclose(ours[head][mask.bool()], theirs[head][mask.bool()], atol=1e-5)


def test_a_config_that_leaves_sizes_to_transformers_is_read_by_it(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = MultiHeadTagger(TaggerConfig(ENCODERS["bert"](tmp_path), HEADS)).eval()
    model.save_pretrained(tmp_path)
    config = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    del config["encoder"]["layer_norm_eps"]
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    made = load.network(tmp_path, Settings.read(tmp_path))
    assert not isinstance(made, load.PlainTagger)
    assert logits(made) == logits(model)


def test_our_encoder_comes_back_as_it_was(tmp_path: Path) -> None:
    torch.manual_seed(0)
    model = MultiHeadTagger(TaggerConfig(small_encoder(), HEADS, bias={"punctuation": [0.0, 1.0, 2.0, 3.0]}))
    model.save_pretrained(tmp_path)
    through_transformers = MultiHeadTagger.from_pretrained(tmp_path)
    assert through_transformers.config.bias == model.config.bias
    assert logits(through_transformers) == logits(model)
    assert logits(load.network(tmp_path, Settings.read(tmp_path))) == logits(model)
    assert {path.suffix for path in tmp_path.iterdir()} == {".json", ".safetensors"}


def test_a_missing_model_says_what_brings_it(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="indic-tf train tagger"):
        Tagger.load(str(tmp_path / "nowhere"))


def test_a_folder_of_something_else_is_a_model_error(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert"}', encoding="utf-8")
    with pytest.raises(ModelError, match=tmp_path.name):
        Tagger.load(str(tmp_path))


@pytest.mark.parametrize(
    ("modules", "absent"),
    [
        ("tagging.encode, indic_tf.labels, indic_tf.tagging", "numpy"),
        ("tagging.predict", "torch"),
        ("tagging.by_torch", "transformers"),
    ],
)
def test_heavy_imports_come_late(modules: str, absent: str) -> None:
    code = f"import sys, indic_tf.{modules}; assert '{absent}' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


# --- the model that ships


@pytest.mark.parametrize(
    ("lang", "text", "last"),
    [
        ("hi", "क्या तुम कल आओगे", "question"),
        ("ta", "உங்கள் பெயர் என்ன", "question"),
        ("kn", "ನೀವು ಎಲ್ಲಿಗೆ ಹೋಗುತ್ತಿದ್ದೀರಿ", "question"),
        ("hi", "मैं दिल्ली में रहता हूँ", "end"),
        ("mr", "मला पुस्तक वाचायला आवडते", "end"),
        ("en", "i live in new delhi", "end"),
    ],
)
@pytest.mark.parametrize("model", ["default", "small"])
def test_one_utterance_gets_its_final_mark(model: str, lang: str, text: str, last: str) -> None:
    (made,) = tagger_of(lang, model, "cpu").tag([[tagger_word(word) for word in text.split()]])
    assert made.labels["punctuation"][-1] == last


def test_the_model_of_english_knows_names() -> None:
    (made,) = tagger_of("en", device="cpu").tag([["i", "live", "in", "new", "delhi"]])
    assert made.labels["case"] == ("capital", "lower", "lower", "capital", "capital")


def test_the_best_path_is_the_best_allowed_one() -> None:
    """Against all sequences, for rows of different lengths in one batch."""
    labels = ("O", "B-a", "I-a", "B-b", "I-b")
    allowed = decode.entries(labels)
    assert allowed is not None
    shares = np.random.default_rng(1).dirichlet(np.ones(len(labels)), (20, 5)).astype(np.float32)
    lengths = [1 + i % 5 for i in range(20)]
    for row, length, path in zip(shares, lengths, decode.best_path(shares, allowed, lengths).tolist(), strict=True):
        possible = [
            s
            for s in itertools.product(range(len(labels)), repeat=length)
            if all(allowed[a, b] for a, b in itertools.pairwise((0, *s)))
        ]
        best = max(possible, key=lambda s: sum(float(np.log(row[i, label])) for i, label in enumerate(s)))
        assert tuple(path[:length]) == best
    assert decode.entries(("none", "comma")) is None


# --- precision


def test_a_half_precision_is_one_of_torch_and_says_nearly_the_same() -> None:
    texts = [["मुझे", "पच्चीस", "हजार", "रुपये", "चाहिए", "आप", "कैसे", "हैं"]]
    single, half = (Tagger.load("small", "cpu", precision=name) for name in ("single", "bf16"))
    assert isinstance(half._network, TorchNetwork)
    assert not isinstance(single._network, TorchNetwork)
    heads = [*single.heads]
    (ours, shares), (theirs, others) = single.told(texts, heads), half.told(texts, heads)
    assert [one.labels for one in ours] == [one.labels for one in theirs]
    apart = max(float(abs(shares[0][head] - others[0][head]).max()) for head in heads)
    assert 0 < apart < 0.05


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"precision": "fp8"}, "precision 'fp8' is none: use 'auto', 'single', 'fp16', 'bf16'"),
        ({"precision": "bf16", "backend": "onnx"}, "in single precision here, not in 'bf16'"),
    ],
)
def test_a_precision_that_cannot_be_had(asked: dict[str, str], said: str) -> None:
    with pytest.raises(ModelError, match=said):
        Tagger.load("small", "cpu", **asked)  # type: ignore[arg-type]
