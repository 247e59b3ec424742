"""The dev set of a run, and how a model does on it."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from ..labels import LabelSet
from ..tagging.encode import SubwordModel
from ..tagging.model import MultiHeadTagger, TaggerOutput
from . import packed
from .config import Data
from .encoded import EncodedSource, WordTable, encode_source
from .sampling import Batch, Slice, collate, weight_of
from .scores import Floats, Ints
from .shards import is_written, source_name

Set = Mapping[str, list[Slice]]
"""Language → pieces of its dev text."""

_BATCH = 64
_MARKED_WORDS = 30_000


@dataclass(frozen=True)
class Answers:
    """Truth and logits of one language and head: (words,) and (words, labels); words whose label nobody knows are
    left out. ``rows`` (words,) numbers the text that a word stands in."""

    gold: Ints
    logits: Floats
    rows: Ints

    def predicted(self, bias: Sequence[float] | None = None) -> Ints:
        """The best label of every word."""
        best: Ints = (self.logits if bias is None else self.logits + np.array(bias, np.float32)).argmax(1)
        return best


def load(data: Data, table: WordTable, heads: Mapping[str, LabelSet]) -> dict[str, list[Slice]]:
    """About ``data.dev_words`` words per language: whole passages, each source by its weight."""
    return {language: chosen(_sources(data, language, table, heads), data) for language in data.languages}


def for_marks(data: Data, table: WordTable, heads: Mapping[str, LabelSet]) -> dict[str, list[Slice]]:
    """What biases of marks are calibrated on: written text, with and without a recogniser's errors, in full windows,
    since a mark is told otherwise where a text is one short sentence."""
    larger = data.model_copy(update={"dev_words": _MARKED_WORDS})

    def text(path: Path) -> bool:
        return is_written(path) or path.name.split(".")[0] == "noisy"

    return {lang: chosen(_sources(data, lang, table, heads, text), larger, full=True) for lang in data.languages}


def _sources(
    data: Data,
    language: str,
    table: WordTable,
    heads: Mapping[str, LabelSet],
    wanted: Callable[[Path], bool] = lambda path: True,
) -> dict[str, EncodedSource]:
    """The dev shards of a language that are ``wanted``, by their names."""
    if (found := packed.path_of(data.shards, language, "dev")).is_file():
        sources = packed.read(found, heads, table)
        return {name: source for name, source in sources.items() if wanted(Path(name))}
    paths = filter(wanted, sorted((data.shards / language).glob("*.dev.tsv.gz")))
    return {source_name(path): encode_source(path, table, heads) for path in paths}


def chosen(sources: Mapping[str, EncodedSource], data: Data, full: bool = False) -> list[Slice]:
    """About ``data.dev_words`` words of the sources of one language, by their names; in ``full`` windows or not."""
    weighted = {name: source.word_count * weight_of(name, data.weights) for name, source in sources.items()}
    share = data.dev_words / max(1.0, sum(weighted.values()))
    return [s for name, source in sources.items() for s in _take(source, share * weighted[name], data.window, full)]


def _take(source: EncodedSource, words: float, window: int, full: bool) -> Iterator[Slice]:
    """Runs of whole sentences of at most ``window`` subwords, ``full`` or from 1 sentence up, until ``words`` are
    reached."""
    taken, sentence, longest = 0.0, 0, window if full else 1
    last = len(source.sentences) - 1
    while taken < words and sentence < last:
        start = int(source.sentences[sentence])
        reach = int(np.searchsorted(source.sentences, start + window, side="right")) - 1
        stop = min(max(reach, sentence + 1), sentence + longest, last)
        end = min(int(source.sentences[stop]), start + 2 * window)
        yield source, start, end
        taken += float(np.searchsorted(source.words, end) - np.searchsorted(source.words, start))
        sentence, longest = stop, longest if full else longest % 6 + 1


@torch.inference_mode()
def answers(
    model: MultiHeadTagger, dev: Mapping[str, list[Slice]], heads: Sequence[str], pieces: SubwordModel
) -> dict[str, dict[str, Answers]]:
    """``answers[head][language]`` for every language whose dev set has labels of that head.

    The model is left in the mode it came in.
    """
    training = model.training
    model.eval()
    made: dict[str, dict[str, Answers]] = {head: {} for head in heads}
    for language, slices in dev.items():
        parts: dict[str, list[Answers]] = {head: [] for head in heads}
        ordered = sorted(slices, key=lambda s: s[2] - s[1])
        for i in range(0, len(ordered), _BATCH):
            _answer(model, collate(ordered[i : i + _BATCH], heads, pieces), i, parts)
        for head, found in parts.items():
            if sum(len(part.gold) for part in found):
                made[head][language] = _joined(found)
    model.train(training)
    return made


def _answer(model: MultiHeadTagger, batch: Batch, first_row: int, parts: dict[str, list[Answers]]) -> None:
    logits = forward(model, batch.to(next(model.parameters()).device)).logits or {}
    for head, found in parts.items():
        gold = batch.labels[head]
        known = gold >= 0
        rows = known.nonzero()[:, 0] + first_row
        found.append(Answers(gold[known].numpy(), logits[head].float().cpu()[known].numpy(), rows.numpy()))


def _joined(parts: Sequence[Answers]) -> Answers:
    return Answers(
        np.concatenate([part.gold for part in parts]),
        np.concatenate([part.logits for part in parts]),
        np.concatenate([part.rows for part in parts]),
    )


def forward(model: nn.Module, batch: Batch) -> TaggerOutput:
    """Run a batch that lies on the model's device."""
    config: Any = model.config
    out: TaggerOutput = model(
        input_ids=batch.input_ids,
        attention_mask=batch.attention_mask,
        token_type_ids=batch.token_type_ids if config.takes_scripts else None,
        ends=batch.words,
        width=batch.width,
    )
    return out
