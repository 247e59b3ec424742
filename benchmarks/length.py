"""Does time grow with the length of a text, and memory too: seconds and peak memory from 10 to a million words.

    python benchmarks/length.py                                       up to 10,000 words, grammar alone
    python benchmarks/length.py --most 1000000 --model none --model default --picture length.png --tsv length.tsv
    python benchmarks/length.py --line 200                            only a line of 200 MB through the command line

A text is sentences of one kind in an order drawn by a seed: everyday speech without marks and figures (tests/everyday),
numbers, percentages, idioms and what else stays, dates (tests/cases). Kinds that begin with "only" have nothing of
these sentences but what becomes figures, one behind the other; "written" are percentages in figures. A text is
formatted as one in Python (*text*: seconds without the start, after one short text), and cut into lines of twelve words
by the command line (*lines*: seconds with the start of Python). Each run is a process of its own; seconds are those of
the CPU, the best of the repeats; MB is its peak of memory, with 0 words that of the process with grammar and model
loaded. A model is asked up to 100,000 words.

The last column is the time a word beside that of the next shorter text, from 1,000 words on: 1.0 where time grows with
length. What is over 1.3 is measured again, twice as often (not with --once); what stays so is named at the end, and the
exit code is 1.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from indic_tf import IndicFormatter
from indic_tf.scripts import split_marks

ROOT = Path(__file__).resolve().parent.parent
KINDS = {"plain": "", "numbers": "cardinal", "percent": "percent", "idioms": "unchanged", "dates": "date"}
DENSE = {
    "only-numbers": "cardinal",
    "only-percent": "percent",
    "only-amounts": "money",
    "only-times": "time",
    "only-digits": "telephone",
    "only-addresses": "electronic",
    "written": "",
}
SIZES = (10, 100, 1_000, 10_000, 100_000, 1_000_000)
LINE = 12  # words
MOST_OF_A_MODEL = 100_000  # words
STEADY = 1_000  # words from which a ratio says something
ALLOWED = 1.3
SENTENCE = "मेरे गाँव में आज बहुत बारिश हुई और पच्चीस हजार रुपये का नुकसान हुआ "


@dataclass(frozen=True)
class Run:
    """One measurement; ``ratio`` is the time a word by that of the next shorter text."""

    lang: str
    kind: str
    model: str
    way: str
    words: int
    seconds: float
    per_thousand: float
    megabytes: int
    ratio: float | None

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What was measured."""
        return self.lang, self.kind, self.model, self.way, self.words

    @classmethod
    def read(cls, line: str) -> Run:
        """A row of a TSV."""
        *names, words, seconds, each, megabytes, ratio = line.split("\t")
        return cls(*names, int(words), float(seconds), float(each), int(megabytes), float(ratio) if ratio else None)

    def row(self) -> str:
        """The row of a TSV."""
        ratio = "" if self.ratio is None else f"{self.ratio:.3f}"
        numbers = (self.words, f"{self.seconds:.3f}", f"{self.per_thousand:.3f}", self.megabytes, ratio)
        return "\t".join([self.lang, self.kind, self.model, self.way, *map(str, numbers)]) + "\n"


