"""What the builders and the run time agree on: marks, field orders, kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args, get_type_hints

import regex

from ..labels import KINDS as KINDS
from ..styles import Style

SPACE_MARK = "\x01"
"""Written by a token for every space that it swallows."""

KEPT_START, KEPT_END = "\x02", "\x03"
"""Around words that a class reads but leaves as they are: the month of a date, the unit of a measure."""

GROUPED_START, PLAIN_START, FIGURES_END = "\x04", "\x05", "\x06"
"""Around Latin digits that a verbalizer writes, which the style groups or leaves, and writes in its digits."""

CURRENCY_SPACE, TIME_SIGN = "\x07", "\x08"
"""Written by a verbalizer where the style puts a space or none behind a currency, its sign behind the hour."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    name: get_args(get_type_hints(Style)[name]) for name in ("currency", "date", "hours", "units", "ranges")
}
"""The choices of a style that need words or another order, and their options: a verbalizer reads which of them hold,
one figure each, and then the fields. All else of a style is done to what it has written."""

TOKEN_MARK = "\n"
"""Between two tokens of a run."""

KEPT_WORD = "~"
"""Stands for a word that is no token."""

VALUE_SPACE = "\xa0"
"""A space inside a field's value."""

ENDING_OF_KEPT = regex.compile(f"(?<={KEPT_END})[^ {KEPT_START}]+$")
"""An ending behind a word that stays: that word has it already."""

SEPARATORS = {"dot": ".", "at": "@", "underscore": "_", "dash": "-", "slash": "/"}
"""The signs of electronic addresses, by the name of their row in the `words` table."""

DAY_PARTS = ("morning", "noon", "afternoon", "evening", "night")
"""Rows of the `clock` table that say which part of the day it is."""

HALVES = {"am": "AM", "pm": "PM"}
"""Those for halves of the day, and how they are written."""

YEARS = range(1000, 2100)
"""Numbers that may be years."""

PREFIX = 2
"""How many characters of a word the first test of the gate looks at."""

BETA_KINDS = ("money", "percent", "decimal", "cardinal")
"""The classes that a language in beta has."""

_CLOCK = ("daypart", "hour", "minute", "to_hour", "to_minute", "oclock", "half")
_DATE = ("order", "day", "ending", "to_day", "of", "month", "year", "to_year")
_CODES = ("digits", "groups", "code", "expression", "text", "when", "address")
_NUMBER = ("integer", "fraction", "to", "or", "high")
_RATIO = ("numerator", "denominator")

SPOKEN_ORDER = (
    *_CLOCK,
    *_DATE,
    *_CODES,
    *("sign", "frame", *_NUMBER, "scale", "currency", "minor", *_RATIO, "unit", "plain", "noun", "kind", "suffix"),
)
"""Fields as they are said: a currency behind its amount."""

WRITTEN_ORDER = (
    *_CLOCK,
    *_DATE,
    *_CODES,
    *("sign", "currency", "frame", *_NUMBER, "scale", "minor", *_RATIO, "unit", "plain", "kind", "suffix"),
)
"""Fields as they are written: a currency before its amount."""


def bare(ending: str) -> str:
    """A suffix without the "+" that says: attach it directly, whatever the language's joiner is."""
    return ending.removeprefix("+")
