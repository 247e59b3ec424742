"""One tagger twice as wide from two of one shape: to be trained on.

    python data_scripts/widen_tagger.py FIRST SECOND --out runs/wide
    indic-tf train tagger RECIPE        # with model: {encoder: runs/wide}

Both keep to their half of the width: their matrices are the blocks of a diagonal, their attention heads stand side by
side, and every label gets the mean of both logits. So the wide one begins about as good as both together, and training
finds what goes between the halves. It is not quite that mean, since the halves share the normalization of layers and
the embedding, which is the mean of both: the two should come from one run, as with `average_taggers.py`. Given one
tagger twice, it answers as that one does (Chen et al. 2016, "Net2Net", section 2.2); dropout then tells the halves
apart.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import torch
import typer
from average_taggers import CARD, CONFIG, mean_bias
from safetensors.torch import load_file
from torch import Tensor

from indic_tf.errors import ModelError
from indic_tf.replacing import copy, write_text
from indic_tf.tagging import int8, store
from indic_tf.tagging.load import WEIGHTS
from indic_tf.tagging.settings import SMALL
from indic_tf.tagging.subwords import SENTENCEPIECE
from indic_tf.training import card

_DOUBLED = ("hidden_size", "intermediate_size", "num_attention_heads")
_SHARED = "encoder.network.embed.weight"
_PROJECT = "encoder.network.project.weight"
_INPUTS = ("encoder.network.types.weight", "encoder.network.repeats.weight")


def main(
    first: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger")],
    second: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="of another, or of the same")],
    out: Annotated[Path, typer.Option(help="folder for the wide one")],
) -> None:
    try:
        widen(first, second, out)
    except (ModelError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(out)


def widen(first: Path, second: Path, out: Path) -> None:
    """Write the wide tagger, in half precision; raises `ModelError` for two that do not fit each other."""
    settings, other = (json.loads((folder / CONFIG).read_text(encoding="utf-8")) for folder in (first, second))
    shapes = [{name: s["encoder"].get(name) for name in ("model_type", "blocks", *_DOUBLED)} for s in (settings, other)]
    if shapes[0] != shapes[1] or shapes[0]["model_type"] != SMALL:
        raise ModelError("both have to be taggers of this package's own encoder, and of one shape")
    if (first / SENTENCEPIECE).read_bytes() != (second / SENTENCEPIECE).read_bytes():
        raise ModelError("taggers with different vocabularies cannot become one")
    one, two = (int8.unpack(load_file(folder / WEIGHTS)) for folder in (first, second))
    settings["bias"] = mean_bias([settings, other])
    settings["precision"] = "half"
    for name in _DOUBLED:
        settings["encoder"][name] *= 2
    out.mkdir(parents=True, exist_ok=True)
    wide = {name: _side_by_side(name, one[name], two[name]).contiguous() for name in one}
    store.save(out, int8.half(wide))
    write_text(out / CONFIG, json.dumps(settings, indent=2) + "\n")
    copy(first / SENTENCEPIECE, out / SENTENCEPIECE)
    said = (first / CARD).read_text(encoding="utf-8")
    note = "\nThese weights are two taggers side by side, to be trained on; the figures above are those of the first.\n"
    write_text(out / CARD, card.with_digest(said + note, out))


def _side_by_side(name: str, one: Tensor, two: Tensor) -> Tensor:
    """The weight ``name`` of the wide tagger; rows are outputs."""
    if name == _SHARED or name.startswith("heads."):
        mean = (one + two) / 2
        return mean if name == _SHARED or one.ndim == 1 else torch.cat((one, two), dim=1) / 2
    if name in _INPUTS:
        return torch.cat((one, two), dim=1)
    if ".qkv." in name:  # queries, keys and values, each of the heads of both
        return torch.cat([_block(a, b) for a, b in zip(one.chunk(3), two.chunk(3), strict=True)])
    return torch.cat((one, two)) if name == _PROJECT else _block(one, two)


def _block(one: Tensor, two: Tensor) -> Tensor:
    """Matrices as the blocks of a diagonal; vectors and the filters of a convolution one behind the other."""
    return torch.block_diag(one, two) if one.ndim == 2 else torch.cat((one, two))


if __name__ == "__main__":
    typer.run(main)
