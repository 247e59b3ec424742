"""How editors of a language write numbers: from which on in figures by what is counted, and which scale words stay.

The table `editors` has what was counted in edited text (docs/numbers_as_written.md); here it meets the caller's style.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from .languages import language
from .styles import Style

_LAKH, _CRORE = 10**5, 10**7
_ALL_DIGITS = 99
_USUAL = 10  # where a class is spelled out as far as everything is, the style says how far that is


@dataclass(frozen=True, slots=True)
class Scales:
    """Which large numbers keep the scale word that was said.

    Attributes:
        least: the least scale whose word stays.
        digits: significant digits that a number may have that was said in more than one scale (एक लाख बीस हज़ार).
        digits_from_crore: the same from a crore on.
        parts: what was said in more than one scale is written so, if the last is this one at least: 8 लाख 25 हजार; 0:
            nothing is.
    """

    least: int = _LAKH
    digits: int = _ALL_DIGITS
    digits_from_crore: int = _ALL_DIGITS
    parts: int = 0

    def most_digits(self, scale: int) -> int:
        """`digits` of numbers in ``scale``."""
        return self.digits_from_crore if scale >= _CRORE else self.digits


@cache
def editors(key: str) -> Mapping[str, int]:
    """The table of the language that `language` finds by ``key``: name → value, the language's own rows first."""
    return {row["name"]: row.number("value") for row in reversed(language(key).table("editors"))}


def scales(key: str, style: Style) -> Scales | None:
    """Which large numbers of a language keep their scale words in ``style``; None: none does."""
    if style.scales == "figures":
        return None
    if style.scales == "words":
        return Scales()
    facts = editors(key)
    return Scales(facts["scale"], facts["digits"], facts["digits_from_crore"], facts.get("parts", 0))


def words_below(key: str, style: Style) -> int:
    """Whole numbers below this stay words where nothing beside them asks for figures."""
    return _least(editors(key)["count"], style) if style.small == "editor" else style.words_below


def least_in_figures(key: str, style: Style, name: str) -> int:
    """The least number of the class called ``name`` (classifier, measure …) that is written in figures."""
    if style.small == "editor":
        return _least(editors(key)[name], style)
    return style.words_below if style.small == "words" else 0


def _least(least: int, style: Style) -> int:
    """``least`` where the caller says nothing else of how far small numbers are spelled out."""
    if style.spell_out_below < _USUAL:
        return min(least, style.spell_out_below)
    return style.spell_out_below if least == _USUAL else max(least, 0)
