"""Readings that need no other: the grammar's best ones, addresses, plates, digits one behind the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from ..document import Range, Span, Token
from ..wfst import ordinals
from ..wfst.addresses import Addresses
from ..wfst.homographs import Homographs
from ..wfst.plates import Plates
from .facts import Facts
from .lattice import GRAMMAR, OTHER, Atom, Candidate, Lattice
from .rules import Rule

_READINGS = 8  # of one run of words
_LONGEST = 14  # words that are read at once in all these ways
_GROUPED = (12, 16)  # digits of an Aadhaar number, of a card
_SHORTEST = 3  # digits


class Sources:
    """The rules that find the first candidates, for one language."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._grammar = facts, facts.grammar

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        grammar, cues = self._grammar, self._facts.cues
        halves, homographs = self._facts.halves, Homographs(grammar, cues)
        return (
            Rule(GRAMMAR, "the grammar's readings, the best first", self._readings),
            _finder("address", "addresses of mail, of the web, for payments", self._addresses),
            _finder("plate", "plates of vehicles: जीजे झीरो वन आरके बेतालीस पंधरा", Plates(grammar).spans),
            _beside("half-word", "a half in a number's last word: ఆరున్నర", halves.read),
            _beside("homograph", "number words that are mostly another word", homographs.read),
            _beside("ordinal-apart", "an ordinal behind a large number", lambda s, w: ordinals.apart(s, w, grammar)),
            Rule("digits", "digits or pairs of digits one behind the other", _digits),
        )

    @cached_property
    def _address_book(self) -> Addresses:
        return Addresses(self._grammar)

    def _addresses(self, words: Sequence[str]) -> Sequence[Span]:
        """Addresses outside idioms: "log in at …" has no name before its "at"."""
        inside = {i for start, end in self._facts.idioms.ranges(words) for i in range(start, end)}
        return self._address_book.spans(["" if i in inside else word for i, word in enumerate(words)])

    def _readings(self, lattice: Lattice) -> Iterator[Candidate]:
        for run in self._grammar.runs(lattice.words):
            for start, end in self._pieces(lattice.words, run):
                yield from self._of_piece(lattice.words, start, end)

    def _of_piece(self, words: Sequence[str], start: int, end: int) -> Iterator[Candidate]:
        readings = self._grammar.alternatives(words[start:end], _READINGS)
        for i, (spans, weight) in enumerate(readings):
            for span in spans:
                yield Candidate(span.moved(start), OTHER if i else GRAMMAR, weight - readings[0][1])

    def _pieces(self, words: Sequence[str], run: Range) -> Iterator[Range]:
        """The run, a long one cut where tokens of its best reading end."""
        start, end = run
        if end - start <= _LONGEST:
            yield run
            return
        last = start
        for _, stop in (span.words for span in self._grammar.spans([*[""] * start, *words[start:end]])):
            if stop - start > _LONGEST and last > start:
                yield start, last
                start = last
            last = stop
        yield start, end


def _finder(name: str, about: str, spans: Callable[[Sequence[str]], Sequence[Span]]) -> Rule:
    """A rule of what is found in the words alone."""
    return Rule(name, about, lambda lattice: (Candidate(span, name) for span in spans(lattice.words)))


def _beside(name: str, about: str, read: Callable[..., Iterator[Span] | Sequence[Span]]) -> Rule:
    """A rule that puts other spans in place of some of the best reading."""

    def propose(lattice: Lattice) -> Iterator[Candidate]:
        best = [one.span for one in lattice.best()]
        known = set(best)
        yield from (Candidate(span, name) for span in read(best, lattice.words) if span not in known)

    return Rule(name, about, propose)


def _digits(lattice: Lattice) -> Iterator[Candidate]:
    atoms = {i: [a for a in group if not a.ending and len(a.digits) <= 2] for i, group in lattice.atoms.items()}
    ends = {atom.end for group in atoms.values() for atom in group}
    for start in atoms:
        if start not in ends and atoms[start]:
            yield from _chain(start, atoms)


def _chain(start: int, atoms: dict[int, list[Atom]]) -> Iterator[Candidate]:
    """The chain that begins at ``start``, and that without its last number, which may count what stands behind it."""
    chain: list[Atom] = []
    end = start
    while atoms.get(end):
        chain.append(atoms[end][-1])
        end = chain[-1].end
    for part in (chain, chain[:-1]):
        digits = "".join(atom.digits for atom in part)
        if len(digits) >= _SHORTEST and len(part) > 1:
            yield Candidate(Span((start, part[-1].end), Token("telephone", {"digits": digits})), "digits")
