"""The training loop: steps, schedule, moving average, checkpoints, the best weights so far."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import copy
import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

import torch
from torch import Tensor, nn

from ..manifests import owned
from ..tagging.devices import has_bfloat16
from .config import Training
from .crew import Crew
from .optimizers import optimizer
from .prefetch import AnyBatch, Prefetcher, Source
from .resident import ResidentSampler
from .schedule import learning_rate

Model = TypeVar("Model", bound=nn.Module)
log = logging.getLogger(__name__)


class Watcher(Protocol):
    """What the loop tells of its progress."""

    def step(self, progress: float, tokens: int, minutes: float, loss: Tensor) -> None: ...

    def pause(self, progress: float, tokens: int, minutes: float) -> None: ...


class Loop(Generic[Model, AnyBatch]):
    """One run over a token or time budget, on the GPU where there is one.

    ``evaluate`` is called now and then with the averaged model and says how good it is; the best one is kept.
    """

    def __init__(
        self,
        settings: Training,
        folder: Path,
        model: Model,
        sampler: Source[AnyBatch],
        objective: Callable[[nn.Module, AnyBatch], Tensor],
        evaluate: Callable[[Model], float],
    ) -> None:
        self.settings, self.model, self.sampler, self.evaluate = settings, model, sampler, evaluate
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.model.to(self.device)
        if settings.compile:
            compile_layers(self.model, few_shapes=isinstance(sampler, ResidentSampler))
        self._objective = objective
        self._bf16 = settings.bf16 and has_bfloat16(self.device)
        if settings.bf16 and not self._bf16:
            log.info("single precision: this CPU has no instructions for bfloat16")
        self._processes = settings.processes if self.device.type == "cpu" else 1
        drawn = settings.batch_tokens // self._processes
        self._batches = Prefetcher(sampler, drawn, settings.prefetch * self._processes, self.device.type == "cuda")
        self.checkpoint, self.stable = folder / "checkpoint.pt", folder / "checkpoint_stable.pt"
        self._best_file = folder / "best.pt"
        self.optimizer = optimizer(model, settings)
        self.average = [p.detach().clone() for p in model.parameters()]
        self.tokens, self.steps, self.minutes, self.best = 0, 0, 0.0, -math.inf
        torch.set_float32_matmul_precision("high")  # TF32 where bf16 is off

    def progress(self) -> float:
        """0 at the start, 1 at the end of the token or the time budget."""
        return max(self.tokens / self.settings.tokens, self.minutes / self.settings.max_minutes)

    def run(self, watcher: Watcher) -> Model:
        """Train to the end of the budget, evaluating and saving every ``evaluate_minutes``; return the best model."""
        before, began, last = self.minutes, time.monotonic(), self.minutes
        self.model.train()
        with closing(Crew(self.model, self._gradient, self._processes - 1)) as crew:
            while self.progress() < 1:
                held = self._is_stable()
                loss = self._step(crew)
                self.minutes = before + (time.monotonic() - began) / 60
                watcher.step(self.progress(), self.tokens, self.minutes, loss)
                if held and not self._is_stable():
                    self._save(self.stable)
                if self.minutes - last >= self.settings.evaluate_minutes and self.progress() < 1:
                    last = self.minutes
                    watcher.pause(self.progress(), self.tokens, self.minutes)
                    self._judge(self.averaged())
                    self._save(self.checkpoint)
        self._save(self.checkpoint)
        self._batches.close()
        watcher.pause(1.0, self.tokens, self.minutes)
        return self._chosen()

    def _is_stable(self) -> bool:
        """Whether the decay of a wsd schedule is still to come."""
        return self.settings.schedule == "wsd" and self.progress() < 1 - self.settings.decay

    def _step(self, crew: Crew[AnyBatch]) -> Tensor:
        rate = learning_rate(self.progress(), self.settings)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group.get("share", 1.0)
        batches = [self._batches.next(self.progress()) for _ in range(self._processes)]
        self.tokens += sum(batch.tokens for batch in batches)
        loss = crew.step(batches)
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        with _threads(self._processes):
            self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        self.steps += 1
        self._average()
        return loss

    def _gradient(self, batch: AnyBatch) -> Tensor:
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._bf16):
            loss = self._objective(self.model, batch.to(self.device))
        loss.backward()
        return loss.detach()

    @torch.no_grad()
    def _average(self) -> None:
        """Move the average towards the weights; faster at first, so that the start is forgotten."""
        decay = min(self.settings.ema, (1 + self.steps) / (10 + self.steps))
        torch._foreach_lerp_(self.average, list(self.model.parameters()), 1 - decay)

    def averaged(self) -> Model:
        """A copy of the model with the averaged weights."""
        return self._with(self.average)

    def _with(self, weights: list[Tensor]) -> Model:
        model = copy.deepcopy(self.model)
        with torch.no_grad():
            for parameter, value in zip(model.parameters(), weights, strict=True):
                parameter.copy_(value)
        model.eval()
        return model

    def _judge(self, model: Model) -> float:
        """Evaluate a model and keep its weights if it is the best so far."""
        score = self.evaluate(model)
        if score > self.best:
            self.best = score
            _write({"score": score, "weights": [p.detach() for p in model.parameters()]}, self._best_file)
        return score

    def _chosen(self) -> Model:
        """The averaged model of the end, unless an earlier one did better."""
        last = self.averaged()
        if self._judge(last) >= self.best or not self._best_file.exists():
            return last
        return self._with(self._load(self._best_file)["weights"])

    def _save(self, path: Path) -> None:
        state = {
            "model": self.model.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "average": self.average,
            "counters": (self.tokens, self.steps, self.minutes),
            "budget": (self.settings.tokens, self.settings.max_minutes),
            "sampler": self._batches.state(),
            "asked": self._batches.asked(),
            "torch": torch.get_rng_state(),
        }
        _write(state, path)

    def restore(self) -> None:
        """Take up where the checkpoint left off, on whatever device; a run that has none starts from nothing."""
        state = self._saved()
        if state is None:
            self.forget()
            return
        self.model.load_state_dict(state["model"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.average = [a.to(self.device) for a in state["average"]]
        self.tokens, self.steps, self.minutes = state["counters"][:3]
        self.best = self._load(self._best_file)["score"] if self._best_file.exists() else -math.inf
        self.sampler.random.bit_generator.state = state["sampler"]
        self._batches.owe(state["asked"])
        torch.set_rng_state(state["torch"])

    def _saved(self) -> dict[str, Any] | None:
        """The last state; that from before a wsd run's decay if its budget has grown or nothing else is left."""
        last = self._load(self.checkpoint) if self.checkpoint.exists() else None
        budget = (self.settings.tokens, self.settings.max_minutes)
        if self.settings.schedule == "wsd" and self.stable.exists() and (last is None or last["budget"] != budget):
            return self._load(self.stable)
        return last

    def _load(self, path: Path) -> dict[str, Any]:
        state: dict[str, Any] = torch.load(path, map_location="cpu", weights_only=True)
        return state

    def forget(self) -> None:
        """Remove what an earlier run left in the folder, so that its best weights do not count for this one."""
        for path in (self.checkpoint, self.stable, self._best_file):
            path.unlink(missing_ok=True)


def compile_layers(model: nn.Module, few_shapes: bool) -> None:
    """Let torch compile the layers of a model: what is made of the first serves the others, so it takes seconds, where
    the model as a whole takes minutes. Where batches have ``few_shapes``, each has code of its own."""
    torch._dynamo.config.recompile_limit = max(torch._dynamo.config.recompile_limit, 64)  # a few shapes, several models
    for stack in model.modules():
        if isinstance(stack, nn.ModuleList):
            for layer in stack:
                layer.compile(dynamic=not few_shapes)


@contextmanager
def _threads(processes: int) -> Iterator[None]:
    """While the other processes of a step wait, this one may use their cores."""
    if processes == 1:
        yield
        return
    own = torch.get_num_threads()
    torch.set_num_threads(processes)
    try:
        yield
    finally:
        torch.set_num_threads(own)


def _write(state: dict[str, Any], path: Path) -> None:
    """Save; an old file is only replaced by a complete one."""
    with owned.whole(path) as file:
        torch.save(state, file)
