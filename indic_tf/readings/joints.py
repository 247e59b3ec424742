"""Whether a number that is read across figures and words is one number of the same value."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ..document import Range, Span, Token
from ..scripts import fold
from .facts import Facts
from .lattice import Lattice
from .said import AND, ARTICLE, FIGURE, NUMBER, SIGN, Shown

JOINED, PLAIN, WHOLE = "joined", "plain", "whole"
"""What is made of figures among number words: they are read as one; they have nothing to do with each other; nothing,
since a part of a number would be left behind."""

_KINDS = frozenset(("cardinal", "decimal", "money", "percent", "measure", "time", "range", "telephone", "ordinal"))
_PAIRS = frozenset(("code-pair", "guess-pair", "score-pair", "pressure", "wickets", "guess"))
"""Rules of numbers that stand side by side: nothing says that a figure and a word do so."""

_TWO_PARTS = "hour-minute"
_SIDE_BY_SIDE = frozenset(("hundreds-pair", _TWO_PARTS))
_IN_PARTS = ("telephone", "time", "date")
_TEN, _LARGE = 10, 1000
_NUMBERS = ("integer", "high")
_OTHERS = (2, 3, 20, 90)  # numbers in place of another
_READINGS = 8


class Joints:
    """Judges what is read across figures and words in one language."""

    def __init__(self, facts: Facts) -> None:
        self._facts, self._grammar = facts, facts.grammar

    def verdicts(self, shown: Shown, spans: Sequence[Span], lattice: Lattice) -> dict[Range, str]:
        """What is made of each chain of ``shown``, where ``spans`` are read in its words."""
        chain_of = {i: chain for chain in shown.chains for i in range(*chain)}
        read = _by_chain(spans, shown, chain_of)
        best = _by_chain((one.span for one in lattice.best), shown, chain_of)
        return {chain: self._verdict(chain, shown, read[chain], best[chain]) for chain in shown.chains}

    def _verdict(self, chain: Range, shown: Shown, inside: Sequence[Span], best: Sequence[Span]) -> str:
        if not all(map(shown.is_whole, (r for one in inside for r in (one.words, *one.kept)))):
            return WHOLE
        mixed = [one for one in inside if shown.is_mixed(one.words)]
        if not all(self._is_sound(one, shown) for one in mixed):
            return WHOLE
        taken = {i for one in mixed for i in range(*shown.came(one.words))}
        if self._leaves_part(chain, shown, taken, best):
            return WHOLE
        return JOINED if mixed else PLAIN

    @staticmethod
    def _leaves_part(chain: Range, shown: Shown, taken: set[int], best: Sequence[Span]) -> bool:
        """True if a figure stays right beside what is read across others, or the grammar reads figures and words as one
        that are not read so."""
        beside = {i for i in range(*chain) if i in shown.figures and i not in taken}
        links = {i for i in range(*chain) if shown.kinds[i] == AND}
        if any({i - 1 - (i - 1 in links), i + 1 + (i + 1 in links)} & taken for i in beside):
            return True
        return any(
            shown.is_mixed(one.words) and taken.isdisjoint(range(*shown.came(one.words)))
            for one in best
            if one.kind != "range" or "to" in one.token.fields
        )

    def _is_sound(self, span: Span, shown: Shown) -> bool:
        """True for a reading whose figures mean what they meant."""
        is_year = span.kind == "date" and span.token.fields.keys() <= {"year", "suffix"}
        if not (span.kind in _KINDS or is_year) or span.rule in _PAIRS:
            return False
        if span.kind == "range" and "to" not in span.token.fields:
            return False
        if (
            self._are_side_by_side(span, shown)
            or self._are_two(span, shown)
            or (span.rule == _TWO_PARTS and "suffix" in span.token.fields)
        ):
            return False
        return all(self._is_meant(i, span, shown) for i in self._figures(span, shown))

    def _are_side_by_side(self, span: Span, shown: Shown) -> bool:
        """True for a figure and a number word with nothing between them that may as well be two numbers: "650 three
        times a day". Digits of a code, hours and years are said so, and digits behind a point."""
        if span.kind in _IN_PARTS:
            return False
        for a, b in pairwise(range(*span.words)):
            kinds = shown.kinds.get(shown.origin[a], ""), shown.kinds.get(shown.origin[b], "")
            if SIGN in kinds:
                return False
            if kinds == (FIGURE, NUMBER):
                return True
            if kinds == (NUMBER, FIGURE) and fold(shown.words[a]) in self._facts.small:
                return True
        return False

    def _are_two(self, span: Span, shown: Shown) -> bool:
        """True for what may as well be two numbers: "two 50 rupee notes", "20 five hundred rupee notes",
        "5 million two bonds"."""
        start, end = span.words
        if span.rule in _SIDE_BY_SIDE and shown.origin[start] not in shown.figures:
            return self._facts.small.get(fold(shown.words[start]), _TEN) < _TEN
        scales = [self._facts.scales.get(fold(word), 0) for word in shown.words[start:end]]
        digits = [self._facts.small.get(fold(word), _TEN) < _TEN for word in shown.words[start:end]]
        kinds = [shown.kinds.get(shown.origin[i], "") for i in range(start, end)]
        for i, scale in enumerate(scales):
            alone = scale >= _LARGE and digits[i + 1 : i + 2] == [True] and not any(scales[i + 2 : i + 3])
            if alone and kinds[i + 1] != FIGURE and kinds[i + 2 : i + 3] != [SIGN]:
                return True
            if scale and i > 1 and kinds[i - 2] == FIGURE and kinds[i - 1] in (NUMBER, ARTICLE):
                return True
        return False

    def _figures(self, span: Span, shown: Shown) -> list[int]:
        return [i for i in range(*shown.came(span.words)) if i in shown.figures]

    def _is_meant(self, figure: int, span: Span, shown: Shown) -> bool:
        """True if ``figure`` is in the number what it was by itself: "twenty 500" is no 2500.

        One that is said in one word has no parts that could go with its neighbours.
        """
        places = [i for i in range(*span.words) if shown.origin[i] == figure]
        fields, digits = span.token.fields, shown.figures[figure]
        if len(places) == 1 or span.kind == "telephone":
            return True
        if span.kind == "time":
            return int(digits) in (int(fields["hour"]), int(fields.get("minute", fields["hour"])))
        if span.kind == "date":
            return fields["year"].startswith(digits) or fields["year"].endswith(digits)
        if places[0] > span.words[0] and fold(shown.words[places[0] - 1]) in self._facts.points:
            return digits in fields.get("fraction", "")
        return any(self._changes(span, shown, places, int(digits), other) for other in _OTHERS)

    def _changes(self, span: Span, shown: Shown, places: Sequence[int], number: int, other: int) -> bool:
        """True if the number that is read changes as it must, when ``other`` is said in place of one in it."""
        ended = places[-1] + 1 == span.words[1]
        ending = {name: value for name, value in span.token.fields.items() if name == "suffix" and ended}
        said = self._grammar.say(Token("cardinal", {"integer": str(other), **ending}))
        if not said:
            return False
        words = [*shown.words[span.words[0] : places[0]], *said.split(), *shown.words[places[-1] + 1 : span.words[1]]]
        change = (number - other) * self._scale_behind(places[-1], shown)
        readings = (spans[0] for spans, _ in self._grammar.alternatives(words, _READINGS) if len(spans) == 1)
        whole = (one.token for one in readings if one.words == (0, len(words)) and one.kind == span.kind)
        return any(_differs_by(span.token.fields, token.fields, change) for token in whole)

    def _scale_behind(self, place: int, shown: Shown) -> int:
        """What the number at ``place`` is multiplied by."""
        scale = 1
        for i in range(place + 1, len(shown.words)):
            if (value := self._facts.scales.get(fold(shown.words[i]))) is None:
                break
            scale *= value
        return scale


def _differs_by(fields: Mapping[str, str], others: Mapping[str, str], change: int) -> bool:
    """True if ``others`` are ``fields`` with one number less by ``change``."""
    different = [name for name in fields if fields[name] != others.get(name)]
    if fields.keys() != others.keys() or len(different) != 1 or different[0] not in _NUMBERS:
        return False
    return int(fields[different[0]]) - int(others[different[0]]) == change


def _by_chain(spans: Iterable[Span], shown: Shown, chain_of: Mapping[int, Range]) -> Mapping[Range, list[Span]]:
    """The spans in the words of ``shown`` that have words of each chain."""
    made: defaultdict[Range, list[Span]] = defaultdict(list)
    for span in spans:
        for chain in dict.fromkeys(chain_of[i] for i in range(*shown.came(span.words)) if i in chain_of):
            made[chain].append(span)
    return made
