"""The readings of a text that have been proposed so far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter

from ..document import Range, Span, Token
from ..scripts import fold
from ..wfst.cues import Place
from . import one_breath
from .facts import Facts
from .runs import begun, grouped
from .types import MATH, figure_type


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of some words.

    Attributes:
        span: the words and what they say.
        rule: the name of the rule that proposed it.
        cost: what the grammar asks for it above its best reading of the same words; 0 for the best.
    """

    span: Span
    rule: str
    cost: float = 0.0

    @property
    def words(self) -> Range:
        return self.span.words

    @property
    def token(self) -> Token:
        return self.span.token

    def plain(self) -> int | None:
        """The whole number that it is, with an ending perhaps; None for anything else."""
        fields = self.span.token.fields
        if self.span.kind != "cardinal" or not fields.keys() <= {"integer", "suffix"}:
            return None
        return int(fields["integer"])


@dataclass(frozen=True, slots=True)
class Atom:
    """A whole number below a thousand, said in one breath: a digit, a pair of digits. ``ending`` may be ""."""

    start: int
    end: int
    digits: str
    ending: str = ""

    @property
    def is_canonical(self) -> bool:
        """True for a number without a zero before it."""
        return self.digits == str(int(self.digits))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two small numbers side by side; only the second has an ending, or the first one of a score."""

    first: Atom
    second: Atom

    @property
    def ending(self) -> dict[str, str]:
        return {"suffix": self.second.ending} if self.second.ending else {}

    @property
    def values(self) -> tuple[int, int]:
        return int(self.first.digits), int(self.second.digits)

    @property
    def plain(self) -> bool:
        return not self.first.ending

    @property
    def words(self) -> Range:
        return self.first.start, self.second.end


class Lattice:
    """The words of a text, and candidates. An empty string among the words is a barrier that no candidate crosses.

    Whole numbers below ``small`` are words where nothing makes them figures.
    """

    def __init__(self, words: Sequence[str], facts: Facts, small: int = 10) -> None:
        self.words, self.facts, self.small = words, facts, small
        self.folded = [fold(word) for word in words]
        self._found: dict[tuple[object, ...], Candidate] = {}

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[Candidate]:
        return iter(list(self._found.values()))

    def add(self, candidates: Iterable[Candidate]) -> None:
        """Take ``candidates`` in. Of two that say the same, the cheaper one stays, under the name that came first."""
        for candidate in candidates:
            span = candidate.span
            key = (span.words, span.token.value, span.kept)
            known = self._found.get(key)
            if known is None:
                self._found[key] = candidate
            elif candidate.cost < known.cost:
                self._found[key] = Candidate(span, known.rule, candidate.cost)

    @cached_property
    def figures(self) -> dict[int, str]:
        """Where figures stand that are there already, and their types; those behind a sign are what it is."""
        found = ((i, figure_type(word)) for i, word in enumerate(self.words))
        return {i: MATH if self.words[i - 1] in _SIGNS and i else name for i, name in found if name}

    @cached_property
    def states(self) -> list[str]:
        """What is seen of each word, if it stays, from behind it."""
        return [self.figures.get(i) or self.facts.state[word] for i, word in enumerate(self.words)]

    def starting(self) -> dict[int, list[Candidate]]:
        """The candidates by their first word."""
        return grouped((candidate.words[0], candidate) for candidate in self._found.values())

    @cached_property
    def best(self) -> list[Candidate]:
        """The grammar's best reading, left to right; no rule but the first adds to it."""
        made: list[Candidate] = []
        for one in sorted((c for c in self if c.rule == GRAMMAR), key=lambda one: one.words):
            if not made or made[-1].words[1] <= one.words[0]:
                made.append(one)
        return made

    @cached_property
    def closed(self) -> frozenset[int]:
        """Where numbers of the best reading end that nothing can follow: with an ending, or an amount of something."""
        ended = (one for one in self.best if "suffix" in one.token.fields or not _may_go_on(one))
        return frozenset(one.words[1] for one in ended)

    @cached_property
    def atoms(self) -> dict[int, list[Atom]]:
        """The small numbers of the text by their first word, as far as they are known when first asked for."""
        made: dict[int, list[Atom]] = {}
        for atom in sorted({*self._listed(), *self._read()}, key=_order):
            made.setdefault(atom.start, []).append(atom)
        return made

    @cached_property
    def cues(self) -> dict[Place, list[Range]]:
        """The cues of the text by side and kind."""
        return self.facts.cue_index.found(self.folded)

    @cached_property
    def cue_edges(self) -> dict[Place, frozenset[int]]:
        """Where cues touch the numbers that they are for, by side and kind: the ends of those before, else starts."""
        return {
            (side, kind): frozenset(at[side == "before"] for at in found) for (side, kind), found in self.cues.items()
        }

    @cached_property
    def upper_ends(self) -> dict[int, int]:
        """The first words of upper ends of ranges before a scale word, and where the word stands."""
        return dict(one.words for one in self if one.rule == UPPER_END)

    @cached_property
    def of_one_digit(self) -> frozenset[int]:
        """The first words of amounts of something whose number is one digit: eight rupees."""
        amounts = (one for one in self if one.span.kind in _OF_SOMETHING)
        return frozenset(one.words[0] for one in amounts if len(one.token.fields.get("integer", "")) == 1)

    @cached_property
    def idioms(self) -> list[Range]:
        """Where idioms of number words are that are never numbers."""
        return self.facts.idioms.ranges(self.words)

    @cached_property
    def inside_numbers(self) -> Mapping[int, Sequence[str]]:
        """The words that go on a number of the words before; see `one_breath`."""
        return one_breath.inside_numbers(self)

    @cached_property
    def first_digits(self) -> Sequence[int]:
        """For every word the first of the digits, said one by one, that stand right before it: itself where none do."""
        return begun(self.facts.is_digit(word) for word in self.folded)

    @cached_property
    def first_small(self) -> Sequence[int]:
        """For every word the first of the small numbers that stand right before it: itself where none do."""
        return begun(word in self.facts.small for word in self.folded)

    @cached_property
    def plain_numbers(self) -> dict[int, list[tuple[int, int]]]:
        """Whole numbers by where they end: where they begin, and their values."""
        numbers = ((one, one.plain()) for one in self)
        return grouped((one.words[1], (one.words[0], number)) for one, number in numbers if number is not None)

    @cached_property
    def serials(self) -> dict[int, list[Candidate]]:
        """Codes by where they end."""
        return grouped((one.words[1], one) for one in self if one.span.kind == "serial")

    @cached_property
    def payments(self) -> list[Range]:
        """Where payment addresses stand whose name is a number."""
        found = ((one.words, one.token.fields.get("address", "").partition("@")) for one in self)
        return [words for words, (name, _, payer) in found if payer and name.isdecimal()]

    @cached_property
    def percents(self) -> frozenset[int]:
        """Where words for per cent stand."""
        return frozenset(one.words[1] - 1 for one in self if one.span.kind == "percent")

    @cached_property
    def mixed_fractions(self) -> dict[int, int]:
        """Where fractions end that have a whole number, and where they begin."""
        mixed = (one.words for one in self if one.span.kind == "fraction" and "integer" in one.token.fields)
        return {end: start for start, end in sorted(mixed, reverse=True)}

    @cached_property
    def day_parted(self) -> dict[int, int]:
        """Where times end that have their part of the day before them, and where they begin."""
        parted = (one.words for one in self if "daypart" in one.token.fields)
        return {end: start for start, end in sorted(parted, reverse=True)}

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every two small numbers that stand side by side; of "thirty four" neither part is one."""
        firsts = (atom for group in self.atoms.values() for atom in group)
        return [pair for first in firsts if self._may_be_first(first) for pair in self._pairs(first)]

    def _may_be_first(self, atom: Atom) -> bool:
        ended = atom.ending and "score" not in self.facts.flags.get(atom.ending, ())
        return not ended and not self._is_part(atom) and atom.start - 1 not in self.compounds

    def _is_part(self, atom: Atom) -> bool:
        """True for tens that the next word goes on."""
        return atom.end - 1 in self.compounds

    def _pairs(self, first: Atom) -> Iterator[Pair]:
        """``first`` and what may stand behind it, no scale word; "oh five" is the second number 05."""
        for second in self.atoms.get(first.end, ()):
            if not self._is_part(second) and self.folded[second.start] not in self.facts.scales:
                yield Pair(first, second)
            zero = second.digits == "0" and not second.ending
            for last in self.atoms.get(second.end, ()) if zero else ():
                if len(last.digits) == 1:
                    yield Pair(first, Atom(second.start, last.end, f"0{last.digits}", last.ending))

    @cached_property
    def compounds(self) -> frozenset[int]:
        """The positions of tens with their unit in the next word."""
        small, tens = self.facts.small, self.facts.tens
        beside = zip(self.folded, self.folded[1:], strict=False)
        return frozenset(i for i, (a, b) in enumerate(beside) if a in tens and 0 < small.get(b, 0) < 10)

    def _listed(self) -> Iterator[Atom]:
        """Numbers of the tables, tens with the unit behind them, digits that are said to be more than one."""
        small, tens, repeats = self.facts.small, self.facts.tens, self.facts.repeats
        for i, word in enumerate(self.folded):
            if word in small:
                yield Atom(i, i + 1, str(small[word]))
            if word in repeats and i + 1 < len(self) and small.get(self.folded[i + 1], 10) < 10:
                yield Atom(i, i + 2, str(small[self.folded[i + 1]]) * repeats[word])
            if self.facts.is_zero_letter(self.folded, i):
                yield Atom(i, i + 1, "0")
            if i in self.compounds:
                yield Atom(i, i + 2, str(tens[word] + small[self.folded[i + 1]]))
            first, hyphen, last = word.partition("-")
            if hyphen and first in tens and 0 < small.get(last, 0) < 10:
                yield Atom(i, i + 1, str(tens[first] + small[last]))

    def _read(self) -> Iterator[Atom]:
        """Numbers that the grammar has read, with their endings."""
        for one in self._found.values():
            fields = one.token.fields
            if one.plain() is not None and len(fields["integer"]) <= 3:
                yield Atom(*one.words, fields["integer"], fields.get("suffix", ""))


def _may_go_on(one: Candidate) -> bool:
    """True for a number of nothing yet; a bare year is one before a scale word: 1784 million."""
    return one.span.kind in (*_OPEN, "math", "range") or one.token.fields.keys() == {"year"}


_order = attrgetter("start", "end", "digits", "ending")

_OF_SOMETHING = ("money", "measure", "percent")
_OPEN = ("cardinal", "decimal")
_SIGNS = frozenset("+-−–×÷=*/")

GRAMMAR, OTHER = "grammar", "grammar-other"
"""The rules of the grammar's best reading and of its next best ones."""

UPPER_END = "upper-end"
"""The rule of numbers before a scale word that both ends of a range have between them."""
