"""What is said of a text by a tagger that has not read it.

A tagger says of the text that it learnt from what stands there, chance and slips of the authors too. So the text is
dealt into parts; of each part a tagger speaks that has learnt from the others (stacked generalization, Wolpert 1992).
Passages that are `encoded.kin` stay together: what is made of a passage is not told by one that has read the passage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..tagging.devices import has_bfloat16
from ..tagging.encode import SubwordModel
from ..tagging.model import MultiHeadTagger
from . import dev, soft
from .encoded import EncodedSource
from .resident import Held

_EDGE = 16  # subwords at either end of a window that only lend it their context
_ROWS = 512


Sources = Mapping[str, EncodedSource]
Prepared = TypeVar("Prepared")


def told(
    sources: Sources,
    folds: int,
    prepare: Callable[[Sources], Prepared],
    learn: Callable[[int, Prepared], MultiHeadTagger],
    ask: Callable[[MultiHeadTagger, Sources], Mapping[str, soft.Bytes]],
    wanted: Callable[[str], bool] = lambda name: True,
) -> Iterator[tuple[str, dict[str, soft.Bytes]]]:
    """Source by source, of those that are ``wanted``, the shares of the labels of all words, by head, as `soft` has
    them.

    ``learn`` is given the number of a part and what ``prepare`` made of the text without it, while the part before was
    being learnt; ``ask`` is that of this module. Both are called once for each part.
    """
    said: dict[str, dict[str, soft.Bytes]] = {name: {} for name in sources if wanted(name)}
    asked = {name: sources[name] for name in said}
    with ThreadPoolExecutor(1, thread_name_prefix="parts") as ahead:

        def part(fold: int) -> Future[Prepared]:
            return ahead.submit(lambda: prepare(_without(sources, folds, fold)))

        upcoming = part(0)
        for fold in range(folds):
            prepared = upcoming.result()
            upcoming = part(fold + 1) if fold + 1 < folds else upcoming
            model = learn(fold, prepared)
            chosen = {name: source.kin % folds == fold for name, source in asked.items()}
            left_out = {name: only(source, chosen[name]) for name, source in asked.items()}
            for head, shares in ask(model, left_out).items():
                _deal(shares, head, asked, chosen, said)
    yield from said.items()


def _without(sources: Sources, folds: int, fold: int) -> dict[str, EncodedSource]:
    parts = {name: only(source, source.kin % folds != fold) for name, source in sources.items()}
    return {name: part for name, part in parts.items() if part.word_count > 1}


def _deal(
    shares: soft.Bytes,
    head: str,
    sources: Sources,
    chosen: Mapping[str, NDArray[np.bool_]],
    said: Mapping[str, dict[str, soft.Bytes]],
) -> None:
    """Put the shares of the words of chosen passages, one source behind the other, where they belong."""
    first = 0
    for name, source in sources.items():
        words = np.flatnonzero(np.repeat(chosen[name], np.diff(source.passages))[source.words[:-1]])
        own = said[name].setdefault(head, np.zeros((source.word_count, shares.shape[1]), np.uint8))
        own[words] = shares[first : first + len(words)]
        first += len(words)


def only(source: EncodedSource, chosen: NDArray[np.bool_]) -> EncodedSource:
    """The chosen passages of a source, in one row."""
    stays = np.repeat(chosen, np.diff(source.passages))
    place: NDArray[np.int64] = np.cumsum(stays) - stays
    asks = np.zeros(len(source.sentences) - 1, np.bool_)
    asks[source.questions] = True
    sentences = stays[source.sentences[:-1]]
    words = stays[source.words[:-1]]

    def moved(opening: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.append(place[opening[:-1][stays[opening[:-1]]]], stays.sum())

    return replace(
        source,
        ids=source.ids[stays],
        types=source.types[stays],
        labels=source.labels[:, stays],
        words=moved(source.words),
        sentences=moved(source.sentences),
        questions=np.flatnonzero(asks[sentences]),
        soft={head: shares[words] for head, shares in source.soft.items()},
        passages=moved(source.passages),
        kin=source.kin[chosen],
    )


@torch.no_grad()
def ask(
    model: MultiHeadTagger,
    sources: Mapping[str, EncodedSource],
    pieces: SubwordModel,
    heads: Sequence[str],
    windows: tuple[int, int],
) -> dict[str, soft.Bytes]:
    """The shares (words, labels) of the labels of ``heads`` for all words of sources, one source behind the other."""
    device = next(model.parameters()).device
    window, longest = windows
    held = Held(list(sources.values()), (), pieces, device)
    shares: dict[str, Tensor] = {}
    starts, stops, first, until = held.asked(window, _EDGE, longest)
    for i in range(0, len(starts), _ROWS):
        rows = np.minimum(np.arange(i, i + _ROWS), len(starts) - 1)  # the last batch has the shape of the others too
        batch = held.batch(starts[rows], stops[rows], window)
        with torch.autocast(device.type, torch.bfloat16, enabled=has_bfloat16(device)):
            logits = dev.forward(model, batch).logits or {}
        places = torch.from_numpy(starts[rows]).to(device)[:, None] + torch.arange(window, device=device)
        begin, end = (torch.from_numpy(n[rows]).to(device)[:, None] for n in (first, until))
        asked = batch.words & (places >= begin) & (places < end)
        words = held.word_of[places[asked]].long()
        for head in heads:
            own = (logits[head][asked].float().softmax(-1) * soft.WHOLE).round().to(torch.uint8)
            shares.setdefault(head, own.new_zeros((len(held.words), own.shape[-1])))[words] = own
    return {head: made.cpu().numpy() for head, made in shares.items()}
