"""Which records must stay together, and which split a group falls into."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

from ..errors import InputError
from .records import Record
from .sketches import comparable

SPLITS = ("train", "valid", "test")


def group_keys(records: Sequence[Record], by: Sequence[str]) -> list[str]:
    """The group of each record: all that hangs together by the fields ``by``, whichever of them are known.

    A record without any of these fields has a group to itself, or rather its text has: copies of it fall into the same
    split. Such keys begin with "text=".
    """
    named = [[f"{name}={value}" for name in by if (value := record.value(name))] for record in records]
    leader = _leaders(named)
    return [
        leader[names[0]] if names else f"text={comparable(record.text) or record.text}"
        for record, names in zip(records, named, strict=True)
    ]


def is_free(key: str) -> bool:
    """True for the group of a record that belongs to nobody."""
    return key.startswith("text=")


def _leaders(named: Sequence[Sequence[str]]) -> dict[str, str]:
    """For every name the one that stands for all that it hangs together with: the first by hash."""
    parent: dict[str, str] = {}

    def top(name: str) -> str:
        while (above := parent.setdefault(name, name)) != name:
            parent[name] = parent[above]  # halve the way for the next one
            name = above
        return name

    for names in named:
        for name in names:
            one, other = sorted((top(names[0]), top(name)), key=_rank)
            parent[other] = one
    return {name: top(name) for name in parent}


def _rank(name: str) -> bytes:
    return blake2b(name.encode(), digest_size=16).digest()


def place(key: str, seed: int) -> float:
    """A number in [0, 1) that depends on ``seed`` and ``key`` only; the same everywhere and always.

    >>> place("speaker=S1", 1) == place("speaker=S1", 1) != place("speaker=S1", 2)
    True
    """
    return int.from_bytes(blake2b(f"{seed}\t{key}".encode(), digest_size=8).digest(), "big") / (1 << 64)


def assign(keys: Sequence[str], shares: Sequence[float], seed: int, exact: bool) -> dict[str, str]:
    """The split of every group.

    By its hash alone as a rule: groups that are added later change nothing for those that are there, and the shares
    come out right on average. With ``exact`` the groups stand in the order of their hashes and are cut where the shares
    of the records say so: right for few groups, but a later record may move a group.
    """
    spots = _exact(keys, seed) if exact else {key: place(key, seed) for key in set(keys)}
    return {key: _split_at(spot, shares) for key, spot in spots.items()}


def _exact(keys: Sequence[str], seed: int) -> dict[str, float]:
    """The middle of each group among all records in the order of hashes, from 0 to 1."""
    sizes = Counter(keys)
    spots, before = {}, 0
    for key in sorted(sizes, key=lambda key: (place(key, seed), key)):
        spots[key] = (before + sizes[key] / 2) / len(keys)
        before += sizes[key]
    return spots


def _split_at(spot: float, shares: Sequence[float]) -> str:
    first, second, _ = shares
    return SPLITS[0 if spot < first else 1 if spot < first + second else 2]


def read_shares(text: str) -> tuple[float, float, float]:
    """Shares of train, valid and test from "80/10/10"; they sum to 1 afterwards.

    >>> read_shares("80/10/10")
    (0.8, 0.1, 0.1)
    """
    try:
        train, valid, test = (float(part) for part in text.split("/"))
    except ValueError:
        raise InputError(f"shares are three numbers like 80/10/10, not {text!r}") from None
    total = train + valid + test
    if not (min(train, valid, test) >= 0 and 0 < total < float("inf")):
        raise InputError(f"shares are three numbers like 80/10/10, not {text!r}")
    return train / total, valid / total, test / total


def largest(keys: Sequence[str]) -> tuple[str, float]:
    """The largest group and its share of the records."""
    key, size = Counter(keys).most_common(1)[0]
    return key, size / len(keys)
