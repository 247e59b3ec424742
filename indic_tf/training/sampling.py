"""Batches of training windows.

Most batches hold windows of a fixed number of subwords that open anywhere, also in mid-sentence; some hold single
short utterances with their final mark, because that is what most users send.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import Protocol

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..labels import IGNORE
from ..tagging.encode import SubwordModel
from .config import Data, Mixed, SourceWeight
from .encoded import EncodedSource

Slice = tuple[EncodedSource, int, int]


@dataclass(frozen=True)
class Batch:
    """Everything is (batch, length). ``words`` is True at the last subword of every word, where its label sits; no row
    has more words than ``width``.

    ``soft`` has what teachers said beforehand (`soft`): per head (batch, length, labels), 0 where they said nothing.
    """

    input_ids: Tensor
    attention_mask: Tensor
    token_type_ids: Tensor
    words: Tensor
    labels: dict[str, Tensor]
    soft: dict[str, Tensor] = field(default_factory=dict)
    width: int | None = None

    @property
    def tokens(self) -> int:
        """How many subwords are no padding."""
        return int(self.attention_mask.sum())

    def to(self, device: torch.device) -> Batch:
        """The batch on a device; from pinned memory the copy does not wait."""
        return self._each(lambda part: part.to(device, non_blocking=True))

    def pinned(self) -> Batch:
        """The batch in page-locked memory, from where a GPU fetches it by itself, if it does not lie there yet."""
        return self if self.input_ids.is_cuda else self._each(Tensor.pin_memory)

    def known(self) -> Batch:
        """The batch without the heads that have no label in it, so that they cost nothing."""
        labels = {head: gold for head, gold in self.labels.items() if bool((gold != IGNORE).any())}
        return replace(self, labels=labels)

    def _each(self, change: Callable[[Tensor], Tensor]) -> Batch:
        return Batch(
            change(self.input_ids),
            change(self.attention_mask),
            change(self.token_type_ids),
            change(self.words),
            {head: change(gold) for head, gold in self.labels.items()},
            {head: change(said) for head, said in self.soft.items()},
            self.width,
        )


def weight_of(name: str, weights: Sequence[SourceWeight]) -> float:
    """The weight of source ``<language>/<source>``: the first pattern that fits, else 1."""
    return next((row.weight for row in weights if fnmatch(name, row.pattern)), 1.0)


class Sampler:
    """Draws batches without end. ``sources`` maps ``<language>/<source>`` to its arrays, one a way to cut words.

    ``progress`` (0 … 1) is how far the run is; a curriculum goes by it.
    """

    def __init__(
        self,
        sources: Mapping[str, Sequence[EncodedSource]],
        data: Data,
        heads: Sequence[str],
        pieces: SubwordModel,
        seed: int,
    ) -> None:
        self._cuts = max(map(len, sources.values()))
        self._sources = [source for cuts in sources.values() for source in cuts]
        self._mixture = Mixture({name: cuts[0] for name, cuts in sources.items()}, data)
        self._short = [short_sentences(source, data.short) for source in self._sources]
        self._asked = [np.intersect1d(s.questions, n) for s, n in zip(self._sources, self._short, strict=True)]
        self._data, self._heads, self._pieces = data, tuple(heads), pieces
        self.random = np.random.default_rng(seed)
        self.progress = 0.0

    def batches(self, tokens: int) -> Iterator[Batch]:
        """Batches of about ``tokens`` subwords each, padding included."""
        while True:
            yield self._drawn(tokens)

    def draw(self, tokens: int) -> Batch:
        """One batch of about ``tokens`` subwords, padding included, without heads that nothing is known about."""
        return self._drawn(tokens).known()

    def _drawn(self, tokens: int) -> Batch:
        draw, share = self.random.random(), self._data.short_share
        if draw < share:
            return self._batch([self._utterance() for _ in range(max(1, 2 * tokens // self._data.short))])
        length = self._data.window if draw < 1 - 0.25 * (1 - share) else self._data.window // 2
        return self._batch([self._window(length) for _ in range(max(1, tokens // length))])

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
        number = self._cuts * self._mixture.draw(self.progress, self.random.random())
        return number + (int(self.random.integers(self._cuts)) if self._cuts > 1 else 0)

    def _batch(self, slices: Sequence[Slice]) -> Batch:
        batch = collate(slices, self._heads, self._pieces)
        blank = torch.from_numpy(self.random.random(tuple(batch.input_ids.shape)) < self._data.blank)
        batch.input_ids[blank & (batch.attention_mask == 1)] = self._pieces.unknown_id
        return batch


class Sized(Protocol):
    """A source of training examples; ``word_count`` is what its share goes by."""

    @property
    def word_count(self) -> int: ...


class Mixture:
    """How likely each source is: tempered over languages, by weighted words within one."""

    def __init__(self, sources: Mapping[str, Sized], data: Mixed) -> None:
        languages = [name.split("/")[0] for name in sources]
        words = np.array([s.word_count * weight_of(name, data.weights) for name, s in sources.items()])
        totals = {language: words[[other == language for other in languages]].sum() for language in set(languages)}
        self._totals = np.array([totals[language] for language in languages])
        self._within = np.divide(words, self._totals, out=np.zeros_like(words), where=self._totals > 0)
        self._data = data
        self._cumulated: tuple[float, NDArray[np.float64]] = (-1.0, np.zeros(0))

    def temperature(self, progress: float) -> float:
        """The exponent of the languages' words at this point of the run."""
        course = self._data.curriculum
        if course is None:
            return self._data.temperature
        return course.start + (course.end - course.start) * min(1.0, progress)

    def shares(self, temperature: float) -> NDArray[np.float64]:
        """The chance of every source, in order."""
        raw = self._within * self._totals**temperature
        shares: NDArray[np.float64] = raw / raw.sum()
        return shares

    def draw(self, progress: float, at: float) -> int:
        """The source at ``at`` (0 … 1) of the cumulated chances."""
        return int(self.drawn(progress, np.array(at)))

    def drawn(self, progress: float, at: NDArray[np.float64]) -> NDArray[np.int64]:
        """The sources at these places, as `draw` finds one."""
        temperature = self.temperature(progress)
        if temperature != self._cumulated[0]:
            cumulated = self.shares(temperature).cumsum()
            cumulated[-1] = 1.0  # rounding must not leave a gap above the last one
            self._cumulated = (temperature, cumulated)
        return np.searchsorted(self._cumulated[1], at, side="right")


