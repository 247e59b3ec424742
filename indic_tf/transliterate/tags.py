"""Words behind the word for a hashtag, run together: मेक इन इंडिया MakeInIndia."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from ..first_use import once
from ..scripts import fold, is_latin
from .data import rows
from .lexicon import grammatical_words, stop_words
from .mixed import FARTHER, Mixed, mixed
from .native.stored import stored
from .words import LETTERS, Spelling, transliterate

_KNOWN = frozenset({"english", "spoken", "web", "box", "given", "family", "town", "firm", "word", "listed", LETTERS})
_ENGLISH_OR_PERSON = frozenset({"english", "spoken", "web", "box", "given", "family", "joined", LETTERS})
_COMMON, _SPELLINGS = 50, 12  # tenths of the Zipf scale; spellings that are looked at
_NAMES = frozenset({"given", "family", "town", "firm", "listed"})
_MOST = 5  # words
_WHOLE = "$"  # behind a form that is a whole word
_OWN = 5.0  # a word of the language that is so frequent (Zipf) is none of a tag
_PRICE = 0.8  # of a word of a tag, at most


class Tags:
    """Reads the words of hashtags in one language. Raises `LanguageError` for a language that is not known."""

    def __init__(self, code: str) -> None:
        self._code = code
        self._mixed: Mixed = mixed(code)
        self._stops = frozenset(map(fold, stop_words(code)))
        ends = [fold(row["form"]) for row in rows("tag_ends", code)]
        self._ends = tuple(form for form in ends if not form.endswith(_WHOLE))
        self._whole_ends = frozenset(form.removesuffix(_WHOLE) for form in ends if form.endswith(_WHOLE))
        self._grammatical = grammatical_words()

    def tag(self, words: Sequence[str]) -> tuple[str, int]:
        """The tag that ``words`` begin with, without its sign, and how many of them belong to it; ("", 0) for none.

        A tag ends where a word says that it is written or put. Without one, names and English belong to it, as far as
        they go; small words of English only between two of these.
        """
        end = next((i for i, word in enumerate(words[: _MOST + 1]) if self._ends_tag(word)), 0)
        spelled = [self._spelled(word) for word in words[:end] if word and not is_latin(word)]
        if spelled and len(spelled) == end and all(spelled):
            return "".join(_camel(one.text) for one in spelled if one), end
        made: list[str] = []
        taken = 0
        for i, word in enumerate(words[:_MOST]):
            text, small = self._part(word)
            if not text:
                break
            made.append(text)
            taken = taken if small else i + 1
        return "".join(_camel(text) for text in made[:taken]), taken

    def _spelled(self, word: str) -> Spelling | None:
        """The likeliest spelling of a word; a common word of the language is no English word and no person's name that
        sounds like it (मेरी is meri, not Mary)."""
        if self._mixed.english(word) is not None or self._own_words.get(word, 0) < _COMMON:
            return self._mixed.spelled(word)
        found = transliterate(word, self._code, _SPELLINGS)
        own = next((one for one in found if one.source not in _ENGLISH_OR_PERSON), None)
        return own if own and found[0].score - own.score < FARTHER else next(iter(found), None)

    @cached_property
    def _own_words(self) -> Mapping[str, int]:
        """Words of the language with their frequencies, in tenths of the Zipf scale."""
        known = stored(self._code)
        return dict(zip(known.words, known.tenths, strict=True)) if known else {}

    def _ends_tag(self, word: str) -> bool:
        folded = fold(word)
        return folded in self._whole_ends or folded.startswith(self._ends)

    def _part(self, word: str) -> tuple[str, bool]:
        """A word of a tag in Latin letters, and whether it is only grammar; "" for one of the sentence."""
        if not word or is_latin(word):
            return "", False
        english = self._mixed.english(word)
        if english is not None:
            return ("", False) if english.ending else (english.latin, False)
        spelled = self._mixed.spelled(word)
        if spelled is None or spelled.source not in _KNOWN or -spelled.score > _PRICE:
            return "", False
        small = spelled.text in self._grammatical
        often = spelled.source not in _NAMES and self._mixed.frequency(word) >= _OWN
        frequent = often or fold(word) in self._stops
        return ("", False) if frequent and not small else (spelled.text, small)


def _camel(text: str) -> str:
    return text[:1].upper() + text[1:]


@once
def tags(lang: str) -> Tags:
    """The reader of hashtags of a language, made once. Raises `LanguageError` for one that is not known."""
    return Tags(lang)
