"""Subwords named from hidden states, with the encoder's own embedding as the output layer."""

# mypy: allow-untyped-calls
# torch leaves many of its methods unannotated.

from __future__ import annotations

from typing import Any, cast

from torch import Tensor, nn
from torch.nn import functional

from ..labels import IGNORE


def embedding_of(encoder: Any) -> Tensor:
    """The embedding of an encoder's subwords: (subwords, embedding)."""
    return cast(Tensor, encoder.get_input_embeddings().weight)


def subword_logits(encoder: Any, hidden: Tensor, bias: Tensor | None = None) -> Tensor:
    """Hidden states (n, hidden) → logits over the vocabulary (n, subwords).

    The output layer is the embedding, transposed (Press and Wolf 2017); where that is factorised (ours, ALBERT), so is
    the output.
    """
    embedding = embedding_of(encoder)
    return functional.linear(_narrowed(encoder, hidden, embedding.shape[1]), embedding, bias).float()


def guessing(encoder: Any, hidden: Tensor, blanked: Tensor) -> Tensor:
    """The mean cross-entropy of naming blanked subwords where they stood, in nats; 0 where none is.

    ``hidden`` is (batch, length, hidden), ``blanked`` (batch, length) with -100 off the blanked ones.
    """
    at = blanked != IGNORE
    logits = subword_logits(encoder, hidden[at])
    return functional.cross_entropy(logits, blanked[at], reduction="sum") / max(1, len(logits))


def _narrowed(encoder: Any, hidden: Tensor, size: int) -> Tensor:
    """Hidden states in the size of the embeddings: (…, hidden) → (…, embedding)."""
    shape = (hidden.shape[-1], size)
    if shape[0] == shape[1]:
        return hidden
    layers = (m for m in encoder.modules() if isinstance(m, nn.Linear) and m.weight.shape == shape)
    weight: Tensor = next(layers).weight
    return hidden @ weight
