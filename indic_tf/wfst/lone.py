"""Which number words in Latin letters stay words, although they may be numbers.

A single word that is an ordinary word or a name too ("das", "padi", "dosh") is a number in company only: beside another
number, before a currency, a unit or what is counted, behind "room". And a number is read whole or not at all: where a
word beside it may be a part of it and was not read, all of it stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from ..scripts import fold
from .cues import Cues
from .pipeline import Grammar
from .roman import LATIN, RomanWord, RomanWords
from .transliteration import romanized

_CUES_BEFORE = ("", "code", "digits", "lettered", "year", "ordinal")
_VOWELS = regex.compile("[aeiouyhw']+")
_FRAME, _NAME = 3, 4  # consonants of a word that may be a number spelled in another way, letters of a name
_THOUSAND, _TEN = 1000, 10


@dataclass(frozen=True, slots=True)
class Heard:
    """A text as it may be read: ``said`` are its words in native form where they may be of the language, ``found`` what
    they may be, ``numbers`` the positions of what may be of a number, read or not."""

    words: Sequence[str]
    said: Sequence[str]
    found: Sequence[RomanWord | None]
    numbers: frozenset[int]


class Company:
    """What stands beside number words in Latin letters in one language."""

    def __init__(self, grammar: Grammar, table: RomanWords) -> None:
        self._grammar, self._table = grammar, table

    @cached_property
    def _cues(self) -> Cues:
        return Cues(self._grammar.language)

    @cached_property
    def _names(self) -> frozenset[str]:
        facts = self._grammar.language
        spelled = (romanized(form, facts) for form in facts.forms("names") if " " not in form)
        return frozenset(self._table.key(name) for name in spelled if len(name) >= _NAME)

    @cached_property
    def _currencies(self) -> frozenset[str]:
        return frozenset(map(fold, self._grammar.language.forms("currency")))

    @cached_property
    def _frames(self) -> frozenset[str]:
        """The consonants of the number words."""
        words = (form for form, word in self._table.listed.items() if self._is_number(word))
        return frozenset(frame for form in words if len(frame := self._frame(form)) >= _FRAME)

    @cached_property
    def _values(self) -> dict[str, int]:
        facts = self._grammar.language
        rows = (*facts.table("numbers"), *facts.table("scales"), *facts.table("english"))
        return {fold(row["form"]): row.number("value") for row in rows}

    def _frame(self, form: str) -> str:
        return self._table.key(_VOWELS.sub("", self._table.key(form)))

    def _is_number(self, word: RomanWord | None) -> bool:
        """True for a number or a scale, not for a currency or an o'clock."""
        if word is None or word.text:
            return False
        key = fold(word.native)
        return key in self._table.scales or (key not in self._table.anchors and self._grammar.is_number(word.native))

    # --- company --------------------------------------------------------------------------------------

    def counts(self, said: Sequence[str], end: int) -> bool:
        """True if what stands at ``end`` is counted or measured: a currency, a unit, a month, people."""
        if end >= len(said) or not said[end]:
            return False
        key = fold(said[end])
        known = key in self._table.anchors or key in self._table.units or key in self._table.counted
        return known or self._cues.counts(said, end)

    def _tells(self, said: Sequence[str], i: int) -> bool:
        """True if what stands beside the single word at ``i`` says that it is a number."""
        if self.counts(said, i + 1):
            return True
        before = said[i - 1] if i else ""
        if fold(before) in self._currencies or before.lower() in self._table.numbering:
            return True
        return any(self._cues.before(kind, said, i) for kind in _CUES_BEFORE)

    def _is_named(self, heard: Heard, i: int) -> bool:
        """True before a surname, or a word that stands behind names."""
        word = heard.words[i + 1].lower() if i + 1 < len(heard.words) else ""
        if not word or word in self._table.honorifics:
            return bool(word)
        return self._table.key(word) in self._names and not self.counts(heard.said, i + 1)

    # --- what stays -----------------------------------------------------------------------------------

    def kept(self, heard: Heard, taken: set[int]) -> set[int]:
        """The positions among ``taken`` that stay words after all."""
        numbers = {i for i in taken if self._is_number(heard.found[i])}
        kept: set[int] = set()
        for group in _groups(heard.words, lambda i: i in numbers or self._is_other_number(heard, i)):
            mine = [i for i in group if i in numbers]
            if mine and self._stay(heard, group, mine):
                kept.update(mine)
            elif self._ends_in_a_verb(heard, group):
                kept.add(group[-1])
        unread = {i for i in heard.numbers if i not in taken and self._is_number(heard.found[i])}
        unread |= {i for i in range(len(heard.words)) if heard.found[i] is None and self._may_be_number(heard, i)}
        return kept | self._halves(heard, numbers - kept, unread | kept)

    def _is_other_number(self, heard: Heard, i: int) -> bool:
        """True for a number in native letters, in English or in figures."""
        word = heard.words[i]
        if heard.found[i] is not None:
            return False
        return any(map(str.isdigit, word)) or (bool(word) and self._grammar.is_number(word))

    def _stay(self, heard: Heard, group: range, mine: Sequence[int]) -> bool:
        words, first = heard.words, group[0]
        if len(group) == 2 and words[first].lower() == words[group[1]].lower():  # "padi padi": again and again
            return True
        if len(group) > 1:
            return False
        if self._is_named(heard, first):
            return True
        word = heard.found[first]
        alone = word is not None and not word.apart
        return alone and not self._tells(heard.said, first) and not self._is_linked(heard, first)

    def _ends_in_a_verb(self, heard: Heard, group: range) -> bool:
        """True for "pachees hazaar do", give, at the end of what is said."""
        last = group[-1]
        word = heard.found[last]
        if len(group) < 2 or word is None or word.apart or (last + 1 < len(heard.words) and heard.words[last + 1]):
            return False
        scale, value = (self._values.get(fold(heard.said[i]), 0) for i in (last - 1, last))
        return scale >= _THOUSAND and 0 < value < _TEN

    def _is_linked(self, heard: Heard, i: int) -> bool:
        return any(self._is_link(heard, i, k) and self._is_any_number(heard, k) for k in (i - 2, i + 2))

    def _is_any_number(self, heard: Heard, i: int) -> bool:
        return i in heard.numbers or self._is_other_number(heard, i)

    def _is_link(self, heard: Heard, i: int, k: int) -> bool:
        """True if a word between the two numbers at ``i`` and ``k`` makes a range of them: "das se barah"."""
        if not 0 <= k < len(heard.words) or not heard.words[k]:
            return False
        between = (i + k) // 2
        return heard.words[between].lower() in self._table.links or fold(heard.said[between]) in self._table.inside

    def _may_be_number(self, heard: Heard, i: int) -> bool:
        """True for a word with the consonants of a number: "shattor", where the table has "shottor"."""
        word = heard.words[i].lower()
        if not LATIN.match(word) or word in self._table.english or self._grammar.knows(word):
            return False
        return self._frame(word) in self._frames

    def _halves(self, heard: Heard, read: set[int], unread: set[int]) -> set[int]:
        """The positions among ``read`` of numbers that an unread word may be a part of."""
        made: set[int] = set()
        while unread:
            i = unread.pop()
            beside = {i - 1, i + 1} | {k for k in (i - 2, i + 2) if self._is_link(heard, i, k)}
            found = {k for k in beside if k in read and k not in made}
            made |= found
            unread |= found
        return made


def _groups(words: Sequence[str], is_of_group: Callable[[int], bool]) -> Iterator[range]:
    """The maximal runs of positions that are of a group."""
    start = 0
    for i in range(len(words) + 1):
        if i == len(words) or not is_of_group(i):
            if i > start:
                yield range(start, i)
            start = i + 1
