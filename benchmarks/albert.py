"""A tagger of the size of IndicBERT, for what its arithmetic costs: ALBERT-base behind our subwords, windows and heads.

Its weights are random, so its labels mean nothing. It is run by PyTorch, as IndicBERT is.
"""

from __future__ import annotations

from dataclasses import replace

import torch
from transformers import AlbertConfig

from indic_tf.tagging.by_torch import TorchNetwork
from indic_tf.tagging.devices import device_named
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig
from indic_tf.tagging.predict import Tagger

SHAPE = {
    "vocab_size": 200_000,
    "embedding_size": 128,
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "max_position_embeddings": 512,
}
"""Of ai4bharat/indic-bert, as its config says."""


def albert(like: Tagger, device: str = "cpu", precision: str = "auto", max_subwords: int | None = None) -> Tagger:
    """The tagger with the windows and heads of ``like``, and with its subwords, or at most so many of each word: with
    one, a vocabulary that has every word."""
    own = like._settings
    torch.manual_seed(0)
    encoder = AlbertConfig(**SHAPE)
    heads = {name: dict(enumerate(labels.labels)) for name, labels in own.heads.items()}
    module = MultiHeadTagger(TaggerConfig(encoder, heads))
    settings = replace(own, encoder=encoder.to_dict(), max_subwords=max_subwords or own.max_subwords)
    return Tagger(TorchNetwork(module, settings, device_named(device), precision), settings, like._pieces)
