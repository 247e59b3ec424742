"""Train a model of tag scripts from a recipe: `train(Path("recipe.yaml"))`.

It is a tagger with one head, ``edits``, whose labels are the tags: the same encoders, loop, checkpoints and report.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
from pydantic import Field

from ...edit_tags import Vocabulary
from ...labels import IGNORE, LabelSet
from ...tag_converter import HEAD, TAGS, Inventory
from ...tagging import subwords
from .. import card, config, dev, place, start, tagger, vocabulary
from ..encoded import EncodedSource, WordTable, encode_texts
from ..objectives import Labels
from ..sampling import Sampler
from ..shards import source_name
from . import edits
from .edits import UNKNOWN, Edited

log = logging.getLogger(__name__)

CARD = card.Words(
    "* It writes what its tags can write; a span that takes another fragment comes out wrong.\n"
    "* It may tag words as what they are not: what it writes is checked against what was said before it is used.\n",
    "Right tags on held-out pairs",
    "token-classification",
)


class TagRecipe(config.Run):
    """Everything a run of a model of tag scripts depends on; ``model.heads`` is not asked.

    ``data.shards`` are those of `data_scripts/build_tags.py`.
    """

    tags: int = Field(default=2000, gt=3, lt=30_000, description="tags in the vocabulary, the most frequent ones")
    style: str = Field(default="default", description="rows of this style are learnt from; the model writes in it")


def load(path: Path) -> TagRecipe:
    """Read the recipe of a model of tag scripts, as `config.load` does."""
    return config.read(path, TagRecipe)


def train(config_path: Path, *, resume: bool = False, force: bool = False) -> Path:
    """Run the recipe to its end and return the folder of the finished model.

    ``resume`` goes on with an earlier run, ``force`` begins anew in its place. Raises `InputError` for a recipe or
    shards that cannot be used and for an earlier run without either, `ModelError` for an encoder that cannot be found.
    """
    recipe = load(config_path)
    folders = place.claim(recipe, "tags", resume=resume, force=force)
    tagger.prepare(recipe)
    rows = {split: _rows(recipe, split) for split in ("train", "dev")}
    tags = Vocabulary.of((known for row in _all(rows["train"]) if (known := _known(row))), recipe.tags)
    words = _vocabulary(recipe)
    table = WordTable(words.pieces.encode_word, recipe.model.max_subwords)
    encoded = {split: _encoded(found, tags, table) for split, found in rows.items()}
    sources = {name: [source] for name, source in encoded["train"].items()}
    sampler = Sampler(sources, recipe.data, (HEAD,), words.pieces, recipe.training.seed)
    dev_set = {
        lang: dev.chosen({name: s for name, s in encoded["dev"].items() if name.startswith(f"{lang}/")}, recipe.data)
        for lang in recipe.data.languages
    }
    heads = {HEAD: LabelSet(HEAD, tags.labels)}
    lesson = tagger.Lesson(recipe, words, heads, sampler, dev_set, Labels())
    return tagger.run(lesson, folders, CARD, lambda made: Inventory(recipe.style, tags).write(made / TAGS))


def _rows(recipe: TagRecipe, split: str) -> dict[str, list[Edited]]:
    """``<language>/<source>`` → its rows in the recipe's style."""
    found = tagger.shards(recipe.data, split, "data_scripts/build_tags.py")
    paths = [path for listed in found.values() for path in listed]
    return {source_name(path): [row for row in edits.read(path) if row.style == recipe.style] for path in paths}


def _all(sources: Mapping[str, list[Edited]]) -> Iterable[Edited]:
    return (row for rows in sources.values() for row in rows)


def _known(row: Edited) -> list[str]:
    return [tag for tag in row.tags if tag != UNKNOWN]


def _vocabulary(recipe: TagRecipe) -> start.Vocabulary:
    """The subwords of the run; a vocabulary of its own is trained on the words of its shards."""
    target = recipe.output / subwords.SENTENCEPIECE
    shards = tagger.shards(recipe.data, "train", "data_scripts/build_tags.py")
    return start.vocabulary(recipe, (), lambda: vocabulary.train(recipe, shards, target, _count))


def _count(paths: Iterable[Path]) -> Counter[str]:
    return Counter(word for path in paths for row in edits.read(path) for word in row.words)


def _encoded(sources: Mapping[str, list[Edited]], tags: Vocabulary, table: WordTable) -> dict[str, EncodedSource]:
    """The rows whose tags the vocabulary has, each a sentence; says how many that are. Empty sources are left out."""
    made = {}
    for name, rows in sources.items():
        covered = [row for row in rows if tags.covers(_known(row))]
        log.info("%s: %.1f %% of %d rows", name, 100 * len(covered) / max(1, len(rows)), len(rows))
        if covered:
            made[name] = _source(covered, tags, table)
    return made


def _source(rows: list[Edited], tags: Vocabulary, table: WordTable) -> EncodedSource:
    numbers = {tag: i for i, tag in enumerate(tags.labels)} | {UNKNOWN: IGNORE}
    labels = np.array([[numbers[tag] for row in rows for tag in row.tags]], np.int16)
    opening = np.cumsum([0, *(len(row.words) for row in rows)], dtype=np.int64)
    return encode_texts([row.words for row in rows], labels, table, opening, np.zeros(0, np.int64))
