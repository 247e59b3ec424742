"""A text's numbers as the rest of the pipeline wants them: the spans to write, and which words belong together."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence, Set
from dataclasses import replace

from ..document import Choice, Range, Span
from ..editors import words_below
from ..styles import Style
from ..wfst.pipeline import Grammar
from ..wfst.roman_text import Romans, RomanText
from .bound import Bound
from .facts import Facts
from .joints import JOINED, WHOLE
from .judge import Judge, Reading, Scored
from .lattice import Candidate, Lattice
from .mixed import Mixed
from .proposing import Proposing
from .said import Asked, Shown, left_whole, torn
from .weights import Weights
from .whole import Whole

_RECENT = 20_000  # words of texts: those that are formatted at a time
Meant = tuple[Range, str, frozenset[tuple[str, str]]]
"""Words and what they say, whatever their ending."""

_SURE = 1.0
_TOLD = 0.7  # so sure a reading is no question for a network, which reads two numbers beside each other less well


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
        self._mixed = Mixed(self._facts, self._romans)
        self._known: dict[tuple[object, ...], tuple[RomanText, Lattice, Scored]] = {}
        self._words = 0

    def choose(self, words: Sequence[str], style: Style, figures: Container[Range] | None = None) -> Choice:
        """Decide for ``words``. An empty string among them is a barrier that no span crosses.

        ``figures`` are the ranges of the doubtful words that somebody else takes for numbers; the others then stay
        words. None leaves them all to the judge.
        """
        if not style.convert:
            return Choice([], frozenset())
        first = self._mixed.shown(words)
        return self._chosen(words, style, figures) if first is None else self._joined(words, first, style, figures)

    def _joined(self, words: Sequence[str], first: Shown, style: Style, figures: Container[Range] | None) -> Choice:
        """The choice for a text with numbers of which a part came in figures: each is read as one, or stays."""
        left: list[Range] = []
        shown: Shown | None = first
        while shown is not None:
            last, known = shown, None if figures is None else Asked(shown, figures)
            choice = self._chosen(shown.words, style, known)
            verdicts = self._mixed.verdicts(shown, words, choice.spans, self._read(shown.words, style)[1])
            left += [chain for chain, verdict in verdicts.items() if verdict == WHOLE]
            joined = [chain for chain, verdict in verdicts.items() if verdict == JOINED]
            shown = None if len(joined) == len(verdicts) else self._mixed.only(words, joined)
        choice = last.back(choice)
        kept = frozenset(last.chains)
        others = [chain for chain in first.chains if chain not in kept]
        return left_whole(choice, [*left, *torn(choice.spans, first, others)])

    def _chosen(self, words: Sequence[str], style: Style, figures: Container[Range] | None) -> Choice:
        text, lattice, scored = self._read(words, style)
        weighed = self._weighed or style.certainty > 0
        judged = self._judge.readings(scored, weighed=weighed)
        taken = {i: r for r in judged if r.chosen for i in range(*r.candidate.words)}
        doubtful = [r for r in judged if self._is_doubtful(r, taken, lattice)]
        readings = judged
        if figures is not None and doubtful:
            sure = {id(r.candidate) for r in doubtful if r.candidate.words in figures}
            left = {r.candidate.words for r in doubtful if id(r.candidate) not in sure}
            readings = self._judge.readings(
                scored, lambda one: one.words not in left, lambda one: id(one) in sure, weighed
            )
        shares = _shares(readings) if weighed else {}
        chosen = [r for r in readings if r.chosen and not shares.get(_meant(r), _SURE) < style.certainty]
        spans = sorted((self._span(r.candidate, text) for r in chosen), key=lambda span: span.words)
        return Choice(
            spans,
            self._bound.positions(text.words, lattice, spans),
            [self._span(r.candidate, text) for r in doubtful],
            frozenset(r.candidate.words for r in doubtful if r.chosen),
            frozenset(r.candidate.words for r in chosen if shares.get(_meant(r), 0.0) >= _TOLD),
        )

    def readings(self, words: Sequence[str], style: Style) -> list[Reading]:
        """Every reading of ``words`` that was considered, with what the judge says of it."""
        if not style.convert:
            return []
        shown = self._mixed.shown(words)
        said = words if shown is None else shown.words
        made = self._judge.readings(self._scored(self._romans.read(said), style, explained=True)[1], weighed=True)
        if shown is None:
            return made
        places = (one.candidate.words for one in made)
        whole = [shown.is_whole(words) and not shown.is_written(words) for words in places]
        back = [(one, shown.span(one.candidate.span)) for one, is_whole in zip(made, whole, strict=True) if is_whole]
        return [
            replace(one, candidate=replace(one.candidate, span=span))
            for one, span in back
            if not torn([span], shown, shown.chains)
        ]

    def _read(self, words: Sequence[str], style: Style) -> tuple[RomanText, Lattice, Scored]:
        """What can be said of a text before anything is chosen; known from the last time for texts that come again, as
        when a tagger settles what is doubtful."""
        key = (*words, self._small(style))
        known = self._known.get(key)
        if known is None:
            self._words += len(words)
            if self._words > _RECENT:  # before more is made: what a long text leaves is large
                self._known.clear()
                self._words = len(words)
            text = self._romans.read(words)
            known = self._known[key] = text, *self._scored(text, style)
        return known

    def forget(self) -> None:
        """Let go of what is known of a long text, which is large; short ones may come again."""
        if self._words > _RECENT:
            self._known.clear()
            self._words = 0

    def _scored(self, text: RomanText, style: Style, explained: bool = False) -> tuple[Lattice, Scored]:
        lattice = self.proposing.lattice(text.words, self._small(style))
        whole = [one for one in lattice if self._whole.is_whole(one, lattice, text)]
        return lattice, self._judge.scored(lattice, whole, explained)

    def _small(self, style: Style) -> int:
        """Numbers below this may be words."""
        return words_below(self.grammar.language.key, style)

    def _span(self, one: Candidate, text: RomanText) -> Span:
        span = replace(one.span, rule=one.rule)
        return self._romans.with_ending(span, text) if text.endings else span

    def _is_doubtful(self, reading: Reading, taken: Mapping[int, Reading], lattice: Lattice) -> bool:
        """True for a small whole number of one word, which may be an article, a verb, a river, and is in no longer
        number of those that are ``taken``, by their words."""
        one = reading.candidate
        start, end = one.words
        number = one.plain()
        if number is None or "suffix" in one.token.fields or end - start > 1 or one.cost:
            return False
        if taken.get(start, reading) is not reading:
            return False
        return number < lattice.small or (lattice.folded[start],) in self._facts.alone


def _shares(readings: Sequence[Reading]) -> Mapping[Meant, float]:
    """How sure it is what words say, with whatever ending."""
    made: dict[Meant, float] = {}
    for reading in readings:
        made[_meant(reading)] = made.get(_meant(reading), 0.0) + reading.probability
    return made


def _meant(reading: Reading) -> Meant:
    span = reading.candidate.span
    return span.words, span.kind, frozenset(item for item in span.token.fields.items() if item[0] != "suffix")
