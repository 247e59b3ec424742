"""Encoders of a few thousand weights, each with a tokenizer in the same folder."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from pathlib import Path
from typing import Any

_LETTERS = "abcdefghijklmnopqrstuvwxyz0नमस्ते"
_SIZES: dict[str, Any] = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 32}


def bert(folder: Path) -> Any:
    from transformers import BertConfig, BertTokenizer

    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "0", *"abcdefghijklmnopqrstuvwxyz"]
    vocabulary += [f"##{c}" for c in vocabulary[5:]]
    (folder / "vocab.txt").write_text("\n".join(vocabulary), encoding="utf-8")
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    return BertConfig(vocab_size=len(vocabulary), **_SIZES)


def _unigram(*specials: str) -> list[tuple[str, float]]:
    return [(piece, 0.0) for piece in specials] + [(piece, -1.0) for piece in ("▁", *_LETTERS)]


def albert(folder: Path) -> Any:
    from transformers import AlbertConfig, AlbertTokenizer

    rows = _unigram("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]")
    AlbertTokenizer(vocab=rows).save_pretrained(folder)
    return AlbertConfig(vocab_size=len(rows), embedding_size=8, **_SIZES)


def xlm_roberta(folder: Path) -> Any:
    from transformers import XLMRobertaConfig, XLMRobertaTokenizer

    rows = _unigram("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    XLMRobertaTokenizer(vocab=rows).save_pretrained(folder)
    return XLMRobertaConfig(vocab_size=len(rows), **_SIZES)


def gemma(folder: Path) -> Any:
    """A Gemma 3 text decoder with one layer of each kind of attention."""
    from transformers import Gemma3TextConfig, GemmaTokenizer

    pieces = ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>", "▁", *dict.fromkeys(_LETTERS))
    GemmaTokenizer(vocab={p: i for i, p in enumerate(pieces)}, add_bos_token=True).save_pretrained(folder)
    attention: dict[str, Any] = {"layer_types": ["sliding_attention", "full_attention"], "sliding_window": 64}
    sizes = {**_SIZES, "num_hidden_layers": 2, "num_key_value_heads": 1, "head_dim": 8}
    return Gemma3TextConfig(vocab_size=len(pieces), max_position_embeddings=512, **attention, **sizes)


ENCODERS = {"albert": albert, "bert": bert, "xlm_roberta": xlm_roberta, "gemma": gemma}


def saved(name: str, folder: Path) -> Path:
    """A folder as a hub has it: an untrained encoder and its tokenizer."""
    from transformers import AutoModel

    folder.mkdir(parents=True)
    AutoModel.from_config(ENCODERS[name](folder)).save_pretrained(folder)
    return folder
