"""Numbers said as people say them: in any listed spelling, in English words, digit by digit, in pairs."""

from __future__ import annotations

from random import Random
from string import ascii_uppercase
from unicodedata import category

from ...document import Token
from ...wfst.pipeline import Grammar
from ...wfst.wire import bare

_ENGLISH = 0.15  # of small numbers, in a language that has its own
_IN_HUNDREDS = 0.7  # of the years that are said so at all
_SCALES = (100, 1000)
_SPELLED, _OTHERWISE = 0.08, 0.4  # of amounts
_UNITS = ("kg", "km", "g", "l", "m", "cm", "ml", "mg", "kmph", "mb", "gb", "ha", "acre", "ft")
_DEGREES = ("deg", "degC", "degF")


class Saying:
    """Says numbers in one language. The same state of ``random`` says the same."""

    def __init__(self, grammar: Grammar, random: Random) -> None:
        facts = grammar.language
        self.grammar, self.random, self.facts = grammar, random, facts
        self.only_english = facts.script == "Latin"
        self._own: dict[int, list[str]] = {}
        self._english: dict[int, list[str]] = {}
        for row in facts.table("numbers"):
            alone = row["role"] == "" and not category(row["form"][0]).startswith("M")  # no form that hangs on another
            if alone and row.number("value") < 100:
                self._own.setdefault(row.number("value"), []).append(row["form"])
        for row in (row for row in facts.table("english") if not category(row["form"][0]).startswith("M")):
            self._english.setdefault(row.number("value"), []).append(row["form"])
        self.letters: dict[str, list[str]] = {}
        for row in facts.table("letters"):
            self.letters.setdefault(row["letter"], []).append(row["form"])
        if self.only_english:
            self.letters |= {letter: [letter.lower()] for letter in ascii_uppercase}
        codes = {row["code"] for row in facts.table("units")}
        self.units = [code for code in _UNITS if code in codes]
        self.degrees = [code for code in _DEGREES if code in codes]
        suffixes = facts.table("suffixes")
        self._endings = [(row["strip"], row["add"], bare(row["written"])) for row in suffixes]
        self._endings.sort(key=lambda ending: -len(ending[0]))
        self.score_endings = [row["add"] for row in suffixes if "score" in row["flag"].split()]
        self.to_endings = [(row["add"], bare(row["written"])) for row in suffixes if "to" in row["flag"].split()]
        self.ordinals = [bare(row["written"]) for row in suffixes if "ordinal" in row["flag"].split()]
        self.currency = facts.table("currency")[0]["code"]

    def with_ending(self, said: str, ending: str) -> str | None:
        """``said`` with an ending glued to its last word, as the tables have it or as it is; None for two vowels."""
        for strip, add, written in self._endings:
            if ending in (add, written) and said.endswith(strip):
                return said.removesuffix(strip) + add
        first, last = category(ending[0]), category(said[-1])
        return None if first.startswith("M") and last.startswith("M") else said + ending

    def words(self, name: str) -> list[str]:
        """What the `words` table has for ``name``."""
        return self.facts.forms("words", name=name)

    def say(self, kind: str, **fields: str) -> str | None:
        """A token as the grammar says it."""
        return self.grammar.say(Token(kind, fields))

    def is_english(self, share: float = _ENGLISH) -> bool:
        return self.only_english or self.random.random() < share

    def english(self, number: int) -> str | None:
        """A number below a lakh in English words."""
        if number in self._english and number < _SCALES[0]:
            return self.random.choice(self._english[number])
        for scale in reversed(_SCALES):
            if number >= scale:
                return self._with_scale(number, scale)
        tens, unit = number // 10 * 10, number % 10
        if 20 < number < 100 and tens in self._english and unit in self._english:
            return f"{self.random.choice(self._english[tens])} {self.random.choice(self._english[unit])}"
        return None

    def _with_scale(self, number: int, scale: int) -> str | None:
        many, rest = divmod(number, scale)
        names = self._english.get(scale)
        if not names or many >= _SCALES[0]:
            return None
        return _joined([self.english(many), self.random.choice(names), *([self.english(rest)] if rest else [])])

    def year(self, year: int) -> str | None:
        """A year as it is said: in hundreds where people do, or in full."""
        if self.random.random() < _IN_HUNDREDS and (said := self.say("date", year=str(year))):
            return said
        return self.number(year)

    def number(self, number: int, english: bool | None = None) -> str | None:
        """A whole number, in a spelling by chance."""
        if number < 100:
            english = self.is_english() if english is None else english
            if english and (said := self.english(number)):
                return said
            if number in self._own:
                return self.random.choice(self._own[number])
        elif (self.is_english(_ENGLISH / 2) if english is None else english) and (said := self.english(number)):
            return said
        return self.say("cardinal", integer=str(number))

    def with_half(self, number: int, fraction: str = "5") -> str | None:
        """A number with a half or another fraction, without the unit that it is generated with."""
        said = self.say("measure", integer=str(number), fraction=fraction, unit="kg")
        return " ".join(said.split(" ")[:-1]) if said else None

    def amount(self, kind: str, integer: str, **fields: str) -> str | None:
        """An amount of something: as the grammar says it, its number in another spelling, or digit by digit."""
        said = self.say(kind, integer=integer, **fields)
        number = self.say("cardinal", integer=integer)
        if not said or not number or not said.startswith(number + " "):
            return said
        chance = self.random.random()
        if chance < _SPELLED and int(integer) >= 100:
            other = self.digits(integer, self.is_english(0.5))
        else:
            other = self.number(int(integer)) if chance < _OTHERWISE else number
        return other and other + said.removeprefix(number)

    def digits(self, digits: str, english: bool) -> str | None:
        """Digits one by one."""
        return _joined([self.number(int(digit), english) for digit in digits])

    def in_pairs(self, digits: str, english: bool) -> str | None:
        """Digits two by two; a pair that begins with a zero one by one."""
        pairs = [digits[i : i + 2] for i in range(0, len(digits), 2)]
        said = [
            self.digits(pair, english) if pair[0] == "0" and len(pair) == 2 else self.number(int(pair), english)
            for pair in pairs
        ]
        return _joined(said)


def _joined(said: list[str | None]) -> str | None:
    return " ".join(filter(None, said)) if all(said) else None
