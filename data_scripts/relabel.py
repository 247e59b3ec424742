"""Give the marks of a tagger to shards whose own are bad, as far as it is sure of them.

    python data_scripts/relabel.py data/tagger data/relabelled --source 'hi/unk-recon-*' --source '*/*quran*'

OUT receives the training shards of these sources with the marks of the language's tagger, or of ``--model``; a word
whose mark it is less sure of than ``--sure`` is left undecided. Everything else, dev shards too, is linked. Shards that
OUT has are skipped, so that a run can be broken off. At the end: how many words of each source were decided.
For text without any marks, such as transcripts, `indic-tf format` writes the text that `build_tagger_data.py` reads.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.taggers import DEFAULT, tagger_of
from indic_tf.training import shards
from indic_tf.training.label import UNKNOWN
from indic_tf.training.relabel import relabelled

app = typer.Typer(add_completion=False)


@app.command(help=__doc__)
def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    out: Annotated[Path, typer.Argument(help="folder for the shards with other marks")],
    source: Annotated[list[str], typer.Option(help="pattern of <language>/<source>: what is marked anew (repeat)")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = DEFAULT,
    sure: Annotated[float, typer.Option(min=0, max=1, help="least probability of a mark")] = 0.9,
    language: Annotated[list[str] | None, typer.Option(help="only these languages (repeat); default: all")] = None,
) -> None:
    languages = sorted(p for p in folder.iterdir() if p.is_dir() and not (language and p.name not in language))
    trained = [path for lang in languages for path in sorted(lang.glob("*.train.tsv.gz"))]
    todo = [path for path in trained if any(fnmatchcase(shards.source_name(path), pattern) for pattern in source)]
    if not todo:
        raise typer.BadParameter(f"no training shard in {folder} is called {' or '.join(source)}")
    for lang in languages:
        shards.link(lang, out / lang.name, todo)
    for path in track(todo, "shards", console=Console(stderr=True)):
        target = out / path.parent.name / path.name
        if not target.exists():
            made = relabelled(tagger_of(path.parent.name, model), list(shards.read(path)), sure)
            shards.write(target, made)
            codes = "".join(passage.punctuation for passage in made)
            decided = 1 - codes.count(UNKNOWN) / max(1, len(codes))
            print(f"{shards.source_name(path)}: {decided:.1%} of {len(codes):,} words decided")
    shards.carry_notes(folder, out)


if __name__ == "__main__":
    app()
