"""Readings that need no other: the grammar's best ones, addresses, plates, digits one behind the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ..document import Range, Span, Token
from ..scripts import fold
from ..wfst.plates import Plates
from .facts import Facts
from .lattice import GRAMMAR, OTHER, Atom, Candidate, Lattice
from .rules import Rule

if TYPE_CHECKING:
    from ..wfst.addresses import Addresses

_READINGS = 8  # of one run of words
_DEARER = 40  # … where one of the words is dearer than leaving it out
_LONGEST = 14  # words that are read at once in all these ways
_LONG = 40  # words of a run that is not looked at as a whole
_SHORTEST = 3  # digits
_AMOUNTS = ("cardinal", "money", "measure", "percent", "decimal", "range")
_GOES_ON = 1000


class Sources:
    """The rules that find the first candidates, for one language."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._grammar = facts, facts.grammar

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        return (
            Rule(GRAMMAR, "the grammar's readings, the best first", self._readings),
            _finder("address", "addresses of mail, of the web, for payments", self._addresses),
            _finder("plate", "plates of vehicles: GJ zero one RK forty-two fifteen", self._plates),
            Rule("half-word", "a half in a number's last word", self._halves),
            Rule("homograph", "number words that are mostly another word", self._homographs),
            Rule("digits", "digits or pairs of digits one behind the other", _digits),
        )

    @cached_property
    def _address_book(self) -> Addresses:
        from ..wfst.addresses import Addresses  # what texts without an "at" or a dot need not wait for

        return Addresses(self._grammar)

    @cached_property
    def _signs(self) -> frozenset[str]:
        """First words of the signs that every address has one of."""
        forms = [form for name in ("at", "dot") for form in self._grammar.language.forms("words", name=name)]
        return frozenset(fold(form.split(" ")[0]) for form in forms)

    def _addresses(self, lattice: Lattice) -> Sequence[Span]:
        """Addresses outside idioms with such a sign: "log in at …" has no name before its "at"."""
        if self._signs.isdisjoint(lattice.folded):
            return ()
        signed = (at for at in lattice.idioms if not self._signs.isdisjoint(lattice.folded[slice(*at)]))
        inside = {i for start, end in signed for i in range(start, end)}
        return self._address_book.spans(["" if i in inside else word for i, word in enumerate(lattice.words)])

    @cached_property
    def _plate_book(self) -> Plates:
        return Plates(self._grammar)

    def _plates(self, lattice: Lattice) -> Sequence[Span]:
        return self._plate_book.spans(lattice.words)

    def _readings(self, lattice: Lattice) -> Iterator[Candidate]:
        for run in self._grammar.runs(lattice.words):
            for start, end in self._pieces(lattice, run):
                yield from self._of_piece(lattice, start, end)

    def _of_piece(self, lattice: Lattice, start: int, end: int) -> Iterator[Candidate]:
        """What the grammar reads in a run, each reading once; none but the best cuts a number where it goes on."""
        readings = self._grammar.alternatives(lattice.words[start:end], _READINGS)
        seams = self._seams(readings[0][0], lattice.folded[start:end]) if len(readings) > 1 else {}
        known: set[tuple[Range, str]] = set()
        for i, (spans, weight) in enumerate(readings):
            for span in spans:
                key = span.words, span.token.value
                if key not in known and not (i and (span.words[0] in seams or not seams.get(span.words[1], True))):
                    known.add(key)
                    yield Candidate(span.moved(start), OTHER if i else GRAMMAR, weight - readings[0][1])

    def _seams(self, spans: Sequence[Span], folded: Sequence[str]) -> dict[int, bool]:
        """Where amounts go on: before a scale word, and behind one from a thousand up where more than a word follows
        (not in "two thousand | five times"). True where a number may end: the scale of "five to ten | lakh" is that of
        both."""
        scales = [self._facts.scales.get(word, 0) for word in folded]
        amounts = [span for span in spans if span.kind in _AMOUNTS]
        return {
            i: not any(scales[start:i])
            for (start, end), kind in ((span.words, span.kind) for span in amounts)
            if kind == "range" or not self._facts.are_two(folded[start:end])
            for i in range(start + 1, end)
            if scales[i] or (scales[i - 1] >= _GOES_ON and i - start > 1 < end - i)
        }

    def _pieces(self, lattice: Lattice, run: Range) -> Iterator[Range]:
        """The run without links between separate amounts, its long parts cut where tokens of their best reading end."""
        start, end = run
        for i in (start + i for i in self._facts.separating(lattice.folded[start:end])):
            yield from self._cut(lattice.words, start, i)
            start = i + 1
        yield from self._cut(lattice.words, start, end)

    def _near(self, words: Sequence[str], start: int, end: int) -> Iterator[Range]:
        """A run, a long one in pieces: its cheapest readings would differ in a few of its words alone, and would take
        memory for all of them."""
        yield from self._cut(words, start, end) if end - start > _LONG else ((start, end),)

    def _cut(self, words: Sequence[str], start: int, end: int) -> Iterator[Range]:
        if end - start <= _LONGEST:
            yield start, end
            return
        last = start
        for _, stop in [span.moved(start).words for span in self._grammar.spans(words[start:end])]:
            if stop - start > _LONGEST and last > start:
                yield start, last
                start = last
            last = stop
        yield start, end

    def _halves(self, lattice: Lattice) -> Iterator[Candidate]:
        best = [one.span for one in lattice.best]
        known = set(best)
        read = self._facts.halves.read(best, lattice.words)
        yield from (Candidate(span, "half-word") for span in read if span not in known)

    def _homographs(self, lattice: Lattice) -> Iterator[Candidate]:
        """What the grammar reads with such a word in the middle or at the end of a number."""
        places = {i for i, word in enumerate(lattice.folded) if word in self._facts.homographs}
        runs = self._grammar.runs(lattice.words) if places else ()
        for start, end in (piece for run in runs for piece in self._near(lattice.words, *run)):
            inside = [i for i in range(start, end) if i in places]
            readings = self._grammar.alternatives(lattice.words[start:end], _DEARER) if inside else ()
            for spans, weight in readings:
                for span in (span.moved(start) for span in spans):
                    if any(span.words[0] <= i < span.words[1] for i in inside):
                        yield Candidate(span, "homograph", weight - readings[0][1])


def _finder(name: str, about: str, spans: Callable[[Lattice], Sequence[Span]]) -> Rule:
    """A rule of what is found in the words alone."""
    return Rule(name, about, lambda lattice: (Candidate(span, name) for span in spans(lattice)))


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
