"""Words a second of the formatter and of the tagger alone on a device, beside ALBERT-base and what arithmetic allows.

    python benchmarks/gpu.py                                      a GPU if there is one, batches of 1 to 4,096 texts
    python benchmarks/gpu.py --precision bf16 --compile reduce-overhead      CUDA graphs
    python benchmarks/gpu.py --subwords 4096 --subwords 65536     other budgets of a batch
    python benchmarks/gpu.py --device cpu --batch 1 --batch 64 --seconds 2

Texts have 20 words, with numbers, no two the same. A batch is so many texts in one call; the tagger runs them by
length, in budgets of subwords. A figure is that of calls for so many seconds, behind a third as many that warm up;
systems take turns. ALBERT-base has the shape of IndicBERT, random weights, our subwords, windows and heads (`albert`);
*one subword* is the same with a vocabulary that has every word, the least that it can cost.

The limit is what multiplies in the networks (counted by PyTorch, for the longest batch), at the speed at which this
device multiplies large matrices in this precision (measured here): words a second that no way of running the network
can pass. Formatting on one GPU from several processes is timed by `corpus_cost.py --device cuda --workers N`.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy
import torch
import typer
from albert import albert
from spoken_texts import WORDS, texts
from torch.utils.flop_counter import FlopCounterMode

from indic_tf import IndicFormatter, __version__
from indic_tf.taggers import resolved
from indic_tf.tagging import threads
from indic_tf.tagging.batches import Batch
from indic_tf.tagging.by_torch import TorchNetwork
from indic_tf.tagging.devices import PRECISIONS, device_named, half_of
from indic_tf.tagging.encode import tagger_word
from indic_tf.tagging.predict import Tagger

BATCHES = (1, 4, 16, 64, 256, 1024, 4096)
TAGGER, FORMATTER = "tagger", "formatter"
ALBERT, ALBERT_WORDS = "ALBERT-base", "ALBERT-base, one subword"
_PATIENCE = 8  # a batch that is to take so many times the seconds of a figure is left out

Work = Callable[[Sequence[str]], object]


@dataclass(frozen=True)
class Rate:
    """One figure: words, seconds by the clock and of the CPU."""

    part: str
    system: str
    batch: int
    words: int
    seconds: float
    cpu: float

    @property
    def rate(self) -> float:
        """Words a second."""
        return self.words / self.seconds


@dataclass(frozen=True)
class Limit:
    """Arithmetic of a network: floating-point operations a word, and of the device a second."""

    system: str
    subwords: float
    operations: float
    peak: float

    @property
    def rate(self) -> float:
        """Words a second."""
        return self.peak / self.operations


# --- measuring ----------------------------------------------------------------------------------------


def rates(
    part: str, systems: dict[str, Work], given: Iterator[str], batches: Sequence[int], seconds: float
) -> Iterator[Rate]:
    """Every system at every batch size, until one would take too long."""
    left = dict(systems)
    for batch in batches:
        found = {name: _timed(work, given, batch, seconds) for name, work in left.items()}
        for name, (words, taken, cpu) in found.items():
            yield Rate(part, name, batch, words, taken, cpu)
        grows = {later: later / batch for later in batches if later > batch}
        left = {
            name: work
            for name, work in left.items()
            if not grows or _call(found[name], batch) * min(grows.values()) <= _PATIENCE * seconds
        }


def _call(found: tuple[int, float, float], batch: int) -> float:
    """Seconds of one call."""
    words, taken, _ = found
    return taken * batch * WORDS / words


def _timed(work: Work, given: Iterator[str], batch: int, seconds: float) -> tuple[int, float, float]:
    """Words, seconds by the clock, CPU seconds of calls for some time, behind a third of it that warms up."""
    began = time.perf_counter()
    while True:
        work(list(islice(given, batch)))
        if time.perf_counter() - began >= seconds / 3:
            break
    words, taken, used = 0, 0.0, 0.0
    while taken < seconds:
        asked = list(islice(given, batch))
        began, cpu = time.perf_counter(), time.process_time()
        work(asked)
        taken, used = taken + time.perf_counter() - began, used + time.process_time() - cpu
        words += WORDS * batch
    return words, taken, used


def tags(tagger: Any) -> Work:
    """The tagger alone, on the words of texts."""
    return lambda asked: tagger.tag([[tagger_word(word) for word in text.split()] for text in asked])


def formats(formatter: IndicFormatter) -> Work:
    """The formatter, all texts of a call as one batch."""
    return lambda asked: list(formatter.map(asked, batch_size=len(asked)))


def with_tagger(lang: str, tagger: Tagger) -> IndicFormatter:
    """A formatter that asks this tagger."""
    made = IndicFormatter(lang, normalizer=None)
    made.__dict__["tagger"] = tagger
    return made


# --- the limit ----------------------------------------------------------------------------------------


def limit(system: str, tagger: Tagger, asked: Sequence[str], peak: float) -> Limit:
    """What a network of PyTorch multiplies for texts, a word."""
    network = tagger._network
    assert isinstance(network, TorchNetwork)
    words = [[tagger_word(word) for word in text.split()] for text in asked]
    windows = [tagger._encoded(one) for one in words]
    batch = Batch.of(windows, tagger._pieces.pad_id)
    with FlopCounterMode(display=False) as counter:
        network.logits(batch)
    count = sum(map(len, words))
    return Limit(system, sum(len(one.ids) for one in windows) / count, counter.get_total_flops() / count, peak)


def peak_of(device: torch.device, half: torch.dtype | None) -> float:
    """Floating-point operations a second of products of large matrices, the best of some."""
    size, times = (8192, 10) if device.type == "cuda" else (768, 100)
    a, b = (torch.randn(size, size, device=device, dtype=half or torch.float32) for _ in range(2))
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        a @ b
        if device.type == "cuda":
            torch.cuda.synchronize(device)
        best = min(best, time.perf_counter() - began)
    return 2 * size**3 / best


# --- showing ------------------------------------------------------------------------------------------


def conditions(device: torch.device, precision: str, compiled: str | None) -> str:
    """The device, the versions and the load, in a line."""
    name = torch.cuda.get_device_name(device) if device.type == "cuda" else f"{threads.chosen()} threads"
    half = {kind: name for name, kind in PRECISIONS.items()}.get(precision, precision)
    packages = f"torch {torch.__version__}, numpy {numpy.__version__}, Python {platform.python_version()}"
    how = f", compiled ({compiled})" if compiled else ""
    return f"indic_tf {__version__}, {device} ({name}), {half}{how}, {packages}, load {os.getloadavg()[0]:.1f}"


def table(found: Sequence[Rate], limits: Sequence[Limit]) -> str:
    """Words a second by batch size, in Markdown; behind the taggers their share of what arithmetic allows."""
    batches = list(dict.fromkeys(one.batch for one in found))
    head = ["words/s", *(f"{batch:,}" for batch in batches), "limit", "share", "CPU ms for 1,000 words"]
    lines = [head, ["---", *("--:" for _ in head[1:])]]
    by_system = {one.system: one for one in limits}
    for part, system in dict.fromkeys((one.part, one.system) for one in found):
        own = {one.batch: one for one in found if (one.part, one.system) == (part, system)}
        best = max(own.values(), key=lambda one: one.rate)
        bound = by_system.get(system) if part == TAGGER else None
        cells = [f"{own[batch].rate:,.0f}" if batch in own else "–" for batch in batches]
        more = [f"{bound.rate:,.0f}", f"{best.rate / bound.rate:.0%}"] if bound else ["", ""]
        lines.append([f"{part}, {system}", *cells, *more, f"{1e6 * best.cpu / best.words:,.0f}"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main(
    device: Annotated[str, typer.Option(help="auto, cpu, cuda or cuda:N.")] = "auto",
    lang: Annotated[str, typer.Option(help="A language of benchmarks/itn.")] = "hi",
    model: Annotated[str, typer.Option(help="default, fast, a folder …")] = "default",
    precision: Annotated[str, typer.Option(help=f"auto, {', '.join(PRECISIONS)}.")] = "auto",
    compiled: Annotated[
        str | None, typer.Option("--compile", help="A mode of torch.compile: default, reduce-overhead, max-autotune.")
    ] = None,
    batch: Annotated[list[int] | None, typer.Option(help="Texts of a call; repeatable.")] = None,
    subwords: Annotated[list[int] | None, typer.Option(help="Budget of a batch of the network; repeatable.")] = None,
    seconds: Annotated[float, typer.Option(help="Of each figure.")] = 5.0,
    thread: Annotated[int, typer.Option("--threads", help="Of the CPU.")] = 2,
    others: Annotated[bool, typer.Option("--others/--no-others", help="ALBERT-base beside ours.")] = True,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures here.")] = None,
) -> None:
    threads.choose(thread)
    where, batches = device_named(device), batch or BATCHES
    ours = Tagger.load(resolved(model, lang), str(where), backend="torch", precision=precision)
    half = half_of(where, ours._settings, precision)
    systems = {f"{resolved(model, lang)} by PyTorch": ours}
    if others:
        systems |= {ALBERT: albert(ours, str(where), precision), ALBERT_WORDS: albert(ours, str(where), precision, 1)}
    peak, sample = peak_of(where, half), list(islice(texts(lang, 1), 64))
    limits = [limit(name, tagger, sample, peak) for name, tagger in systems.items()]
    if compiled:
        for tagger in systems.values():
            tagger._network.module = torch.compile(tagger._network.module, dynamic=True, mode=compiled)
    if where.type == "cpu" and precision == "auto":
        systems = {resolved(model, lang): Tagger.load(resolved(model, lang), "cpu"), **systems}
    given, found = texts(lang), list[Rate]()
    for budget in subwords or (0,):
        named = {(f"{name}, {budget} subwords" if budget else name): one for name, one in systems.items()}
        if budget:
            for tagger in systems.values():
                tagger._network.batch_subwords = budget
        found += rates(TAGGER, {name: tags(one) for name, one in named.items()}, given, batches, seconds)
        own = {name: one for name, one in named.items() if not name.startswith(ALBERT)}
        written = {name: formats(with_tagger(lang, one)) for name, one in own.items()}
        found += rates(FORMATTER, written, given, batches, seconds)
    print(table(found, limits))
    print(f"\n{conditions(where, half, compiled)}; {peak / 1e12:.3g} TFLOP/s")
    for one in limits:
        print(f"{one.system}: {one.subwords:.2f} subwords and {one.operations / 1e6:,.1f} MFLOP a word")
    if json_file:
        made = {"rates": [*map(asdict, found)], "limits": [*map(asdict, limits)]}
        json_file.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    typer.run(main)
