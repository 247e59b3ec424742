"""What is counted for Prometheus, at `/metrics`."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
_SIZES = (1, 2, 4, 8, 16, 32, 64, 128, 256)


class Metrics:
    """The counters of one service."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("route", "method", "status")
        self.requests = Counter("indic_tf_requests", "Requests that were answered.", labels, registry=self.registry)
        self.seconds = Histogram(
            "indic_tf_request_seconds", "From the request's head to the end of its answer.", ("route",),
            buckets=_SECONDS, registry=self.registry,
        )  # fmt: skip
        self.active = Gauge(
            "indic_tf_active_requests", "Requests that are being answered or wait.", registry=self.registry
        )
        self.queue = Gauge("indic_tf_queue", "Jobs that wait for a worker.", registry=self.registry)
        self.batches = Histogram("indic_tf_batch_size", "Jobs in a batch.", buckets=_SIZES, registry=self.registry)
        self.texts = Counter("indic_tf_texts", "Texts that were given to the workers.", registry=self.registry)
        self.words = Counter("indic_tf_words", "Words that came in.", ("route",), registry=self.registry)
        self.streams = Gauge("indic_tf_streams", "Live texts.", registry=self.registry)
        self.restarts = Counter(
            "indic_tf_worker_restarts", "Workers that died and were begun anew.", registry=self.registry
        )
        self.upstream = Histogram(
            "indic_tf_upstream_seconds",
            "Answers of the upstream recogniser.",
            ("status",),
            buckets=_SECONDS,
            registry=self.registry,
        )

    def observe_waiting(self, count: Callable[[], int]) -> None:
        """Ask ``count`` for the jobs that wait."""
        self.queue.set_function(count)

    def batch(self, jobs: int, texts: int) -> None:
        """A batch went to a worker."""
        self.batches.observe(jobs)
        self.texts.inc(texts)

    def request(self, route: str, method: str, status: int, seconds: float) -> None:
        """A request was answered."""
        self.requests.labels(route, method, str(status)).inc()
        self.seconds.labels(route).observe(seconds)

    def page(self) -> bytes:
        """What Prometheus reads."""
        return generate_latest(self.registry)
