"""Where networks run, and what a device multiplies in. Importing this module loads torch."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch

from ..errors import ModelError
from .settings import Settings

AUTO = "auto"
PRECISIONS = {"single": None, "fp16": torch.float16, "bf16": torch.bfloat16}
"""What a network may multiply in, by the names that `Tagger.load` takes."""

_WIDE = 256
"""Narrower layers spend as much time on getting numbers into half precision as they save."""


def device_named(name: str) -> torch.device:
    """ "auto" is CUDA where there is one; raises `ModelError` for a device that is not there."""
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise ModelError(f"device {name!r}: this PyTorch sees no GPU; use device='cpu' or 'auto'")
    try:
        return torch.device(name)
    except RuntimeError as error:
        raise ModelError(f"device {name!r} is none: use 'auto', 'cpu', 'cuda' or 'cuda:N'") from error


def half_of(device: torch.device, settings: Settings, precision: str = AUTO) -> torch.dtype | None:
    """The half precision that a device multiplies in, None for single: the one that was asked for, or, for "auto", one
    that it gains from; a CPU does with wide encoders. Raises `ModelError` for a precision of another name."""
    if precision != AUTO:
        try:
            return PRECISIONS[precision]
        except KeyError:
            raise ModelError(
                f"precision {precision!r} is none: use {', '.join(map(repr, (AUTO, *PRECISIONS)))}"
            ) from None
    if device.type == "cuda":
        return torch.float16
    wide = settings.encoder.get("hidden_size", 0) >= _WIDE
    return torch.bfloat16 if wide and has_bfloat16(device) else None


def has_bfloat16(device: torch.device) -> bool:
    """Whether a device has instructions for bfloat16: a CPU without them multiplies forty times as slowly in it as in
    single precision."""
    if device.type == "cuda":
        return True
    can: Mapping[str, Any] = getattr(torch.cpu, "get_capabilities", dict)()  # not in torch 2.6
    return bool(can.get("avx512_bf16") or can.get("amx_bf16"))
