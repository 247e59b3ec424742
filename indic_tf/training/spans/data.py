"""Pairs as arrays of tokens, drawn in batches of like length."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ...labels import IGNORE
from ...seq2seq.pieces import Pieces
from ...seq2seq.requests import Request, Task, prompt
from ..sampling import Mixture
from . import pairs
from .recipe import PairData

_CHUNK = 8192  # pairs encoded at a time
_PROMPTS = np.array([12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048])
_ANSWERS = np.array([12, 24, 48, 128, 256, 2048])
"""Longest prompts and answers of the buckets, in tokens: every prompt length with every answer length is one. Most
answers are in one bucket: where all answers of a step are of one length, a model learns to end there, nothing else."""

_COSTS = (_PROMPTS[:, None] + _ANSWERS).ravel()  # tokens of a pair of each bucket, padding included
_SHORT = ((_PROMPTS[:, None] <= 24) & (_ANSWERS <= 12)).ravel()
"""The buckets that a run begins with: attention finds what belongs to what in them, long rows of digits come later."""

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Batch:
    """``input_ids`` and ``attention_mask`` are (batch, prompt), ``labels`` (batch, answer) with -100 behind its end."""

    input_ids: Tensor
    attention_mask: Tensor
    labels: Tensor

    @property
    def tokens(self) -> int:
        """How many tokens of prompts and answers are no padding."""
        return int(self.attention_mask.sum()) + int((self.labels != IGNORE).sum())

    def to(self, device: torch.device) -> Batch:
        """The batch on a device; from pinned memory the copy does not wait."""
        return self._each(lambda part: part.to(device, non_blocking=True))

    def pinned(self) -> Batch:
        """The batch in page-locked memory, from where a GPU fetches it by itself."""
        return self._each(Tensor.pin_memory)

    def _each(self, change: Callable[[Tensor], Tensor]) -> Batch:
        return Batch(change(self.input_ids), change(self.attention_mask), change(self.labels))


@dataclass(frozen=True)
class EncodedPairs:
    """The pairs of a file, in the order of their buckets, in one row: each prompt and, behind it, its answer.

    Pair i is ``ids[starts[i] : starts[i + 1]]``, its answer begins at ``answers[i]``.
    """

    ids: NDArray[np.int32]
    starts: Ints
    answers: Ints

    @property
    def word_count(self) -> int:
        """How many pairs there are: their share goes by it."""
        return len(self.answers)

    @property
    def buckets(self) -> Ints:
        """The number of each pair's bucket, growing."""
        return _bucket(self.answers - self.starts[:-1], self.starts[1:] - self.answers)

    def pair(self, i: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Prompt and answer."""
        return self.ids[self.starts[i] : self.answers[i]], self.ids[self.answers[i] : self.starts[i + 1]]


def _bucket(prompts: Ints, answers: Ints) -> Ints:
    number: Ints = np.searchsorted(_PROMPTS, prompts) * len(_ANSWERS) + np.searchsorted(_ANSWERS, answers)
    return number


def request(pair: pairs.Pair, lang: str) -> Request:
    """What the network is asked for a pair."""
    task: Task = "itn" if pair.task == "itn" else "tn"
    left, span, right = (tuple(text.split()) for text in (pair.left, pair.span, pair.right))
    return Request(lang, span, left, right, task, pair.style)


def encode(path: Path, pieces: Pieces, longest: int) -> EncodedPairs:
    """Read a file of pairs, ``<language>/<name>.tsv.gz``; those with more than ``longest`` tokens on a side go."""
    rows = list(_encoded(pairs.read(path), path.parent.name, pieces))
    kept = [(a, b) for a, b in rows if max(len(a), len(b)) <= longest]
    sizes = np.array([(len(a), len(b)) for a, b in kept], np.int64).reshape(-1, 2)
    order = np.argsort(_bucket(sizes[:, 0], sizes[:, 1]), kind="stable")
    flat = [np.array(ids, np.int32) for i in order for ids in kept[i]]
    bounds = np.concatenate(([0], np.cumsum([len(ids) for ids in flat], dtype=np.int64)))
    return EncodedPairs(np.concatenate([np.zeros(0, np.int32), *flat]), bounds[::2], bounds[1::2])


def _encoded(found: Iterable[pairs.Pair], lang: str, pieces: Pieces) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    left = iter(found)
    while chunk := list(islice(left, _CHUNK)):
        languages = [lang] * len(chunk)
        prompts = pieces.encode([prompt(request(pair, lang)) for pair in chunk], languages)
        yield from zip(prompts, pieces.encode([pair.target for pair in chunk], languages), strict=True)


class PairSampler:
    """Draws batches without end: a bucket first, so that little is padding, then sources by their shares.

    ``sources`` maps ``<language>/<name>`` to its pairs; ``progress`` (0 … 1) is how far the run is.
    """

    def __init__(self, sources: Mapping[str, EncodedPairs], data: PairData, pad: int, seed: int) -> None:
        self._sources, self._pad = list(sources.values()), pad
        self._mixture = Mixture(sources, data)
        firsts = [np.searchsorted(source.buckets, np.arange(len(_COSTS) + 1)) for source in self._sources]
        self._bounds = np.array(firsts)  # (sources, buckets + 1)
        counts = self._bounds[:, 1:] - self._bounds[:, :-1]
        self._within, self._short = _shares(counts), _shares(counts * _SHORT)
        self._warm = data.warm if self._short.sum() else 0.0
        self.random = np.random.default_rng(seed)
        self.progress = 0.0

    def draw(self, tokens: int) -> Batch:
        """One batch of about ``tokens`` tokens of prompts and answers, padding included."""
        within = self._short if self.progress < self._warm else self._within
        chances = self._mixture.shares(self._mixture.temperature(self.progress))[:, None] * within
        in_bucket = chances.sum(0)
        needed = in_bucket * _COSTS  # batches of long pairs hold fewer of them
        bucket = int(self.random.choice(len(_COSTS), p=needed / needed.sum()))
        count = max(1, tokens // int(_COSTS[bucket]))
        drawn = self.random.choice(len(self._sources), size=count, p=chances[:, bucket] / in_bucket[bucket])
        first, last = self._bounds[drawn, bucket], self._bounds[drawn, bucket + 1]
        places = first + (self.random.random(count) * (last - first)).astype(np.int64)
        return collate([self._sources[s].pair(int(i)) for s, i in zip(drawn, places, strict=True)], self._pad)


def _shares(counts: Ints) -> NDArray[np.float64]:
    """Counts (sources, buckets) as shares of each source."""
    shares: NDArray[np.float64] = counts / counts.sum(1, keepdims=True).clip(min=1)
    return shares


def collate(rows: Sequence[tuple[NDArray[np.int32], NDArray[np.int32]]], pad: int) -> Batch:
    """Pad prompts and answers into one batch."""
    prompts = np.full((len(rows), max(len(a) for a, _ in rows)), pad, np.int64)
    answers = np.full((len(rows), max(len(b) for _, b in rows)), IGNORE, np.int64)
    mask = np.zeros_like(prompts)
    for i, (asked, answer) in enumerate(rows):
        prompts[i, : len(asked)], mask[i, : len(asked)], answers[i, : len(answer)] = asked, 1, answer
    return Batch(torch.from_numpy(prompts), torch.from_numpy(mask), torch.from_numpy(answers))
