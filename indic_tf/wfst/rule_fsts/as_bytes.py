"""Transducers over code points → the same over the bytes of UTF-8."""

from __future__ import annotations

from collections.abc import Iterable

from .machine import Arc, Machine

RAW = 0x0E
"""Stands before each character of a word that a token keeps as it was said."""

RAW_LABELS = 1 << 21
"""Added to a code point that is written so."""

RAW_LOOP = 1 << 22
"""Read by an arc from a state to itself: every character that is read behind `RAW` is written."""

PLACES = RAW_LOOP + 1
"""The first of the labels that are no characters."""


def in_bytes(machine: Machine, raw: Iterable[str] = ()) -> Machine:
    """``machine`` over bytes: arcs from one state share the bytes that their characters begin with.

    ``raw``: the characters that are read at a `RAW_LOOP`.
    """
    loop = [(ord(character), ord(character), 0.0) for character in sorted(raw)]
    made = Machine()
    for _ in machine.arcs:
        made.state()
    made.finals = dict(machine.finals)
    for state, arcs in enumerate(machine.arcs):
        behind: dict[bytes, int] = {}
        for arc in arcs:
            if arc[0] == RAW_LOOP:
                _loop(made, state, loop)
            else:
                _expand(made, state, arc, behind)
    return made


def _expand(made: Machine, state: int, arc: Arc, behind: dict[bytes, int]) -> None:
    label, output, weight, to = arc
    read = chr(label).encode() if label else b"\0"
    for i, byte in enumerate(read[:-1], start=1):
        begun = read[:i]
        if begun not in behind:
            behind[begun] = made.state()
            made.add(state, byte, 0, behind[begun])
        state = behind[begun]
    first, *others = _written(output)
    made.chain(state, [(read[-1], first), *((0, byte) for byte in others)], to, weight)


def _written(output: int) -> list[int]:
    raw = [RAW] if output & RAW_LABELS else []
    return [*raw, *chr(output & ~RAW_LABELS).encode()] if output else [0]


def _loop(made: Machine, state: int, characters: Iterable[tuple[int, int, float]]) -> None:
    marked, behind = made.state(), dict[bytes, int]()
    made.add(state, RAW, 0, marked)
    for read, written, weight in characters:
        _expand(made, marked, (read, written, weight, state), behind)
