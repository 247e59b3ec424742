"""Indic letters → the Latin letters that people use for them in addresses: राहुल → rahul.

The `romanization` table lists Devanagari letters; the Brahmic blocks of Unicode are parallel, so other scripts follow
from it, and a language may list letters of its own that sound otherwise.
"""

from __future__ import annotations

import string

import pynini

from ..languages import Language
from ..scripts import DIGITS, fold
from .fst import Fst, any_of, cost, join, nothing, one_of, put

_ANUSVARA = "N"
_DEVANAGARI = 0x0900
_DIGIT_ZERO = 0x66  # offset of the digit zero in each block


def romanized(language: Language) -> Fst:
    """A word in the language's script → Latin letters; nothing for scripts that are not Brahmic."""
    letters = _letters(language)
    if not letters.get("consonant"):
        return nothing()
    consonant, vowel, sign, silent, mark = (
        pynini.string_map(letters[kind].items()) if letters.get(kind) else nothing()
        for kind in ("consonant", "vowel", "sign", "virama", "mark")
    )
    marks = pynini.closure(mark, 0, 1)
    syllable = any_of(
        join(consonant, sign, marks), join(consonant, silent), join(consonant, put("a"), marks), join(vowel, marks)
    )
    word = pynini.closure(syllable, 1)
    if language.final_a_silent:
        word = any_of(join(pynini.closure(syllable, 1), consonant), cost(word, 0.1))
    return (word @ _nasals()).optimize()


def _nasals() -> Fst:
    """An anusvara is m before p, b and m, and n elsewhere."""
    letters = pynini.closure(one_of(string.ascii_lowercase + _ANUSVARA))
    labial = pynini.cdrewrite(pynini.cross(_ANUSVARA, "m"), "", one_of("pbm"), letters)
    other = pynini.cdrewrite(pynini.cross(_ANUSVARA, "n"), "", "", letters)
    return (labial @ other).optimize()


def _letters(language: Language) -> dict[str, dict[str, str]]:
    """kind → letter → Latin letters; the language's own rows win."""
    digits = DIGITS.get(language.script, "")
    block = ord(digits[0]) - _DIGIT_ZERO if digits and digits[0] > "9" else _DEVANAGARI
    made: dict[str, dict[str, str]] = {}
    for row in language.table("romanization"):
        kind = row.choice("kind", ("consonant", "vowel", "sign", "virama", "mark"))
        for letter in (row["letter"], _moved(row["letter"], block)):
            if letter == fold(letter):
                made.setdefault(kind, {}).setdefault(letter, row["latin"].strip("-"))
    return made


def _moved(letter: str, block: int) -> str:
    offset = ord(letter) - _DEVANAGARI
    return chr(block + offset) if 0 <= offset < 0x80 else letter
