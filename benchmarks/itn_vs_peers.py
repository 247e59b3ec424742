"""Our Hindi number writing beside NeMo's and indic-itn's on the same sentences, and what our grammars cost.

python benchmarks/itn_vs_peers.py --json peers.json --markdown peers.md
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from itertools import chain, zip_longest
from pathlib import Path
from statistics import fmean, median
from typing import Annotated, Any

import typer
from peers import ENVIRONMENTS, OURS, ROOT, WORKER, Missing, Worker, freeze, installed, variables
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from indic_tf.languages import language, languages
from indic_tf.scripts import fold

CASES = ROOT / "tests" / "cases" / "hi"
TIMED = ("nemo", "indic-itn")
SETS = ("with numbers", "without")
EACH, SHORTEST, STRIDE = 100, 4, 8  # sentences of each set; words of a sentence; rows from one to the next
BLOCK = 20  # sentences before the next system has its turn
PLAIN = ("unchanged", "whitelist")  # what stays as it is, then, for want of more of it, what is only abbreviated
NUMBER_TABLES = ("numbers", "scales", "english", "ordinals", "fractions", "denominators")
FASTER, COMPILE, LOAD, MEMORY, FILE = 60.0, 15.0, 0.1, 80.0, 6.0  # what is needed: ×, s, s, MB, MB

err = Console(stderr=True)
app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)


@dataclass(frozen=True)
class Speed:
    """One system. Milliseconds of CPU a sentence, first with numbers, then without; seconds to load."""

    system: str
    version: str
    ms: tuple[float, float]  # mean over the sentences of the median over the rounds
    first_pass: tuple[float, float]  # every sentence seen for the first time
    changed: tuple[int, int]
    failed: int
    first_load: float
    later_load: float
    spread: float  # slowest round over fastest
    waiting: float  # seconds by the clock over CPU seconds


@dataclass(frozen=True)
class Cost:
    """One of our languages. Seconds of CPU, megabytes (10^6)."""

    language: str
    compiling: float
    compiling_by_the_clock: float
    loading: float
    loading_by_the_clock: float
    memory: float
    largest_file: float
    all_files: float

    @property
    def fine(self) -> bool:
        within = self.compiling <= COMPILE, self.loading <= LOAD, self.memory <= MEMORY, self.largest_file <= FILE
        return all(within)


@dataclass(frozen=True)
class Sheet:
    """A table as text, for the screen and for Markdown."""

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


# --- the sentences ----------------------------------------------------------------------------------------


def sentences() -> tuple[list[str], list[str]]:
    """A hundred sentences with numbers, evenly from the files of all classes, and a hundred without a number word."""
    rows = {path.stem: list(_rows(path)) for path in sorted(CASES.glob("*.tsv")) if path.stem != "known_failures"}
    numbers = [[spoken for spoken, written in of_class if _any_digit(written)] for of_class in rows.values()]
    in_turn = chain.from_iterable(zip_longest(*map(_spread, filter(None, numbers))))
    words = _number_words()
    plain = [spoken for of_class in PLAIN for spoken, _ in rows[of_class]]
    return _first(in_turn), _first(text for text in plain if not any(fold(word) in words for word in text.split()))


def _rows(path: Path) -> Iterator[tuple[str, str]]:
    """Sentences of some length with what is written for them; a row of one cell stays as it is."""
    for line in path.read_text(encoding="utf-8").split("\n"):
        spoken, *rest = line.split("\t")
        if not line.startswith("#") and len(spoken.split()) >= SHORTEST and not _any_digit(spoken):
            yield spoken, (rest[0] if rest else "") or spoken


def _spread(rows: Sequence[str]) -> list[str]:
    """``rows`` in strides, since a file begins with its easy rows."""
    return [row for start in range(STRIDE) for row in rows[start::STRIDE]]


def _first(texts: Iterable[str | None]) -> list[str]:
    found = list(dict.fromkeys(filter(None, texts)))[:EACH]
    if len(found) < EACH:
        raise typer.BadParameter(f"{CASES} has only {len(found)} sentences of a kind, {EACH} are needed")
    return found


def _number_words() -> frozenset[str]:
    forms = chain.from_iterable(language("hi").forms(table) for table in NUMBER_TABLES)
    return frozenset(fold(word) for form in forms for word in form.split(" "))


def _any_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


# --- measuring --------------------------------------------------------------------------------------------


Pass = list[tuple[float, float, str | None]]


def compare(
    pythons: dict[str, str], source: Path, texts: Sequence[str], rounds: int, bar: Progress
) -> tuple[list[Speed], list[str]]:
    """Every system on every text, and why some are missing."""
    missing: list[str] = []
    with ExitStack() as stack:
        scratch = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        loading = bar.add_task("loading the systems, compiling", total=len(pythons))
        workers, first_loads = dict[str, Worker](), dict[str, float]()
        for system, python in pythons.items():
            try:
                with Worker(system, python, scratch / system, source) as cold:
                    first_loads[system] = cold.load
                workers[system] = stack.enter_context(Worker(system, python, scratch / system, source))
            except Missing as why:
                missing.append(f"{system}: does not load: {why}")
            bar.advance(loading)
        passes = _passes(workers, texts, 1 + rounds, bar, missing)
    return [_speed(name, workers[name], first_loads[name], passes[name], texts) for name in workers], missing


def _passes(
    workers: dict[str, Worker], texts: Sequence[str], count: int, bar: Progress, missing: list[str]
) -> dict[str, list[Pass]]:
    """Every worker times all texts ``count`` times. They take turns after a few sentences: what disturbs meets all.

    A worker that dies is taken out of ``workers`` and said to be missing.
    """
    task = bar.add_task("timing sentences", total=count * len(texts) * len(workers))
    made: dict[str, list[Pass]] = {name: [[] for _ in range(count)] for name in workers}
    for number in range(count):
        for start in range(0, len(texts), BLOCK):
            for name, worker in list(workers.items()):
                try:
                    made[name][number] += worker.times(texts[start : start + BLOCK])
                except (Missing, BrokenPipeError) as why:
                    missing.append(f"{name}: died: {why}")
                    del workers[name]
                bar.advance(task, len(texts[start : start + BLOCK]))
    return made


def _speed(system: str, worker: Worker, first_load: float, passes: Sequence[Pass], texts: Sequence[str]) -> Speed:
    first, *later = [[1000 * cpu for cpu, _, _ in one] for one in passes]
    rounds = [sum(one) for one in later]
    outputs = [output for _, _, output in passes[0]]
    changed = [output not in (None, text) for output, text in zip(outputs, texts, strict=True)]
    return Speed(
        system=system,
        version=worker.version,
        ms=_both([median(times) for times in zip(*later, strict=True)]),
        first_pass=_both(first),
        changed=(sum(changed[:EACH]), sum(changed[EACH:])),
        failed=outputs.count(None),
        first_load=first_load,
        later_load=worker.load,
        spread=max(rounds) / min(rounds),
        waiting=sum(wall for one in passes for _, wall, _ in one) / sum(cpu for one in passes for cpu, _, _ in one),
    )


def _both(times: Sequence[float]) -> tuple[float, float]:
    """The mean of each set."""
    return fmean(times[:EACH]), fmean(times[EACH:])


def costs(codes: Sequence[str], source: Path, repeats: int, bar: Progress) -> Iterator[Cost]:
    """Compile every grammar into an empty cache, then load it a few times."""
    task = bar.add_task("compiling and loading grammars", total=len(codes))
    for code in codes:
        with tempfile.TemporaryDirectory() as cache:
            cold, *warm = [_probe(code, source, cache) for _ in range(1 + repeats)]
            sizes = [path.stat().st_size / 1e6 for path in Path(cache).rglob("*.fst")]
        yield Cost(
            language=code,
            compiling=cold["load"][0],
            compiling_by_the_clock=cold["load"][1],
            loading=min(one["load"][0] for one in warm),
            loading_by_the_clock=min(one["load"][1] for one in warm),
            memory=median(one["peak"] for one in warm),
            largest_file=max(sizes),
            all_files=sum(sizes),
        )
        bar.advance(task)


def _probe(code: str, source: Path, cache: str) -> dict[str, Any]:
    rows = [row for table in ("numbers", "english") for row in language(code).table(table)]
    number = next(row["form"] for row in rows if row["value"] == "20" and not row.cells.get("role"))
    command = [sys.executable, str(WORKER), "probe", code, number]
    settings = variables(source) | {"INDIC_TF_CACHE": cache}
    done = subprocess.run(command, env=settings, capture_output=True, text=True, check=False)
    if done.returncode:
        raise typer.BadParameter(f"{code}: {done.stderr.strip().splitlines()[-1]}")
    return dict(json.loads(done.stdout))


# --- reporting --------------------------------------------------------------------------------------------


def sheets(speeds: Sequence[Speed], grammars: Sequence[Cost]) -> Iterator[Sheet]:
    if speeds:
        yield _speed_sheet(speeds)
    if grammars:
        yield _cost_sheet(grammars)
    if needs := list(_needs(speeds, grammars)):
        yield Sheet("What is needed", ("what", "figure", "needed", ""), needs)


def _speed_sheet(speeds: Sequence[Speed]) -> Sheet:
    columns = ("system", "version", *(f"{s}, ms" for s in SETS), "× ours", "first pass, ms", "× ours", "changed")
    ours = next((speed for speed in speeds if speed.system == OURS), None)
    rows = [
        (
            *(
                speed.system,
                speed.version,
                f"{speed.ms[0]:.3g}",
                f"{speed.ms[1]:.3g}",
                _ratios(speed.ms, ours.ms if ours else ()),
            ),
            *(_pair(speed.first_pass), _ratios(speed.first_pass, ours.first_pass if ours else ())),
            *(f"{speed.changed[0]} / {speed.changed[1]}", f"{speed.first_load:.2f}", f"{speed.later_load:.2f}"),
            *(f"{speed.spread:.2f}", f"{speed.waiting:.2f}"),
        )
        for speed in speeds
    ]
    return Sheet("A sentence", (*columns, "first load, s", "later load, s", "spread", "clock/CPU"), rows)


def _pair(figures: Sequence[float]) -> str:
    return " / ".join(f"{figure:.3g}" for figure in figures)


def _ratios(ms: Sequence[float], ours: Sequence[float]) -> str:
    return " / ".join(f"{one / base:,.0f}" for one, base in zip(ms, ours, strict=True)) if ours else "-"


def _cost_sheet(grammars: Sequence[Cost]) -> Sheet:
    columns = (
        "language",
        "compiling, s",
        "by the clock",
        "loading, s",
        "by the clock",
        "memory, MB",
        "largest file, MB",
    )
    rows = [
        (
            *(cost.language, f"{cost.compiling:.1f}", f"{cost.compiling_by_the_clock:.1f}", f"{cost.loading:.3f}"),
            *(f"{cost.loading_by_the_clock:.3f}", f"{cost.memory:.0f}", f"{cost.largest_file:.2f}"),
            *(f"{cost.all_files:.2f}", _verdict(cost.fine)),
        )
        for cost in grammars
    ]
    return Sheet("Our grammars", (*columns, "all files, MB", ""), rows)


def _needs(speeds: Sequence[Speed], grammars: Sequence[Cost]) -> Iterator[tuple[str, str, str, str]]:
    by_name = {speed.system: speed for speed in speeds}
    if len({OURS, "nemo"} & by_name.keys()) == 2:
        for i, name in enumerate(SETS):
            ratio = by_name["nemo"].ms[i] / by_name[OURS].ms[i]
            yield f"faster than NeMo, {name}", f"{ratio:,.0f} ×", f"≥ {FASTER:g} ×", _verdict(ratio >= FASTER)
    for name, field, most, unit in (
        ("compiling, slowest language", "compiling", COMPILE, "s"),
        ("loading, slowest language", "loading", LOAD, "s"),
        ("memory, largest language", "memory", MEMORY, "MB"),
        ("largest FST file", "largest_file", FILE, "MB"),
    ):
        if grammars:
            worst = max(grammars, key=lambda cost: getattr(cost, field))
            figure = getattr(worst, field)
            yield name, f"{figure:.3g} {unit} ({worst.language})", f"≤ {most:g} {unit}", _verdict(figure <= most)


def _verdict(met: bool) -> str:
    return "PASS" if met else "FAIL"


def _shown(sheet: Sheet) -> Table:
    table = Table(*sheet.columns, title=sheet.title, title_justify="left", box=None)
    colour = {"PASS": "[green]PASS", "FAIL": "[bold red]FAIL"}
    for row in sheet.rows:
        table.add_row(*(colour.get(cell, escape(cell)) for cell in row))
    return table


def _markdown(sheet: Sheet) -> str:
    lines = [sheet.columns, ["---", *("--:" for _ in sheet.columns[1:])], *sheet.rows]
    return "\n".join([f"### {sheet.title}", "", *("| " + " | ".join(line) + " |" for line in lines), ""])


def _conditions(texts: Sequence[str], rounds: int) -> list[str]:
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:8]
    words = [fmean(len(text.split()) for text in part) for part in (texts[:EACH], texts[EACH:])]
    load = ", ".join(f"{figure:.1f}" for figure in os.getloadavg())
    return [
        f"{len(texts)} sentences (sha256 {digest}) of {words[0]:.1f} and {words[1]:.1f} words, {rounds} rounds",
        f"Python {platform.python_version()}, {os.cpu_count()} cores, load in the last 1, 5, 15 minutes: {load}",
    ]


# --- the command ------------------------------------------------------------------------------------------


@app.command()
def main(
    envs: Annotated[Path, typer.Option(help="Where the peers' environments are made, and found again.")] = ENVIRONMENTS,
    python: Annotated[str, typer.Option(help="The Python to make them with; the pins want 3.11+.")] = sys.executable,
    peer: Annotated[list[str] | None, typer.Option(help=f"Only this one of {', '.join(TIMED)}; repeatable.")] = None,
    lang: Annotated[list[str] | None, typer.Option(help="Only this language's grammar; repeatable.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds over the sentences, after a first that fills caches.")] = 5,
    repeats: Annotated[int, typer.Option(min=1, help="Times that each compiled grammar is loaded.")] = 3,
    only: Annotated[str, typer.Option(help="sentences or grammars: leave the other part out.")] = "",
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures here as JSON.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables here as Markdown.")] = None,
) -> None:
    """How fast our Hindi ITN is beside nemo_text_processing and indic-itn, and what our grammars cost.

    Each system runs in a process of its own, each peer in a virtual environment of its own, made with pip on the first
    run. All get the same 200 sentences of tests/cases/hi: 100 with numbers, of every class, and 100 without a number
    word. They take turns every 20 sentences, so what disturbs the machine disturbs all.

    Figures a sentence are the mean over sentences of the median over rounds, in CPU milliseconds; "first pass" is the
    round in which every sentence is new. "changed" counts sentences that came out other than they went in: that a
    system does something, not that it is right. "first load" compiles where a system compiles, "later load" finds that
    in its cache; both are CPU seconds from bare Python to the first sentence. "spread" is the slowest round over the
    fastest, "clock/CPU" how long the process had to wait: near 1 on a quiet machine. Ratios of one run are what counts.
    All are timed as loaded from a cache; NeMo is several times slower in the process that compiled its grammar.

    Our grammars: CPU seconds from the imported package to the first number written, compiling into an empty cache and
    loading from it (best of the repeats); memory is the peak over what the process had with the package imported, with
    all transducers of the language in, kaldifst itself included. MB are 10^6 bytes.

    A peer that cannot be installed or loaded is reported as missing, with the reason.

    Examples:

    - everything, some ten minutes: `itn_vs_peers.py --json peers.json --markdown peers.md`
    - what two grammars cost: `itn_vs_peers.py --only grammars --lang hi --lang ta`
    - one peer, more rounds: `itn_vs_peers.py --only sentences --peer indic-itn --rounds 20`
    """
    _check(peer, lang, only)
    texts = [text for part in sentences() for text in part]
    speeds, grammars, missing = list[Speed](), list[Cost](), list[str]()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with tempfile.TemporaryDirectory() as place, Progress(*columns, console=err) as bar:
        source = freeze(Path(place))
        if only != "grammars":
            pythons, missing = installed(peer or TIMED, envs, python, bar)
            speeds, unloaded = compare(pythons, source, texts, rounds, bar)
            missing += unloaded
        if only != "sentences":
            grammars = list(costs(lang or languages(), source, repeats, bar))
    conditions, made = _conditions(texts, rounds), list(sheets(speeds, grammars))
    console = Console(width=None if sys.stdout.isatty() else 180)
    for sheet in made:
        console.print(_shown(sheet), "")
    for line in [*(f"missing: {why}" for why in missing), *conditions]:
        console.print(escape(line))
    if markdown:
        notes = [*(f"Missing: {why}." for why in missing), *(f"{line}." for line in conditions)]
        markdown.write_text("\n".join([*map(_markdown, made), *notes, ""]), encoding="utf-8")
    if json_file:
        parts = {"speeds": [*map(asdict, speeds)], "grammars": [*map(asdict, grammars)], "missing": missing}
        report = {**parts, "conditions": conditions, "sentences": texts}
        json_file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def _check(peers: Sequence[str] | None, codes: Sequence[str] | None, only: str) -> None:
    """Say what is wrong before minutes are spent."""
    for name, given, known in (
        ("--peer", peers or (), TIMED),
        ("--lang", codes or (), languages()),
        ("--only", (only,), ("", "sentences", "grammars")),
    ):
        if wrong := next((one for one in given if one not in known), None):
            raise typer.BadParameter(f"{wrong!r} is none of {', '.join(filter(None, known))}", param_hint=name)


if __name__ == "__main__":
    app()
