"""Spellings in Latin letters: which of them are of one word, and how a native word is spelled by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import regex

from ..languages import Language, language
from ..scripts import DIGITS, fold
from ..tables import Row

_DEVANAGARI = 0x0900
_DIGIT_ZERO = 0x66  # offset of the digit zero in each block
_REPEATED = regex.compile(r"(.)\1+")
_NASAL = regex.compile("N(?=[pbm])")


class Spellings:
    """What the spellings of a word have in common, by the `roman_letters` table of a language."""

    def __init__(self, facts: Language) -> None:
        self._same: dict[str, str] = {}
        for row in facts.table("roman_letters"):
            self._same.setdefault(row["letters"], row["key"])
        longest = sorted(self._same, key=len, reverse=True)
        self._letters = regex.compile("|".join(longest)) if longest else None

    def key(self, word: str) -> str:
        """A key under which spellings of one word in Latin letters meet: "hazaar" and "hajar"."""
        word = word.lower()
        if self._letters is not None:
            word = self._letters.sub(lambda found: self._same[found[0]], word)
        return _REPEATED.sub(r"\1", word)


def romanized(word: str, facts: Language) -> str:
    """A word in the script of the language as the `romanization` table spells it; "" where that lacks a letter."""
    letters, made, bare = _letters(facts.code), "", False
    for character in fold(word):
        row = letters.get(character)
        if row is None:
            return ""
        kind, latin = row["kind"], row["latin"].strip("-")
        if bare and kind in ("consonant", "vowel", "mark"):
            made += "a"
        made += latin
        bare = kind == "consonant"
    made += "" if facts.final_a_silent or not bare else "a"
    return _NASAL.sub("m", made).replace("N", "n")


@cache
def _letters(code: str) -> Mapping[str, Row]:
    facts = language(code)
    digits = DIGITS.get(facts.script, "")
    block = ord(digits[0]) - _DIGIT_ZERO if digits and digits[0] > "9" else _DEVANAGARI
    made: dict[str, Row] = {}
    for row in facts.table("romanization"):
        offset = ord(row["letter"]) - _DEVANAGARI
        for letter in (row["letter"], chr(block + offset) if 0 <= offset < 0x80 else row["letter"]):
            if letter == fold(letter):
                made.setdefault(letter, row)
    return made
