"""The recipe of a span normalizer: what is its own beside `config`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from .. import config
from ..config import Job, Mixed, Strict


class PairData(Mixed):
    """Pairs as `pairs` reads them: ``<shards>/<language>/<name>.{train,dev}.tsv.gz``, mixed by their numbers."""

    longest: int = Field(default=192, gt=8, description="tokens of a prompt or an answer; longer pairs are left out")
    warm: float = Field(default=0.15, ge=0, lt=1, description="first share of a run, in which pairs are short")
    dev_pairs: int = Field(default=250, gt=0, description="pairs per language of the dev set")


class Pieces(Strict):
    """The vocabulary of a new model, trained on the pairs; languages count by their words ** ``temperature``."""

    size: int = 6000
    temperature: float = Field(default=0.5, ge=0, le=1)
    character_coverage: float = 0.9995
    max_words: int = Field(default=500_000, description="distinct words shown to the trainer")


class Network(Strict):
    """``encoder``: what to start from, a folder or hub id of the mT5 or ByT5 kind, with its own tokenizer
    (``google/mt5-small``), or a span normalizer of ours; None: a new one with the fields of ``config`` (those of
    `transformers.MT5Config`). ``precision`` is how the finished weights are stored.
    """

    encoder: str | None = None
    precision: Literal["half", "int8"] = "half"
    config: dict[str, Any] = Field(default={})


class SpanRecipe(Job):
    """Everything a run of the span normalizer depends on."""

    data: PairData
    tokenizer: Pieces = Pieces()
    model: Network = Network()


def load(path: Path) -> SpanRecipe:
    """Read the recipe of a span normalizer, as `config.load` does."""
    return config.read(path, SpanRecipe)
