"""A tagger without the subwords that its languages never use.

    python data_scripts/prune_subwords.py runs/tagger_bn/model --recipe data_scripts/recipes/tagger_bn.yaml --out OUT

A tagger that goes on from one of more languages keeps that one's vocabulary. Subwords into which no word of the
training shards of the recipe is cut go, from the vocabulary and from the embedding; short ones stay, which spell words
that the shards lack. Words of the shards are cut as before, so the tagger says of them what it said.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import torch
import typer
from average_taggers import CARD, CONFIG
from safetensors.torch import load_file

from indic_tf.errors import IndicTFError, ModelError
from indic_tf.replacing import replacing, write_text
from indic_tf.tagging import store
from indic_tf.tagging.load import WEIGHTS
from indic_tf.tagging.settings import SMALL, Settings
from indic_tf.tagging.subwords import SENTENCEPIECE, PieceModel
from indic_tf.training import card, config
from indic_tf.training.tagger import shards
from indic_tf.training.vocabulary import count_words, message

_EMBEDDING = "encoder.network.embed.weight"
_OPENS = "▁"  # SentencePiece's sign of a word's beginning
_SHORT = 4
"""Letters of subwords that stay in any case: words that the shards lack are spelled with them."""


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger")],
    recipe: Annotated[Path, typer.Option(exists=True, help="its recipe: the languages, and where their shards lie")],
    out: Annotated[Path, typer.Option(help="folder for the smaller one")],
) -> None:
    try:
        before, after = prune(folder, config.load(recipe), out)
    except (IndicTFError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{out}: {after:,} of {before:,} subwords")


def prune(folder: Path, recipe: config.Recipe, out: Path) -> tuple[int, int]:
    """Write the smaller tagger; returns how many subwords there were and are.

    Raises `ModelError` for a tagger that is none of this package's own encoder, `InputError` for missing shards.
    """
    settings = Settings.read(folder)
    if settings.encoder["model_type"] != SMALL:
        raise ModelError("only taggers of this package's own encoder have a vocabulary that can be cut down")
    pieces = PieceModel(folder / SENTENCEPIECE, settings.one_script)
    kept = _kept(pieces, recipe, settings.max_subwords)
    out.mkdir(parents=True, exist_ok=True)
    _write_vocabulary(folder / SENTENCEPIECE, kept, out / SENTENCEPIECE)
    rows = torch.tensor(kept)
    weights = {
        name: values[rows] if name.startswith(_EMBEDDING) else values
        for name, values in load_file(folder / WEIGHTS).items()
    }
    store.save(out, weights)
    written = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    before, written["encoder"]["vocab_size"] = written["encoder"]["vocab_size"], len(kept)
    write_text(out / CONFIG, json.dumps(written, indent=2) + "\n")
    note = (
        f"\nOf {before:,} subwords it keeps the {len(kept):,} that its languages need; the figures are from before.\n"
    )
    write_text(out / CARD, card.with_digest((folder / CARD).read_text(encoding="utf-8") + note, out))
    return before, len(kept)


def _kept(pieces: PieceModel, recipe: config.Recipe, max_subwords: int) -> list[int]:
    """The ids of the subwords that stay, in their order."""
    paths = [path for found in shards(recipe.data, "train").values() for path in found]
    used = {i for word in count_words(paths) for i in pieces.encode_word(word)[-max_subwords:]}
    always = {i for piece, i in pieces.table().items() if len(piece.removeprefix(_OPENS)) <= _SHORT}
    return sorted(used | always | {pieces.pad_id, pieces.unknown_id})


def _write_vocabulary(source: Path, kept: list[int], target: Path) -> None:
    model = message()
    model.ParseFromString(source.read_bytes())
    pieces = [model.pieces[i] for i in kept]
    del model.pieces[:]
    model.pieces.extend(pieces)
    with replacing(target) as file:
        file.write(model.SerializeToString())


if __name__ == "__main__":
    typer.run(main)
