"""Numbers of which a part came in figures and a part in words: "5 दशमलव दो", "2 लाख पचास हजार", "10 thirty a m".

Recognisers print such numbers. The figures among number words are said, as the grammar says them, and the text is read
as if all of it had been heard; what is read goes back to the words that came. A number is read as one, or its words
stay as they came.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

import regex

from ..document import Choice, Range, Span, Token
from ..scripts import TO_LATIN_DIGITS, fold
from ..wfst.memo import Memo
from ..wfst.phrases import Phrases
from ..wfst.roman_text import Romans
from ..wfst.wire import HALVES
from .facts import Facts
from .joints import JOINED, PLAIN, WHOLE, Joints
from .lattice import Lattice

_DIGIT = regex.compile(r"\p{Nd}")
_FIGURE = regex.compile(r"(\p{Nd}+)([\p{L}\p{M}\u200c\u200d]*)")
_LONGEST = 6  # digits that are said as a number; more are said one by one
_HOUR_MINUTE = regex.compile(r"(?:0?[1-9]|1[0-2]) [0-5]\d")
_DIGITS_OF_CODE = 7
_REPEATED = ("double", "triple")
_OF_HOUR = ("half_past", "quarter_past", "quarter_to")

FIGURE, NUMBER, ARTICLE, SCALE, SIGN, LINK, HALF, OTHER = (
    "figure",
    "number",
    "article",
    "scale",
    "sign",
    "link",
    "am",
    "",
)
"""What a word is beside figures: a figure, a number word, one that may be an article, a scale word, a word that has a
number beside it (a point, a half, "double"), one between two numbers, one of "a m", any other."""

_COUNTED = (NUMBER, ARTICLE, SIGN, HALF)


@dataclass(frozen=True, slots=True)
class Shown:
    """A text with its figures said.

    Attributes:
        words: the words.
        origin: for each the position of the word that came.
        figures: the figures that are said, by their positions among the words that came: their digits.
        counted: those of the words in figures' chains that say a number, other than scale words.
        numbers: those of them that are number words.
        chains: ranges of the words that came: figures, and the number words that they stand among.
    """

    words: tuple[str, ...]
    origin: tuple[int, ...]
    figures: Mapping[int, str]
    counted: frozenset[int]
    numbers: frozenset[int]
    chains: tuple[Range, ...]

    def came(self, words: Range) -> Range:
        """The words that came for a range of `words`."""
        return self.origin[words[0]], self.origin[words[1] - 1] + 1

    def is_whole(self, words: Range) -> bool:
        """True for a range of `words` with no figure of which a part is outside."""
        start, end = words
        begins = start == 0 or self.origin[start - 1] != self.origin[start]
        return begins and (end == len(self.origin) or self.origin[end] != self.origin[end - 1])

    def is_mixed(self, words: Range) -> bool:
        """True for a range of `words` with figures and number words."""
        inside = range(*self.came(words))
        return not (self.figures.keys().isdisjoint(inside) or self.counted.isdisjoint(inside))

    def is_written(self, words: Range) -> bool:
        """True for a range of `words` whose number came in figures alone."""
        inside = range(*self.came(words))
        return not self.figures.keys().isdisjoint(inside) and self.counted.isdisjoint(inside)

    def span(self, span: Span) -> Span:
        """``span`` over the words that came."""
        return replace(span, words=self.came(span.words), kept=tuple(map(self.came, span.kept)))

    def back(self, choice: Choice) -> Choice:
        """``choice`` over the words that came; what is made of figures alone stays as it was written."""
        ends = (i for i in choice.bound if i + 1 == len(self.origin) or self.origin[i + 1] != self.origin[i])
        return Choice(
            [self.span(one) for one in choice.spans if not self.is_written(one.words)],
            frozenset(self.origin[i] for i in ends),
            [self.span(one) for one in choice.doubtful if not self.is_written(one.words)],
            *(
                frozenset(self.came(one) for one in ranges if not self.is_written(one))
                for ranges in (choice.cued, choice.told)
            ),
        )


@dataclass(frozen=True, slots=True)
class Asked:
    """Which doubtful words of a text with its figures said are numbers, where ``figures`` tells it of those that came."""

    shown: Shown
    figures: Container[Range]

    def __contains__(self, words: object) -> bool:
        if not isinstance(words, tuple):
            return False
        return self.shown.is_written(words) or self.shown.came(words) in self.figures


class Mixed:
    """Finds such numbers in texts of one language."""

    def __init__(self, facts: Facts, romans: Romans) -> None:
        self._facts, self._romans, self._grammar = facts, romans, facts.grammar
        table = facts.language
        names = ("point", *_REPEATED)
        signs = {fold(form) for name in names for form in table.forms("words", name=name) if " " not in form}
        self._points = frozenset(map(fold, table.forms("words", name="point")))
        fractions = (row["form"] for row in table.table("fractions") if not row["role"])
        self._signs = frozenset(signs | {fold(form) for form in fractions if " " not in form})
        self._some = frozenset(map(fold, table.forms("words", name="some")))
        past = map(fold, table.forms("clock", name="past"))
        self._links = facts.to | facts.and_ | facts.hundred_and | frozenset(past)
        self._of_hour = Phrases(form for name in _OF_HOUR for form in table.forms("clock", name=name))
        halves = [form for name in HALVES for form in table.forms("clock", name=name)]
        self._halves = Phrases([*halves, *HALVES.values()])
        self._said = Memo(self._say)
        self._joints = Joints(facts)

    def shown(self, words: Sequence[str]) -> Shown | None:
        """``words`` with the figures said that stand among number words; None where there are none, as in most texts."""
        if not _DIGIT.search(" ".join(words)):
            return None
        if not (found := list(self._chains(words))):
            return None
        return self._with_said(words, found)

    def only(self, words: Sequence[str], chains: Container[Range]) -> Shown | None:
        """``words`` with nothing said but the figures of ``chains``."""
        found = [(start, kinds) for start, kinds in self._chains(words) if (start, start + len(kinds)) in chains]
        return self._with_said(words, found) if found else None

    def verdicts(self, shown: Shown, spans: Sequence[Span], lattice: Lattice) -> dict[Range, str]:
        """What is made of each chain, where ``spans`` are read in the words of ``shown``: `JOINED`, `PLAIN`, `WHOLE`."""
        return {chain: self._joints.verdict(chain, shown, spans, lattice) for chain in shown.chains}

    def _with_said(self, words: Sequence[str], found: Sequence[tuple[int, list[str]]]) -> Shown | None:
        said = {i: self._as_said(words, i) for start, kinds in found for i in _places(start, kinds, FIGURE)}
        if not all(said.values()):
            bad = {i for i, text in said.items() if not text}
            found = [(start, kinds) for start, kinds in found if bad.isdisjoint(range(start, start + len(kinds)))]
            return self._with_said(words, found) if found else None
        pieces = [said.get(i, word).split() or [""] for i, word in enumerate(words)]
        counted = {
            kind: frozenset(i for start, kinds in found for i in _places(start, kinds, kind)) for kind in _COUNTED
        }
        return Shown(
            tuple(word for piece in pieces for word in piece),
            tuple(i for i, piece in enumerate(pieces) for _ in piece),
            {i: _digits_of(words[i]) for i in said},
            frozenset().union(*counted.values()),
            counted[NUMBER] | counted[ARTICLE],
            tuple((start, start + len(kinds)) for start, kinds in found),
        )

    # --- where they are -------------------------------------------------------------------------------

    def _chains(self, words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Where figures stand among number words, and what each word there is."""
        if not any(map(_FIGURE.fullmatch, words)):
            return
        natives = self._romans.natives(words)
        kinds = self._kinds(natives)
        for is_other, group in groupby(range(len(words)), lambda i: kinds[i] == OTHER):
            run = list(group)
            while run and kinds[run[0]] in (LINK, HALF):
                run.pop(0)
            while run and kinds[run[-1]] == LINK:
                run.pop()
            told = [kinds[i] for i in run]
            if not is_other and FIGURE in told and self._is_number(run, told, words):
                yield run[0], told

    def _kinds(self, words: Sequence[str]) -> list[str]:
        kinds = list(map(self._kind, words))
        for phrases, name in ((self._of_hour, SIGN), (self._halves, HALF)):
            for start, end in phrases.ranges(words):
                kinds[start:end] = [name] * (end - start)
        return kinds

    def _kind(self, word: str) -> str:
        if not word:
            return OTHER
        if _DIGIT.match(word):
            return FIGURE if _FIGURE.fullmatch(word) and self._said[word] else OTHER
        key = fold(word)
        known = (
            *((SCALE, self._facts.scales), (SIGN, self._signs), (LINK, self._links)),
            *((OTHER, self._some), (OTHER, self._facts.months)),
        )
        kind = next((name for name, forms in known if key in forms), None)
        if kind is not None:
            return kind
        if not self._grammar.is_number(word):
            return OTHER
        return ARTICLE if (key,) in self._facts.alone else NUMBER

    def _is_number(self, run: Sequence[int], kinds: Sequence[str], words: Sequence[str]) -> bool:
        """True where figures and number words may be one number."""
        if HALF in kinds and not {NUMBER, ARTICLE, SIGN}.intersection(kinds):
            figures = [word.translate(TO_LATIN_DIGITS) for word in (words[i] for i in run[:2])]
            return list(kinds[:3]) == [FIGURE, FIGURE, HALF] and bool(_HOUR_MINUTE.fullmatch(" ".join(figures)))
        if NUMBER in kinds or SIGN in kinds:
            return True
        digits = sum(len(words[i]) if kind == FIGURE else kind == ARTICLE for i, kind in zip(run, kinds, strict=True))
        return ARTICLE in kinds and (SCALE in kinds or digits >= _DIGITS_OF_CODE)

    # --- how they are said ----------------------------------------------------------------------------

    def _as_said(self, words: Sequence[str], i: int) -> str:
        """The figure at ``i`` in words; behind a point digit by digit."""
        if i and fold(words[i - 1]) in self._points and words[i].isdecimal():
            return self._digits(words[i].translate(TO_LATIN_DIGITS))
        return self._said[words[i]]

    def _say(self, word: str) -> str:
        """``word``, a figure with an ending perhaps, in words; "" if it cannot be said."""
        found = _FIGURE.fullmatch(word)
        if found is None:
            return ""
        digits = found[1].translate(TO_LATIN_DIGITS)
        if found[2]:
            token = self._grammar.read(word)
            ended = token is not None and (token.kind == "ordinal" or "suffix" in token.fields)
            return (self._grammar.say(token) or "") if token and ended else ""
        if len(digits) > _LONGEST or (digits[0] == "0" and len(digits) > 1):
            return self._digits(digits)
        return self._grammar.say(Token("cardinal", {"integer": digits})) or ""

    def _digits(self, digits: str) -> str:
        said = [self._grammar.say(Token("cardinal", {"integer": digit})) for digit in digits]
        return " ".join(word for word in said if word) if all(said) else ""


def _digits_of(word: str) -> str:
    found = _FIGURE.match(word)
    return found[1].translate(TO_LATIN_DIGITS) if found else ""


def _places(start: int, kinds: Iterable[str], kind: str) -> Iterator[int]:
    return (i for i, name in enumerate(kinds, start) if name == kind)


def left_whole(choice: Choice, chains: Sequence[Range]) -> Choice:
    """``choice`` without what it says of the words of ``chains``, which stay together as they came."""
    if not chains:
        return choice
    inside = {i for chain in chains for i in range(*chain)}

    def is_free(words: Range) -> bool:
        return inside.isdisjoint(range(*words))

    return Choice(
        [one for one in choice.spans if is_free(one.words)],
        choice.bound | {i for start, end in chains for i in range(start, end - 1)},
        [one for one in choice.doubtful if is_free(one.words)],
        frozenset(filter(is_free, choice.cued)),
        frozenset(filter(is_free, choice.told)),
    )


__all__ = ["JOINED", "PLAIN", "WHOLE", "Asked", "Mixed", "Shown", "left_whole"]
