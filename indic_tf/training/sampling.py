"""Batches of training windows.

Most batches hold windows of a fixed number of subwords that open anywhere, also in mid-sentence; some hold single
short utterances with their final mark, because that is what most users send.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..labels import IGNORE
from ..tagging.encode import SubwordModel
from .config import Data, SourceWeight
from .encoded import EncodedSource

Slice = tuple[EncodedSource, int, int]


@dataclass(frozen=True)
class Batch:
    """Everything is (batch, length)."""

    input_ids: Tensor
    attention_mask: Tensor
    token_type_ids: Tensor
    labels: dict[str, Tensor]


def weight_of(name: str, weights: Sequence[SourceWeight]) -> float:
    """The weight of source ``<language>/<source>``: the first pattern that fits, else 1."""
    return next((row.weight for row in weights if fnmatch(name, row.pattern)), 1.0)


class Sampler:
    """Draws batches without end. ``sources`` maps ``<language>/<source>`` to its arrays."""

    def __init__(
        self, sources: Mapping[str, EncodedSource], data: Data, heads: Sequence[str], pieces: SubwordModel, seed: int
    ) -> None:
        self._sources = list(sources.values())
        self._chances = chances(sources, data)
        self._short = [_short_sentences(source, data.short) for source in self._sources]
        self._asked = [np.intersect1d(s.questions, n) for s, n in zip(self._sources, self._short, strict=True)]
        self._data, self._heads, self._pieces = data, tuple(heads), pieces
        self.random = np.random.default_rng(seed)

    def batches(self, tokens: int) -> Iterator[Batch]:
        """Batches of about ``tokens`` subwords each, padding included."""
        window = self._data.window
        while True:
            draw = self.random.random()
            if draw < self._data.short_share:
                yield self._batch([self._utterance() for _ in range(2 * tokens // self._data.short)])
            else:
                length = window if draw < 1 - 0.25 * (1 - self._data.short_share) else window // 2
                yield self._batch([self._window(length) for _ in range(tokens // length)])

    def _utterance(self) -> Slice:
        """One short sentence with its final mark."""
        while True:
            number = self._draw_source()
            source, short, asked = self._sources[number], self._short[number], self._asked[number]
            if not len(short):
                continue
            pool = asked if self._asks() and len(asked) else short
            sentence = int(pool[self.random.integers(len(pool))])
            return source, int(source.sentences[sentence]), int(source.sentences[sentence + 1])

    def _window(self, length: int) -> Slice:
        """About ``length`` subwords that open at a sentence or anywhere and close at a sentence or anywhere."""
        source = self._sources[self._draw_source()]
        start = self._start(source)
        stop = int(source.words[np.searchsorted(source.words, start + length, side="right") - 1])
        if self.random.random() < self._data.sentence_end:
            closing = int(source.sentences[np.searchsorted(source.sentences, stop, side="right") - 1])
            stop = closing if closing > start else stop
        return source, start, max(stop, start + 1)

    def _start(self, source: EncodedSource) -> int:
        sentences = len(source.sentences) - 1
        if self._asks() and len(source.questions):
            asked = int(source.questions[self.random.integers(len(source.questions))])
            return int(source.sentences[max(0, asked - int(self.random.integers(3)))])
        if self.random.random() < self._data.sentence_start:
            return int(source.sentences[self.random.integers(sentences)])
        return int(source.words[self.random.integers(source.word_count)])

    def _asks(self) -> bool:
        return bool(self.random.random() < self._data.question_share)

    def _draw_source(self) -> int:
        return int(np.searchsorted(self._chances, self.random.random(), side="right"))

    def _batch(self, slices: Sequence[Slice]) -> Batch:
        batch = collate(slices, self._heads, self._pieces)
        blank = torch.from_numpy(self.random.random(tuple(batch.input_ids.shape)) < self._data.blank)
        batch.input_ids[blank & (batch.attention_mask == 1)] = self._pieces.unknown_id
        return batch


def chances(sources: Mapping[str, EncodedSource], data: Data) -> NDArray[np.float64]:
    """Cumulated chances of the sources: tempered over languages, by weighted words within one."""
    weighted = {name: source.word_count * weight_of(name, data.weights) for name, source in sources.items()}
    totals: dict[str, float] = {}
    for name, words in weighted.items():
        language = name.split("/")[0]
        totals[language] = totals.get(language, 0.0) + words
    share = {language: total**data.temperature for language, total in totals.items()}
    raw = np.array([share[n.split("/")[0]] * words / totals[n.split("/")[0]] for n, words in weighted.items()])
    shares: NDArray[np.float64] = (raw / raw.sum()).cumsum()
    shares[-1] = 1.0  # rounding must not leave a gap above the last one
    return shares


def collate(slices: Sequence[Slice], heads: Sequence[str], pieces: SubwordModel) -> Batch:
    """Pad slices of sources into one batch, each between the special subwords that the encoder is used to.

    Labels off the last subword of a word stay -100.
    """
    around = len(pieces.prefix) + len(pieces.suffix)
    shape = (len(slices), max(stop - start for _, start, stop in slices) + around)
    ids = np.full(shape, pieces.pad_id, np.int64)
    mask, scripts = (np.zeros(shape, np.int64) for _ in range(2))
    labels = np.full((len(heads), *shape), IGNORE, np.int64)
    first = len(pieces.prefix)
    for row, (source, start, stop) in enumerate(slices):
        own = slice(first, first + stop - start)
        ids[row, : stop - start + around] = [*pieces.prefix, *source.ids[start:stop], *pieces.suffix]
        mask[row, : stop - start + around] = 1
        scripts[row, own] = source.scripts[start:stop]
        labels[:, row, own] = source.labels[:, start:stop]
    return Batch(
        input_ids=torch.from_numpy(ids),
        attention_mask=torch.from_numpy(mask),
        token_type_ids=torch.from_numpy(scripts),
        labels={head: torch.from_numpy(labels[i]) for i, head in enumerate(heads)},
    )


def _short_sentences(source: EncodedSource, longest: int) -> NDArray[np.int64]:
    """Numbers of the sentences of at most ``longest`` subwords."""
    lengths = source.sentences[1:] - source.sentences[:-1]
    return np.flatnonzero((lengths <= longest) & (lengths > 0))
