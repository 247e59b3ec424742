"""Figures that are letters, and letters and signs that are figures: స0దర్భం, ೧ಂ೭, ७ः३०, के0, 1857ء (TN)."""

from __future__ import annotations

import regex

from ...scripts import TO_LATIN_DIGITS
from .voice import Voice

_ADDRESS = regex.compile(r"://|@|^www\.|\.(?:com|org|net|in|gov)(?:$|[/.])", regex.IGNORECASE)
_VISARGA = regex.compile(r"(?<=\d)[\u0903\u0983\u0a03\u0a83\u0b03\u0c03\u0c83\u0d03](?=\d|\P{L}*$)")
_COMMA = regex.compile(r"(?<=\d)(?:[،٬](?=\d{2,3}(?!\d))|٫(?=000(?!\d)))")
_POINT_SIGN = regex.compile(r"(?<=\d)٫(?=\d)")
_SHORT_YEAR = regex.compile(r"(?<=\d{4}['’]?)[-–]['’](?=\d\d(?!\d))|(?<=\d{4})['’][-–](?=\d)")
_SYLLABLE = r"((?:\p{Lo}\p{M}*)(?:(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0c4d\u0ccd\u0d4d])\p{Lo}\p{M}*)*)"
_LETTER = r"[\p{Lo}\p{M}][\u200c\u200d]?"
_POINT = regex.compile(r"(?<=\p{Lo}\p{M}*)0(?!\d)-?(?=\p{L})")
_POINT_AT_END = regex.compile(r"(?<=\p{Lo}\p{M}*)0(?!\d)(?=\P{L}*$)")
_MOVED = "before"


class Mended:
    """Puts right what stands for something else, by the rows `zero`, `figure`, `abbreviated` and `year`."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def word(self, text: str) -> str:
        """``text`` with figures for figures, all of them ASCII, and letters for letters; several words maybe."""
        text = self._letters(text.translate(TO_LATIN_DIGITS))
        text = _POINT_SIGN.sub(".", _COMMA.sub(",", _VISARGA.sub(":", text)))
        text = self._abbreviations(self._figures(_SHORT_YEAR.sub("-", text)))
        return self._years(text)

    def _letters(self, text: str) -> str:
        """A figure by itself in the middle or at the end of a word in letters; one that is said before the syllable
        behind which it is typed is moved there."""
        for letter, value in self._voice.rows("zero"):
            figure, _, place = value.partition(" ")
            alone = rf"{figure or 0}(?=\p{{Lo}}|\P{{L}}*$)(?![-–.,:/]?\d)"
            if place == _MOVED:
                text = regex.sub(rf"(?<=\p{{Lo}}\p{{M}}*){_SYLLABLE}{alone}", rf"{letter}\1", text)
            else:
                first = rf"(?<=^\p{{Lo}}){figure or 0}(?=\p{{Lo}})"
                text = regex.sub(rf"(?<=\p{{Lo}}\p{{M}}*){_LETTER}\K{alone}|{first}", letter, text)
        return text

    def _figures(self, text: str) -> str:
        """Letters behind figures: a sign cannot stand there, a whole letter is a figure between two."""
        for letter, figure in self._voice.rows("figure"):
            if regex.fullmatch(r"\p{M}", letter):
                text = regex.sub(rf"(?<=\d[.,]?){letter}", figure, text)
            elif regex.search(rf"\d{letter}\d", text):
                text = regex.sub(rf"(?<=\d){letter}(?=\d|$)", figure, text)
        return text

    def _abbreviations(self, text: str) -> str:
        """A zero that is typed for the point of an abbreviation."""
        if not self._voice.form("abbreviated"):
            return text
        return _POINT_AT_END.sub(".", _POINT.sub(". ", text))

    def _years(self, text: str) -> str:
        for sign, said in self._voice.rows("year"):
            text = regex.sub(rf"(?<=\d){sign}(?!\p{{L}})", f" {said}" if said else "", text)
        return text


def is_address(word: str) -> bool:
    """True for an electronic address, which is spelled or stays, but is not taken apart."""
    return bool(_ADDRESS.search(word))
