"""Words that say what the number beside them is, found in one walk over a text."""

from __future__ import annotations

from collections.abc import Sequence

from ..document import Range
from ..languages import Language
from ..scripts import fold

Place = tuple[str, str]
"""The side of a cue ("before": it stands before its number) and its kind."""

_LAST_OF_CLOCK = ("oclock", "past")


class CueIndex:
    """The `cues` table of one language, and its units and clock words, which are cues of the kind ""."""

    def __init__(self, facts: Language) -> None:
        self._places: dict[tuple[str, ...], list[Place]] = {}
        self._lengths: dict[str, list[int]] = {}
        for row in facts.table("cues"):
            self._add(row["form"], (row["side"], row["kind"]))
        units = (row["form"] for row in facts.table("units") if row["role"] != "written" and " | " not in row["form"])
        clock = (row["form"] for row in facts.table("clock") if row["name"] in _LAST_OF_CLOCK)
        for form in (*units, *clock):
            self._add(form, ("after", ""))

    def _add(self, form: str, place: Place) -> None:
        phrase = tuple(map(fold, form.split(" ")))
        places = self._places.setdefault(phrase, [])
        if place not in places:
            places.append(place)
        lengths = self._lengths.setdefault(phrase[0], [])
        if len(phrase) not in lengths:
            lengths.append(len(phrase))

    def found(self, folded: Sequence[str]) -> dict[Place, list[Range]]:
        """Every cue in a text of folded words."""
        made: dict[Place, list[Range]] = {}
        for i, word in enumerate(folded):
            for length in self._lengths.get(word, ()):
                for place in self._places.get(tuple(folded[i : i + length]), ()):
                    made.setdefault(place, []).append((i, i + length))
        return made
