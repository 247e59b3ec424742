"""Codes of a word and a number: promo codes (प्रोमो कोड सेव फिफ्टी: SAVE50), names that are counted (चंद्रयान-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from .document import UNCONVERTED, Conversions, Edit, Range, Segment, Span, Token, Word
from .first_use import once_property
from .languages import Language
from .scripts import fold, is_latin
from .terms import near

if TYPE_CHECKING:
    from .transliterate import Mixed
    from .wfst.pipeline import Grammar

KIND, BY = "serial", "transliterator"
_MOST = 12  # words of a cue, a name and its number together
_NAME, _LETTERS, _NUMBER = 2, 10, 4  # words of a name, letters of one, words of a number
_DIGITS = 4
_JOINTS = {"-": "-", "blank": " ", "none": ""}
_COMMON = 4.5  # on the Zipf scale
_GRAMMAR = 56  # tenths of the Zipf scale, from which words are those of grammar
_COUNTED = ("units", "currency", "months", "scales", "clock")
_TIMES = ("times", "count", "measure", "size", "noun")


@dataclass(frozen=True, slots=True)
class _Series:
    written: str
    joint: str
    numbers: range
    english: bool


class NamedCodes:
    """Finds such codes in texts of one language; no grammar is asked before a name or a cue is said."""

    def __init__(self, language: Language, grammar: Callable[[], Grammar]) -> None:
        self._language, self._grammar = language, grammar

    # --- tables ---------------------------------------------------------------------------------------

    @cached_property
    def _series(self) -> dict[str, _Series]:
        from .transliterate.data import rows

        made = {}
        for row in rows("series", self._language.code):
            joint, numbers = (
                _JOINTS[row.choice("joint", tuple(_JOINTS))],
                range(int(row["least"]), int(row["most"]) + 1),
            )
            english = row.choice("said", ("any", "english")) == "english"
            made[fold(row["form"])] = _Series(row["written"], joint, numbers, english)
        return made

    @cached_property
    def _cues(self) -> frozenset[tuple[str, ...]]:
        from .transliterate.data import rows

        return frozenset(tuple(fold(row["form"]).split(" ")) for row in rows("code_cues", self._language.code))

    @cached_property
    def _ends(self) -> frozenset[str]:
        from .transliterate.data import rows

        return frozenset(fold(row["form"]) for row in rows("code_ends", self._language.code))

    @cached_property
    def _first(self) -> frozenset[str]:
        return frozenset(self._series) | {cue[0] for cue in self._cues} | self._ends

    @cached_property
    def _letters(self) -> dict[str, str]:
        """Names of letters, folded → letters."""
        return {fold(row["form"]): row["letter"] for row in reversed(self._language.table("letters"))}

    @cached_property
    def _english(self) -> frozenset[str]:
        return frozenset(map(fold, self._language.forms("english")))

    @cached_property
    def _counted(self) -> frozenset[str]:
        """What numbers stand before, folded."""
        forms = [form for name in _COUNTED for form in self._language.forms(name)]
        forms += self._language.forms("words", name="percent")
        forms += [row["form"] for row in self._language.table("cues") if row["kind"] in _TIMES]
        return frozenset(fold(form).split(" ")[0] for form in forms)

    @cached_property
    def _stops(self) -> frozenset[str]:
        """Words of a sentence, which are no name: those of the language, and those of English grammar."""
        from .transliterate import stop_words
        from .transliterate.data import english

        words, tenths, _ = english()  # frequent ones first
        often = takewhile(lambda pair: int(pair[1]) >= _GRAMMAR, zip(words, tenths, strict=True))
        native = frozenset(word for word in stop_words(self._language.code) if not is_latin(word))
        return native | frozenset(word for word, _ in often)

    @once_property
    def _mixed(self) -> Mixed:
        from .transliterate import mixed

        return mixed(self._language.code)

    # --- finding --------------------------------------------------------------------------------------

    def conversions(self, made: Segment, taken: set[int]) -> Conversions:
        """The codes of a text, outside the words at the positions ``taken``."""
        if not any(fold(word.core) in self._first for word in made.words):
            return UNCONVERTED
        return Conversions.of(self._found(made.words, taken))

    def _found(self, words: tuple[Word, ...], taken: set[int]) -> Iterator[tuple[Edit, Span]]:
        position = 0
        while position < len(words):
            said = near(words, position, _MOST)
            (start, end), code = self._of_series(said) or self._of_cue(said) or self._of_end(said) or ((0, 0), "")
            range_ = (position + start, position + end)
            if code and taken.isdisjoint(range(*range_)):
                yield from _written(words, range_, code)
            position += max(1, end) if code else 1

    def _of_series(self, words: Sequence[str]) -> tuple[Range, str] | None:
        series = self._series.get(fold(words[0])) if words else None
        if series is None:
            return None
        number, end = self._number(words, 1)
        if not number or int(number) not in series.numbers or self._counts(words, end):
            return None
        if series.english and not self._english.issuperset(map(fold, words[1:end])):
            return None
        return (0, end), (series.written or words[0]) + series.joint + number

    def _of_cue(self, words: Sequence[str]) -> tuple[Range, str] | None:
        folded = tuple(map(fold, words[:2]))
        if folded not in self._cues:
            return None
        letters, place = self._spelled(words, len(folded))
        name = letters if len(letters) > 1 else ""
        if not name:
            name, place = self._named(words, len(folded))
        number, end = self._number(words, place) if name else ("", 0)
        return ((len(folded), end), name + number) if number and not self._counts(words, end) else None

    def _of_end(self, words: Sequence[str]) -> tuple[Range, str] | None:
        """A word and an English number before the word for a code: save fifty code."""
        number, end = (
            self._number(words, 1) if len(words) > 2 and self._ends.intersection(map(fold, words)) else ("", 0)
        )
        if not number or end == len(words) or fold(words[end]) not in self._ends:
            return None
        said_so = self._english.issuperset(map(fold, words[1:end])) and not self._grammar().is_number(words[0])
        name = self._part(words[0]) if said_so and self._may_name(words[0]) else ""
        return ((0, end), name.upper() + number) if name else None

    def _may_name(self, word: str) -> bool:
        """True for English, and for a rare word of the language: पास before "ten code" is none."""
        return is_latin(word) or self._mixed.english(word) is not None or self._mixed.frequency(word) < _COMMON

    def _spelled(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """Letters that are said by their names from ``place`` on, and where they end."""
        made = ""
        while place < len(words) and len(made) < _LETTERS and (letter := self._letters.get(fold(words[place]))):
            made, place = made + letter, place + 1
        return made, place

    def _named(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """A name in capitals that a number stands behind, and where it ends; "" for none."""
        made = ""
        for word in words[place : place + _NAME]:
            part = self._part(word)
            if not part:
                break
            made, place = made + part.upper(), place + 1
            if self._number(words, place)[0]:
                return made, place
        return "", place

    def _part(self, word: str) -> str:
        small = word.lower()
        if small in self._stops:
            return ""
        if is_latin(word):
            return small if small.isalpha() else ""
        english = self._mixed.english(word)
        if english is not None:
            return "" if english.ending else english.latin
        spelled = self._mixed.spelled(word)
        return spelled.text if spelled else ""

    def _number(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """The whole number that begins at ``place``, and where it ends; ("", place) for none."""
        for end in range(min(len(words), place + _NUMBER), place, -1):
            if not all(self._grammar().knows(word) for word in words[place:end]):
                continue
            span = self._grammar().whole(words[place:end])
            if span and span.kind == "cardinal" and span.token.fields.keys() == {"integer"}:
                digits = span.token.fields["integer"]
                return (digits, end) if len(digits) <= _DIGITS else ("", place)
        return "", place

    def _counts(self, words: Sequence[str], end: int) -> bool:
        """True if what stands behind a number is counted by it, or goes on with it."""
        return end < len(words) and (fold(words[end]) in self._counted or self._grammar().is_number(words[end]))


def _written(words: Sequence[Word], range_: Range, code: str) -> Iterator[tuple[Edit, Span]]:
    """A code in place of what was said. A name and a number that a blank parts stay two words, as they are when the
    written text is formatted again."""
    start, end = range_
    name, blank, number = code.rpartition(" ")
    parts = [((start, start + 1), name), ((start + 1, end), number)] if blank else [(range_, code)]
    for (first, behind), text in parts:
        if text != words[first].core:
            marked = words[first].before + text + words[behind - 1].after
            yield Edit((first, behind), marked, KIND, BY), Span((first, behind), Token(KIND, {"code": text}))
