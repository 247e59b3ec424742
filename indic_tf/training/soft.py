"""What teachers say of the words of the shards, said once and kept: taught by it, a student needs no teacher in memory.

A teacher many times as large as its student would take most of a run's time, and say the same of a passage whenever
it comes up. Its shares of the labels (Hinton et al. 2015, "Distilling the knowledge in a neural network") lie in
``<folder>/<language>/<source>.npz``: per head an array (words, labels) of bytes, 255 being all of it, in the order of
the shard's words; 0 throughout where nothing was said of a word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from ..errors import InputError
from ..labels import LabelSet
from ..manifests import owned
from ..tagging.devices import has_bfloat16
from ..tagging.encode import SubwordModel
from ..tagging.joint import pooled
from ..tagging.model import MultiHeadTagger
from . import card, dev
from .encoded import EncodedSource
from .sampling import Slice, collate
from .shards import source_name

Bytes = NDArray[np.uint8]
WHOLE = 255
_EDGE = 24  # subwords at either end of a window that only lend it their context
_ROWS = 32


def path_of(folder: Path, shard: Path) -> Path:
    """Where the shares of a shard's words lie."""
    return folder / f"{source_name(shard)}.npz"


def read(folder: Path, shard: Path, words: int, heads: Mapping[str, LabelSet]) -> dict[str, Bytes]:
    """The shares of a shard with so many words, by head; none for a shard of which nothing was said.

    Raises `InputError` where they belong to other words or labels.
    """
    found = {head: said for head, said in stored(folder, shard).items() if head in heads}
    for head, said in found.items():
        wanted = (words, len(heads[head].labels))
        if said.shape != wanted:
            path = path_of(folder, shard)
            raise InputError(f"{path}: {head} is {said.shape} and not {wanted}, as {shard} and the recipe have it")
    return found


def stored(folder: Path, shard: Path) -> dict[str, Bytes]:
    """All that was said of a shard's words, by head; none for a shard of which nothing was said."""
    path = path_of(folder, shard)
    if not path.exists():
        return {}
    with np.load(path) as arrays:
        return {head: arrays[head] for head in arrays.files}


def covered(said: Bytes) -> int:
    """Of how many words, from the first on, something was said."""
    silent = said.sum(1) == 0
    return int(silent.argmax()) if silent.any() else len(said)


def write(folder: Path, shard: Path, said: Mapping[str, Bytes]) -> Path:
    """Write the shares of a shard's words."""
    path = path_of(folder, shard)
    arrays: dict[str, Any] = dict(said)
    with owned.whole(path) as file:  # a run that is broken off leaves no half of a file
        np.savez_compressed(file, **arrays)
    return path


def note(folder: Path, teachers: Sequence[str]) -> None:
    """Write down whose words lie in a folder, for the cards of those who learn from them: folders of taggers or ids."""
    with (folder / "README.md").open("a", encoding="utf-8") as file:
        file.write("\n\n".join(card.inherited(teachers, ())) + "\n\n")


def say(
    teachers: Sequence[tuple[MultiHeadTagger, SubwordModel, EncodedSource]],
    heads: Sequence[str],
    window: int,
    span: range,
    done: Callable[[int], object] = lambda words: None,
) -> dict[str, Bytes]:
    """The teachers' shares of ``heads``, pooled as `joint` does, for the words of these numbers of a source, which each
    of them has in its own subwords; ``done`` is told how many words are through.

    Windows of ``window`` subwords overlap, so that a word has context on both sides.
    """
    weights = [model.config.weight for model, _, _ in teachers]
    told: list[dict[str, NDArray[np.float32]]] = []
    for model, pieces, source in teachers:
        own: dict[str, NDArray[np.float32]] = {}
        for head, numbers, shares in _said(model, pieces, source, heads, window, span):
            own.setdefault(head, np.zeros((source.word_count, shares.shape[1]), np.float32))[numbers] = shares
            if head == heads[0]:
                done(len(numbers))
        told.append(own)
    return {head: _together(weights, [own[head] for own in told]) for head in told[0]}


def _together(weights: Sequence[float], told: Sequence[NDArray[np.float32]]) -> Bytes:
    """The pooled shares (words, labels) of several teachers; nothing for words of which nothing was said."""
    shares = pooled(list(zip(weights, told, strict=True)))
    shares[told[0].sum(1) == 0] = 0
    return np.round(shares * WHOLE).astype(np.uint8)


@torch.inference_mode()
def _said(
    model: MultiHeadTagger,
    pieces: SubwordModel,
    source: EncodedSource,
    heads: Sequence[str],
    window: int,
    span: range,
) -> Iterator[tuple[str, NDArray[np.int64], NDArray[np.float32]]]:
    """Batch for batch: a head, numbers of words, and the shares of its labels."""
    windows = list(_windows(source, window, span))
    for i in range(0, len(windows), _ROWS):
        slices, kept = zip(*windows[i : i + _ROWS], strict=True)
        batch = collate(slices, (), pieces)
        device = next(model.parameters()).device
        with torch.autocast(device.type, torch.bfloat16, enabled=has_bfloat16(device)):
            logits = dev.forward(model, batch.to(device)).logits or {}
        first = [int(np.searchsorted(source.words, start)) for _, start, _ in slices]
        rows, _ = batch.words.nonzero(as_tuple=True)
        numbers = _numbered(rows.numpy(), first)
        keep = np.array([a <= n < b for n, (a, b) in zip(numbers, (kept[r] for r in rows), strict=True)])
        for head in heads:
            shares = logits[head].float().cpu()[batch.words].softmax(-1).numpy()
            yield head, numbers[keep], shares[keep]


def _numbered(rows: NDArray[np.int64], first: Sequence[int]) -> NDArray[np.int64]:
    """Numbers of words in their source, of words that stand in these rows, whose first words have these numbers."""
    counts = np.bincount(rows, minlength=len(first))
    return np.concatenate([start + np.arange(count) for start, count in zip(first, counts, strict=True)])


def _windows(source: EncodedSource, window: int, span: range) -> Iterator[tuple[Slice, tuple[int, int]]]:
    """Slices, and the words (from, to) that each is asked about: not those at its edges, but where the source ends."""
    edge = min(_EDGE, window // 4)
    word, end = span.start, min(span.stop, source.word_count)
    while word < end:
        start = int(np.searchsorted(source.words, max(0, source.words[word] - edge), side="left"))
        stop = int(np.searchsorted(source.words, source.words[start] + window, side="right")) - 1
        stop = max(stop, word + 1)
        last = stop if stop >= source.word_count else _before(source, stop, edge, word)
        yield (source, int(source.words[start]), int(source.words[stop])), (word, min(last, end))
        word = last


def _before(source: EncodedSource, stop: int, edge: int, word: int) -> int:
    """The word ``edge`` subwords before word ``stop``, but behind ``word``."""
    return max(word + 1, int(np.searchsorted(source.words, source.words[stop] - edge, side="left")))
