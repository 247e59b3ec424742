"""Figures joined to words: COVID-19, 12-inch, FY2024-25, 3.14—and; and to each other in lists: 1,2,3 (TN)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

import regex

from ...scripts import TO_LATIN_DIGITS, fold, is_latin, split_marks
from ..saying import endings_apart
from ..wire import YEARS, bare
from .voice import Told, Voice

_DASH = regex.compile(r"[-–]")
_LETTERS = regex.compile(r"\p{L}[\p{L}\p{M}\p{Cf}'’.]*")
_FIGURES = regex.compile(r"\d[\d,]*(?:\.\d+)?")
_ENDED = regex.compile(r"(\d{1,4})[\p{L}\p{M}\p{Cf}]+")
_MODEL = regex.compile(r"([A-Z]{1,2})([1-9]\d{0,2})")  # PSLV-C37
_CODE = regex.compile(r"[A-Z]{1,3}")
_DATED = ("money", "date")
_LONG = 3  # digits of a number in a name; one of four is a year or a code
_PARTS = 4
_LIST = regex.compile(r"\d{1,4}(?:,+\d{1,4})+")
_ITEM = regex.compile(r"(\d+)(,*)")
_GROUP = 3  # digits of the last group of one number
_FISCAL = regex.compile(r"([A-Z]{1,4})((?:\d{4}|\d{2})[-–](?:\d{4}|\d{2}))")
_BROKEN = regex.compile(r"([^—…]+?)(—|…|\.{3})([^—…]+)")


class Joined:
    """Says the figures of one word part by part."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """The word at ``at`` with its figures said; None if they cannot be read, or it is no such word."""
        before, core, after = split_marks(words[at])
        readers = (self._listed, self._fiscal, self._broken, self._hyphened)
        said = next(filter(None, (read(core) for read in readers)), None)
        return ((at, at + 1), before + said + after) if said else None

    # --- lists ----------------------------------------------------------------------------------------

    def _listed(self, core: str) -> str | None:
        """1,2,3: what cannot be the groups of one number."""
        if not _LIST.fullmatch(core) or (",," not in core and len(core.rpartition(",")[2]) == _GROUP):
            return None
        made = []
        for digits, commas in _ITEM.findall(core):
            if not (said := self._voice.number(digits)):
                return None
            made.append(said + commas + (" " if commas == "," else ""))
        return "".join(made)

    def _fiscal(self, core: str) -> str | None:
        """FY2024-25: letters, and the years that are a range."""
        match = _FISCAL.fullmatch(core)
        said = self._voice.read(match[2], "range") if match else None
        if not match or not said:
            return None
        return f"{self._voice.spelled(match[1]) or match[1]} {said}"

    def _broken(self, core: str) -> str | None:
        """3.14—and: a dash between two words that stand on their own."""
        match = _BROKEN.fullmatch(core)
        if not match:
            return None
        sides = [(text, self._voice.read(text)) for text in (match[1], match[3])]
        if not any(said for _, said in sides) or not all(said or _is_words(text) for text, said in sides):
            return None
        pause = match[2] if match[2] == "—" else f"{match[2]} "
        return pause.join(said or text for text, said in sides)

    # --- hyphens --------------------------------------------------------------------------------------

    def _hyphened(self, core: str) -> str | None:
        parts = _DASH.split(core)
        if not 1 < len(parts) <= _PARTS or not any(map(_LETTERS.fullmatch, parts)):
            return None
        if said := self._voice.read(" ".join(parts), *_DATED):  # 15-Aug-2024, Rs-500
            return said
        if ordinal := self._voice.read("".join(parts), "ordinal"):
            return ordinal
        if len(parts) > 1 and self._voice.number(parts[0]) and self._voice.number(parts[1]):  # 2-3-day
            pair = self._voice.read("-".join(parts[:2]), "range")
            return self._linked(parts[1:], pair) if pair and len(parts) > 2 else None
        return self._linked(parts)

    def _linked(self, parts: Sequence[str], first: str | None = None) -> str | None:
        """The parts as they are said, with a blank or a hyphen between them; None if one cannot be read."""
        said = [first, *map(self._part, parts[1:])] if first else [*map(self._part, parts)]
        figures = [any(map(str.isdigit, part)) for part in parts]
        if not all(said) or not any(figures) or any(a and b for a, b in pairwise(figures)):
            return None
        if any(map(self._is_bound, parts, figures, [False, *figures])) or self._is_code(parts, figures):
            return None
        latin = len(parts) > 2 and all(is_latin(p) or f for p, f in zip(parts, figures, strict=True))
        made = said[0] or ""
        for i in range(1, len(parts)):
            kept = latin or (not figures[i] and is_latin(parts[i]))
            made += f"{'-' if kept else ' '}{said[i]}"
        return made

    def _part(self, text: str) -> str | None:
        """A word as it is, or its letters; a number, with an ending too."""
        if _LETTERS.fullmatch(text):
            return self._voice.named(text) or text
        plain = text.translate(TO_LATIN_DIGITS)
        if model := _MODEL.fullmatch(plain):
            said = [self._voice.spelled(model[1]), self._voice.number(model[2])]
            return " ".join(filter(None, said)) if all(said) else None
        ended = _ENDED.fullmatch(plain)
        digits = ended[1] if ended else plain
        if digits.isdecimal() and (len(digits) > 4 or (len(digits) > _LONG and int(digits) not in YEARS)):
            return None
        if ended:
            return self._voice.read(text, "cardinal", "date", "ordinal") if digits[0] != "0" else None
        return self._voice.number(text) if _FIGURES.fullmatch(plain) else None

    def _is_bound(self, part: str, figure: bool, behind_figure: bool) -> bool:
        """True for an ending of a number that the grammar does not know, and for one letter behind figures: 10-A."""
        if figure or not behind_figure:
            return False
        if len(regex.findall(r"\X", part)) < 2 or (_CODE.fullmatch(part) and part.isascii()):
            return True
        return any(part[:i] in self._endings and (part[i:] in self._endings or i == len(part)) for i in _cuts(part))

    @staticmethod
    def _is_code(parts: Sequence[str], figures: Sequence[bool]) -> bool:
        """True for AB-12-CD: capital letters on both sides of figures."""
        return any(
            figures[i] and _CODE.fullmatch(parts[i - 1]) and _CODE.fullmatch(parts[i + 1])
            for i in range(1, len(parts) - 1)
        )

    @cached_property
    def _endings(self) -> frozenset[str]:
        facts = self._voice.facts
        return endings_apart(facts) | {bare(row["written"]) for row in facts.table("suffixes")}


def _cuts(text: str) -> Iterator[int]:
    yield from range(1, len(text) + 1)


def _is_words(text: str) -> bool:
    return any(map(str.isalpha, text)) and not any(map(str.isdigit, fold(text)))
