"""Shards as a student's subwords, in one file per language: what a GPU machine needs of them, and no text.

    python data_scripts/pack_shards.py indic_tf/models/marks --recipe RECIPE --out data/packed

The subwords are those of a tagger. ``<language>.train.npz`` has the training shards of a language,
``<language>.dev.npz`` its dev shards (`indic_tf.training.packed`). With ``data: {shards: data/packed}`` a recipe is
trained on them, here or there.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from indic_tf.errors import IndicTFError
from indic_tf.tagging.settings import Settings
from indic_tf.training import config, packed
from indic_tf.training.encoded import WordTable, encode_source
from indic_tf.training.shards import carry_notes, source_name
from indic_tf.training.start import subwords_of
from indic_tf.training.tagger import label_sets, shards


def main(
    tagger: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger: its subwords")],
    recipe: Annotated[Path, typer.Option(exists=True, help="languages, shards, weights of sources (0: left out)")],
    out: Annotated[Path, typer.Option(help="folder for the files")],
    processes: Annotated[int, typer.Option(min=1, help="languages at a time")] = 2,
) -> None:
    try:
        data = config.load(recipe).data
        languages = data.languages
        with ProcessPoolExecutor(processes) as pool:
            jobs = [pool.submit(pack, tagger, recipe, language, out) for language in languages]
            for job in track(jobs, "languages"):
                job.result()
        carry_notes(data.shards, out)
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def pack(tagger: Path, recipe: Path, language: str, out: Path) -> None:
    """Write the shards of one language."""
    run = config.load(recipe)
    one = run.data.model_copy(update={"languages": (language,)})
    pieces, heads = subwords_of(tagger, one_script=False), label_sets(run.model)
    table = WordTable(pieces.encode_word, Settings.read(tagger).max_subwords)
    for split in ("train", "dev"):
        paths = shards(one, split)[language]
        sources = {source_name(path): encode_source(path, table, heads) for path in paths}
        known = {name: source for name, source in sources.items() if source.word_count > 1}
        packed.write(packed.path_of(out, language, split), known, heads, table)


if __name__ == "__main__":
    typer.run(main)
