"""data_scripts/unpack_e5.py: a packed encoder of the tests' own becomes a folder that a run can start from."""

from __future__ import annotations

import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import yaml
from safetensors.torch import load_file
from scripts import script
from transformers import AutoModel

from indic_tf.resources import model_folder
from indic_tf.tagging.encode import NUMBER
from indic_tf.tagging.predict import Tagger
from indic_tf.tagging.subwords import SENTENCEPIECE, PieceModel
from indic_tf.training import shards, tagger
from indic_tf.training.label import Labelled

HIDDEN, LAYERS, HEADS, INNER, POSITIONS = 32, 3, 2, 64, 64
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", "▁पानी", "▁पा", "नी", "0", *"पानी", "▁water", *"water", "<mask>"]


def packed(path: Path, tensors: dict[str, bytes]) -> Path:
    """A file as the package has it."""
    letters = [piece.encode() for piece in PIECES]
    ends = np.cumsum([0, *map(len, letters)])
    head = struct.pack("<4sI7ifi", b"E5S1", 1, HIDDEN, LAYERS, HEADS, INNER, len(PIECES), POSITIONS, 2, 1e-12, 32)
    head += struct.pack("<5iQ", len(PIECES), 0, 2, 1, 3, sum(map(len, letters)))
    head += ends.astype("<u4").tobytes() + np.linspace(-1, -9, len(PIECES)).astype("<f4").tobytes()
    head += b"".join(letters) + struct.pack("<iI", 1, 9) + struct.pack("<IBI", 65, 1, 97)
    entries = sum(2 + len(name) + 21 for name in tensors)
    place, rows, data = len(head) + 4 + entries, b"", b""
    for name, values in tensors.items():
        rows += struct.pack("<H", len(name)) + name.encode()
        rows += struct.pack("<BIQQ", 0, 0, place + len(data), len(values))
        data += values
    path.write_bytes(head + struct.pack("<i", len(tensors)) + rows + data)
    return path


def in_four_bits(rows: int, columns: int, random: np.random.Generator) -> tuple[bytes, np.ndarray]:
    """A matrix as it is packed, and its values."""
    quarters = random.integers(0, 16, (rows * columns // 32, 32), np.uint8)
    scales = random.uniform(0.01, 0.02, (len(quarters), 1)).astype("<f2")
    halves = quarters[:, :16] | (quarters[:, 16:] << 4)
    values = (quarters.astype(np.float32) - 8) * scales.astype(np.float32)
    return b"".join(s.tobytes() + h.tobytes() for s, h in zip(scales, halves, strict=True)), values.reshape(rows, -1)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, np.ndarray]]:
    random, tensors, values = np.random.default_rng(1), {}, {}

    def matrix(name: str, rows: int, columns: int) -> None:
        tensors[name], values[name] = in_four_bits(rows, columns, random)

    def vector(name: str, size: int) -> None:
        values[name] = random.normal(size=size).astype("<f4")
        tensors[name] = values[name].tobytes()

    matrix("emb.word", len(PIECES), HIDDEN)
    for name, size in {"pos": POSITIONS * HIDDEN, "type": 2 * HIDDEN, "ln.w": HIDDEN, "ln.b": HIDDEN}.items():
        vector(f"emb.{name}", size)
    for layer in range(LAYERS):
        for name in ("q", "k", "v", "ao"):
            matrix(f"l{layer}.{name}.w", HIDDEN, HIDDEN)
        matrix(f"l{layer}.fi.w", INNER, HIDDEN)
        matrix(f"l{layer}.fo.w", HIDDEN, INNER)
        for name in ("q.b", "k.b", "v.b", "ao.b", "fo.b", "aln.w", "aln.b", "oln.w", "oln.b"):
            vector(f"l{layer}.{name}", HIDDEN)
        vector(f"l{layer}.fi.b", INNER)
    return packed(tmp_path_factory.mktemp("e5") / "model.bin", tensors), values


def recipe(folder: Path, encoder: Path | None = None) -> Path:
    """A recipe file over two words that are often said and one that is not."""
    passages = [Labelled(("पानी", "tea"), "12", "00")] * 9 + [Labelled(("war", NUMBER), "02", "00")]
    for split in ("train", "dev"):
        shards.write(folder / "data" / "xx" / f"stories.{split}.tsv.gz", passages)
    fields = {
        "name": "tea",
        "licence": "CC0-1.0",
        "description": "Tea and water.",
        "output": str(folder / "run"),
        "model_folder": str(folder / "model"),
        "data": {"shards": str(folder / "data"), "languages": ["xx"], "window": 12, "short": 8},
        "model": {"encoder": str(encoder) if encoder else None, "heads": ["punctuation", "case"]},
        "tokenizer": {"one_script": False},
        "training": {"tokens": 600, "max_minutes": 1, "batch_tokens": 64, "threads": 1},
    }
    path = folder / "recipe.yaml"
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    return path


