"""Model folders, written: config and weights, rounded to the precision in which they are stored."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from ..replacing import replacing
from . import few_bits, int8
from .load import WEIGHTS, quiet


def fill(model: nn.Module, weights: Mapping[str, Tensor]) -> None:
    """Put weights into a model; of weights that are shared, one name is enough. Raises `KeyError` for a bad fit."""
    missing, unexpected = model.load_state_dict(weights, strict=False)
    given = {values.data_ptr() for name, values in model.state_dict().items() if name in weights}
    lacking = [name for name, values in model.state_dict().items() if values.data_ptr() not in given]
    if unexpected or (missing and lacking):
        raise KeyError(f"weights missing: {lacking}, weights unknown: {unexpected}")


@torch.no_grad()
def rounded(model: Any, precision: str) -> int8.Weights:
    """Give the model the weights that its stored form stands for ("half", "int8"; or "int4", "int6": as int8, but for
    the embeddings of subwords), and return that form; shared weights are in it once."""
    plain: dict[str, Tensor] = {}
    known: set[int] = set()
    for name, values in model.state_dict().items():
        if values.data_ptr() not in known:
            known.add(values.data_ptr())
            plain[name] = values.detach().cpu().contiguous()
    embedded = model.get_input_embeddings().weight
    bits = few_bits.PRECISIONS.get(precision)
    few = {name: bits for name, parameter in model.named_parameters() if bits and parameter is embedded}
    stored = int8.half(plain) if precision == "half" else int8.pack(plain, few)
    fill(model, int8.unpack(stored))
    model.config.precision = precision
    return stored


def write(folder: Path, model: Any, stored: int8.Weights) -> None:
    """Write config and weights into a model folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with quiet():
        model.config.architectures = [type(model).__name__]
        model.config.save_pretrained(folder)
    save(folder, stored)


def save(folder: Path, stored: Mapping[str, Tensor]) -> None:
    """Write weights, as they are stored, into a model folder."""
    from safetensors.torch import save

    with replacing(folder / WEIGHTS) as file:
        file.write(save(dict(stored), metadata={"format": "pt"}))
