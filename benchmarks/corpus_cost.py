"""What transcripts of a million hours cost: words a second of a core, measured, times prices that you choose.

    python benchmarks/corpus_cost.py FOLDER                             Hindi, Tamil, Bengali, English
    python benchmarks/corpus_cost.py FOLDER --lang hi --model fast --core-price 0.012
    python benchmarks/corpus_cost.py FOLDER --gpu-price 2.5 --gpu-rate 400000  words/s of a GPU, if you measured it

FOLDER has a folder of ``.txt`` or ``.txt.xz`` files per language code, a text a line; marks are taken out, as a
recogniser leaves them out. `indic-tf corpus` formats two corpora of these lines, one twice as long as the other, and
what the longer costs more, in CPU seconds of all its processes, is what a word costs: neither starting nor a busy
machine is in it. One core is taken for one worker.
"""

from __future__ import annotations

import argparse
import lzma
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path

import regex

import indic_tf

ROOT = Path(__file__).resolve().parent.parent
_MARKS = regex.compile(r"[^\p{L}\p{M}\p{N}<>\-'’₹%./:]+")
_HOUR = 3600.0
_MOST = 100_000  # lines of a language that are read


@dataclass(frozen=True)
class Rate:
    """What was measured: words a CPU second, and a second by the clock with all workers."""

    lang: str
    words: int
    core: float
    clock: float


@dataclass(frozen=True)
class Prices:
    """What is assumed.

    Attributes:
        hours, words_per_hour: of speech, and of words in an hour of it.
        core, gpu: dollars for an hour of one core, of one GPU.
    """

    hours: float
    words_per_hour: float
    core: float
    gpu: float

    @property
    def words(self) -> float:
        return self.hours * self.words_per_hour

    def of_cores(self, rate: float) -> tuple[float, float]:
        """(core hours, dollars) at ``rate`` words a second of a core."""
        hours = self.words / rate / _HOUR
        return hours, hours * self.core

    def of_gpus(self, rate: float) -> tuple[float, float]:
        """The same of GPUs."""
        hours = self.words / rate / _HOUR
        return hours, hours * self.gpu

    def even(self, rate: float) -> float:
        """Words a second that a GPU has to do to cost what cores at ``rate`` cost."""
        return rate * self.gpu / self.core


def lines(folder: Path) -> Iterator[str]:
    """Lines of running text without marks."""
    files = sorted(path for path in folder.iterdir() if path.name.endswith((".txt", ".txt.xz")))
    for path in files:
        with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as file:
            for line in islice(file, _MOST // len(files)):
                cores = (_MARKS.sub("", word).strip(".:/-'’") for word in line.split())
                if said := " ".join(core.lower() for core in cores if core):
                    yield said


def measured(lang: str, given: argparse.Namespace) -> Rate:
    """The rate of a language: the longer corpus less the shorter."""
    found = list(lines(given.folder / lang))
    there, asked = sum(len(line.split()) for line in found), 3 * given.words
    if there < asked:
        sys.exit(f"{given.folder / lang} has {there:,} words, and --words {given.words} takes {asked:,}")
    step = max(1, there // asked)
    taken, words = [], 0
    for line in found[::step]:
        taken.append(line)
        words += len(line.split())
        if words >= asked:
            break
    third = len(taken) // 3
    (w1, c1, t1), (w2, c2, t2) = (_run(part, lang, given) for part in (taken[:third], taken[third:]))
    return Rate(lang, w2 - w1, (w2 - w1) / (c2 - c1), (w2 - w1) / (t2 - t1))


def _run(texts: list[str], lang: str, given: argparse.Namespace) -> tuple[int, float, float]:
    """Format texts with `indic-tf corpus`: words, CPU seconds of all processes, seconds by the clock."""
    count = given.workers * 4
    with tempfile.TemporaryDirectory() as top:
        for i in range(count):
            (Path(top) / f"part-{i:03}.txt").write_text(
                "".join(f"{line}\n" for line in texts[i::count]), encoding="utf-8"
            )
        command = [sys.executable, "-m", "indic_tf", "corpus", top, "-o", f"{top}/out", "--lang", lang]
        command += ["--workers", str(given.workers), "--threads", "1", "--model", given.model]
        command += ["--device", given.device]
        before, began = _cpu(), time.monotonic()
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr)
        return sum(len(line.split()) for line in texts), _cpu() - before, time.monotonic() - began


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def table(rates: list[Rate], prices: Prices, gpu_rate: float | None) -> str:
    """The cost of every language, in Markdown."""
    rows = [
        "| language | words/s of a core | core hours | CPU | a GPU pays above |",
        "|---|--:|--:|--:|--:|",
    ]
    for rate in rates:
        hours, dollars = prices.of_cores(rate.core)
        even = prices.even(rate.core)
        rows.append(f"| {rate.lang} | {rate.core:,.0f} | {hours:,.0f} | ${dollars:,.0f} | {even:,.0f} words/s |")
    if gpu_rate:
        hours, dollars = prices.of_gpus(gpu_rate)
        rows.append(f"| a GPU at {gpu_rate:,.0f} words/s | | {hours:,.0f} GPU hours | ${dollars:,.0f} | |")
    return "\n".join(rows)


def main() -> None:
    """Measure, and print the table with what it assumes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", metavar="FOLDER", type=Path)
    parser.add_argument("--lang", action="append", help="repeatable; auto finds it record by record")
    parser.add_argument("--words", type=int, default=20_000, help="that the longer corpus has more (default 20000)")
    parser.add_argument("--model", default="default", help="default, fast, none …")
    parser.add_argument("--device", default="auto", help="auto, cpu, cuda: all workers on one GPU")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--hours", type=float, default=1e6, help="of speech (default a million)")
    parser.add_argument("--words-per-hour", type=float, default=9000, help="150 a minute (default 9000)")
    parser.add_argument("--core-price", type=float, default=0.04, help="dollars for a core and hour (default 0.04)")
    parser.add_argument("--gpu-price", type=float, default=2.50, help="dollars for a GPU and hour (default 2.50)")
    parser.add_argument("--gpu-rate", type=float, help="words/s of a GPU, where it was measured")
    given = parser.parse_args()
    rates = [measured(lang, given) for lang in given.lang or ("hi", "ta", "bn", "en")]
    prices = Prices(given.hours, given.words_per_hour, given.core_price, given.gpu_price)
    print(f"{given.hours:,.0f} hours of {given.words_per_hour:,.0f} words; ", end="")
    print(f"${given.core_price} for a core and hour, ${given.gpu_price} for a GPU and hour\n")
    print(table(rates, prices, given.gpu_rate))
    clock = ", ".join(f"{rate.lang} {rate.clock:,.0f}" for rate in rates)
    day = datetime.now(timezone.utc).date()
    print(f"\n{day}, indic_tf {indic_tf.__version__}, model {given.model}, {given.workers} workers, ", end="")
    print(f"load {os.getloadavg()[0]:.1f}; words/s by the clock: {clock}")


if __name__ == "__main__":
    main()
