"""Where the values of a JSON text stand, so that one can be replaced and every other byte stays."""

from __future__ import annotations

import json
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any

import regex

_SPACES = (" ", "\t", "\r", "\n")
_SPACE = regex.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()
_ESCAPED = regex.compile(r"\\u[0-9a-fA-F]{4}")
_NOT_ASCII = regex.compile(r"[^\x00-\x7f]")

Span = tuple[int, int, Any]
"""Where a value begins and ends in the text, and the value."""


def _skip(text: str, position: int) -> int:
    if text[position : position + 1] not in _SPACES:  # most values stand beside their comma: one comparison
        return position
    found = _SPACE.match(text, position)
    return found.end() if found else position


def value_at(text: str, position: int = 0) -> Span:
    """The value that begins at ``position``, or behind the white space there; `ValueError` for none."""
    begin = _skip(text, position)
    value, end = _DECODER.raw_decode(text, begin)
    return begin, end, value


def members(text: str, position: int = 0) -> Iterator[tuple[str, Span]]:
    """The members of the JSON object that begins at ``position``; `ValueError` where it is none."""
    position = _skip(text, position)
    if text[position : position + 1] != "{":
        raise ValueError("no object")
    position = _skip(text, position + 1)
    while text[position : position + 1] == '"':
        key, position = scanstring(text, position + 1, True)
        position = _skip(text, position)
        if text[position : position + 1] != ":":
            raise ValueError("no colon")
        span = value_at(text, position + 1)
        yield key, span
        position = _skip(text, span[1])
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
    if text[position : position + 1] != "}":
        raise ValueError("the object has no end")


def items(text: str, position: int = 0) -> Iterator[Span]:
    """The items of the JSON list that begins at ``position``; `ValueError` where it is none."""
    position = _skip(text, position)
    if text[position : position + 1] != "[":
        raise ValueError("no list")
    position = _skip(text, position + 1)
    while text[position : position + 1] not in ("]", ""):
        span = value_at(text, position)
        yield span
        position = _skip(text, span[1])
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
    if text[position : position + 1] != "]":
        raise ValueError("the list has no end")


def member(text: str, key: str, position: int = 0) -> Span | None:
    """The value of ``key`` in an object; of a key that stands twice the last, as JSON readers have it."""
    found = None
    for name, span in members(text, position):
        if name == key:
            found = span
    return found


def spelt(value: Any, like: str) -> str:
    """A value as JSON, its letters escaped if those of ``like`` are.

    >>> spelt("दो", '"\\\\u0926"'), spelt("दो", '"a"')
    ('"\\\\u0926\\\\u094b"', '"दो"')
    """
    escapes = _ESCAPED.search(like) is not None and _NOT_ASCII.search(like) is None
    return json.dumps(value, ensure_ascii=escapes)
