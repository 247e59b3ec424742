"""What a rule is. A rule says what words may be; whether they are is the judge's to say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..document import Span, Token
from .lattice import Candidate, Lattice, Pair

_DEAREST = 5.0  # what costs the grammar more is hardly what it says, and nothing else either

Propose = Callable[[Lattice], Iterable[Candidate]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule by its name, what it finds in a line, and how it proposes candidates for a text."""

    name: str
    about: str
    propose: Propose


def of_pairs(name: str, about: str, read: Callable[[Pair], Token | None]) -> Rule:
    """A rule of two small numbers side by side."""

    def propose(lattice: Lattice) -> Iterator[Candidate]:
        for pair in lattice.pairs:
            if token := read(pair):
                yield Candidate(Span(pair.words, Token(token.kind, {**token.fields, **pair.ending})), name)

    return Rule(name, about, propose)


def of_class(name: str, about: str, read: Callable[[Candidate, Lattice], Span | None]) -> Rule:
    """A rule of what words may be that are read as something else."""

    def propose(lattice: Lattice) -> Iterator[Candidate]:
        for one in lattice:
            span = read(one, lattice) if one.cost <= _DEAREST else None
            if span:
                yield Candidate(span, name, one.cost)

    return Rule(name, about, propose)
