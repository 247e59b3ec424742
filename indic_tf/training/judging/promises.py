"""What the tables promise: a number that is the whole text is a figure, and so is one beside a cue of the tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import log10

from ...document import Span, Token
from ...styles import PRESETS
from ...wfst.wire import DAY_PARTS
from ..values import KINDS, draw
from .saying import Saying
from .slots import Accepts, of

_STYLE = PRESETS["figures"]
_LARGEST, _LARGE = 1e12, 60  # numbers beyond the first hundred, as many in each power of ten
_DRAWN = 14  # of each class
_DAY = ((3, 6), (9, 12), (2, 4), (10, 1))  # hours, the last one with a half
_RANGES, _CUES = (("1", "5"), ("3", "8"), ("10", "12")), 4
_ROUND = ((1, "25"), (2, "5"), (4, "5"), (12, "75"))  # before scale words
_LEAST_SCALE = 100_000
_SMALL = (2, 3, 4, 6, 8)
_FILLED = 0.5  # of the numbers beside cues stand in the middle of a text
_AROUND = 3  # words


@dataclass(frozen=True, slots=True)
class Promise:
    """The words of a text, where its number stands, and which readings of that are right."""

    words: list[str]
    start: int
    end: int
    accepts: tuple[Accepts, ...]

    def __call__(self, start: int, end: int, span: Span | None) -> bool:
        """Whether an edge may be taken."""
        inside = self.start <= start and end <= self.end
        around = start <= self.start and self.end <= end
        if span is None:
            return end <= self.start or self.end <= start
        return (inside or around) and any(accepts(span.token) for accepts in self.accepts)


def alone(say: Saying) -> Iterator[Promise]:
    """Numbers that are the whole text, and large ones with a decimal point."""
    steps = (10 ** (2 + i * (log10(_LARGEST) - 2) / _LARGE) for i in range(_LARGE))
    powers = (10**k + by for k in range(2, 12) for by in (-1, 0, 1))
    for number in [*range(100), *map(int, steps), *powers]:
        value = str(number)
        accepts = of(("cardinal",), integer=value), of(("telephone",), digits=value), of(("date",), year=value)
        yield from _whole(say.say("cardinal", integer=value), accepts)
    for row in say.facts.table("scales"):
        scale = row.number("value")
        for integer, fraction in _ROUND if _stands_alone(row["form"], row["role"], scale) else ():
            said = say.say("decimal", integer=str(integer), fraction=fraction)
            number = str(int(f"{integer}{fraction}") * scale // 10 ** len(fraction))
            fits = of(("cardinal",), integer=number), of(("decimal",), integer=str(integer), fraction=fraction)
            yield from _whole(said and f"{said} {row['form']}", fits)


def _stands_alone(form: str, role: str, scale: int) -> bool:
    return scale >= _LEAST_SCALE and not role and " " not in form


def _whole(said: str | None, accepts: tuple[Accepts, ...]) -> Iterator[Promise]:
    if said:
        words = said.split(" ")
        yield Promise(words, 0, len(words), accepts)


def written(say: Saying) -> Iterator[tuple[str, list[str]]]:
    """Amounts, dates, codes … of every class as they are said, and as they are written: each comes back."""
    for kind in KINDS:
        for _ in range(_DRAWN):
            token = draw(kind, say.facts, say.random)
            text = token and say.grammar.verbalize(token, _STYLE)
            said = text and say.grammar.spoken(text)
            if text and said and said != text:
                yield said, [text]


def hours(say: Saying) -> Iterator[tuple[str, list[str]]]:
    """ "From three to half past six" behind a part of the day: no 6.5."""
    parts = [form for name in DAY_PARTS for form in say.facts.forms("clock", name=name)[:1]]
    for link in say.words("to")[:1]:
        for (first, last), part in product(_DAY, parts):
            low, high = say.say("cardinal", integer=str(first)), say.with_half(last)
            if low and high:
                said = f"{part} {low} {link} {high}"
                yield said, [f"{part} {first} {link} {last}:30", f"{part} {low} {link} {last}:30", said]


def ranges(say: Saying) -> Iterator[tuple[str, list[str]]]:
    """ "Class one to five" where an ending says "to"."""
    cues = [row["form"] for row in say.facts.table("cues") if row["side"] == "before" and not row["kind"]]
    for ending, written in say.to_endings:
        for cue, (first, last) in product(say.random.sample(cues, min(_CUES, len(cues))), _RANGES):
            low, high = say.say("cardinal", integer=first), say.say("cardinal", integer=last)
            said = low and say.with_ending(low, ending)
            figures = say.grammar.verbalize(Token("cardinal", {"integer": first, "suffix": written}), _STYLE)
            if said and high and figures:
                yield f"{cue} {said} {high}", [f"{cue} {figures} {last}"]


def cued(say: Saying, filler: Sequence[str]) -> Iterator[Promise]:
    """Small numbers beside every cue that only says that they are figures, between ordinary words or not."""
    for row in say.facts.table("cues"):
        number = str(say.random.choice(_SMALL))
        said = None if row["kind"] else say.say("cardinal", integer=number)
        if said is None:
            continue
        before, behind = ([row["form"]], []) if row["side"] == "before" else ([], [row["form"]])
        if filler and say.random.random() < _FILLED:
            before = [*say.random.choices(filler, k=_AROUND), *before]
            behind = [*behind, *say.random.choices(filler, k=_AROUND)]
        first, number_words = " ".join(before).split(), said.split(" ")
        end = len(first) + len(number_words)
        yield Promise([*first, *number_words, *" ".join(behind).split()], len(first), end, (of_number(number),))


def of_number(number: str) -> Accepts:
    """Accepts whatever says ``number``."""
    return lambda token: number in (token.fields.get(name) for name in ("integer", "day", "hour", "high", "code"))
