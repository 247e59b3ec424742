"""The mean of taggers that began as one: weights, and the biases of their marks.

    python data_scripts/average_taggers.py runs/north_a/model runs/north_b/model --out OUT --recipe RECIPE

Runs that share their first part and their vocabulary end near enough to each other for the mean of their weights to be
a tagger, and often a better one than each (Wortsman et al. 2022, "Model soups"). OUT gets the weights, rounded as those
of the first tagger are, its vocabulary and its card, which says what it is the mean of.

With the recipe of the first tagger the biases of marks are calibrated anew on its dev shards, and the card has the
scores of the mean; without it, or with ``--keep-biases``, the biases are the mean of those of the taggers.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import torch
import typer
from safetensors.torch import load_file
from torch import Tensor

from indic_tf.errors import IndicTFError, ModelError
from indic_tf.replacing import copy, write_text
from indic_tf.tagging import int8, load, store
from indic_tf.tagging.load import WEIGHTS
from indic_tf.tagging.subwords import SENTENCEPIECE
from indic_tf.training import card, config, dev, finish, measures, start
from indic_tf.training.encoded import WordTable
from indic_tf.training.report import Report
from indic_tf.training.tagger import label_sets

CONFIG, CARD = "config.json", "README.md"
_TRAINED = re.compile(r"Trained on ([\d,]+) subwords in (\d+) minutes")


def main(
    taggers: Annotated[list[Path], typer.Argument(exists=True, file_okay=False, help="folders of taggers")],
    out: Annotated[Path, typer.Option(help="folder for the mean")],
    recipe: Annotated[
        Path | None, typer.Option(exists=True, help="recipe: calibrate and score on its dev shards")
    ] = None,
    keep_biases: Annotated[bool, typer.Option("--keep-biases", help="score, but do not calibrate")] = False,
) -> None:
    try:
        mean = average(taggers, out)
        if recipe is not None:
            judge(out, mean, config.load(recipe), taggers, not keep_biases)
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def average(taggers: list[Path], out: Path) -> dict[str, Tensor]:
    """Write the mean of ``taggers``, rounded, and return it as it is; raises `ModelError` for taggers that have not the
    same parts, labels and vocabulary."""
    first = taggers[0]
    words = [(folder / SENTENCEPIECE).read_bytes() for folder in taggers]
    if any(other != words[0] for other in words):
        raise ModelError("taggers with different vocabularies have no mean")
    every = [json.loads((folder / CONFIG).read_text(encoding="utf-8")) for folder in taggers]
    settings = every[0]
    if any(other["heads"] != settings["heads"] for other in every):
        raise ModelError("taggers whose heads have other labels, or the same ones in another order, have no mean")
    settings["bias"] = mean_bias(every)
    stored = [load_file(folder / WEIGHTS) for folder in taggers]
    mean = _mean([int8.unpack(own) for own in stored])
    few = int8.in_few_bits(stored[0])
    out.mkdir(parents=True, exist_ok=True)
    store.save(out, int8.half(mean) if settings["precision"] == "half" else int8.pack(mean, few))
    write_text(out / CONFIG, json.dumps(settings, indent=2) + "\n")
    copy(first / SENTENCEPIECE, out / SENTENCEPIECE)
    said = (first / CARD).read_text(encoding="utf-8")
    note = f"\n{_said(taggers)}; the figures above are those of the first alone.\n"
    write_text(out / CARD, card.with_digest(said + note, out))
    return mean


def judge(
    folder: Path, mean: dict[str, Tensor], recipe: config.Recipe, taggers: list[Path], calibrated: bool = True
) -> None:
    """Write a card with the scores of a mean on the dev shards of ``recipe``, and the biases ``calibrated`` there.

    ``mean`` is what was rounded: the card says how often both give the same label.
    """
    model, unrounded, heads = load.tagger(folder), load.tagger(folder), label_sets(recipe.model)
    store.fill(unrounded, mean)
    words = start.Vocabulary(start.subwords_of(folder, recipe.tokenizer.one_script), folder / SENTENCEPIECE)
    dev_set = dev.load(recipe.data, WordTable(words.pieces.encode_word, recipe.model.max_subwords), heads)
    answers, exact = (dev.answers(each, dev_set, tuple(heads), words.pieces) for each in (model, unrounded))
    settings = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    if calibrated:
        settings["bias"] = finish.biases(model, recipe, words, heads)
        write_text(folder / CONFIG, json.dumps(settings, indent=2) + "\n")
    report = Report(recipe, {})
    report.tokens, report.minutes = _trained(taggers[0])
    report.notes.append(finish.agreement(settings["precision"], exact, answers, heads))
    report.notes.append(f"{_said(taggers)}; the figures are those of the mean.")
    card.write(folder, recipe, report, measures.of_all(answers, heads, settings["bias"]))


def _mean(weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    first = {name: values.shape for name, values in weights[0].items()}
    if any({name: values.shape for name, values in other.items()} != first for other in weights):
        raise ModelError("taggers of different shapes have no mean")
    return {name: torch.stack([own[name].float() for own in weights]).mean(dim=0) for name in first}


def mean_bias(configs: list[dict[str, dict[str, list[float]]]]) -> dict[str, list[float]]:
    heads = configs[0]["bias"]
    return {
        head: [round(sum(row) / len(row), 3) for row in zip(*(config["bias"][head] for config in configs), strict=True)]
        for head in heads
    }


def _trained(folder: Path) -> tuple[int, float]:
    """The subwords and minutes that a tagger's card says it was trained on."""
    found = _TRAINED.search((folder / CARD).read_text(encoding="utf-8"))
    return (int(found[1].replace(",", "")), float(found[2])) if found else (0, 0.0)


def _said(taggers: list[Path]) -> str:
    return f"These weights are the mean of those of {len(taggers)} taggers that began as one"


if __name__ == "__main__":
    typer.run(main)
