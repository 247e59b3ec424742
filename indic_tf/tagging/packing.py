"""How numbers of few bits stand in bytes (see `few_bits`, which packs them)."""

from __future__ import annotations

BLOCK = 32
"""Numbers of a row that share a scale."""

PLANES = {4: (4,), 6: (4, 2)}
"""Bits of a number → how many of them, from the lowest, stand together in bytes."""

_BITS = {BLOCK * bits // 8: bits for bits in PLANES}  # bytes of a block → bits of a number


def bits_of(columns: int, blocks: int) -> int:
    """The bits of a number of which a row has so many ``columns`` of bytes and ``blocks``."""
    return _BITS[columns // blocks]
