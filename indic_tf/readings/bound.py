"""Words that belong with the next one, so that no mark comes between: idioms, numbers that stay words, a number and its
cue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..document import Range, Span
from ..wfst.beside import BesideFigures
from ..wfst.roman_text import Romans
from .facts import Facts
from .lattice import GRAMMAR, Lattice


class Bound:
    """Finds them in one language."""

    def __init__(self, facts: Facts, romans: Romans) -> None:
        self._facts, self._romans = facts, romans
        self._beside_figures = BesideFigures(facts.grammar, facts.alone)
        self._company = facts.letters | facts.units.keys() | facts.currencies.keys()

    def positions(self, words: Sequence[str], lattice: Lattice, spans: Sequence[Span]) -> frozenset[int]:
        """The positions of words of ``words`` that belong with the next one, where ``spans`` are written."""
        facts = self._facts
        made = {i for i, word in enumerate(lattice.folded[:-1]) if word in facts.minus}
        made |= self._beside_figures.positions(words, self._romans.natives)
        made |= _but_last(facts.idioms.ranges(words))
        taken = {i for span in spans for i in range(*span.words)}
        kept = [one.words for one in lattice if one.rule == GRAMMAR and taken.isdisjoint(range(*one.words))]
        made |= _but_last([*kept, *(span.words for span in spans)])
        behind = {start for start, _ in lattice.cues.get(("after", ""), ())}
        before = {end for _, end in lattice.cues.get(("before", ""), ())}
        made |= {end - 1 for _, end in kept if end in behind}
        made |= {i - 1 for i, _ in kept if i and (i in before or lattice.folded[i - 1] in self._company)}
        for span in spans:
            made |= self._beside(span, lattice, taken)
            if span.kind == "whitelist" and span.token.fields.get("when") == "name":
                made.add(span.words[1] - 1)
        return frozenset(made)

    def _beside(self, span: Span, lattice: Lattice, taken: set[int]) -> set[int]:
        """Number words that stay, beside a number that is written."""
        start, end = span.words
        made = set()
        if end < len(lattice) and end not in taken and self._is_number(lattice, end):
            made.add(end - 1)
        if start and start - 1 not in taken and self._is_number(lattice, start - 1):
            made.add(start - 1)
        return made

    def _is_number(self, lattice: Lattice, i: int) -> bool:
        return bool(lattice.words[i]) and self._facts.grammar.is_number(lattice.words[i])


def _but_last(ranges: Iterable[Range]) -> set[int]:
    """The positions of all words in ``ranges`` but the last of each."""
    return {i for start, end in ranges for i in range(start, end - 1)}
