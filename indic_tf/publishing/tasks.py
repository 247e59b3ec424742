"""Passages → rows of each task. The same passages, seed and limits give the same rows, however many processes work.

punctuation    words without marks, the mark and the case of each
itn            sentences with figures, said by the grammar, and the ways to write them (see `training.itn_dev`)
itn-by-class   those with figures of one class only, as many of each class as there are up to a limit
disfluency     fluent passages with fillers, repetitions and corrections put in, and their tags
asr-noise      passages as a recogniser might hear them, and the marks they should have
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ..labels import HEADS, KINDS, REMOVED
from ..scripts import split_marks
from ..tagging.encode import NUMBER
from ..training.disfluency import disfluent, fluent
from ..training.itn_dev import row_of
from ..training.label import UNKNOWN, Labelled, cut, label_of, tokens
from ..training.noise import Confusions, Rates, noisy
from ..training.speech import Speech
from ..training.spoken import spoken_view, written_view
from ..wfst.pipeline import grammar
from .recipe import Task
from .sources import Item, sentences, written
from .splits import rank

Row = dict[str, Any]
Rows = dict[Task, list[Row]]

SLIPS_PER_WORD = (0.02, 0.12)
FLUENT_SHARE = 0.15
NOISE = Rates(cut=0.0)
"""With whole passages: what was said and what was heard can be put side by side."""

_PLAIN_PER_SAID = 4  # passages without figures for each sentence with figures said


@dataclass(frozen=True)
class Part:
    """Work for one process: passages of one split, in the order in which they are used, and how many rows are wanted.

    ``itn`` are the passages that figures are looked for in; ``confusions`` None leaves `asr-noise` out.
    """

    language: str
    split: str
    items: Sequence[Item]
    itn: Sequence[Item]
    limits: Mapping[Task, int]
    speech: Speech
    confusions: Path | None
    seed: int


def make(part: Part) -> Rows:
    """The rows of all tasks that ``part.limits`` names."""
    said = list(_said(part))
    pool = list(_pool(part, said))
    made: Rows = {}
    if limit := part.limits.get("punctuation"):
        made["punctuation"] = [_punctuation(item) for item in part.items[:limit]]
    if limit := part.limits.get("itn"):
        made["itn"] = [row for _, row in said[:limit]]
    if limit := part.limits.get("disfluency"):
        made["disfluency"] = [_disfluency(item, part) for item in pool[:limit]]
    if (limit := part.limits.get("asr-noise")) and part.confusions:
        confusions = _confusions(part.confusions)
        made["asr-noise"] = [_noise(item, part.seed, confusions) for item in pool[:limit]]
    return made


def common(item: Item) -> Row:
    """The columns of every row."""
    return {"id": item.id, "source": item.source, "document": item.document, "seen": item.seen}


def labels(passage: Labelled, head: str) -> list[str | None]:
    """The labels of a head; None for one that the text does not decide."""
    return [None if code == UNKNOWN else label_of(HEADS[head], code) for code in passage.codes(head)]


def _punctuation(item: Item) -> Row:
    words = [split_marks(token)[1].lower() for token in item.text.split(" ")]
    passage = item.passage
    marks = {"labels": labels(passage, "punctuation"), "case": labels(passage, "case")}
    return {**common(item), "words": words, **marks, "text": item.text}


# --- numbers


def _said(part: Part) -> Iterator[tuple[Item, Row]]:
    """Sentences with figures: what is said, as an item of its own, and its row."""
    if not part.limits.get("itn"):
        return
    known: set[str] = set()
    for item, row in _sentences(part):
        if row["spoken"] not in known:
            known.add(row["spoken"])
            yield item, row
        if len(known) >= part.limits["itn"]:
            return


def _sentences(part: Part) -> Iterator[tuple[Item, Row]]:
    speaker = grammar(part.language)
    for item in part.itn:
        passage = tokens(item.text)
        for number, (start, end) in enumerate(sentences(item.passage), start=1):
            if found := row_of(passage[start:end], speaker):
                view = spoken_view(cut(item.passage, start, end), found.readings)
                id_ = f"{item.id}-s{number}"
                own = Item(id_, item.source, item.document, written(passage[start:end]), view, item.seen)
                words, tags = found.spoken.split(" "), labels(view, "itn")
                spoken = {"kind": found.kind, "spoken": found.spoken, "written": list(found.written)}
                yield own, {**common(own), **spoken, "words": words, "tags": tags}


# --- speech


def _pool(part: Part, said: Sequence[tuple[Item, Row]]) -> Iterator[Item]:
    """Passages without figures, and sentences whose figures are said, one in five."""
    spoken = (item for item, _ in said if NUMBER not in item.passage.words)
    for number, item in enumerate(item for item in part.items if NUMBER not in item.passage.words):
        yield item
        if number % _PLAIN_PER_SAID == 0:
            yield from islice(spoken, 1)


def _fluent(passage: Labelled) -> Labelled:
    """The passage with a code of each head; words of numbers that are no span are none."""
    return passage if passage.itn else written_view(passage, ())


def _disfluency(item: Item, part: Part) -> Row:
    random = _random(part.seed, "disfluency", item)
    rate = random.uniform(*SLIPS_PER_WORD) if random.random() >= FLUENT_SHARE else 0.0
    passage = _fluent(item.passage)
    made = disfluent(passage, part.speech, random, rate) if rate else fluent(passage, part.speech)
    tags = labels(made, "disfluency")
    kept = [word for word, tag in zip(made.words, tags, strict=True) if tag not in REMOVED]
    return {**common(item), "words": list(made.words), "tags": tags, "fluent": " ".join(kept)}


def _noise(item: Item, seed: int, confusions: Confusions) -> Row:
    heard = noisy(_fluent(item.passage), confusions, _random(seed, "asr-noise", item), NOISE)
    marks = {"labels": labels(heard, "punctuation"), "case": labels(heard, "case")}
    spoken = " ".join(item.passage.words)
    return {**common(item), "words": list(heard.words), **marks, "spoken": spoken, "text": item.text}


@lru_cache(maxsize=2)
def _confusions(path: Path) -> Confusions:
    return Confusions.read(path)


def _random(seed: int, task: str, item: Item) -> np.random.Generator:
    """Chance that depends on nothing but the seed, the task and the passage."""
    return np.random.default_rng(rank(seed, f"{task} {item.id}"))


def by_class(rows: Sequence[Row], each: int, seed: int) -> list[Row]:
    """At most ``each`` rows of every class, of those with figures of one class."""
    made: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: rank(seed, row["id"])):
        made.setdefault(row["kind"], []).append(row)
    return [row for kind in KINDS for row in made.get(kind, [])[:each]]
