"""What all requests of a service share, and what is known of each."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from . import faults
from .metrics import Metrics
from .pool import Pool
from .settings import Settings


@dataclass(slots=True)
class Call:
    """One request: its name in the log, whose it is, until when it is to be answered, and what the log says of it."""

    id: str
    caller: str
    started: float
    deadline: float
    noted: dict[str, Any] = field(default_factory=dict)

    @property
    def left(self) -> float:
        """Seconds until the deadline. Raises `Problem` (504) where none are left."""
        if (left := self.deadline - time.monotonic()) <= 0:
            raise faults.late(self.deadline - self.started)
        return left


class State:
    """A running service."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.pool = Pool(settings, self.metrics)
        self.draining = asyncio.Event()
        self.streams: set[int] = set()
        self.upstream: Any = None  # its connections, while the service runs
        self._active = 0
        self._by_caller: Counter[str] = Counter()
        self._mean = 0.05  # seconds of a request, as they were lately

    @property
    def active(self) -> int:
        """Requests that are being answered or wait."""
        return self._active

    @contextmanager
    def admitted(self, caller: str) -> Iterator[None]:
        """A place for a request. Raises `Problem`: 503 where there is none, 429 where the caller has enough."""
        limits = self.settings.limits
        if self._active >= limits.waiting:
            raise faults.busy(self._active, self._soon())
        if self._by_caller[caller] >= limits.per_caller:
            said = f"{limits.per_caller} requests of yours are being answered; wait for one (--per-caller)"
            raise faults.Problem(429, said, "too_many_requests", retry_after=self._soon())
        self._active += 1
        self._by_caller[caller] += 1
        self.metrics.active.set(self._active)
        started = time.monotonic()
        try:
            yield
        finally:
            self._active -= 1
            self._by_caller[caller] -= 1
            if not self._by_caller[caller]:
                del self._by_caller[caller]
            self.metrics.active.set(self._active)
            self._mean += 0.05 * (time.monotonic() - started - self._mean)

    def _soon(self) -> int:
        """Seconds in which about all that wait will have been answered."""
        return max(1, min(60, round(self._mean)))
