"""Indic words in Latin letters as people type them in chats, with the variety of spellings that they have.

There is no corpus of romanised talk to learn from, so text is made of native text: every letter has its usual
spellings (``roman/letters.tsv``), frequent words have their own (`typed_words`), and a writer is more or less
constant. Vowels that are written but not said go where a language drops them (Ohala 1983, schwa deletion in Hindi).
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .. import tables
from ..languages import language
from ..scripts import DIGITS
from ..transliterate.data import typed_words

_FOLDER = Path(__file__).parent / "roman"
_KINDS = ("consonant", "vowel", "hiatus", "sign", "final", "mark", "virama", "schwa")
_DEVANAGARI, _DIGIT_ZERO, _NUKTA = 0x0900, 0x66, 0x3C
_LABIALS = frozenset("pbm")
_VOWELS = frozenset("aeiouy")


@dataclass(slots=True)
class _Unit:
    """One consonant or vowel with what hangs on it; ``vowel`` is None for the vowel that is not written."""

    onset: str
    vowel: str | None
    coda: str = ""
    closed: bool = False  # a virama: no vowel follows


def romanise(words: Sequence[str], code: str, rng: random.Random) -> list[str]:
    """``words`` of the language ``code`` in Latin letters, as one writer might type them.

    Characters that no table knows are left out; a word of nothing else becomes "".

    >>> romanise(["समय", "नमक"], "hi", random.Random(1))
    ['samay', 'namak']
    """
    whim = rng.random() ** 2  # how often this writer leaves the usual spelling
    known = typed_words(code)
    return [_chosen(known[word], whim, rng) if word in known else _spelt(word, code, whim, rng) for word in words]


@cache
def chat_words(code: str) -> tuple[str, ...]:
    """Words of everyday messages in Latin letters."""
    rows = tables.read(_FOLDER / "chat.tsv", ("language", "words"), required=2)
    return tuple(word for row in rows if row["language"] == code for word in row["words"].split())


@cache
def _letters(code: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """kind → letter → spellings; the language's own rows win over the common ones, moved into its block."""
    digits = DIGITS[language(code).script]
    offset = ord(digits[0]) - _DIGIT_ZERO - _DEVANAGARI
    made: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in _KINDS}
    own: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in _KINDS}
    columns = ("letter", "kind", "latin", "languages")
    for row in tables.read(_FOLDER / "letters.tsv", columns, required=3):
        kind, latin = row.choice("kind", _KINDS), tuple(row["latin"].split())
        latin = tuple("" if spelling == "-" else spelling for spelling in latin)
        if not row["languages"]:
            made[kind].setdefault("".join(chr(ord(letter) + offset) for letter in row["letter"]), latin)
        elif code in row["languages"].split():
            own[kind][row["letter"]] = latin
    return {kind: made[kind] | own[kind] for kind in _KINDS}


def _spelt(word: str, code: str, whim: float, rng: random.Random) -> str:
    letters = _letters(code)
    units = _units(word, letters)
    if language(code).final_a_silent:
        _silence(units)
    spelt = ""
    for i, unit in enumerate(units):
        spelt += _chosen(letters["consonant"].get(unit.onset, ("",)), whim, rng)
        spelt += _vowel(unit, spelt, i + 1 == len(units), letters, whim, rng)
        for mark in unit.coda:
            following = units[i + 1].onset if i + 1 < len(units) else ""
            spelt += _nasal(_chosen(letters["mark"].get(mark, ("",)), whim, rng), following, letters)
    return spelt


def _units(word: str, letters: dict[str, dict[str, tuple[str, ...]]]) -> list[_Unit]:
    units: list[_Unit] = []
    for letter in word:
        if letter in letters["consonant"]:
            units.append(_Unit(letter, None))
        elif letter in letters["vowel"]:
            units.append(_Unit("", letter))
        elif not units:
            continue
        elif letter in letters["sign"]:
            units[-1].vowel = letter
        elif letter in letters["virama"]:
            units[-1].closed = True
        elif letter in letters["mark"]:
            units[-1].coda += letter
        elif ord(letter) & 0x7F == _NUKTA and units[-1].onset + letter in letters["consonant"]:
            units[-1].onset += letter
    return units


def _silence(units: list[_Unit]) -> None:
    """Close syllables whose vowel is not said: at the end of a word, and between two that are (VC_CV)."""

    def bare(unit: _Unit) -> bool:
        return bool(unit.onset) and unit.vowel is None and not unit.closed and not unit.coda

    if len(units) > 1 and bare(units[-1]):
        units[-1].closed = True
    for i in range(len(units) - 2, 0, -1):
        before, after = units[i - 1], units[i + 1]
        if bare(units[i]) and not before.closed and not after.closed and after.onset:
            units[i].closed = True


def _vowel(
    unit: _Unit,
    before: str,
    last: bool,
    letters: dict[str, dict[str, tuple[str, ...]]],
    whim: float,
    rng: random.Random,
) -> str:
    if unit.closed:
        return ""
    if unit.vowel is None:
        return _chosen(letters["schwa"][""], whim, rng)
    kinds = ["sign", "vowel"] if unit.onset else ["vowel"]
    kinds = ["final", *kinds] if last and not unit.coda else kinds
    kinds = ["hiatus", *kinds] if not unit.onset and before[-1:] in _VOWELS and before else kinds
    return _chosen(next((letters[kind][unit.vowel] for kind in kinds if unit.vowel in letters[kind]), ("",)), whim, rng)


def _nasal(spelt: str, following: str, letters: dict[str, dict[str, tuple[str, ...]]]) -> str:
    """N is m before p, b and m, and n elsewhere."""
    first = letters["consonant"].get(following, ("",))[0][:1]
    return spelt.replace("N", "m" if first in _LABIALS else "n")


def _chosen(options: Sequence[str], whim: float, rng: random.Random) -> str:
    """The first of the spellings, or, by the writer's whim, any, each half as likely as the one before it."""
    if len(options) == 1 or rng.random() >= whim:
        return options[0]
    return rng.choices(options, [0.5**i for i in range(len(options))])[0]
