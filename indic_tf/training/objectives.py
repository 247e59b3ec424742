"""What a run lowers: a loss of a model and a batch, both on the same device."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    """Labels and the softened shares of teachers: see `config.Distillation`.

    They teach every head that all of them have with the same labels, at every word, also where no label is known.
    Raises `ModelError` where there is no such head.
    """

    def __init__(
        self, teachers: Sequence[MultiHeadTagger], heads: Mapping[str, LabelSet], settings: config.Distillation
    ) -> None:
        known = [{name: tuple(rows.values()) for name, rows in t.config.heads.items()} for t in teachers]
        self._heads = [name for name, labels in heads.items() if all(k.get(name) == labels.labels for k in known)]
        if not self._heads:
            names = ", ".join(map(str, settings.teachers))
            raise ModelError(f"not all of {names} have one of the heads {', '.join(heads)}, label by label")
        self._teachers = nn.ModuleList(teachers).eval().requires_grad_(False)
        self._settings = settings

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        self._teachers.to(batch.input_ids.device)
        with torch.no_grad():
            taught = [dev.forward(teacher, batch).logits or {} for teacher in self._teachers]
        made = dev.forward(model, batch, labels=True)
        assert made.loss is not None
        logits = made.logits or {}
        heat = self._settings.temperature
        losses = [divergence(logits[name], [t[name] for t in taught], batch.words, heat) for name in self._heads]
        return torch.lerp(made.loss, torch.stack(losses).mean(), self._settings.weight)


def divergence(student: Tensor, teachers: Sequence[Tensor], words: Tensor, heat: float) -> Tensor:
    """temperature² × KL(teachers ‖ student), the mean over words; logits are (batch, length, labels)."""
    shares = torch.stack([(teacher / heat).softmax(-1) for teacher in teachers]).mean(0)
    apart = functional.kl_div((student / heat).log_softmax(-1), shares, reduction="none")
    return heat**2 * (apart.sum(-1) * words).sum() / words.sum().clamp(min=1)
