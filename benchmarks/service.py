"""How many requests a second the service answers, and how soon: locust against `indic-tf serve` on loopback.

    pip install locust
    python benchmarks/service.py                        64 clients, 60 s, texts of 20 words
    python benchmarks/service.py --rate 150             so many a second, not as many as they can
    python benchmarks/service.py --clients 8 --seconds 10 --lang ta

Each client sends its next request when it has the answer to the last; no two texts are the same (words that are used
up come in another order). Figures are of the seconds behind a warm-up. The server runs in processes of its own, locust
in this one; both share the machine, whose load is printed. Target on two cores: 150 requests/s, p95 250 ms, no errors.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
from spoken_texts import texts

ROOT = Path(__file__).parents[1]
WARM_UP = 5  # seconds
SERVER: list[int] = []  # the process that this one has begun


@contextmanager
def serving(options: list[str]) -> Iterator[str]:
    """A server; yields its URL."""
    command = [sys.executable, "-m", "indic_tf", "serve", "--port", "0", *options]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    SERVER.append(process.pid)
    try:
        assert process.stderr is not None
        url = next(json.loads(line)["url"] for line in process.stderr if '"serving"' in line)
        next(line for line in process.stderr if '"worker ready"' in line)
        sink = subprocess.Popen(["cat"], stdin=process.stderr, stdout=subprocess.DEVNULL)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        sink.wait(10)


def cpu_seconds() -> dict[str, float]:
    """CPU seconds so far of this process, of the one that talks HTTP, and of the workers."""
    made = {"generator": time.process_time(), "http": 0.0, "workers": 0.0}
    for pid in SERVER:
        http = psutil.Process(pid)
        for name, processes in (("http", [http]), ("workers", http.children(recursive=True))):
            made[name] += sum(sum(one.cpu_times()[:2]) for one in processes)
    return made


def measured(url: str, lang: str, clients: int, seconds: int, rate: float = 0) -> dict[str, Any]:
    """Requests, errors, seconds by the clock, and quantiles in milliseconds."""
    import gevent
    from locust import FastHttpUser, constant, constant_throughput, task
    from locust.env import Environment

    given = texts(lang)

    class Caller(FastHttpUser):
        host = url
        wait_time = constant_throughput(rate / clients) if rate else constant(0)

        def on_start(self) -> None:
            """Not all at the same moment, where so many a second are asked for: people do not speak in step."""
            gevent.sleep(random.random() * clients / rate if rate else 0)

        @task
        def ask(self) -> None:
            with self.client.post(
                "/v1/format", json={"text": next(given), "language": lang}, catch_response=True
            ) as got:
                if got.status_code != 200 or not got.json()["text"]:
                    got.failure(f"{got.status_code}")

    environment = Environment(user_classes=[Caller], catch_exceptions=False)
    runner = environment.create_local_runner()
    runner.start(clients, spawn_rate=clients)
    gevent.sleep(WARM_UP)
    environment.stats.reset_all()
    begun, cpu = time.monotonic(), cpu_seconds()
    gevent.sleep(seconds)
    total = environment.stats.total
    took = time.monotonic() - begun
    made = {
        "requests/s": round(total.num_requests / took, 1),
        "p50 ms": total.get_response_time_percentile(0.5),
        "p95 ms": total.get_response_time_percentile(0.95),
        "p99 ms": total.get_response_time_percentile(0.99),
        "errors": total.num_failures,
        "requests": total.num_requests,
    }
    for name, used in cpu_seconds().items():
        made[f"CPU ms a request, {name}"] = round(1000 * (used - cpu[name]) / max(1, total.num_requests), 2)
    runner.quit()
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="hi")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument(
        "--rate", type=float, default=0, help="requests a second of all clients; 0: as many as they can"
    )
    parser.add_argument("--model", default="default")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--url", help="of a server that runs already")
    given = parser.parse_args()
    options = ["--warm", given.lang, "--workers", str(given.workers), "--model", given.model]
    print(f"load before: {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    if given.url:
        print(json.dumps(measured(given.url, given.lang, given.clients, given.seconds, given.rate)))
    else:
        with serving(options) as url:
            print(json.dumps(measured(url, given.lang, given.clients, given.seconds, given.rate)))
    print(f"load after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    import locust  # noqa: F401  (patches sockets, before anything else has them)

    main()
