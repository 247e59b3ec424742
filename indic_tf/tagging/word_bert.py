"""BERT on words: the subwords of a word become one vector before the first layer.

What a tagger says, it says of words, and a word of an Indic language is two to three subwords of a multilingual
vocabulary: layers that run on words have half the work or less. (Funnel-Transformer, Dai et al. 2020, pools subwords
likewise between its layers.)
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from . import bert
from .encode import REPEATS, TYPES


class Shape(bert.Shape):
    """``pooled_subwords``: how many of a word's last subwords are told apart when it becomes one vector."""

    pooled_subwords: int


class Pool(nn.Module):
    """The vector of a word: the sum of its subwords', each times a learnt vector of its place, counted from the end."""

    def __init__(self, config: Shape) -> None:
        super().__init__()
        places = torch.full((config.pooled_subwords, config.hidden_size), 0.5)
        places[0] = 1.0
        self.places = nn.Parameter(places)

    def forward(self, x: Tensor, ends: Tensor, number: Tensor, width: int) -> Tensor:
        """Subwords (batch, length, hidden) → words (batch, width, hidden); ``ends`` is True at a word's last subword,
        ``number`` is that of each subword's word, both (batch, length)."""
        here = torch.arange(x.shape[1], device=x.device)
        end = torch.where(ends, here, len(here)).flip(1).cummin(1).values.flip(1)  # of the word, or of the row
        place = functional.one_hot((end - here).clamp(max=len(self.places) - 1), len(self.places))
        weighted = x * (place.to(x.dtype) @ self.places.to(x.dtype))
        inside = (end < len(here))[:, None, :]
        member = inside & (number[:, None, :] == torch.arange(width, device=x.device)[:, None])
        made: Tensor = member.to(x.dtype) @ weighted
        return made


class WordBert(bert.Bert):
    """Subword ids, types (`encode.TYPES`) and ends of words, all (batch, length) → hidden states (batch, length,
    hidden), every subword with that of its word. What stands behind the last word is not read."""

    def __init__(self, config: Shape) -> None:
        super().__init__(config)
        self.repeats = nn.Embedding(REPEATS, config.hidden_size)
        self.pool = Pool(config)

    def forward(  # type: ignore[override]
        self, ids: Tensor, types: Tensor | None, ends: Tensor, width: int | None = None
    ) -> Tensor:
        """``ends`` is True at the last subword of every word; no row has more words than ``width``, which is counted
        where it is not given."""
        count = ends.sum(1)
        width = int(count.max().clamp(min=1)) if width is None else width
        number = (ends.cumsum(1) - ends.long()).clamp(max=width - 1)
        x = self.embeddings(ids, types)
        if types is not None:
            x = x + self.repeats(types // TYPES)
        x = self.through(self.pool(x, ends, number, width), torch.arange(width, device=ids.device) < count[:, None])
        return x.gather(1, number[..., None].expand(-1, -1, x.shape[-1]))
