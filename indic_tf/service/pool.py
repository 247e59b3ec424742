"""Jobs of all requests, in batches, for the workers.

An idle worker waits a few milliseconds for others to come along; while all are busy, what comes makes the next batch.
So a single request waits for the delay at most, and under load batches grow by themselves.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import Any

from . import faults
from .jobs import Broken, Close, Job, Open, Push, Refused, Talk, Texts, size
from .metrics import Metrics
from .process import Worker
from .settings import Settings
from .worker import READY

LOG = logging.getLogger("indic_tf.service")
_BATCH_WORDS = 4096
_GIVES_UP = 3  # deaths in a row before a worker was ready
_HANGS = 60.0  # seconds beyond the time limit of a request, after which a worker is taken to hang


@dataclass(eq=False)
class _Asked:
    """A job that waits for its answer."""

    job: Job
    answer: asyncio.Future[Any]
    alone: bool = False


@dataclass(eq=False)
class _Slot:
    """A place for a worker, and what it is doing. ``own``: jobs that only this worker can do."""

    number: int
    worker: Worker | None = None
    ready: bool = False
    batch: list[_Asked] = field(default_factory=list)
    own: deque[_Asked] = field(default_factory=deque)
    deaths: int = 0
    lives: int = 0
    watch: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        return self.ready and not self.batch


class Pool:
    """The workers of a service."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings, self._metrics = settings, metrics
        self._slots = [_Slot(number) for number in range(settings.workers)]
        self._waiting: deque[_Asked] = deque()
        self._timer: asyncio.TimerHandle | None = None
        self._loop: asyncio.AbstractEventLoop
        self._stopped = False
        self.problem = ""
        metrics.observe_waiting(lambda: len(self._waiting))

    def start(self) -> None:
        """Begin the workers; `ready` says when they are."""
        self._loop = asyncio.get_running_loop()
        for slot in self._slots:
            self._begin(slot)

    async def stop(self) -> None:
        """End them."""
        self._stopped = True
        workers = [slot.worker for slot in self._slots if slot.worker]
        await asyncio.gather(*(asyncio.to_thread(worker.stop) for worker in workers))

    def kill(self) -> None:
        """End them at once, whatever they do."""
        self._stopped = True
        for slot in self._slots:
            if slot.worker:
                slot.worker.kill()

    @property
    def ready(self) -> bool:
        """Whether every worker has loaded what it was to load."""
        return all(slot.ready for slot in self._slots) and not self.problem

    @property
    def pids(self) -> list[int]:
        """The processes."""
        return [pid for slot in self._slots if slot.worker and (pid := slot.worker.pid)]

    # --- asking ---------------------------------------------------------------------------------------

    async def run(self, job: Job, seconds: float, on: int | None = None) -> Any:
        """The answer to a job. Raises `Problem`: 422 for one that cannot be done so, 504 for one that takes longer than
        ``seconds``, 500 for a fault. ``on``: the number of the worker that must do it."""
        asked = _Asked(job, self._loop.create_future())
        (self._waiting if on is None else self._slots[on].own).append(asked)
        self._wake()
        try:
            answer = await asyncio.wait_for(asked.answer, seconds)
        except asyncio.TimeoutError:
            raise faults.late(self._settings.limits.seconds) from None
        if isinstance(answer, Refused):
            raise faults.Problem(422, answer.message, "refused")
        if isinstance(answer, Broken):
            said = f": {answer.message}" if self._settings.log_text else ""
            LOG.error("fault", extra={"fault": f"{answer.kind}{said}", "where": answer.where})
            raise faults.fault()
        return answer

    def least(self) -> int:
        """The number of a worker for a new live text: the one with least to do."""
        return min(self._slots, key=lambda slot: (not slot.ready, len(slot.own) + len(slot.batch))).number

    def lives(self, number: int) -> int:
        """How often a worker was begun: live texts of an earlier life are lost."""
        return self._slots[number].lives

    # --- batches --------------------------------------------------------------------------------------

    def _wake(self) -> None:
        """Send what can be sent, now or once the delay is over."""
        for slot in self._slots:
            if slot.idle and slot.own:
                self._send(slot)
        if not self._waiting or self._timer is not None or not any(slot.idle for slot in self._slots):
            return
        full = len(self._waiting) >= self._settings.batch
        self._timer = self._loop.call_later(0 if full else self._settings.delay, self._over)

    def _over(self) -> None:
        self._timer = None
        for slot in self._slots:
            if slot.idle and (slot.own or self._waiting):
                self._send(slot)

    def _send(self, slot: _Slot) -> None:
        """Give a worker what only it can do, and of the rest its share, at most as much as makes a batch: who took all
        would let them wait for each other while the other workers soon have nothing to do."""
        words = 0
        share = -(-len(self._waiting) // len(self._slots))
        for queue, most in ((slot.own, self._settings.batch), (self._waiting, len(slot.own) + share)):
            most = min(most, self._settings.batch)
            while queue and len(slot.batch) < most and words < _BATCH_WORDS:
                if slot.batch and (queue[0].alone or isinstance(queue[0].job, Talk)):
                    break
                asked = queue.popleft()
                if not asked.answer.done():  # nobody waits any more for one that is
                    slot.batch.append(asked)
                    words += size(asked.job)
                if slot.batch and (asked.alone or isinstance(asked.job, Talk)):
                    break
        if slot.batch and slot.worker:
            texts = sum(len(asked.job.texts) for asked in slot.batch if isinstance(asked.job, Texts))
            self._metrics.batch(len(slot.batch), texts)
            slot.watch = self._loop.call_later(_HANGS + self._settings.limits.seconds, self._hangs, slot, slot.worker)
            slot.worker.send([asked.job for asked in slot.batch])

    def _came(self, slot: _Slot, message: Any) -> None:
        if not slot.ready:
            self._is_ready(slot, message)
            return
        done, slot.batch = slot.batch, []
        self._unwatch(slot)
        for asked, answer in zip(done, message, strict=True):
            if not asked.answer.done():
                asked.answer.set_result(answer)
        if slot.own or self._waiting:  # no delay: these have waited
            self._send(slot)

    # --- the lives of workers -------------------------------------------------------------------------

    def _begin(self, slot: _Slot) -> None:
        settings = self._settings
        slot.lives += 1
        options = {name: getattr(settings, name) for name in ("model", "device", "threads", "warm")}
        life = slot.lives
        slot.worker = Worker(
            options,
            lambda message: self._came(slot, message) if slot.lives == life else None,
            lambda: self._died(slot) if slot.lives == life else None,
        )

    def _is_ready(self, slot: _Slot, message: str) -> None:
        slot.ready, slot.deaths = True, 0
        if message != READY:
            self.problem = message
            LOG.error("not ready", extra={"problem": message})
        LOG.info("worker ready", extra={"worker": slot.number, "pid": slot.worker.pid if slot.worker else None})
        self._wake()

    def _hangs(self, slot: _Slot, worker: Worker) -> None:
        LOG.error("worker hangs", extra={"worker": slot.number, "seconds": _HANGS + self._settings.limits.seconds})
        worker.kill()

    def _unwatch(self, slot: _Slot) -> None:
        if slot.watch:
            slot.watch.cancel()
            slot.watch = None

    def _died(self, slot: _Slot) -> None:
        """Begin it anew; what it was doing is done once more, each job by itself, so that one of them ends the next."""
        if self._stopped:
            return
        self._unwatch(slot)
        self._metrics.restarts.inc()
        slot.deaths += not slot.ready
        LOG.error("worker died", extra={"worker": slot.number, "jobs": len(slot.batch)})
        lost, slot.batch, slot.ready = slot.batch + list(slot.own), [], False
        slot.own.clear()
        for asked in reversed(lost):
            if asked.answer.done():
                continue
            if asked.alone or isinstance(asked.job, (Open, Push, Close)):
                asked.answer.set_result(Broken("WorkerDied", "", "the worker process ended"))
            else:
                asked.alone = True
                self._waiting.appendleft(asked)
        if slot.deaths >= _GIVES_UP:
            self.problem = "a worker process ends before it is ready; see its messages on stderr"
            LOG.critical("worker does not start", extra={"worker": slot.number})
            return
        self._begin(slot)
