"""Make a dev set for ITN from written text: sentences with figures, said by the language's own grammar.

    python data_scripts/build_itn_dev.py CORPORA OUT --language hi --language ta
    indic-tf evaluate itn OUT/hi.tsv --lang hi

CORPORA holds ``<language>/<source>.txt.xz``, one passage a line. OUT receives ``<language>.tsv``: what is said, what is
right (the author's writing first; several ways are separated by " | ") and the class of the figures. Marks are taken
off both sides. Only sentences whose figures the grammar can all say are taken, from the dev passages of
``build_tagger_data.py`` and, where those do not do, from passages that ``build_span_pairs.py`` leaves alone (taggers
were trained on these; --others 0 leaves them out). A language with too little of both can be filled up with sentences
that everything was trained on (--trained-on): good enough to compare a network with a grammar, which learns from no
text, but the network's score is too high there. Sources take turns. A language whose file exists is skipped.

The text is the corpora's: keep OUT outside the repository.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.errors import IndicTFError
from indic_tf.replacing import write_text
from indic_tf.training.itn_dev import LOOKED_AT, chosen, rows

app = typer.Typer(add_completion=False)
console = Console(stderr=True)


@app.command(help=__doc__)
def main(
    corpora: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of <language>/<source>.txt.xz")],
    out: Annotated[Path, typer.Argument(help="folder for the dev sets, outside the repository")],
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
    sentences: Annotated[int, typer.Option(min=1, help="sentences per language, at most")] = 600,
    others: Annotated[int, typer.Option(min=0, help="passages of a source beside its dev passages")] = LOOKED_AT,
    trained_on: Annotated[
        bool, typer.Option("--trained-on", help="fill up with passages that taggers and networks were trained on")
    ] = False,
    seed: Annotated[int, typer.Option(help="same seed, same sentences")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="sources read at the same time")] = 2,
) -> None:
    langs = sorted({p.parent.name for p in corpora.glob("*/*.txt.xz") if not language or p.parent.name in language})
    todo = [lang for lang in langs if not (out / f"{lang}.tsv").exists()]
    out.mkdir(parents=True, exist_ok=True)
    failed = False
    with ProcessPoolExecutor(jobs) as pool:
        for lang in track(todo, "languages", console=console):
            try:
                sources = sorted((corpora / lang).glob("*.txt.xz"))
                found = list(pool.map(partial(rows, looked_at=others, trained_on=trained_on), sources))
            except (IndicTFError, OSError) as error:
                console.print(f"[red]{lang}: {error}; set aside[/]")
                failed = True
                continue
            picked = chosen(found, sentences, Random(f"{seed} {lang}"))
            lines = ["# spoken, written, class. Written by authors, spoken by the grammar.", *map(str, picked)]
            write_text(out / f"{lang}.tsv", "\n".join(lines) + "\n")
            kinds = ", ".join(f"{kind} {n}" for kind, n in Counter(row.kind for row in picked).most_common())
            origins = ", ".join(f"{n} {origin}" for origin, n in Counter(row.origin for row in picked).most_common())
            console.print(f"{lang}: {len(picked)} of {sum(map(len, found))} sentences ({origins}); {kinds}")
    if failed:
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
