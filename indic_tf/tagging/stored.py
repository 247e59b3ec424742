"""Weights as they are stored (`int8`, `few_bits`, half precision), read without torch and put into graphs so.

A graph makes real numbers of them when it runs: of matrices once, when it is loaded; of an embedding those rows that
are looked up, so that a vocabulary takes no more memory than its file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .graph import Graph
from .packing import BLOCK, PLANES, bits_of

SCALE, SCALES = ".int8_scale", ".int4_scales"
"""What stands behind the name of a weight of eight bits, and of fewer, in the name of its scales."""

_KINDS = {"F16": "float16", "F32": "float32", "I8": "int8", "U8": "uint8", "I64": "int64"}
Stored = dict[str, NDArray[Any]]


def read(path: Path) -> Stored:
    """The arrays of a safetensors file, which stay in the file until they are looked at.

    Raises `ValueError` for numbers of another kind and for what is no such file, `OSError` for a file that cannot be
    read.
    """
    data: NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
    start = 8 + int.from_bytes(data[:8].tobytes(), "little")
    header = json.loads(data[8:start].tobytes())
    return {name: _array(data, start, entry, name) for name, entry in header.items() if name != "__metadata__"}


def _array(data: NDArray[np.uint8], start: int, entry: Mapping[str, Any], name: str) -> NDArray[Any]:
    first, last = entry["data_offsets"]
    own = data[start + first : start + last]
    if entry["dtype"] == "BF16":  # the upper half of single precision
        return (own.view(np.uint16).astype(np.uint32) << 16).view(np.float32).reshape(entry["shape"])
    if entry["dtype"] not in _KINDS:
        raise ValueError(f"{name} is stored as {entry['dtype']}, which only torch reads")
    return own.view(_KINDS[entry["dtype"]]).reshape(entry["shape"])


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a model under the names that they have in its file, each a value of a graph when it is asked for.

    ``kept``: the graph has matrices as they are stored, and makes real numbers of them when it is loaded; else they
    are put into it as real numbers, which takes less time, and a larger file. Asking for a weight that is not there
    raises `KeyError`.
    """

    graph: Graph
    arrays: Mapping[str, NDArray[Any]]
    kept: bool = True

    def shape(self, name: str) -> tuple[int, ...]:
        """Rows and columns of a matrix, however it is stored."""
        shape = self.arrays[name].shape
        if name + SCALES in self.arrays:
            return shape[0], self.arrays[name + SCALES].shape[1] * BLOCK
        return shape

    def real(self, *names: str) -> str:
        """Weights in single precision; several below each other."""
        if not self.kept:
            return self.graph.constant(np.concatenate([self._here(name) for name in names]), f"{names[0]}.real")
        made = [self._real(name) for name in names]
        return made[0] if len(made) == 1 else self.graph.op("Concat", *made, axis=0)

    def rows(self, name: str, ids: str) -> str:
        """Those rows of a matrix that ``ids`` (…) ask for, in single precision (…, columns)."""
        g, array = self.graph, self.arrays[name]
        picked = g.op("Gather", g.constant(array, name), ids, axis=0)
        if name + SCALES in self.arrays:
            scales = self.arrays[name + SCALES]
            numbers = self._unpacked(picked, bits_of(array.shape[1], scales.shape[1]), scales.shape[1])
            return self._scaled(numbers, g.op("Gather", g.constant(scales, name + SCALES), ids, axis=0), BLOCK)
        if name + SCALE in self.arrays:
            scales = self.arrays[name + SCALE]
            own = g.op("Gather", g.constant(scales, name + SCALE), ids, axis=0)
            return self._scaled(g.cast(picked, "float32"), own, array.shape[1] // scales.shape[1])
        return picked if array.dtype == np.float32 else g.cast(picked, "float32")

    def _real(self, name: str) -> str:
        g, array = self.graph, self.arrays[name]
        if name + SCALES in self.arrays:
            return self.rows(name, g.constant(np.arange(len(array))))
        value = g.constant(array, name)
        if name + SCALE not in self.arrays:
            return value if array.dtype == np.float32 else g.cast(value, "float32")
        scales = self.arrays[name + SCALE]
        own = g.constant(scales, name + SCALE)
        return self._scaled(g.cast(value, "float32"), own, array.shape[1] // scales.shape[1])

    def _here(self, name: str) -> NDArray[np.float32]:
        array = self.arrays[name].astype(np.float32)
        if name + SCALE not in self.arrays:
            return array
        scales = self.arrays[name + SCALE].astype(np.float32)
        blocks = array.reshape(*scales.shape, -1)
        blocks *= scales[..., None]
        return array

    def _scaled(self, numbers: str, scales: str, block: int) -> str:
        """Numbers (…, columns) times the scales (…, blocks) of their blocks."""
        g = self.graph
        real = g.op("Unsqueeze", g.cast(scales, "float32"), g.ints(-1))
        lead = g.op("Shape", scales)
        blocks = g.op("Reshape", numbers, g.op("Concat", lead, g.ints(block), axis=0))
        made = g.op("Mul", blocks, real)
        return g.op("Reshape", made, g.op("Concat", g.op("Slice", lead, g.ints(0), g.ints(-1)), g.ints(-1), axis=0))

    def _unpacked(self, packed: str, bits: int, blocks: int) -> str:
        """Bytes (…, columns × bits / 8) → numbers (…, blocks, `BLOCK`), less the one that stands for zero."""
        g = self.graph
        lead = g.op("Slice", g.op("Shape", packed), g.ints(0), g.ints(-1))
        rows = g.op("Reshape", packed, g.op("Concat", lead, g.ints(blocks, -1), axis=0))
        sizes = [BLOCK * width // 8 for width in PLANES[bits]]
        planes = g.split("Split", rows, g.ints(*sizes), outputs=len(sizes), axis=-1) if len(sizes) > 1 else (rows,)
        numbers, below = "", 0
        for plane, width in zip(planes, PLANES[bits], strict=True):
            part = self._apart(plane, width)
            part = self._shifted(part, below, "LEFT") if below else part
            numbers, below = (g.op("BitwiseOr", numbers, part) if numbers else part), below + width
        return g.op("Sub", g.cast(numbers, "float32"), g.number(1 << (bits - 1)))

    def _apart(self, plane: str, width: int) -> str:
        """The numbers of ``width`` bits that stand together in bytes."""
        g = self.graph
        mask = g.constant(np.array((1 << width) - 1, np.uint8))
        places = range(0, 8, width)
        parts = [self._shifted(plane, place, "RIGHT") if place else plane for place in places]
        return g.op("Concat", *(g.op("BitwiseAnd", part, mask) for part in parts), axis=-1)

    def _shifted(self, value: str, by: int, direction: str) -> str:
        return self.graph.op("BitShift", value, self.graph.constant(np.array(by, np.uint8)), direction=direction)
