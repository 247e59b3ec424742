"""Documents → train, validation, test. No document stands in two splits; a hash of its name and the seed decides."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from . import guard
from .sources import Item

Splits = dict[str, list[Item]]
_HALF = 0.5
_ENOUGH = 3  # documents of a source that is split at all


def rank(seed: int, text: str) -> int:
    """A number that depends on nothing else: the order by it is random, and always the same."""
    return int.from_bytes(hashlib.blake2b(f"{seed} {text}".encode(), digest_size=8).digest(), "big")


def split(
    items: Sequence[Item], validation: float, test: float, seed: int, leave_out: bool
) -> tuple[Splits, Counter[str]]:
    """The passages of a language by split, and how many were left out and why.

    Every source gives its shares. With ``leave_out``, documents that the model has mostly learnt from go to train, what
    is left of them elsewhere goes out, and test and validation share the rest where it is too little.
    """
    counts: Counter[str] = Counter()
    where = {}
    for source, documents in _by_source(items).items():
        where.update(_assigned(source, documents, validation, test, seed, leave_out))
    made: Splits = {"train": [], "validation": [], "test": []}
    for item in items:
        name = where[item.document]
        if name != "train" and leave_out and item.seen in guard.LEARNT:
            counts[f"{name}: {item.seen}"] += 1
        else:
            made[name].append(item)
    for name in ("validation", "test"):
        fresh = guard.apart(made[name], made["train"])
        counts[f"{name}: like a passage of train"] += len(made[name]) - len(fresh)
        made[name] = fresh
    return made, counts


def _by_source(items: Iterable[Item]) -> dict[str, dict[str, list[Item]]]:
    made: dict[str, dict[str, list[Item]]] = {}
    for item in items:
        made.setdefault(item.source, {}).setdefault(item.document, []).append(item)
    return made


def _assigned(
    source: str, documents: Mapping[str, Sequence[Item]], validation: float, test: float, seed: int, leave_out: bool
) -> dict[str, str]:
    """The split of every document of a source."""
    learnt = {name for name, items in documents.items() if leave_out and _is_learnt(items)}
    open_ = sorted(documents.keys() - learnt, key=lambda name: rank(seed, f"{source} {name}"))
    total = sum(map(len, documents.values()))
    free = sum(len(documents[name]) for name in open_)
    made = dict.fromkeys(documents, "train")
    for split, share in (("test", test), ("validation", validation)):
        wanted = min(share * total, free * share / (test + validation))
        taken = 0
        for name in [name for name in open_ if made[name] == "train"]:
            size = len(documents[name])
            if taken + size / 2 <= wanted or (not taken and share and len(documents) >= _ENOUGH):
                made[name] = split
                taken += size
    return made


def _is_learnt(items: Sequence[Item]) -> bool:
    return sum(item.seen in guard.LEARNT for item in items) >= _HALF * len(items)


def in_turn(items: Sequence[Item], seed: int) -> list[Item]:
    """All items, from each source in turn, so that no large one drowns the others; within a source at random."""
    queues: dict[str, list[Item]] = {}
    for item in sorted(items, key=lambda item: rank(seed, item.id)):
        queues.setdefault(item.source, []).append(item)
    places = [(turn, source, item) for source, queue in queues.items() for turn, item in enumerate(queue)]
    return [item for _, _, item in sorted(places, key=lambda place: place[:2])]
