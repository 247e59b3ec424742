"""Carriers, sentences with typed slots, filled: texts whose right readings are known.

A file has lines of ``id<TAB>carrier<TAB>note`` behind a header; a carrier is words with slots among them, ``{hm}`` or,
with an ending glued to its last word, ``{hm+க்கு}``. Without slots all number words of a carrier stay words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import regex

from ...document import Span
from ...errors import TableError
from ...readings.facts import Facts
from ...scripts import fold
from .saying import Saying
from .slots import Accepts
from .slots_of_time import SLOTS

_SLOT = regex.compile(r"\{([a-z0-9]+)(?:\+([^}]*))?\}")


@dataclass(frozen=True, slots=True)
class Carrier:
    """One row: its id and its words."""

    id: str
    words: tuple[str, ...]

    @property
    def has_slots(self) -> bool:
        return any("{" in word for word in self.words)


@dataclass(frozen=True, slots=True)
class Filled:
    """Where a number stands in a filled carrier, which readings of it are right, and whether its words may stay."""

    start: int
    end: int
    accepts: tuple[Accepts, ...]
    may_stay: bool


def read(path: Path) -> Iterator[Carrier]:
    """The carriers of a file. Raises `TableError` for a row without a carrier."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()[1:], start=2):
        name, tab, rest = line.partition("\t")
        if not tab:
            raise TableError(path, number, "expected an id and a carrier")
        yield Carrier(name, tuple(rest.partition("\t")[0].split()))


def filled(carrier: Carrier, say: Saying) -> tuple[list[str], list[Filled]] | None:
    """The words of a carrier with numbers by chance, and these; None if one cannot be said."""
    words: list[str] = []
    slots: list[Filled] = []
    for word in carrier.words:
        slot = _SLOT.fullmatch(word)
        if slot is None:
            if "{" in word:
                return None
            words.append(word)
            continue
        made = SLOTS[slot[1]](say) if slot[1] in SLOTS else None
        if made is None:
            return None
        for i, (text, accepts) in enumerate(made.parts):
            last = i + 1 == len(made.parts)
            said = say.with_ending(text, slot[2]) if slot[2] and last else text
            if said is None:
                return None
            start = len(words)
            words += said.split(" ")
            slots.append(Filled(start, len(words), accepts, made.may_stay))
    return words, slots


def joined(
    first: tuple[list[str], list[Filled]], second: tuple[list[str], list[Filled]]
) -> tuple[list[str], list[Filled]]:
    """Two filled carriers, one behind the other."""
    words, slots = first
    by = len(words)
    moved = [Filled(slot.start + by, slot.end + by, slot.accepts, slot.may_stay) for slot in second[1]]
    return [*words, *second[0]], [*slots, *moved]


class Right:
    """Which edges of a filled carrier may be taken."""

    def __init__(self, words: Sequence[str], slots: Sequence[Filled], facts: Facts) -> None:
        self._words, self._slots, self._facts = words, slots, facts
        self._folded = [fold(word) for word in words]
        self._slot_of = {i: slot for slot in slots for i in range(slot.start, slot.end)}

    def __call__(self, start: int, end: int, span: Span | None) -> bool:
        touched = list({id(s): s for i in range(start, end) if (s := self._slot_of.get(i))}.values())
        if span is None:
            return not touched or self._may_stay(start, touched[0])
        if len(touched) != 1 or not any(accepts(span.token) for accepts in touched[0].accepts):
            return False
        slot = touched[0]
        if slot.start <= start and end <= slot.end:
            return True
        around = (*range(start, slot.start), *range(slot.end, end))
        return start <= slot.start and slot.end <= end and all(map(self._is_company, around))

    def _may_stay(self, i: int, slot: Filled) -> bool:
        """Small numbers may be words; of a list those that are small."""
        return slot.may_stay and self._facts.small.get(self._folded[i], 0) < 10

    def _is_company(self, i: int) -> bool:
        """True for what may stand in a token beside its number: a unit, a month, o'clock."""
        word, facts = self._folded[i], self._facts
        known = word in facts.oclock or word in facts.months or word in facts.units or word in facts.currencies
        part = facts.part_of_day.at(self._words, i) > i or facts.part_of_day.before(self._words, i + 1) <= i
        return known or part or not facts.grammar.is_number(self._words[i])
