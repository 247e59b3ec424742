"""The networks of taggers on a CPU by ONNX Runtime: no torch, no transformers.

A session has one thread and no pool of its own; batches are run side by side in as many threads as were chosen. So no
thread ever spins for another (OpenMP's do, and on a machine that does anything else they cost more than they bring),
and a forked child has all that it needs.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from . import as_graph
from .batches import Batch
from .settings import Settings

EXPORTED = "model.onnx"
"""The file of a model folder that `export` writes."""

BATCH_SUBWORDS = 512
"""Windows of so many subwords are run at a time, padding included: more are no faster, and take more memory."""

_HINT = "`indic-tf train tagger RECIPE` makes one"


class OnnxNetwork:
    """A session of ONNX Runtime. `load` makes one; threads may share it."""

    batch_subwords = BATCH_SUBWORDS
    waits = False

    def __init__(self, session: Any) -> None:
        self._session = session
        self._inputs = [given.name for given in session.get_inputs()]
        self._outputs = [made.name for made in session.get_outputs()]

    @classmethod
    def load(cls, folder: Path, settings: Settings) -> OnnxNetwork:
        """The network of a model folder: its ``model.onnx``, else the graph of its weights (`as_graph`).

        Raises `ModelError` for files that are missing or do not fit.
        """
        exported = folder / EXPORTED
        try:
            if exported.is_file():
                return cls(session(str(exported)))
            return cls(session(*as_graph.built(folder, settings, apart=True)))
        except failures() as error:
            raise ModelError(f"{folder} does not hold a whole tagger ({error}); {_HINT}") from error

    def logits(self, batch: Batch) -> dict[str, NDArray[np.float32]]:
        """Per head, (windows, words, labels)."""
        given = batch.arrays()
        made = self._session.run(self._outputs, {name: given[name] for name in self._inputs})
        return dict(zip(self._outputs, made, strict=True))


def session(model: str | bytes, outside: Mapping[str, NDArray[Any]] = MappingProxyType({})) -> Any:
    """A session for a file or for its bytes and what lies outside them, with the thread that asks it and no other."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    if outside:
        values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in outside.values()]
        options.add_external_initializers(list(outside), values)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def can(folder: Path, settings: Settings) -> bool:
    """Whether this module runs the model of a folder."""
    return (folder / EXPORTED).is_file() or (as_graph.can(settings) and (folder / as_graph.WEIGHTS).is_file())


def failures() -> tuple[type[Exception], ...]:
    """What a folder that does not hold a whole model raises; ONNX Runtime's own errors have no base in common."""
    from onnxruntime.capi import onnxruntime_pybind11_state as state

    kinds = [kind for kind in vars(state).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    return OSError, ValueError, KeyError, TypeError, StopIteration, *kinds
