"""Leave out the passages whose marks taggers find unlikely.

    python data_scripts/drop_doubtful.py data/tagger data/filtered --model default --model small --share 0.1

Every training shard of SHARDS is read by the taggers; OUT receives it without the share of its passages where they
would put other marks and are sure of it (see `indic_tf.training.doubtful`). Everything else, dev shards too, is linked.
Shards that OUT has are skipped, so that a run can be broken off. At the end: how many passages went, per language.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.taggers import DEFAULT, tagger_of
from indic_tf.training import doubtful, shards

app = typer.Typer(add_completion=False)
TRAIN = "*.train.tsv.gz"


@app.command(help=__doc__)
def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    out: Annotated[Path, typer.Argument(help="folder for the shards that are left")],
    model: Annotated[
        list[str] | None, typer.Option(help="name or folder of a tagger (repeat); default: the language's")
    ] = None,
    share: Annotated[float, typer.Option(min=0, max=1, help="of each shard's passages, at most")] = 0.1,
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
) -> None:
    languages = sorted(path.name for path in folder.iterdir() if path.is_dir() and any(path.glob(TRAIN)))
    chosen = [lang for lang in languages if not language or lang in language]
    todo = [path for lang in chosen for path in sorted((folder / lang).glob(TRAIN))]
    dropped: Counter[str] = Counter()
    for lang in chosen:
        shards.link(folder / lang, out / lang, todo)
    for path in track(todo, "shards", console=Console(stderr=True)):
        target = out / path.parent.name / path.name
        if not target.exists():
            passages = list(shards.read(path))
            taggers = [tagger_of(path.parent.name, name) for name in model or [DEFAULT]]
            left = doubtful.kept(passages, doubtful.doubts(taggers, passages), share)
            shards.write(target, left)
            dropped[path.parent.name] += len(passages) - len(left)
    for lang, count in dropped.items():
        print(f"{lang}: {count} passages dropped")


if __name__ == "__main__":
    app()
