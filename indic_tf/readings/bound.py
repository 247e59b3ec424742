"""Words that belong with the next one, so that no mark comes between: idioms, numbers that stay words, a number and its
cue."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..document import Range, Span
from ..scripts import fold
from ..wfst.beside import BesideFigures
from ..wfst.roman_text import Romans
from .facts import Facts
from .lattice import GRAMMAR, Lattice

_FIGURE, _ADDRESS = "0", "a@b.c"


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
        made |= self._beside_written(words, spans)
        taken = {i for span in spans for i in range(*span.words)}
        made |= _but_last(r for r in lattice.idioms if taken.isdisjoint(range(*r)))
        kept = [one.words for one in lattice if one.rule == GRAMMAR and taken.isdisjoint(range(*one.words))]
        made |= _but_last([*kept, *(span.words for span in spans)])
        behind = {start for start, _ in lattice.cues.get(("after", ""), ())}
        before = {end for _, end in lattice.cues.get(("before", ""), ())}
        made |= {end - 1 for _, end in kept if end in behind}
        firsts = {i for i, _ in kept if i - 1 not in taken}
        made |= {i - 1 for i in firsts if i and (i in before or lattice.folded[i - 1] in self._company)}
        made |= {
            i for i in range(len(words) - 1) if taken.isdisjoint((i, i + 1)) and self._are_numbers(words[i : i + 2])
        }
        for span in spans:
            if span.kind == "whitelist" and span.token.fields.get("when") == "name":
                made.add(span.words[1] - 1)
        return frozenset(made)

    def _are_numbers(self, words: Sequence[str]) -> bool:
        """True for number words that say nothing else."""
        facts = self._facts
        return all(word and facts.grammar.is_number(word) and (fold(word),) not in facts.alone for word in words)

    def _beside_written(self, words: Sequence[str], spans: Sequence[Span]) -> set[int]:
        """The positions of words that belong with the next one in the text as it will be written: those are found
        again when it comes again."""
        written: list[str] = []
        last: list[int] = []  # the last word that each written one stands for
        inside = {i: span for span in spans for i in range(*span.words)}
        for i, word in enumerate(words):
            span = inside.get(i)
            if span is None or any(start <= i < end for start, end in span.kept):
                written.append(word)
                last.append(i)
            elif last and inside.get(last[-1]) is span:  # one more word of what is written as one
                last[-1] = i
            else:
                texts = _texts(span)
                written += texts
                last += [i] * len(texts)
        return {last[i] for i in self._beside_figures.positions(written, self._romans.natives)}


def _texts(span: Span) -> list[str]:
    """What stands for what is written of a span: some figure, an acronym, an address."""
    fields = span.token.fields
    written = fields.get("text") or (_ADDRESS if span.kind == "electronic" else _FIGURE)
    return [written, fields["half"]] if "half" in fields else [written]


def _but_last(ranges: Iterable[Range]) -> set[int]:
    """The positions of all words in ``ranges`` but the last of each."""
    return {i for start, end in ranges for i in range(start, end - 1)}
