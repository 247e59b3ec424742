"""Span normalizers of the mT5 and ByT5 kind that know nothing, made in a moment."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

SIZES: dict[str, Any] = {"d_model": 16, "d_kv": 8, "d_ff": 32, "num_layers": 1, "num_decoder_layers": 1, "num_heads": 2}
WORDS = ("दस", "बीस", "रुपये", "बजे", "मुझे", "दो")


def mt5(folder: Path) -> None:
    from transformers import MT5Config, MT5ForConditionalGeneration, T5Tokenizer

    letters = dict.fromkeys("".join(WORDS) + "abcdefghijklmnopqrstuvwxyz:<>/0123456789₹,")
    rows = [(piece, 0.0) for piece in ("<pad>", "</s>", "<unk>")] + [(piece, -1.0) for piece in ("▁", *letters)]
    T5Tokenizer(vocab=rows, extra_ids=0).save_pretrained(folder)
    MT5ForConditionalGeneration(MT5Config(vocab_size=len(rows), **SIZES)).save_pretrained(folder)


def byt5(folder: Path) -> None:
    from transformers import ByT5Tokenizer, T5Config, T5ForConditionalGeneration

    ByT5Tokenizer().save_pretrained(folder)
    fields: dict[str, Any] = {
        "feed_forward_proj": "gated-gelu",
        "tie_word_embeddings": False,
        "decoder_start_token_id": 0,
    }
    model = T5ForConditionalGeneration(T5Config(vocab_size=384, **fields, **SIZES))
    model.lm_head.weight = torch.nn.Parameter(torch.randn(384, SIZES["d_model"]))  # its own, as in ByT5 and mT5
    model.save_pretrained(folder)


CHECKPOINTS = {"mt5": mt5, "byt5": byt5}
