"""What steps the weights: AdamW, or Muon for the matrices of the blocks and AdamW for the rest."""

# mypy: allow-untyped-calls
# torch leaves the methods of its optimizers unannotated.

from __future__ import annotations

import math
from collections import defaultdict
from typing import Any

import torch
from torch import Tensor, nn
from torch.optim import AdamW

from ..errors import ModelError
from ..tagging.devices import has_bfloat16
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
        decayed, *others = parameter_groups(model, settings)
        inner = {id(p) for name, p in model.named_parameters() if p.ndim == 2 and _is_inner(name)}
        matrices = [p for p in decayed["params"] if id(p) in inner]
        decayed["params"] = [p for p in decayed["params"] if id(p) not in inner]
        self._parts: list[torch.optim.Optimizer] = [AdamW([decayed, *others], **_ADAM)]
        if matrices:
            rates: dict[str, Any] = {"lr": 0.0, "weight_decay": settings.weight_decay}
            if matrices[0].is_cuda or not has_bfloat16(matrices[0].device):
                self._parts.append(StackedMuon(matrices, **rates))
            else:
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
            for group in part.param_groups:  # what the optimizer of another device does not name
                group |= {name: value for name, value in part.defaults.items() if name not in group}


class StackedMuon(torch.optim.Optimizer):
    """`torch.optim.Muon`, all matrices of one shape at once: a GPU takes longer to be asked for small products one by
    one than to do them. And in single precision where the device has no bf16, in which torch's always multiplies."""

    def __init__(self, params: Any, lr: float, weight_decay: float, momentum: float = 0.95) -> None:
        super().__init__(params, {"lr": lr, "weight_decay": weight_decay, "momentum": momentum})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:  # type: ignore[override]
        """Move the weights by their gradients."""
        for group in self.param_groups:
            shapes: dict[torch.Size, list[Tensor]] = defaultdict(list)
            for matrix in group["params"]:
                if matrix.grad is not None:
                    shapes[matrix.shape].append(matrix)
            for alike in shapes.values():
                self._move(alike, group)

    def _move(self, matrices: list[Tensor], group: dict[str, Any]) -> None:
        grads = torch.stack([matrix.grad for matrix in matrices])  # type: ignore[misc]
        buffers = [self._momentum(matrix) for matrix in matrices]
        torch._foreach_lerp_(buffers, list(grads.unbind()), 1 - group["momentum"])
        moved = torch.stack(buffers)
        steps = orthogonal(grads.lerp(moved, group["momentum"])).to(grads.dtype)
        rate = group["lr"] * 0.2 * math.sqrt(max(grads.shape[1:]))
        torch._foreach_mul_(matrices, 1 - group["lr"] * group["weight_decay"])
        torch._foreach_add_(matrices, list(steps.unbind()), alpha=-rate)

    def _momentum(self, matrix: Tensor) -> Tensor:
        """One for each matrix, as torch's has it: a run may go on with either."""
        state = self.state[matrix]
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(matrix)
        buffer: Tensor = state["momentum_buffer"]
        return buffer


def orthogonal(matrices: Tensor) -> Tensor:
    """The nearest orthogonal matrices, roughly: five Newton-Schulz steps of Jordan et al. (2024), in bf16 where the
    device has it; (matrices, rows, columns)."""
    x = matrices.bfloat16() if has_bfloat16(matrices.device) else matrices.float()
    x = x.mT if matrices.shape[1] > matrices.shape[2] else x
    x = x / x.norm(dim=(1, 2), keepdim=True).clamp(min=1e-7)
    for _ in range(5):
        gram = x @ x.mT
        x = torch.baddbmm(x, torch.baddbmm(gram, gram, gram, beta=-4.7750, alpha=2.0315), x, beta=3.4445)
    return x.mT if matrices.shape[1] > matrices.shape[2] else x


def _is_inner(name: str) -> bool:
    """True for the layers of an encoder or decoder; their names hold a number (``blocks.0``, ``layer.3``)."""
    return any(part.isdigit() for part in name.split("."))


def parameter_groups(model: nn.Module, settings: Training) -> list[dict[str, Any]]:
    """Weight decay on matrices only: not on norms, biases and embeddings, which may have a rate of their own: ``share``
    of the others'."""
    decayed: list[nn.Parameter] = []
    plain: list[nn.Parameter] = []
    embedded = {id(p): p for m in model.modules() if isinstance(m, nn.Embedding) for p in m.parameters()}
    for name, parameter in model.named_parameters():
        if id(parameter) in embedded and settings.embedding_rate != 1:
            continue
        matrix = name.endswith("weight") and parameter.ndim > 1 and id(parameter) not in embedded
        (decayed if matrix else plain).append(parameter)
    groups: list[dict[str, Any]] = [
        {"params": decayed, "weight_decay": settings.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
    if settings.embedding_rate != 1:
        groups.append({"params": list(embedded.values()), "weight_decay": 0.0, "share": settings.embedding_rate})
    return groups
