"""Numbers of which a part came in figures and a part in words: "5 दशमलव दो", "2 लाख पचास हजार", "10 thirty a m".

Recognisers print such numbers. The figures among number words are said, as the grammar says them, and the text is read
as if all of it had been heard; what is read goes back to the words that came. A number is read as one, or its words
stay as they came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise

import regex

from ..document import Range, Span, Token
from ..scripts import TO_LATIN_DIGITS, fold
from ..wfst.memo import Memo
from ..wfst.phrases import Phrases
from ..wfst.roman_text import Romans
from ..wfst.wire import HALVES
from .facts import Facts
from .joints import JOINED, WHOLE, Joints
from .lattice import Lattice
from .said import AND, ARTICLE, FIGURE, HALF, LINK, NUMBER, OTHER, SCALE, SIGN, Shown

_DIGIT = regex.compile(r"\p{Nd}")
_FIGURE = regex.compile(r"(\p{Nd}+)([\p{L}\p{M}\u200c\u200d]*)")
_LONGEST, _LONGEST_ROUND = 6, 9  # digits that are said as a number; more are said one by one
_ROUND = regex.compile(r"\p{Nd}+00", regex.V1)  # what may be hundreds of the number behind it
_HOUR_MINUTE = regex.compile(r"(?:0?[1-9]|1[0-2]) [0-5]\d")
_DIGITS_OF_CODE = 7
_MOBILE = regex.compile(r"[6-9]\d{9}")
_OF_HOUR = ("half_past", "quarter_past", "quarter_to")


class Mixed:
    """Finds such numbers in texts of one language."""

    def __init__(self, facts: Facts, romans: Romans) -> None:
        self._facts, self._romans, self._grammar = facts, romans, facts.grammar
        table = facts.language
        signs = {form for form in (*facts.points, *facts.repeats) if " " not in form}
        fractions = (row["form"] for row in table.table("fractions") if not row["role"])
        self._signs = frozenset(signs | {fold(form) for form in fractions if " " not in form})
        numbers = {*map(fold, table.forms("numbers")), *facts.small}
        self._some = frozenset(map(fold, table.forms("words", name="some"))) - numbers
        past = map(fold, table.forms("clock", name="past"))
        linkers = frozenset(map(fold, table.numbers.linkers))
        self._links, self._and = facts.to | frozenset(past), facts.and_ | facts.hundred_and | linkers
        self._of_hour = Phrases(form for name in _OF_HOUR for form in table.forms("clock", name=name))
        halves = [form for name in HALVES for form in table.forms("clock", name=name)]
        self._halves = Phrases([*halves, *HALVES.values()])
        self._units = (facts.units.keys() | facts.currencies.keys()) - facts.scales.keys()
        self._scale_values = frozenset(facts.scales.values())
        teens = (row for row in table.table("numbers") if row["role"] == "" and 10 < row.number("value") < 20)
        self._says_tens = any(" " in row["form"] for row in teens)  # Santali says six ten eight
        self._said, self._kind = Memo(self._say), Memo(self._kind_of)
        self._joints = Joints(facts)

    def shown(self, words: Sequence[str]) -> Shown | None:
        """``words`` with the figures said that stand among number words; None where none do, as in most texts."""
        if not _DIGIT.search(" ".join(words)):
            return None
        found = list(self._chains(words))
        made = self._with_said(words, found) if found else None
        return made if made and made.chains else None

    def only(self, words: Sequence[str], chains: Sequence[Range]) -> Shown:
        """``words`` with nothing said but the figures of ``chains``."""
        found, wanted = self._chains(words) if chains else (), frozenset(chains)
        return self._with_said(words, [one for one in found if (one[0], one[0] + len(one[1])) in wanted])

    def verdicts(self, shown: Shown, words: Sequence[str], spans: Sequence[Span], lattice: Lattice) -> dict[Range, str]:
        """What is made of each chain, where ``spans`` are read in ``shown``: `JOINED`, `PLAIN` or `WHOLE`."""
        made = self._joints.verdicts(shown, spans, lattice)
        for start, end in (chain for chain, verdict in made.items() if verdict == JOINED):
            if not _is_sure(words[start:end], [shown.kinds[i] for i in range(start, end)]):
                made[start, end] = WHOLE
        return made

    def _with_said(self, words: Sequence[str], found: Sequence[tuple[int, list[str]]]) -> Shown:
        said: dict[int, str] = {}
        for start, kinds in found:
            spelled = self._is_telephone(words[start : start + len(kinds)], kinds)
            said.update((i, self._as_said(words, i, spelled)) for i in _places(start, kinds, FIGURE))
        if not all(said.values()):
            bad = {i for i, text in said.items() if not text}
            found = [(start, kinds) for start, kinds in found if bad.isdisjoint(range(start, start + len(kinds)))]
            return self._with_said(words, found)
        pieces = [said.get(i, word).split() or [""] for i, word in enumerate(words)]
        told = {i: kind for start, kinds in found for i, kind in enumerate(kinds, start)}
        return Shown(
            tuple(word for piece in pieces for word in piece),
            tuple(i for i, piece in enumerate(pieces) for _ in piece),
            {i: _digits_of(words[i]) for i in said},
            tuple((start, start + len(kinds)) for start, kinds in found),
            told,
        )

    # --- where they are -------------------------------------------------------------------------------

    def _chains(self, words: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
        """Where figures stand among number words, and what each word there is."""
        if not any(map(_FIGURE.fullmatch, words)):
            return
        natives = self._romans.natives(words)
        kinds = self._kinds(natives)
        for is_other, group in groupby(range(len(words)), lambda i: kinds[i] == OTHER):
            yield from () if is_other else self._in_run(list(group), kinds, natives, words)

    def _in_run(
        self, whole: Sequence[int], kinds: Sequence[str], natives: Sequence[str], words: Sequence[str]
    ) -> Iterator[tuple[int, list[str]]]:
        """The chains of a run of figures and number words; another number begins behind a figure, unless it is a time
        or digits: 200 | fifty thousand."""
        seen = {kinds[i] for i in whole}
        if {HALF, LINK} <= seen:
            return  # from one hour to another: each is read by itself
        clock = HALF in seen
        starts = [i for i in whole[1:] if not clock and self._begins_number(i, kinds, natives)]
        for start, end in pairwise([whole[0], *starts, whole[-1] + 1]):
            run = list(range(start, end))
            while run and (kinds[run[0]] in (LINK, AND, HALF) or fold(natives[run[0]]) in self._facts.points):
                run.pop(0)
            while run and kinds[run[-1]] in (LINK, AND):
                run.pop()
            told = [kinds[i] for i in run]
            if FIGURE in told and self._is_number(run, told, words):
                yield run[0], told

    def _begins_number(self, i: int, kinds: Sequence[str], natives: Sequence[str]) -> bool:
        """True for a number word behind a figure that is no digit of the same number."""
        if kinds[i - 1] != FIGURE or kinds[i] != NUMBER or self._says_tens:
            return False
        digit = self._facts.small.get(fold(natives[i]), 10) < 10
        fits = digit or len(natives[i - 1]) == 1 or _ROUND.fullmatch(natives[i - 1]) is not None
        return not fits or kinds[i + 1 : i + 2] == [SCALE]

    def _kinds(self, words: Sequence[str]) -> list[str]:
        kinds = [self._kind[word] for word in words]
        for phrases, name in ((self._of_hour, SIGN), (self._halves, HALF)):
            for start, end in phrases.ranges(words):
                kinds[start:end] = [name] * (end - start)
        return kinds

    def _kind_of(self, word: str) -> str:
        if not word:
            return OTHER
        if _DIGIT.match(word):
            return FIGURE if _FIGURE.fullmatch(word) and self._said[word] else OTHER
        key = fold(word)
        known = (
            *((SCALE, self._facts.scales), (SIGN, self._signs), (AND, self._and), (LINK, self._links)),
            *((OTHER, self._some), (OTHER, self._facts.months), (OTHER, self._units)),
        )
        kind = next((name for name, forms in known if key in forms), None)
        if kind is not None:
            return kind
        if not self._grammar.is_in_number(word):
            return OTHER
        if (span := self._grammar.whole([word])) and "suffix" in span.token.fields:
            value = int(span.token.fields.get("integer", 1))
            if not value or value in self._scale_values:  # thousands; Tamil "days" looks like a plural of zero
                return SCALE if value else OTHER
        return ARTICLE if (key,) in self._facts.alone else NUMBER

    def _is_number(self, run: Sequence[int], kinds: Sequence[str], words: Sequence[str]) -> bool:
        """True where figures and number words may be one number."""
        if HALF in kinds and not {NUMBER, ARTICLE, SIGN}.intersection(kinds):
            figures = [word.translate(TO_LATIN_DIGITS) for word in (words[i] for i in run[:2])]
            return list(kinds[:3]) == [FIGURE, FIGURE, HALF] and bool(_HOUR_MINUTE.fullmatch(" ".join(figures)))
        if NUMBER in kinds or SIGN in kinds:
            return True
        return ARTICLE in kinds and (
            _is_sure([words[i] for i in run], kinds) or _may_go_on([words[i] for i in run], kinds)
        )

    # --- how they are said ----------------------------------------------------------------------------

    def _is_telephone(self, words: Sequence[str], kinds: Sequence[str]) -> bool:
        """True for figures and digits of a mobile number: 98765 चार तीन दो एक शून्य."""
        natives = self._romans.natives(words)
        digits = [
            _digits_of(word) if kind == FIGURE else str(self._facts.small.get(fold(word), "-"))
            for word, kind in zip(natives, kinds, strict=True)
        ]
        said = (number for number, kind in zip(digits, kinds, strict=True) if kind != FIGURE)
        return all(len(number) == 1 for number in said) and bool(_MOBILE.fullmatch("".join(digits)))

    def _as_said(self, words: Sequence[str], i: int, spelled: bool) -> str:
        """The figure at ``i`` in words; digit by digit where it is ``spelled``, and behind a point."""
        if words[i].isdecimal() and (spelled or (i and fold(words[i - 1]) in self._facts.points)):
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
        longest = _LONGEST_ROUND if digits.endswith("00") else _LONGEST
        if len(digits) > longest or (digits[0] == "0" and len(digits) > 1):
            return self._digits(digits)
        return self._grammar.say(Token("cardinal", {"integer": digits})) or ""

    def _digits(self, digits: str) -> str:
        said = [self._grammar.say(Token("cardinal", {"integer": digit})) for digit in digits]
        return " ".join(word for word in said if word) if all(said) else ""


def _is_sure(words: Sequence[str], kinds: Sequence[str]) -> bool:
    """True where words that may be articles are none: beside scale words, and in long runs of digits."""
    if NUMBER in kinds or SIGN in kinds or SCALE in kinds or HALF in kinds:
        return True
    figures = [kind == FIGURE for kind in kinds]
    return sum(len(word) if is_figure else 1 for word, is_figure in zip(words, figures, strict=True)) >= _DIGITS_OF_CODE


def _may_go_on(words: Sequence[str], kinds: Sequence[str]) -> bool:
    """True for a round figure before a word that may be an article: "900 chalis"."""
    beside = zip(words, pairwise(kinds), strict=False)
    return any(kinds == (FIGURE, ARTICLE) and _digits_of(word)[-1:] == "0" for word, kinds in beside)


def _digits_of(word: str) -> str:
    found = _FIGURE.match(word)
    return found[1].translate(TO_LATIN_DIGITS) if found else ""


def _places(start: int, kinds: Iterable[str], kind: str) -> Iterator[int]:
    return (i for i, name in enumerate(kinds, start) if name == kind)
