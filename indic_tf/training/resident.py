"""Training windows where a GPU's memory holds all text: drawn by number here, put together there.

A GPU that trains a small encoder reads more than a million subwords a second; `sampling.Sampler`, which copies window
by window, would be what it waits for. Windows are drawn as there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..errors import InputError
from ..labels import IGNORE
from ..tagging.encode import SubwordModel
from .config import Data
from .encoded import EncodedSource
from .sampling import Batch, Mixture, short_sentences

Numbers = NDArray[np.int64]


def in_eights(length: int) -> int:
    """A length as windows have it: a GPU multiplies matrices of whole eights fastest."""
    return -(-length // 8) * 8


def most_words(length: int) -> int:
    """The most words of a window of so many subwords: a number that does not hang on what was drawn, so that layers
    which run on words (`word_bert`) have few shapes too. Few windows would have more."""
    return in_eights(length // 2 + 16)


class Held:
    """The subwords, labels and soft labels of sources in a device's memory, one source behind the other.

    Raises `InputError` for a vocabulary with special subwords around a text, which windows here have not.
    """

    def __init__(
        self, sources: Sequence[EncodedSource], heads: Sequence[str], pieces: SubwordModel, device: torch.device
    ) -> None:
        if pieces.prefix or pieces.suffix:
            raise InputError("a vocabulary that puts special subwords around a text is not for a GPU's sampler")
        self.heads, self.pieces, self.device = tuple(heads), pieces, device
        self.words = _joined([source.words[:-1] for source in sources], sources)
        self.ids = self._put(np.concatenate([source.ids for source in sources]))
        self.types = self._put(np.concatenate([source.types for source in sources]))
        self.labels = self._put(
            np.concatenate([source.labels[: len(heads)] for source in sources], axis=1).astype(np.int8)
        )
        ends = np.zeros(len(self.ids), np.bool_)
        ends[np.append(self.words[1:], len(ends)) - 1] = True
        self.ends = self._put(ends)
        self.word_of = self._put((np.cumsum(ends) - ends).astype(np.int32))
        told = {head: said.shape[1] for source in sources for head, said in source.soft.items()}
        self.soft: dict[str, Tensor] = {
            head: self._put(np.concatenate([_said(s, head, size) for s in sources])) for head, size in told.items()
        }

    def _put(self, array: NDArray[np.generic]) -> Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.device)

    def shortened(self, starts: Numbers, stops: Numbers, words: int) -> Numbers:
        """Where windows stop that are to have so many ``words`` at most."""
        after = np.searchsorted(self.words, starts) + words
        full = self.words[np.minimum(after, len(self.words) - 1)]
        return np.where(after < len(self.words), np.minimum(stops, full), stops)

    def batch(self, starts: Numbers, stops: Numbers, length: int, width: int | None = None) -> Batch:
        """Windows of at most ``length`` subwords and, if that is known, ``width`` words, from ``starts`` to before
        ``stops``."""
        first, last = (torch.from_numpy(n).to(self.device)[:, None] for n in (starts, stops))
        places = first + torch.arange(length, device=self.device)
        inside = places < last
        places = places.clamp(max=len(self.ids) - 1)
        ends = self.ends[places] & inside
        return Batch(
            input_ids=torch.where(inside, self.ids[places].long(), self.pieces.pad_id),
            attention_mask=inside.long(),
            token_type_ids=torch.where(inside, self.types[places].long(), 0),
            words=ends,
            labels={h: torch.where(ends, self.labels[i][places].long(), IGNORE) for i, h in enumerate(self.heads)},
            soft={head: said[self.word_of[places].long()] * ends[..., None] for head, said in self.soft.items()},
            width=width,
        )

    def asked(self, length: int, edge: int, longest: int) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Windows that ask of every word once: starts, stops, and from which subword to before which they are asked of
        the words that end there. ``edge`` subwords or more at either side, a quarter at most, only lend their context;
        ``longest`` are the most subwords of a word. Raises `InputError` for windows that hold no word."""
        if length <= longest:
            raise InputError(f"windows of {length} subwords are too short for words of {longest}")
        edge = min(edge, (length - longest) // 4)
        step = length - 2 * edge - longest
        total = len(self.ids)
        first = np.arange(0, total, step)
        starts = self.words[np.searchsorted(self.words, np.maximum(first - edge, 0), side="right") - 1]
        return starts, np.minimum(starts + length, total), first, np.minimum(first + step, total)


class ResidentSampler:
    """Draws batches without end as `sampling.Sampler` does, out of what is `Held`; three shapes, whatever is drawn.

    ``sources`` maps ``<language>/<source>`` to its arrays.
    """

    def __init__(
        self,
        sources: Mapping[str, EncodedSource],
        data: Data,
        heads: Sequence[str],
        pieces: SubwordModel,
        seed: int,
        device: torch.device,
    ) -> None:
        own = list(sources.values())
        self.held = Held(own, heads, pieces, device)
        self._data, self._mixture = data, Mixture(sources, data)
        self._ends = np.cumsum([len(source.ids) for source in own])
        self._words = _Pool([source.words[:-1] for source in own], own)
        self._sentences = _Pool([source.sentences[:-1] for source in own], own)
        self._questions = _Pool([source.sentences[source.questions] for source in own], own)
        short = [short_sentences(source, data.short) for source in own]
        self._short = _Pool([source.sentences[n] for source, n in zip(own, short, strict=True)], own)
        both = [np.intersect1d(source.questions, n) for source, n in zip(own, short, strict=True)]
        self._short_questions = _Pool([source.sentences[n] for source, n in zip(own, both, strict=True)], own)
        self.random = np.random.default_rng(seed)
        self.progress = 0.0

    def draw(self, tokens: int) -> Batch:
        """One batch of about ``tokens`` subwords, padding included."""
        draw, share = self.random.random(), self._data.short_share
        if draw < share:
            length, width = self._data.short, in_eights(self._data.short)
            starts, stops = self._utterances(max(1, 2 * tokens // length))
        else:
            length = self._data.window if draw < 1 - 0.25 * (1 - share) else self._data.window // 2
            width = most_words(length)
            starts, stops = self._windows(max(1, tokens // length), length)
            stops = self.held.shortened(starts, stops, width)
        return self._blanked(self.held.batch(starts, stops, in_eights(length), width))

    def _blanked(self, batch: Batch) -> Batch:
        chance = torch.Generator(self.held.device).manual_seed(int(self.random.integers(2**62)))
        drawn = torch.rand(batch.input_ids.shape, generator=chance, device=self.held.device)
        blank = (drawn < self._data.blank) & (batch.attention_mask == 1)
        batch.input_ids.masked_fill_(blank, self.held.pieces.unknown_id)
        return batch

    def _utterances(self, count: int) -> tuple[Numbers, Numbers]:
        """Short sentences, each with its final mark; of sources that have some."""
        sources = self._sources(count)
        while not (has := self._short.counts[sources] > 0).all():
            sources = np.where(has, sources, self._sources(count))
        asks = self._asks(count) & (self._short_questions.counts[sources] > 0)
        starts = np.where(
            asks, self._short_questions.draw(sources, self.random), self._short.draw(sources, self.random)
        )
        return starts, self._sentences.after(starts, self._ends[sources])

    def _windows(self, count: int, length: int) -> tuple[Numbers, Numbers]:
        """About ``length`` subwords that open at a sentence or anywhere and close at a sentence or anywhere."""
        sources = self._sources(count)
        starts, ends = self._starts(sources), self._ends[sources]
        stops = np.minimum(self._words.before(starts + length), ends)
        stops = np.where(starts + length >= ends, ends, stops)
        closing = np.where(stops == ends, ends, self._sentences.before(stops))
        closes = (self.random.random(count) < self._data.sentence_end) & (closing > starts)
        return starts, np.maximum(np.where(closes, closing, stops), starts + 1)

    def _starts(self, sources: Numbers) -> Numbers:
        count = len(sources)
        anywhere = self._words.draw(sources, self.random)
        opening = self._sentences.draw(sources, self.random)
        starts = np.where(self.random.random(count) < self._data.sentence_start, opening, anywhere)
        asks = self._asks(count) & (self._questions.counts[sources] > 0)
        asked = self._questions.draw(sources, self.random)
        return np.where(asks, self._sentences.back(asked, self.random.integers(3, size=count), sources), starts)

    def _asks(self, count: int) -> NDArray[np.bool_]:
        asks: NDArray[np.bool_] = self.random.random(count) < self._data.question_share
        return asks

    def _sources(self, count: int) -> Numbers:
        return self._mixture.drawn(self.progress, self.random.random(count))


class _Pool:
    """Places in the text (sorted), of which each source has a run."""

    def __init__(self, places: Sequence[Numbers], sources: Sequence[EncodedSource]) -> None:
        self.counts = np.array([len(own) for own in places])
        self._first = np.cumsum(self.counts) - self.counts
        self._places = np.append(_joined(places, sources), 0)  # one more, for the draw of a source that has none

    def draw(self, sources: Numbers, random: np.random.Generator) -> Numbers:
        """A place of each of these sources; any, of one that has none."""
        within = (random.random(len(sources)) * self.counts[sources]).astype(np.int64)
        drawn: Numbers = self._places[np.minimum(self._first[sources] + within, len(self._places) - 1)]
        return drawn

    def before(self, places: Numbers) -> Numbers:
        """The last place that is not behind each of these."""
        found: Numbers = self._places[np.searchsorted(self._places[:-1], places, side="right") - 1]
        return found

    def after(self, places: Numbers, ends: Numbers) -> Numbers:
        """The next place behind each of these, or the end of its source."""
        number = np.searchsorted(self._places[:-1], places, side="right")
        last = number == len(self._places) - 1
        found: Numbers = np.where(last, ends, np.minimum(self._places[number], ends))
        return found

    def back(self, places: Numbers, steps: Numbers, sources: Numbers) -> Numbers:
        """The place so many steps before each of these, in its source."""
        number = np.searchsorted(self._places[:-1], places, side="left")
        found: Numbers = self._places[np.maximum(number - steps, self._first[sources])]
        return found


def _joined(places: Sequence[Numbers], sources: Sequence[EncodedSource]) -> Numbers:
    """Places within sources as places in the text of all."""
    begin = np.cumsum([0, *(len(source.ids) for source in sources)])
    return np.concatenate([own + first for own, first in zip(places, begin[:-1], strict=True)])


def _said(source: EncodedSource, head: str, labels: int) -> NDArray[np.uint8]:
    return source.soft.get(head, np.zeros((source.word_count, labels), np.uint8))
