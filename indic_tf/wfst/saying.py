"""How a written form is said where it stands: what the words around it tell of it (TN)."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from ..document import Range, Token
from ..languages import Language
from ..scripts import TO_LATIN_DIGITS, fold, split_marks
from .cues import Cues
from .wire import YEARS, bare
from .years import as_year

_SHORT_ENDING = 2  # letters with their signs
_TOO_LARGE = 100  # for two of them to be said side by side
_ROUND_YEARS = range(1100, 2000, 100)  # said in hundreds, as other years are
_LETTER = regex.compile(r"\X")


class Sayings:
    """A token as it is said among its neighbours."""

    def __init__(self, facts: Language) -> None:
        self._cues = Cues(facts)
        self._nouns_differ = facts.numbers.nouns_differ
        in_hundreds = facts.numbers.year_in_hundreds and not self._nouns_differ
        self._round_years = _ROUND_YEARS if in_hundreds else ()
        self._months = frozenset(map(fold, facts.forms("months")))
        self._to_said = facts.to_said if facts.forms("words", name="to") else "never"
        self._links = frozenset(fold(form.split(" ")[0]) for form in facts.forms("words"))

    def of(self, token: Token, core: str, words: Sequence[str], range_: Range) -> Token:
        """``token``, which ``core`` says by itself, at ``range_`` of ``words``."""
        if token.kind == "range":
            return self._range(token, words, range_)
        if token.kind != "cardinal" or not token.fields.keys() <= {"integer", "suffix"}:
            return token
        number = int(token.fields["integer"])
        year = number in YEARS and core.translate(TO_LATIN_DIGITS).startswith(str(number))
        if year and number in self._round_years and self._is_beside_year(words, *range_):
            return as_year(token) or token
        counted = number > 1 and "suffix" not in token.fields and not (year and number % 100)
        if self._nouns_differ and counted and self._is_before_noun(words, range_[1]):
            return Token("cardinal", {**token.fields, "noun": "1"})
        return token

    def _is_beside_year(self, words: Sequence[str], start: int, end: int) -> bool:
        """True beside a word that says it is a year, and behind a month."""
        dated = start > 0 and fold(words[start - 1]) in self._months
        return dated or self._cues.beside("year", words, start, end) or self._cues.behind("era", words, end)

    def _range(self, token: Token, words: Sequence[str], range_: Range) -> Token:
        """ "Three to seven"; in many languages numbers near each other are said side by side ("two three", 10-15)."""
        low, high = int(token.fields["integer"]), int(token.fields["high"])
        far = is_far(low, high) or self._to_said == "always"
        if "to" in token.fields or self._to_said == "never" or low >= high or not far:
            return token
        if self._cues.beside("score", words, *range_):
            return token
        return Token("range", {**token.fields, "to": "1"})

    def _is_before_noun(self, words: Sequence[str], end: int) -> bool:
        """True if a word stands behind which the number may count: no mark between, no figure, no "and" or "to"."""
        if end == len(words) or split_marks(words[end - 1])[2]:
            return False
        before, following, _ = split_marks(words[end])
        plain = following and not before and not any(map(str.isdigit, following))
        return bool(plain) and fold(following) not in self._links


def is_far(low: float, high: float) -> bool:
    """True for numbers that are not said side by side: "two three" people, but three "to" seven, 300 "to" 400."""
    return high > 2 * low or high >= _TOO_LARGE


def endings_apart(facts: Language) -> frozenset[str]:
    """Endings of numbers that are nothing else: no "and", no "to", no word for people."""
    counted = (form for kind in ("", "count", "noun") for form in facts.forms("cues", side="after", kind=kind))
    others = {*facts.forms("words"), *facts.forms("units"), *counted}
    return frozenset(bare(row["written"]) for row in facts.table("suffixes")) - others


def is_short(ending: str) -> bool:
    """True for an ending of a syllable or two."""
    return len(_LETTER.findall(ending)) <= _SHORT_ENDING
