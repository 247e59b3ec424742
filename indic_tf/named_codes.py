"""Codes of a word and a number: promo codes (प्रोमो कोड सेव फिफ्टी: SAVE50), names that are counted (चंद्रयान-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import TYPE_CHECKING

from .code_numbers import CodeNumbers
from .document import Conversions, Edit, Range, Segment, Span, Token, Word
from .first_use import once_property
from .languages import Language
from .scripts import fold, is_latin
from .terms import in_place, near

if TYPE_CHECKING:
    from .transliterate import Mixed
    from .wfst.pipeline import Grammar

KIND, BY = "serial", "transliterator"
_MOST = 12  # words of a cue, a name and its number together
_NAME, _LETTERS = 2, 10  # words of a name, letters of one
_TENS = 2  # digits
_LEAST = 3  # words of a code and the word behind it; letters of one that are spelled
_NEAR = 5  # words before "apply" among which a coupon is named
_JOINTS = {"-": "-", "blank": " ", "none": ""}
_COMMON = 4.5  # on the Zipf scale
_GRAMMAR = 56  # tenths of the Zipf scale, from which words are those of grammar

Phrase = tuple[str, ...]


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
        self._numbers = CodeNumbers(language, grammar)

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

    def _phrases(self, table: str) -> frozenset[Phrase]:
        from .transliterate.data import rows

        return frozenset(tuple(fold(row["form"]).split(" ")) for row in rows(table, self._language.code))

    def _listed(self, table: str, column: str, name: str) -> frozenset[str]:
        """The words, folded, of the rows of a table that have ``name`` in a column."""
        from .transliterate.data import rows

        found = (row for row in rows(table, self._language.code) if row[column] == name)
        return frozenset(fold(word) for row in found for word in row["words"].split())

    @cached_property
    def _cues(self) -> frozenset[Phrase]:
        return self._phrases("code_cues")

    @cached_property
    def _words(self) -> frozenset[Phrase]:
        return self._phrases("code_words")

    @cached_property
    def _joints(self) -> frozenset[Phrase]:
        return self._phrases("code_joints")

    @cached_property
    def _ends(self) -> frozenset[str]:
        return frozenset(form for (form,) in self._phrases("code_ends"))

    @cached_property
    def _others(self) -> tuple[frozenset[str], frozenset[str]]:
        """What makes a code before which it stands another one; and what is none of a code's name."""
        return self._listed("code_others", "place", "before"), self._listed("code_others", "place", "name")

    @cached_property
    def _hints(self) -> tuple[frozenset[str], frozenset[str]]:
        """What is done with a code, and words that say so near it."""
        return self._listed("code_hints", "kind", "verb"), self._listed("code_hints", "kind", "near")

    @cached_property
    def first(self) -> frozenset[str]:
        """Without one of these among the words of a text, folded, nothing is found in it."""
        return frozenset(self._series) | {cue[0] for cue in self._cues} | self._ends | self._hints[1]

    @cached_property
    def _letters(self) -> dict[str, str]:
        """Names of letters, folded → letters."""
        return {fold(row["form"]): row["letter"] for row in reversed(self._language.table("letters"))}

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
        return Conversions.of(self._found(made.words, taken))

    def _found(self, words: tuple[Word, ...], taken: set[int]) -> Iterator[tuple[Edit, Span]]:
        position = 0
        while position < len(words):
            said = near(words, position, _MOST)
            (start, end), code = self._at(said, words, position) or ((0, 0), "")
            range_ = (position + start, position + end)
            if code and taken.isdisjoint(range(*range_)):
                yield from _written(words, range_, code)
            position += max(1, end) if code else 1

    def _at(self, said: Sequence[str], words: Sequence[Word], position: int) -> tuple[Range, str] | None:
        found = self._of_series(said) or self._of_cue(said, self._cues) or self._of_end(said)
        return found or self._of_word(said, words, position) or self._of_verb(said, words, position)

    def _of_series(self, words: Sequence[str]) -> tuple[Range, str] | None:
        series = self._series.get(fold(words[0])) if words else None
        if series is None:
            return None
        number, end = self._numbers.number(words, 1)
        if not number or int(number) not in series.numbers or self._numbers.counts(words, end):
            return None
        if series.english and not self._numbers.is_english(words[1:end]):
            return None
        return (0, end), (series.written or words[0]) + series.joint + number

    def _of_cue(self, words: Sequence[str], cues: frozenset[Phrase]) -> tuple[Range, str] | None:
        place = _begins(words, 0, cues)
        return self._behind(words, place) if place else None

    def _behind(self, words: Sequence[str], start: int, english: bool = False) -> tuple[Range, str] | None:
        """The letters or the name, and the number behind them, that begin at ``start``; an English one of two digits
        at least, if ``english``."""
        letters, place = self._spelled(words, start)
        name = letters if len(letters) > 1 else ""
        if not name:
            name, place = self._named(words, start)
        number, end = self._numbers.in_code(words, place) if name else ("", 0)
        plain = english and (len(number) < _TENS or not self._numbers.is_english(words[place:end]))
        return None if not number or plain or self._numbers.counts(words, end) else ((start, end), name + number)

    def _of_word(self, said: Sequence[str], words: Sequence[Word], position: int) -> tuple[Range, str] | None:
        """A rare word and an English number right behind the word for a code alone."""
        place = _begins(said, 0, self._words)
        others, _ = self._others
        if not place or others.intersection(_before(words, position, 1)) or not self._may_name_alone(said, place):
            return None
        return self._behind(said, place, english=True)

    def _of_verb(self, said: Sequence[str], words: Sequence[Word], position: int) -> tuple[Range, str] | None:
        """What is applied, where a word near it says that it is a coupon."""
        verbs, hints = self._hints
        if not said or fold(said[0]) not in verbs:
            return None
        near_by = [*_before(words, position, _NEAR), *map(fold, said)]
        sure = hints.intersection(near_by) and self._may_name_alone(said, 1) and self._numbers.number(said, 2)[0]
        return self._behind(said, 1, english=True) if sure else None

    def _of_end(self, words: Sequence[str]) -> tuple[Range, str] | None:
        """A word or letters, and an English number, before the word for a code: save fifty code."""
        if len(words) < _LEAST or not self._ends.intersection(map(fold, words)):
            return None
        letters, place = self._spelled(words, 0)
        if len(letters) < _LEAST:
            letters, place = "", 1
        number, end = self._numbers.in_code(words, place)
        if not number or not self._is_code(words, end) or not self._numbers.is_english(words[place:end]):
            return None
        if letters:
            return (0, end), letters + number
        named = not self._grammar().is_number(words[0]) and self._may_name(words[0])
        name = self._part(words[0]) if named else ""
        return ((0, end), name.upper() + number) if name else None

    def _is_code(self, words: Sequence[str], place: int) -> bool:
        """True if the word for a code stands at ``place``; behind "this is the" that of two words may."""
        behind = _begins(words, place, self._joints)
        at = behind or place
        return at < len(words) and (fold(words[at]) in self._ends or bool(behind and _begins(words, at, self._cues)))

    def _may_name_alone(self, words: Sequence[str], place: int) -> bool:
        """True for what may name a code where nothing but "code" says that it is one."""
        _, others = self._others
        if place >= len(words) or self._grammar().is_number(words[place]) or not self._may_name(words[place]):
            return False
        return (others | self._ends).isdisjoint({fold(words[place]), self._part(words[place])})

    def _may_name(self, word: str) -> bool:
        """True for English, and for a rare word of the language: पास before "ten code" is none."""
        return is_latin(word) or self._mixed.english(word) is not None or self._mixed.frequency(word) < _COMMON

    def _spelled(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """Letters that are said by their names from ``place`` on, and where they end."""
        made = ""
        while place < len(words) and len(made) < _LETTERS and (letter := self._letter(words[place])):
            made, place = made + letter, place + 1
        return made, place

    def _letter(self, word: str) -> str:
        return self._letters.get(fold(word), "") or (word.upper() if len(word) == 1 and is_latin(word) else "")

    def _named(self, words: Sequence[str], place: int) -> tuple[str, int]:
        """A name in capitals that a number stands behind, and where it ends; "" for none."""
        made = ""
        for word in words[place : place + _NAME]:
            part = self._part(word)
            if not part:
                break
            made, place = made + part.upper(), place + 1
            if self._numbers.number(words, place)[0]:
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


def _begins(words: Sequence[str], place: int, phrases: frozenset[Phrase]) -> int:
    """Where the longest of the phrases, of one word or two, that stands at ``place`` ends; 0 for none."""
    said = tuple(map(fold, words[place : place + 2]))
    return next((place + len(one) for one in (said, said[:1]) if one and one in phrases), 0)


def _before(words: Sequence[Word], position: int, most: int) -> list[str]:
    """Up to ``most`` words before a position that no mark parts from it, folded."""
    start = position
    while start > max(0, position - most) and not (words[start - 1].after or words[start].before):
        start -= 1
    return [fold(word.core) for word in words[start:position]]


def _written(words: Sequence[Word], range_: Range, code: str) -> Iterator[tuple[Edit, Span]]:
    """A code in place of what was said. A name and a number that a blank parts stay two words, as they are when the
    written text is formatted again."""
    start, end = range_
    name, blank, number = code.rpartition(" ")
    parts = [((start, start + 1), name), ((start + 1, end), number)] if blank else [(range_, code)]
    for (first, behind), text in parts:
        if text != words[first].core:
            yield in_place(words, (first, behind), text, Token(KIND, {"code": text}), BY)
