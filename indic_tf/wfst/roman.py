"""Words of a language in Latin letters: "pachees", "hazaar", "rupaye", and what is known of each.

The `roman` table lists them beside their native form; words that only stand beside numbers are found by how the
`romanization` table spells them. `roman_text` says which of them are read in a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import regex

from ..languages import Language, language, languages
from ..scripts import fold
from ..tables import Row
from .memo import Memo
from .pipeline import Grammar
from .transliteration import Spellings, romanized

LATIN = regex.compile("[A-Za-z]")
_WORD = regex.compile("[A-Za-z']+")
_SHARED, _HOMOGRAPH, _TEXT, _ENGLISH, _JOINED, _LINK = "shared", "homograph", "text", "english", "joined", "link"
_FLAGS = frozenset((_SHARED, _HOMOGRAPH, _TEXT, _ENGLISH, _JOINED, _LINK))
_BESIDE = ("scales", "currency", "clock", "units", "months", "cues", "keep", "words", "suffixes")
_INSIDE = ("point", "double", "triple", "to", "or", "and")
_ENDING = "-"
_LISTED, _SPELLED = 4, 5  # letters of a listed word that has other spellings, and of such a spelling
_BELOW = 100


@dataclass(frozen=True, slots=True)
class RomanWord:
    """What a word in Latin letters may be: its native form, and what is known of it.

    Attributes:
        native: the word in the script of the language.
        shared: it is an English word as well.
        homograph: it is another word of the language as well.
        text: it is no part of a number.
        ending: the Latin letters at its end that stay behind the figure.
    """

    native: str
    shared: bool = False
    homograph: bool = False
    text: bool = False
    ending: str = ""

    @property
    def sure(self) -> bool:
        """True for a part of a number that is no other word."""
        return not (self.shared or self.homograph or self.text)


class RomanWords:
    """The words of one language in Latin letters. A language without a `roman` table has none.

    Raises `TableError` for a row with a flag that is none.
    """

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._facts = grammar.language
        self.known = Memo(self._look_up)

    def __bool__(self) -> bool:
        return bool(self.listed)

    # --- the table ------------------------------------------------------------------------------------

    @cached_property
    def _rows(self) -> Mapping[str, Row]:
        rows: dict[str, Row] = {}
        for row in self._facts.table("roman"):
            if row["flag"] != _JOINED:
                rows.setdefault(row["form"], row)
        return rows

    @cached_property
    def listed(self) -> Mapping[str, RomanWord]:
        """The words and phrases of the table."""
        return {form: _word(row) for form, row in self._rows.items() if row["native"] and form[0] != _ENDING}

    @cached_property
    def english(self) -> frozenset[str]:
        """English words that tell of a text that it is English, some of which are words of the language too."""
        return self._flagged(_ENGLISH)

    @cached_property
    def links(self) -> frozenset[str]:
        """Those that stand between two numbers."""
        return self._flagged(_LINK)

    def _flagged(self, flag: str) -> frozenset[str]:
        return frozenset(row["form"] for row in self._facts.table("roman") if flag in row["flag"].split())

    @cached_property
    def joined(self) -> Mapping[str, str]:
        """Native words with the form that they have before a smaller number, where that is spelled alike."""
        rows = (row for row in self._facts.table("roman") if row["flag"] == _JOINED)
        return {self.listed[row["form"]].native: row["native"] for row in rows}

    @cached_property
    def phrases(self) -> Mapping[tuple[str, str], tuple[RomanWord, RomanWord]]:
        """Two words that are what they are only together: "ke saath", with, which is no 60."""
        made = {}
        for form, word in self.listed.items():
            if " " in form:
                first, last = form.split(" ")
                one, two = (replace(word, native=native) for native in word.native.split(" "))
                made[first, last] = one, two
        return made

    # --- look-up --------------------------------------------------------------------------------------

    def _look_up(self, word: str) -> RomanWord | None:
        form = word.lower()
        if not _WORD.fullmatch(form):
            return None
        if found := self.listed.get(form):
            return found
        if form in self.english or form in self._spelled_so:
            return None
        return self._spelled_alike(form) or self._inflected(form) or self._fused(form) or self._beside_numbers(form)

    @cached_property
    def _spelled_so(self) -> frozenset[str]:
        """English words that the grammar reads as they are."""
        facts = self._facts
        forms = [form for name in ("english", "units", "currency", "months", "words") for form in facts.forms(name)]
        return frozenset(form for form in forms if LATIN.search(form))

    @cached_property
    def _spellings(self) -> Spellings:
        return Spellings(self._facts)

    @cached_property
    def _alike(self) -> Mapping[str, RomanWord]:
        """The words of the table by what their spellings have in common."""
        made: dict[str, RomanWord] = {}
        for form, word in self.listed.items():
            if len(form) >= _LISTED and " " not in form:
                made.setdefault(self._spellings.key(form), word)
        return made

    def _spelled_alike(self, form: str) -> RomanWord | None:
        found = self._alike.get(self._spellings.key(form)) if len(form) >= _SPELLED else None
        if found and found.text:  # what is near an ordinary word tells nothing of the text
            return replace(found, shared=True)
        return found

    @cached_property
    def _endings(self) -> Sequence[tuple[str, str]]:
        """Endings in Latin letters with their native form, the longest first."""
        rows = ((form[1:], row["native"]) for form, row in self._rows.items() if form[0] == _ENDING)
        return sorted(rows, key=lambda ending: -len(ending[0]))

    def _inflected(self, form: str) -> RomanWord | None:
        """A number word with one of the endings of the table."""
        for ending, native in self._endings if len(form) >= _SPELLED else ():
            if form.endswith(ending):
                stem = form[: -len(ending)]
                found = self.listed.get(stem) or self._spelled_alike(stem)
                if found and not found.text and self._grammar.knows(found.native + native):
                    return RomanWord(found.native + native, ending=ending)
        return None

    @cached_property
    def _scale_forms(self) -> Sequence[tuple[str, str]]:
        """The scale words of the table with their native form, the longest first."""
        rows = [(form, word.native) for form, word in self.listed.items() if fold(word.native) in self.scales]
        return sorted(rows, key=lambda row: -len(row[0]))

    def _fused(self, form: str) -> RomanWord | None:
        """A number word with its scale word in one: "dosau", "tinshe"."""
        for scale, native in self._scale_forms if len(form) >= _SPELLED else ():
            if form.endswith(scale):
                found = self.listed.get(form[: -len(scale)])
                if found and not found.text and self._grammar.knows(found.native + native):
                    return RomanWord(found.native + native)
        return None

    @cached_property
    def _others(self) -> Mapping[str, RomanWord]:
        """Words that stand beside numbers, from the other tables, as they are spelled by the rules."""
        made: dict[str, RomanWord] = {}
        for form in (part for table in _BESIDE for row in self._facts.table(table) for part in _parts(row)):
            made.setdefault(self._spellings.key(romanized(form, self._facts)), RomanWord(form, shared=True, text=True))
        made.pop("", None)
        return made

    def _beside_numbers(self, form: str) -> RomanWord | None:
        return self._others.get(self._spellings.key(form)) if len(form) >= _LISTED else None

    # --- what stands beside numbers -------------------------------------------------------------------

    @cached_property
    def scales(self) -> frozenset[str]:
        """Scale words, native and English, folded."""
        rows = [row["form"] for row in self._facts.table("english") if row.number("value") >= _BELOW]
        return frozenset(map(fold, [*self._facts.forms("scales"), *rows]))

    @cached_property
    def anchors(self) -> frozenset[str]:
        """Words, folded, that tell of what stands before them that it is a number: scales, currencies, o'clock."""
        facts = self._facts
        forms = [*facts.forms("currency"), *facts.forms("words", name="percent")]
        forms += [row["form"] for row in facts.table("clock") if row["name"] in ("oclock", "past")]
        return self.scales | frozenset(fold(form) for form in forms if " " not in form)

    @cached_property
    def units(self) -> frozenset[str]:
        """Units and months, folded, that tell so in text that is not English."""
        forms = (*self._facts.forms("units"), *self._facts.forms("months"))
        return frozenset(map(fold, forms)) - self.english

    @cached_property
    def inside(self) -> frozenset[str]:
        """Words, folded, that stand within a number or between two of them: point, to, and."""
        forms = (form for name in _INSIDE for form in self._facts.forms("words", name=name))
        return frozenset(map(fold, forms)) - self.english

    @cached_property
    def numbering(self) -> frozenset[str]:
        """English words that a code stands behind: "plot number bees"."""
        rows = (row["form"] for row in self._facts.table("cues") if row["side"] == "before" and row["kind"] == "code")
        return frozenset(form for form in rows if LATIN.search(form))


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
        word = _word(row)
        if word.native and not word.text and row["form"][0] != _ENDING:
            yield row["form"], word
    for row in facts.table("numbers"):
        form = romanized(row["form"], facts) if 1 < row.number("value") < _BELOW else ""
        if len(form) > 1 and form not in english:
            yield form, RomanWord(row["form"], shared=True)


def _parts(row: Row) -> Iterator[str]:
    """The native words of a row."""
    return (part for part in row.cells.get("form", "").split(" ") if not LATIN.search(part))


def _word(row: Row) -> RomanWord:
    flags = frozenset(row["flag"].split())
    if not flags <= _FLAGS:
        raise row.error(f"flag is {row['flag']!r}, expected some of {', '.join(sorted(_FLAGS))}")
    return RomanWord(row["native"], _SHARED in flags, _HOMOGRAPH in flags, _TEXT in flags)
