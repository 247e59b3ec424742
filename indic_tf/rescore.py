"""Words that say different things in different company: the network weighs the grammar's readings, it writes nothing.

    दस बीस    10-20 days · the 10:20 train · 10 20
    ஆறு       6 · the river, which stays a word

The score of a reading is the sum of three terms: the log probability of its class by the ITN head, what the grammar
thinks of it, and the log probability of its written form in this context by the network. Their weights are in the
language's YAML.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from .decide import Evidence
from .document import Range, Span
from .draft import Draft
from .labels import KINDS
from .languages import Rescoring
from .styles import Style

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar

AMBIGUOUS = frozenset(("time", "measure", "date", "cardinal", "decimal", "ordinal", "fraction", "range"))
UNSURE = (0.05, 0.95)
"""Between these probabilities of the ITN head the network is asked about a doubtful word."""

_LAST_HOUR = 12
_LEFT = 0.3  # so probable must it be that words are a number which the judge left in words
_PREFERRED = 1.0  # what every reading but the judge's costs
_IN_WORDS = 2.0  # … and figures where the judge left words; authors write "4 people", this package does not
_DOUBT = 3.0  # … and figures for a word that may be no number, or for what may be a guess: "eight ten people"
_YEAR = 2.0  # … and every other reading of what the judge takes for a year: "in thirteen ninety-eight"
_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of a range of words: how it is written, its values (none: the words stay), what it costs."""

    text: str
    spans: tuple[Span, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Question:
    """Readings of the same words, the judge's first. ``doubtful``: a word that is a number or none."""

    words: Range
    candidates: tuple[Candidate, ...]
    said: Evidence | None = None
    doubtful: bool = False


def questions(draft: Draft, said: Mapping[Range, Evidence], grammar: Grammar, style: Style) -> Iterator[Question]:
    """What can be asked about a text: its numbers, doubtful words, numbers that were left in words."""
    settled = draft.settled.edited
    words = [word.core.lower() for word in draft.segment.words]  # case tells nothing, formatted text is asked alike
    open_ = [s for s in draft.choice.spans if settled.isdisjoint(range(*s.words))]
    taken = settled | {i for span in open_ for i in range(*span.words)}
    doubtful = {span.words: span for span in draft.choice.doubtful}
    for span in open_:
        if span.words not in doubtful and span.words not in draft.choice.told and span.kind in AMBIGUOUS:
            yield from _about(words, span, _evidence(draft, span.words, said), grammar, style)
    for span in doubtful.values():
        if span.words not in draft.figures and is_unsure(said.get(span.words)):
            cued = span.words in draft.choice.cued
            yield from _doubtful(words, span, cued, said.get(span.words), grammar, style)
    yield from _left(draft, words, taken, said, grammar, style)


def is_unsure(said: Evidence | None) -> bool:
    """True for a doubtful word that the head leaves open, or says nothing about."""
    return said is None or UNSURE[0] < said.number < UNSURE[1]


def best(question: Question, chances: Sequence[float], weights: Rescoring) -> Candidate:
    """The candidate with the highest score, given the log probability of each by the network; a tie keeps the order."""
    scores = [score(row, weights) for row in terms(question, chances)]
    return question.candidates[scores.index(max(scores))]


def score(row: tuple[float, float, float], weights: Rescoring) -> float:
    """The weighted sum of one row of `terms`."""
    kind, grammar, network = row
    return weights.kind * kind + weights.grammar * grammar + weights.network * network


def terms(question: Question, chances: Sequence[float]) -> list[tuple[float, float, float]]:
    """Per candidate what the ITN head, the grammar and the network have to say of it; higher is better."""
    rows = zip(question.candidates, chances, strict=True)
    return [(_of_kind(candidate, question.said), -candidate.cost, chance) for candidate, chance in rows]


def _of_kind(candidate: Candidate, said: Evidence | None) -> float:
    """The log probability of the candidate's class; classes that the head does not name share what is left."""
    if said is None:
        return 0.0
    kinds = {span.kind for span in candidate.spans}
    if not kinds:
        return log(max(1 - said.number, _LEAST))
    if said.kind in kinds:
        return log(max(said.kind_probability, _LEAST))
    return log(max((said.number - said.kind_probability) / (len(KINDS) - 1), _LEAST))


def _about(
    words: Sequence[str], span: Span, said: Evidence | None, grammar: Grammar, style: Style
) -> Iterator[Question]:
    """A number that the judge chose, and other classes that its words may belong to."""
    from .wfst.senses import senses

    start, end = span.words
    first = _candidate(words, span.words, (span,), 0.0, grammar, style)
    others = senses(words[start:end], grammar)
    least = min((sense.weight for sense in others), default=0.0)
    made = {first.text: first} if first else {}
    for sense in others:
        spans = tuple(s.moved(start) for s in sense.spans)
        cost = _PREFERRED + sense.weight - least + _YEAR * _is_year(span)
        if _is_rival(span, spans) and (found := _candidate(words, span.words, spans, cost, grammar, style)):
            made.setdefault(found.text, found)
    if first and len(made) > 1:
        yield Question(span.words, tuple(made.values()), said)


def _is_year(span: Span) -> bool:
    """True for a year alone, without a day or a month."""
    return span.kind == "date" and not span.token.fields.keys() & {"day", "month"}


def _is_rival(span: Span, spans: Sequence[Span]) -> bool:
    """True for another class of all the words, and for the ends of a range as two numbers."""
    if len(spans) == 1:
        return spans[0].words == span.words and spans[0].kind in AMBIGUOUS - {span.kind}
    return span.kind == "range" and len(spans) == 2 and all(s.kind == "cardinal" for s in spans)


def _doubtful(
    words: Sequence[str], span: Span, cued: bool, said: Evidence | None, grammar: Grammar, style: Style
) -> Iterator[Question]:
    costs = (_PREFERRED, 0.0) if cued else (0.0, _DOUBT)
    stays = Candidate(words[span.words[0]], (), costs[0])
    if figure := _candidate(words, span.words, (span,), costs[1], grammar, style):
        yield Question(span.words, (figure, stays) if cued else (stays, figure), said, doubtful=True)


def _left(
    draft: Draft,
    words: Sequence[str],
    taken: set[int],
    said: Mapping[Range, Evidence],
    grammar: Grammar,
    style: Style,
) -> Iterator[Question]:
    """Times in two numbers and ordinals among the words that the judge left, unless the head speaks against it."""
    from .wfst.senses import senses

    shut = [i in taken or bool(word.before or word.after) for i, word in enumerate(draft.segment.words)]
    bare = ["" if closed else word for word, closed in zip(words, shut, strict=True)]
    for start, end in grammar.runs(bare):
        asked: set[int] = set()
        for sense in senses(bare[start:end], grammar):
            for span in (s.moved(start) for s in sense.spans):
                evidence = _evidence(draft, span.words, said)
                if not asked.isdisjoint(range(*span.words)) or not _is_worth_asking(span, bare, grammar, evidence):
                    continue
                if figure := _candidate(words, span.words, (span,), _cost_of_left(span), grammar, style):
                    asked.update(range(*span.words))
                    stays = Candidate(" ".join(words[slice(*span.words)]), (), 0.0)
                    yield Question(span.words, (stays, figure), evidence)


def _is_worth_asking(span: Span, words: Sequence[str], grammar: Grammar, said: Evidence | None) -> bool:
    """True for a time that no other number word stands beside, and for an ordinal."""
    if span.kind == "time" and _is_bare_time(span):
        beside = (*words[: span.words[0]][-1:], *words[span.words[1] :][:1])
        return not any(map(grammar.is_number, filter(None, beside))) and (said is None or said.number >= _LEFT)
    return span.kind == "ordinal" and said is not None and said.number >= _LEFT


def _cost_of_left(span: Span) -> float:
    """What a number costs whose words the judge left."""
    fields = span.token.fields
    guess = span.kind == "time" and int(fields["hour"]) < int(fields.get("minute", 0)) <= _LAST_HOUR
    return _DOUBT if guess else _IN_WORDS


def _is_bare_time(span: Span) -> bool:
    return span.token.fields.keys() <= {"hour", "minute", "suffix"} and not span.kept


def _evidence(draft: Draft, range_: Range, said: Mapping[Range, Evidence]) -> Evidence | None:
    """What the head says of the first word of ``range_``."""
    if range_ in said:
        return said[range_]
    start, end = range_
    return next((said[u.words] for u in draft.units if start <= u.words[0] < end and u.words in said), None)


def _candidate(
    words: Sequence[str], range_: Range, spans: tuple[Span, ...], cost: float, grammar: Grammar, style: Style
) -> Candidate | None:
    """The words of ``range_`` with ``spans`` written; None if one of them cannot be."""
    pieces: list[str] = []
    position = range_[0]
    for span in spans:
        written = grammar.verbalize(span.token, style)
        if written is None:
            return None
        pieces += [*words[position : span.words[0]], written]
        position = span.words[1]
    return Candidate(" ".join([*pieces, *words[position : range_[1]]]), spans, cost)
