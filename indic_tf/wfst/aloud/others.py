"""All readers of this folder, in the order in which they are asked (TN)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex

from .beside import Beside
from .dialled import Dialled
from .joined import Joined
from .literal import Literal
from .numerals import Numerals
from .ordinals import Ordinals
from .parted import Parted
from .parts import VulgarFractions
from .shapes import Shapes
from .voice import Told, Voice

_Reader = Callable[[Sequence[str], int], Told | None]

_OPEN = regex.compile(r"[\d½⅓⅔¼¾⅕-⅞⅐⅑⅒⁰-⁹²³¹π]|^[=+×÷]$|(?<!\p{L})[IVXL]+(?!\p{L})|^IP:?$")


class Others:
    """What no class reads: in text to be read aloud, not in text that is to be written again."""

    def __init__(self, voice: Voice, dialled: Dialled) -> None:
        shapes = Shapes(voice)
        told = Beside(voice).at, Ordinals(voice).at, Numerals(voice).at
        self._first: tuple[_Reader, ...] = (dialled.glued, dialled.coded, *told, shapes.text_at)
        self._parted, self._literal = Parted(voice, dialled), Literal(voice)
        self._last: tuple[_Reader, ...] = (VulgarFractions(voice).at, shapes.at, Joined(voice).at)

    def first(self, words: Sequence[str], at: int) -> Told | None:
        """What is read before the grammar is asked, as it would be read by half or as something else."""
        return self._asked(self._first, words, at)

    def last(self, words: Sequence[str], at: int) -> Told | None:
        """What the grammar has not read."""
        return self._asked(self._last, words, at)

    def parts(self, words: Sequence[str], at: int) -> list[str] | None:
        """The words that one that nobody reads is made of; None if it is of one piece."""
        return self._parted.words(words, at)

    def literally(self, word: str) -> str:
        """What nobody reads, number by number, or as it stands."""
        return self._literal.said(word) or word

    @staticmethod
    def _asked(readers: Sequence[_Reader], words: Sequence[str], at: int) -> Told | None:
        if not _OPEN.search(words[at]):
            return None
        return next(filter(None, (read(words, at) for read in readers)), None)
