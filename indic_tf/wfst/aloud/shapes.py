"""Written forms that are said by their shape: 50+, 2x, 5'6", 15/8/24, 10:48:50, 192.168.1.1, 10⁻⁷, 2+2=4 (TN)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from ...document import Token
from ...scripts import TO_LATIN_DIGITS, split_marks
from .voice import Told, Voice

_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_MORE = regex.compile(r"(.*\d%?)\+")
_FOLD = regex.compile(r"(\d{1,3}(?:\.\d+)?)[xX×]")
_FEET = regex.compile(
    r"(?P<before>[(\"“‘]*)(?P<feet>\d{1,2})['’′](?P<inches>\d{1,2})(?:\"|”|″|''|’’)?(?P<after>\P{L}*)"
)
_TWELVE = 12  # inches of a foot, months of a year
_CLOCK = regex.compile(r"((?:[01]?\d|2[0-3]):[0-5]\d):([0-5]\d)")
_DAY = regex.compile(r"(0?[1-9]|[12]\d|3[01])/(0?[1-9]|1[0-2])/(\d\d)")
_HOST = regex.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)")
_SIGNED = regex.compile(r"([₹$€£])([-−])(\d.*)")
_PENCE = regex.compile(r"([₹$€£])(\.\d+)")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-")
_POWER = regex.compile(
    rf"(?:(?P<times>{_NUMBER})[×x*])?(?P<base>\d{{1,3}})(?:\^(?P<plain>[-−+]?\d{{1,3}})|(?P<raised>[⁻⁺]?[⁰¹²³⁴-⁹]{{1,3}}))"
)
_EXPONENT = regex.compile(rf"({_NUMBER})[eE]([-−+]?\d{{1,3}})")
_SUM = regex.compile(rf"[-−]?{_NUMBER}(?:[+×÷*=x−-]{_NUMBER})+")
_TERM = regex.compile(rf"([+×÷*=x−-]?)({_NUMBER})")
_OPERATORS = {"+": "plus", "×": "times", "*": "times", "x": "times", "÷": "divided", "=": "equals"} | dict.fromkeys(
    "-−", "minus"
)
_NAMED = regex.compile(r"(\p{L}|\p{Greek})=([-−]?\d.*)")  # x=5, not id=5
_AS_RUN = str.maketrans("×*", "xx")


class Shapes:
    """Says one word by its shape."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def at(self, words: Sequence[str], at: int) -> Told | None:
        """The word at ``at`` in words; None if it has none of the shapes, or cannot be said."""
        if feet := self._feet(words[at]):
            return (at, at + 1), feet
        before, core, after = split_marks(words[at])
        core = core.translate(TO_LATIN_DIGITS)
        readers = (self._more, self._fold, self._clock, self._day, self._host, self._money, self._power)
        said = next(filter(None, (read(core) for read in (*readers, self._sum))), None)
        return ((at, at + 1), before + said + after) if said else None

    def text_at(self, words: Sequence[str], at: int) -> Told | None:
        """24×7, π: what a table has as it stands."""
        before, core, after = split_marks(words[at])
        run = core.translate(TO_LATIN_DIGITS).translate(_AS_RUN)
        said = self._voice.texts.get(run) or (self._voice.read(run, "whitelist") if run != core else None)
        return ((at, at + 1), before + said + after) if said else None

    def _more(self, core: str) -> str | None:
        match = _MORE.fullmatch(core)
        number = self._voice.read(match[1], "cardinal", "decimal", "percent", "money") if match else None
        return self._with(number, self._voice.word("plus_sign", "plus"))

    def _fold(self, core: str) -> str | None:
        match = _FOLD.fullmatch(core)
        return self._with(self._voice.number(match[1]) if match else None, self._voice.form("fold"))

    def _feet(self, word: str) -> str | None:
        match = _FEET.fullmatch(word.translate(TO_LATIN_DIGITS))
        if not match or int(match["inches"]) >= _TWELVE or any(map(str.isdigit, match["after"])):
            return None
        joined = _joined([self._measure(match["feet"], "ft"), self._measure(match["inches"], "in")])
        return match["before"] + joined + match["after"] if joined else None

    def _clock(self, core: str) -> str | None:
        """A time with its seconds."""
        match = _CLOCK.fullmatch(core)
        if not match:
            return None
        hour, _, minute = match[1].partition(":")
        minutes, seconds = (self._measure(number, unit) for number, unit in ((minute, "minute"), (match[2], "second")))
        told = self._voice.read(match[1], "time") or ""
        if not any(form in told for form in self._voice.facts.forms("clock", name="minute")):
            told = _joined([self._voice.cardinal(hour), minutes]) or ""
        return self._with(told, seconds)

    def _measure(self, number: str, unit: str) -> str | None:
        return self._voice.say(Token("measure", {"integer": str(int(number)), "unit": unit}))

    def _day(self, core: str) -> str | None:
        """15/8/24: of which century the year is, nobody said."""
        match = _DAY.fullmatch(core)
        if not match:
            return None
        day, month, year = match.groups()
        short = self._voice.dialled(year) if year[0] == "0" else self._voice.cardinal(year)
        return self._with(self._voice.say(Token("date", {"day": str(int(day)), "month": str(int(month))})), short)

    def _host(self, core: str) -> str | None:
        """An internet address, number by number."""
        if not _HOST.fullmatch(core):
            return None
        said = [self._voice.dialled(part) for part in core.split(".")]
        dot = self._voice.word("dot")
        return f" {dot} ".join(filter(None, said)) if dot and all(said) else None

    def _money(self, core: str) -> str | None:
        """A minus behind the sign of the currency, and an amount without its zero."""
        if match := _SIGNED.fullmatch(core):
            return self._voice.read(f"-{match[1]}{match[3]}", "money")
        match = _PENCE.fullmatch(core)
        return self._voice.read(f"{match[1]}0{match[2]}", "money") if match else None

    def _power(self, core: str) -> str | None:
        power, times = self._voice.form("power"), self._voice.word("times")
        if match := _EXPONENT.fullmatch(core):
            factor, base, exponent = match[1], "10", match[2]
        elif match := _POWER.fullmatch(core):
            factor, base, exponent = match["times"], match["base"], match["plain"] or match["raised"]
        else:
            return None
        sign, digits = _signed(exponent.translate(_SUPERSCRIPT))
        raised = _joined([self._voice.number(base), power, *self._sign(sign), self._voice.cardinal(digits)])
        return _joined([self._voice.number(factor), times, raised]) if factor else raised

    def _sign(self, sign: str) -> list[str | None]:
        return [self._voice.word(_OPERATORS[sign])] if sign else []

    def _sum(self, core: str) -> str | None:
        """2+2=4; a hyphen or an x stand for other things too, where nothing is equal."""
        if match := _NAMED.fullmatch(core):
            said = self._voice.number(match[2].lstrip("-−"))
            return _joined([match[1], self._voice.word("equals"), *self._sign(_signed(match[2])[0]), said])
        if not _SUM.fullmatch(core) or ("=" not in core and any(sign in core for sign in "-−xX*")):
            return None
        said_all: list[str | None] = []
        for sign, number in _TERM.findall(core):
            said_all += [*self._sign(sign), self._voice.number(number)]
        return _joined(said_all)

    @staticmethod
    def _with(said: str | None, behind: str | None) -> str | None:
        return f"{said} {behind}" if said and behind else None


def _signed(text: str) -> tuple[str, str]:
    """The sign of a number, minus alone, and its digits."""
    return ("-" if text[:1] in ("-", "−") else ""), text.lstrip("-−+")


def _joined(said: Iterable[str | None]) -> str | None:
    parts = [*said]
    return " ".join(filter(None, parts)) if all(parts) else None
