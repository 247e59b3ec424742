"""``train``: one command for each kind of model."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from .base import app, complain

train_app = typer.Typer(no_args_is_help=True, help="Train a model from a recipe.")
app.add_typer(train_app, name="train")

Recipe = Annotated[Path, typer.Argument(metavar="CONFIG", help="The recipe, a YAML file.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on from the last checkpoint.")]
PrintConfig = Annotated[bool, typer.Option("--print-config", help="Print the full recipe and stop.")]


@train_app.command("tagger")
def train_tagger(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that tags words: punctuation, case, numbers, disfluencies.

    The recipe names every choice; --print-config also shows those that
    it leaves at their defaults.
    """
    with _needs_training():
        from ..training import config as recipes

        if print_config:
            return _print_yaml(recipes.load(config).model_dump(mode="json"))
        from ..training.tagger import train
    _log_to_stderr()
    print(train(config, resume=resume))


@train_app.command("spans")
def train_spans(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that writes and says spans in their context.

    It learns from files of pairs. The recipe names every choice; a
    checkpoint of the mT5 or ByT5 kind (google/mt5-small) may be the start.
    """
    with _needs_training():
        from ..training import span_recipe

        if print_config:
            return _print_yaml(span_recipe.load(config).model_dump(mode="json"))
        from ..training.spans import train
    _log_to_stderr()
    print(train(config, resume=resume))


@train_app.command("tags")
def train_tags(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Train the model that writes numbers with one tag per word.

    It learns from the shards of data_scripts/build_tags.py. The recipe
    names every choice; --print-config also shows those that it leaves
    at their defaults.
    """
    with _needs_training():
        from ..training import tags

        if print_config:
            return _print_yaml(tags.load(config).model_dump(mode="json"))
    _log_to_stderr()
    print(tags.train(config, resume=resume))


@train_app.command("language-model")
def train_language_model(config: Recipe, resume: Resume = False, print_config: PrintConfig = False) -> None:
    """Pre-train an encoder on the words of the shards, or go on pre-training one.

    What comes out is a folder that `model.encoder` of a tagger's recipe
    takes.
    """
    with _needs_training():
        from ..training import config as recipes

        if print_config:
            return _print_yaml(recipes.load_language_model(config).model_dump(mode="json"))
        from ..training.language_model import train
    _log_to_stderr()
    print(train(config, resume=resume))


@contextmanager
def _needs_training() -> Iterator[None]:
    """Say which extra brings a module that training needs."""
    try:
        yield
    except ModuleNotFoundError as error:
        complain(f"training needs {error.name}: pip install 'indic-tf[train]'")
        raise typer.Exit(2) from None


def _log_to_stderr() -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s", datefmt="%H:%M:%S", stream=sys.stderr)


def _print_yaml(recipe: dict[str, Any]) -> None:
    import yaml

    print(yaml.safe_dump(recipe, sort_keys=False, allow_unicode=True), end="")
