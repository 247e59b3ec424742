"""Compiled transducers at run time: kaldifst only, on every platform that has its wheels. Labels are code points."""

from __future__ import annotations

from pathlib import Path

import kaldifst

from ..errors import GrammarError

_EMPTY = -1


class Transducer:
    """A compiled transducer.

    Raises `GrammarError` if the file cannot be read as an OpenFst vector FST.
    """

    def __init__(self, path: Path) -> None:
        self._fst = kaldifst.StdVectorFst.read(str(path))
        if self._fst is None or self._fst.num_states == 0:
            raise GrammarError(f"{path} is empty or damaged; delete it and it will be built again")

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
        best = kaldifst.shortest_path(composed, count)
        found = [_follow(best, arc) for arc in kaldifst.ArcIterator(best, best.start)]
        return sorted(found, key=lambda path: path[1])

    def _compose(self, text: str) -> kaldifst.StdVectorFst:
        return kaldifst.compose(kaldifst.make_linear_acceptor(list(map(ord, text))), self._fst)


def _follow(best: kaldifst.StdVectorFst, arc: kaldifst.StdArc) -> tuple[str, float]:
    """The output and weight of the linear path that begins with ``arc``."""
    labels, weight = [], 0.0
    while True:
        weight += arc.weight.value
        if arc.olabel:
            labels.append(arc.olabel)
        state = arc.nextstate
        following = list(kaldifst.ArcIterator(best, state))
        if not following:
            return "".join(map(chr, labels)), weight + best.final(state).value
        arc = following[0]
