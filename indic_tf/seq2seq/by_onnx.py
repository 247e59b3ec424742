"""Our own encoder-decoders on a CPU by ONNX Runtime: no torch, no transformers."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import ModelError
from ..tagging.by_onnx import failures, session
from . import as_graph

Ints = NDArray[np.int64]
State = dict[str, NDArray[np.float32]]


class OnnxSeq2Seq:
    """The two sessions of a network, and what is asked of it. `load` makes one; threads may share it."""

    def __init__(self, encoder: Any, decoder: Any, config: Mapping[str, Any]) -> None:
        self._encoder, self._decoder = encoder, decoder
        self._start, self._pad = int(config["decoder_start_token_id"]), int(config["pad_token_id"])
        self._cross = [made.name for made in encoder.get_outputs()]
        self._now = [made.name for made in decoder.get_outputs()]
        self._past = {
            given.name: (given.shape[1], given.shape[3])
            for given in decoder.get_inputs()
            if given.name.startswith("past.")
        }

    @classmethod
    def load(cls, folder: Path) -> OnnxSeq2Seq | None:
        """The network of a folder; None for one that only PyTorch runs. Raises `ModelError` for weights that are
        missing or do not fit."""
        try:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            if not as_graph.can(config) or not (folder / as_graph.WEIGHTS).is_file():
                return None
            encoder, decoder = as_graph.built(folder, config)
            return cls(session(*encoder), session(*decoder), config)
        except failures() as error:
            hint = "`indic-tf train spans RECIPE` makes one"
            raise ModelError(f"{folder} does not hold a span normalizer ({error}); {hint}") from error

    def greedy(self, sources: Sequence[Sequence[int]], limits: Sequence[int], end: int) -> list[list[int] | None]:
        """The answer of every source, ``end`` left out, taking the likeliest token at each step; None for an answer
        that has not ended after its limit of tokens."""
        state = self._encoded(sources)
        answers: list[list[int]] = [[] for _ in sources]
        ended = [False] * len(sources)
        rows = [*range(len(sources))]  # the sources that the batch still holds
        last: Ints = np.full((len(rows), 1), self._start, np.int64)
        state |= self._nothing_said(len(rows))
        while True:
            logits, state = self._step(last, state)
            last = logits[:, -1:].argmax(-1)
            for i, token in zip(rows, last[:, 0].tolist(), strict=True):
                if not ended[i] and len(answers[i]) < limits[i]:
                    ended[i] = token == end
                    answers[i] += [] if ended[i] else [token]
            going = [at for at, i in enumerate(rows) if not ended[i] and len(answers[i]) < limits[i]]
            if not going:
                return [answer if done else None for answer, done in zip(answers, ended, strict=True)]
            if len(going) <= len(rows) / 2:  # one long answer should not cost what a full batch does
                rows = [rows[at] for at in going]
                last, state = last[going], {name: values[going] for name, values in state.items()}

    def log_probabilities(
        self, sources: Sequence[Sequence[int]], owners: Sequence[int], targets: Sequence[Sequence[int]]
    ) -> list[float]:
        """The natural logarithm of the chance of every target, given the source ``owners[i]``: the sum over its
        tokens, the closing one included."""
        state = {name: values[list(owners)] for name, values in self._encoded(sources).items()}
        gold, known = _padded(targets, self._pad)
        before = np.concatenate([np.full((len(gold), 1), self._start, np.int64), gold[:, :-1]], 1)
        logits, _ = self._step(before, state | self._nothing_said(len(gold)))
        most = logits.max(-1, keepdims=True)
        whole = np.log(np.exp(logits - most).sum(-1)) + most[..., 0]
        chances = np.take_along_axis(logits, gold[..., None], -1)[..., 0] - whole
        return [float(value) for value in (chances * known).sum(1)]

    def _encoded(self, sources: Sequence[Sequence[int]]) -> dict[str, NDArray[Any]]:
        """What the decoder is to know of the prompts."""
        ids, mask = _padded(sources, self._pad)
        made = self._encoder.run(self._cross, {"ids": ids, "mask": mask})
        return {"mask": mask, **dict(zip(self._cross, made, strict=True))}

    def _nothing_said(self, rows: int) -> State:
        return {name: np.zeros((rows, heads, 0, size), np.float32) for name, (heads, size) in self._past.items()}

    def _step(self, ids: Ints, state: dict[str, Any]) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Logits of the tokens behind ``ids``, and the state with these said."""
        made = dict(zip(self._now, self._decoder.run(self._now, {"ids": ids, **state}), strict=True))
        logits = made.pop("logits")
        return logits, state | {f"past.{name.removeprefix('now.')}": values for name, values in made.items()}


def _padded(rows: Sequence[Sequence[int]], fill: int) -> tuple[Ints, Ints]:
    """(rows, longest row), filled up on the right, and 1 where a row has its own."""
    ids = np.full((len(rows), max(map(len, rows))), fill, np.int64)
    mask = np.zeros_like(ids)
    for i, row in enumerate(rows):
        ids[i, : len(row)], mask[i, : len(row)] = row, 1
    return ids, mask
