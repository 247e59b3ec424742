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
    paths = pynini.project(token, "input").rmepsilon()
    space = ord(" ")
    begins, ends = _cuts(paths, space)
    words = pynini.Fst()
    words.add_states(paths.num_states() + 1)
    start = paths.num_states()
    words.set_start(start)
    for state in paths.states():
        for arc in paths.arcs(state):
            if arc.ilabel != space:
                words.add_arc(state, Arc(arc.ilabel, arc.ilabel, 0, arc.nextstate))
    for state in begins:
        words.add_arc(start, Arc(0, 0, 0, state))
    for state in ends:
        words.set_final(state)
    made: Fst = pynini.determinize(words.connect().rmepsilon()).minimize()
    return made


def written(read: Fst) -> Fst:
    """A deterministic acceptor of the written forms that ``read`` reads: most texts are none, and are not composed."""
    forms = pynini.arcmap(pynini.project(read, "input").rmepsilon(), map_type="rmweight")
    made: Fst = pynini.determinize(forms).minimize()
    return made


def _cuts(paths: Fst, space: int) -> tuple[set[int], set[int]]:
    begins, ends = {paths.start()}, set()
    for state in paths.states():
        if paths.final(state) != Weight.zero("tropical"):
            ends.add(state)
        for arc in paths.arcs(state):
            if arc.ilabel == space:
                ends.add(state)
                begins.add(arc.nextstate)
    return begins, ends


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
