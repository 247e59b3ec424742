"""Hashtags: what is said behind the word for one, run together (हैशटैग मेक इन इंडिया #MakeInIndia)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from .document import Conversions, Edit, Range, Segment, Span, Token, Word
from .languages import Language
from .scripts import fold, is_latin
from .terms import near

KIND, BY = "electronic", "transliterator"
SIGN = "#"
_MOST = 8  # words of the cue and the tag together


class Hashtags:
    """Finds the hashtags of texts in one language; nothing is loaded before the word for one is said."""

    def __init__(self, language: Language) -> None:
        self._code, self._is_latin = language.code, language.script == "Latin"

    @cached_property
    def _cues(self) -> frozenset[tuple[str, ...]]:
        from .transliterate.data import rows

        return frozenset(tuple(fold(row["form"]).split(" ")) for row in rows("tags", self._code))

    @cached_property
    def _named_before(self) -> frozenset[str]:
        from .transliterate.tags import named_before

        return named_before(self._code)

    @cached_property
    def first(self) -> frozenset[str]:
        """Without one of these among the words of a text, folded, and the marks before them, nothing is found in it."""
        return frozenset(cue[0] for cue in self._cues) | {SIGN}

    def conversions(self, made: Segment, taken: set[int]) -> Conversions:
        """The hashtags of a text, outside the words at the positions ``taken``."""
        return Conversions.of(self._found(made.words, taken))

    def _found(self, words: tuple[Word, ...], taken: set[int]) -> Iterator[tuple[Edit, Span]]:
        from .transliterate.tags import tags

        position = 0
        while position < len(words):
            if not self._is_latin and _is_tag(words[position]) and position not in taken:
                yield _written(words, (position, position + 1), SIGN + words[position].core)
            said = near(words, position, _MOST)
            cue = 0 if self._is_behind(words, position) else self._cue(said)
            text, many = tags(self._code).tag(said[cue:]) if cue else ("", 0)
            end = position + cue + many
            if many and taken.isdisjoint(range(position, end)):
                yield _written(words, (position, end), SIGN + text)
            position = end if many else position + 1

    def _is_behind(self, words: tuple[Word, ...], position: int) -> bool:
        """True if a tag stands before ``position``: #metoo hashtag."""
        before = words[position - 1] if position else None
        return before is not None and (_is_tag(before) or fold(before.core) in self._named_before)

    def _cue(self, words: list[str]) -> int:
        """How many of ``words`` are the word for a hashtag."""
        folded = tuple(map(fold, words[:2]))
        return next((len(cue) for cue in (folded, folded[:1]) if cue in self._cues), 0)


def _is_tag(word: Word) -> bool:
    """True for a hashtag that is written as one. No number is looked for in it (ennooru is 800, #EnOoru my town) but in
    English, where a # before words is the sign of a number, too."""
    return word.before.endswith(SIGN) and is_latin(word.core)


def _written(words: tuple[Word, ...], range_: Range, tag: str) -> tuple[Edit, Span]:
    """``tag`` with its sign in place of what was said, between the marks around that."""
    start, end = range_
    before = words[start].before.removesuffix(SIGN) if end - start == 1 else words[start].before
    return Edit(range_, before + tag + words[end - 1].after, KIND, BY), Span(range_, Token(KIND, {"address": tag}))
