"""Turn pairs into words with tag scripts: what `indic-tf train tags` reads.

    python data_scripts/build_tags.py PAIRS OUT

PAIRS holds ``<language>/<name>.{train,dev}.tsv.gz`` as `indic_tf.training.pairs` reads them; OUT receives shards of
the same names. Spoken and written forms are aligned by the grammar's own paths. Shards that exist are skipped: delete
one to have it made again.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.errors import InputError
from indic_tf.training.shards import carry_notes
from indic_tf.training.spans import edits
from indic_tf.wfst.pipeline import grammar

console = Console(stderr=True)


def main(
    pairs: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="pairs, one folder per language")],
    out: Annotated[Path, typer.Argument(file_okay=False, help="where the shards go")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    most: Annotated[int, typer.Option(help="pairs to be written that are taken of each file, the first ones")] = 60_000,
    jobs: Annotated[int, typer.Option(help="files at the same time")] = 2,
) -> None:
    """Print how many pairs of each file tags can write."""
    files = [path for path in sorted(pairs.glob("*/*.tsv.gz")) if not language or path.parent.name in language]
    if not files:
        raise typer.BadParameter(f"no pairs in {pairs}", param_hint="PAIRS")
    todo = {path: out / path.parent.name / path.name for path in files}
    carry_notes(pairs, out)
    with ProcessPoolExecutor(jobs) as pool:
        started = {pool.submit(build, path, to, most): path for path, to in todo.items() if not to.exists()}
        failed = False
        for done in track(as_completed(started), "tags", len(started), console=console):
            path = started[done]
            try:
                counts = done.result()
            except InputError as error:
                failed = True
                console.print(str(error))
                continue
            share = counts["kept"] / max(1, counts.total())
            console.print(f"{path.parent.name}/{path.name}: {counts['kept']:,} rows, {share:.1%} of the pairs")
    raise typer.Exit(int(failed))


def build(source: Path, target: Path, most: int) -> Counter[str]:
    """One file."""
    return edits.build(source, target, grammar(source.parent.name), most)


if __name__ == "__main__":
    typer.run(main)
