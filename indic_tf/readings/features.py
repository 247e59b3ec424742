"""The features of the edges of a lattice: what a candidate says, what stands around it, and both together.

A feature is told apart by the type of its reading. Stems of neighbours belong to a language; all else is shared, so
that a language without training has the weights of the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .contexts import Contexts
from .lattice import Candidate, Lattice
from .types import reading_type
from .values import of_kept, of_value

KEPT = "kept"
"""The type of a word that stays."""

_TOGETHER = (
    *("size=", "high=", "guess", "no-guess", "english=", "spelled=", "bare", "ending", "digits=", "hour", "quarter"),
    *("fives", "minutes", "scale", "up", "same", "down", "zeros=", "over=", "under="),
    *("weak", "letters="),
)
"""Values that mean different things beside different words."""


_NOTHING: frozenset[str] = frozenset()
_KNOWN = 50_000  # candidates whose values are kept


@dataclass(frozen=True, slots=True)
class Features:
    """Those of one edge. ``values`` and ``contexts`` count alone; every one of ``tied`` with every one of ``around``,
    too; ``stems`` are of the language."""

    type: str
    values: list[str]
    contexts: list[str]
    stems: list[str]
    tied: list[str]
    around: frozenset[str]

    def alone(self) -> Iterator[str]:
        yield ""
        yield from self.values
        yield from self.contexts


class Extractor:
    """Features of the edges of one lattice."""

    def __init__(self, lattice: Lattice) -> None:
        self.lattice, self.contexts = lattice, Contexts(lattice)

    def candidate(self, one: Candidate) -> Features:
        values, tied = self._values(one)
        if idiom := self._idiom(one):
            values = [*values, idiom]
        contexts, around, stems = self.contexts.of(one.words)
        return Features(reading_type(one.span), values, contexts, [*stems, *self._own(one)], tied, around)

    def _values(self, one: Candidate) -> tuple[list[str], list[str]]:
        """What a candidate says, and what of it counts together with its context; the same number comes again."""
        lattice = self.lattice
        said = tuple(lattice.folded[slice(*one.words)])
        key = (one.rule, one.cost, one.span.kind, tuple(one.token.fields.items()), said, lattice.small)
        found = lattice.facts.values.get(key)
        if found is None:
            values = list(of_value(one, lattice))
            found = values, [value for value in values if value.startswith(_TOGETHER)]
            if len(lattice.facts.values) >= _KNOWN:
                lattice.facts.values.clear()
            lattice.facts.values[key] = found
        return found

    def _idiom(self, one: Candidate) -> str:
        """Whether words of a candidate are in an idiom that is never a number."""
        inside = sum(map(self.contexts.in_idiom, range(*one.words)))
        if not inside:
            return ""
        return "idiom=all" if inside == one.words[1] - one.words[0] else "idiom=part"

    def _own(self, one: Candidate) -> Iterator[str]:
        """The ending of a candidate, and its word if it is one: words that only look like numbers."""
        start, end = one.words
        if "suffix" in one.token.fields:
            yield "+" + one.token.fields["suffix"]
        if end - start == 1:
            yield "=" + self.lattice.folded[start]

    def key_of_kept(self, i: int) -> tuple[object, ...]:
        """What the features of a word that stays depend on."""
        return self.lattice.words[i], self.contexts.in_idiom(i), *self.contexts.beside(i), self.lattice.small

    def kept(self, i: int) -> Features:
        values = list(of_kept(self.lattice, i, self.contexts.in_idiom(i)))
        return Features(KEPT, values, self.contexts.beside(i), [], [], _NOTHING)
