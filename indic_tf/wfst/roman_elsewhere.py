"""Number words in Latin letters of any language: "do lakh" is a number, whatever the language of the text is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from ..languages import Language, language, languages
from .roman import BELOW, ENDING, RomanWord, word_of
from .transliteration import romanized


def is_number_elsewhere(word: str) -> bool | None:
    """True for what is a number word in Latin letters in some language and nothing else, False for one that is or may
    be an English word too, None for any other word."""
    return _everywhere().get(word.lower())


@cache
def _everywhere() -> Mapping[str, bool]:
    made: dict[str, bool] = {}
    for code in languages():
        facts = language(code)
        for form, word in _numbers(facts):
            made[form] = made.get(form, True) and word.sure
    return made


def _numbers(facts: Language) -> Iterator[tuple[str, RomanWord]]:
    """The number words of a language in Latin letters, those of its table and those that the rules spell."""
    english = {row["form"] for row in facts.table("roman") if not row["native"]}
    for row in facts.table("roman"):
        word = word_of(row)
        if word.native and not word.text and row["form"][0] != ENDING:
            yield row["form"], word
    for row in facts.table("numbers"):
        form = romanized(row["form"], facts) if 1 < row.number("value") < BELOW else ""
        if len(form) > 1 and form not in english:
            yield form, RomanWord(row["form"], shared=True)
