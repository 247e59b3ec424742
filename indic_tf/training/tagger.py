"""Train the tagger from a recipe: `train(Path("recipe.yaml"))`.

AdamW, warm-up and linear decay to nothing, bf16 autocast, clipped gradients, a moving average of the weights.
A run can be broken off and resumed: everything it needs is in ``output/checkpoint.pt``.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path

import torch

from .. import labels
from ..errors import InputError
from ..labels import LabelSet
from ..tagging import subwords
from ..tagging.encode import SubwordModel
from . import config, dev, finish, start, vocabulary
from .encoded import WordTable, encode_source
from .loop import Loop
from .report import Report
from .sampling import Sampler, Slice

log = logging.getLogger(__name__)


def train(config_path: Path, *, resume: bool = False) -> Path:
    """Run the recipe to its end and return the folder of the finished model.

    Raises `InputError` for a recipe or shards that cannot be used, `ModelError` for an encoder that cannot be found.
    """
    recipe = config.load(config_path)
    settings = recipe.training
    torch.manual_seed(settings.seed)
    if settings.threads:
        torch.set_num_threads(settings.threads)
    recipe.output.mkdir(parents=True, exist_ok=True)

    pieces, tokenizer = _subwords(recipe)
    heads = label_sets(recipe.model)
    table = WordTable(pieces, recipe.model.max_subwords)
    sampler, dev_set = _data(recipe, table, heads)
    model = start.build(recipe, heads)
    report = Report(recipe, heads)
    loop = Loop(
        recipe, model, sampler, lambda averaged: report.evaluated(dev.answers(averaged, dev_set, tuple(heads), pieces))
    )
    if resume:
        loop.restore()
        report.restore()
    loop.run(report)
    return finish.save(recipe, loop.averaged(), heads, dev_set, pieces, tokenizer, report)


def label_sets(model: config.Model) -> dict[str, LabelSet]:
    """The recipe's heads: the default label sets, or those of its label files."""
    return {
        name: labels.load(model.label_files[name]) if name in model.label_files else labels.HEADS[name]
        for name in model.heads
    }


def shards(data: config.Data, split: str) -> dict[str, list[Path]]:
    """The shards of each language; raises `InputError` for a language that has none."""
    found = {lang: sorted((data.shards / lang).glob(f"*.{split}.tsv.gz")) for lang in data.languages}
    if missing := [lang for lang, paths in found.items() if not paths]:
        made = "data_scripts/build_punctuation.py writes them"
        raise InputError(f"no {split} shards for {', '.join(missing)} in {data.shards}: {made}")
    return found


def _subwords(recipe: config.Recipe) -> tuple[SubwordModel, Path]:
    """The subword model and the file or folder it came from."""
    if recipe.model.encoder is not None:
        folder = start.encoder_folder(recipe.model.encoder)
        return subwords.load(folder, recipe.tokenizer.one_script), folder
    path = vocabulary.train(recipe, shards(recipe.data, "train"), recipe.output / subwords.SENTENCEPIECE)
    return subwords.PieceModel(path, recipe.tokenizer.one_script), path


def _data(
    recipe: config.Recipe, table: WordTable, heads: Mapping[str, LabelSet]
) -> tuple[Sampler, dict[str, list[Slice]]]:
    sources = {}
    for language, paths in shards(recipe.data, "train").items():
        for path in paths:
            source = encode_source(path, table, heads)
            if source.word_count > 1:
                sources[f"{language}/{path.name.split('.')[0]}"] = source
        log.info("read %s", language)
    sampler = Sampler(sources, recipe.data, tuple(heads), table.model, recipe.training.seed)
    return sampler, dev.load(recipe.data, table, heads)
