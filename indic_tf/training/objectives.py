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

    Teachers in memory say theirs of every head that all of them have with the same labels, at every word, also where no
    label is known; where a batch brings soft labels, those count. ``retold`` has, for every teacher, what tells it the
    student's batches, or None if their subwords are the same. Raises `ModelError` where there is no such head.
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
        self._heads = [
            name for name, labels in heads.items() if known and all(k.get(name) == labels.labels for k in known)
        ]
        if teachers and not self._heads:
            names = ", ".join(map(str, settings.teachers))
            raise ModelError(f"not all of {names} have one of the heads {', '.join(heads)}, label by label")
        self._labels = labels
        self._teachers = nn.ModuleList(teachers).eval().requires_grad_(False)
        self._retold = retold
        self._settings = settings

    def __call__(self, model: nn.Module, batch: Batch) -> Tensor:
        shares = self._shares(batch)
        logits = dev.forward(model, batch).logits or {}
        labels, heat = self._labels.of(model, logits, batch), self._settings.temperature
        if not shares:
            return labels
        losses, covered = [], []
        for head, taught in shares.items():
            losses.append(divergence(logits[head], taught, heat))
            covered.append(_known(taught) / batch.words.sum().clamp(min=1))
        weight = self._settings.weight * torch.stack(covered).mean()  # what nobody was asked about has its labels
        return torch.lerp(labels, torch.stack(losses).mean(), weight.to(labels.dtype))

    def _shares(self, batch: Batch) -> dict[str, Tensor]:
        """The softened shares of a batch, (batch, length, labels) per head; 0 where nobody said any. Without
        teachers in memory nothing here asks the device for a number (see `mean_loss`)."""
        self._teachers.to(batch.input_ids.device)
        heat = self._settings.temperature
        with torch.no_grad():
            said = [
                self._of_words(teacher, retold(batch) if retold else batch)
                for teacher, retold in zip(self._teachers, self._retold, strict=True)
            ]
        shares = {head: _placed(softened([logits[head] for logits in said], heat), batch.words) for head in self._heads}
        for head, stored in batch.soft.items():
            own = stored.float() ** (1 / heat)
            own = own / own.sum(-1, keepdim=True).clamp(min=1)
            shares[head] = torch.where(own.sum(-1, keepdim=True) > 0, own, shares.get(head, own))
        return shares

    def _of_words(self, teacher: nn.Module, batch: Batch) -> dict[str, Tensor]:
        """What a teacher says of the words of a batch: (words, labels) per head."""
        logits = dev.forward(teacher, batch).logits or {}
        return {name: logits[name][batch.words] for name in self._heads}


def softened(teachers: Sequence[Tensor], heat: float) -> Tensor:
    """The mean of teachers' shares at a temperature; logits and shares are (words, labels)."""
    return torch.stack([(teacher / heat).softmax(-1) for teacher in teachers]).mean(0)


def divergence(student: Tensor, shares: Tensor, heat: float) -> Tensor:
    """temperature² × KL(teachers ‖ student), the mean over those of whom something was said; logits and softened shares
    are (…, labels), shares 0 where nothing was."""
    apart = functional.kl_div((student / heat).log_softmax(-1), shares, reduction="sum")
    return heat**2 * apart / _known(shares).clamp(min=1)


def _known(shares: Tensor) -> Tensor:
    return (shares.sum(-1) > 0).sum()


def _placed(shares: Tensor, words: Tensor) -> Tensor:
    """Shares of words (words, labels) where these stand in a batch (batch, length), 0 elsewhere."""
    made = shares.new_zeros((*words.shape, shares.shape[-1]))
    made[words] = shares
    return made
