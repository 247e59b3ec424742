"""Taggers by ONNX Runtime: the labels of PyTorch, without it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
import torch
from test_tagging import HEADS, Letters, by_torch
from tiny_encoders import ENCODERS
from tiny_normalizers import CHECKPOINTS

from indic_tf.errors import ModelError
from indic_tf.extras import needed_for
from indic_tf.resources import model_folder
from indic_tf.seq2seq import Request, SpanNormalizer
from indic_tf.seq2seq import as_graph as spans_graph
from indic_tf.seq2seq.by_onnx import OnnxSeq2Seq
from indic_tf.tagging import as_graph, by_onnx, few_bits, int8, joint, networks, store, threads
from indic_tf.tagging.batches import Batch
from indic_tf.tagging.by_onnx import EXPORTED, OnnxNetwork
from indic_tf.tagging.encode import encode, tagger_word
from indic_tf.tagging.encoder import ConvAttentionConfig, WordBertConfig
from indic_tf.tagging.export import export
from indic_tf.tagging.graph import Graph
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.settings import Settings
from indic_tf.tagging.stored import Weights, read

torch.set_num_threads(1)
CASES = Path(__file__).parent / "cases"
SHIPPED = ("e5", "e5_fast", "e5_more", "small", "ur_ne")
TEXTS = [("ab", "cde", "नमस्ते", "f", "ab"), ("g",), ("ab", "ab", "<num>", *"hijklmnopqrst", "long-word" * 4)]


def prose(lang: str, texts: int, words: int = 30) -> list[list[str]]:
    """Texts of sentences that stay as they are."""
    lines = (CASES / lang / "unchanged.tsv").read_text(encoding="utf-8").split("\n")
    said = [tagger_word(w) for line in lines if line and not line.startswith("#") for w in line.split("\t")[0].split()]
    return [said[i * words % len(said) :][:words] for i in range(texts)]


def alike(one: Any, other: Any, texts: Any) -> float:
    """The share of labels that two taggers give alike; their probabilities are close wherever they do."""
    same: list[bool] = []
    for a, b in zip(one.tag(texts), other.tag(texts), strict=True):
        for head in b.labels:
            same += [x == y for x, y in zip(a.labels[head], b.labels[head], strict=True)]
            assert a.probabilities[head] == pytest.approx(b.probabilities[head], abs=1e-3)
    return sum(same) / len(same)


@pytest.mark.parametrize("name", SHIPPED)
def test_what_ships_says_what_it_says_by_torch(name: str) -> None:
    known = Settings.read(model_folder(name)).languages or ("hi", "ta")
    texts = [text for lang in known[:6] for text in prose(lang, 4)]
    one, other = (Tagger.load(name, "cpu", backend=backend) for backend in ("onnx", "torch"))
    assert isinstance(one._network, OnnxNetwork)
    assert one.heads == other.heads
    assert alike(one, other, texts) >= 0.999


def test_joint_taggers_mix_what_either_runs() -> None:
    parts = [[Tagger.load(name, "cpu", backend=b) for name in ("e5_fast", "small")] for b in ("onnx", "torch")]
    assert alike(joint.Joint(parts[0]), joint.Joint(parts[1]), prose("hi", 4)) >= 0.999


def _small(folder: Path) -> Any:
    blocks = ("conv", "attention", "conv")
    return ConvAttentionConfig(100, 96, 64, 128, num_attention_heads=2, blocks=blocks, repeats=True)


def _small_without_scripts(folder: Path) -> Any:
    return ConvAttentionConfig(100, 8, 16, 32, num_attention_heads=2, blocks=("attention",), type_vocab_size=0)


def _words(folder: Path) -> Any:
    return WordBertConfig(100, 64, 128, 2, 2, max_position_embeddings=256, pooled_subwords=3)


def _bert(folder: Path) -> Any:
    made = ENCODERS["bert"](folder)
    made.update({"hidden_size": 64, "vocab_size": 100, "type_vocab_size": 10})
    return made


MADE = {"small": _small, "no scripts": _small_without_scripts, "on words": _words, "bert": _bert}


@pytest.mark.parametrize("precision", ["half", "int8", "int4", "int6"])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_every_network_in_every_precision(make: Any, precision: str, tmp_path: Path) -> None:
    """In memory and exported, against PyTorch."""
    torch.manual_seed(0)
    config = TaggerConfig(make(tmp_path), HEADS, window_words=12, min_words_cut=2)
    model: Any = MultiHeadTagger(config)
    model.eval()
    for weights in model.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    width = model.get_input_embeddings().weight.shape[1]
    if width % few_bits.BLOCK and precision in few_bits.PRECISIONS:
        pytest.skip("embeddings of few bits have whole blocks")
    store.write(tmp_path, model, store.rounded(model, precision))
    settings = Settings.read(tmp_path)
    theirs = by_torch(model, model.config)
    for apart in (True, False):
        network = OnnxNetwork(by_onnx.session(*as_graph.built(tmp_path, settings, apart=apart)))
        assert alike(Tagger(network, settings, Letters()), theirs, TEXTS) == 1


@pytest.mark.parametrize("bits", [4, 6])
def test_rows_of_few_bits_are_looked_up(bits: int) -> None:
    packed, scales = few_bits.pack(torch.randn(20, 64), bits)
    g = Graph("rows")
    arrays = {"w": packed.numpy(), "w.int4_scales": scales.numpy()}
    g.output(Weights(g, arrays).rows("w", g.input("ids", "int64", ("n",))), "rows", "float32", ("n", 64))
    (made,) = by_onnx.session(g.model("test", "0", {})).run(None, {"ids": np.array([3, 19, 0])})
    assert np.array_equal(made, few_bits.unpack(packed, scales)[[3, 19, 0]].numpy())


def test_weights_are_read_as_safetensors_reads_them(tmp_path: Path) -> None:
    weights = {"a": torch.randn(3, 4), "b": torch.randn(5).half(), "c": torch.randn(2, 2).bfloat16()}
    store.save(tmp_path, int8.half({"d": torch.ones(2)}) | weights)
    made = read(tmp_path / "model.safetensors")
    assert {name: array.dtype for name, array in made.items()} == {"a": "f4", "b": "f2", "c": "f4", "d": "f2"}
    assert all(np.array_equal(made[name], values.float().numpy()) for name, values in weights.items())


def test_windows_become_one_shape_of_few() -> None:
    batch = Batch.of([encode(["ab", "c"], Letters()), encode(["abcdefghij"], Letters())], pad_id=7)
    assert batch.ids.shape == batch.mask.shape == batch.types.shape == (2, 16)
    assert batch.ids[0, 5:].tolist() == [7] * 11
    assert batch.mask.sum(1).tolist() == [5, 12]
    assert batch.label_at.tolist() == [[2, 3, 3, 3], [10] * 4]


@pytest.mark.parametrize("count", [1, 3])
def test_any_number_of_threads_says_the_same(count: int) -> None:
    texts = prose("ta", 40, 20)
    made = Tagger.load("small", "cpu", threads=count).tag(texts)
    (alone,) = Tagger.load("small", "cpu").tag([texts[7]])
    assert made[7].labels == alone.labels
    assert made[7].probabilities["itn"] == pytest.approx(alone.probabilities["itn"], abs=1e-5)


@pytest.mark.parametrize("name", ["e5_fast", "small"])
def test_an_exported_model_is_a_model(name: str, tmp_path: Path) -> None:
    made = export(name, tmp_path / "out")
    assert made == tmp_path / "out"
    assert {"model.onnx", "config.json", "sentencepiece.model", "README.md"} <= {path.name for path in made.iterdir()}
    assert not [*made.glob("*.safetensors")]
    size = (model_folder(name) / "model.safetensors").stat().st_size
    assert (made / EXPORTED).stat().st_size < 1.1 * size
    assert alike(Tagger.load(str(made)), Tagger.load(name), prose("hi", 4)) == 1
    session = onnxruntime.InferenceSession(str(made / EXPORTED), providers=["CPUExecutionProvider"])
    assert [given.name for given in session.get_inputs()] == list(as_graph.INPUTS)
    (made / "config.json").write_text("{}", encoding="utf-8")
    with pytest.raises(ModelError, match=r"config.json would be written over"):
        export(name, made)


def test_a_tokenizer_of_the_hub_goes_with_the_export(tmp_path: Path) -> None:
    torch.manual_seed(0)
    MultiHeadTagger(TaggerConfig(ENCODERS["bert"](tmp_path), HEADS)).save_pretrained(tmp_path)
    made = Tagger.load(str(export(str(tmp_path), tmp_path / "out")))
    theirs = Tagger.load(str(tmp_path), "cpu", backend="torch")
    for word in ("ab", "नमस्ते", "<num>", "ab-c", "a b"):
        assert made._pieces.encode_word(word) == theirs._pieces.encode_word(word)
    assert alike(made, theirs, TEXTS) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["albert", "xlm_roberta", "gemma"])
def test_what_only_transformers_has_is_traced(name: str, tmp_path: Path) -> None:
    pytest.importorskip("onnxscript")
    torch.manual_seed(0)
    MultiHeadTagger(TaggerConfig(ENCODERS[name](tmp_path), HEADS)).save_pretrained(tmp_path)
    made = Tagger.load(str(export(str(tmp_path), tmp_path / "out")))
    assert isinstance(made._network, OnnxNetwork)
    assert alike(made, Tagger.load(str(tmp_path), "cpu", backend="torch"), TEXTS) == 1


def test_a_folder_without_its_weights_is_a_model_error(tmp_path: Path) -> None:
    made = export("small", tmp_path / "out")
    (made / EXPORTED).write_bytes(b"no model")
    with pytest.raises(ModelError, match="does not hold a whole tagger"):
        Tagger.load(str(made))


# --- spans


@pytest.fixture(scope="module")
def normalizers() -> tuple[SpanNormalizer, SpanNormalizer]:
    made = [SpanNormalizer.load("builtin", "cpu", backend=backend) for backend in ("onnx", "torch")]
    assert isinstance(made[0]._network, OnnxSeq2Seq)
    return made[0], made[1]


def asked(lang: str) -> list[Request]:
    lines = [(CASES / lang / f"{kind}.tsv").read_text(encoding="utf-8").split("\n") for kind in ("time", "cardinal")]
    rows = [line.split("\t")[0].split() for own in lines for line in own if line and not line.startswith("#")]
    return [Request(lang, tuple(row), ("x",), ("y", "z")) for row in rows[:200:20] if 0 < len(row) < 15]


@pytest.mark.parametrize("lang", ["hi", "ta", "bn", "en"])
def test_the_built_in_normalizer_says_what_it_says_by_torch(lang: str, normalizers: Any) -> None:
    one, other = normalizers
    requests = asked(lang)
    made = one.normalize(requests)
    assert made == other.normalize(requests)
    given = [[text, "12", "x y z"] for text in made]
    for ours, theirs in zip(one.score(requests, given, 7), other.score(requests, given), strict=True):
        assert ours == pytest.approx(theirs, abs=1e-3)


@pytest.mark.parametrize("both_ways", [True, False])
def test_distances_fall_into_the_buckets_of_transformers(both_ways: bool) -> None:
    from transformers.models.mt5.modeling_mt5 import MT5Attention

    config = {"relative_attention_num_buckets": 32, "relative_attention_max_distance": 128}
    mine = spans_graph.buckets(config, both_ways)
    places = torch.arange(-(len(mine) // 2), len(mine) // 2 + 1)
    theirs = MT5Attention._relative_position_bucket(places, both_ways, 32, 128)  # type: ignore[no-untyped-call]
    assert mine.tolist() == theirs.tolist()


def test_a_checkpoint_of_the_hub_is_for_torch(tmp_path: Path) -> None:
    CHECKPOINTS["mt5"](tmp_path)
    assert OnnxSeq2Seq.load(tmp_path) is None
    with pytest.raises(ModelError, match="backend='torch'"):
        SpanNormalizer.load(str(tmp_path), "cpu", backend="onnx")


# --- without PyTorch

WITHOUT = (
    "import sys; sys.modules.update(dict.fromkeys(('torch', 'transformers', 'huggingface_hub', 'onnxscript')))\n"
    "from indic_tf import IndicFormatter, ModelError\n"
)


def without(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, check=False)
    assert not done.returncode, done.stderr
    return done.stdout


def test_a_text_is_written_without_torch() -> None:
    said = "मुझे पच्चीस हजार रुपये चाहिए क्या आप दे सकते हैं"
    assert without(f"print(IndicFormatter('hi')({said!r}).text)") == "मुझे ₹25,000 चाहिए, क्या आप दे सकते हैं?\n"


def test_a_span_is_written_without_torch() -> None:
    said = "प्रसारण ग्यारह पैंतीस का है"
    code = f"print(IndicFormatter('hi', normalizer='builtin')({said!r}).text)"
    assert without(code) == "प्रसारण 11:35 का है।\n"


def test_what_needs_torch_names_the_extra(tmp_path: Path) -> None:
    torch.manual_seed(0)
    MultiHeadTagger(TaggerConfig(ENCODERS["albert"](tmp_path), HEADS)).save_pretrained(tmp_path)
    asked = {
        "a GPU": "dict(device='cuda')",
        "an encoder": f"dict(model={str(tmp_path)!r})",
        "the hub": "dict(model='hf://owner/name')",
    }
    code = (
        "for options in ({}):\n    try: IndicFormatter('en', **options).prepare()\n    except ModelError as e: print(e)"
    )
    lines = without(code.format(", ".join(asked.values()))).splitlines()
    assert len(lines) == len(asked)
    for line in lines:
        assert line.endswith("pip install 'indic-tf[torch]'"), line


def test_other_modules_are_nobodys_extra() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"), needed_for("this"):
        import no_such_module  # type: ignore[import-not-found]  # noqa: F401


def test_a_backend_that_is_none() -> None:
    with pytest.raises(ModelError, match="'auto', 'onnx', 'torch'"):
        Tagger.load("small", backend="numpy")
    with pytest.raises(ModelError, match="on the CPU"):
        Tagger.load("small", "cuda", backend="onnx")


def test_threads_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads._Chosen, "threads", None)
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    assert threads.chosen() == (len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count())
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert threads.chosen() == 1
    monkeypatch.setattr(threads._Chosen, "threads", 3)
    assert threads.chosen() == 3


def test_torch_alone_has_a_gpu() -> None:
    assert networks.on_cpu("cpu")
    assert networks.on_cpu("auto") == (not torch.cuda.is_available())
    assert not networks.on_cpu("cuda:0")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_child_has_one_thread() -> None:
    code = (
        "import os\nfrom indic_tf.tagging import threads\nthreads.choose(2)\n"
        "child = os.fork()\nif not child: os._exit(threads.chosen())\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), threads.chosen())"
    )
    assert without(code) == "1 2\n"
