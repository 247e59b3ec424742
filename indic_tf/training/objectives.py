"""What a run lowers: a loss of a model and a batch, both on the same device."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..errors import ModelError
from ..labels import LabelSet
from ..tagging.model import MultiHeadTagger
from . import config, dev
from .sampling import Batch

Objective = Callable[[nn.Module, Batch], Tensor]


def tagging(model: nn.Module, batch: Batch) -> Tensor:
    """The weighted mean of the heads' cross-entropies (`indic_tf.tagging.model.mean_loss`)."""
    loss = dev.forward(model, batch, labels=True).loss
    assert loss is not None
    return loss


class Distillation:
    """Labels and a teacher's softened shares: see `config.Distillation`.

    The teacher teaches every head that it has with the same labels, at every word, also where no label is known.
    Raises `ModelError` where there is no such head.
    """

    def __init__(self, teacher: MultiHeadTagger, heads: Mapping[str, LabelSet], settings: config.Distillation) -> None:
        known = {name: tuple(rows.values()) for name, rows in teacher.config.heads.items()}
        self._heads = [name for name, labels in heads.items() if known.get(name) == labels.labels]
        if not self._heads:
            raise ModelError(f"the teacher {settings.teacher} has none of the heads {', '.join(heads)}, label by label")
        self._teacher = teacher.eval().requires_grad_(False)
        self._settings = settings

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        self._teacher.to(batch.input_ids.device)
        with torch.no_grad():
            taught = dev.forward(self._teacher, batch).logits or {}
        made = dev.forward(model, batch, labels=True)
        assert made.loss is not None
        logits = made.logits or {}
        losses = [self._divergence(logits[name], taught[name], batch.words) for name in self._heads]
        return torch.lerp(made.loss, torch.stack(losses).mean(), self._settings.weight)

    def _divergence(self, student: Tensor, teacher: Tensor, words: Tensor) -> Tensor:
        """temperature² × KL(teacher ‖ student), the mean over words; logits are (batch, length, labels)."""
        heat = self._settings.temperature
        apart = functional.kl_div(
            (student / heat).log_softmax(-1), (teacher / heat).log_softmax(-1), reduction="none", log_target=True
        )
        return heat**2 * (apart.sum(-1) * words).sum() / words.sum().clamp(min=1)
