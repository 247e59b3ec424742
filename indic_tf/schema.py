"""What each grammar table holds: its columns, the words that a cell may be, the numbers it may say.

A table that says what no reader looks for would change nothing, and nobody would be told: so closed lists stand here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import partial

import regex


@dataclass(frozen=True, slots=True)
class Column:
    """One column: its name, a test for its cells, and in words what the test asks for.

    ``words`` are those that a cell may be, where they are a closed list: what a misspelt one means is found there.
    """

    name: str
    allows: Callable[[str], bool] = bool
    expected: str = "something"
    words: tuple[str, ...] = ()

    def fault(self, cell: str) -> str:
        """What is wrong with ``cell``, and what was probably meant."""
        found = f"{self.name} is {cell!r}" if cell else f"{self.name} is empty"
        wrong = next((word for word in cell.split() if word not in self.words), "") if self.words else ""
        near = get_close_matches(wrong, self.words, n=1)
        return (
            f"{found}, did you mean {near[0]!r}? Expected {self.expected}"
            if near
            else f"{found}; expected {self.expected}"
        )


Schema = tuple[tuple[Column, ...], int]
"""The columns of a table, and how many of them each row has at least."""


def anything(cell: str) -> bool:
    """The test of a column that may hold whatever it likes."""
    return True


# --- kinds of columns ---------------------------------------------------------------------------------


def _text(name: str) -> Column:
    return Column(name)


def _maybe(name: str) -> Column:
    return Column(name, anything)


def _one_of(name: str, *words: str) -> Column:
    """A word of a closed list; nothing is one of them where it stands among them."""
    listed = ", ".join(word or "nothing" for word in words)
    return Column(name, frozenset(words).__contains__, f"one of: {listed}", tuple(filter(None, words)))


def _flags(name: str, *words: str) -> Column:
    """Words of a closed list with blanks between them, or nothing."""
    return Column(
        name, lambda cell: {*words}.issuperset(cell.split()), f"nothing, or some of: {', '.join(words)}", words
    )


def _shaped(name: str, pattern: str, expected: str) -> Column:
    return Column(name, partial(_matches, regex.compile(pattern)), expected)


def _number(name: str, allowed: Iterable[int], expected: str) -> Column:
    return Column(name, frozenset(map(str, allowed)).__contains__, expected)


def _is_pattern(cell: str) -> bool:
    try:
        return bool(cell) and regex.compile(cell) is not None
    except regex.error:
        return False


def _matches(pattern: regex.Pattern[str], cell: str) -> bool:
    return pattern.fullmatch(cell) is not None


# --- the closed lists ---------------------------------------------------------------------------------

_SCALES = (100, 1000, 10**5, 10**6, 10**7, 10**9, 10**11, 10**12, 10**13, 10**15)
_SINGLE = {*range(100), *range(100, 10_000, 100), *range(1000, 100_000, 1000)}
_QUARTERS = r"[+-]0\.(25|5|75)|[0-9]{0,2}0?\.(25|5|75)|[1-9][0-9]{2,}"
NUMBER_ROLES = ("", "stem", "mult", "added", "homograph")
SUFFIX_FLAGS = ("classifier", "ordinal", "year", "clock", "to", "score")
CLOCK_NAMES = (
    *("oclock", "oclock_before", "past", "minute", "glued", "half_past", "quarter_past", "quarter_to", "minutes_past"),
    *("minutes_to", "passed", "am", "pm", "morning", "noon", "afternoon", "evening", "night"),
)
WORD_NAMES = (
    *("point", "decimal_place", "minus", "percent", "percent_before", "and", "some", "more", "to", "or", "of", "over"),
    *("over_of_pair", "and_fraction", "english_and", "hundred_and", "plus", "times", "divided", "equals", "double"),
    *("triple", "dot", "at", "underscore", "dash", "slash", "plus_sign", "payment"),
)
CUE_KINDS = (
    *("", "year", "era", "digits", "code", "lettered", "score", "game", "result", "ordinal", "count", "noun", "times"),
    *("measure", "size", "hundreds", "time", "quarter", "event", "at", "math", "pressure", "share"),
    "named",
)
CARRIER_KINDS = (
    *("telephone", "otp", "pin", "account", "aadhaar", "pan", "ifsc", "vehicle", "section", "code", "email", "web"),
    *("money", "cardinal", "percent", "decimal", "date", "month", "year", "time", "clock", "distance", "weight"),
    *("volume", "duration", "temperature", "area", "speed", "measure", "score", "range", "ordinal", "fraction", "math"),
)
SAID_NAMES = (
    *("code", "dialled", "link", "numbered", "lettered", "ruler", "numbering", "text", "fold", "ratio", "power"),
    *("ordinal", "day", "zero", "figure", "abbreviated", "year"),
)
EDITOR_NAMES = (
    *("count", "classifier", "measure", "duration", "percent", "money", "scale", "digits", "digits_from_crore"),
    "parts",
)
_ROMAN_FLAGS = (
    *("shared", "homograph", "ordinary", "text", "honorific", "counted", "short", "joined", "english", "link"),
)

# --- the tables ---------------------------------------------------------------------------------------

_FORM = _text("form")
_LETTER = (
    _shaped("letter", "[A-Z]{1,2}", "a capital letter, or two that stand together"),
    _FORM,
    _one_of("flag", "", "weak"),
)
_CODE = _shaped("code", "[A-Za-z0-9_/]+", "Latin letters and figures without a blank, as in 'km'")
_CURRENCY = _shaped("code", "[A-Z]{3}", "three capital letters (ISO 4217), as in 'INR'")
_NAMED = _shaped("written", "[A-Za-z0-9]{2,}", "Latin letters and figures without a blank, as in 'MP3'")
_PART = "Latin small letters, figures and hyphens, as in 'gmail'"

# Columns of each table; the first `required` cells must be there. docs/adding_a_language.md explains them.
SCHEMAS: dict[str, Schema] = {
    "numbers": (
        (
            _number("value", _SINGLE, "0 to 99, hundreds below 10,000 or thousands below 100,000"),
            _FORM,
            _one_of("role", *NUMBER_ROLES),
        ),
        2,
    ),
    "scales": (
        (
            _number("value", _SCALES, f"one of: {', '.join(map(str, _SCALES))}"),
            _FORM,
            _one_of("role", "", "stem", "mult"),
            _one_of("multiplier", "", "one", "many"),
            _one_of("system", "", "western", "read"),
        ),
        2,
    ),
    "scale_signs": ((_number("value", _SCALES[1:], f"one of: {', '.join(map(str, _SCALES[1:]))}"), _text("sign")), 2),
    "english": ((_number("value", {*range(100), *range(100, 1000, 100), *_SCALES}, "0 to 99 or a scale"), _FORM), 2),
    "fractions": (
        (
            _shaped(
                "value", _QUARTERS, "a number with .25, .5 or .75, as in '2.5', '+0.5', '-0.25', or one of 100 and more"
            ),
            _FORM,
            _one_of("role", "", "percent"),
        ),
        2,
    ),
    "words": ((_one_of("name", *WORD_NAMES), _FORM), 2),
    "currency": ((_CURRENCY, _FORM, _one_of("role", "", "one", "minor", "written"), _maybe("suffix")), 2),
    "suffixes": ((_maybe("strip"), _text("add"), _text("written"), _flags("flag", *SUFFIX_FLAGS)), 3),
    "keep": ((_FORM, _one_of("when", "always", "alone", "inflected", "endings")), 2),
    "cues": ((_FORM, _one_of("side", "before", "after"), _one_of("kind", *CUE_KINDS)), 2),
    "ordinals": (
        (
            _number("value", {*_SINGLE, *_SCALES[:3]}, "a number below 100,000, as in '21'"),
            _FORM,
            _text("written"),
            _one_of("when", "", "cue", "day"),
        ),
        3,
    ),
    "months": (
        (_shaped("value", "[1-9]|1[0-2]|[a-z][a-z0-9-]+", "1 to 12, or a Latin name in small letters"), _FORM),
        2,
    ),
    "units": ((_CODE, _FORM, _one_of("role", "", "one", "written")), 2),
    "unit_symbols": ((_CODE, _text("symbol"), _one_of("kind", "", "time", "last")), 2),
    "clock": ((_one_of("name", *CLOCK_NAMES), _FORM), 2),
    "letters": (_LETTER, 2),
    "address_letters": (_LETTER, 2),
    "denominators": (
        (_number("value", range(2, 10_001), "2 to 10,000"), _FORM, _one_of("role", "", "one", "before")),
        2,
    ),
    "domains": ((_shaped("written", "[a-z0-9-]+", _PART), _FORM, _one_of("role", "", "handle", "firm")), 2),
    "whitelist": ((_FORM, _text("written"), _one_of("when", "", "name")), 2),
    "names": ((_FORM, _shaped("latin", "[a-z]*", "nothing, or Latin small letters")), 1),
    "romanization": (
        (
            _shaped("letter", r"\X", "one letter or sign"),
            _text("latin"),
            _one_of("kind", "consonant", "vowel", "sign", "virama", "mark"),
        ),
        3,
    ),
    "serials": (
        (Column("pattern", _is_pattern, "a regular expression"), _one_of("cue", "", "code"), _maybe("note")),
        1,
    ),
    "terms": ((_NAMED, _one_of("numbers", "", "any")), 1),
    "acronyms": ((_NAMED, _one_of("said", "", "word")), 1),
    "abbreviations": ((_shaped("form", r".+\.", "a word with its full stop"),), 1),
    "fillers": ((_FORM, _one_of("kind", "sound", "word", "edit")), 2),
    "doubled": ((_FORM, _one_of("kind", "grammar", "slip")), 2),
    "symbols": ((_CURRENCY, _text("symbol")), 2),
    "carriers": (
        (
            _one_of("kind", *CARRIER_KINDS),
            Column("frame", lambda cell: cell.count("{}") == 1, "a sentence with one place {} for the value"),
        ),
        2,
    ),
    "cased": ((Column("form", str.islower, "a word in small letters"), _text("written"), _maybe("also")), 2),
    "roman": (
        (
            _shaped("form", r"-?[a-z' -]+", "Latin small letters"),
            _maybe("native"),
            _flags("flag", *_ROMAN_FLAGS),
        ),
        2,
    ),
    "roman_letters": ((_shaped("letters", "[a-z]+", "Latin small letters"), _text("key")), 2),
    "said": ((_one_of("name", *SAID_NAMES), _FORM, _maybe("value")), 2),
    "editors": ((_one_of("name", *EDITOR_NAMES), _shaped("value", "[1-9][0-9]*", "a number from 1 on, as in '10'")), 2),
}


UNCOMPILED_TABLES = (
    *("carriers", "fillers", "cased", "doubled", "cues", "keep", "serials", "roman", "roman_letters", "said"),
    "editors",
)
"""Tables that no grammar is compiled from: they say what its spans are in a text, or make training data."""


def nearest_table(name: str) -> str:
    """'; did you mean …?' for the name of a table that there is none of."""
    found = get_close_matches(name.lower(), SCHEMAS, n=1)
    return f"; did you mean {found[0]}.tsv?" if found else f"; tables are {', '.join(SCHEMAS)}"
