"""ONNX models, written: nodes, constants, inputs and outputs → the bytes of a file.

The messages are those of onnx.proto (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto), of which a model needs a
few fields; the package that has them all is as large as the runtime.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

IR_VERSION, OPSET = 9, 20
_MORE, _LOW = 0x80, 0x7F
_LARGE = 4096  # bytes of a constant that may lie outside
_VARINT, _BYTES, _FIXED32 = 0, 2, 5  # wire types
_TYPES = {"float32": 1, "uint8": 2, "int8": 3, "int32": 6, "int64": 7, "bool": 9, "float16": 10}
_FLOAT, _INT, _STRING, _INTS = 1, 2, 3, 7  # kinds of attributes

Dim = int | str
"""A number, or the name of one that is known when the model runs."""


class Graph:
    """A model in the making. Values are named by text, as in the file; every method returns the name of what it made.

    ``op`` names come from the standard operators (opset `OPSET`) alone, so that any runtime has them. With ``apart``
    large constants are no part of the file: they are in `outside`, for a runtime that takes them beside it, and need
    not be copied.
    """

    def __init__(self, name: str, apart: bool = False) -> None:
        self._name, self._apart = name, apart
        self.outside: dict[str, NDArray[Any]] = {}
        self._nodes: list[bytes] = []
        self._constants: list[tuple[bytes, NDArray[Any]]] = []
        self._inputs: list[bytes] = []
        self._outputs: list[bytes] = []
        self._known: dict[tuple[str, tuple[int, ...], bytes], str] = {}
        self._count = 0

    def input(self, name: str, kind: str, dims: Sequence[Dim]) -> str:
        """``kind`` is the name of a numpy type."""
        self._inputs.append(_value(name, kind, dims))
        return name

    def output(self, value: str, name: str, kind: str, dims: Sequence[Dim]) -> None:
        """Let a value be an output called ``name``."""
        self._nodes.append(_node("Identity", [value], [name], {}))
        self._outputs.append(_value(name, kind, dims))

    def constant(self, values: NDArray[Any], name: str = "") -> str:
        """An array that is part of the model; small ones that are alike are one."""
        array = np.ascontiguousarray(values).reshape(values.shape)
        key = (str(array.dtype), array.shape, array.tobytes() if array.nbytes < _MORE or not name else name.encode())
        if key not in self._known:
            self._known[key] = made = name or self._new()
            if self._apart and array.nbytes >= _LARGE:
                self.outside[made] = array
                self._constants.append((_tensor_outside(made, array), np.empty(0, np.uint8)))
            else:
                self._constants.append((_tensor(made, array), array))
        return self._known[key]

    def ints(self, *values: int) -> str:
        """A vector of whole numbers."""
        return self.constant(np.array(values, np.int64))

    def number(self, value: float) -> str:
        """One real number."""
        return self.constant(np.array(value, np.float32))

    def op(self, kind: str, *inputs: str, **attributes: int | float | str | Sequence[int]) -> str:
        """A node with one output."""
        return self.split(kind, *inputs, outputs=1, **attributes)[0]

    def split(
        self, kind: str, *inputs: str, outputs: int, **attributes: int | float | str | Sequence[int]
    ) -> tuple[str, ...]:
        """A node with several outputs."""
        made = tuple(self._new() for _ in range(outputs))
        self._nodes.append(_node(kind, inputs, made, attributes))
        return made

    def cast(self, value: str, kind: str) -> str:
        """A value as another numpy type."""
        return self.op("Cast", value, to=_TYPES[kind])

    def model(self, producer: str, version: str, metadata: Mapping[str, str]) -> bytes:
        """The bytes of the file; the constants are copied once."""
        graph: list[bytes | memoryview] = [*(_bytes(1, node) for node in self._nodes), _text(2, self._name)]
        for head, array in self._constants:
            graph += [_head(5, len(head) + array.nbytes), head, array.reshape(-1).view(np.uint8).data]
        graph += [*(_bytes(11, value) for value in self._inputs), *(_bytes(12, value) for value in self._outputs)]
        entries = (_bytes(14, _text(1, key) + _text(2, value)) for key, value in metadata.items())
        opset = _text(1, "") + _int(2, OPSET)
        first = _int(1, IR_VERSION) + _text(2, producer) + _text(3, version)
        return b"".join((first, _head(7, sum(map(len, graph))), *graph, _bytes(8, opset), *entries))

    def _new(self) -> str:
        self._count += 1
        return f"v{self._count}"


def _node(kind: str, inputs: Iterable[str], outputs: Iterable[str], attributes: Mapping[str, Any]) -> bytes:
    own = (_bytes(5, _attribute(name, value)) for name, value in sorted(attributes.items()))
    ends = [*(_text(1, name) for name in inputs), *(_text(2, name) for name in outputs)]
    return b"".join((*ends, _text(4, kind), *own))


def _attribute(name: str, value: int | float | str | Sequence[int]) -> bytes:
    head = _text(1, name)
    if isinstance(value, float):
        return head + _key(2, _FIXED32) + struct.pack("<f", value) + _int(20, _FLOAT)
    if isinstance(value, int):
        return head + _int(3, value) + _int(20, _INT)
    if isinstance(value, str):
        return head + _text(4, value) + _int(20, _STRING)
    return head + b"".join(_int(8, item) for item in value) + _int(20, _INTS)


def _tensor(name: str, array: NDArray[Any]) -> bytes:
    """All of the message but the numbers, which stand last in it."""
    dims = b"".join(_int(1, size) for size in array.shape)
    return dims + _int(2, _TYPES[str(array.dtype)]) + _text(8, name) + _head(9, array.nbytes)


def _tensor_outside(name: str, array: NDArray[Any]) -> bytes:
    """A tensor whose numbers are given to the runtime by its name."""
    dims = b"".join(_int(1, size) for size in array.shape)
    place = _bytes(13, _text(1, "location") + _text(2, name))
    return dims + _int(2, _TYPES[str(array.dtype)]) + _text(8, name) + place + _int(14, 1)


def _value(name: str, kind: str, dims: Sequence[Dim]) -> bytes:
    sizes = (_int(1, size) if isinstance(size, int) else _text(2, size) for size in dims)
    shape = b"".join(_bytes(1, size) for size in sizes)
    return _text(1, name) + _bytes(2, _bytes(1, _int(1, _TYPES[kind]) + _bytes(2, shape)))


def _key(field: int, wire: int) -> bytes:
    return _varint(field << 3 | wire)


def _int(field: int, value: int) -> bytes:
    return _key(field, _VARINT) + _varint(value & (1 << 64) - 1)


def _text(field: int, value: str) -> bytes:
    return _bytes(field, value.encode())


def _bytes(field: int, value: bytes) -> bytes:
    return _head(field, len(value)) + value


def _head(field: int, size: int) -> bytes:
    return _key(field, _BYTES) + _varint(size)


def _varint(value: int) -> bytes:
    made = bytearray()
    while value > _LOW:
        made.append(value & _LOW | _MORE)
        value >>= 7
    made.append(value)
    return bytes(made)
