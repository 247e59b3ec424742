"""Compiled transducers at run time: kaldifst only, on every platform that has its wheels. Labels are code points."""

from __future__ import annotations

import json
import math
from pathlib import Path

import kaldifst

from ..errors import GrammarError

_EMPTY = -1

Arcs = list[tuple[str, str]]
"""A path: what each of its arcs reads and writes, "" for nothing."""


class Transducer:
    """A compiled transducer.

    Raises `GrammarError` if the file cannot be read.
    """

    def __init__(self, path: Path) -> None:
        self._fst = _read(path)

    def best(self, text: str) -> str | None:
        """The output of the cheapest path for ``text``, or None where there is no path."""
        composed = self._compose(text)
        if composed.start == _EMPTY:
            return None
        _, _, labels, _ = kaldifst.get_linear_symbol_sequence(kaldifst.shortest_path(composed))
        return "".join(map(chr, labels))

    def accepts(self, text: str) -> bool:
        """True if some path reads ``text``."""
        return bool(self._compose(text).start != _EMPTY)

    def paths(self, text: str, count: int) -> list[tuple[str, float]]:
        """The outputs of the ``count`` cheapest paths for ``text`` with their weights, cheapest first."""
        composed = self._compose(text)
        if composed.start == _EMPTY:
            return []
        best = kaldifst.convert_nbest_to_vector(kaldifst.shortest_path(composed, count))
        found = (kaldifst.get_linear_symbol_sequence(path) for path in best)
        return sorted((("".join(map(chr, labels)), weight.value) for _, _, labels, weight in found), key=_weight)

    def traces(self, text: str, count: int = 1) -> list[tuple[Arcs, float]]:
        """As `paths`, arc by arc: which character was read when each one was written."""
        composed = self._compose(text)
        if composed.start == _EMPTY:
            return []
        best = kaldifst.shortest_path(composed, count)
        found = [_follow(best, arc) for arc in kaldifst.ArcIterator(best, best.start)]
        return sorted(found, key=_weight)

    def _compose(self, text: str) -> kaldifst.StdVectorFst:
        return kaldifst.compose(kaldifst.make_linear_acceptor(list(map(ord, text))), self._fst)


class Acceptor:
    """A deterministic acceptor without empty arcs, walked from the outside; states are looked at when they are met."""

    def __init__(self, path: Path) -> None:
        self._fst = _read(path)
        self._arcs: dict[int, dict[str, int]] = {}
        self.start: int = self._fst.start

    def arcs(self, state: int) -> dict[str, int]:
        """What may follow at ``state``: characters, and the states that they lead to."""
        found = self._arcs.get(state)
        if found is None:
            arcs = kaldifst.ArcIterator(self._fst, state)
            found = self._arcs[state] = {chr(arc.ilabel): arc.nextstate for arc in arcs}
        return found

    def accepts(self, text: str, state: int | None) -> bool:
        """True if ``text`` leads from ``state`` to an end."""
        for character in text:
            state = None if state is None else self.arcs(state).get(character)
        return state is not None and self._fst.final(state).value != math.inf


def prefixes(path: Path) -> list[str]:
    """How the words of a compiled grammar begin. Raises `GrammarError` if the file cannot be read."""
    try:
        made: list[str] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise damaged(path) from error
    return made


def damaged(path: Path) -> GrammarError:
    """The error of a file that a compiled grammar lacks or that holds none."""
    return GrammarError(f"{path} is missing or damaged")


def _read(path: Path) -> kaldifst.StdConstFst:
    """A compiled transducer, which an OpenFst const FST reads in a fraction of a vector FST's time."""
    made = kaldifst.StdConstFst.read(str(path))
    if made is None or made.num_states == 0:
        raise damaged(path)
    return made


def _weight(path: tuple[object, float]) -> float:
    """What paths are sorted by; sums of single precision that differ in rounding alone are the same."""
    return round(path[1], 4)


def _follow(best: kaldifst.StdVectorFst, arc: kaldifst.StdArc) -> tuple[Arcs, float]:
    """The linear path that begins with ``arc``, and its weight."""
    arcs, weight = Arcs(), 0.0
    while True:
        weight += arc.weight.value
        arcs.append((chr(arc.ilabel) if arc.ilabel else "", chr(arc.olabel) if arc.olabel else ""))
        state = arc.nextstate
        following = list(kaldifst.ArcIterator(best, state))
        if not following:
            return arcs, weight + best.final(state).value
        arc = following[0]
