"""Names of a list, said as words, as letters, or as both: "ok axis" okaxis, "h double t p s" https."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from ..document import Range
from ..languages import Language
from ..scripts import fold, is_latin
from ..transliterate import LETTERS, transliterator

_MOST_WORDS = 8  # of one name: o k h d f c bank
_MOST_SPELLINGS = 4  # of one word
_MOST_LETTERS = 8  # said in one word
_OF_LETTERS = (LETTERS, "joined")


_ALIKE = (("B", "P"), ("D", "T"))  # letters that a script may have one name for


def letters_alike(facts: Language) -> dict[str, str]:
    """Letters whose names stand for another letter, too, and that: Tamil பி is b and p."""
    named = {row["letter"] for row in facts.named_letters}
    return {letter: other for letter, other in _ALIKE if other not in named}


class SpeltNames:
    """Finds ``names``, which are in Latin small letters, among the words of one language."""

    def __init__(self, names: Iterable[str], facts: Language) -> None:
        self._names, self._code = frozenset(names), facts.code
        self._begun = frozenset(name[:length] for name in self._names for length in range(len(name) + 1))
        self._letters: dict[str, set[str]] = {}
        for row in facts.named_letters:
            self._letters.setdefault(fold(row["form"]), set()).add(row["letter"].lower())
        self._others = {letter.lower(): other.lower() for letter, other in letters_alike(facts).items()}
        for letter, other in letters_alike(facts).items():
            for form in facts.forms("letters", letter=letter):
                self._letters[fold(form)].add(other.lower())
        self._double = frozenset(map(fold, facts.forms("words", name="double")))

    def starting(self, words: Sequence[str], start: int) -> tuple[int, str]:
        """Where the longest name that begins at ``start`` ends, and the name; ``start`` and "" if none does."""
        found = (start, "")
        begun = {""}
        for end in range(start, min(len(words), start + _MOST_WORDS)):
            twice = end > start and fold(words[end - 1]) in self._double
            if fold(words[end]) not in self._double:
                begun = {text + 2 * last if twice else text + last for text in begun for last in self._said(words[end])}
                begun &= self._begun
            if not begun:
                break
            found = max([found, *((end + 1, text) for text in begun & self._names)])
        return found

    def before(self, words: Sequence[str], end: int) -> Range | None:
        """The words of the longest name that ends at ``end``, if one does."""
        starts = range(max(0, end - _MOST_WORDS), end)
        return next(((start, end) for start in starts if self.starting(words[:end], start)[0] == end), None)

    def _said(self, word: str) -> Iterator[str]:
        """What ``word`` may be in Latin letters."""
        if not word:
            return
        if is_latin(word):
            yield fold(word)
            return
        yield from self._letters.get(fold(word), ())
        for one in transliterator(self._code).spellings(word, _MOST_SPELLINGS):
            yield one.text
            if one.source in _OF_LETTERS:
                yield from self._in_other_letters(one.text)

    def _in_other_letters(self, text: str) -> Iterator[str]:
        """``text`` with the other letters that the names of its letters stand for."""
        choices = [(letter, *self._others.get(letter, ())) for letter in text[:_MOST_LETTERS]]
        yield from map("".join, islice(product(*choices), 1, None))
