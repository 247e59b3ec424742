"""Times in figures, said so that nobody takes them for two numbers: "past", where the language has such a word (TN)."""

from __future__ import annotations

from collections.abc import Callable

import regex

from ...document import Token
from ...languages import Language
from ...scripts import TO_LATIN_DIGITS, fold
from ..fields import Parsed
from ..wire import KEPT_START
from .voice import ReadAndSaid

_CLOCK = regex.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_HALF_DAY = 12  # hours


class Clocks:
    """Says hours and minutes.

    Args:
        facts: the language.
        say: a token in words; None if it cannot be said.
    """

    def __init__(self, facts: Language, say: Callable[[Token], str | None]) -> None:
        self._say, self._past = say, bool(facts.forms("clock", name="past"))
        self._words = facts.forms("clock", name="oclock")
        self._minutes = tuple(map(fold, facts.forms("clock", name="minute")))

    def bare(self, core: str) -> ReadAndSaid | None:
        """7:30 without a clock word; the two numbers, where the language has no better way to say such a time."""
        match = _CLOCK.fullmatch(core.translate(TO_LATIN_DIGITS))
        if not match:
            return None
        token = Token("time", {"hour": str(int(match[1])), "minute": match[2]})
        said = self._say(token) if match[2] != "00" else None
        return Parsed(token, 1), said or self._two_numbers(token)

    def is_odd(self, token: Token, core: str, said: str | None) -> bool:
        """True for a time whose clock word went into "past" though it says more (बजेतिर), which cannot be said, or which
        no one says: a quarter to eighteen."""
        if token.kind != "time" or "minute" not in token.fields:
            return not said
        if not said or int(token.fields["hour"]) > _HALF_DAY:
            return True
        return "oclock" in token.fields and KEPT_START not in said and self._says_more(core)

    def _says_more(self, core: str) -> bool:
        """True where the clock word is not the plain one."""
        _, _, word = core.partition(" ")
        return bool(word) and fold(word) != fold(self._words[0])

    def with_word(self, token: Token, core: str) -> ReadAndSaid | None:
        """A time with the clock word behind it, as "past" if that is all that it says."""
        if token.fields.keys() - {"suffix"} != {"hour", "minute", "oclock"} or token.fields["oclock"] != "after":
            return None
        told = Token("time", {"hour": token.fields["hour"], "minute": token.fields["minute"]})
        if self._past and not self._says_more(core):
            return Parsed(told, 2), self._say(told)
        _, _, word = core.partition(" ")
        return Parsed(token, 2), f"{self._two_numbers(told)} {word}"

    def before_word(self, said: str, following: str) -> str:
        """A time in words before ``following``: "minute" is said once."""
        first, _, last = said.rpartition(" ")
        return first if fold(last) in self._minutes and fold(following).startswith(self._minutes) else said

    def _two_numbers(self, token: Token) -> str:
        """Hour and minutes, or the hour and its clock word."""
        hour, minute = token.fields["hour"], token.fields["minute"]
        digits = minute if minute[0] == "0" else [minute]
        said = [self._say(Token("cardinal", {"integer": number})) for number in (hour, *digits)]
        if minute == "00":
            said[1:] = self._words[:1]
        return " ".join(filter(None, said))


def full_hour(core: str) -> str | None:
    """The hour of 9:00, to which an ending goes; None for all else."""
    match = _CLOCK.fullmatch(core.translate(TO_LATIN_DIGITS))
    return str(int(match[1])) if match and match[2] == "00" else None
