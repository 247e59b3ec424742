"""The layers of the small encoder: convolution and attention blocks over factorised embeddings.

Pre-norm residual blocks. "conv": depthwise convolution of width 7 + MLP, after ConvNeXt (Liu et al. 2022) laid out
in one dimension. "attention": multi-head attention with rotary positions (Su et al. 2021) + MLP. The embedding is
factorised (vocabulary × 128 → 256) as in ALBERT (Lan et al. 2020). Trained from nothing on two CPU cores it beats a
post-norm ALBERT of the same size by far: locality, not depth, is what punctuation needs first.

Torch only, so that the built-in model loads without transformers; `encoder` wraps it for transformers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import torch
from torch import Tensor, nn
from torch.nn import functional

from .encode import REPEATS, TYPES


class Shape(Protocol):
    """The sizes of a network; `encoder.ConvAttentionConfig` has them, and so has its JSON."""

    vocab_size: int
    embedding_size: int
    hidden_size: int
    intermediate_size: int
    num_attention_heads: int
    blocks: Sequence[str]
    kernel_size: int
    type_vocab_size: int
    repeats: bool
    dropout: float
    pad_token_id: int


class Mlp(nn.Module):
    """Pre-norm feed-forward residual branch: (batch, length, hidden) → the same."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.norm = nn.LayerNorm(config.hidden_size)
        self.up = nn.Linear(config.hidden_size, config.intermediate_size)
        self.down = nn.Linear(config.intermediate_size, config.hidden_size)
        self.dropout = nn.Dropout(config.dropout)

    def forward(self, x: Tensor) -> Tensor:
        inner = functional.gelu(self.up(self.norm(x)))
        out: Tensor = x + self.dropout(self.down(inner))
        return out


class ConvBlock(nn.Module):
    """Depthwise convolution, then MLP, in one residual branch; padding counts as zeros."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        size, width = config.hidden_size, config.kernel_size
        self.norm = nn.LayerNorm(size)
        self.conv = nn.Conv1d(size, size, width, padding=width // 2, groups=size)
        self.mlp = Mlp(config)

    def forward(self, x: Tensor, mask: Tensor, rotary: tuple[Tensor, Tensor]) -> Tensor:
        seen = self.norm(x) * mask[..., None]
        out: Tensor = self.mlp(x + self.conv(seen.transpose(1, 2)).transpose(1, 2))
        return out


class AttentionBlock(nn.Module):
    """Bidirectional multi-head attention with rotary positions, then MLP."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        size = config.hidden_size
        self.heads = config.num_attention_heads
        self.norm = nn.LayerNorm(size)
        self.qkv = nn.Linear(size, 3 * size)
        self.out = nn.Linear(size, size)
        self.dropout = nn.Dropout(config.dropout)
        self.mlp = Mlp(config)

    def forward(self, x: Tensor, mask: Tensor, rotary: tuple[Tensor, Tensor]) -> Tensor:
        batch, length, size = x.shape
        qkv = self.qkv(self.norm(x)).view(batch, length, 3, self.heads, size // self.heads)
        q, k, v = qkv.permute(2, 0, 3, 1, 4)
        seen = _attention(_rotate(q, rotary), _rotate(k, rotary), v, mask[:, None, None, :])
        merged = seen.transpose(1, 2).reshape(batch, length, size)
        out: Tensor = self.mlp(x + self.dropout(self.out(merged)))
        return out


BLOCKS: dict[str, type[ConvBlock] | type[AttentionBlock]] = {"conv": ConvBlock, "attention": AttentionBlock}


class ConvAttention(nn.Module):
    """Subword ids, mask and types (`encode.TYPES`), all (batch, length) → hidden states (batch, length, hidden)."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        self.head_size = config.hidden_size // config.num_attention_heads
        self.embed = nn.Embedding(config.vocab_size, config.embedding_size, padding_idx=config.pad_token_id)
        self.project = nn.Linear(config.embedding_size, config.hidden_size)
        self.types = nn.Embedding(config.type_vocab_size, config.hidden_size)
        self.repeats = nn.Embedding(REPEATS, config.hidden_size) if config.repeats else None
        self.dropout = nn.Dropout(config.dropout)
        self.blocks = nn.ModuleList(BLOCKS[kind](config) for kind in config.blocks)
        self.norm = nn.LayerNorm(config.hidden_size)

    def forward(self, ids: Tensor, mask: Tensor, types: Tensor | None = None) -> Tensor:
        x = self.project(self.embed(ids))
        if types is not None:
            x = x + self.types(types % TYPES)
            if self.repeats is not None:
                x = x + self.repeats(types // TYPES)
        x = self.dropout(x)
        rotary = _rotary(x.shape[1], self.head_size, x)
        for block in self.blocks:
            x = block(x, mask, rotary)
        hidden: Tensor = self.norm(x)
        return hidden


def _attention(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> Tensor:
    """Every query's mean of the values; all (batch, heads, length, size), the mask (batch, 1, 1, length)."""
    if q.is_cuda or not q.requires_grad:
        return functional.scaled_dot_product_attention(q, k, v, attn_mask=mask.bool())
    # The backward pass of the CPU's fused kernel takes four times as long as that of the formula written out.
    return written_out(q, k, v, (mask - 1) * 1e4)


def written_out(q: Tensor, k: Tensor, v: Tensor, padding: Tensor) -> Tensor:
    """Attention as two products; ``padding`` (batch, 1, 1, length) is added to the scores."""
    weights = ((q * q.shape[-1] ** -0.5) @ k.transpose(-1, -2) + padding.to(q.dtype)).softmax(-1)
    seen: Tensor = weights.to(v.dtype) @ v
    return seen


def _rotary(length: int, size: int, like: Tensor) -> tuple[Tensor, Tensor]:
    """Cosines and sines of the positions' angles, each (length, size / 2)."""
    rates = 10000.0 ** (-torch.arange(0, size, 2, device=like.device, dtype=torch.float32) / size)
    angles = torch.arange(length, device=like.device, dtype=torch.float32)[:, None] * rates
    return angles.cos().to(like.dtype), angles.sin().to(like.dtype)


def _rotate(x: Tensor, rotary: tuple[Tensor, Tensor]) -> Tensor:
    """Turn the two halves of every head's vector by the angle of its position; x is (…, length, size)."""
    cos, sin = (part.to(x.dtype) for part in rotary)
    a, b = x.chunk(2, dim=-1)
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)
