"""Words that say what the number beside them is: units, "year", "OTP", "room"."""

from __future__ import annotations

from collections.abc import Sequence

from ..document import Range
from ..languages import Language
from .phrases import Phrases

KINDS_OF_CUES = (
    "",
    "year",
    "era",
    "digits",
    "code",
    "lettered",
    "score",
    "game",
    "result",
    "ordinal",
    "count",
    "noun",
    "times",
    "measure",
    "size",
    "hundreds",
    "time",
    "quarter",
    "event",
    "at",
    "math",
    "pressure",
    "share",
)
SIDES = ("before", "after")
EVENT_REACH = 8  # words from what has its time to its time
_REACH = {"digits": 4, "measure": 4, "game": 8, "result": 6}  # words from a cue to its number: "my number is"; else one
_REACH_BEHIND = 3  # words from a score to how the game went
_LONGEST = 5  # words of a cue


class Cues:
    """The `cues` table of one language, and the units and clock words, which make a figure as plain cues do."""

    def __init__(self, facts: Language) -> None:
        self._phrases = _by_place(facts)

    def beside(self, kind: str, words: Sequence[str], start: int, end: int) -> bool:
        """True if a cue of ``kind`` stands before or behind the words from ``start`` to ``end``."""
        return self.before(kind, words, start) or self.behind(kind, words, end)

    def before(self, kind: str, words: Sequence[str], start: int) -> bool:
        """True if a cue of ``kind`` ends near enough before ``start``, with no mark between.

        What is said digit by digit has its cue for itself: "room number 304 has two three four people". A single letter
        (the series of a plate) is directly beside it.
        """
        phrases = self._phrases["before", kind]
        for end in range(start, max(start - _REACH.get(kind, 1), 0), -1):
            word = words[end - 1]
            if not word or (kind == "digits" and end < start and word[0].isdecimal()):
                return False
            if phrases.before(words, end) < end and (end == start or len(word) > 1):
                return True
        return kind == "code" and self.is_named(words, start)

    def is_named(self, words: Sequence[str], start: int) -> bool:
        """ "Room number five": a word for "number" may stand between a code and its cue, or be the end of it."""
        between, codes = self._phrases["before", "digits"].before(words, start), self._phrases["before", "code"]
        return between < start and min(codes.before(words, between), codes.before(words, start)) < between

    def is_numbered(self, words: Sequence[str], start: int) -> bool:
        """True if a word for "number" stands directly before ``start``."""
        return self._phrases["before", "digits"].before(words, start) < start

    def behind(self, kind: str, words: Sequence[str], end: int) -> bool:
        """True if a cue of ``kind`` begins at ``end``."""
        return self._phrases["after", kind].at(words, end) > end

    def tells_a_result(self, words: Sequence[str], start: int, end: int) -> bool:
        """True if a game is spoken of before ``start``, and how it went before that or soon behind ``end``."""
        if not self.before("game", words, start) or self.counts(words, end) or self.behind("game", words, end):
            return False
        places = range(end, min(end + _REACH_BEHIND, len(words)))
        behind = any(self.behind(kind, words, i) for i in places for kind in ("score", "result"))
        return behind or self.before("result", words, start)

    def sizes(self, words: Sequence[str], end: int) -> bool:
        """True if what begins at ``end`` has two sides, with a word between at most: a room, "का कमरा", feet."""
        return any(self.behind("size", words, place) for place in (end, end + 1))

    def counts(self, words: Sequence[str], end: int) -> bool:
        """True if what begins at ``end`` is counted: a unit, a word that wants a figure, a noun of the table."""
        return any(self.behind(kind, words, end) for kind in ("", "count", "noun", "times"))

    def behind_ending(self, kind: str, ending: str, words: Sequence[str], end: int) -> bool:
        """True if a cue of ``kind`` of several words begins with ``ending`` and goes on at ``end``."""
        return self._phrases["after", kind].at([ending, *words[end : end + _LONGEST]], 0) > 1

    def shares(self, words: Sequence[str], end: int, ending: str | None, start: int) -> bool:
        """True if "out of" is all that lies between two numbers, and a noun perhaps: दस (बच्चों) में से आठ, दहापैकी आठ.

        ``ending`` is that of the number that ends at ``end``; the other one begins at ``start``.
        """
        phrases = self._phrases["after", "share"]
        if start == end:
            return ending is not None and phrases.at([ending], 0) == 1
        return all(words[end:start]) and any(i < phrases.at(words, i) == start for i in (end, end + 1))

    def ranges(self, side: str, kind: str, words: Sequence[str]) -> list[Range]:
        """Every cue of ``kind`` that says something of the number on its other ``side``."""
        return self._phrases[side, kind].ranges(words)


def _by_place(facts: Language) -> dict[tuple[str, str], Phrases]:
    """(side, kind) → phrases. Units and clock words make a small number beside them a figure, as plain cues do."""
    forms: dict[tuple[str, str], list[str]] = {(side, kind): [] for side in SIDES for kind in KINDS_OF_CUES}
    for row in facts.table("cues"):
        forms[row.choice("side", SIDES), row.choice("kind", KINDS_OF_CUES)].append(row["form"])
    units = [row["form"] for row in facts.table("units") if row["role"] != "written"]
    forms["after", ""] += [form for form in units if " | " not in form]
    forms["after", ""] += [row["form"] for row in facts.table("clock") if row["name"] in ("oclock", "past")]
    return {place: Phrases(words) for place, words in forms.items()}
