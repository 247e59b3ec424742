"""A word in Latin letters as the consonants that it may be typed for, with the vowels between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

import regex

from ..data import rows
from ..shapes import Shape
from .pricing import DOUBLED, Typing

_VOWELS = "aeiouy"
_OTHER_PARTING, _SILENT_H = 0.4, 0.9
_MOST = 8

Parts = tuple[str, ...]


class Parser:
    """Parts words that are typed in one language."""

    def __init__(self, code: str, typing: Typing) -> None:
        self._ways: dict[str, tuple[Parts, ...]] = {}
        for row in rows("typed_parts", code):
            self._ways[row["typed"]] = tuple(tuple(way.split()) for way in row["parts"].split("|"))
        single = {letters for letters in typing.typed() if letters[0] not in _VOWELS} | set("bcdfghjklmnpqrstvwz")
        longest = sorted({*single, *self._ways}, key=lambda letters: (-len(letters), letters))
        self._pieces = regex.compile(rf"(?P<vowels>[{_VOWELS}]+)|(?P<consonant>{'|'.join(longest)})")

    def shapes(self, word: str) -> list[tuple[float, Shape]]:
        """What ``word``, small Latin letters, may be typed for, the likeliest first, each with its price."""
        choices = [*self._choices(word)]
        if not choices:
            return []
        made = []
        for way in islice(product(*choices), _MOST):
            price = sum(one for one, _ in way)
            made.append((price, _shape([part for _, parts in way for part in parts])))
        return made

    def _choices(self, word: str) -> Iterator[Sequence[tuple[float, Parts]]]:
        for found in self._pieces.finditer(word):
            piece = found[0]
            ways = self._ways.get(piece, ((piece,),))
            made = [(_OTHER_PARTING * (i > 0), way) for i, way in enumerate(ways)]
            if piece == "h" and found.end() == len(word) and found.start():
                made.append((_SILENT_H, ()))
            yield made


def _shape(parts: Sequence[str]) -> Shape:
    consonants: list[str] = []
    slots = [""]
    for part in parts:
        if part[0] in _VOWELS:
            slots[-1] += part
        elif consonants and not slots[-1] and part == consonants[-1].removesuffix(DOUBLED):
            consonants[-1] = part + DOUBLED
        else:
            consonants.append(part)
            slots.append("")
    return Shape(tuple(consonants), tuple(slots))
