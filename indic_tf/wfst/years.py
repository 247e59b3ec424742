"""Years that were read as counts: many languages say both alike."""

from __future__ import annotations

from ..document import Token
from .wire import YEARS


def as_year(token: Token) -> Token | None:
    """A whole number that may be a year as that year, its ending with it; None for anything else.

    >>> as_year(Token("cardinal", {"integer": "1947"})), as_year(Token("cardinal", {"integer": "5"}))
    (Token(kind='date', fields={'year': '1947'}), None)
    """
    fields = dict(token.fields)
    if token.kind != "cardinal" or not fields.keys() <= {"integer", "suffix"} or int(fields["integer"]) not in YEARS:
        return None
    return Token("date", {"year": fields.pop("integer"), **fields})
