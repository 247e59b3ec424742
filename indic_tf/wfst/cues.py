"""Words that say what the number beside them is: units, "year", "OTP", "room"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..languages import Language
from ..schema import CUE_KINDS
from .phrases import Phrases

Place = tuple[str, str]
"""The side of a cue ("before": it stands before its number) and its kind."""

SIDES = ("before", "after")
_LAST_OF_CLOCK = ("oclock", "past")
_DIGITS = "digits"
_REACH = {_DIGITS: 4}  # words from a cue to its number: "my number is"; else one


class Cues:
    """The `cues` table of one language, and the units and clock words, which make a figure as plain cues do."""

    def __init__(self, facts: Language) -> None:
        self._phrases = _by_place(facts)

    def beside(self, kind: str, words: Sequence[str], start: int, end: int) -> bool:
        """True if a cue of ``kind`` stands before or behind the words from ``start`` to ``end``."""
        return self.before(kind, words, start) or self.behind(kind, words, end)

    def before(self, kind: str, words: Sequence[str], start: int) -> bool:
        """True if a cue of ``kind`` ends near enough before ``start``, with no mark between."""
        phrases = self._phrases["before", kind]
        for end in range(start, max(start - _REACH.get(kind, 1), 0), -1):
            if not words[end - 1]:
                return False
            if phrases.before(words, end) < end:
                return True
        return False

    def behind(self, kind: str, words: Sequence[str], end: int) -> bool:
        """True if a cue of ``kind`` begins at ``end``."""
        return self._phrases["after", kind].at(words, end) > end

    def counts(self, words: Sequence[str], end: int) -> bool:
        """True if what begins at ``end`` is counted: a unit, a word that wants a figure, a noun of the table."""
        return any(self.behind(kind, words, end) for kind in ("", "count", "noun", "times"))


def _by_place(facts: Language) -> dict[Place, Phrases]:
    """(side, kind) → phrases. Units and clock words make a small number beside them a figure, as plain cues do."""
    forms: dict[Place, list[str]] = {(side, kind): [] for side in SIDES for kind in CUE_KINDS}
    for place, form in cue_forms(facts):
        forms[place].append(form)
    return {place: Phrases(words) for place, words in forms.items()}


def cue_forms(facts: Language) -> Iterator[tuple[Place, str]]:
    """Every cue with its place: the rows of the table, units and clock words."""
    for row in facts.table("cues"):
        yield (row.choice("side", SIDES), row.choice("kind", CUE_KINDS)), row["form"]
    units = (row["form"] for row in facts.table("units") if row["role"] != "written" and " | " not in row["form"])
    clock = (row["form"] for row in facts.table("clock") if row["name"] in _LAST_OF_CLOCK)
    yield from ((("after", ""), form) for form in (*units, *clock))
