"""A matrix as whole numbers of four bits: a quarter of half precision, for the embeddings of a large vocabulary.

Blocks of 32 numbers of a row share a half-precision scale; a number is (n - 8) × scale with n from 0 to 15, and the
largest of a block has n = 0 (as in GGML's q4_0). What was stored so before is stored exactly.
"""

from __future__ import annotations

import torch
from torch import Tensor

BLOCK = 32
_MIDDLE, _LAST = 8, 15


def pack(matrix: Tensor) -> tuple[Tensor, Tensor]:
    """(rows, columns) → bytes (rows, columns / 2), in every block the low halves first, and scales (rows, blocks).

    Raises `ValueError` where the columns are no whole blocks.
    """
    rows, columns = matrix.shape
    if columns % BLOCK:
        raise ValueError(f"{columns} columns cannot be stored in four bits: they are no multiple of {BLOCK}")
    blocks = matrix.float().reshape(rows, -1, BLOCK)
    largest = blocks.gather(2, blocks.abs().argmax(2, keepdim=True))
    scales = (largest / -_MIDDLE).half()
    steps = torch.where(scales != 0, blocks / scales.float(), 0.0)
    numbers = (steps + _MIDDLE).round().clamp(0, _LAST).to(torch.uint8)
    low, high = numbers.chunk(2, dim=2)
    return (low | high << 4).reshape(rows, -1), scales[..., 0]


def unpack(halves: Tensor, scales: Tensor) -> Tensor:
    """What `pack` made → (rows, columns) in single precision."""
    blocks = halves.reshape(*scales.shape, BLOCK // 2)
    numbers = torch.cat([blocks & _LAST, blocks >> 4], dim=2).float() - _MIDDLE
    return (numbers * scales.float()[..., None]).flatten(1)
