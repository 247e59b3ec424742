"""A tagger with some of its heads: those that it is good at, to stand beside another that has the rest.

    python data_scripts/keep_heads.py runs/tagger_e5/model --head punctuation --head case --name marks --out runs/marks

Weights, config and card of the other heads go, all else stays as it was: encoder, vocabulary, biases, unless others are
given (``--bias punctuation=0,0.9,0.2,0.2``). As a model, "fast+runs/marks" then mixes its marks with those of another
tagger (`indic_tf.tagging.joint`), by their ``--weight``: 1.5 for one that is the better of the two.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer
from safetensors.torch import load_file

from indic_tf.errors import ModelError
from indic_tf.replacing import copy, write_text
from indic_tf.tagging import store
from indic_tf.tagging.load import WEIGHTS
from indic_tf.tagging.settings import Settings
from indic_tf.training import card

CONFIG, CARD = "config.json", "README.md"


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger")],
    head: Annotated[list[str], typer.Option(help="a head to keep (repeat)")],
    name: Annotated[str, typer.Option(help="the new tagger's name, for its card")],
    out: Annotated[Path, typer.Option(help="folder for it")],
    weight: Annotated[float, typer.Option(min=0.01, help="how much it counts beside others (1 each)")] = 1.0,
    bias: Annotated[list[str] | None, typer.Option(help="HEAD=number,number,…: logit biases of its labels")] = None,
) -> None:
    try:
        known = Settings.read(folder).heads
    except ModelError as error:
        raise typer.BadParameter(str(error)) from error
    if unknown := [one for one in head if one not in known]:
        raise typer.BadParameter(f"no head {', '.join(unknown)} in {folder}; there are {', '.join(known)}")
    biases = dict(_bias(given, known) for given in bias or ())
    shutil.copytree(folder, out, dirs_exist_ok=True, copy_function=copy)
    gone = [one for one in known if one not in head]
    weights = load_file(folder / WEIGHTS)
    kept = {key: w for key, w in weights.items() if not any(key.startswith(f"heads.{one}.") for one in gone)}
    store.save(out, kept)
    config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    for field in ("heads", "bias", "marks", "loss_weights"):
        config[field] = {key: value for key, value in config.get(field, {}).items() if key not in gone}
    config["bias"] |= biases
    config["weight"] = weight
    write_text(out / CONFIG, json.dumps(config, indent=2) + "\n")
    said = _card((folder / CARD).read_text(encoding="utf-8"), gone, biases, name)
    write_text(out / CARD, card.with_digest(said, out))
    print(out)


def _bias(given: str, known: Mapping[str, Sequence[str]]) -> tuple[str, list[float]]:
    """A head and the biases of its labels; raises `BadParameter` for what is none."""
    head, _, numbers = given.partition("=")
    try:
        made = [float(number) for number in numbers.split(",")]
    except ValueError as error:
        raise typer.BadParameter(f"--bias {given}: {error}") from error
    if head not in known or len(made) != len(known[head]):
        counts = ", ".join(f"{name} ({len(labels)})" for name, labels in known.items())
        raise typer.BadParameter(f"--bias {given}: a number for each label of one of the heads {counts}")
    return head, made


def _card(text: str, gone: Sequence[str], biases: Mapping[str, Sequence[float]], name: str) -> str:
    """The card under its new name, without the scores of heads that are gone; its recipe is the run's."""
    for head in gone:
        text = re.sub(rf"^## [^\n]*: {head}\n.*?(?=^## )", "", text, flags=re.MULTILINE | re.DOTALL)
    said = f"It was trained with the heads {', '.join(gone)} too, which are left out here.\n\n" if gone else ""
    for head, numbers in biases.items():
        own = ", ".join(f"{number:g}" for number in numbers)
        said += f"The biases of {head} are {own}; the table below is with those that its run calibrated.\n\n"
    text = re.sub(r"^# .*$", f"# {name}", text, count=1, flags=re.MULTILINE)
    return text.replace("## Known limits\n", said + "## Known limits\n", 1)


if __name__ == "__main__":
    typer.run(main)
