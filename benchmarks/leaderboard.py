"""The ITN leaderboard: our formatter and the systems of others on benchmarks/itn, in one run.

python benchmarks/leaderboard.py --json leaderboard.json --markdown leaderboard.md
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from leaderboard_tables import Board, Output, boards, figures, sheets
from peers import ENVIRONMENTS, PEERS, ROOT, WITH_TAGGER, WORKER, Missing, Worker, freeze, installed
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from indic_tf.evaluation import itn
from indic_tf.evaluation.lines import BadLine

ROWS = ROOT / "benchmarks" / "itn"
BLOCK = 20  # rows between two steps of the bar
HAS: dict[str, tuple[str, ...]] = {  # those of our languages that a peer has
    "nemo": ("en", "hi", "mr"),
    "indic-itn": ("en", "hi", "kn", "mr", "or", "ta", "te"),
    "indic-punct": ("as", "bn", "en", "gu", "hi", "kn", "ml", "mr", "or", "pa", "ta", "te"),
}
COMPILES = ("nemo",)  # several times slower in the process that has compiled the grammar: loaded once more
COLUMNS = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())

err = Console(stderr=True)
app = typer.Typer(add_completion=False, rich_markup_mode="markdown", pretty_exceptions_enable=False)


@dataclass(frozen=True)
class Places:
    """The peers' environments, a copy of our package, and where outputs are kept."""

    envs: Path
    source: Path
    outputs: Path


# --- rows and outputs -------------------------------------------------------------------------------------


def benchmark(folder: Path, lang: str) -> tuple[itn.Case, ...]:
    """The rows of a language; a line that is none ends the run, for every system must get the same rows."""
    bad: list[BadLine] = []
    path = folder / f"{lang}.tsv"
    cases = tuple(itn.cases(path, bad))
    if bad or not cases:
        raise typer.BadParameter(f"{path}: line {bad[0].line}: {bad[0].problem}" if bad else f"{path}: no rows")
    return cases


def outputs(
    system: str, python: str, rows: dict[str, tuple[itn.Case, ...]], places: Places, bar: Progress
) -> Iterator[tuple[str, Output | Missing]]:
    """What the system writes in each of its languages, or why it is missing there."""
    spoken = {lang: [case.spoken for case in cases] for lang, cases in rows.items() if lang in HAS.get(system, rows)}
    task = bar.add_task(system, total=sum(map(len, spoken.values())))
    for lang, texts in spoken.items():
        bar.update(task, description=f"{system}, {lang}")
        try:
            yield lang, _output(system, python, lang, texts, places, partial(bar.advance, task))
        except Missing as why:
            yield lang, why


def _output(
    system: str, python: str, lang: str, texts: Sequence[str], places: Places, advance: Callable[[int], None]
) -> Output:
    """Read if it was kept in an earlier run; made, in a process of its own, and kept if not."""
    kept, cache = _kept(system, lang, texts, places), places.envs / system / "cache"
    if kept.is_file():
        advance(len(texts))
        return Output(**json.loads(kept.read_text(encoding="utf-8")))
    if system in COMPILES:
        with Worker(system, python, cache, places.source, lang):
            pass
    with Worker(system, python, cache, places.source, lang) as worker:
        made = Output(worker.version, list(_written(worker, texts, advance)))
    kept.write_text(json.dumps(asdict(made), ensure_ascii=False, indent=0), encoding="utf-8")
    return made


def _written(worker: Worker, texts: Sequence[str], advance: Callable[[int], None]) -> Iterator[str | None]:
    for start in range(0, len(texts), BLOCK):
        block = texts[start : start + BLOCK]
        try:
            yield from (text for _, _, text in worker.times(block))
        except BrokenPipeError as why:
            raise Missing("it died") from why
        advance(len(block))


def _kept(system: str, lang: str, texts: Sequence[str], places: Places) -> Path:
    """The file of an output; its name changes with whatever the output depends on."""
    made_by = "\n".join(PEERS[system]) if system in PEERS else digest(places.source)
    content = "\n".join([made_by, WORKER.read_text(encoding="utf-8"), *texts])
    return places.outputs / f"{system}.{lang}.{hashlib.sha256(content.encode()).hexdigest()[:12]}.json"


