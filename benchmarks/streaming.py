"""Live text against the whole: how late it comes, how much of what is shown is revised, how often it is the same.

    python benchmarks/streaming.py agreement hi=prose.txt ta=prose.txt …   tables over documents made of the lines
    python benchmarks/streaming.py latency hi=prose.txt                    time per push, early and late in a stream
    python benchmarks/streaming.py memory hi=prose.txt --words 50000       memory over a long stream

Files hold written text, a passage a line. Documents are consecutive lines, as a recogniser would hear them: marks away,
figures said, lower case. Times are of one thread of the models: by the clock, and of the CPU, which a busy machine
disturbs less.
"""

from __future__ import annotations

import os
import random
import resource
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, cycle, islice
from pathlib import Path
from statistics import mean
from typing import Annotated

import typer

from indic_tf import IndicFormatter
from indic_tf.document import Formatted, OutputWord
from indic_tf.scripts import split_marks

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

Sources = Annotated[list[str], typer.Argument(metavar="LANG=FILE …", help="written text, a passage a line")]
Model = Annotated[str, typer.Option(help="default, fast, a folder, or none")]
Threads = Annotated[int, typer.Option(help="threads of the models")]
_STEP = 4  # words between two looks of a stream


@dataclass
class Counts:
    """Sums over documents."""

    documents: int = 0
    same_documents: int = 0
    words: int = 0
    same_words: int = 0
    delays: list[int] = field(default_factory=list)
    pushes: int = 0
    flickering: int = 0
    revised: int = 0

    def row(self) -> str:
        """Agreement, delay, and flicker where it was counted."""
        agreed = f"{self.same_words / self.words:7.2%} {self.same_documents / self.documents:7.1%}"
        late = f"{mean(self.delays):6.1f} {percentile(self.delays, 0.95):5.0f}"
        flicker = f"{self.flickering / self.pushes:7.1%} {self.revised / self.pushes:6.3f}" if self.pushes else ""
        return f"{self.documents:5d} {self.words:7d}  {agreed}  {late}  {flicker}"


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@app.command()
def agreement(
    sources: Sources,
    right_context: Annotated[list[int] | None, typer.Option(help="words; may be repeated")] = None,
    documents: Annotated[int, typer.Option(help="of each language, at most")] = 84,
    flicker: Annotated[int, typer.Option(help="documents of each language that flicker is counted in")] = 10,
    model: Model = "default",
    threads: Threads = 1,
) -> None:
    """Live text and the text of the whole document: how much is the same, and how late it comes."""
    take_threads(threads)
    texts = {lang: read(lang, paths)[:documents] for lang, paths in by_language(sources).items()}
    print("words lang  docs   words  w.same  d.same    mean   p95  flicker  revised/word")
    for wanted in right_context or (4, 8, 12, 16, 24, 32):
        total = Counts()
        for lang, heard in texts.items():
            counts = Counts()
            formatter = made(lang, model)
            for number, words in enumerate(heard):
                compare(formatter, words, wanted, number < flicker, counts)
            merge(total, counts)
            print(f"{wanted:5d} {lang:4s} {counts.row()}", flush=True)
        print(f"{wanted:5d} all  {total.row()}", flush=True)


def compare(formatter: IndicFormatter, words: Sequence[str], right_context: int, by_word: bool, into: Counts) -> None:
    """Stream a document and count what became of it; word by word for the flicker, else as far as a look at a time,
    which commits the same at the same time."""
    whole = formatter(" ".join(words))
    stream, size = formatter.stream(right_context), 1 if by_word else _STEP
    committed: list[OutputWord] = []
    text = ""
    for start in range(0, len(words), size):
        update = stream.push(" ".join(words[start : start + size]))
        received = min(start + size, len(words))
        into.delays += [received - word.words[1] for word in update.words]
        committed += update.words
        text += update.committed
        if by_word:
            into.pushes += 1
            into.flickering += update.flicker > 0
            into.revised += update.flicker
    last = stream.finish()
    into.documents += 1
    into.same_documents += text + last.committed == whole.text
    into.words += len(whole.words)
    into.same_words += same(whole, [*committed, *last.words])


