"""½, 2½, ¾: as the language says its halves and quarters (TN)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import regex

from ...scripts import TO_LATIN_DIGITS, is_latin, split_marks
from .voice import Told, Voice

_FRACTION = regex.compile(r"(\d{0,4})([½⅓⅔¼¾⅕-⅞⅐⅑⅒])(-?)(%|(?:\p{L}[\p{L}\p{M}]*)?)")
_DECIMALS = {"½": "5", "¼": "25", "¾": "75"}


class VulgarFractions:
    """Says fractions that are one character, with the whole number before it and the unit behind it."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        rows = reversed(voice.facts.table("fractions"))
        self._points = frozenset(voice.facts.forms("words", name="point"))
        self._words = {row["value"]: row["form"] for row in rows}

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """The fraction that begins at ``at``; None if there is none, or the language has no words for it."""
        before, core, after = split_marks(words[at])
        match = _FRACTION.fullmatch(core.translate(TO_LATIN_DIGITS))
        if not match:
            return None
        whole, sign, dash, unit = match.groups()
        if unit:
            said = self._joined(whole, sign, dash, unit)
            return ((at, at + 1), before + said + after) if said else None
        if dash:
            return None
        if not after and at + 1 < len(words):
            parted, following, behind = split_marks(words[at + 1])
            if not parted and (said := self._measure(whole, sign, following)):
                return (at, at + 2), before + said + behind
        said = self._said(whole, sign)
        return ((at, at + 1), before + said + after) if said else None

    def _joined(self, whole: str, sign: str, dash: str, unit: str) -> str | None:
        """3½%, ½kg, 1½-inch."""
        said = self._said(whole, sign)
        if dash:
            return f"{said}{'-' if is_latin(unit) else ' '}{unit}" if said else None
        if unit == "%":
            decimals = _DECIMALS.get(sign)
            return self._voice.read(f"{whole or '0'}.{decimals}%", "percent") if decimals else None
        if measure := self._measure(whole, sign, unit):
            return measure
        number = "2" if whole else "1"
        counted, count = self._voice.read(f"{number} {unit}", "measure"), self._voice.cardinal(number)
        named = counted.removeprefix(f"{count} ") if counted and count else counted
        return f"{said} {named}" if said and named != counted else None

    def _measure(self, whole: str, sign: str, unit: str) -> str | None:
        decimals = _DECIMALS.get(sign)
        said = self._voice.read(f"{whole or '0'}.{decimals} {unit}", "measure") if decimals else None
        return said if said and not set(said.split(" ")) & self._points else None  # no "point two five" for a quarter

    def _said(self, whole: str, sign: str) -> str | None:
        decimals = _DECIMALS.get(sign)
        if decimals and (said := self._words.get(f"{whole or '0'}.{decimals}") or self._changed(whole, decimals)):
            return said
        numerator, denominator = unicodedata.normalize("NFKC", sign).split("\u2044")
        fraction = f"{whole} {numerator}/{denominator}".strip()
        return self._voice.read(fraction, "fraction") or (
            self._voice.number(f"{whole}.{decimals}") if whole and decimals else None
        )

    def _changed(self, whole: str, decimals: str) -> str | None:
        """A half and a quarter more, a quarter less than the next: said before the number that they change."""
        more = {"25": ("+0.25", 0), "5": ("+0.5", 0), "75": ("-0.25", 1)}[decimals]
        word = self._words.get(more[0])
        number = self._voice.cardinal(str(int(whole) + more[1])) if word and whole and int(whole) > 1 else None
        return f"{word} {number}" if number else None
