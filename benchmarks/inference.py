"""ONNX Runtime against PyTorch, side by side in one run: the same labels? how fast, from what start, in what memory?

    python benchmarks/inference.py agree FOLDER             2,000 passages of six languages; exits 1 below 99.9 %
    python benchmarks/inference.py speed --threads 2        words/s at batch 1 and 64, p95 of 20 words
    python benchmarks/inference.py start                    one line in a new process: seconds, memory; installed size

FOLDER has a folder of ``.txt`` or ``.txt.xz`` files per language code, a passage a line. The two take turns, so that
what else the machine does falls on both; figures are the best of the turns, and their ratios are what counts. PyTorch
must be installed (``pip install "indic-tf[torch]"``).
"""

from __future__ import annotations

import argparse
import atexit
import lzma
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from itertools import islice
from pathlib import Path

import regex
from rich.console import Console
from rich.table import Table

from indic_tf import IndicFormatter
from indic_tf.taggers import resolved
from indic_tf.tagging import threads
from indic_tf.tagging.encode import tagger_word
from indic_tf.tagging.predict import Tagger

ROOT = Path(__file__).resolve().parent.parent
BACKENDS = ("onnx", "torch")
LANGUAGES = ("hi", "ta", "bn", "te", "mr", "en")
PASSAGES, LONGEST, ENOUGH = 2000, 200, 0.999
SHORT, BATCH = 20, 64
_MARKS = regex.compile(r"[^\p{L}\p{M}\p{N}<>\-'’₹%./:]+")

Words = list[str]


