"""All rules in their order: each sees what the ones before it proposed."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ..errors import InputError
from .classes import CLASSES
from .facts import Facts
from .grouped import GROUPED
from .lattice import Lattice
from .listed import LISTED
from .neighbours import Neighbours
from .pairs import PAIRS
from .rules import Rule
from .sources import Sources
from .spelled import SPELLED


class Proposing:
    """The rules of one language; those whose names are ``off`` propose nothing.

    Raises `InputError` for a name that no rule has.
    """

    def __init__(self, facts: Facts, off: Set[str] = frozenset()) -> None:
        self.facts = facts
        rules = (*Sources(facts).rules, *PAIRS, *Neighbours(facts).rules, *SPELLED, *GROUPED, *LISTED, *CLASSES)
        if unknown := sorted(off - {rule.name for rule in rules}):
            names = ", ".join(rule.name for rule in rules)
            raise InputError(f"no rule is called {unknown[0]!r}; there are {names}")
        self.rules: tuple[Rule, ...] = tuple(rule for rule in rules if rule.name not in off)

    def lattice(self, words: Sequence[str], small: int = 10) -> Lattice:
        """Every reading of ``words``. An empty string among them is a barrier; numbers below ``small`` may be words."""
        made = Lattice(words, self.facts, small)
        for rule in self.rules:
            made.add(list(rule.propose(made)))
        return made