def digest(source: Path) -> str:
    """The sha256 of our package with grammars and models."""
    made = hashlib.sha256()
    for path in sorted(source.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            made.update(f"{path.relative_to(source)}\n".encode() + path.read_bytes())
    return made.hexdigest()


# --- the command ------------------------------------------------------------------------------------------


@app.command()
def main(
    lang: Annotated[list[str] | None, typer.Option(help="Only this language; repeatable.")] = None,
    system: Annotated[list[str] | None, typer.Option(help=f"Only this peer of {', '.join(PEERS)}; repeatable.")] = None,
    rows: Annotated[Path, typer.Option(help="The folder of the benchmark, a LANG.tsv for each language.")] = ROWS,
    envs: Annotated[Path, typer.Option(help="Where the peers' environments are made, and found again.")] = ENVIRONMENTS,
    python: Annotated[str, typer.Option(help="The Python to make them with; the pins want 3.11+.")] = sys.executable,
    keep: Annotated[Path | None, typer.Option(help="Keep outputs in this folder, and read those that fit.")] = None,
    samples: Annotated[int, typer.Option(min=0, help="Resamples for intervals and tests.")] = 1000,
    json_file: Annotated[Path | None, typer.Option("--json", help="Write all figures and errors here.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables here as Markdown.")] = None,
) -> None:
    """Scores our formatter, our grammar alone, and the ITN of NeMo, indic-itn and indic-punct on the ITN benchmark.

    Each system runs in a process of its own, each peer in a virtual environment of its own, made with pip on the first
    run. All get the same rows, bare words in small letters, as each one's documentation says, with its defaults; ours
    adds neither marks nor capitals. A word that a peer's tables spell in another, canonically equivalent way is handed
    to it in that way. Where a system raises, the input stands.

    "right" is the share of rows that equal one of their references, with a 95% bootstrap interval; "loosely" takes
    native digits for Latin ones and leaves out separators, case and spaces. "digits" is the share of rows whose digits
    are not those of the reference, "value" the share of rows that say another number among those that can be read. p
    says how probable so large a difference to our formatter is by chance (approximate randomization).

    A peer that cannot be installed or loaded is reported as missing, with the reason.

    Examples:

    - everything: `leaderboard.py --json leaderboard.json --markdown leaderboard.md`
    - score again after a reference was added, without asking the systems again: `leaderboard.py --keep outputs`
    - one peer, one language: `leaderboard.py --system nemo --lang hi`
    """
    cases = {code: benchmark(rows, code) for code in _languages(rows, lang)}
    peers = _peers(system)
    found: dict[str, dict[str, Output]] = {}
    with tempfile.TemporaryDirectory() as scratch, Progress(*COLUMNS, console=err) as bar:
        kept = keep or Path(scratch) / "outputs"
        kept.mkdir(parents=True, exist_ok=True)
        places = Places(envs, freeze(Path(scratch), models=True), kept)
        pythons, missing = installed(peers, envs, python, bar)
        for name, own in {WITH_TAGGER: sys.executable, **pythons}.items():
            made = dict(outputs(name, own, cases, places, bar))
            found[name] = {code: output for code, output in made.items() if isinstance(output, Output)}
            missing += [f"{name}, {code}: {why}" for code, why in made.items() if isinstance(why, Missing)]
        conditions = _conditions(places.source, rows, list(cases))
        scored = list(boards(cases, found, samples, bar))
    _report(scored, missing, conditions, json_file, markdown)


def _languages(rows: Path, wanted: Sequence[str] | None) -> list[str]:
    known = sorted(path.stem for path in rows.glob("*.tsv"))
    if wrong := [code for code in wanted or () if code not in known]:
        raise typer.BadParameter(f"{wrong[0]!r} is none of {', '.join(known)}", param_hint="--lang")
    return list(wanted or known)


def _peers(wanted: Sequence[str] | None) -> list[str]:
    if wrong := [name for name in wanted or () if name not in PEERS]:
        raise typer.BadParameter(f"{wrong[0]!r} is none of {', '.join(PEERS)}", param_hint="--system")
    return list(wanted or PEERS)


def _conditions(source: Path, rows: Path, codes: Sequence[str]) -> dict[str, str]:
    """What the figures depend on: our code, and the rows of each language."""
    ours = {"source": digest(source)[:8]}
    with suppress(OSError, subprocess.CalledProcessError):
        command = ["git", "-C", str(ROOT), "describe", "--always", "--dirty"]
        ours["commit"] = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    return ours | {c: hashlib.sha256((rows / f"{c}.tsv").read_bytes()).hexdigest()[:8] for c in codes}


def _report(
    made: Sequence[Board], missing: Sequence[str], conditions: dict[str, str], json_file: Path | None, to: Path | None
) -> None:
    notes = [*(f"Missing: {why}." for why in missing), ", ".join(f"{k} {v}" for k, v in conditions.items())]
    text = "\n\n".join([*sheets(made), *notes]) + "\n"
    print(text)
    if to:
        to.write_text(text, encoding="utf-8")
    if json_file:
        report = {"conditions": conditions, "missing": list(missing), "languages": figures(made)}
        json_file.write_text(json.dumps(report, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    app()
