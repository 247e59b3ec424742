"""The gates, derived from the grammar itself: which words can stand in a token, what is a written form."""

from __future__ import annotations

import pynini
from pywrapfst import Arc, Weight

from .fst import Fst
from .wire import PREFIX


def vocabulary(token: Fst) -> Fst:
    """An acceptor of the words that can stand in a token: what the gate lets through.

    Every stretch between two spaces on a path of ``token`` is such a word: it begins behind a space or at the start,
    and ends before a space or at the end.
    """
    words = pynini.arcmap(pynini.project(token, "input"), map_type="rmweight")
    begins = {words.start(), *_cut(words)}
    start = words.add_state()
    for state in begins:
        words.add_arc(start, Arc(0, 0, 0, state))
    words.set_start(start)
    made: Fst = pynini.determinize(words.connect().rmepsilon()).minimize()
    return made


def _cut(paths: Fst) -> set[int]:
    """Take the spaces out of ``paths``, each of which now ends where one was; where the states are that they led to."""
    space, begins = ord(" "), set()
    for state in range(paths.num_states()):
        arcs = list(paths.arcs(state))
        behind = {arc.nextstate for arc in arcs if arc.ilabel == space}
        if behind:
            begins |= behind
            paths.delete_arcs(state).set_final(state)
            for arc in arcs:
                if arc.ilabel != space:
                    paths.add_arc(state, arc)
    return begins


def written(read: Fst) -> Fst:
    """A deterministic acceptor of the written forms that ``read`` reads: most texts are none, and are not composed."""
    forms = pynini.arcmap(pynini.project(read, "input").rmepsilon(), map_type="rmweight")
    made: Fst = pynini.determinize(forms).minimize()
    return made


def prefixes(words: Fst) -> list[str]:
    """The first `PREFIX` characters (or all, if fewer) of every accepted word: a cheap first test."""
    found: set[str] = set()
    open_paths: list[tuple[int, str]] = [(words.start(), "")]
    zero = Weight.zero("tropical")
    while open_paths:
        state, text = open_paths.pop()
        if len(text) == PREFIX or words.final(state) != zero:
            found.add(text)
        if len(text) < PREFIX:
            open_paths += [(arc.nextstate, text + chr(arc.ilabel)) for arc in words.arcs(state)]
    return sorted(found)
