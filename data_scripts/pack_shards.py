"""Shards as subwords, in one file per language: what a GPU machine needs of them, and no text.

    python data_scripts/pack_shards.py data/tagger --recipe RECIPE      # RECIPE with data: {shards: data/packed}
    indic-tf train tagger RECIPE                                        # here or there

The subwords are those of the encoder that the recipe starts from. ``<language>.train.npz`` has the training shards of a
language, ``<language>.dev.npz`` its dev shards (`indic_tf.training.packed`); they go where the recipe looks for shards.
"""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from indic_tf.errors import IndicTFError, InputError
from indic_tf.training import config, packed, tagger
from indic_tf.training.encoded import WordTable, encode_source
from indic_tf.training.shards import carry_notes, source_name


def main(
    text: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of the shards")],
    recipe: Annotated[Path, typer.Option(exists=True, help="encoder, languages, and where packed shards go")],
    processes: Annotated[int, typer.Option(min=1, help="languages at a time")] = 2,
) -> None:
    try:
        run = config.load(recipe)
        if run.model.encoder is None:
            raise InputError(f"{recipe}: model.encoder has to be there: its subwords are what the text is cut into")
        with ProcessPoolExecutor(processes) as pool:
            jobs = [pool.submit(pack, text, run, language) for language in run.data.languages]
            for job in track(jobs, "languages"):
                job.result()
        carry_notes(text, run.data.shards)
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(run.data.shards)


def pack(text: Path, run: config.Recipe, language: str) -> None:
    """Write the shards of one language."""
    one = run.data.model_copy(update={"languages": (language,), "shards": text})
    heads, pieces = tagger.label_sets(run.model), tagger.vocabulary_of(run).pieces
    table = WordTable(pieces.encode_word, run.model.max_subwords)
    for split in ("train", "dev"):
        paths = tagger.shards(one, split)[language]
        sources = {source_name(path): encode_source(path, table, heads) for path in paths}
        known = {name: source for name, source in sources.items() if source.word_count > 1}
        packed.write(packed.path_of(run.data.shards, language, split), known, heads, table)


if __name__ == "__main__":
    typer.run(main)
