"""The end of a run: biases, the model folder, its card."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import torch

from ..labels import LabelSet
from ..tagging import load, subwords
from ..tagging.encode import SubwordModel
from ..tagging.model import MultiHeadTagger
from . import card, dev
from .config import Recipe
from .dev import Answers
from .report import Report
from .sampling import Slice
from .scores import calibrate


def save(
    recipe: Recipe,
    model: MultiHeadTagger,
    heads: Mapping[str, LabelSet],
    dev_set: Mapping[str, list[Slice]],
    pieces: SubwordModel,
    tokenizer: Path,
    report: Report,
) -> Path:
    """Round to half precision, calibrate on the dev set, write weights, tokenizer and card; return the folder.

    The scores on the card are those of the rounded weights.
    """
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(parameter.half().float())
    answers = dev.answers(model, dev_set, tuple(heads), pieces)
    report.evaluated(answers)
    model.config.bias = biases(answers, heads)
    folder = recipe.model_folder
    folder.mkdir(parents=True, exist_ok=True)
    with load.quiet():
        model.half().save_pretrained(folder)
    (folder / load.WEIGHTS).chmod(0o644)  # safetensors writes files that only their owner can read
    _copy_tokenizer(tokenizer, folder)
    card.write(folder, recipe, report, report.f1(answers, model.config.bias))
    return folder


def biases(answers: Mapping[str, Mapping[str, Answers]], heads: Mapping[str, LabelSet]) -> dict[str, list[float]]:
    """Calibrated logit biases of the punctuation head; other heads stay as they are."""
    return {
        head: calibrate({lang: (a.gold, a.logits) for lang, a in languages.items()}, heads[head].labels)
        for head, languages in answers.items()
        if head == "punctuation"
    }


def _copy_tokenizer(tokenizer: Path, folder: Path) -> None:
    if tokenizer.is_file():
        shutil.copyfile(tokenizer, folder / subwords.SENTENCEPIECE)
        return
    from transformers import AutoTokenizer

    AutoTokenizer.from_pretrained(tokenizer).save_pretrained(folder)
