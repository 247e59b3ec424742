"""Build labelled passages for the tagger from folders of written text.

    python data_scripts/build_tagger_data.py CORPORA OUT --also data_scripts/conversations --language hi

CORPORA holds ``<language>/<source>.txt``, plain or with ``.xz`` (UTF-8, one passage of one or more sentences a line),
and, if you have it, ``SOURCES.tsv`` (lang, source, repository, commit, licence …). OUT receives
``<language>/<source>.{train,dev}.tsv.gz``, ``<source>+spoken.{train,dev}.tsv.gz`` (passages with numbers, said by the
language's own grammar) and ``provenance.jsonl``, one line per source with what every rule dropped; ``dropped.png``
shows it. Sources whose shards exist are skipped, so a run can be broken off and taken up again.

Dev passages are cut by runs of neighbouring passages, which mostly come from one document, and none of them stands in a
training shard of its language. `build_views.py` makes further views (planted spans, disfluencies, noise) of the result.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from indic_tf.labels import PUNCTUATION, load
from indic_tf.replacing import replacing, write_text
from indic_tf.training import build
from indic_tf.training.shards import PROVENANCE, disjoint

app = typer.Typer(add_completion=False)
console = Console(stderr=True)


@app.command(help=__doc__)
def main(
    corpora: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>/<source>.txt.xz")],
    out: Annotated[Path, typer.Argument(help="folder for the shards, best outside the repository")],
    also: Annotated[list[Path] | None, typer.Option(exists=True, file_okay=False, help="more of them (repeat)")] = None,
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    labels: Annotated[Path | None, typer.Option(help="label set as YAML; default: none, comma, end, question")] = None,
    say: Annotated[int, typer.Option(help="passages with numbers that are said, per source; 0: none")] = 4000,
    passages: Annotated[int | None, typer.Option(min=1, help="the first passages of each source; default: all")] = None,
    jobs: Annotated[int, typer.Option(help="sources built at the same time")] = 2,
) -> None:
    folders = [corpora, *(also or ())]
    sources = [p for folder in folders for p in build.sources(folder)]
    todo = [p for p in sources if not (_counts(p, out).exists() or (language and p.parent.name not in language))]
    todo.sort(key=lambda p: -p.stat().st_size)  # long ones first, so that no worker is left alone at the end
    marks = load(labels) if labels else PUNCTUATION
    facts = {fact: row for folder in folders for fact, row in _facts(folder / "SOURCES.tsv").items()}
    failed = 0
    with ProcessPoolExecutor(jobs) as pool:
        started = {pool.submit(build.build, p, out / p.parent.name, marks, say, passages): p for p in todo}
        for done in track(as_completed(started), "building", len(todo), console=console):
            if error := done.exception():
                failed += 1
                console.print(f"[red]{started[done]}: {type(error).__name__}: {error}; set aside[/]")
    totals: Counter[str] = Counter()
    for folder in sorted({out / p.parent.name for p in todo}):
        totals["dev: also in training"] += disjoint(folder)
    built = [p for p in sources if _counts(p, out).exists()]
    notes = [_note(p, facts, json.loads(_counts(p, out).read_text())) for p in built]
    write_text(out / PROVENANCE, "".join(f"{json.dumps(n, ensure_ascii=False)}\n" for n in notes))
    for note in notes:
        totals.update(note["counts"])
    console.print(_table(totals))
    _plot(out / "dropped.png", totals)
    if failed:
        raise typer.Exit(1)


def _counts(source: Path, out: Path) -> Path:
    """What is written last for a source."""
    return out / source.parent.name / f"{build.source_name(source)}.json"


def _facts(path: Path) -> dict[tuple[str, str], dict[str, str]]:
    """Rows of SOURCES.tsv by (language, source); empty where there is no such file."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as rows:
        return {(r["lang"], r["source"]): r for r in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)}


def _note(source: Path, facts: dict[tuple[str, str], dict[str, str]], counts: dict[str, int]) -> dict[str, Any]:
    language, name = source.parent.name, build.source_name(source)
    fact = facts.get((language, name), {})
    return {
        "language": language,
        "source": name,
        "repository": fact.get("repository", "unstated"),
        "commit": fact.get("commit", ""),
        "licence": fact.get("licence as stated", "unstated"),
        "counts": counts,
    }


def _table(totals: Counter[str]) -> Table:
    table = Table("rule", "passages", title="what happened to the passages")
    for name, count in sorted(totals.items()):
        table.add_row(name, f"{count:,}")
    return table


def _plot(path: Path, totals: Counter[str]) -> None:
    """How many passages each rule dropped, as bars."""
    from matplotlib.figure import Figure

    dropped = sorted((n, name) for name, n in totals.items() if name.startswith(("coarse", "fine", "dev")))
    figure = Figure(figsize=(8, 0.3 * len(dropped) + 1.2), layout="constrained")
    axes = figure.subplots()
    axes.barh([name for _, name in dropped], [n for n, _ in dropped])
    scale = "log" if any(n for n, _ in dropped) else "linear"
    axes.set(xlabel=f"passages dropped, of {totals['passages']:,}", xscale=scale)
    with replacing(path) as file:
        figure.savefig(file, dpi=120, format=path.suffix[1:] or "png")


if __name__ == "__main__":
    app()
