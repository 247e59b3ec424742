"""The recipe: one YAML that names every choice of a training run. Unknown keys are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from ..errors import InputError


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SourceWeight(_Strict):
    """How much a source counts, by glob over ``<language>/<source>``; the first pattern that fits applies."""

    pattern: str
    weight: float = Field(ge=0)


class Data(_Strict):
    """Where the shards lie and how they are mixed.

    A language is drawn with probability ∝ (its weighted words) ** ``temperature``; within it a source by its
    weighted words; then a window by the shares below.
    """

    shards: Path
    languages: tuple[str, ...]
    weights: tuple[SourceWeight, ...] = ()
    temperature: float = Field(default=0.5, gt=0, le=1)
    window: int = Field(default=128, gt=8, description="subwords of a long example")
    short: int = Field(default=24, gt=4, description="most subwords of a one-sentence example")
    short_share: float = Field(default=0.2, ge=0, le=1, description="share of batches made of single sentences")
    question_share: float = Field(default=0.15, ge=0, le=1, description="share of examples drawn around a question")
    sentence_start: float = Field(default=0.6, ge=0, le=1, description="share of windows that open at a sentence start")
    sentence_end: float = Field(default=0.5, ge=0, le=1, description="share of windows that close at a sentence end")
    blank: float = Field(default=0.02, ge=0, le=1, description="share of subwords replaced by the unknown one")
    dev_words: int = Field(default=12000, gt=0, description="words per language of the dev set")


class Tokenizer(_Strict):
    """The vocabulary of a new encoder, trained on the shards."""

    size: int = 32000
    one_script: bool = True
    temperature: float = 0.5
    character_coverage: float = 0.9998
    max_words: int = Field(default=1_500_000, description="distinct words shown to the trainer")


class Model(_Strict):
    """``encoder``: a Hugging Face folder or hub id to start from; None: a new one with the fields of ``config``."""

    encoder: str | None = None
    config: dict[str, Any] = {}
    heads: tuple[Literal["punctuation", "case", "itn", "disfluency"], ...] = (
        "punctuation",
        "case",
        "itn",
        "disfluency",
    )
    label_files: dict[str, Path] = Field(default={}, description="label sets other than the default ones, by head")
    max_subwords: int = 12
    window_words: int = 80
    min_words_cut: int = 15


class Training(_Strict):
    """The loop. It ends when ``tokens`` are seen or ``max_minutes`` are over, whichever is first.

    The learning rate warms up over ``warmup`` of the run and decays to nothing at its end.
    """

    tokens: int = Field(gt=0)
    max_minutes: float = Field(gt=0)
    batch_tokens: int = 2048
    learning_rate: float = 2e-3
    weight_decay: float = 0.01
    warmup: float = Field(default=0.03, ge=0, lt=1)
    clip: float = 1.0
    bf16: bool = True
    threads: int | None = None
    seed: int = 1
    ema: float = Field(default=0.999, ge=0, lt=1, description="decay of the weights' moving average; 0: none")
    loss_weights: dict[str, float] = Field(default={}, description="weight of a head's loss; 1 where none is given")
    evaluate_minutes: float = 8.0


class Recipe(_Strict):
    """Everything a run depends on."""

    name: str
    licence: str
    description: str
    output: Path = Field(description="checkpoints, log and report")
    model_folder: Path = Field(description="where the finished model goes")
    data: Data
    tokenizer: Tokenizer = Tokenizer()
    model: Model = Model()
    training: Training


def load(path: Path) -> Recipe:
    """Read a recipe; paths in it are taken from the working directory.

    Raises `InputError` that names the file and each field at fault.
    """
    try:
        return Recipe.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise InputError(f"{path}: no such recipe") from None
    except ValidationError as error:
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        raise InputError(f"{path}: {faults}") from error
