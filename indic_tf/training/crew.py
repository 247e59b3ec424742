"""Several processes for one step: each takes a batch of its own, all share the weights, the gradients are averaged.

On a CPU two processes of one thread each train a small model about twice as fast as one, while one process gains little
from a second thread: its matrices are too small to be cut.
"""

# mypy: allow-untyped-calls
# torch leaves `share_memory_` unannotated.

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

import torch
from torch import Tensor, nn

from ..errors import ModelError

Picklable = TypeVar("Picklable")

Gradient = Callable[[Picklable], Tensor]
"""Adds the gradient of a batch to that of the weights; returns the loss."""


class Crew(Generic[Picklable]):
    """``count`` processes beside this one, forked from it: they see the weights as this one steps them.

    With none, nothing is started and nothing changes. Linux and CPU only.
    """

    def __init__(self, model: nn.Module, gradient: Gradient[Picklable], count: int) -> None:
        self._parameters = [p for p in model.parameters() if p.requires_grad]
        self._gradient = gradient
        self._sent: list[list[Tensor]] = []
        self._lines: list[Connection] = []
        if not count:
            return
        model.share_memory()
        fork = multiprocessing.get_context("fork")
        for _ in range(count):
            self._sent.append([torch.zeros_like(p).share_memory_() for p in self._parameters])
            here, there = fork.Pipe()
            self._lines.append(here)
            fork.Process(target=self._work, args=(there, self._sent[-1]), daemon=True).start()
            there.close()

    def step(self, batches: Sequence[Picklable]) -> Tensor:
        """Leave the mean of the batches' gradients in the weights and return the mean loss; the first is done here.

        Raises `ModelError` where a process has died.
        """
        own, *others = batches
        for line, batch in zip(self._lines, others, strict=True):
            line.send_bytes(pickle.dumps(batch))
        losses = [self._gradient(own)]
        for line, sent in zip(self._lines, self._sent, strict=True):
            losses.append(torch.tensor(self._answer(line)))
            self._add(sent)
        if self._lines:
            known = [p.grad for p in self._parameters if p.grad is not None]
            torch._foreach_div_(known, float(len(losses)))
        return torch.stack(losses).mean() if others else losses[0]

    def close(self) -> None:
        """Let the processes end."""
        for line in self._lines:
            line.close()
        self._lines, self._sent = [], []

    @staticmethod
    def _answer(line: Connection) -> float:
        try:
            loss: float = line.recv()
        except EOFError:
            raise ModelError("a training process has died (out of memory?): resume the run with --resume") from None
        return loss

    def _add(self, sent: Sequence[Tensor]) -> None:
        for parameter, gradient in zip(self._parameters, sent, strict=True):
            if parameter.grad is None:
                parameter.grad = gradient.clone()
            else:
                parameter.grad += gradient

    def _work(self, line: Connection, sent: Sequence[Tensor]) -> None:
        """What a forked process does: a batch comes in, a loss goes out, until the line is closed."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started it ends it
        for other in self._lines:
            other.close()  # a copy held here would keep the line open
        while True:
            try:
                batch = pickle.loads(line.recv_bytes())
            except EOFError:
                return
            loss = self._gradient(batch)
            for parameter, gradient in zip(self._parameters, sent, strict=True):
                if parameter.grad is None:
                    gradient.zero_()
                else:
                    gradient.copy_(parameter.grad)
                parameter.grad = None
            line.send(float(loss))
