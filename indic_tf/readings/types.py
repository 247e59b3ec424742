"""Types of readings: semiotic classes, told apart where they are confused: a year from a date, a guess from a range."""

from __future__ import annotations

import regex

from ..document import Span

MATH = "math"
_UNITED = {"unit", "scale"}


def reading_type(span: Span) -> str:
    """The type of what ``span`` says.

    >>> from indic_tf.document import Token
    >>> reading_type(Span((0, 2), Token("time", {"hour": "7", "minute": "40"})))
    'hm'
    """
    of_kind = _TYPES.get(span.kind)
    return of_kind(span) if of_kind else span.kind


def _date(span: Span) -> str:
    fields = span.token.fields.keys()
    if fields <= {"year", "suffix"}:
        return "year"
    return "years" if "to_year" in fields else "date" if "month" in fields else "day"


def _time(span: Span) -> str:
    fields = span.token.fields.keys()
    if {"oclock", "half"} & fields:
        return "time"
    return "hm" if "minute" in fields else "hour"


def _range(span: Span) -> str:
    fields = span.token.fields.keys()
    if "plain" in fields:
        return "years"
    name = "to" if "to" in fields else "or" if "or" in fields else "guess"
    return name + "+unit" if _UNITED & fields else name


def _serial(span: Span) -> str:
    fields = span.token.fields
    if "groups" in fields:
        return "groups"
    return "number-code" if fields.get("code", "").isdecimal() else "code"


def _whitelist(span: Span) -> str:
    return "name" if span.token.fields.get("when") == "name" else span.kind


_DIGIT = regex.compile(r"\d")
_SHAPES = (
    ("hm", regex.compile(r"\d:\d")),
    ("percent", regex.compile(r"\d%")),
    ("money", regex.compile(r"\p{Sc}")),
    ("fraction", regex.compile(r"\d/\d")),
    (MATH, regex.compile(r"\d ?[×+÷−=] ?\d|\d - \d")),
    ("guess", regex.compile(r"\d-\d")),
    ("code", regex.compile(r"[A-Z]\d|\d[A-Z]")),
    ("decimal", regex.compile(r"\d\.\d")),
    ("telephone", regex.compile(r"\d{5}")),
    ("year", regex.compile(r"^(1\d|20)\d\d\D*$")),
    ("cardinal", regex.compile(r"\d")),
)


def figure_type(word: str) -> str:
    """The type of a figure that is written already, by its shape; "" for a word without digits.

    >>> figure_type("7:40"), figure_type("1,500")
    ('hm', 'cardinal')
    """
    if not _DIGIT.search(word):
        return ""
    return next(name for name, shape in _SHAPES if shape.search(word))


_TYPES = {"date": _date, "time": _time, "range": _range, "serial": _serial, "whitelist": _whitelist}
