"""What its neighbours tell how to read: 3:1 beside "ratio", = and + between numbers, "IP" before an address, and
amounts whose currency stands there twice: 5000/- rupees (TN)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import regex

from ...scripts import fold, split_marks
from .voice import Cues, Told, Voice, bare, ends

_RATIO = regex.compile(r"(\d{1,4}(?:\.\d+)?)((?::\d{1,4}(?:\.\d+)?){1,3})")
_REACH = 6  # words between "ratio" and the last of several
_BEHIND = 2  # words, of which a particle may be one
_SIGNS = {"=": "equals", "+": "plus", "×": "times", "÷": "divided"}
_HOST = regex.compile(r"\d{1,3}(?:\.\d{1,3}){3}")
_AMOUNT = regex.compile(r"(?:₹|Rs\.?)?(\d[\d,]*(?:\.\d+)?)(/-|/=)?")
_SHORTEST = 2  # letters of the name of a currency


class Beside:
    """Reads what stands beside something else."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """What begins at ``at``, in words; None if no neighbour tells how it is said."""
        return self._ratio(words, at) or self._sign(words, at) or self._host(words, at) or self._amount(words, at)

    def _ratio(self, words: Sequence[str], at: int) -> Told | None:
        before, core, after = split_marks(words[at])
        match = _RATIO.fullmatch(core)
        link = self._told(words, at) if match else None
        if not match or not link:
            return None
        said = [self._voice.number(part) for part in core.split(":")]
        return ((at, at + 1), before + f" {link} ".join(filter(None, said)) + after) if all(said) else None

    def _told(self, words: Sequence[str], at: int) -> str | None:
        """What is said between the two numbers of the ratio at ``at``; None if it is none."""
        for end in range(at, max(0, at - _REACH), -1):
            if found := self._ratios.before(words, end):
                return found[1]
            word = words[end - 1]
            listed = _RATIO.fullmatch(bare(word)) or fold(word) in self._voice.ands
            if not listed and (not self._links.before(words, end) or ends(word)):
                break
        if ends(words[at]):
            return None
        for start in range(at + 1, min(len(words), at + 1 + _BEHIND)):
            if found := self._ratios.at(words, start):
                return found[1]
        return None

    def _sign(self, words: Sequence[str], at: int) -> Told | None:
        """A sign between two numbers; what is equal to one may be anything."""
        name = _SIGNS.get(words[at])
        if not name or not 0 < at < len(words) - 1:
            return None
        known, behind = split_marks(words[at - 1]), split_marks(words[at + 1])
        if known[2] or behind[0] or not self._is_number(behind[1]):
            return None
        if not (self._is_number(known[1]) or (name == "equals" and known[1])):
            return None
        said = self._voice.word(name)
        return ((at, at + 1), said) if said else None

    def _is_number(self, text: str) -> bool:
        return text in self._voice.texts or self._voice.read(text) is not None

    def _host(self, words: Sequence[str], at: int) -> Told | None:
        """The letters before an internet address."""
        if at + 1 == len(words) or not _HOST.fullmatch(bare(words[at + 1])) or bare(words[at]) != words[at].rstrip(":"):
            return None
        said = self._voice.spelled(bare(words[at]))
        return ((at, at + 1), said + words[at][len(bare(words[at])) :]) if said else None

    def _amount(self, words: Sequence[str], at: int) -> Told | None:
        """5000/- rupees, ₹5,000 rupees: the word says what the sign does."""
        if at + 1 == len(words):
            return None
        match = _AMOUNT.fullmatch(words[at])
        if not match or match[0] == match[1]:
            return None
        following = fold(split_marks(words[at + 1])[1])
        said = self._voice.number(match[1]) if following.startswith(self._rupees) else None
        return ((at, at + 1), said) if said else None

    @cached_property
    def _rupees(self) -> tuple[str, ...]:
        rows = (row for row in self._voice.facts.table("currency") if row["code"] == "INR" and row["role"] != "minor")
        return tuple(fold(row["form"]) for row in rows if len(row["form"]) > _SHORTEST)

    @cached_property
    def _ratios(self) -> Cues:
        return Cues(self._voice.rows("ratio"))

    @cached_property
    def _links(self) -> Cues:
        return Cues(self._voice.rows("link"))
