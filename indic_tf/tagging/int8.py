"""Weights as whole numbers of eight bits: half the size of half precision.

Every 64 numbers of a row of a matrix or an embedding are stored as int8 numbers from -127 to 127 and one
half-precision scale (symmetric, as in Dettmers et al. 2022, "LLM.int8()", section 2.1, and block by block as in
Dettmers et al. 2022, "8-bit optimizers via block-wise quantization", section 2.1); a row that is no whole blocks has
one scale. Vectors and matrices of few rows stay in half precision. Embeddings of many subwords can have four bits or
six (`few_bits`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import torch
from torch import Tensor

from . import few_bits

_SCALE, _SCALES = ".int8_scale", ".int4_scales"  # the latter of six bits too: the bytes of a block tell them apart
_BLOCK = 64
_FEW_ROWS = 64  # embeddings of types, heads: their rounding is heard, their size is not
Weights = dict[str, Tensor]


def pack(weights: Mapping[str, Tensor], few: Mapping[str, int] = MappingProxyType({})) -> Weights:
    """Single precision → what is stored: matrices as int8 beside their scales, those named in ``few`` in so many bits
    (`few_bits`), the rest in half precision."""
    made = half(weights)
    for name, values in weights.items():
        if name in few:
            made[name], made[name + _SCALES] = few_bits.pack(values, few[name])
        elif values.ndim == 2 and values.is_floating_point() and len(values) >= _FEW_ROWS:
            made[name], made[name + _SCALE] = _blocks(values.float())
    return made


def half(weights: Mapping[str, Tensor]) -> Weights:
    """Every real number in half precision."""
    return {name: values.half() if values.is_floating_point() else values for name, values in weights.items()}


def unpack(stored: Mapping[str, Tensor]) -> Weights:
    """What is stored, by `pack` or by `half` → single precision."""
    made: Weights = {}
    for name, values in stored.items():
        if name + _SCALE in stored:
            scale = stored[name + _SCALE].float()
            made[name] = (values.float().view(*scale.shape, -1) * scale[..., None]).flatten(1)
        elif name + _SCALES in stored:
            made[name] = few_bits.unpack(values, stored[name + _SCALES])
        elif not name.endswith((_SCALE, _SCALES)):
            made[name] = values.float() if values.is_floating_point() else values
    return made


def in_few_bits(stored: Mapping[str, Tensor]) -> dict[str, int]:
    """The names of the weights that are stored by `few_bits`, with the bits of a number."""
    return {
        name: few_bits.bits_of(values, stored[name + _SCALES])
        for name, values in stored.items()
        if name + _SCALES in stored
    }


def _blocks(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """The numbers (rows, columns) and scales (rows, blocks) of a matrix."""
    rows, columns = matrix.shape
    blocks = matrix.reshape(rows, -1, columns if columns % _BLOCK else _BLOCK)
    scale = (blocks.abs().amax(2, keepdim=True) / 127).half()
    steps = torch.where(scale > 0, blocks / scale.float(), 0.0)
    return steps.round().clamp(-127, 127).to(torch.int8).flatten(1), scale[..., 0]
