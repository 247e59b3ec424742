"""Other numbers in the place of those that a passage has: the sentence stays, its amounts and dates change.

A new number is as long and as round as the old one, and keeps its unit, currency, month and ending, so that the words
around it still agree with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from ..document import Range, Span, Token
from ..labels import HEADS, ITN, spans
from ..languages import Language
from ..wfst.pipeline import Grammar
from .label import UNKNOWN, Labelled, concatenated, cut, label_of
from .values import ordinal_endings
from .wording import labelled_span, said

Change = Callable[[str, Random], str]

KINDS = ("cardinal", "money", "percent", "measure", "decimal", "date", "time", "ordinal", "range")
"""The classes whose numbers are changed."""

_KEPT = ("to", "or", "scale", "currency", "unit", "frame", "suffix", "month", "order", "of", "oclock", "half")
_YEARS = range(1900, 2051)
_LEAST_ORDINAL = 11
_DECADES = range(1800, 2100)  # "1990th" is how Punjabi says the nineties
_TRIES = 4


def renewed(passage: Labelled, grammar: Grammar, random: Random, kinds: Sequence[str] = KINDS) -> Labelled | None:
    """``passage``, a spoken view, with another value in the place of one of its spans; None where none can be changed.

    Only spans of the classes among ``kinds`` are changed, and only those that the grammar reads as they are labelled.
    """
    found = [span for span in labelled_spans(passage) if span[1] in kinds and span[1] in KINDS]
    random.shuffle(found)
    for (start, end), kind in found:
        if words := other_words(passage.words[start:end], kind, grammar, random):
            span = labelled_span(kind, words, grammar.language, passage.punctuation[end - 1])
            return replaced(passage, (start, end), span)
    return None


def labelled_spans(passage: Labelled) -> list[tuple[Range, str]]:
    """The ITN spans of a passage with their classes, left to right."""
    labels = ["O" if c == UNKNOWN else label_of(ITN, c) for c in passage.codes("itn")]
    return [((start, end), kind) for start, end, kind in spans(labels)]


def replaced(passage: Labelled, range_: Range, part: Labelled) -> Labelled:
    """``passage`` with ``part`` in the place of the words of ``range_``; what heads do not know stays undecided."""
    known = Labelled(passage.words, *(passage.codes(head) for head in HEADS))
    return concatenated([cut(known, 0, range_[0]), part, cut(known, range_[1], len(passage.words))])


def other_words(words: Sequence[str], kind: str, grammar: Grammar, random: Random) -> list[str] | None:
    """How another value of the kind of ``words`` is said; None where they cannot be read, or none can be said."""
    old = _read(words, grammar)
    if old is None or old.kind != kind:
        return None
    for _ in range(_TRIES):
        token = other(old.token, grammar.language, random)
        spoken = said(token, grammar, random) if token else None
        new = _read(spoken, grammar) if spoken else None
        if spoken and new and len(new.kept) == len(old.kept):
            return _with_kept(spoken, new.kept, [words[start:end] for start, end in old.kept])
    return None


def _read(words: Sequence[str], grammar: Grammar) -> Span | None:
    """The span that ``words`` are; None where they are none or more than one."""
    found = grammar.spans(words)
    return found[0] if len(found) == 1 and found[0].words == (0, len(words)) else None


def _with_kept(words: Sequence[str], ranges: Sequence[Range], kept: Sequence[Sequence[str]]) -> list[str]:
    """``words`` with those of ``ranges`` as they were in the passage: a month in its case, a unit in its spelling."""
    made: list[str] = []
    position = 0
    for (start, end), there in zip(ranges, kept, strict=True):
        made += [*words[position:start], *there]
        position = end
    return [*made, *words[position:]]


# --- other values ---------------------------------------------------------------------------------------------


def other(token: Token, facts: Language, random: Random) -> Token | None:
    """A token like ``token`` with other numbers; None where its numbers cannot be changed one by one.

    Singulars stay, and so do small ordinals, many of which are words of their own, and fields that hang together with
    words outside: a day's ordinal ending, the end of a span of dates.
    """
    fields = dict(token.fields)
    least = _LEAST_ORDINAL if token.kind == "ordinal" else 2
    if not fields.keys() <= {*_KEPT, *_CHANGES, "high"} or int(fields.get("integer", least)) < least:
        return None
    if token.kind == "ordinal" and int(fields.get("integer", least)) in _DECADES:
        return None
    for name, change in _CHANGES.items():
        if name in fields:
            fields[name] = change(fields[name], random)
    if "high" in fields and not _with_high(fields, token.fields):
        return None
    fits = token.kind != "ordinal" or fields.get("suffix") in ordinal_endings(facts, int(fields["integer"]))
    return Token(token.kind, fields) if fits and fields != token.fields else None


def _with_high(fields: dict[str, str], old: Mapping[str, str]) -> bool:
    """Set the upper end of a range as far from its new lower end as it was; False where they are not whole numbers."""
    whole = old["high"].isdigit() and "integer" in old and "fraction" not in old
    if whole:
        fields["high"] = str(int(fields["integer"]) + int(old["high"]) - int(old["integer"]))
    return whole and int(fields["high"]) > 0


def _number(old: str, random: Random) -> str:
    """A number as long as ``old``, with as many zeros at its end; a year for a year, and none for none."""
    if int(old) in _YEARS:
        return _year(old, random)
    zeros = len(old) - len(old.rstrip("0"))
    length = len(old) - zeros
    head = random.randint(max(2, 10 ** (length - 1)), 10**length - 1)
    number = (head if head % 10 else head - 1) * 10**zeros
    return str(number if number not in _YEARS else number + 1000)


def _fraction(old: str, random: Random) -> str:
    return "".join(random.choices("0123456789", k=len(old) - 1)) + random.choice("123456789")


def _year(old: str, random: Random) -> str:
    year = int(old) + random.randint(-30, 30)
    return str(year if year % 1000 else year + 1)


def _minute(old: str, random: Random) -> str:
    quarters = int(old) % 15 == 0
    return f"{random.choice((15, 30, 45)) if quarters else random.randint(1, 59):02d}"


_CHANGES: dict[str, Change] = {
    "integer": _number,
    "fraction": _fraction,
    "minor": lambda old, random: f"{random.randint(2, 99):02d}",
    "day": lambda old, random: str(random.randint(2, 28)),
    "year": _year,
    "hour": lambda old, random: str(random.randint(2, 12)),
    "minute": _minute,
}
"""What another value has in the place of a number, by its field."""