def unpacked(path: Path, folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return script("unpack_e5.py", path, "--recipe", recipe(folder), "--out", folder / "encoder", *options)


@pytest.mark.slow
def test_the_encoder_is_what_was_packed(file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path) -> None:
    """Weights of the layers asked for, and vectors of the subwords that the words need; a run can start from it."""
    path, values = file
    done = unpacked(path, tmp_path, "--layers", "2")
    assert done.returncode == 0, done.stderr
    assert "9 of 20 subwords" in done.stdout
    encoder = AutoModel.from_pretrained(tmp_path / "encoder", add_pooling_layer=False)
    weights = encoder.state_dict()
    assert encoder.config.num_hidden_layers == 2
    for name, packed_name in {"intermediate.dense": "fi", "output.dense": "fo", "attention.self.value": "v"}.items():
        found = weights[f"encoder.layer.1.{name}.weight"].numpy()
        np.testing.assert_allclose(found, values[f"l1.{packed_name}.w"], rtol=1e-6)
    pieces = PieceModel(tmp_path / "encoder" / SENTENCEPIECE, one_script=False)
    rows = weights["embeddings.word_embeddings.weight"].numpy()
    for word, spelled in {"पानी": ["▁पानी"], "tea": ["▁", *"tea"], NUMBER: ["0"]}.items():
        expected = values["emb.word"][[PIECES.index(piece) for piece in spelled]]
        np.testing.assert_allclose(rows[list(pieces.encode_word(word))], expected, rtol=1e-6)
    assert pieces.encode_word("w") == (pieces.encode_word("tea")[0], pieces.unknown_id)
    model = tagger.train(recipe(tmp_path, tmp_path / "encoder"))
    assert "from intfloat/multilingual-e5-small (MIT)" in (model / "README.md").read_text(encoding="utf-8")
    assert len(Tagger.load(str(model), device="cpu").tag([["पानी", "tea"]])[0].probabilities["punctuation"]) == 2


@pytest.mark.slow
def test_only_the_most_used_subwords_stay(file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path) -> None:
    """Letters stay before whole words."""
    done = unpacked(file[0], tmp_path, "--layers", "1", "--most", "8")
    assert "8 of 20 subwords" in done.stdout
    pieces = PieceModel(tmp_path / "encoder" / SENTENCEPIECE, one_script=False)
    assert len(pieces.encode_word("tea")) == 4


@pytest.mark.slow
def test_all_subwords_of_a_script_stay(file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path) -> None:
    """Also those that no shard has: for languages without text."""
    done = unpacked(file[0], tmp_path, "--layers", "1", "--script", "Devanagari")
    assert "11 of 20 subwords" in done.stdout
    pieces = PieceModel(tmp_path / "encoder" / SENTENCEPIECE, one_script=False)
    assert {"▁पा", "नी"} <= pieces.table().keys()
    refused = unpacked(file[0], tmp_path, "--script", "Devanagri")
    assert refused.returncode == 2
    assert "--script" in refused.stderr


@pytest.mark.slow
def test_a_tagger_takes_the_subwords_of_another_vocabulary(
    file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path
) -> None:
    """What both have keeps what the tagger learnt, the rest is the encoder's; layers and heads stay."""
    path, values = file
    assert not unpacked(path, tmp_path, "--layers", "1").returncode
    first = tagger.train(recipe(tmp_path, tmp_path / "encoder"))
    more = tmp_path / "more"
    assert not unpacked(path, more, "--layers", "1", "--script", "Devanagari").returncode
    done = script("graft_subwords.py", first, more / "encoder", "--out", tmp_path / "grafted")
    assert done.stdout.strip().endswith("12 subwords of the tagger, 2 of the encoder"), done.stderr
    before, after = (load_file(folder / "model.safetensors") for folder in (first, tmp_path / "grafted"))
    name = "encoder.embeddings.word_embeddings.weight"
    own, new = (PieceModel(folder / SENTENCEPIECE, False).table() for folder in (first, tmp_path / "grafted"))
    for piece, row in new.items():
        if piece in own:
            np.testing.assert_allclose(after[name][row], before[name][own[piece]], rtol=1e-3)
        else:
            np.testing.assert_allclose(after[name][row], values["emb.word"][PIECES.index(piece)], rtol=1e-2, atol=1e-4)
    assert all((before[key] == after[key]).all() for key in before if key != name)
    assert Tagger.load(str(tmp_path / "grafted"), device="cpu").tag([["पानी", "tea"]])[0].labels


@pytest.mark.slow
def test_only_encoders_as_wide_are_grafted(file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path) -> None:
    assert not unpacked(file[0], tmp_path, "--layers", "1").returncode
    refused = script("graft_subwords.py", model_folder("small"), tmp_path / "encoder", "--out", tmp_path / "grafted")
    assert refused.returncode == 2
    assert "are 96 wide" in " ".join(refused.stderr.replace("│", " ").split())
    assert not (tmp_path / "grafted").exists()


@pytest.mark.slow
def test_layers_that_are_not_there_are_refused(file: tuple[Path, dict[str, np.ndarray]], tmp_path: Path) -> None:
    done = unpacked(file[0], tmp_path, "--layers", "4")
    assert done.returncode == 2
    assert "--layers 4" in done.stderr
    assert not (tmp_path / "encoder").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "message"),
    [(b"GGUF" + bytes(60), "holds no packed multilingual-e5-small"), (b"E5S1\1\0\0\0", "is cut off")],
    ids=["another format", "the beginning"],
)
def test_other_files_are_refused(data: bytes, message: str, tmp_path: Path) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes(data)
    done = unpacked(other, tmp_path)
    assert done.returncode == 2
    assert message in " ".join(done.stderr.replace("│", " ").split())
