"""What steps the weights: AdamW, or Muon for the matrices of the blocks and AdamW for the rest."""

# mypy: allow-untyped-calls
# torch leaves the methods of its optimizers unannotated.

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.optim import AdamW

from ..errors import ModelError
from .config import Training

_ADAM: dict[str, Any] = {"lr": 0.0, "betas": (0.9, 0.98), "fused": True}


def optimizer(model: nn.Module, settings: Training) -> AdamW | MuonAdam:
    """The optimizer of a recipe; its rate is set before every step."""
    if settings.optimizer == "muon":
        return MuonAdam(model, settings)
    return AdamW(parameter_groups(model, settings), **_ADAM)


class MuonAdam:
    """Muon (Jordan et al. 2024) for the matrices between embeddings and heads, AdamW for all else.

    The step of a matrix is made as large as AdamW's (Liu et al. 2025, "Muon is scalable for LLM training", section
    2.2), so that one learning rate serves both.
    """

    def __init__(self, model: nn.Module, settings: Training) -> None:
        if not hasattr(torch.optim, "Muon"):
            raise ModelError(
                f"optimizer: muon needs torch 2.9 or newer, this is {torch.__version__}: pip install -U torch"
            )
        decayed, plain = parameter_groups(model, settings)
        inner = {id(p) for name, p in model.named_parameters() if p.ndim == 2 and _is_inner(name)}
        matrices = [p for p in decayed["params"] if id(p) in inner]
        decayed["params"] = [p for p in decayed["params"] if id(p) not in inner]
        self._parts: list[torch.optim.Optimizer] = [AdamW([decayed, plain], **_ADAM)]
        if matrices:
            rates: dict[str, Any] = {"lr": 0.0, "weight_decay": settings.weight_decay}
            self._parts.append(torch.optim.Muon(matrices, adjust_lr_fn="match_rms_adamw", **rates))

    @property
    def param_groups(self) -> list[dict[str, Any]]:
        """The groups of both."""
        return [group for part in self._parts for group in part.param_groups]

    def step(self) -> None:
        """Move the weights by their gradients."""
        for part in self._parts:
            part.step()

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients."""
        for part in self._parts:
            part.zero_grad(set_to_none)

    def state_dict(self) -> dict[str, Any]:
        """The states of both."""
        return {str(i): part.state_dict() for i, part in enumerate(self._parts)}

    def load_state_dict(self, state: dict[str, Any]) -> None:
        """Take up the states of both."""
        for i, part in enumerate(self._parts):
            part.load_state_dict(state[str(i)])


def _is_inner(name: str) -> bool:
    """True for the layers of an encoder or decoder; their names hold a number (``blocks.0``, ``layer.3``)."""
    return any(part.isdigit() for part in name.split("."))


def parameter_groups(model: nn.Module, settings: Training) -> list[dict[str, Any]]:
    """Weight decay on matrices only: not on norms, biases and embeddings."""
    embedded = {id(m.weight) for m in model.modules() if isinstance(m, nn.Embedding)}
    decayed: list[nn.Parameter] = []
    plain: list[nn.Parameter] = []
    for name, parameter in model.named_parameters():
        matrix = name.endswith("weight") and parameter.ndim > 1 and id(parameter) not in embedded
        (decayed if matrix else plain).append(parameter)
    return [
        {"params": decayed, "weight_decay": settings.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
