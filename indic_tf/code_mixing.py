"""English words that were recognised in an Indian script, in Latin letters, where a style asks for them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .assemble import Unit
from .document import UNCONVERTED, Conversions, Edit, Segment, Span, Tagged, Token, Word
from .first_use import once_property
from .labels import CASE
from .languages import Language
from .scripts import is_latin
from .styles import Style

if TYPE_CHECKING:
    from .transliterate import Mixed

KIND, BY = "english", "transliterator"


class CodeMixing:
    """Finds the English words of texts in one language; nothing is loaded where ``style`` leaves them as they are."""

    def __init__(self, language: Language, style: Style) -> None:
        self._language = language
        self.on = style.english == "latin" and style.convert

    @once_property
    def _mixed(self) -> Mixed:
        from .transliterate import mixed

        return mixed(self._language.code)

    def conversions(self, made: Segment, taken: Container[int]) -> Conversions:
        """The English words of a text in Latin letters, but for those at the positions ``taken``."""
        if not self.on:
            return UNCONVERTED
        return Conversions.of(self._found(made, taken))

    def with_small_letters(self, tagged: Tagged, units: Sequence[Unit]) -> Tagged:
        """``tagged`` without capitals on words that are written by this style: they have none when they are said."""
        cases = tagged.labels.get(CASE.name)
        if not self.on or cases is None:
            return tagged
        known = self._mixed.borrowed
        kept = tuple(
            CASE.labels[0] if unit.core.partition("-")[0] in known else case
            for unit, case in zip(units, cases, strict=True)
        )
        return replace(tagged, labels={**tagged.labels, CASE.name: kept})

    def _found(self, made: Segment, taken: Container[int]) -> Iterator[tuple[Edit, Span]]:
        words = made.words
        free = (i for i, word in enumerate(words) if i not in taken and _is_native(word))
        known = {i: english for i in free if (english := self._mixed.english(words[i].core)) is not None}
        certain = {i for i, word in enumerate(words) if (known[i].sure if i in known else _is_english(word))}
        for i, english in known.items():
            if english.sure or not certain.isdisjoint((i - 1, i + 1)):
                fields = {"latin": english.latin} | ({"suffix": english.ending} if english.ending else {})
                cased = self._language.cased(english.latin) or english.latin
                text = words[i].before + cased + (f"-{english.ending}" if english.ending else "") + words[i].after
                span = Span((i, i + 1), Token(KIND, fields), others=english.others)
                yield Edit((i, i + 1), text, KIND, BY), span


def _is_native(word: Word) -> bool:
    return bool(word.core) and word.core[0].isalpha() and not is_latin(word.core)


def _is_english(word: Word) -> bool:
    """True for a word in Latin letters, with an ending of the language perhaps: order, order-ஐ."""
    return word.core[:1].isascii() and word.core[:1].isalpha()
