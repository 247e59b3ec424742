"""Every head of a finished tagger on the dev shards, through the same windows as in use."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from ..labels import HEADS
from ..languages import language
from ..tagging.joint import Joint
from ..tagging.predict import Tagger
from . import config, shards
from .dev import Answers
from .label import UNKNOWN, Labelled
from .measures import Row, measure
from .noise import Confusions, Rates, noisy
from .sampling import weight_of

SETS = {  # title → head, which set
    "Punctuation, written": ("punctuation", "written"),
    "Punctuation, with a recogniser's errors": ("punctuation", "noisy"),
    "Case": ("case", "written"),
    "ITN spans": ("itn", "spoken"),
    "Disfluency": ("disfluency", "disfluent"),
}
_SEED = 7


def assess(tagger: Tagger | Joint, folder: Path, data: config.Data, words: int) -> dict[str, Row]:
    """The measures of all heads on one language's folder of shards: title of `SETS` → measures.

    About ``words`` words are read of each set. Case is measured where the language's own words have it.
    """
    sets = dev_sets(folder, data, words)
    cased = language(folder.name).capitalize
    return {
        title: with_means(head, measured(tagger, head, sets[name]))
        for title, (head, name) in SETS.items()
        if head in tagger.heads and (head != "case" or cased)
    }


def dev_sets(folder: Path, data: config.Data, words: int) -> dict[str, list[Labelled]]:
    """The passages of each set of a language: written, spoken, disfluent, noisy."""
    paths = sorted(folder.glob("*.dev.tsv.gz"))
    names = {path: path.name.split(".")[0] for path in paths}
    written = [p for p in paths if shards.is_written(p)]
    said = [p for p in paths if names[p].endswith(shards.SPOKEN) or names[p] == "planted"]
    sets = {
        "written": weighted(written, data, words),
        "spoken": weighted(said, data, words),
        "disfluent": weighted([p for p in paths if names[p] == "disfluent"], data, words),
    }
    confusions, random = Confusions.read(folder / "confusions.tsv"), np.random.default_rng(_SEED)
    return sets | {"noisy": [noisy(passage, confusions, random, Rates(cut=0.0)) for passage in sets["written"]]}


def weighted(paths: Iterable[Path], data: config.Data, words: int) -> list[Labelled]:
    """The first passages of each shard, as many as its share by weight; a short shard gives all it has."""
    found = {path: list(shards.read(path)) for path in paths}
    weights = {
        path: weight_of(shards.source_name(path), data.weights) * sum(len(passage.words) for passage in passages)
        for path, passages in found.items()
    }
    total = sum(weights.values())
    chosen: list[Labelled] = []
    for path, passages in found.items():
        left = words * weights[path] / max(total, 1e-9)
        for passage in passages:
            if left <= 0:
                break
            chosen.append(passage)
            left -= len(passage.words)
    return chosen


def measured(tagger: Tagger | Joint, head: str, passages: list[Labelled]) -> Row:
    """The measures of one head on passages; empty without passages."""
    return measure(head, answered(tagger, head, passages), tagger.heads[head]) if passages else {}


def answered(tagger: Tagger | Joint, head: str, passages: list[Labelled]) -> Answers:
    """What one head says of the words of passages whose label is known; ``rows`` are the passages' numbers."""
    labels = tagger.heads[head]
    tagged = tagger.tag([passage.words for passage in passages])
    gold = [_index(code) for passage in passages for code in passage.codes(head)]
    predicted = [labels.index(name) for answer in tagged for name in answer.labels[head]]
    rows = [i for i, passage in enumerate(passages) for _ in passage.words]
    known = np.array(gold) >= 0
    logits = np.eye(len(labels), dtype=np.float32)[np.array(predicted)]
    return Answers(np.array(gold)[known], logits[known], np.array(rows)[known])


def _index(code: str) -> int:
    return -100 if code == UNKNOWN else ord(code) - ord("0")


def with_means(head: str, row: Row) -> Row:
    """Punctuation with its two macro means: without and with the label for "no mark"."""
    if head != "punctuation" or not row:
        return row
    neutral = HEADS[head].labels[0]
    marks = [value for name, value in row.items() if name != neutral]
    return row | {"macro": float(np.mean(marks)), "with none": float(np.mean([*marks, row[neutral]]))}
