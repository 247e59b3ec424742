"""Words of a language in Latin letters: "pachees", "hazaar", "rupaye", and what is known of each.

The `roman` table lists them beside their native form; words that only stand beside numbers are found by how the
`romanization` table spells them. `roman_text` says which of them are read in a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import regex

from ..scripts import fold
from ..tables import Row
from .memo import Memo
from .pipeline import Grammar
from .transliteration import Spellings, romanized

LATIN = regex.compile("[A-Za-z]")
_WORD = regex.compile("[A-Za-z']+")
_SHARED, _HOMOGRAPH, _ORDINARY, _TEXT = "shared", "homograph", "ordinary", "text"
_ENGLISH, _JOINED, _LINK, _HONORIFIC, _COUNTED, _SHORT = "english", "joined", "link", "honorific", "counted", "short"
_FLAGS = frozenset((_SHARED, _HOMOGRAPH, _ORDINARY, _TEXT, _ENGLISH, _JOINED, _LINK, _HONORIFIC, _COUNTED, _SHORT))
_BESIDE = ("scales", "currency", "clock", "units", "months", "cues", "keep", "words", "suffixes")
_INSIDE = ("point", "double", "triple", "to", "or", "and")
ENDING = "-"
_LISTED, _SPELLED = 4, 5  # letters of a listed word that has other spellings, and of such a spelling
BELOW = 100


@dataclass(frozen=True, slots=True)
class RomanWord:
    """What a word in Latin letters may be: its native form, and what is known of it.

    Attributes:
        native: the word in the script of the language.
        shared: it is an English word as well.
        homograph: it is another word of the language as well.
        ordinary: alone it is mostly another word or a name.
        text: it is no part of a number.
        short: it is an abbreviation, which a full stop may stand behind.
        ending: the Latin letters at its end that stay behind the figure.
    """

    native: str
    shared: bool = False
    homograph: bool = False
    text: bool = False
    ending: str = ""
    ordinary: bool = False
    short: bool = False

    @property
    def apart(self) -> bool:
        """True for a number that is one without company too."""
        return not (self.shared or self.homograph or self.ordinary)

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
        return {form: word_of(row) for form, row in self._rows.items() if row["native"] and form[0] != ENDING}

    @cached_property
    def english(self) -> frozenset[str]:
        """English words that tell of a text that it is English, some of which are words of the language too."""
        return self._flagged(_ENGLISH)

    @cached_property
    def links(self) -> frozenset[str]:
        """Those that stand between two numbers."""
        return self._flagged(_LINK)

    @cached_property
    def honorifics(self) -> frozenset[str]:
        """Those that stand behind a name."""
        return self._flagged(_HONORIFIC)

    @cached_property
    def counted(self) -> frozenset[str]:
        """What is counted, native and folded, beside what the `cues` have: years, days, people."""
        rows = (row for row in self._facts.table("roman") if _COUNTED in row["flag"].split())
        return frozenset(fold(row["native"]) for row in rows)

    def key(self, word: str) -> str:
        """What the spellings of ``word`` have in common."""
        return self._spellings.key(word)

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
                parts = zip(form.split(" "), word.native.split(" "), strict=True)
                # a number word that is none here stays in Latin letters
                natives = (part if self._grammar.is_number(native) else native for part, native in parts)
                one, two = (replace(word, native=native) for native in natives)
                made[form.split(" ")[0], form.split(" ")[1]] = one, two
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

    @cached_property
    def _ordinary_alike(self) -> frozenset[str]:
        """What the spellings of ordinary words have in common."""
        return frozenset(self.key(form) for form, word in self.listed.items() if word.text)

    def _spelled_alike(self, form: str) -> RomanWord | None:
        found = self._alike.get(key := self.key(form)) if len(form) >= _SPELLED else None
        if found is None:
            return None
        if found.text:  # what is near an ordinary word tells nothing of the text
            return replace(found, shared=True)
        near = len(form) == _SPELLED or key in self._ordinary_alike
        return replace(found, ordinary=found.ordinary or near)

    @cached_property
    def _endings(self) -> Sequence[tuple[str, str]]:
        """Endings in Latin letters with their native form, the longest first."""
        rows = ((form[1:], row["native"]) for form, row in self._rows.items() if form[0] == ENDING)
        return sorted(rows, key=lambda ending: -len(ending[0]))

    @cached_property
    def endings(self) -> frozenset[str]:
        """The endings in Latin letters."""
        return frozenset(ending for ending, _ in self._endings)

    def _inflected(self, form: str) -> RomanWord | None:
        """A number word with one of the endings of the table."""
        for ending, native in self._endings if len(form) >= _SPELLED else ():
            if form.endswith(ending):
                stem = form[: -len(ending)]
                found = self.listed.get(stem) or self._spelled_alike(stem)
                if found and not found.text and self._grammar.knows(found.native + native):
                    return RomanWord(found.native + native, ending=ending, ordinary=found.homograph)
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
        parts = (part for table in _BESIDE for row in self._facts.table(table) for part in _parts(row))
        for form in (part for part in parts if fold(part) in self.scales or not self._grammar.is_number(part)):
            made.setdefault(self._spellings.key(romanized(form, self._facts)), RomanWord(form, shared=True, text=True))
        made.pop("", None)
        return made

    def _beside_numbers(self, form: str) -> RomanWord | None:
        return self._others.get(self._spellings.key(form)) if len(form) >= _LISTED else None

    # --- what stands beside numbers -------------------------------------------------------------------

    @cached_property
    def scales(self) -> frozenset[str]:
        """Scale words, native and English, folded."""
        rows = [row["form"] for row in self._facts.table("english") if row.number("value") >= BELOW]
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


def _parts(row: Row) -> Iterator[str]:
    """The native words of a row."""
    return (part for part in row.cells.get("form", "").split(" ") if not LATIN.search(part))


def word_of(row: Row) -> RomanWord:
    """What a row of the table says. Raises `TableError` for a flag that is none."""
    flags = frozenset(row["flag"].split())
    if not flags <= _FLAGS:
        raise row.error(f"flag is {row['flag']!r}, expected some of {', '.join(sorted(_FLAGS))}")
    word = RomanWord(row["native"], _SHARED in flags, _HOMOGRAPH in flags, _TEXT in flags)
    return replace(word, ordinary=_ORDINARY in flags, short=_SHORT in flags)
