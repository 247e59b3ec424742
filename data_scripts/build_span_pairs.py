"""Make pairs for a span normalizer: spans in context, as they are said and as they are written.

    python data_scripts/build_tagger_data.py CORPORA SHARDS
    python data_scripts/confusions.py SHARDS SHARDS
    python data_scripts/build_span_pairs.py SHARDS OUT --language hi --language ta

SHARDS holds ``<language>/<source>.{train,dev}.tsv.gz`` with their spoken views and, if you have it, ``confusions.tsv``.
OUT receives ``<language>/spans.{train,dev}.tsv.gz``, columns without a header, and ``spans.json`` with counts:

    task style kind left span right target

    author      numbers, amounts … of the text with what the author wrote
    renewed     the same sentences with other values
    drawn       values of every class, telephone numbers and codes among them, in sentences for them
    ambiguous   words that are a time here and a range or a code there, a year here and a count there
    misheard    number words misspelled, joined, split or heard as others, with what was meant
    edge        a span with a word too many (it stays) or too few (an amount that was cut in two stays in words)
    guess       two small numbers side by side that stay words ("eight ten people")
    unchanged   words that are no number, many of them one letter away from one
    mixed       Latin names in mixed case (iphone: iPhone)
    text        a value with all that is around it as one span
    tn          written forms and how they are said

Dev pairs are made of dev shards, and a rare value is in one split only. The same shards, --pairs and --seed give the
same bytes. A language whose pairs exist is skipped: delete its spans.json to have them made again.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import Manager
from pathlib import Path
from queue import Empty, Queue
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from indic_tf.errors import IndicTFError
from indic_tf.training.shards import carry_notes
from indic_tf.training.spans import build as span_pairs

app = typer.Typer(add_completion=False)
console = Console(stderr=True)
_EVERY = 0.5  # seconds between two looks at the workers


@app.command(help=__doc__)
def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards of build_tagger_data.py")],
    out: Annotated[Path, typer.Argument(help="folder for the pairs, best outside the repository")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    pairs: Annotated[int, typer.Option(min=1, help="training pairs per language; dev: a fiftieth")] = 200_000,
    seed: Annotated[int, typer.Option(help="same seed, same pairs")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="languages at the same time")] = 2,
) -> None:
    found = sorted({path.parent for path in folder.glob("*/*.train.tsv.gz")})
    todo = [own for own in found if (not language or own.name in language) and not span_pairs.is_built(out, own.name)]
    carry_notes(folder, out)
    with Manager() as manager, ProcessPoolExecutor(jobs) as pool:
        ticks = manager.Queue()
        started = {pool.submit(build, own, out, pairs, seed, ticks): own.name for own in todo}
        failed = follow(started, ticks, len(todo) * int(pairs * (1 + span_pairs.DEV_SHARE)))
    if failed:
        raise typer.Exit(1)


def build(folder: Path, out: Path, pairs: int, seed: int, ticks: Queue[int]) -> tuple[dict[str, int], float]:
    """The counts of one language and the seconds that it took."""
    start = time.perf_counter()
    return span_pairs.build(folder, out, pairs, seed, ticks.put), time.perf_counter() - start


def follow(started: dict[Future[Any], str], ticks: Queue[int], total: int) -> int:
    """Show how far the workers are until all are done; returns how many languages failed."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    left, failed = set(started), 0
    with Progress(*columns, console=console) as progress:
        bar = progress.add_task("pairs", total=total)
        while left:
            done, left = wait(left, timeout=_EVERY)
            progress.advance(bar, _taken(ticks))
            failed += sum(not _told(started[future], future) for future in done)
    return failed


def _taken(ticks: Queue[int]) -> int:
    total = 0
    try:
        while True:
            total += ticks.get_nowait()
    except Empty:
        return total


def _told(lang: str, future: Future[Any]) -> bool:
    """Print what became of a language; False for one that failed."""
    error = future.exception()
    if error is None:
        counts, seconds = future.result()
        made = sum(counts.values())
        console.print(f"{lang}: {made:,} pairs in {seconds:,.0f} s, {made / seconds:,.0f} a second; {counts}")
    elif isinstance(error, (IndicTFError, OSError)):
        console.print(f"[red]{lang}: {error}; set aside[/]")
    else:
        raise error
    return error is None


if __name__ == "__main__":
    app()
