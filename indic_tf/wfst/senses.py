"""What spoken words may say: every way in which all number words among them make values.

Beside the grammar's own readings there are those that only the words around can tell: two numbers in a row that are an
hour and its minutes (दस बीस की गाड़ी, 10:20), a whole number that is a year.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from ..document import Range, Span, Token
from .nearest import nearest
from .pipeline import Grammar, Weighted
from .years import as_year

_READINGS = 12  # of one run
_SENSES = 24
_LONGEST_RUN = 24  # words; longer runs have one reading
_SPELLINGS = 16
_WHOLE = ("cardinal", "money", "percent", "measure", "decimal", "date", "ordinal")
_UNUSUAL = 1.0  # what a reading that needs the words around costs more


@dataclass(frozen=True, slots=True)
class Sense:
    """The values that words say, left to right, and what the grammar thinks of it: lower is better."""

    spans: tuple[Span, ...]
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Spelling:
    """Words as they may have been meant: ``positions[i]`` is the spoken word that word ``i`` stands for.

    ``endings`` are those of spoken words, by their position, that the words here lack.
    """

    words: tuple[str, ...]
    positions: tuple[int, ...]
    endings: tuple[tuple[int, str], ...] = ()


def spellings(words: Sequence[str], grammar: Grammar) -> Iterator[Spelling]:
    """``words`` as they are, then with misheard number words put right: at most 16 ways."""
    yield Spelling(tuple(words), tuple(range(len(words))))
    found = [nearest(grammar).guesses(word) for word in words]
    if not any(found):
        return
    choices = [guesses or (None,) for guesses in found]
    for guesses in islice(product(*choices), _SPELLINGS):
        rows = [(i, said) for i, guess in enumerate(guesses) for said in (guess.words if guess else (words[i],))]
        endings = tuple((i, guess.ending) for i, guess in enumerate(guesses) if guess and guess.ending)
        yield Spelling(tuple(word for _, word in rows), tuple(i for i, _ in rows), endings)


def senses(words: Sequence[str], grammar: Grammar) -> list[Sense]:
    """What ``words`` may say, the likeliest first; [] where some number word is part of no value."""
    runs = [_of_run(words, run, grammar) for run in grammar.runs(words)]
    if not runs or not all(runs):
        return []
    plain = [Sense(sum((s.spans for s in row), ()), sum(s.weight for s in row)) for row in product(*_fewer(runs))]
    made: dict[tuple[tuple[Range, str], ...], Sense] = {}
    for sense in sorted([*plain, *(other for s in plain for other in _others(s))], key=_weight):
        made.setdefault(_key(sense), sense)
    wholes = {span.words for sense in plain for span in sense.spans if span.kind in _WHOLE}
    return [sense for sense in made.values() if not _takes_apart(sense, wholes)][:_SENSES]


def _takes_apart(sense: Sense, wholes: Container[Range]) -> bool:
    """True for 2 and 1024 where the words make 2024."""
    return any(a.words[1] == b.words[0] and (a.words[0], b.words[1]) in wholes for a, b in pairwise(sense.spans))


def _fewer(runs: Sequence[list[Sense]]) -> list[list[Sense]]:
    """So few readings of each run that all runs together have no more than `_SENSES`."""
    each = max(1, int(_SENSES ** (1 / len(runs))))
    return [run[:each] for run in runs]


def _of_run(words: Sequence[str], run: Range, grammar: Grammar) -> list[Sense]:
    start, end = run
    said = words[start:end]
    if end - start > _LONGEST_RUN:
        readings: tuple[Weighted, ...] = ((tuple(grammar.spans(said)), 0.0),)
    else:
        readings = grammar.alternatives(said, _READINGS)
    numbers = {i for i, word in enumerate(said) if grammar.is_number(word)}
    whole = [(spans, weight) for spans, weight in readings if numbers <= {i for s in spans for i in range(*s.words)}]
    return [Sense(tuple(span.moved(start) for span in spans), weight) for spans, weight in whole if spans]


def _others(sense: Sense) -> Iterator[Sense]:
    """``sense`` with one part as only the words around could tell."""
    spans, weight = sense.spans, sense.weight + _UNUSUAL
    for i, span in enumerate(spans):
        if year := as_year(span.token):
            yield Sense((*spans[:i], Span(span.words, year, span.kept), *spans[i + 1 :]), weight)
        if i + 1 < len(spans) and (time := _as_time(span, spans[i + 1])):
            yield Sense((*spans[:i], time, *spans[i + 2 :]), weight)


def _as_time(hour: Span, minute: Span) -> Span | None:
    """Two numbers in a row as a time; minutes below ten are said with a nought."""
    first, second = hour.token.fields, minute.token.fields
    if hour.kind != "cardinal" or minute.kind != "cardinal" or hour.words[1] != minute.words[0]:
        return None
    if first.keys() != {"integer"} or not {"integer"} <= second.keys() <= {"integer", "suffix"}:
        return None
    if not (1 <= int(first["integer"]) <= 12 and 10 <= int(second["integer"]) < 60):
        return None
    ending = {name: value for name, value in second.items() if name == "suffix"}
    fields = {"hour": first["integer"], "minute": second["integer"], **ending}
    return Span((hour.words[0], minute.words[1]), Token("time", fields))


def _key(sense: Sense) -> tuple[tuple[Range, str], ...]:
    return tuple((span.words, span.token.value) for span in sense.spans)


def _weight(sense: Sense) -> float:
    return sense.weight
