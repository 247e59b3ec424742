"""The dev set of a run, and how a model does on it."""

# mypy: allow-untyped-calls
# transformers leaves many of its methods unannotated.

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from ..labels import LabelSet
from ..tagging.encode import SubwordModel
from ..tagging.model import MultiHeadTagger, TaggerOutput
from .config import Data
from .encoded import EncodedSource, WordTable, encode_source
from .sampling import Batch, Slice, collate, weight_of
from .scores import Floats, Ints, Score, score

_BATCH = 64


@dataclass(frozen=True)
class Answers:
    """Truth and logits of one language and head: (words,) and (words, labels)."""

    gold: Ints
    logits: Floats

    def scores(self, labels: LabelSet, bias: Sequence[float]) -> dict[str, Score]:
        return score(self.gold, (self.logits + np.array(bias, np.float32)).argmax(1), labels.labels)


def load(data: Data, table: WordTable, heads: Mapping[str, LabelSet]) -> dict[str, list[Slice]]:
    """About ``data.dev_words`` words per language: whole passages, each source by its weight."""
    made = {}
    for language in data.languages:
        paths = sorted((data.shards / language).glob("*.dev.tsv.gz"))
        sources = {path: encode_source(path, table, heads) for path in paths}
        weighted = {p: s.word_count * weight_of(_name(p), data.weights) for p, s in sources.items()}
        share = data.dev_words / max(1.0, sum(weighted.values()))
        made[language] = [s for p, source in sources.items() for s in _take(source, share * weighted[p], data.window)]
    return made


def _name(path: Path) -> str:
    return f"{path.parent.name}/{path.name.split('.')[0]}"


def _take(source: EncodedSource, words: float, window: int) -> Iterator[Slice]:
    """Runs of whole sentences of at most ``window`` subwords, from 1 sentence up, until ``words`` are reached."""
    taken, sentence, longest = 0.0, 0, 1
    last = len(source.sentences) - 1
    while taken < words and sentence < last:
        start = int(source.sentences[sentence])
        reach = int(np.searchsorted(source.sentences, start + window, side="right")) - 1
        stop = min(max(reach, sentence + 1), sentence + longest, last)
        end = min(int(source.sentences[stop]), start + 2 * window)
        yield source, start, end
        taken += float((source.labels[0, start:end] >= 0).sum())
        sentence, longest = stop, longest % 6 + 1


@torch.inference_mode()
def answers(
    model: MultiHeadTagger, dev: Mapping[str, list[Slice]], heads: Sequence[str], pieces: SubwordModel
) -> dict[str, dict[str, Answers]]:
    """``answers[head][language]`` for every language that has a dev set; the model is left in the mode it came in."""
    training = model.training
    model.eval()
    made: dict[str, dict[str, Answers]] = {head: {} for head in heads}
    for language, slices in dev.items():
        if not slices:
            continue
        parts: dict[str, list[tuple[Ints, Floats]]] = {head: [] for head in heads}
        ordered = sorted(slices, key=lambda s: s[2] - s[1])
        for i in range(0, len(ordered), _BATCH):
            _answer(model, collate(ordered[i : i + _BATCH], heads, pieces), parts)
        for head, pairs in parts.items():
            gold, logits = zip(*pairs, strict=True)
            made[head][language] = Answers(np.concatenate(gold), np.concatenate(logits))
    model.train(training)
    return made


def _answer(model: MultiHeadTagger, batch: Batch, parts: dict[str, list[tuple[Ints, Floats]]]) -> None:
    logits = forward(model, batch).logits or {}
    for head, pairs in parts.items():
        gold = batch.labels[head]
        known = gold >= 0
        pairs.append((gold[known].cpu().numpy(), logits[head][known].float().cpu().numpy()))


def forward(model: MultiHeadTagger, batch: Batch, labels: bool = False) -> TaggerOutput:
    """Run a batch on the model's device; with ``labels`` the output has a loss."""
    device = next(model.parameters()).device
    out: TaggerOutput = model(
        input_ids=batch.input_ids.to(device),
        attention_mask=batch.attention_mask.to(device),
        token_type_ids=batch.token_type_ids.to(device) if model.config.takes_scripts else None,
        labels={head: gold.to(device) for head, gold in batch.labels.items()} if labels else None,
    )
    return out
