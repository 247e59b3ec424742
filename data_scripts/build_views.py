"""Make further views of labelled passages: planted spans, disfluencies, recogniser noise.

    python data_scripts/build_tagger_data.py CORPORA SHARDS
    python data_scripts/confusions.py SHARDS SHARDS
    python data_scripts/build_views.py SHARDS --recipe data_scripts/recipes/tagger_large.yaml

Per language, ``SHARDS/<language>`` receives ``planted``, ``disfluent`` and ``noisy`` ``.{train,dev}.tsv.gz``:

    planted     telephone numbers, PINs, codes, addresses, amounts with coins … said in real sentences
    disfluent   fillers, repetitions, restarts and cut-off words put in and tagged
    noisy       words lost, misheard, joined, split

A language without a table of carrier sentences (`grammars/<language>/carriers.tsv`) has no ``planted``.

Training views are made of training shards, dev views of dev shards. Passages are drawn by the recipe's source weights,
and the same seed gives the same views. Views that exist are skipped: delete one to have it made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from random import Random
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import track

from indic_tf.languages import language as facts
from indic_tf.tagging.encode import NUMBER
from indic_tf.training import config, shards
from indic_tf.training.disfluency import disfluent, fluent
from indic_tf.training.label import Labelled
from indic_tf.training.noise import Confusions, Rates, noisy
from indic_tf.training.planted import plant
from indic_tf.training.sampling import weight_of
from indic_tf.training.speech import Speech
from indic_tf.wfst.pipeline import grammar

SLIPS_PER_WORD = (0.02, 0.12)
DEV_SHARE = 0.05
console = Console(stderr=True)


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="shards of build_tagger_data.py")],
    recipe: Annotated[Path, typer.Option(exists=True, help="tagger recipe: its languages and source weights")],
    language: Annotated[
        list[str] | None, typer.Option(help="only these languages (repeat); default: the recipe's")
    ] = None,
    passages: Annotated[int, typer.Option(help="training passages per view and language; dev: a twentieth")] = 5000,
    seed: Annotated[int, typer.Option(help="same seed, same views")] = 1,
    jobs: Annotated[int, typer.Option(help="languages at the same time")] = 2,
) -> None:
    data = config.load(recipe).data
    todo = [lang for lang in data.languages if not language or lang in language]
    with ProcessPoolExecutor(jobs) as pool:
        started = {pool.submit(build, folder / lang, data, passages, seed): lang for lang in todo}
        for done in track(as_completed(started), "views", len(todo), console=console):
            console.print(f"{started[done]}: " + ", ".join(f"{view} {n:,}" for view, n in done.result().items()))


def build(folder: Path, data: config.Data, count: int, seed: int) -> dict[str, int]:
    """Make the views that a language's folder lacks; returns how many passages each has."""
    made = {}
    views = [view for view in shards.VIEWS if view != "planted" or facts(folder.name).table("carriers")]
    for split, share in (("train", 1.0), ("dev", DEV_SHARE)):
        sources = sorted(p for p in folder.glob(f"*.{split}.tsv.gz") if p.name.split(".")[0] not in shards.VIEWS)
        todo = [view for view in views if not (folder / f"{view}.{split}.tsv.gz").exists()]
        if not todo:
            continue
        pool = Pool(sources, data, np.random.default_rng([seed, split == "dev"]))
        for view in todo:
            rows = list(islice(MAKERS[view](pool, folder.name, folder, Random(seed)), int(count * share)))
            shards.write(folder / f"{view}.{split}.tsv.gz", rows)
            made[f"{view}.{split}"] = len(rows)
    return made


class Pool:
    """All passages of some shards, drawn by the weights of their sources."""

    def __init__(self, sources: Iterable[Path], data: config.Data, random: np.random.Generator) -> None:
        self.random = random
        self.passages: list[Labelled] = []
        weights: list[float] = []
        for path in sources:
            found = list(shards.read(path))
            self.passages += found
            weights += [weight_of(shards.source_name(path), data.weights)] * len(found)
        self._limits = np.cumsum(weights)

    def draw(self) -> Iterator[Labelled]:
        """Passages without end, or none where there are none."""
        while self.passages:
            place = self.random.random() * self._limits[-1]
            yield self.passages[int(np.searchsorted(self._limits, place, side="right"))]

    def said(self) -> Iterator[Labelled]:
        """Drawn passages in which no number is a placeholder."""
        return (passage for passage in self.draw() if NUMBER not in passage.words)


def planted(pool: Pool, lang: str, folder: Path, random: Random) -> Iterator[Labelled]:
    return plant(pool.said(), grammar(lang), random)


def stumbling(pool: Pool, lang: str, folder: Path, random: Random) -> Iterator[Labelled]:
    """Most passages stumble, more or less; some are fluent, so that fluency is seen in the same texts."""
    speech = Speech.learn(facts(lang), pool.passages)
    for passage in pool.said():
        rate = pool.random.uniform(*SLIPS_PER_WORD) if pool.random.random() < 0.85 else 0.0
        yield disfluent(passage, speech, pool.random, rate) if rate else fluent(passage, speech)


def misheard(pool: Pool, lang: str, folder: Path, random: Random) -> Iterator[Labelled]:
    """With no cut ends: training windows open and close anywhere, and a cut passage would run into the next one."""
    confusions = Confusions.read(folder / "confusions.tsv")
    return (noisy(passage, confusions, pool.random, Rates(cut=0.0)) for passage in pool.draw())


MAKERS: dict[str, Callable[[Pool, str, Path, Random], Iterator[Labelled]]] = {
    "planted": planted,
    "disfluent": stumbling,
    "noisy": misheard,
}

if __name__ == "__main__":
    typer.run(main)
