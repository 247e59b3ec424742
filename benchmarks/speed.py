"""How fast is it: ITN on plain text, one sentence, compiling and loading grammars, the whole way with the tagger.

    python benchmarks/speed.py                      everything, on Hindi; grammars of all languages
    python benchmarks/speed.py --lang ta --text prose.txt --only plain --only sentence
    python benchmarks/speed.py --no-save            print only

Prints a table and appends one row per figure to ``benchmarks/results/speed.tsv``. Figures are the best of the repeats.
What runs on one core is measured in CPU seconds, so that a busy machine matters less; the tagger in seconds by the
clock. The load of the machine stands in the row: believe rows with little of it.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from importlib.metadata import PackageNotFoundError, version
from itertools import cycle, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

import indic_tf
from indic_tf import IndicFormatter, ModelError, languages
from indic_tf import segment as segment_module
from indic_tf.tagging import threads
from indic_tf.wfst.pipeline import Grammar

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "benchmarks" / "results" / "speed.tsv"
MEASURED = ("date", "benchmark", "language", "value", "unit", "target", "met")
CONDITIONS = ("version", "python", "kaldifst", "pynini", "torch", "cpu", "cores", "load")
SENTENCE_WORDS, SENTENCES = 20, 300
PLAIN_WORDS = 40_000

# Runs in a process of its own: from nothing but the imported package to the first number written.
FIRST_NUMBER = """
import sys, time
from indic_tf import IndicFormatter
from indic_tf.languages import language
rows = [row for table in ("numbers", "english") for row in language(sys.argv[1]).table(table)]
number = next(row["form"] for row in rows if row["value"] == "20" and not row.cells.get("role"))
start = time.process_time()
IndicFormatter(sys.argv[1], model=None)(number)
print(time.process_time() - start)
"""


@dataclass(frozen=True)
class Figure:
    """One measurement; ``better`` is "more" or "less"."""

    benchmark: str
    language: str
    value: float
    unit: str
    target: float
    better: str

    @property
    def met(self) -> bool:
        return self.value >= self.target if self.better == "more" else self.value <= self.target


class Skipped(Exception):
    """A benchmark that cannot run here; says why."""


@dataclass(frozen=True)
class Options:
    """``prose`` are the words of running text; repeats are at least one."""

    lang: str
    prose: Sequence[str]
    repeats: int
    seed: int


# --- the benchmarks -----------------------------------------------------------------------------------


def plain(options: Options) -> Iterator[Figure]:
    """ITN alone on text without numbers, one core; every repeat begins with empty word caches."""
    unknown = _plain_words(options)
    words = list(islice(cycle(unknown), PLAIN_WORDS))
    texts = [" ".join(words[i : i + SENTENCE_WORDS]) for i in range(0, len(words), SENTENCE_WORDS)]

    def once() -> float:
        segment_module._word.cache_clear()
        formatter = IndicFormatter(options.lang, model=None)
        formatter.__dict__["grammar"] = Grammar(formatter.language)
        formatter(texts[0])
        return _cpu(lambda: sum(1 for _ in formatter.map(texts)))

    best = min(once() for _ in range(options.repeats))
    yield Figure(
        f"plain text, {len(set(words))} distinct words", options.lang, len(words) / best, "words/s", 100_000, "more"
    )


def sentence(options: Options) -> Iterator[Figure]:
    """A sentence of 20 words with two numbers, no number twice."""
    chance = random.Random(options.seed)
    formatter = IndicFormatter(options.lang, model=None)
    filler = _plain_words(options)

    def once() -> float:
        texts = [_with_two_numbers(formatter, filler, chance) for _ in range(SENTENCES)]
        return _cpu(lambda: [formatter(text) for text in texts]) / len(texts)

    once()  # fills the look-up of known words, as any text would
    best = min(once() for _ in range(options.repeats))
    yield Figure("20 words with 2 numbers", options.lang, 1000 * best, "ms", 0.6, "less")


def grammars(options: Options) -> Iterator[Figure]:
    """Compiling every language's grammar into an empty cache, then loading it, up to the first number written."""
    for code in languages():
        try:
            with tempfile.TemporaryDirectory() as cache:
                yield Figure("first use, compiling", code, _first_number(code, cache), "s", 15, "less")
                best = min(_first_number(code, cache) for _ in range(options.repeats))
                yield Figure("later use, loading", code, best, "s", 0.1, "less")
        except Skipped as why:
            _skip(code, why)


