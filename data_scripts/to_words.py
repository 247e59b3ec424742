"""A tagger whose layers run on words from one whose layers run on subwords: to be trained on.

    python data_scripts/to_words.py runs/tagger_e5_crossed/model --out runs/e5_words
    python data_scripts/to_words.py runs/tagger_e5_crossed/model --layers 0,5 --out runs/e5_words_two
    indic-tf train tagger RECIPE        # with model: {encoder: runs/e5_words}

Embeddings, layers (some or all) and heads are taken over; how the subwords of a word become one vector, and that a word
is said twice, is to be learnt (`indic_tf/tagging/word_bert.py`).
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from average_taggers import CARD
from torch import Tensor, nn
from transformers import AutoModel

from indic_tf.errors import ModelError
from indic_tf.replacing import copy, write_text
from indic_tf.tagging import load, store
from indic_tf.tagging.encode import TYPES
from indic_tf.tagging.encoder import WordBertConfig
from indic_tf.tagging.model import MultiHeadTagger, TaggerConfig
from indic_tf.training import card

_TAKEN = (
    *("vocab_size", "hidden_size", "intermediate_size", "num_attention_heads"),
    *("max_position_embeddings", "layer_norm_eps", "pad_token_id"),
)
_LAYER = "encoder.layer."
_TYPES = "network.embeddings.token_type_embeddings.weight"
_NOTE = "\nIts layers run on words now, and know nothing of that yet; the figures above are those of the one before.\n"


def main(
    folder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger with BERT's layers")],
    out: Annotated[Path, typer.Option(help="folder for the new one")],
    layers: Annotated[str, typer.Option(help="numbers of the layers to keep, from the bottom; default: all")] = "",
) -> None:
    try:
        made = on_words(load.tagger(folder), [int(number) for number in layers.split(",") if number])
    except (ModelError, ValueError) as error:
        raise typer.BadParameter(str(error)) from error
    write(folder, made, out, _NOTE)
    print(out)


def write(folder: Path, made: MultiHeadTagger, out: Path, note: str) -> None:
    """Write the tagger that was made of the one in ``folder``: its files with other weights, its card with a note."""
    shutil.copytree(folder, out, dirs_exist_ok=True, copy_function=copy)
    store.write(out, made, store.rounded(made, "half"))
    write_text(out / CARD, card.with_digest((folder / CARD).read_text(encoding="utf-8") + note, out))


def on_words(tagger: MultiHeadTagger, layers: Sequence[int] = ()) -> MultiHeadTagger:
    """The tagger on words, of these layers of another; raises `ModelError` for one that does not fit."""
    known: Any = tagger.config.encoder
    if known.model_type != "bert":
        raise ModelError(f"its encoder is {known.model_type}: only one with BERT's layers can run on words")
    layers = layers or range(known.num_hidden_layers)
    if unknown := [n for n in layers if not 0 <= n < known.num_hidden_layers]:
        raise ModelError(f"no layer {', '.join(map(str, unknown))}: there are {known.num_hidden_layers}, from 0")
    fields = {name: getattr(known, name) for name in _TAKEN} | {"num_hidden_layers": len(layers)}
    config = WordBertConfig(**fields, pooled_subwords=tagger.config.max_subwords)
    encoder = AutoModel.from_config(config)
    encoder.load_state_dict(_moved(tagger.encoder.state_dict(), layers), strict=False)
    nn.init.zeros_(encoder.network.repeats.weight)
    made = MultiHeadTagger(TaggerConfig(**{**tagger.config.to_dict(), "encoder": config}), encoder)
    made.heads.load_state_dict(tagger.heads.state_dict())
    return made


def _moved(weights: Mapping[str, Tensor], layers: Sequence[int]) -> dict[str, Tensor]:
    """The weights under their new names; every script begins as the one type that there was."""
    made = {f"network.{name}": w for name, w in weights.items() if not name.startswith(_LAYER)}
    for place, number in enumerate(layers):
        own, new = f"{_LAYER}{number}.", f"network.{_LAYER}{place}."
        made |= {new + name.removeprefix(own): w for name, w in weights.items() if name.startswith(own)}
    made[_TYPES] = made[_TYPES][:1].repeat(TYPES, 1)
    return made


if __name__ == "__main__":
    typer.run(main)
