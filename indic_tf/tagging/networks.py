"""What runs a model folder's network: ONNX Runtime on a CPU, PyTorch for all else."""

from __future__ import annotations

import ctypes
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..extras import needed_for
from . import by_onnx
from .batches import Batch
from .settings import Settings

AUTO, ONNX, TORCH, SINGLE = "auto", "onnx", "torch", "single"
BACKENDS = (AUTO, ONNX, TORCH)
_CPU = "cpu"
_DRIVERS = {"linux": "libcuda.so.1", "win32": "nvcuda.dll"}


class Network(Protocol):
    """Windows in, logits out.

    ``batch_subwords``: how many subwords are best run at a time; ``waits``: whether it takes the CPU's threads itself,
    so that one batch waits for another.
    """

    @property
    def batch_subwords(self) -> int: ...

    @property
    def waits(self) -> bool: ...

    def logits(self, batch: Batch) -> dict[str, NDArray[np.float32]]:
        """Per head, (windows, words, labels)."""
        ...


def load(folder: Path, settings: Settings, device: str = AUTO, backend: str = AUTO, precision: str = AUTO) -> Network:
    """The network of a model folder on a device: "auto" (CUDA where there is one), "cpu", "cuda" or "cuda:N".

    ``backend``: "onnx" (a CPU, and networks that `by_onnx` has), "torch" (the extra of this name), or "auto": ONNX
    Runtime where it can. ``precision``: what PyTorch multiplies in: "single", "fp16", "bf16", or "auto"; ONNX Runtime
    knows single alone, so a half one is PyTorch's. Raises `ModelError` for what cannot be had.
    """
    if backend not in BACKENDS:
        raise ModelError(f"backend {backend!r} is none: use {', '.join(map(repr, BACKENDS))}")
    halved = precision not in (AUTO, SINGLE)
    if backend == ONNX and halved:
        raise ModelError(
            f"ONNX Runtime runs models in single precision here, not in {precision!r}; use backend='torch'"
        )
    wanted = not halved and (backend == ONNX or (backend == AUTO and by_onnx.can(folder, settings)))
    if wanted and on_cpu(device):
        return by_onnx.OnnxNetwork.load(folder, settings)
    if backend == ONNX:
        raise ModelError(f"ONNX Runtime runs models on the CPU here, not on {device!r}; use device='cpu' or 'auto'")
    with needed_for(_reason(folder, settings, device, wanted)):
        from .by_torch import TorchNetwork
        from .devices import device_named
    return TorchNetwork.load(folder, settings, device_named(device), precision)


def on_cpu(device: str) -> bool:
    """Whether a device is the CPU; "auto" is where there is no PyTorch or no GPU."""
    return device == _CPU or (device == AUTO and not (has_torch() and _has_gpu()))


def has_torch() -> bool:
    """Whether PyTorch is installed; it is not loaded."""
    return find_spec("torch") is not None


def _reason(folder: Path, settings: Settings, device: str, wanted: bool) -> str:
    if wanted:
        return f"device {device!r}"
    return f"the encoder of {folder.name} ({settings.encoder['model_type']})"


def _has_gpu() -> bool:
    """Whether PyTorch sees a GPU; without a driver it is not asked, since loading it takes seconds."""
    if "torch" not in sys.modules:
        try:
            ctypes.CDLL(_DRIVERS.get(sys.platform, _DRIVERS["linux"]))
        except OSError:
            return False
    import torch

    return torch.cuda.is_available()
