"""Types of readings: semiotic classes, told apart where they are confused: a year from a date, a guess from a range."""

from __future__ import annotations

from ..document import Span

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


_TYPES = {"date": _date, "time": _time, "range": _range, "serial": _serial, "whitelist": _whitelist}
