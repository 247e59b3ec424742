"""The mean of taggers that began as one: weights, and the biases of their marks.

    python data_scripts/average_taggers.py runs/tagger_north/model runs/tagger_north_dropout/model --out OUT

Runs that share their first part and their vocabulary end near enough to each other for the mean of their weights to be
a tagger, and often a better one than each (Wortsman et al. 2022, "Model soups"). OUT gets the weights, rounded as those
of the first tagger are, its vocabulary and its card, which says what it is the mean of.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Annotated

import torch
import typer
from safetensors.torch import load_file, save_file
from torch import Tensor

from indic_tf.errors import ModelError
from indic_tf.tagging import int8
from indic_tf.tagging.load import WEIGHTS
from indic_tf.tagging.subwords import SENTENCEPIECE

CONFIG, CARD = "config.json", "README.md"


def main(
    taggers: Annotated[list[Path], typer.Argument(exists=True, file_okay=False, help="folders of taggers")],
    out: Annotated[Path, typer.Option(help="folder for the mean")],
) -> None:
    try:
        average(taggers, out)
    except (ModelError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def average(taggers: list[Path], out: Path) -> None:
    """Write the mean of ``taggers``; raises `ModelError` for taggers that have not the same parts and vocabulary."""
    first = taggers[0]
    words = [(folder / SENTENCEPIECE).read_bytes() for folder in taggers]
    if any(other != words[0] for other in words):
        raise ModelError("taggers with different vocabularies have no mean")
    config = json.loads((first / CONFIG).read_text(encoding="utf-8"))
    config["bias"] = _mean_bias([json.loads((folder / CONFIG).read_text(encoding="utf-8")) for folder in taggers])
    mean = _mean([int8.unpack(load_file(folder / WEIGHTS)) for folder in taggers])
    out.mkdir(parents=True, exist_ok=True)
    pack = int8.pack if config["precision"] == "int8" else int8.half
    save_file(pack(mean), out / WEIGHTS, metadata={"format": "pt"})
    (out / WEIGHTS).chmod(0o644)
    (out / CONFIG).write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")
    shutil.copyfile(first / SENTENCEPIECE, out / SENTENCEPIECE)
    card = (first / CARD).read_text(encoding="utf-8")
    (out / CARD).write_text(card + _note(taggers), encoding="utf-8")


def _mean(weights: list[dict[str, Tensor]]) -> dict[str, Tensor]:
    first = {name: values.shape for name, values in weights[0].items()}
    if any({name: values.shape for name, values in other.items()} != first for other in weights):
        raise ModelError("taggers of different shapes have no mean")
    return {name: torch.stack([own[name].float() for own in weights]).mean(dim=0) for name in first}


def _mean_bias(configs: list[dict[str, dict[str, list[float]]]]) -> dict[str, list[float]]:
    heads = configs[0]["bias"]
    return {
        head: [round(sum(row) / len(row), 3) for row in zip(*(config["bias"][head] for config in configs), strict=True)]
        for head in heads
    }


def _note(taggers: list[Path]) -> str:
    return f"\nThese weights are the mean of {len(taggers)} runs; the figures above are those of the first run alone.\n"


if __name__ == "__main__":
    typer.run(main)
