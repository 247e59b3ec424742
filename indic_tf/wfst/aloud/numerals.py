"""Roman numerals, where a word beside them says that they are: Class XII, World War II, XIX century (TN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import regex

from ...scripts import fold, split_marks
from .voice import Cues, Told, Voice, bare, ends

_ROMAN = r"(?=[IVXL])(?:X[LC]|L?X{0,3})(?:IX|IV|V?I{0,3})"
_NUMERAL = regex.compile(_ROMAN)
_WRITTEN = regex.compile(rf"(?P<low>{_ROMAN})(?:[-–](?P<high>{_ROMAN}))?")
_GLUED = regex.compile(rf"(?P<cue>\P{{N}}*\p{{L}}\P{{N}}*?)[-–](?P<low>{_ROMAN})")
_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_LONE = "VX"  # letters that may be a numeral by themselves; I, L, C … are rather "I" and names of letters


def value(numeral: str) -> int:
    """
    >>> value("XIV"), value("XLII")
    (14, 42)
    """
    numbers = [_VALUES[letter] for letter in numeral]
    pairs = zip(numbers, [*numbers[1:], 0], strict=True)
    return sum(-number if number < behind else number for number, behind in pairs)


class Numerals:
    """Finds roman numerals and says them."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """The numeral at ``at`` and how it is said; None if there is none, or nothing says that it is one."""
        before, core, after = split_marks(words[at])
        if not _WRITTEN.fullmatch(core):
            return self._glued(words, at)
        ending = self._before(words, at + 1) if not after and len(core) > 1 else None
        if ending is None and not before.strip("(\"'“‘"):
            ending = self._behind(words, at, core)
        said = None if ending is None else self._said(core, ending)
        return ((at, at + 1), before + said + after) if said else None

    def _glued(self, words: Sequence[str], at: int) -> Told | None:
        """Class-XII."""
        before, core, after = split_marks(words[at])
        match = _GLUED.fullmatch(core)
        ending = self._behind([*words[:at], match["cue"]], at + 1, match["low"]) if match else None
        said = self._said(match["low"], ending) if match and ending is not None else None
        return ((at, at + 1), f"{before}{match['cue']} {said}{after}") if match and said else None

    def _before(self, words: Sequence[str], at: int) -> str | None:
        """The endings of a numeral before what begins at ``at``: "century", or "and XX century"."""
        if found := self._following.at(words, at):
            return found[1]
        listed = at + 1 < len(words) and fold(words[at]) in self._voice.ands and _NUMERAL.fullmatch(words[at + 1])
        return self._before(words, at + 2) if listed else None

    def _behind(self, words: Sequence[str], at: int, numeral: str) -> str | None:
        """The endings that a numeral has behind a word that says so, or behind another numeral that is one."""
        if found := self._sure.before(words, at):
            return found[1] if len(numeral) > 1 or numeral in _LONE else None
        if (found := self._lettered.before(words, at)) and len(numeral) > 1:
            return found[1]
        if at == 0 or len(numeral) < 2:
            return None
        last = at - 1
        if fold(words[last]) in self._voice.ands:
            last -= 1
        elif not words[last].endswith(","):
            return None
        if last < 0 or not (first := _NUMERAL.fullmatch(bare(words[last]))) or (ends(words[last]) and last < at - 1):
            return None
        return self._behind(words, last, first[0])

    def _said(self, numeral: str, endings: str) -> str | None:
        match = _WRITTEN.fullmatch(numeral)
        assert match
        low = str(value(match["low"]))
        if match["high"]:
            return self._voice.span(low, str(value(match["high"])))
        ordinal = self._voice.ordinal(low, endings) if endings else None
        return ordinal or self._voice.cardinal(low)

    @cached_property
    def _sure(self) -> Cues:
        return Cues([*self._voice.rows("numbered"), *self._voice.rows("ruler")])

    @cached_property
    def _lettered(self) -> Cues:
        return Cues(self._voice.rows("lettered"))

    @cached_property
    def _following(self) -> Cues:
        return Cues(self._voice.rows("numbering"))
