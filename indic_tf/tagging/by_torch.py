"""The networks of taggers by PyTorch: on a GPU, of encoders that only transformers has, and what was just trained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from . import load
from .batches import Batch
from .devices import AUTO, half_of
from .settings import Settings
from .threads import as_many_as_pay, take

BATCH_SUBWORDS = {"cpu": 2048, "cuda": 16_384}
"""Windows of so many subwords are run at a time, padding included. Those of a GPU are by its arithmetic, not measured:
fewer leave most of it idle."""


class TorchNetwork:
    """A module on a device. `load` makes one; threads may share it."""

    waits = True

    def __init__(self, module: nn.Module, settings: Settings, device: torch.device, precision: str = AUTO) -> None:
        take()
        self.module = module.to(device).eval()
        self._settings, self._device = settings, device
        self._half = half_of(device, settings, precision)
        self.batch_subwords = BATCH_SUBWORDS.get(device.type, BATCH_SUBWORDS["cpu"])

    @classmethod
    def load(cls, folder: Path, settings: Settings, device: torch.device, precision: str = AUTO) -> TorchNetwork:
        """The network of a model folder. Raises `ModelError` for weights that are missing or do not fit, and as
        `devices.half_of` does."""
        return cls(load.network(folder, settings), settings, device, precision)

    @torch.inference_mode()
    def logits(self, batch: Batch) -> dict[str, NDArray[np.float32]]:
        """Per head, (windows, words, labels)."""
        with as_many_as_pay(int(batch.mask.sum()), self._device):
            return {name: logits.cpu().numpy() for name, logits in self._at_words(batch).items()}

    def _at_words(self, batch: Batch) -> dict[str, Tensor]:
        given = {name: torch.from_numpy(values).to(self._device) for name, values in batch.arrays().items()}
        ids, mask, label_at = given["ids"], given["mask"], given["label_at"]
        more: dict[str, Any] = {"token_type_ids": given["types"]} if self._settings.takes_scripts else {}
        if self._settings.takes_words:
            more |= {"ends": torch.zeros_like(mask, dtype=torch.bool).scatter(1, label_at, True)}
            more |= {"width": label_at.shape[1]}
        with torch.autocast(self._device.type, dtype=self._half, enabled=self._half is not None):
            found = self.module(ids, mask, **more).logits
        return {
            name: logits.gather(1, label_at[..., None].expand(-1, -1, logits.shape[-1])).float()
            for name, logits in found.items()
        }
