"""A matrix as whole numbers of four or six bits, for the embeddings of a large vocabulary: a quarter of half precision,
or three eighths.

Blocks of 32 numbers of a row share a half-precision scale; of four bits a number is (n - 8) × scale with n from 0 to
15, and the largest of a block has n = 0 (as in GGML's q4_0); of six it is (n - 32) × scale. What was stored so before
is stored exactly, in four bits or in six.
"""

from __future__ import annotations

import torch
from torch import Tensor

from . import packing
from .packing import BLOCK as BLOCK
from .packing import PLANES

PRECISIONS = {"int4": 4, "int6": 6}
"""Precision of a tagger → bits of a number of its embeddings."""


def pack(matrix: Tensor, bits: int) -> tuple[Tensor, Tensor]:
    """(rows, columns) → bytes (rows, columns × bits / 8) and scales (rows, blocks).

    A block's bytes are the low four bits of its numbers, those of the first half of the block below those of the
    second, and then, of six, the other two, a quarter of the block above the other. Raises `ValueError` where the
    columns are no whole blocks.
    """
    rows, columns = matrix.shape
    if columns % BLOCK:
        raise ValueError(f"{columns} columns cannot be stored in {bits} bits: they are no multiple of {BLOCK}")
    blocks = matrix.float().reshape(rows, -1, BLOCK)
    middle = 1 << (bits - 1)
    largest = blocks.gather(2, blocks.abs().argmax(2, keepdim=True))
    scales = (largest / -middle).half()
    steps = torch.where(scales != 0, blocks / scales.float(), 0.0)
    numbers = (steps + middle).round().clamp(0, 2 * middle - 1).to(torch.uint8)
    packed = []
    for width in PLANES[bits]:
        packed.append(_together(numbers & ((1 << width) - 1), width))
        numbers = numbers >> width
    return torch.cat(packed, dim=2).reshape(rows, -1), scales[..., 0]


def unpack(packed: Tensor, scales: Tensor) -> Tensor:
    """What `pack` made → (rows, columns) in single precision."""
    bits = bits_of(packed, scales)
    sizes = [BLOCK * width // 8 for width in PLANES[bits]]
    planes = torch.split(packed.reshape(*scales.shape, -1), sizes, dim=2)
    numbers, below = torch.zeros((), dtype=torch.uint8), 0
    for plane, width in zip(planes, PLANES[bits], strict=True):
        numbers = numbers | (_apart(plane, width) << below)
        below += width
    return ((numbers.float() - (1 << (bits - 1))) * scales.float()[..., None]).flatten(1)


def bits_of(packed: Tensor, scales: Tensor) -> int:
    """The bits of a number of what `pack` made."""
    return packing.bits_of(packed.shape[1], scales.shape[1])


def stored(matrix: Tensor, bits: int) -> Tensor:
    """A matrix as it is once it has been stored."""
    return unpack(*pack(matrix, bits))


def _together(parts: Tensor, width: int) -> Tensor:
    """Numbers of ``width`` bits (rows, blocks, n) → bytes (rows, blocks, n × width / 8)."""
    shares = parts.chunk(8 // width, dim=2)
    made = torch.zeros_like(shares[0])
    for place, share in enumerate(shares):
        made |= share << (place * width)
    return made


def _apart(packed: Tensor, width: int) -> Tensor:
    """The numbers that `_together` put into bytes."""
    mask = (1 << width) - 1
    return torch.cat([(packed >> (place * width)) & mask for place in range(8 // width)], dim=2)
