"""Threads for as much as there is to do.

A short text gains nothing from a second thread of PyTorch, and on a machine that does anything else it waits for one
that does not run: OpenMP's threads spin for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import torch

_ENOUGH = 256  # subwords that pay for a second thread


@contextmanager
def as_many_as_pay(subwords: int, device: torch.device) -> Iterator[None]:
    """On a CPU one thread for a batch of few ``subwords``, in the block; those that were chosen for any other."""
    chosen = torch.get_num_threads()
    if device.type != "cpu" or subwords >= _ENOUGH or chosen == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(chosen)