def same(whole: Formatted, live: Sequence[OutputWord]) -> int:
    """How many words of ``whole`` came out alike, of the same source words."""
    found = {(word.words, word.text) for word in live}
    return sum((word.words, word.text) in found for word in whole.words)


def merge(total: Counts, counts: Counts) -> None:
    for name, value in vars(counts).items():
        setattr(total, name, getattr(total, name) + value)


@app.command()
def latency(
    sources: Sources,
    right_context: int = 8,
    at: Annotated[list[int] | None, typer.Option(help="words before the pushes that are timed")] = None,
    pushes: Annotated[int, typer.Option(help="pushes that are timed at each place")] = 200,
    model: Model = "default",
    threads: Threads = 1,
) -> None:
    """Milliseconds per push of one word and of three."""
    take_threads(threads)
    print("lang  at word  push   clock p50   p95   CPU p50   p95  (ms)")
    for lang, paths in by_language(sources).items():
        words = list(islice(cycle(chain.from_iterable(read(lang, paths))), max(at or (10, 10_000)) + 3 * pushes))
        formatter = made(lang, model)
        for place in at or (10, 10_000):
            for size in (1, 3):
                stream = formatter.stream(right_context)
                for start in range(0, place, _STEP):
                    stream.push(" ".join(words[start : min(start + _STEP, place)]))
                clock, cpu = [], []
                for start in range(place, place + size * pushes, size):
                    began, began_cpu = time.perf_counter(), time.process_time()
                    stream.push(" ".join(words[start : start + size]))
                    clock.append(1000 * (time.perf_counter() - began))
                    cpu.append(1000 * (time.process_time() - began_cpu))
                told = (percentile(values, share) for values in (clock, cpu) for share in (0.5, 0.95))
                print(f"{lang:4s} {place:8d} {size:5d}   {'  '.join(f'{value:7.1f}' for value in told)}", flush=True)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


@app.command()
def memory(
    sources: Sources,
    words: Annotated[int, typer.Option(help="words that are pushed")] = 50_000,
    right_context: int = 8,
    model: Model = "default",
    threads: Threads = 1,
    traced: Annotated[bool, typer.Option(help="Python's own memory too; it takes four times as long")] = True,
) -> None:
    """Python's own memory and the process's, ten times over a long stream."""
    take_threads(threads)
    print("lang     words   traced MB   resident MB   s")
    for lang, paths in by_language(sources).items():
        heard = cycle(list(chain.from_iterable(read(lang, paths))))
        stream = made(lang, model).stream(right_context)
        if traced:
            tracemalloc.start()
        began = time.perf_counter()
        for tenth in range(1, 11):
            for _ in range(words // 10 // _STEP):
                stream.push(" ".join(islice(heard, _STEP)))
            own = tracemalloc.get_traced_memory()[0] / 1e6
            spent = time.perf_counter() - began
            print(f"{lang:4s} {tenth * words // 10:9d} {own:11.2f} {resident():13.1f} {spent:7.0f}", flush=True)
        tracemalloc.stop()


def resident() -> float:
    """Megabytes that the process holds; where the system does not say, the most that it ever held."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


# --- what they share ----------------------------------------------------------------------------------


def by_language(sources: Sequence[str]) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for source in sources:
        lang, _, path = source.partition("=")
        found.setdefault(lang, []).append(Path(path))
    return found


def read(lang: str, paths: Sequence[Path]) -> list[list[str]]:
    """Documents of 20 to 150 words as they are heard, in an order of chance."""
    formatter, chance = IndicFormatter(lang, model=None), random.Random(7)
    found = [heard for path in paths for heard in documents_of(path, formatter, chance)]
    chance.shuffle(found)
    return found


def documents_of(path: Path, formatter: IndicFormatter, chance: random.Random) -> Iterator[list[str]]:
    words, wanted = list[str](), chance.randint(20, 150)
    for line in path.read_text(encoding="utf-8").splitlines():
        cores = (split_marks(word)[1].lower() for word in formatter.spoken(line).split())
        words += [core for core in cores if core]
        if len(words) >= wanted:
            yield words[:150]
            words, wanted = [], chance.randint(20, 150)


def made(lang: str, model: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None if model == "none" else model, device="cpu")


def take_threads(count: int) -> None:
    from indic_tf.tagging import threads

    threads.choose(count)


if __name__ == "__main__":
    app()
