"""Endings of the language behind English words in Latin letters: "ten thirty-க்கு", "two hundredకు"."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import regex

from .document import Segment, Word

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

_MIXED = regex.compile(r"([A-Za-z]{2,})([\-‐‑–]?)([[\p{L}\p{M}\u200c\u200d]--\p{Latin}]+)", regex.V1)


@lru_cache(maxsize=1 << 14)
def parted(core: str) -> tuple[str, str, str]:
    """An English word, the hyphen behind it and the ending in another script; no ending for any other word.

    >>> parted("thirty-க்கு"), parted("hundredకు"), parted("thirty"), parted("10-க்கு")
    (('thirty', '-', 'க்கு'), ('hundred', '', 'కు'), ('thirty', '', ''), ('10-க்கு', '', ''))
    """
    if core.isascii() or not core[:1].isascii():
        return core, "", ""
    found = _MIXED.fullmatch(core)
    return (found[1], found[2], found[3]) if found else (core, "", "")


class Endings:
    """Shows a grammar English number words that have such endings as it can read them."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._native: dict[str, list[str]] = defaultdict(list)
        by_value: dict[int, list[str]] = defaultdict(list)
        for row in grammar.language.table("english"):
            by_value[row.number("value")].append(row["form"])
        for forms in by_value.values():
            native = [form for form in forms if not form.isascii() and " " not in form]
            self._native.update({form: native for form in forms if form.isascii()})

    def shown(self, made: Segment) -> Segment:
        """``made`` with such words in the letters of the language, so that their ending says what it says of any
        number; where that cannot be read, without the ending, which is a mark then."""
        if not any(parted(word.core)[2] for word in made.words):
            return made
        return Segment(tuple(self._shown(word) for word in made.words))

    def _shown(self, word: Word) -> Word:
        stem, hyphen, ending = parted(word.core)
        if not ending or self._grammar.knows(word.core) or not self._grammar.knows(stem):
            return word
        for native in self._native.get(stem.lower(), ()):
            span = self._grammar.whole([native + ending])
            if span is not None and "suffix" in span.token.fields:
                return replace(word, core=native + ending)
        return replace(word, core=stem, after=hyphen + ending + word.after)