def collate(slices: Sequence[Slice], heads: Sequence[str], pieces: SubwordModel) -> Batch:
    """Pad slices of sources into one batch, each between the special subwords that the encoder is used to.

    Labels off the last subword of a word stay -100.
    """
    around = len(pieces.prefix) + len(pieces.suffix)
    shape = (len(slices), max(stop - start for _, start, stop in slices) + around)
    ids = np.full(shape, pieces.pad_id, np.int64)
    mask, types = (np.zeros(shape, np.int64) for _ in range(2))
    ends = np.zeros(shape, np.bool_)
    labels = np.full((len(heads), *shape), IGNORE, np.int64)
    soft = {
        head: np.zeros((*shape, said.shape[1]), np.uint8)
        for source in {id(s): s for s, _, _ in slices}.values()
        for head, said in source.soft.items()
    }
    first = len(pieces.prefix)
    for row, (source, start, stop) in enumerate(slices):
        own = slice(first, first + stop - start)
        ids[row, :first] = pieces.prefix
        ids[row, own] = source.ids[start:stop]
        ids[row, own.stop : stop - start + around] = pieces.suffix
        mask[row, : stop - start + around] = 1
        types[row, own] = source.types[start:stop]
        within = slice(*np.searchsorted(source.words, (start, stop), side="right"))
        places = source.words[within] - 1 - start + first
        ends[row, places] = True
        labels[:, row, own] = source.labels[:, start:stop]
        for head, said in source.soft.items():
            soft[head][row, places] = said[within.start - 1 : within.stop - 1]
    return Batch(
        input_ids=torch.from_numpy(ids),
        attention_mask=torch.from_numpy(mask),
        token_type_ids=torch.from_numpy(types),
        words=torch.from_numpy(ends),
        labels={head: torch.from_numpy(labels[i]) for i, head in enumerate(heads)},
        soft={head: torch.from_numpy(said) for head, said in soft.items()},
        width=max(1, int(ends.sum(1).max())),
    )


def short_sentences(source: EncodedSource, longest: int) -> NDArray[np.int64]:
    """Numbers of the sentences of at most ``longest`` subwords."""
    lengths = source.sentences[1:] - source.sentences[:-1]
    return np.flatnonzero((lengths <= longest) & (lengths > 0))
