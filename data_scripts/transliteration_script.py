"""Letters of Devanagari in the script of a language, the likelier ones where several stand for the same."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from indic_tf.languages import language
from indic_tf.scripts import DIGITS
from indic_tf.transliterate.data import rows
from indic_tf.transliterate.native.stored import stored
from indic_tf.transliterate.shapes import SIGNS

SIGN_OF = {vowel: sign for sign, vowel in SIGNS.items()} | {"\u0905": ""}
"""Vowels as they stand alone, in Devanagari → their signs."""

_RARE = 1e-5  # share of letters that a language does not write
_BACKED_OFF = 3.0
_DEVANAGARI, _DIGIT_ZERO, _BLOCK = 0x0900, 0x66, 0x80


class InARow:
    """How likely a letter of a script is behind the two before it, by the words of a language."""

    def __init__(self, words: Mapping[str, float]) -> None:
        self._counts: list[defaultdict[str, float]] = [defaultdict(float) for _ in range(4)]  # 0: pairs that go on
        for word, weight in words.items():
            edged = f"^^{word}$"
            for i in range(2, len(edged)):
                for width in (1, 2, 3):
                    self._counts[width][edged[i + 1 - width : i + 1]] += weight
                self._counts[0][edged[i - 2 : i]] += weight
        self._all = sum(self._counts[1].values())
        self._before: defaultdict[str, float] = defaultdict(float)
        for pair, weight in self._counts[2].items():
            self._before[pair[0]] += weight
        self._cached = cache(self._of_letter)

    def share(self, letter: str) -> float:
        """Of all letters."""
        return self._counts[1][letter] / self._all

    def has(self, letter: str) -> bool:
        return self.share(letter) > _RARE

    def log(self, before: str, letters: str) -> float:
        """The natural logarithm of the chance of ``letters`` behind ``before``, of which two letters count."""
        total = 0.0
        for letter in letters:
            total += self._cached(before, letter)
            before = before[-1] + letter
        return total

    def _of_letter(self, before: str, letter: str) -> float:
        one = (self._counts[1][letter] + 1e-6 * self._all) / self._all
        two = (self._counts[2][before[1] + letter] + _BACKED_OFF * one) / (self._before[before[1]] + _BACKED_OFF)
        return math.log(
            (self._counts[3][before + letter] + _BACKED_OFF * two) / (self._counts[0][before] + _BACKED_OFF)
        )


class Script:
    """Letters of Devanagari in the script of a language: `Reader` backwards."""

    def __init__(self, code: str) -> None:
        known = stored(code)
        if known is None:
            raise ValueError(f"no words of {code!r} are known")
        weights = {w: 10 ** (tenths / 20) for w, tenths in zip(known.words, known.tenths, strict=True)}
        self.in_a_row = InARow(weights)
        block = ord(DIGITS[language(code).script][0]) - _DIGIT_ZERO
        self._moved = {_DEVANAGARI + i: block + i for i in range(_BLOCK)}
        self._ways: dict[str, list[str]] = {}
        for row in rows("letters", code):
            for read in row["read"].split("|"):
                native = row["letters"].translate(self._moved)
                if read and native[0] != "^" and native[-1] != "$" and all(map(self.in_a_row.has, native)):
                    self._ways.setdefault(read, []).append(native)
        self._widths = sorted({len(read) for read in self._ways} | {1}, reverse=True)

    def writes(self, letter: str) -> bool:
        """Whether the language writes a letter of Devanagari, where it has a sign as a sign."""
        text = SIGN_OF.get(letter, letter) or letter
        return bool(self._ways.get(letter) or self._ways.get(text)) or self._plain(text) is not None

    def share(self, letter: str) -> float:
        """The root of how frequent a consonant of Devanagari is in the script; 0 for one that is not written."""
        plain = self._plain(letter)
        ways = [*self._ways.get(letter, ()), *((plain,) if plain else ())]
        return math.sqrt(max((min(map(self.in_a_row.share, native)) for native in ways), default=0.0))

    def _plain(self, text: str) -> str | None:
        moved = text.translate(self._moved)
        return moved if all(map(self.in_a_row.has, moved)) else None

    def write(self, text: str, random: Random) -> tuple[float, str] | None:
        """``text``, in Devanagari, in the script, with the logarithm of how likely its letters are; None if it has a
        letter that the language does not write."""
        made, total, at = "", 0.0, 0
        while at < len(text):
            ways = [*self._at(text, at)]
            if not ways:
                return None
            before = f"^^{made}"[-2:]
            logs = [self.in_a_row.log(before, native) for _, native in ways]
            i = random.choices(range(len(ways)), [math.exp(log - max(logs)) for log in logs])[0] if len(ways) > 1 else 0
            at, total = ways[i][0], total + logs[i]
            made += ways[i][1]
        return total + self.in_a_row.log(f"^^{made}"[-2:], "$"), made

    def _at(self, text: str, at: int) -> Iterator[tuple[int, str]]:
        """Where the letters behind ``at`` end, and what is written for them."""
        for width in self._widths:
            read = text[at : at + width]
            if len(read) == width:
                yield from ((at + width, native) for native in self._ways.get(read, ()))
        plain = self._plain(text[at])
        if plain is not None:
            yield at + 1, plain