def sentences(lang: str, kind: str) -> list[list[str]]:
    """The words of sentences of a kind, as a recogniser prints them."""
    if not KINDS[kind]:
        lines = (ROOT / "tests" / "everyday" / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
        texts = [line.partition("\t")[2] for line in lines if line and not line.startswith("#")]
        bare = [[core.lower() for word in text.split() if (core := split_marks(word)[1])] for text in texts]
        return [[word for word in words if not any(map(str.isdigit, word))] for words in bare]
    return cases(lang, KINDS[kind])


def cases(lang: str, table: str) -> list[list[str]]:
    """The words of the cases of a class."""
    lines = (ROOT / "tests" / "cases" / lang / f"{table}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0].split() for line in lines if line.strip() and not line.startswith("#")]


def dense(lang: str, kind: str) -> list[list[str]]:
    """What becomes figures in the cases of a class, each by itself; or percentages that are figures already."""
    if not DENSE[kind]:
        return [[f"{number}%"] for number in range(1, 100)]
    said = cases(lang, DENSE[kind])
    made = IndicFormatter(lang, model=None).map([" ".join(words) for words in said])
    pairs = zip(said, made, strict=True)
    found = [words[slice(*span.words)] for words, one in pairs for span in one.spans if span.kind == DENSE[kind]]
    return [words for words in found if words]


def words(lang: str, kind: str, count: int) -> list[str]:
    """The first ``count`` words of sentences in an order drawn by a seed."""
    rng, made = random.Random(f"{lang}-{kind}"), list[str]()
    known = dense(lang, kind) if kind in DENSE else sentences(lang, kind)
    while len(made) < count:
        made += rng.choice(known)
    return made[:count]


# --- running ------------------------------------------------------------------------------------------


def inside(lang: str, model: str, path: Path) -> None:
    """Format a file as one text; prints the seconds. Runs in a process of its own."""
    formatter = IndicFormatter(lang, model=None if model == "none" else model)
    text = path.read_text(encoding="utf-8")
    formatter(" ".join(text.split(maxsplit=LINE)[:LINE]))
    start = time.process_time()
    if text:
        formatter(text)
    print(time.process_time() - start)


def spawned(command: list[str], folder: Path) -> tuple[int, str, float, int]:
    """Exit code, stdout, CPU seconds and peak MB of a command."""
    with (folder / "out").open("w+b") as out, (folder / "err").open("w+b") as err:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = out.read(100).decode("utf-8", "replace")
    return child.returncode, said, usage.ru_utime + usage.ru_stime, usage.ru_maxrss // 1024


def measured(lang: str, model: str, way: str, said: list[str], repeats: int) -> tuple[float, int]:
    """Seconds of the best run, and its peak MB; raises `RuntimeError` with what a failed run said."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        path = folder / "text.txt"
        if way == "text":
            path.write_text(" ".join(said), encoding="utf-8")
            command = [sys.executable, __file__, "--inside", str(path), "--lang", lang, "--model", model]
        else:
            lines = [" ".join(said[i : i + LINE]) + "\n" for i in range(0, len(said), LINE)]
            path.write_text("".join(lines), encoding="utf-8")
            command = [sys.executable, "-m", "indic_tf", "format", str(path), "--lang", lang, "--model", model]
        taken = []
        for _ in range(repeats):
            code, printed, seconds, memory = spawned(command, folder)
            if code:
                raise RuntimeError(f"{' '.join(command)}: exit code {code}: {(folder / 'err').read_text()[-500:]}")
            taken.append((float(printed) if way == "text" else seconds, memory))
    return min(taken)


def series(lang: str, kind: str, model: str, way: str, sizes: list[int], tries: list[int]) -> Iterator[Run]:
    """The runs of one kind of text, from short to long; ``tries``: repeats at first, and again where it is slow."""
    start, memory = measured(lang, model, way, [], tries[0])  # what Python, grammar and model take
    yield Run(lang, kind, model, way, 0, start, 0.0, memory, None)
    before: float | None = None
    for size in sizes:
        said = words(lang, kind, size)
        for times in tries:
            seconds, memory = measured(lang, model, way, said, times)
            each = max(seconds - start, 1e-6) / size
            ratio = each / before if before is not None else None
            if ratio is None or ratio <= ALLOWED:
                break
        yield Run(lang, kind, model, way, size, seconds, 1e6 * each, memory, ratio)
        before = each if size >= STEADY else None


def long_line(megabytes: int, console: Console) -> None:
    """One line of so many MB through the command line: exit code, what it says, seconds, memory."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with (folder / "line.txt").open("w", encoding="utf-8") as file:
            for _ in range(megabytes):
                file.write(SENTENCE * (1_000_000 // len(SENTENCE.encode())))
        path = str(folder / "line.txt")
        command = [sys.executable, "-m", "indic_tf", "format", path, "--lang", "hi", "--model", "none"]
        code, _, seconds, memory = spawned(command, folder)
        said = (folder / "err").read_text(encoding="utf-8").replace(path, "line.txt").strip()[-300:]
    console.print(f"a line of {megabytes} MB: exit code {code}, {seconds:.1f} s, {memory} MB; {said or 'no complaint'}")


# --- what is shown ------------------------------------------------------------------------------------


def row(run: Run) -> str:
    ratio = "" if run.ratio is None else f"{run.ratio:.2f}"
    cells = (run.lang, run.kind, run.model, run.way, f"{run.words:,}", f"{run.seconds:.2f}", f"{run.per_thousand:.1f}")
    return f"| {' | '.join([*cells, str(run.megabytes), ratio])} |"


def picture(runs: list[Run], path: Path) -> None:
    """Milliseconds a thousand words, and MB, against words: a line for each kind of text and way."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4.5), layout="constrained")
    speed, memory = figure.subplots(1, 2)
    for name in dict.fromkeys((run.lang, run.kind, run.model, run.way) for run in runs):
        own = [run for run in runs if (run.lang, run.kind, run.model, run.way) == name and run.words]
        style = "--" if name[3] == "lines" else "-"
        speed.plot(
            [run.words for run in own], [run.per_thousand for run in own], style, marker=".", label=" ".join(name)
        )
        memory.plot([run.words for run in own], [run.megabytes for run in own], style, marker=".")
    speed.set(xscale="log", yscale="log", xlabel="words", ylabel="ms of CPU for 1,000 words")
    memory.set(xscale="log", yscale="log", xlabel="words", ylabel="MB at most")
    figure.legend(loc="outside right upper", fontsize=6)
    figure.savefig(path, dpi=150)


def main(
    lang: Annotated[list[str] | None, typer.Option(help="Languages; hi and ta unless named.")] = None,
    kind: Annotated[list[str] | None, typer.Option(help=f"Of {', '.join([*KINDS, *DENSE])}; the first five.")] = None,
    model: Annotated[list[str] | None, typer.Option(help="none, default, fast …; none unless named.")] = None,
    way: Annotated[list[str] | None, typer.Option(help="text, lines; both unless named.")] = None,
    most: Annotated[int, typer.Option(help="Words of the longest text.")] = 10_000,
    repeats: Annotated[int, typer.Option(min=1)] = 3,
    once: Annotated[bool, typer.Option("--once", help="Measure nothing again.")] = False,
    picture_file: Annotated[Path | None, typer.Option("--picture", help="Draw this PNG.")] = None,
    tsv: Annotated[Path | None, typer.Option(help="Add the rows to these; the picture is of all.")] = None,
    line: Annotated[int | None, typer.Option(help="Only one line of so many MB.")] = None,
    inside_file: Annotated[Path | None, typer.Option("--inside", hidden=True)] = None,
) -> None:
    if inside_file is not None:
        inside((lang or ["hi"])[0], (model or ["none"])[0], inside_file)
        return
    console, runs = Console(width=200), list[Run]()
    if line is not None:
        long_line(line, console)
        return
    print("| language | text | model | way | words | s | ms for 1,000 words | MB | ratio |")
    print("|---|---|---|---|--:|--:|--:|--:|--:|")
    for asked in model or ["none"]:
        sizes = [size for size in SIZES if size <= (most if asked == "none" else min(most, MOST_OF_A_MODEL))]
        for each in (
            (code, one, how)
            for code in lang or ["hi", "ta"]
            for one in kind or KINDS
            for how in way or ["text", "lines"]
        ):
            for run in series(each[0], each[1], asked, each[2], sizes, [repeats] if once else [repeats, 2 * repeats]):
                runs.append(run)
                print(row(run), flush=True)
    if tsv is not None:
        known = tsv.read_text(encoding="utf-8").splitlines() if tsv.exists() else []
        rows = {one.key: one for one in [*map(Run.read, known), *runs]}
        tsv.write_text("".join(one.row() for one in rows.values()), encoding="utf-8")
    if picture_file is not None:
        picture(runs if tsv is None else [*rows.values()], picture_file)
    print(f"\nload of the machine: {os.getloadavg()[0]:.1f}")
    if steep := [run for run in runs if run.ratio is not None and run.ratio > ALLOWED]:
        print(
            "more than linear:",
            "; ".join(f"{r.lang} {r.kind} {r.model} {r.way} {r.words}: {r.ratio:.2f}" for r in steep),
        )
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
