"""Threads for as much as there is to do: those of a process for all its networks, and of PyTorch for one batch.

A short text gains nothing from a second thread of PyTorch, and on a machine that does anything else it waits for one
that does not run: OpenMP's threads spin for each other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

_ENOUGH = 256  # subwords that pay for a second thread


class _Chosen:
    """What was chosen for this process; None before."""

    threads: int | None = None


def choose(count: int) -> None:
    """Let the networks of this process run on so many threads of the CPU, those of PyTorch too where it is loaded now
    or later."""
    _Chosen.threads = count
    if (torch := sys.modules.get("torch")) is not None:
        torch.set_num_threads(count)


def chosen() -> int:
    """How many threads a network may run on: those that were chosen, else ``OMP_NUM_THREADS``, which PyTorch goes by,
    else as many as this process has cores."""
    if _Chosen.threads is not None:
        return _Chosen.threads
    if (given := os.environ.get("OMP_NUM_THREADS", "")).isdecimal() and int(given):
        return int(given)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def take() -> None:
    """Give PyTorch, just loaded, the threads that were chosen."""
    if _Chosen.threads is not None:
        sys.modules["torch"].set_num_threads(_Chosen.threads)


if hasattr(os, "register_at_fork"):  # a forked child is one of several, as a rule
    os.register_at_fork(after_in_child=lambda: setattr(_Chosen, "threads", 1))


@contextmanager
def as_many_as_pay(subwords: int, device: torch.device) -> Iterator[None]:
    """On a CPU one thread of PyTorch for a batch of few ``subwords``, in the block; those that were chosen for any
    other."""
    import torch

    before = torch.get_num_threads()
    if device.type != "cpu" or subwords >= _ENOUGH or before == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