def tagger(options: Options) -> Iterator[Figure]:
    """The whole formatter, tagger included, on two cores: the default one, the fast one, both."""
    threads.choose(2)
    words = list(islice(cycle(options.prose), PLAIN_WORDS // 4))
    texts = [" ".join(words[i : i + 2 * SENTENCE_WORDS]) for i in range(0, len(words), 2 * SENTENCE_WORDS)]
    for model, name in {"default": "tagger", "fast": "fast tagger", "default+fast": "both taggers"}.items():
        formatter = IndicFormatter(options.lang, model=model, device="cpu")
        try:
            next(formatter.map(texts))
        except ModelError as error:
            raise Skipped(str(error)) from error
        best = min(_clock(lambda own=formatter: sum(1 for _ in own.map(texts))) for _ in range(options.repeats))
        yield Figure(f"whole way with {name}, 2 threads", options.lang, len(words) / best, "words/s", 3000, "more")


BENCHMARKS: dict[str, Callable[[Options], Iterator[Figure]]] = {
    "plain": plain,
    "sentence": sentence,
    "grammars": grammars,
    "tagger": tagger,
}


# --- what they share ----------------------------------------------------------------------------------


def _cpu(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start


def _clock(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def _plain_words(options: Options) -> list[str]:
    """The words of the prose that no number contains."""
    grammar = IndicFormatter(options.lang, model=None).grammar
    words = [word for word in options.prose if not grammar.knows(word)]
    if not words:
        raise Skipped(f"no prose in {options.lang}: give some with --text")
    return words


def _with_two_numbers(formatter: IndicFormatter, filler: Sequence[str], chance: random.Random) -> str:
    numbers = [formatter.spoken(str(chance.randrange(1000, 10_000_000))).split() for _ in range(2)]
    left = max(2, SENTENCE_WORDS - sum(map(len, numbers)))
    words = chance.choices(filler, k=left)
    half = left // 2
    return " ".join([*words[:half], *numbers[0], *words[half:-1], *numbers[1], words[-1]])


def _first_number(code: str, cache: str) -> float:
    environment = {**os.environ, "INDIC_TF_CACHE": cache, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", FIRST_NUMBER, code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Skipped(done.stderr.strip().splitlines()[-1])
    return float(done.stdout)


def prose(lang: str, text: Path | None) -> list[str]:
    """The words of ``text``, or of the language's sentences that stay as they are."""
    if text is not None:
        return text.read_text(encoding="utf-8").split()
    path = ROOT / "tests" / "cases" / lang / "unchanged.tsv"
    rows = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
    return [word for row in rows if not row.startswith("#") for word in row.split("\t")[0].split()]


def _row(figure: Figure) -> list[str]:
    packages = [installed(name) for name in ("kaldifst", "pynini", "torch")]
    now = datetime.now(timezone.utc).isoformat(timespec="seconds")
    measured = [figure.benchmark, figure.language, f"{figure.value:.4g}", figure.unit, f"{figure.target:g}"]
    machine = [processor(), str(os.cpu_count()), f"{os.getloadavg()[0]:.1f}"]
    met = "yes" if figure.met else "no"
    return [now, *measured, met, indic_tf.__version__, platform.python_version(), *packages, *machine]


def installed(package: str) -> str:
    """The version of a package, or a hyphen."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "-"


def processor() -> str:
    """What the processor calls itself."""
    try:
        lines = Path("/proc/cpuinfo").read_text().split("\n")
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _save(path: Path, rows: Sequence[Sequence[str]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = not path.exists()
    with path.open("a", encoding="utf-8") as file:
        for row in ([[*MEASURED, *CONDITIONS]] if new else []) + list(rows):
            file.write("\t".join(row) + "\n")


def measure(names: Sequence[str], options: Options) -> Iterator[Figure]:
    """The figures of these benchmarks; one that cannot run here says why on stderr."""
    for name in names:
        try:
            yield from BENCHMARKS[name](options)
        except Skipped as why:
            _skip(name, why)


def _skip(name: str, why: Skipped) -> None:
    print(f"{name}: skipped: {why}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lang", default="hi", help="language of all but the grammars (hi)")
    parser.add_argument("--text", type=Path, metavar="FILE", help="prose to use instead of the test cases' sentences")
    parser.add_argument("--only", choices=list(BENCHMARKS), action="append", help="this one; may be repeated")
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--no-save", action="store_true", help="print only")
    chosen = parser.parse_args()
    options = Options(chosen.lang, prose(chosen.lang, chosen.text), max(1, chosen.repeats), chosen.seed)
    table = Table("benchmark", "language", "figure", "target", "met", box=None)
    rows = []
    for figure in measure(chosen.only or list(BENCHMARKS), options):
        rows.append(_row(figure))
        shown, target = f"{figure.value:,.4g} {figure.unit}", f"{figure.target:,g} {figure.unit}"
        table.add_row(figure.benchmark, figure.language, shown, target, "yes" if figure.met else "NO")
    Console(width=120).print(table)
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {processor()}")
    if rows and not chosen.no_save:
        _save(chosen.results, rows)


if __name__ == "__main__":
    main()