def passages(folder: Path, count: int) -> list[Words]:
    """The first lines of the files of a folder, as many of each, as tagger words without marks."""
    files = [path for path in sorted(folder.iterdir()) if path.name.endswith((".txt", ".txt.xz"))]
    made: list[Words] = []
    for i, path in enumerate(files):
        made += islice(_lines(path), -(-(count - len(made)) // (len(files) - i)))
    return made


def _lines(path: Path) -> Iterator[Words]:
    with (lzma.open if path.suffix == ".xz" else open)(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cores = (_MARKS.sub("", word).strip(".:/-'’") for word in line.split("\t")[0].split())
            words = [tagger_word(core) for core in cores if core][:LONGEST]
            if len(words) > 2:
                yield words


def agree(folder: Path, model: str, languages: Sequence[str], count: int) -> Table:
    """Labels that both give, by language and head; raises `SystemExit` for fewer than `ENOUGH`."""
    table = Table("language", "model", "passages", "words", "head", "labels that differ", "alike", "largest difference")
    whole, different = 0, 0
    threads.choose(1)  # PyTorch's wait for each other on a machine that does anything else
    for lang in languages:
        name = resolved(model, lang)
        first, second = (Tagger.load(name, "cpu", backend=backend) for backend in BACKENDS)
        texts = passages(folder / lang, -(-count // len(languages)))
        heads = [*first.heads]
        (ours, shares), (theirs, others) = (tagger.told(texts, heads) for tagger in (first, second))
        words = sum(map(len, texts))
        for head in heads:
            pairs = zip(ours, theirs, strict=True)
            wrong = sum(a != b for o, t in pairs for a, b in zip(o.labels[head], t.labels[head], strict=True))
            apart = max(float(abs(a[head] - b[head]).max()) for a, b in zip(shares, others, strict=True))
            table.add_row(
                lang, name, str(len(texts)), str(words), head, str(wrong), f"{1 - wrong / words:.4%}", f"{apart:.1g}"
            )
            whole, different = whole + words, different + wrong
    table.add_row("all", "", "", "", "", f"{different} of {whole}", f"{1 - different / whole:.4%}", "")
    if 1 - different / whole < ENOUGH:
        Console(width=150).print(table)
        raise SystemExit(1)
    return table


def speed(lang: str, model: str, count: int, turns: int, folder: Path | None) -> Table:
    """Words per second and times of short texts, of the tagger alone and of the whole way."""
    threads.choose(count)
    name = resolved(model, lang)
    prose = _prose(lang, folder)
    short = [prose[i : i + SHORT] for i in range(0, SHORT * BATCH, SHORT)]
    chance = random.Random(0)
    mixed = [prose[at : at + chance.randint(5, 60)] for at in chance.choices(range(len(prose) - 60), k=BATCH)]
    taggers = {backend: Tagger.load(name, "cpu", backend=backend) for backend in BACKENDS}
    whole = {backend: _formatter(lang, tagger) for backend, tagger in taggers.items()}
    table = Table(f"{lang}, {name}, {count} threads", *BACKENDS, "onnx to torch")
    for title, work, better in _tasks(taggers, whole, short, mixed):
        found: dict[str, list[list[float]]] = {backend: [] for backend in BACKENDS}
        for _ in range(turns + 1):
            for backend in BACKENDS:
                taggers[backend]._recent.clear()
                found[backend].append(work(backend))
        values = {backend: better(rows[1:]) for backend, rows in found.items()}  # the first turn fills caches
        table.add_row(title, *(f"{value:,.1f}" for value in values.values()), f"{values['onnx'] / values['torch']:.2f}")
    return table


Work = Callable[[str], list[float]]


def _tasks(
    taggers: Mapping[str, Tagger],
    whole: Mapping[str, IndicFormatter],
    short: Sequence[Words],
    mixed: Sequence[Words],
) -> Iterator[tuple[str, Work, Callable[[list[list[float]]], float]]]:
    texts, sizes = [" ".join(words) for words in short], sum(map(len, mixed))
    together = [" ".join(words) for words in mixed]
    alone = [[tagger_word(word) for word in words] for words in short]
    among = [[tagger_word(word) for word in words] for words in mixed]

    def rate(words: int) -> Callable[[list[list[float]]], float]:
        return lambda rows: words / min(map(sum, rows))

    def p95(rows: list[list[float]]) -> float:
        return 1000 * min(statistics.quantiles(row, n=20)[-1] for row in rows)

    def tagged(backend: str) -> list[float]:
        return _each(taggers[backend].tag, [[words] for words in alone])

    def written(backend: str) -> list[float]:
        return _each(whole[backend], texts)

    for name, one, many in (
        ("tagger alone", tagged, lambda backend: _each(taggers[backend].tag, [among])),
        ("whole way", written, lambda backend: _each(lambda t: list(whole[backend].map(t)), [together])),
    ):
        yield f"{name}, batch 1, {SHORT} words: words/s", one, rate(SHORT * len(short))
        yield f"{name}, batch 1, {SHORT} words: p95, ms", one, p95
        yield f"{name}, batch {BATCH}, 5–60 words: words/s", many, rate(sizes)


def _each(work: Callable[..., object], given: Sequence[object]) -> list[float]:
    taken = []
    for one in given:
        begun = time.perf_counter()
        work(one)
        taken.append(time.perf_counter() - begun)
    return taken


def _formatter(lang: str, tagger: Tagger) -> IndicFormatter:
    made = IndicFormatter(lang, normalizer=None)
    made.__dict__["tagger"] = tagger
    return made


def _prose(lang: str, folder: Path | None) -> Words:
    if folder is not None:
        return [word for words in passages(folder / lang, 1000) for word in words if word != "<num>"]
    lines = (ROOT / "tests" / "cases" / lang / "unchanged.tsv").read_text(encoding="utf-8").split("\n")
    words = [word for line in lines if not line.startswith("#") for word in line.split("\t")[0].split()]
    return words * (1 + 3 * SHORT * BATCH // len(words))


# --- from nothing -------------------------------------------------------------------------------------

_LINE = """
import resource, sys, time
from indic_tf.tagging import networks
load = networks.load
networks.load = lambda folder, settings, *rest: load(folder, settings, "cpu", sys.argv[1])
from indic_tf import IndicFormatter
print(IndicFormatter(sys.argv[2], model=sys.argv[3])(sys.argv[4]).text, file=sys.stderr)
"""


def start(lang: str, model: str, turns: int) -> Table:
    """A line in a process of its own, grammar compiled; and what is installed for it."""
    line = " ".join(_prose(lang, None)[:8])
    table = Table(f"one line, {lang}", *BACKENDS, "onnx to torch")
    seconds: dict[str, list[tuple[float, float, float]]] = {backend: [] for backend in BACKENDS}
    for _ in range(turns + 1):
        for backend in BACKENDS:
            seconds[backend].append(process(_LINE, backend, lang, model, line))
    for i, title in enumerate(("seconds by the clock", "CPU seconds", "max RSS, MB")):
        values = [min(row[i] for row in seconds[backend][1:]) for backend in BACKENDS]
        table.add_row(title, *(f"{value:.2f}" for value in values), f"{values[0] / values[1]:.2f}")
    sizes = [installed("onnxruntime"), installed("torch", "transformers")]
    table.add_row("installed, MB", *(f"{size:.0f}" for size in sizes), f"{sizes[0] / sizes[1]:.2f}")
    return table


@cache
def _bytecode() -> str:
    """Where compiled modules go."""
    made = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


def process(code: str, *arguments: str) -> tuple[float, float, float]:
    """Seconds, CPU seconds and megabytes of a new Python, with one thread: a second one of PyTorch waits spinning for
    the first, and a line needs none. From the second one on modules are compiled, as those of an installed package."""
    command = [sys.executable, "-c", code, *arguments]
    given = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = {**given, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "PYTHONPYCACHEPREFIX": _bytecode()}
    begun = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
    assert child.stderr is not None
    said = child.stderr.read().decode()
    _, status, used = os.wait4(child.pid, 0)
    if status:
        raise SystemExit(said)
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def installed(*packages: str) -> float:
    """Megabytes of packages and of all that they require here."""
    todo, known, size = [*packages], set[str](), 0
    while todo:
        name = regex.sub("[-_.]+", "-", todo.pop().lower())
        if name in known:
            continue
        known.add(name)
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        size += sum(path.stat().st_size for file in found.files or () if (path := Path(str(file.locate()))).is_file())
        required = [one for one in found.requires or () if "extra ==" not in one]
        todo += [regex.match(r"[A-Za-z0-9._-]+", one)[0] for one in required]  # type: ignore[index]
    return size / 2**20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("agree", "speed", "start"))
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("--lang", nargs="+", default=LANGUAGES)
    parser.add_argument("--model", default="default")
    parser.add_argument("--passages", type=int, default=PASSAGES)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args()
    console = Console(width=150)
    if given.what == "agree":
        if given.folder is None:
            parser.error("agree needs a folder of text")
        console.print(agree(given.folder, given.model, given.lang, given.passages))
    elif given.what == "speed":
        console.print(speed(given.lang[0], given.model, given.threads, given.turns, given.folder))
    else:
        console.print(start(given.lang[0], given.model, given.turns))


if __name__ == "__main__":
    main()
