"""Every head of a tagger on the dev shards of its languages, through the same windows as in use.

    python data_scripts/evaluate_heads.py SHARDS --recipe data_scripts/recipes/tagger_small.yaml

Per language about ``--words`` words of each of these, every source by its weight in the recipe:

    written      punctuation and case: passages as they were written, numbers as placeholders
    noisy        punctuation: the same passages with a recogniser's errors (words lost, misheard, joined, split)
    spoken       ITN spans: passages with numbers, said by the grammar, and passages with planted spans
    disfluent    disfluency tags: passages with fillers, repetitions, restarts and cut-off words

"macro" is the mean F1 of the marks without ``none``, "with none" includes it. Means are over the Indic languages. The
tables are Markdown; ``--json`` writes the figures to a file as well.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from indic_tf.replacing import write_text
from indic_tf.taggers import DEFAULT, tagger_of
from indic_tf.training import config
from indic_tf.training.assess import SETS, assess
from indic_tf.training.measures import Row
from indic_tf.training.report import table


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards with their views")],
    recipe: Annotated[Path, typer.Option(exists=True, help="tagger recipe: its languages and source weights")],
    model: Annotated[str, typer.Option(help="name or folder of a tagger; default: the language's")] = DEFAULT,
    language: Annotated[
        list[str] | None, typer.Option(help="only these languages (repeat); default: the recipe's")
    ] = None,
    words: Annotated[int, typer.Option(help="about so many words per language and set")] = 20_000,
    without: Annotated[
        list[str] | None, typer.Option(help="sources left out, e.g. 'own-conversations' (repeat; * and ? are wild)")
    ] = None,
    json_: Annotated[Path | None, typer.Option("--json", help="write the figures here too")] = None,
) -> None:
    data = config.load(recipe).data.without(without or ())
    chosen = [lang for lang in data.languages if not language or lang in language]
    found: dict[str, dict[str, Row]] = {title: {} for title in SETS}
    for lang in track(chosen, "languages", console=Console(stderr=True)):
        for title, row in assess(tagger_of(lang, model), folder / lang, data, words).items():
            if row:
                found[title][lang] = row
    for title, rows in found.items():
        if rows:
            print(f"\n## {title}\n\n" + "\n".join(table(rows)))
    if json_:
        write_text(json_, json.dumps(found, indent=1))


if __name__ == "__main__":
    typer.run(main)
