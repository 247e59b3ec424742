"""Plates of vehicles said with letters that are run together: जीजे झीरो वन आरके बेतालीस पंधरा is GJ01RK4215.

A plate is the code of a state, the number of a district, up to three letters of a series and a number of four digits
(Central Motor Vehicles Rules, rule 50). The grammar reads one where every letter is a word; a shape as long as that
needs no cue.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence

from ..document import Span, Token
from ..languages import Language
from ..scripts import fold
from .memo import Memo
from .pipeline import Grammar

_STATES = (
    *("AN", "AP", "AR", "AS", "BR", "CG", "CH", "DD", "DL", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL", "LA", "LD"),
    *("MH", "ML", "MN", "MP", "MZ", "NL", "OD", "OR", "PB", "PY", "RJ", "SK", "TG", "TN", "TR", "TS", "UA", "UK", "UP"),
    "WB",
)
_SERIES, _NUMBER = 3, 4  # letters, digits
_DISTRICT = (1, 2)  # digits
_SAID = 4  # words of letters or of four digits
_ROUND = "00"


class Plates:
    """Finds plates in one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._letters = _letters(grammar.language)
        forms = (fold(form) for name in ("numbers", "english") for form in grammar.language.forms(name))
        self._numbers = frozenset(form for form in forms if form not in self._letters)
        things = (form for name in ("currency", "units") for form in grammar.language.forms(name))
        self._counted = frozenset(map(fold, things))
        self._spelled: Memo[str, tuple[str, ...]] = Memo(lambda said: tuple(self._spell(said, _SERIES)))

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every plate in ``words``, left to right."""
        found: list[Span] = []
        for district in (i for i in range(1, len(words)) if words[i] and self._lettered(words[i - 1 : i])):
            free = not found or found[-1].words[1] < district
            if free and (span := next(self._plates(words, district), None)):
                found.append(span)
        return found

    def _plates(self, words: Sequence[str], district: int) -> Iterator[Span]:
        """The plates whose district is told from ``district`` on."""
        if not self._grammar.knows(words[district]):
            return
        for start in range(max(district - _SAID, 0), district):
            for state in (letters for letters in self._lettered(words[start:district]) if letters in _STATES):
                for number, place in self._numbered(words, district, _DISTRICT):
                    for rest, end in self._series(words, place):
                        yield Span((start, end), Token("serial", {"code": state + number + rest}))

    def _series(self, words: Sequence[str], start: int) -> Iterator[tuple[str, int]]:
        """The letters of a series and the number behind them, and where that ends."""
        for place in range(min(start + _SAID, len(words)), start, -1):
            for letters in self._lettered(words[start:place]):
                for number, end in self._numbered(words, place, (_NUMBER,), counted=len(letters) > 1):
                    yield letters + number, end

    def _lettered(self, words: Sequence[str]) -> Sequence[str]:
        """The letters that ``words`` may be, all of them together; a number among them is none: MP09 | one."""
        said = list(map(fold, words))
        return self._spelled["".join(said)] if all(said) and self._numbers.isdisjoint(said) else ()

    def _spell(self, said: str, most: int) -> Iterator[str]:
        """The letters, ``most`` of them, whose names make up ``said``."""
        for cut in range(1, len(said) + 1):
            for letters in self._letters.get(said[:cut], ()):
                if len(letters) <= most and cut == len(said):
                    yield letters
                elif len(letters) < most:
                    yield from (letters + rest for rest in self._spell(said[cut:], most - len(letters)))

    def _numbered(
        self, words: Sequence[str], start: int, sizes: Sequence[int], counted: bool = False
    ) -> Iterator[tuple[str, int]]:
        """The digits, so many of them, that are said from ``start`` on, and where they end; ``counted``: perhaps as one
        number, four thousand and sixteen."""
        for end in range(min(start + _SAID, len(words)), start, -1):
            thing = "".join(words[end : end + 1])
            digits = self._digits(words[start:end], counted and fold(thing) not in self._counted)
            if len(digits) in sizes:
                yield digits, end

    def _digits(self, words: Sequence[str], counted: bool) -> str:
        """What ``words`` are as digits one behind the other; "" if they are no such number."""
        if not all(word and self._grammar.knows(word) for word in words):
            return ""
        for spans, _ in self._grammar.alternatives(words):
            fields = spans[0].token.fields if len(spans) == 1 and spans[0].words == (0, len(words)) else {}
            digits = "".join(fields.values()) if fields.keys() in ({"digits"}, {"integer"}, {"year"}) else ""
            exact = counted and not digits.endswith(_ROUND)
            if digits and ("digits" in fields or exact or len(digits) < _NUMBER):  # "UP ten के two thousand" is none
                return digits
        return ""


def _letters(facts: Language) -> dict[str, list[str]]:
    """What letters are called, in one word, and the letters that it may be."""
    named: dict[str, list[str]] = {letter.lower(): [letter] for letter in string.ascii_uppercase}
    for row in facts.table("letters"):
        named.setdefault(fold(row["form"]).replace(" ", ""), []).append(row["letter"])
    return named
