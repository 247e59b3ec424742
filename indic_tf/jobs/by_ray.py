"""Tasks on a Ray cluster, or on this machine through Ray: a pool of actors, each with a formatter of its own."""

from __future__ import annotations

import logging
import os
import pickle
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from ..extras import needed_for
from ..formatter import IndicFormatter
from .settings import Settings
from .work import Do, Made, One, Told, take_threads

_ASKED_AGAIN = 1.0  # seconds between two questions how far the actors are
_STORE = 200 << 20  # bytes of shared memory on this machine: what goes through it is names and numbers


@dataclass(frozen=True, slots=True)
class Cluster:
    """Where actors run and what each of them takes.

    Attributes:
        address: of a running cluster ("auto", "ray://…"); None starts one on this machine.
        cpus, gpus: of each actor; parts of a GPU too (0.25: four actors share one).
    """

    address: str | None = None
    cpus: float = 1.0
    gpus: float = 0.0


def each(
    tasks: Sequence[One],
    settings: Settings,
    do: Do[One, Made],
    workers: int = 1,
    told: Told | None = None,
    cluster: Cluster | None = None,
) -> Iterator[Made]:
    """As `work.each`, on Ray. A task whose actor or machine is lost is done again by another.

    Raises `ModelError` without Ray.
    """
    where = cluster or Cluster()
    if not tasks:
        return
    IndicFormatter(**settings.formatter)  # what suits no task is said here
    with needed_for("--engine ray"), _connected(where, workers) as ray:
        counter = ray.remote(num_cpus=0)(_Counter).remote()
        with _heard(ray, counter, told):
            for row in _dataset(ray, tasks, settings, do, workers, where, counter).iter_rows():
                yield pickle.loads(row["made"])


@contextmanager
def _connected(cluster: Cluster, workers: int) -> Iterator[Any]:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_BACKEND_LOG_LEVEL", "fatal")  # what a task raises comes back by itself
    import ray
    import ray.data

    quiet = {"logging_level": logging.ERROR, "log_to_driver": False}
    if cluster.address is not None:
        ray.init(address=cluster.address, **quiet)
    else:
        room = max(int(workers * cluster.cpus + 0.999), 1) + 1  # one more for what hands the tasks out
        ray.init(address="local", num_cpus=room, include_dashboard=False, object_store_memory=_STORE, **quiet)
    try:
        logging.getLogger("ray.data").setLevel(logging.ERROR)
        ray.data.DataContext.get_current().enable_progress_bars = False
        yield ray
    finally:
        ray.shutdown()


def _dataset(
    ray: Any, tasks: Sequence[One], settings: Settings, do: Do[One, Made], workers: int, where: Cluster, counter: Any
) -> Any:
    rows = [{"task": pickle.dumps(task)} for task in tasks]
    count = min(workers, len(tasks))
    # A block a task and one task at a time: tasks are long, and none is to wait behind another.
    pool = ray.data.ActorPoolStrategy(size=count, max_tasks_in_flight_per_actor=1)
    return ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
        _Actor,
        fn_constructor_args=(pickle.dumps((settings, do)), max(int(where.cpus), 1), counter),
        batch_size=1,
        compute=pool,
        num_cpus=where.cpus,
        num_gpus=where.gpus,
    )


class _Actor:
    """A process of the cluster with its formatter."""

    def __init__(self, given: bytes, cpus: int, counter: Any) -> None:
        self._settings, self._do = pickle.loads(given)
        self._counter = counter
        take_threads(self._settings.threads or cpus)
        self._formatter = IndicFormatter(**self._settings.formatter)

    def __call__(self, batch: dict[str, Any]) -> dict[str, Any]:
        made = [self._do(pickle.loads(task), self._settings, self._formatter, self._tell) for task in batch["task"]]
        return {"made": [pickle.dumps(one) for one in made]}

    def _tell(self, said: object) -> None:
        self._counter.take.remote(pickle.dumps(said))


class _Counter:
    """An actor that keeps what the others tell until it is asked for."""

    def __init__(self) -> None:
        self._said: list[bytes] = []

    def take(self, said: bytes) -> None:
        self._said.append(said)

    def give(self) -> list[bytes]:
        said, self._said = self._said, []
        return said


@contextmanager
def _heard(ray: Any, counter: Any, told: Told | None) -> Iterator[None]:
    """What the actors tell is told here, by a thread."""
    ended = threading.Event()

    def hear() -> None:
        with suppress(Exception):  # the cluster went away: whoever waits for its answers says so
            while not ended.wait(_ASKED_AGAIN):
                for said in ray.get(counter.give.remote()):
                    assert told is not None
                    told(pickle.loads(said))

    thread = threading.Thread(target=hear, daemon=True)
    if told is not None:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if told is not None:
            thread.join(_ASKED_AGAIN)
