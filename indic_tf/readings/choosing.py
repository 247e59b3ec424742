"""A text's numbers as the rest of the pipeline wants them: the spans to write, and which words belong together."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import replace

from ..document import Choice, Range
from ..styles import Style
from ..wfst.pipeline import Grammar
from ..wfst.roman_text import Romans
from .bound import Bound
from .facts import Facts
from .judge import Judge, Reading
from .lattice import Candidate, Lattice
from .proposing import Proposing
from .weights import Weights
from .whole import Whole

_SURE = ("address", "plate")


class Chooser:
    """Chooses among the readings of texts of one language."""

    def __init__(self, grammar: Grammar, weights: Weights | None = None) -> None:
        self.grammar = grammar
        self._facts = Facts(grammar)
        self._proposing, self._romans = Proposing(self._facts), Romans(grammar)
        self._judge = Judge(weights or Weights.read(grammar.language.code))
        self._whole = Whole(self._facts, self._romans)
        self._bound = Bound(self._facts, self._romans)

    def choose(self, words: Sequence[str], style: Style, figures: Container[Range] | None = None) -> Choice:
        """Decide for ``words``. An empty string among them is a barrier that no span crosses.

        ``figures`` are the ranges of the doubtful words that somebody else takes for numbers; the others then stay
        words. None leaves them all to the judge.
        """
        if not style.convert:
            return Choice([], frozenset())
        text = self._romans.read(words)
        lattice = self._proposing.lattice(text.words, style.spell_out_below)
        broken = {id(one) for one in lattice if not self._whole.is_whole(one, lattice, text)}

        def may(one: Candidate) -> bool:
            return id(one) not in broken

        readings = self._judge.readings(lattice, may)
        doubtful = [r for r in readings if self._is_doubtful(r, readings, lattice)]
        cued = frozenset(r.candidate.words for r in doubtful if r.chosen)
        if figures is not None and doubtful:
            readings = self._settled(lattice, may, doubtful, figures)
        spans = [r.candidate.span for r in readings if r.chosen]
        spans.sort(key=lambda span: span.words)
        bound = self._bound.positions(text.words, lattice, spans)
        told = frozenset(r.candidate.words for r in readings if r.chosen and r.candidate.rule in _SURE)
        choice = Choice(spans, bound, [r.candidate.span for r in doubtful], cued, told)
        if not text.endings:
            return choice
        return replace(choice, spans=[self._romans.with_ending(span, text) for span in spans])

    def _settled(
        self,
        lattice: Lattice,
        may: Callable[[Candidate], bool],
        doubtful: Sequence[Reading],
        figures: Container[Range],
    ) -> list[Reading]:
        """The readings where of the doubtful words those in ``figures`` are numbers, and no others."""
        at = {r.candidate.words for r in doubtful}
        must = [r.candidate for r in doubtful if r.candidate.words in figures]
        return self._judge.readings(lattice, lambda one: may(one) and (one.words not in at or one.words in figures), must)

    def _is_doubtful(self, reading: Reading, readings: Sequence[Reading], lattice: Lattice) -> bool:
        """True for a small whole number of one word, which may be an article, a verb, a river, and is in no longer
        number."""
        one = reading.candidate
        start, end = one.words
        number = one.plain()
        if number is None or "suffix" in one.token.fields or end - start > 1 or one.cost:
            return False
        if any(
            r.chosen and r is not reading and r.candidate.words[0] <= start < r.candidate.words[1] for r in readings
        ):
            return False
        return number < lattice.small or (lattice.folded[start],) in self._facts.alone
