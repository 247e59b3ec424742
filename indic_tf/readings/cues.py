"""Words that say what the number beside them is, found in one walk over a text."""

from __future__ import annotations

from collections.abc import Sequence

from ..document import Range
from ..languages import Language
from ..scripts import fold
from ..wfst.cues import Place, cue_forms


class CueIndex:
    """The `cues` table of one language, and its units and clock words, which are cues of the kind ""."""

    def __init__(self, facts: Language) -> None:
        self._places: dict[tuple[str, ...], list[Place]] = {}
        self._lengths: dict[str, list[int]] = {}
        for place, form in cue_forms(facts):
            self._add(form, place)

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
