"""The layers of BERT (Devlin et al. 2019, section 3) with torch alone.

The weights have the names that transformers gives them. Importing transformers takes longer than loading such a tagger
and running it on a first text. Dropout is there for what is trained with these layers (`word_bert`), 0 at first.
"""

from __future__ import annotations

from typing import Any, Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from .encode import TYPES
from .network import written_out


class Shape(Protocol):
    """The sizes of an encoder, as transformers' ``BertConfig`` has them."""

    vocab_size: int
    hidden_size: int
    intermediate_size: int
    num_attention_heads: int
    num_hidden_layers: int
    max_position_embeddings: int
    type_vocab_size: int
    layer_norm_eps: float
    pad_token_id: int


class Embeddings(nn.Module):
    """Subword ids and types (`encode.TYPES`), both (batch, length) → vectors (batch, length, hidden)."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        size = config.hidden_size
        self.word_embeddings = nn.Embedding(config.vocab_size, size, padding_idx=config.pad_token_id)
        self.position_embeddings = nn.Embedding(config.max_position_embeddings, size)
        self.token_type_embeddings = nn.Embedding(config.type_vocab_size, size)
        self.LayerNorm = nn.LayerNorm(size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(0.0)

    def forward(self, ids: Tensor, types: Tensor | None) -> Tensor:
        kinds = self.token_type_embeddings(torch.zeros_like(ids) if types is None else types % TYPES)
        x = self.word_embeddings(ids) + kinds + self.position_embeddings.weight[: ids.shape[1]]
        made: Tensor = self.dropout(self.LayerNorm(x))
        return made


class Residual(nn.Module):
    """A projection back to the hidden size, added to what came in, normalized."""

    def __init__(self, config: Shape, size: int) -> None:
        super().__init__()
        self.dense = nn.Linear(size, config.hidden_size)
        self.LayerNorm = nn.LayerNorm(config.hidden_size, eps=config.layer_norm_eps)
        self.dropout = nn.Dropout(0.0)

    def forward(self, inner: Tensor, x: Tensor) -> Tensor:
        made: Tensor = self.LayerNorm(self.dropout(self.dense(inner)) + x)
        return made


class Attention(nn.Module):
    """Bidirectional multi-head attention; ``padding`` (batch, 1, 1, length) is added to the scores."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        size, self.heads = config.hidden_size, config.num_attention_heads
        self.self = nn.ModuleDict({name: nn.Linear(size, size) for name in ("query", "key", "value")})
        self.output = Residual(config, size)

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        batch, length, size = x.shape
        q, k, v = (
            self.self[name](x).view(batch, length, self.heads, -1).transpose(1, 2) for name in ("query", "key", "value")
        )
        if q.is_cuda:
            seen = functional.scaled_dot_product_attention(q, k, v, attn_mask=padding.to(q.dtype))
        else:  # faster there for texts as short as ours: see `attention`
            seen = written_out(q, k, v, padding)
        made: Tensor = self.output(seen.transpose(1, 2).reshape(batch, length, size), x)
        return made


class Layer(nn.Module):
    """Attention, then the feed-forward layers."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.attention = Attention(config)
        self.intermediate = nn.ModuleDict({"dense": nn.Linear(config.hidden_size, config.intermediate_size)})
        self.output = Residual(config, config.intermediate_size)

    def forward(self, x: Tensor, padding: Tensor) -> Tensor:
        x = self.attention(x, padding)
        made: Tensor = self.output(functional.gelu(self.intermediate["dense"](x)), x)
        return made


class Bert(nn.Module):
    """Subword ids, mask and types, all (batch, length) → hidden states (batch, length, hidden)."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.embeddings = Embeddings(config)
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(Layer(config) for _ in range(config.num_hidden_layers))})

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        return self.through(self.embeddings(ids, types), mask)

    def through(self, x: Tensor, mask: Tensor) -> Tensor:
        """What the layers make of vectors (batch, length, hidden), of which those count whose ``mask`` is 1."""
        padding = (mask[:, None, None, :].to(x.dtype) - 1) * 1e4
        layers: Any = self.encoder["layer"]
        for layer in layers:
            x = layer(x, padding)
        return x
