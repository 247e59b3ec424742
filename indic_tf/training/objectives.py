"""What a run lowers: a loss of a model and a batch, both on the same device."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from ..errors import InputError, ModelError
from ..labels import LabelSet
from ..tagging.model import MultiHeadTagger, mean_loss, word_losses
from . import config, dev
from .retelling import Retelling
from .sampling import Batch

Objective = Callable[[nn.Module, Batch], Tensor]


class Labels:
    """The weighted mean of the heads' losses (`mean_loss`), each as `config.Loss` has it.

    Raises `InputError` for a head or label of ``settings`` that there is not.
    """

    def __init__(
        self,
        heads: Mapping[str, LabelSet] = MappingProxyType({}),
        settings: config.Loss = config.Loss(),  # noqa: B008 - it is frozen
    ) -> None:
        if unknown := settings.smoothing.keys() - heads.keys():
            raise InputError(f"loss.smoothing: there is no head {', '.join(unknown)}; {', '.join(heads)} are there")
        self._settings = settings
        self._weights = {name: _weights(name, heads, rows) for name, rows in settings.label_weights.items()}

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        return self.of(model, dev.forward(model, batch).logits or {}, batch)

    def of(self, model: nn.Module, logits: Mapping[str, Tensor], batch: Batch) -> Tensor:
        """The loss of a model that said ``logits`` of a batch."""
        tagger: Any = model
        return mean_loss(logits, batch.labels, tagger.config.loss_weights, self._entropy)

    def _entropy(self, head: str, logits: Tensor, gold: Tensor) -> Tensor:
        weights, focus = self._weights.get(head), self._settings.focus
        weights = None if weights is None else weights.to(logits.device)
        losses = word_losses(logits, gold, weights, self._settings.smoothing.get(head, 0.0))
        if focus:
            own = logits.flatten(0, 1).softmax(-1).gather(-1, gold.flatten().clamp(min=0)[:, None])[:, 0]
            losses = losses * (1 - own) ** focus
        return losses.sum()


def _weights(head: str, heads: Mapping[str, LabelSet], rows: Mapping[str, float]) -> Tensor:
    known = heads[head].labels if head in heads else ()
    if unknown := [label for label in rows if label not in known]:
        raise InputError(f"loss.label_weights: there is no {head} label {', '.join(unknown)}; {list(known)} are there")
    return torch.tensor([rows.get(label, 1.0) for label in known])


class Distillation:
    """Labels and the softened shares of teachers: see `config.Distillation`.

    They teach every head that all of them have with the same labels, at every word, also where no label is known.
    ``retold`` has, for every teacher, what tells it the student's batches, or None if their subwords are the same.
    Raises `ModelError` where there is no such head.
    """

    def __init__(
        self,
        teachers: Sequence[MultiHeadTagger],
        retold: Sequence[Retelling | None],
        heads: Mapping[str, LabelSet],
        settings: config.Distillation,
        labels: Labels,
    ) -> None:
        known = [{name: tuple(rows.values()) for name, rows in t.config.heads.items()} for t in teachers]
        self._heads = [name for name, labels in heads.items() if all(k.get(name) == labels.labels for k in known)]
        if not self._heads:
            names = ", ".join(map(str, settings.teachers))
            raise ModelError(f"not all of {names} have one of the heads {', '.join(heads)}, label by label")
        self._labels = labels
        self._teachers = nn.ModuleList(teachers).eval().requires_grad_(False)
        self._retold = retold
        self._settings = settings

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        self._teachers.to(batch.input_ids.device)
        with torch.no_grad():
            taught = [
                self._of_words(teacher, retold(batch) if retold else batch)
                for teacher, retold in zip(self._teachers, self._retold, strict=True)
            ]
        logits = dev.forward(model, batch).logits or {}
        heat = self._settings.temperature
        losses = [divergence(logits[name][batch.words], [t[name] for t in taught], heat) for name in self._heads]
        return torch.lerp(self._labels.of(model, logits, batch), torch.stack(losses).mean(), self._settings.weight)

    def _of_words(self, teacher: nn.Module, batch: Batch) -> dict[str, Tensor]:
        """What a teacher says of the words of a batch: (words, labels) per head."""
        logits = dev.forward(teacher, batch).logits or {}
        return {name: logits[name][batch.words] for name in self._heads}


def divergence(student: Tensor, teachers: Sequence[Tensor], heat: float) -> Tensor:
    """temperature² × KL(teachers ‖ student), the mean over words; logits are (words, labels)."""
    shares = torch.stack([(teacher / heat).softmax(-1) for teacher in teachers]).mean(0)
    apart = functional.kl_div((student / heat).log_softmax(-1), shares, reduction="sum")
    return heat**2 * apart / max(1, len(student))
