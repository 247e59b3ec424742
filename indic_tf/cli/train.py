"""``train``: one command for each kind of model."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .base import app, needs

if TYPE_CHECKING:
    from pydantic import BaseModel

train_app = typer.Typer(no_args_is_help=True, help="Train a model from a recipe.")
app.add_typer(train_app, name="train")

Recipe = Annotated[Path, typer.Argument(metavar="CONFIG", help="The recipe, a YAML file.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")]
Force = Annotated[
    bool, typer.Option("--force", help="Begin anew in the place of an earlier run; nothing else is ever removed.")
]
PrintConfig = Annotated[bool, typer.Option("--print-config", help="Print the full recipe and stop.")]


@train_app.command("tagger")
def train_tagger(
    config: Recipe, resume: Resume = False, force: Force = False, print_config: PrintConfig = False
) -> None:
    """Train the model that tags words: punctuation, case, numbers, disfluencies.

    The recipe names every choice; --print-config also shows those that
    it leaves at their defaults.
    """
    with needs("training", "train"):
        from ..training.config import load

        recipe = load(config)  # what is wrong with it is said first
        if print_config:
            return _print_yaml(recipe)
        from ..training.tagger import train
    _run(train, config, resume, force)


@train_app.command("spans")
def train_spans(
    config: Recipe, resume: Resume = False, force: Force = False, print_config: PrintConfig = False
) -> None:
    """Train the model that writes and says spans in their context.

    It learns from files of pairs. The recipe names every choice; a
    checkpoint of the mT5 or ByT5 kind (google/mt5-small) may be the start.
    """
    with needs("training", "train"):
        from ..training.spans.recipe import load

        recipe = load(config)  # what is wrong with it is said first
        if print_config:
            return _print_yaml(recipe)
        from ..training.spans.run import train
    _run(train, config, resume, force)


@train_app.command("tags")
def train_tags(config: Recipe, resume: Resume = False, force: Force = False, print_config: PrintConfig = False) -> None:
    """Train the model that writes numbers with one tag per word.

    It learns from the shards of data_scripts/build_tags.py. The recipe
    names every choice; --print-config also shows those that it leaves
    at their defaults.
    """
    with needs("training", "train"):
        from ..training.spans.tags import load, train

        recipe = load(config)  # what is wrong with it is said first
        if print_config:
            return _print_yaml(recipe)
    _run(train, config, resume, force)


@train_app.command("language-model")
def train_language_model(
    config: Recipe, resume: Resume = False, force: Force = False, print_config: PrintConfig = False
) -> None:
    """Pre-train an encoder on the words of the shards, or go on pre-training one.

    What comes out is a folder that `model.encoder` of a tagger's recipe
    takes.
    """
    with needs("training", "train"):
        from ..training.config import load_language_model

        recipe = load_language_model(config)  # what is wrong with it is said first
        if print_config:
            return _print_yaml(recipe)
        from ..training.language_model import train
    _run(train, config, resume, force)


def _run(train: Callable[..., Path], config: Path, resume: bool, force: bool) -> None:
    """Train, tell on stderr how it goes, and print the folder of the model."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)
    print(train(config, resume=resume, force=force))


def _print_yaml(recipe: BaseModel) -> None:
    import yaml

    print(yaml.safe_dump(recipe.model_dump(mode="json"), sort_keys=False, allow_unicode=True), end="")
