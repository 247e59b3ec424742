"""Letters whose bytes a recogniser's subwords cut in two: the halves stand in neighbouring strings of its JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

_PIECES = regex.compile(rb'"(?:[^"\\]|\\.)*+"|[\[\]{}]', regex.DOTALL)
_LEAD = regex.compile(rb"[\xc2-\xf4][\x80-\xbf]*")
_REST = regex.compile(rb"[\x80-\xbf]{1,3}")
_FAR = 1 << 16
"""Bytes between the halves: the tokens of a segment lie between its text and that of the next."""


@dataclass(frozen=True, slots=True)
class Stray:
    """Bytes that are no UTF-8, and where they begin."""

    start: int
    data: bytes

    @property
    def end(self) -> int:
        return self.start + len(self.data)


def halves(raw: bytes, strays: Sequence[Stray]) -> Mapping[Stray, str]:
    """What the ``strays`` that belong together stand for: the letter for the first of each letter, "" for the others.

    The first part ends a JSON string, the others begin one of the same depth: texts of segments and of their tokens
    are cut at the same places.
    """
    made: dict[Stray, str] = {}
    cut: dict[int, list[Stray]] = {}
    for stray, depth in zip(strays, _depths(raw, strays), strict=True):
        before = cut.pop(depth, [])
        opens, closes = raw[stray.start - 1 : stray.start] == b'"', raw[stray.end : stray.end + 1] == b'"'
        if before and opens and _REST.fullmatch(stray.data) and stray.start - before[-1].end < _FAR:
            parts = [*before, stray]
            letter = _letter(b"".join(part.data for part in parts))
            if letter:
                made |= dict.fromkeys(parts[1:], "") | {parts[0]: letter}
            elif closes:
                cut[depth] = parts
        elif closes and _LEAD.fullmatch(stray.data):
            cut[depth] = [stray]
    return made


def _letter(data: bytes) -> str:
    try:
        made = data.decode()
    except UnicodeDecodeError:
        return ""
    return made if len(made) == 1 else ""


def _depths(raw: bytes, strays: Sequence[Stray]) -> list[int]:
    """How many brackets are open around the string that each of ``strays`` stands in; -1 outside of strings."""
    made: list[int] = []
    depth = 0
    for piece in _PIECES.finditer(raw):
        if piece[0][:1] != b'"':
            depth += 1 if piece[0] in b"[{" else -1
            continue
        while len(made) < len(strays) and strays[len(made)].start < piece.end():
            made.append(depth if strays[len(made)].start > piece.start() else -1)
        if len(made) == len(strays):
            break
    return made + [-1] * (len(strays) - len(made))
