"""Batches drawn in the background, so that a training step does not wait for them."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from .sampling import Batch, Sampler

State = Mapping[str, Any]


class Prefetcher:
    """Keeps ``depth`` batches of about ``tokens`` subwords ready, drawn in order by one thread.

    Which batch comes when does not depend on the thread's speed: every draw is told the run's progress as it was when
    it was asked for.
    """

    def __init__(self, sampler: Sampler, tokens: int, depth: int, pin: bool) -> None:
        self._sampler, self._tokens, self._depth, self._pin = sampler, tokens, depth, pin
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="batches")
        self._ready: deque[Future[tuple[State, Batch]]] = deque()

    def next(self, progress: float) -> Batch:
        """The next batch; ``progress`` (0 … 1) is how far the run is."""
        while len(self._ready) <= self._depth:
            self._ready.append(self._thread.submit(self._draw, progress))
        return self._ready.popleft().result()[1]

    def state(self) -> State:
        """The sampler's random state before the first batch that was not handed out yet."""
        return self._ready[0].result()[0] if self._ready else self._sampler.random.bit_generator.state

    def close(self) -> None:
        """End the thread; batches that were drawn ahead are drawn again by a later one."""
        state = self.state()
        self._thread.shutdown(cancel_futures=True)
        self._ready.clear()
        self._sampler.random.bit_generator.state = state

    def _draw(self, progress: float) -> tuple[State, Batch]:
        state = self._sampler.random.bit_generator.state
        self._sampler.progress = progress
        batch = self._sampler.draw(self._tokens).known()
        return state, batch.pinned() if self._pin else batch
