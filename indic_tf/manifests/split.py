"""Train, valid and test without leaks: no speaker or document in two of them, no text that nearly stands in another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..errors import InputError
from .duplicates import THRESHOLD, NearDuplicates
from .groups import SPLITS, assign, group_keys, is_free, largest, place
from .records import Record
from .sketches import comparable, jaccard

Kept = Literal["test", "train"]


@dataclass(frozen=True, slots=True)
class Rules:
    """How to split.

    Attributes:
        shares: of train, valid and test; they sum to 1.
        by: fields whose values never stand in two splits.
        seed: another one, another split.
        exact: shares as near as the groups allow, at the price of stability; see `groups.assign`.
        threshold: the Jaccard coefficient from which two texts are near-duplicates.
        keep: which split stays whole where near-duplicates are said by people of several splits.
    """

    shares: tuple[float, float, float] = (0.8, 0.1, 0.1)
    by: tuple[str, ...] = ("speaker", "document")
    seed: int = 1
    exact: bool = False
    threshold: float = THRESHOLD
    keep: Kept = "test"


@dataclass(frozen=True, slots=True)
class Dropped:
    """A record that was taken out of its split, since a text like its own stands in another.

    ``like`` is the id of such a record that was kept, ``jaccard`` how like the two are; where that is below the
    threshold, texts between the two connect them.
    """

    record: Record
    split: str
    like: str
    kept_in: str
    jaccard: float

    def as_dict(self) -> dict[str, Any]:
        """The record with the reason, JSON-ready."""
        reason = f"near-duplicate of {self.like} in {self.kept_in} (Jaccard {self.jaccard:.2f})"
        return {**self.record.as_dict(), "split": self.split, "reason": reason}


@dataclass(frozen=True, slots=True)
class Split:
    """The three splits, and what was done against leaks.

    Attributes:
        parts: records of train, valid, test, in the order of the input.
        groups: how many groups of records there were.
        clusters: how many sets of near-duplicates; ``crossing`` of them lay in more than one split.
        moved: how many records without a group went to the split of their near-duplicates.
        dropped: records of groups, which cannot move.
    """

    parts: dict[str, tuple[Record, ...]]
    groups: int
    clusters: int
    crossing: int
    moved: int
    dropped: tuple[Dropped, ...]


def split(
    records: Sequence[Record], rules: Rules | None = None, done: Callable[[int], None] = lambda count: None
) -> Split:
    """Split records by their groups, then settle near-duplicates across splits.

    Nothing depends on the order of the records. Raises `InputError` where a split that should have records would have
    none, and for a field that no record has: nothing would keep its values together.
    """
    rules = rules or Rules()
    _check_fields(records, rules.by)
    keys = group_keys(records, rules.by)
    of_group = assign(keys, rules.shares, rules.seed, rules.exact)
    table = _Table(records, keys, [of_group[key] for key in keys], rules)
    clusters = NearDuplicates((r.text for r in records), rules.threshold, done).clusters()
    crossing = sum(table.settle(cluster) for cluster in clusters)
    parts = {name: tuple(table.of(name)) for name in SPLITS}
    _refuse_empty(parts, keys, rules)
    return Split(parts, len(of_group), len(clusters), crossing, table.moved, tuple(table.dropped))


def _check_fields(records: Sequence[Record], by: Sequence[str]) -> None:
    for name in by if by != Rules().by else ():
        if records and not any(record.value(name) for record in records):
            raise InputError(f"no record has the field {name!r}")


class _Table:
    """Where each record is; changes while clusters are settled."""

    def __init__(self, records: Sequence[Record], keys: Sequence[str], splits: list[str], rules: Rules) -> None:
        self._records, self._keys, self._splits, self._rules = records, keys, splits, rules
        self._order = SPLITS if rules.keep == "train" else SPLITS[::-1]
        self._gone: set[int] = set()
        self.moved = 0
        self.dropped: list[Dropped] = []

    def of(self, name: str) -> list[Record]:
        return [r for i, r in enumerate(self._records) if self._splits[i] == name and i not in self._gone]

    def settle(self, cluster: Sequence[int]) -> bool:
        """Bring a cluster of near-duplicates into one split; false where it was in one before."""
        if len({self._splits[i] for i in cluster}) == 1:
            return False
        home = self._home(cluster)
        kept = next(i for i in cluster if self._splits[i] == home)
        for i in cluster:
            if self._splits[i] == home:
                continue
            if is_free(self._keys[i]):
                self._splits[i] = home
                self.moved += 1
            else:
                self._drop(i, kept)
        return True

    def _home(self, cluster: Sequence[int]) -> str:
        """The split of those that cannot move, by rank; else that of the record whose hash comes first."""
        held = {self._splits[i] for i in cluster if not is_free(self._keys[i])}
        if held:
            return min(held, key=self._order.index)
        return self._splits[min(cluster, key=lambda i: (place(f"leader\t{self._keys[i]}", self._rules.seed), i))]

    def _drop(self, i: int, kept: int) -> None:
        record, like = self._records[i], self._records[kept]
        value = jaccard(comparable(record.text), comparable(like.text))
        name = like.id or like.audio_filepath
        self.dropped.append(Dropped(record, self._splits[i], name, self._splits[kept], value))
        self._gone.add(i)


def _refuse_empty(parts: dict[str, tuple[Record, ...]], keys: Sequence[str], rules: Rules) -> None:
    wanted = [name for name, share in zip(SPLITS, rules.shares, strict=True) if share > 0]
    if empty := [name for name in wanted if not parts[name]]:
        raise InputError(f"{' and '.join(empty)} would be empty: {_advice(keys)}")


def _advice(keys: Sequence[str]) -> str:
    if not keys:
        return "there are no records"
    key, share = largest(keys)
    named = "" if is_free(key) else f" ({key} and what hangs together with it)"
    return (
        f"{len(set(keys))} groups, the largest with {share:.0%} of the records{named}; "
        "try --exact, another --seed, or --by with fewer fields"
    )
