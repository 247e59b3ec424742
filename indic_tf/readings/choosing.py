"""A text's numbers as the rest of the pipeline wants them: the spans to write, and which words belong together."""

from __future__ import annotations

from collections.abc import Container, Sequence, Set
from dataclasses import replace

from ..document import Choice, Range, Span
from ..styles import Style
from ..wfst.pipeline import Grammar
from ..wfst.roman_text import Romans, RomanText
from .bound import Bound
from .facts import Facts
from .judge import Judge, Reading
from .lattice import Candidate, Lattice
from .proposing import Proposing
from .weights import Weights
from .whole import Whole

_TOLD = 0.995  # so sure a reading is no question for a network


class Chooser:
    """Chooses among the readings of texts of one language; rules whose names are ``off`` propose nothing.

    With ``weighed`` it says which of the spans it is so sure of that nobody need be asked about them (`Choice.told`).
    Raises `InputError` for a name in ``off`` that no rule has.
    """

    def __init__(
        self, grammar: Grammar, off: Set[str] = frozenset(), weighed: bool = False, weights: Weights | None = None
    ) -> None:
        self.grammar, self._weighed = grammar, weighed
        self._facts = Facts(grammar)
        self.proposing = Proposing(self._facts, off)
        self._romans = Romans(grammar)
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
        text, lattice, judged = self._read(words, style, self._weighed or style.certainty > 0)
        doubtful = [r for r in judged if self._is_doubtful(r, judged, lattice)]
        readings = judged
        if figures is not None and doubtful:
            readings = self._settled(lattice, style, judged, doubtful, figures)
        chosen = [r for r in readings if r.chosen and not r.probability < style.certainty]
        spans = sorted((self._span(r.candidate, text) for r in chosen), key=lambda span: span.words)
        return Choice(
            spans,
            self._bound.positions(text.words, lattice, spans),
            [self._span(r.candidate, text) for r in doubtful],
            frozenset(r.candidate.words for r in doubtful if r.chosen),
            frozenset(r.candidate.words for r in chosen if r.probability >= _TOLD),
        )

    def readings(self, words: Sequence[str], style: Style) -> list[Reading]:
        """Every reading of ``words`` that was considered, with what the judge says of it."""
        return self._read(words, style, weighed=True, explained=True)[2] if style.convert else []

    def _read(
        self, words: Sequence[str], style: Style, weighed: bool, explained: bool = False
    ) -> tuple[RomanText, Lattice, list[Reading]]:
        text = self._romans.read(words)
        lattice = self.proposing.lattice(text.words, style.spell_out_below)
        whole = [one for one in lattice if self._whole.is_whole(one, lattice, text)]
        return text, lattice, self._judge.readings(lattice, whole, (), weighed, explained)

    def _span(self, one: Candidate, text: RomanText) -> Span:
        span = replace(one.span, rule=one.rule)
        return self._romans.with_ending(span, text) if text.endings else span

    def _settled(
        self,
        lattice: Lattice,
        style: Style,
        judged: Sequence[Reading],
        doubtful: Sequence[Reading],
        figures: Container[Range],
    ) -> list[Reading]:
        """The readings where of the doubtful words those in ``figures`` are numbers, and no others."""
        at = {r.candidate.words for r in doubtful}
        may = [r.candidate for r in judged if r.candidate.words not in at or r.candidate.words in figures]
        must = [r.candidate for r in doubtful if r.candidate.words in figures]
        return self._judge.readings(lattice, may, must, self._weighed or style.certainty > 0)

    def _is_doubtful(self, reading: Reading, readings: Sequence[Reading], lattice: Lattice) -> bool:
        """True for a small whole number of one word, which may be an article, a verb, a river, and is in no longer
        number."""
        one = reading.candidate
        start, end = one.words
        number = one.plain()
        if number is None or "suffix" in one.token.fields or end - start > 1 or one.cost:
            return False
        around = (r.candidate.words for r in readings if r.chosen and r is not reading)
        if any(first <= start < last for first, last in around):
            return False
        return number < lattice.small or (lattice.folded[start],) in self._facts.alone
