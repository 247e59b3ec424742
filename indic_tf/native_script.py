"""Words of a text in Latin letters in the script of its language, where a formatter is to read them there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from .document import Edit, Segment, Word
from .first_use import once_property
from .languages import Language
from .repair import Marks
from .segment import put_right
from .terms import Finder, fixed

if TYPE_CHECKING:
    from .transliterate import Natives

KIND, BY = "script", "transliterator"


class NativeScript:
    """Puts words of one language into its script.

    ``on`` is false where they stay as they are; ``finders`` know a caller's words, which stay too; ``marks`` are those
    of the language, to which a text in its script is put right.
    """

    def __init__(self, language: Language, on: bool, finders: Sequence[Finder], marks: Marks) -> None:
        self._language, self.on, self._finders, self._marks = language, on, finders, marks

    @once_property
    def _natives(self) -> Natives | None:
        from .transliterate import natives

        return natives(self._language.code)

    def read(self, made: Segment) -> Segment:
        """``made`` in the script of the language, but for English words and those that a caller gave."""
        if not self.on or not any(_is_latin(word) for word in made.words) or self._natives is None:
            return made
        given = fixed(made, self._finders).edited
        cores = ["" if i in given else word.core for i, word in enumerate(made.words)]
        words = self._natives.read(cores)
        if words == cores:
            return made
        return put_right(Segment(tuple(map(_with_core, made.words, cores, words))), self._marks)


def _is_latin(word: Word) -> bool:
    return word.core[:1].isascii() and word.core[:1].isalpha()


def _with_core(word: Word, typed: str, native: str) -> Word:
    if native == typed:
        return word
    return replace(word, text=word.before + native + word.after, core=native, heard=word.text)


def rewritten(source: Sequence[Word], edits: Sequence[Edit]) -> tuple[list[Edit], tuple[Word, ...]]:
    """``edits`` and those that put words into the script in which they stand in ``source``; the words as they came."""
    edited = {i for edit in edits for i in range(*edit.words)}
    found = [i for i, word in enumerate(source) if word.heard and i not in edited]
    script = [Edit((i, i + 1), source[i].text, KIND, BY) for i in found]
    came = tuple(replace(word, text=word.heard, heard="") if word.heard else word for word in source)
    return sorted([*edits, *script], key=lambda edit: edit.words), came
