"""Parts of electronic addresses that are written already, as words: "rahul@gmail dot com"; case endings of others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import regex

from ..document import Span
from ..languages import Language
from ..scripts import fold
from .wire import bare

_PARTLY = regex.compile(r"(?=[^@.]*\p{L})[\p{L}\p{M}\p{N}_\-]+(?:[@.][\p{L}\p{M}\p{N}_\-]+)+")
_NO_ENDINGS = {"ordinal", "classifier"}
_SIGN = regex.compile("([@.])")

ROLES = ("", "handle", FIRM := "firm")
"""What a row of `domains` is: a part of a host, a provider of payment addresses, one that is also known as a firm."""


def is_partly(word: str) -> bool:
    """True for what may be a part of an address: rahul@gmail, gmail.com."""
    return ("@" in word or "." in word) and _PARTLY.fullmatch(word) is not None


class Said:
    """``words`` with such parts as they are said, ``signs`` having the words for "@" and ".".

    Attributes:
        words: the words, more than before.
    """

    def __init__(self, words: Sequence[str], signs: Mapping[str, str]) -> None:
        self.words: list[str] = []
        self._borders: dict[int, int] = {}  # where each of the words begins among those that are said
        for i, word in enumerate(words):
            self._borders[len(self.words)] = i
            parts = _SIGN.split(word) if is_partly(word) else [word]
            self.words += [said for part in parts for said in signs.get(part, part).split(" ")]
        self._borders[len(self.words)] = len(words)

    def written(self, spans: Sequence[Span]) -> list[Span]:
        """The spans of what is said as such of the words that came, where they are whole words and more than one."""
        found = [span for span in spans if all(edge in self._borders for edge in span.words)]
        made = [replace(span, words=(self._borders[span.words[0]], self._borders[span.words[1]])) for span in found]
        return [span for span in made if span.words[1] - span.words[0] > 1]


class Endings:
    """Takes case endings off words of one language."""

    def __init__(self, facts: Language) -> None:
        self._endings = sorted(_endings(facts), key=lambda ending: (-len(ending[0]), ending[0] != ending[2]))

    def bare(self, word: str) -> Iterator[tuple[str, str]]:
        """What ``word`` may be without its ending, folded, and the ending as it is written; long endings first."""
        folded = fold(word)
        for add, strip, ending in self._endings:
            if folded.endswith(add):
                yield folded.removesuffix(add) + strip, ending


def _endings(facts: Language) -> Iterator[tuple[str, str, str]]:
    """Case endings: what stands at the end of a word, what the bare word has there, and how the ending is written."""
    for row in facts.table("suffixes"):
        add, strip = fold(row["add"]), fold(row["strip"])
        common = next(
            (i for i, (a, b) in enumerate(zip(add, strip, strict=False)) if a != b), min(len(add), len(strip))
        )
        if _NO_ENDINGS.isdisjoint(row["flag"].split()) and "_" not in row["written"] and len(add) > common:
            yield add[common:], strip[common:], bare(row["written"])
