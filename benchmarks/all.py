"""All figures of speed in one run, on one page: formatter, tagger, start, other systems, curves.

    python benchmarks/all.py                    half an hour on a quiet machine; writes benchmarks/results/all.md
    python benchmarks/all.py --quick            some minutes: shorter turns, shorter texts
    python benchmarks/all.py --without peers    where nothing can be installed

Each part is the script that says it alone: `speed` (grammar), `gpu` (words a second by batch, beside ALBERT-base),
`inference` (a process from its start), `itn_vs_peers` (NeMo, indic-itn), `length` and `corpus_cost` (curves). What they
do and how figures are taken stands there. Curves are drawn by matplotlib. PyTorch is needed for ALBERT-base alone.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import corpus_cost
import length
import speed
import typer
from inference import process
from spoken_texts import texts

from indic_tf import IndicFormatter, __version__
from indic_tf.extras import needed_for
from indic_tf.taggers import tagger_of
from indic_tf.tagging import threads

HERE = Path(__file__).parent
RESULTS = HERE / "results"
VERSIONS = ("numpy", "onnxruntime", "kaldifst", "sentencepiece", "torch", "transformers")
_CURVE = (1, 4, 16, 64, 256)
_EVERY_WORD = 300  # texts that have every word of the benchmark
_COMMAND = "import sys; from indic_tf.cli import main; sys.argv[0] = 'indic-tf'; main()"
_LINE = "मुझे पच्चीस हजार रुपये चाहिए आप कैसे हैं"


@dataclass(frozen=True)
class Row:
    """One figure of the page; ``target`` is what is wanted, ``met`` whether it is so, if anything is wanted."""

    part: str
    what: str
    figure: str
    target: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Amount:
    """How much is measured."""

    seconds: float
    repeats: int
    words: int  # of the longest text
    corpus: int  # words of it


@dataclass
class Page:
    """Rows, and the points of the curves by the panel that they stand in and their name."""

    rows: list[Row]
    curves: dict[str, dict[str, list[tuple[float, float]]]]

    def point(self, panel: str, name: str, x: float, y: float) -> None:
        self.curves.setdefault(panel, {}).setdefault(name, []).append((x, y))


BATCH, LENGTH, CORES = "texts of a call", "words of a text", "processes"
Part = Callable[[Page, str, Amount], None]


def grammar(page: Page, lang: str, amount: Amount) -> None:
    """The formatter without a model, on one core, in CPU seconds."""
    options = speed.Options(lang, speed.prose(lang, None), amount.repeats, 1)
    for one in speed.measure(["plain", "sentence"], options):
        sign = "≥" if one.better == "more" else "≤"
        figure, target = f"{one.value:,.4g} {one.unit}", f"{sign} {one.target:,g} {one.unit}"
        page.rows.append(Row("grammar alone, one core", one.benchmark, figure, target, one.met))


def batches(page: Page, lang: str, amount: Amount) -> None:
    """Formatter and tagger by batch size; ALBERT-base beside them."""
    with needed_for("the tagger's benchmark"):
        import gpu
        from albert import albert

    threads.choose(2)
    given, ours = texts(lang), tagger_of(lang, device="cpu")
    formatter = IndicFormatter(lang, model=None)
    list(formatter.map(islice(given, _EVERY_WORD)))
    formatters = {
        "without model": gpu.formats(formatter),
        "default model": gpu.formats(IndicFormatter(lang, device="cpu")),
        "fast model": gpu.formats(IndicFormatter(lang, model="fast", device="cpu")),
    }
    taggers = {
        "ours": gpu.tags(ours),
        "ours, fast": gpu.tags(tagger_of(lang, "fast", "cpu")),
        gpu.ALBERT: gpu.tags(albert(ours)),
        gpu.ALBERT_WORDS: gpu.tags(albert(ours, max_subwords=1)),
    }
    for part, systems in ((gpu.FORMATTER, formatters), (gpu.TAGGER, taggers)):
        found = list(gpu.rates(part, systems, given, _CURVE, amount.seconds))
        for one in found:
            page.point(BATCH, f"{part}, {one.system}", one.batch, one.rate)
            if one.batch in (1, 64):
                cpu = f"{one.rate:,.0f} words/s ({one.words / max(one.cpu, 1e-9):,.0f} a CPU second)"
                page.rows.append(Row(f"{part}, two threads", f"{one.system}, batch {one.batch}", cpu))
        if part == gpu.TAGGER:
            page.rows += _ratios(found)


def _ratios(found: Sequence[Any]) -> Iterator[Row]:
    """Our tagger beside the others, each at the best of the batches that both were given."""
    by_system: dict[str, dict[int, Any]] = {}
    for one in found:
        by_system.setdefault(one.system, {})[one.batch] = one
    ours, _ = by_system.pop("ours"), by_system.pop("ours, fast")
    for name, others in by_system.items():
        best, other = (
            max((rows[batch] for batch in ours.keys() & others.keys()), key=lambda one: one.rate)
            for rows in (ours, others)
        )
        clock = best.rate / other.rate
        cpu = (other.cpu / other.words) / (best.cpu / best.words)
        said = f"{clock:.1f} × by the clock, {cpu:.1f} × by CPU seconds"
        target, met = ("≥ 20 ×", clock >= 20) if "," not in name else ("", None)
        yield Row(
            "tagger, two threads", f"ours to {name}, each at its best batch (at most {max(others)})", said, target, met
        )


def start(page: Page, lang: str, amount: Amount) -> None:
    """A process from its start to its end, grammar compiled: best of the repeats."""
    rows: tuple[tuple[str, str, list[str], float | None, int | None], ...] = (
        ("import indic_tf", "import indic_tf", [], 0.15, None),
        ("bare Python", "", [], None, None),
        ("first line, without model", _COMMAND, ["format", "--lang", lang, "--model", "none", _LINE], None, None),
        ("first line, default model", _COMMAND, ["format", "--lang", lang, _LINE], 1.0, 300),
    )
    for what, code, arguments, seconds, megabytes in rows:
        taken = [process(code, *arguments) for _ in range(amount.repeats + 1)][1:]
        clock, cpu, memory = (min(row[i] for row in taken) for i in range(3))
        wanted = [f"≤ {bound:g} {unit}" for bound, unit in ((seconds, "s"), (megabytes, "MB")) if bound]
        met = (clock <= (seconds or clock) and memory <= (megabytes or memory)) if wanted else None
        figure = f"{clock:.2f} s, {cpu:.2f} CPU s, {memory:.0f} MB"
        page.rows.append(Row("start", what, figure, ", ".join(wanted), met))


def peers(page: Page, lang: str, amount: Amount) -> None:
    """ITN of other systems, Hindi, in CPU milliseconds a sentence."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place) / "peers.json"
        command = [sys.executable, str(HERE / "itn_vs_peers.py"), "--only", "sentences", "--json", str(made)]
        done = subprocess.run([*command, "--rounds", str(amount.repeats)], stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            page.rows.append(Row("ITN, Hindi", "other systems", f"not measured: exit code {done.returncode}"))
            return
        report = json.loads(made.read_text(encoding="utf-8"))
    ours = next(one for one in report["speeds"] if one["system"] == "indic_tf")
    for one in report["speeds"]:
        times = [theirs / own for theirs, own in zip(one["ms"], ours["ms"], strict=True)]
        figure = f"{one['ms'][0]:.3g} / {one['ms'][1]:.3g} ms, {times[0]:.0f} / {times[1]:.0f} × ours"
        what = f"{one['system']} {one['version']}, a sentence with / without numbers"
        page.rows.append(Row("ITN, Hindi, one core", what, figure))
    page.rows += [Row("ITN, Hindi, one core", "missing", why) for why in report["missing"]]


def lengths(page: Page, lang: str, amount: Amount) -> None:
    """CPU seconds of texts from short to long."""
    for kind, model, most in (
        ("plain", "none", amount.words),
        ("numbers", "none", amount.words),
        ("plain", "default", amount.words // 10),
    ):
        sizes = [size for size in length.SIZES if size <= most]
        runs = list(length.series(lang, kind, model, "text", sizes, amount.repeats))
        for run in runs[1:]:
            page.point(LENGTH, f"{kind}, model {model}", run.words, run.per_thousand)
        ratios = [run.ratio for run in runs if run.ratio is not None]
        figure = f"{runs[-1].seconds:.2f} s, {runs[-1].megabytes} MB for {runs[-1].words:,} words"
        if ratios:
            figure += f"; a word at most {max(ratios):.2f} × that of the next shorter text"
        met = max(ratios) <= length.ALLOWED if ratios else None
        page.rows.append(Row("length", f"{kind}, model {model}", figure, f"≤ {length.ALLOWED} ×" * bool(ratios), met))


def cores(page: Page, lang: str, amount: Amount) -> None:
    """`indic-tf corpus` in one process, two … as many as there are cores."""
    many = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / lang
        folder.mkdir()
        lines = "".join(f"{text}\n" for text in islice(texts(lang), 3 * amount.corpus // 20 + 200))
        (folder / "a.txt").write_text(lines, encoding="utf-8")
        for workers in sorted({1, 2, *(2**i for i in range(2, 8)), many}):
            if workers > many:
                break
            given = {"folder": Path(place), "words": amount.corpus, "model": "default", "device": "cpu"}
            rate = corpus_cost.measured(lang, Namespace(workers=workers, **given))
            page.point(CORES, "corpus, default model", workers, rate.clock)
            figure = f"{rate.clock:,.0f} words/s ({rate.core:,.0f} a CPU second)"
            page.rows.append(Row("corpus", f"{workers} processes, default model", figure))


PARTS: dict[str, Part] = {  # PyTorch last: a process counts the memory of the one that begot it as its own
    "start": start,
    "lengths": lengths,
    "cores": cores,
    "grammar": grammar,
    "peers": peers,
    "batches": batches,
}


# --- what is shown ------------------------------------------------------------------------------------


def conditions(lang: str, quick: bool) -> str:
    """Machine, versions and load, in a line."""
    versions = ", ".join(f"{name} {speed.installed(name)}" for name in VERSIONS)
    machine = f"{speed.processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
    load = ", ".join(f"{figure:.1f}" for figure in os.getloadavg())
    now = datetime.now(timezone.utc).isoformat(timespec="minutes")
    how = ", quick" if quick else ""
    return (
        f"{now}{how}; {lang}; indic_tf {__version__}, Python {platform.python_version()}, {versions}; {machine}; "
        f"load in the last 1, 5, 15 minutes: {load}"
    )


def markdown(rows: Sequence[Row], begun: str, ended: str) -> str:
    """The page."""
    lines = ["| part | what | figure | target | met |", "|---|---|---|---|---|"]
    for row in rows:
        met = "" if row.met is None else "yes" if row.met else "no"
        lines.append(f"| {row.part} | {row.what} | {row.figure} | {row.target} | {met} |")
    return "\n".join(["# Speed", "", *lines, "", f"Begun: {begun}.", "", f"Ended: {ended}.", ""])


def picture(curves: dict[str, dict[str, list[tuple[float, float]]]], path: Path) -> None:
    """A panel for each kind of curve."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(5 * len(curves), 4.5), layout="constrained")
    panels = figure.subplots(1, len(curves), squeeze=False)[0]
    for axes, (panel, lines) in zip(panels, curves.items(), strict=True):
        for name, points in lines.items():
            axes.plot(*zip(*points, strict=True), marker=".", label=name)
        axes.set(xlabel=panel, ylabel="CPU ms for 1,000 words" if panel == LENGTH else "words/s")
        if panel != CORES:
            axes.set(xscale="log", yscale="log")
        axes.set_ylim(bottom=0 if panel == CORES else None)
        axes.legend(fontsize=7)
        axes.grid(alpha=0.3)
    figure.savefig(path, dpi=110)


def main(
    lang: Annotated[str, typer.Option(help="A language of benchmarks/itn.")] = "hi",
    quick: Annotated[bool, typer.Option("--quick", help="Shorter turns, shorter texts.")] = False,
    words: Annotated[int, typer.Option(help="Of the longest text; a tenth with a model.")] = 100_000,
    without: Annotated[list[str] | None, typer.Option(help=f"Leave out: {', '.join(PARTS)}; repeatable.")] = None,
    only: Annotated[list[str] | None, typer.Option(help="Only this part; repeatable.")] = None,
    results: Annotated[Path, typer.Option(help="Where all.md, all.json and curves.png go.")] = RESULTS,
) -> None:
    if wrong := [name for name in (*(without or ()), *(only or ())) if name not in PARTS]:
        raise typer.BadParameter(f"{wrong[0]!r} is none of {', '.join(PARTS)}")
    amount = Amount(0.5, 2, 1000, 2000) if quick else Amount(4.0, 3, words, 20_000)
    begun, page = conditions(lang, quick), Page([], {})
    for name, part in PARTS.items():
        if name in (only or PARTS) and name not in (without or ()):
            print(f"{name} …", file=sys.stderr, flush=True)
            part(page, lang, amount)
    ended = conditions(lang, quick)
    results.mkdir(parents=True, exist_ok=True)
    said = markdown(page.rows, begun, ended)
    print(said)
    (results / "all.md").write_text(said, encoding="utf-8")
    made = {"begun": begun, "ended": ended, "rows": [*map(asdict, page.rows)], "curves": page.curves}
    (results / "all.json").write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if page.curves:
        picture(page.curves, results / "curves.png")


if __name__ == "__main__":
    typer.run(main)
