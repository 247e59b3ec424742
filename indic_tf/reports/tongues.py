"""What a page must know of a language: its names, its direction, the marks it writes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from ..assemble import mark_of
from ..errors import LanguageError
from ..labels import PUNCTUATION
from ..languages import language
from ..styles import named

_STRONG = {"L": "ltr", "R": "rtl", "AL": "rtl"}


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language as a page shows it.

    Attributes:
        code: for ``lang`` attributes; "und" for an unknown one.
        name, native: how it is called in English and by its speakers.
        direction: ltr or rtl.
        marks: how the labels of punctuation are written.
    """

    code: str
    name: str
    native: str = ""
    direction: str = "ltr"
    marks: tuple[tuple[str, str], ...] = ()

    def written(self, label: str) -> str:
        """The mark of a label; "" where it has none."""
        return dict(self.marks).get(label, "")

    def direction_of(self, text: str) -> str:
        """That of most of its letters: Sindhi is written in Devanagari too; the language's for a text without any."""
        found = _directions(text)
        return self.direction if found["rtl"] == found["ltr"] else max(found, key=found.__getitem__)


def tongue(code: str) -> Tongue:
    """The language called ``code``; one that is not known is its own name."""
    try:
        facts = language(code)
    except LanguageError:
        return Tongue("und", code)
    found = _directions(facts.native_name)
    marks = tuple((label, mark_of(label, facts, named("default"))) for label in PUNCTUATION.labels)
    return Tongue(facts.code, facts.name, facts.native_name, "rtl" if found["rtl"] else "ltr", marks)


def _directions(text: Iterable[str]) -> dict[str, int]:
    found = {"ltr": 0, "rtl": 0}
    for character in text:
        if side := _STRONG.get(unicodedata.bidirectional(character)):
            found[side] += 1
    return found
