"""The training loop: steps, schedule, moving average, checkpoints."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable
from typing import Protocol

import torch
from torch import nn

from ..tagging.model import MultiHeadTagger
from . import dev
from .config import Recipe, Training
from .sampling import Batch, Sampler


class Watcher(Protocol):
    """What the loop tells of its progress."""

    def step(self, progress: float, tokens: int, minutes: float, loss: float) -> None: ...

    def pause(self, progress: float, tokens: int, minutes: float) -> None: ...


class Loop:
    """One run over a token or time budget. ``evaluate`` is called now and then with the averaged model."""

    def __init__(
        self, recipe: Recipe, model: MultiHeadTagger, sampler: Sampler, evaluate: Callable[[MultiHeadTagger], None]
    ) -> None:
        self.settings = recipe.training
        self.model = model
        self.model.to(torch.device("cuda" if torch.cuda.is_available() else "cpu"))  # type: ignore[arg-type]
        self.sampler = sampler
        self.evaluate = evaluate
        self.checkpoint = recipe.output / "checkpoint.pt"
        self.optimizer = torch.optim.AdamW(
            parameter_groups(model, self.settings), lr=0.0, betas=(0.9, 0.98), fused=True
        )
        self.average = [p.detach().clone() for p in model.parameters()]
        self.tokens, self.steps, self.minutes = 0, 0, 0.0

    def progress(self) -> float:
        """0 at the start, 1 at the end of the token or the time budget."""
        return max(self.tokens / self.settings.tokens, self.minutes / self.settings.max_minutes)

    def run(self, watcher: Watcher) -> None:
        """Train to the end of the budget, evaluating and saving every ``evaluate_minutes``."""
        before, began, last = self.minutes, time.monotonic(), self.minutes
        self.model.train()
        for batch in self.sampler.batches(self.settings.batch_tokens):
            loss = self._step(batch)
            self.minutes = before + (time.monotonic() - began) / 60
            watcher.step(self.progress(), self.tokens, self.minutes, loss)
            if self.progress() >= 1:
                break
            if self.minutes - last >= self.settings.evaluate_minutes:
                last = self.minutes
                self.save()
                watcher.pause(self.progress(), self.tokens, self.minutes)
                self.evaluate(self.averaged())
        self.save()
        watcher.pause(1.0, self.tokens, self.minutes)

    def _step(self, batch: Batch) -> float:
        rate = learning_rate(self.progress(), self.settings)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        device = self.model.device.type
        with torch.autocast(device, dtype=torch.bfloat16, enabled=self.settings.bf16):
            loss = dev.forward(self.model, batch, labels=True).loss
        assert loss is not None
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        self.tokens += int(batch.attention_mask.sum())
        self._average()
        return float(loss.detach())

    @torch.no_grad()
    def _average(self) -> None:
        """Move the average towards the weights; faster at first, so that the start is forgotten."""
        decay = min(self.settings.ema, (1 + self.steps) / (10 + self.steps))
        torch._foreach_lerp_(self.average, list(self.model.parameters()), 1 - decay)

    def averaged(self) -> MultiHeadTagger:
        """A copy of the model with the averaged weights."""
        model = copy.deepcopy(self.model)
        with torch.no_grad():
            for parameter, average in zip(model.parameters(), self.average, strict=True):
                parameter.copy_(average)
        model.eval()
        return model

    def save(self) -> None:
        """Write the checkpoint; an old one is only replaced by a complete one."""
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average,
            "counters": (self.tokens, self.steps, self.minutes),
            "random": self.sampler.random.bit_generator.state,
        }
        partial = self.checkpoint.with_suffix(".partial")
        torch.save(state, partial)
        partial.replace(self.checkpoint)

    def restore(self) -> None:
        """Take up where the checkpoint left off; a run that has none starts from nothing."""
        if not self.checkpoint.exists():
            return
        state = torch.load(self.checkpoint, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average = [a.to(self.model.device) for a in state["average"]]
        self.tokens, self.steps, self.minutes = state["counters"]
        self.sampler.random.bit_generator.state = state["random"]


def learning_rate(progress: float, settings: Training) -> float:
    """Linear warm-up over ``warmup`` of the run, then a cosine down to nothing."""
    if progress < settings.warmup:
        return settings.learning_rate * (progress + 1e-3) / settings.warmup
    rest = (progress - settings.warmup) / (1 - settings.warmup)
    return settings.learning_rate * 0.5 * (1 + math.cos(math.pi * min(1.0, rest)))


def parameter_groups(model: nn.Module, settings: Training) -> list[dict[str, object]]:
    """Weight decay on matrices only: not on norms, biases and embeddings."""
    decayed: list[nn.Parameter] = []
    plain: list[nn.Parameter] = []
    for module in model.modules():
        for name, parameter in module.named_parameters(recurse=False):
            matrix = name == "weight" and parameter.ndim > 1 and not isinstance(module, nn.Embedding)
            (decayed if matrix else plain).append(parameter)
    return [
        {"params": decayed, "weight_decay": settings.weight_decay},
        {"params": plain, "weight_decay": 0.0},
    ]
