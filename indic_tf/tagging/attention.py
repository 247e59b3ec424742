"""Attention of BERT-like encoders on a CPU as two batched products: half the time of PyTorch's fused kernel there.

That kernel is made for long texts; ours have some hundred subwords, whose scores fit in the cache. On a GPU the fused
one is used.
"""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedModel
from transformers.integrations.sdpa_attention import sdpa_attention_forward
from transformers.masking_utils import eager_mask

BERT_LIKE = ("bert", "roberta", "xlm-roberta", "albert")
_NAME = "batched_products"


def use(encoder: PreTrainedModel) -> None:
    """Let a BERT-like encoder attend so; any other stays as it is."""
    if encoder.config.model_type in BERT_LIKE:
        encoder.set_attn_implementation(_NAME)


def _attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    dropout: float = 0.0,
    **others: Any,
) -> tuple[Tensor, None]:
    """``query``, ``key`` and ``value`` are (batch, heads, length, width), the mask is added; → (batch, length, heads,
    width)."""
    mask = None if attention_mask is None else attention_mask.to(query.dtype)
    if query.device.type != "cpu":
        fused: tuple[Tensor, None] = sdpa_attention_forward(
            module, query, key, value, mask, dropout=dropout, scaling=scaling, **others
        )
        return fused
    size = query.shape
    query = query * (size[-1] ** -0.5 if scaling is None else scaling)
    scores = torch.bmm(query.flatten(0, 1), key.flatten(0, 1).transpose(1, 2)).view(*size[:3], -1)
    shares = (scores if mask is None else scores + mask).softmax(-1).to(value.dtype)
    shares = functional.dropout(shares, dropout, module.training)
    made = torch.bmm(shares.flatten(0, 1), value.flatten(0, 1))
    return made.view(size).transpose(1, 2).contiguous(), None


AttentionInterface.register(_NAME, _attend)
AttentionMaskInterface.register(_NAME, eager_mask)
