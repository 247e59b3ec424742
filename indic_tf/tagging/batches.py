"""Windows of texts as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .encode import Encoded

Ints = NDArray[np.int64]
_LENGTH_STEP, _WORDS_STEP = 8, 4  # windows are padded to a multiple of these, so that few distinct shapes occur


@dataclass(frozen=True, slots=True)
class Batch:
    """``ids``, ``mask`` and ``types`` are (windows, length), ``label_at`` (windows, words): see `encode.Encoded`. All
    are padded on the right, ``label_at`` with its last entry."""

    ids: Ints
    mask: Ints
    types: Ints
    label_at: Ints

    @classmethod
    def of(cls, windows: Sequence[Encoded], pad_id: int) -> Batch:
        """Windows that have a word each, as long as the longest of them."""
        longest = _step(max(len(w.ids) for w in windows), _LENGTH_STEP)
        words = _step(max(len(w.label_at) for w in windows), _WORDS_STEP)
        ids = np.full((len(windows), longest), pad_id, np.int64)
        mask, types = np.zeros_like(ids), np.zeros_like(ids)
        label_at = np.empty((len(windows), words), np.int64)
        for i, w in enumerate(windows):
            size, count = len(w.ids), len(w.label_at)
            ids[i, :size], mask[i, :size], types[i, :size] = w.ids, 1, w.types
            label_at[i, :count], label_at[i, count:] = w.label_at, w.label_at[-1]
        return cls(ids, mask, types, label_at)

    def arrays(self) -> dict[str, Ints]:
        """By the names of the fields."""
        return {"ids": self.ids, "mask": self.mask, "types": self.types, "label_at": self.label_at}


def _step(size: int, step: int) -> int:
    return -(-size // step) * step
