"""Pairs for a span normalizer, made of labelled shards: values said and written by the grammar, in real sentences.

The shards are those of `data_scripts/build_tagger_data.py`. Training pairs are made of training shards and dev pairs
of dev shards, and no rare value is in both.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random

from ...errors import InputError
from ...wfst.pipeline import grammar
from ..noise import Confusions
from . import pairs
from .makers import Makers
from .mishearing import Mishearing
from .pairs import Pair
from .places import collect

SHARES: Mapping[str, float] = {
    "author": 0.1,
    "renewed": 0.12,
    "drawn": 0.16,
    "misheard": 0.22,
    "ambiguous": 0.05,
    "edge": 0.05,
    "guess": 0.02,
    "unchanged": 0.04,
    "mixed": 0.02,
    "text": 0.04,
    "tn": 0.18,
}
"""Maker → its share of the pairs. The most are of what a network is there for, words that a grammar cannot read; it
learns to write from all values said clearly, and what to leave alone from the unchanged ones. Nearly a fifth says what
is written, as the duplex model needs both; whole texts are for comparison. In this order: the later ones change values
of the first three."""

NAME = "spans"
DEV_SHARE = 0.02
_TRIES = 20  # per pair that is wanted
_TOLD = 100
_TAKE_OVER = ("renewed", "drawn")  # what other makers leave undone that have run dry


def build(folder: Path, out: Path, count: int, seed: int, done: Callable[[int], None] | None = None) -> dict[str, int]:
    """Write ``spans.{train,dev}.tsv.gz`` of a language into ``out/<language>``; returns how many each maker made.

    ``folder`` holds the shards of the language that it is named after. Train receives ``count`` pairs at most, dev a
    fiftieth of that. The counts are written last, to ``spans.json``. The same shards, ``count`` and ``seed`` give the
    same bytes. ``done`` is told how many pairs more there are, now and then. Raises `InputError` where none could be
    made.
    """
    lang = folder.name
    mishearing = Mishearing.learn(grammar(lang), Confusions.read(folder / "confusions.tsv"))
    totals: dict[str, int] = {}
    for split, wanted in (("train", count), ("dev", max(1, int(count * DEV_SHARE)))):
        random = Random(f"{seed} {lang} {split}")
        places = collect(folder, split, grammar(lang), random, mishearing.resembles)
        made = make(Makers(split, places, mishearing, random), wanted, random, done)
        if not made:
            raise InputError(f"{folder}: no {split} pairs; are there any shards *.{split}.tsv.gz?")
        rows = [pair for found in made.values() for pair in found]
        random.shuffle(rows)
        pairs.write(out / lang / f"{NAME}.{split}.tsv.gz", rows)
        totals |= {f"{split} {name}": len(found) for name, found in made.items()}
    (out / lang / f"{NAME}.json").write_text(json.dumps({"seed": seed, "pairs": count, **totals}, indent=1) + "\n")
    return totals


def is_built(out: Path, lang: str) -> bool:
    """Whether the pairs of a language are there, all of them."""
    return (out / lang / f"{NAME}.json").exists()


def make(
    makers: Makers, count: int, random: Random, done: Callable[[int], None] | None = None
) -> dict[str, list[Pair]]:
    """``count`` different pairs by the shares of `SHARES`, by maker; fewer where the makers run dry."""
    seen: set[Pair] = set()
    made = {name: _some(makers.by_name[name], int(count * share), seen, done) for name, share in SHARES.items()}
    for name in _TAKE_OVER:
        made[name] += _some(makers.by_name[name], count - len(seen), seen, done)
    return {name: found for name, found in made.items() if found}


def _some(
    maker: Callable[[], Pair | None], count: int, seen: set[Pair], done: Callable[[int], None] | None
) -> list[Pair]:
    made: list[Pair] = []
    for _ in range(_TRIES * count):
        if len(made) >= count:
            break
        pair = maker()
        if pair is not None and pair not in seen:
            seen.add(pair)
            made.append(pair)
            if done and len(made) % _TOLD == 0:
                done(_TOLD)
    if done:
        done(len(made) % _TOLD)
    return made
