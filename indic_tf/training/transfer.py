"""A trained encoder under a new vocabulary: each new subword begins as the old ones that spell it."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import torch
from torch import Tensor, nn

from ..tagging.encode import to_one_script
from ..tagging.subwords import Subwords


def renew(encoder: Any, old: Subwords, new: Subwords) -> None:
    """Give an encoder an input embedding for every subword of ``new``; all other weights stay as they are.

    A new subword gets the mean of the old ones that spell it, read greedily from the left: partial inheritance (Samenko
    et al. 2021). What the old vocabulary cannot spell begins as the unknown subword.
    """
    before = encoder.get_input_embeddings().weight.detach()
    table = old.table()
    after = before[old.unknown_id].repeat(1 + max(new.table().values()), 1)
    for piece, index in new.table().items():
        if ids := list(_spelled(to_one_script(piece) if old.one_script else piece, table)):
            after[index] = before[torch.tensor(ids)].mean(dim=0)
    after[new.pad_id] = before[old.pad_id]
    embed(encoder, after, new.pad_id)


def embed(encoder: Any, rows: Tensor, pad_id: int) -> None:
    """Give an encoder other input embeddings, (subwords, size), in place: new ones would be initialised again."""
    embedding: nn.Embedding = encoder.get_input_embeddings()
    embedding.weight = nn.Parameter(rows)
    embedding.num_embeddings, embedding.padding_idx = len(rows), pad_id
    encoder.config.vocab_size, encoder.config.pad_token_id = len(rows), pad_id


def _spelled(piece: str, table: Mapping[str, int]) -> Iterator[int]:
    """Ids of the longest known beginnings, one after the other; letters that nothing spells are left out."""
    while piece:
        known = next((piece[:end] for end in range(len(piece), 0, -1) if piece[:end] in table), "")
        if known:
            yield table[known]
        piece = piece[len(known) or 1 :]
