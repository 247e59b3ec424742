"""Batches drawn in the background, so that a training step does not wait for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
import torch

State = Mapping[str, Any]


class Batch(Protocol):
    """Tensors that belong together."""

    @property
    def tokens(self) -> int:
        """How many subwords are no padding."""
        ...

    def to(self: AnyBatch, device: torch.device) -> AnyBatch: ...

    def pinned(self: AnyBatch) -> AnyBatch: ...


AnyBatch = TypeVar("AnyBatch", bound=Batch)
_Drawn = TypeVar("_Drawn", bound=Batch, covariant=True)


class Source(Protocol[_Drawn]):
    """Draws batches; all that it remembers from one draw to the next is the state of ``random``.

    ``progress`` (0 … 1) is how far the run is.
    """

    random: np.random.Generator
    progress: float

    def draw(self, tokens: int) -> _Drawn:
        """One batch of about ``tokens`` subwords, padding included."""
        ...


class Prefetcher(Generic[AnyBatch]):
    """Keeps ``depth`` batches of about ``tokens`` subwords ready, drawn in order by one thread.

    Which batch comes when does not depend on the thread's speed: every draw is told the run's progress as it was when
    it was asked for.
    """

    def __init__(self, sampler: Source[AnyBatch], tokens: int, depth: int, pin: bool) -> None:
        self._sampler, self._tokens, self._depth, self._pin = sampler, tokens, depth, pin
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="batches")
        self._ready: deque[tuple[float, Future[tuple[State, AnyBatch]]]] = deque()
        self._owed: deque[float] = deque()

    def next(self, progress: float) -> AnyBatch:
        """The next batch; ``progress`` (0 … 1) is how far the run is."""
        while len(self._ready) <= self._depth:
            at = self._owed.popleft() if self._owed else progress
            self._ready.append((at, self._thread.submit(self._draw, at)))
        return self._ready.popleft()[1].result()[1]

    def state(self) -> State:
        """The sampler's random state before the first batch that was not handed out yet."""
        return self._ready[0][1].result()[0] if self._ready else self._sampler.random.bit_generator.state

    def asked(self) -> list[float]:
        """The progress that each batch was asked for at which was not handed out yet."""
        return [at for at, _ in self._ready]

    def owe(self, asked: Iterable[float]) -> None:
        """Draw the next batches as an earlier run had `asked` for them."""
        self._owed = deque(asked)

    def close(self) -> None:
        """End the thread; batches that were drawn ahead are drawn again by a later one."""
        state = self.state()
        self._thread.shutdown(cancel_futures=True)
        self._ready.clear()
        self._sampler.random.bit_generator.state = state

    def _draw(self, progress: float) -> tuple[State, AnyBatch]:
        state = self._sampler.random.bit_generator.state
        self._sampler.progress = progress
        batch = self._sampler.draw(self._tokens)
        return state, batch.pinned() if self._pin else batch
