"""A transducer that is being made: states and arcs as lists, which are changed sooner than a compiled one."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

import kaldifst

Place = TypeVar("Place", bound=Hashable)
Arc = tuple[int, int, float, int]
"""What an arc reads and writes (0: nothing), its weight, and the state that it leads to."""


class Machine:
    """States are numbers from 0, and 0 is the start; ``finals``: state → weight."""

    def __init__(self) -> None:
        self.arcs: list[list[Arc]] = []
        self.finals: dict[int, float] = {}

    @classmethod
    def of(cls, fst: kaldifst.StdFst) -> Machine:
        """A copy of a compiled transducer, its start first."""
        made = cls()
        states = _start_first(fst.num_states, fst.start)
        for state in states:
            made.arcs.append(
                [
                    (arc.ilabel, arc.olabel, arc.weight.value, states[arc.nextstate])
                    for arc in kaldifst.ArcIterator(fst, state)
                ]
            )
        made.finals = {i: weight for i, state in enumerate(states) if (weight := fst.final(state).value) != math.inf}
        return made

    def compiled(self) -> kaldifst.StdVectorFst:
        """The same as a transducer of kaldifst."""
        fst = kaldifst.StdVectorFst()
        fst.reserve_states(len(self.arcs))
        for _ in self.arcs:
            fst.add_state()
        fst.start = 0
        for state, arcs in enumerate(self.arcs):
            fst.reserve_arcs(state, len(arcs))
            for read, written, weight, to in arcs:
                fst.add_arc(state, kaldifst.StdArc(read, written, weight, to))
        for state, weight in self.finals.items():
            fst.set_final(state, weight)
        return fst

    def state(self) -> int:
        """A new state."""
        self.arcs.append([])
        return len(self.arcs) - 1

    def add(self, state: int, read: int, written: int, to: int, weight: float = 0.0) -> None:
        self.arcs[state].append((read, written, weight, to))

    def chain(self, state: int, pairs: list[tuple[int, int]], to: int, weight: float = 0.0) -> None:
        """Arcs from ``state`` to ``to`` that read and write ``pairs``, the weight on the last of them."""
        for read, written in pairs[:-1]:
            behind = self.state()
            self.add(state, read, written, behind)
            state = behind
        read, written = pairs[-1] if pairs else (0, 0)
        self.add(state, read, written, to, weight)

    def put(self, other: Machine, start: int, end: int) -> None:
        """``other`` between two states; what it costs to end is paid on the way to ``end``."""
        first = len(self.arcs)
        self.arcs += [[(i, o, w, to + first) for i, o, w, to in arcs] for arcs in other.arcs]
        self.add(start, 0, 0, first)
        for state, weight in other.finals.items():
            self.add(first + state, 0, 0, end, weight)

    def labels(self, written: bool = False) -> set[int]:
        """All that is read, or written."""
        labels = ((arc[1] if written else arc[0]) for arcs in self.arcs for arc in arcs)
        return {label for label in labels if label}


def walked(
    start: Place,
    arcs_of: Callable[[Place], Iterable[tuple[int, int, float, Place]]],
    final_of: Callable[[Place], float | None],
) -> Machine:
    """The machine whose states are the places that can be reached from ``start``."""
    made, numbers, todo = Machine(), {start: 0}, [start]
    made.state()
    while todo:
        at = todo.pop()
        number = numbers[at]
        if (weight := final_of(at)) is not None:
            made.finals[number] = weight
        for read, written, cost, to in arcs_of(at):
            if to not in numbers:
                numbers[to] = made.state()
                todo.append(to)
            made.add(number, read, written, numbers[to], cost)
    return made


def minimized(machine: Machine) -> kaldifst.StdVectorFst:
    """The least transducer that reads and writes the same on the same paths."""
    fst = machine.compiled()
    kaldifst.connect(fst)
    kaldifst.rmepsilon(fst)
    kaldifst.minimize_encoded(fst)
    return fst


def _start_first(count: int, start: int) -> list[int]:
    """The states with the start first: its place and that of the first are exchanged, so this is its own inverse."""
    states = list(range(count))
    states[0], states[start] = start, 0
    return states
