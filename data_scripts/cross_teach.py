"""What taggers say of the training shards, each of the part that it has not read: soft labels for a student.

    python data_scripts/cross_teach.py RECIPE --out data/soft_crossed
    indic-tf train tagger STUDENT        # with distillation: {soft_labels: data/soft_crossed}

The passages are dealt into ``--folds`` parts; RECIPE is trained once for each part, on all others, and what comes out
says of that part what it thinks of its words (`indic_tf.training.crossed`). A teacher that has read the text says what
stands there, a new one what is to be expected. The labels have the form of those of `soft_labels.py`, and are of all
words. Each run has the recipe's budget; a GPU is what this is for.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated

import typer

from indic_tf.errors import IndicTFError
from indic_tf.tagging.model import MultiHeadTagger
from indic_tf.training import config, crossed, dev, soft, tagger
from indic_tf.training.encoded import WordTable
from indic_tf.training.loop import compile_layers
from indic_tf.training.prefetch import Source
from indic_tf.training.resident import in_eights
from indic_tf.training.sampling import Batch
from indic_tf.training.shards import VIEWS


def main(
    recipe: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="of the teachers")],
    out: Annotated[Path, typer.Option(help="folder for what they say")],
    folds: Annotated[int, typer.Option(min=2, help="parts, and teachers")] = 3,
    head: Annotated[list[str] | None, typer.Option(help="of these heads (repeat); default: punctuation")] = None,
    views: Annotated[bool, typer.Option(help="of noisy, disfluent and planted text too")] = False,
) -> None:
    try:
        teach(config.load(recipe), folds, out, head or ["punctuation"], views)
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def teach(recipe: config.Recipe, folds: int, out: Path, told: list[str], views: bool = False) -> None:
    """Train the teachers, and write what they say of all shards."""
    tagger.prepare(recipe)
    words, heads = tagger.vocabulary_of(recipe), tagger.label_sets(recipe.model)
    sources = {name: cuts[0] for name, cuts in tagger.sources(recipe, words, heads)}
    dev_set = dev.load(recipe.data, WordTable(words.pieces.encode_word, recipe.model.max_subwords), heads)

    def prepare(part: crossed.Sources) -> Source[Batch]:
        return tagger.sampler(recipe, words, heads, {name: [source] for name, source in part.items()})

    def learn(fold: int, sampler: Source[Batch]) -> MultiHeadTagger:
        print(f"teacher {fold + 1} of {folds}", flush=True)
        one = recipe.model_copy(update={"output": recipe.output / f"fold{fold}"})
        tagger.prepare(one)
        judged = tagger.objective(one, words, heads)
        model, _ = tagger.learn(tagger.Lesson(one, words, heads, sampler, dev_set, judged))
        if one.training.compile:
            compile_layers(model, few_shapes=True)
        return model.eval()

    def ask(model: MultiHeadTagger, part: crossed.Sources) -> Mapping[str, soft.Bytes]:
        windows = (in_eights(recipe.data.window), recipe.model.max_subwords)
        return crossed.ask(model, part, words.pieces, told, windows)

    def wanted(name: str) -> bool:
        return views or Path(name).name not in VIEWS

    with ThreadPoolExecutor() as pool:
        shares = crossed.told(sources, folds, prepare, learn, ask, wanted)
        for written in [pool.submit(soft.write, out, Path(name), said) for name, said in shares]:
            written.result()
    soft.note(out, [recipe.model.encoder] if recipe.model.encoder else [])


if __name__ == "__main__":
    typer.run(main)
