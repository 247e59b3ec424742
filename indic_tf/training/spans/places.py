"""Where spans stand in labelled passages: what a corpus offers to someone who makes pairs of spans.

Numbers come from spoken views, with the author's own choice between figures and words; the other places, and words in
mixed case, from written passages without figures. One training passage with numbers in eight is left alone, since most
languages have too few dev passages to score number writing on (see `itn_dev`). A context is at most `CONTEXT` words on
each side, and never leaves its passage.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random

from ...document import Range, Span, Token
from ...labels import CASE, case_of
from ...languages import language
from ...scripts import is_latin
from ...seq2seq.requests import CONTEXT
from ...tagging.encode import NUMBER
from ...wfst.pipeline import Grammar
from ...wfst.years import as_year
from .. import shards
from ..label import Labelled, code
from ..renewed import labelled_spans
from ..rows import CLOSING, OUTSIDE

PASSAGES = 20_000
"""Written passages of a language that are looked at for places; all of them are for words in mixed case."""

SPANS = 60_000
"""Spoken passages of a language that are looked at."""

RESERVED = 8
"""One spoken training passage in so many is not looked at."""

Words = tuple[str, ...]
_MIXED = code(CASE, "mixed")
_READINGS = 5
_LONGEST_PLAIN = 3
GUESSED = 10
"""The highest number of a guess that stays in words; above it a range is written (10-20)."""

_OUR_YEARS = range(1900, 2100)
_OFTEN, _EACH = 5, 30  # times that a word must be there, and that it is taken


@dataclass(frozen=True, slots=True)
class Place:
    """The words on both sides of a span."""

    left: Words = ()
    right: Words = ()


@dataclass(frozen=True, slots=True)
class Spoken:
    """A number, amount … of the corpora as it is said, with what it means there."""

    words: Words
    span: Span
    place: Place


@dataclass
class Places:
    """What the shards of one language and split offer.

    Attributes:
        spans: spans of the spoken views whose class is one that the grammar reads them as.
        shapes: their contexts by the shape of what stood there (see `shape`).
        seams: places between sentences and at both ends of passages.
        plain: one to three words that hold no number.
        small: single number words that the author left as words.
        guesses: two small numbers side by side that the author left as words: "eight ten people".
        alike: words of the text that are one letter away from a number word, and are none.
        mixed: (word as it is said, context) of Latin words that the author wrote in mixed case.
    """

    spans: list[Spoken] = field(default_factory=list)
    shapes: dict[tuple[str, ...], list[Place]] = field(default_factory=dict)
    seams: list[Place] = field(default_factory=list)
    plain: list[tuple[Words, Place]] = field(default_factory=list)
    small: list[tuple[Words, Place]] = field(default_factory=list)
    guesses: list[tuple[Words, Place]] = field(default_factory=list)
    alike: list[tuple[Words, Place]] = field(default_factory=list)
    mixed: list[tuple[Words, Place]] = field(default_factory=list)


def shape(token: Token) -> tuple[str, ...]:
    """What the words around a token depend on: its class, the names of its fields, its unit."""
    return (token.kind, *sorted(token.fields), token.fields.get("unit", ""), token.fields.get("suffix", ""))


def collect(folder: Path, split: str, grammar: Grammar, random: Random, resembles: Callable[[str], bool]) -> Places:
    """Look through the shards of a language's ``folder``; ``split`` is "train" or "dev".

    ``resembles`` says which words look like number words. The same shards and the same state of ``random`` give the
    same places. Raises `InputError` for a bad row.
    """
    made = Places()
    names = {path: path.name.split(".")[0] for path in sorted(folder.glob(f"*.{split}.tsv.gz"))}
    spoken = [path for path, name in names.items() if name.endswith(shards.SPOKEN)]
    written = [path for path in names if shards.is_written(path)]
    said = (passage for passage in _all(spoken) if split == "dev" or not is_reserved(passage))
    for passage in _sample(said, SPANS, random):
        _add_spans(made, passage, grammar)
    plain = (passage for passage in _all(written) if NUMBER not in passage.words)
    passages = _sample(_noting_mixed(made, plain), PASSAGES, random)
    for passage in passages:
        _add_places(made, passage, grammar, random)
        _add_guesses(made, passage, grammar)
    made.alike += _alike(passages, resembles)
    return made


def is_reserved(spoken: Labelled) -> bool:
    """Whether a spoken passage is kept for scores, by a hash of its words."""
    return one_in(RESERVED, " ".join(spoken.words))


def one_in(count: int, text: str) -> bool:
    """True for one text in ``count``, always the same ones: a hash decides."""
    return shards.number_of(text) % count == 0


def _all(paths: Sequence[Path]) -> Iterator[Labelled]:
    return (passage for path in paths for passage in shards.read(path))


def _sample(passages: Iterable[Labelled], count: int, random: Random) -> list[Labelled]:
    """``count`` of the passages, each as likely as another (reservoir sampling)."""
    kept: list[Labelled] = []
    for number, passage in enumerate(passages):
        if number < count:
            kept.append(passage)
        elif (place := random.randrange(number + 1)) < count:
            kept[place] = passage
    return kept


def around(words: Sequence[str], range_: Range) -> Place:
    """The context of ``range_`` in ``words``."""
    start, end = range_
    return Place(tuple(words[max(0, start - CONTEXT) : start]), tuple(words[end : end + CONTEXT]))


# --- spans of spoken views ------------------------------------------------------------------------------------


def _add_spans(made: Places, passage: Labelled, grammar: Grammar) -> None:
    labelled = labelled_spans(passage)
    inside = {i for (start, end), _ in labelled for i in range(start, end)}
    for range_, kind in labelled:
        words, place = passage.words[slice(*range_)], around(passage.words, range_)
        span = read_as(words, kind, grammar)
        if not span or _may_be_year(span.token):
            continue
        made.spans.append(Spoken(words, span, place))
        if not _is_part(place, grammar):
            made.shapes.setdefault(shape(span.token), []).append(place)
    codes = passage.codes("itn")
    left = [i not in inside and codes[i] == OUTSIDE and grammar.is_number(w) for i, w in enumerate(passage.words)]
    for i, is_left in enumerate(left):
        if is_left:
            _add_small(made, passage.words, i, grammar)
            if left[i + 1 : i + 2] == [True]:
                _add_guess(made, passage.words, i, grammar)


def _may_be_year(token: Token) -> bool:
    """True for a count that looks like a year of our days: some sources write their years as words."""
    number = token.fields.get("integer", "") if token.kind == "cardinal" else ""
    return number.isdigit() and int(number) in _OUR_YEARS


def _is_part(place: Place, grammar: Grammar) -> bool:
    """True beside another number word: what stands there is a part of an amount, and no place for a whole one."""
    return any(map(grammar.is_number, (*place.left[-1:], *place.right[:1])))


def _add_small(made: Places, words: Words, position: int, grammar: Grammar) -> None:
    """A number word that is a whole number below ten and has no other number beside it."""
    beside = words[max(0, position - 1) : position] + words[position + 1 : position + 2]
    if not any(word == NUMBER or grammar.is_number(word) for word in beside) and is_small(words[position], grammar):
        made.small.append(((words[position],), around(words, (position, position + 1))))


def _add_guess(made: Places, words: Words, position: int, grammar: Grammar) -> None:
    """A guess with no number around it."""
    end = position + 2
    beside = words[max(0, position - 1) : position] + words[end : end + 1]
    if is_guess(words[position:end], grammar) and not any(word == NUMBER or grammar.is_number(word) for word in beside):
        made.guesses.append((words[position:end], around(words, (position, end))))


def is_guess(words: Sequence[str], grammar: Grammar) -> bool:
    """True for two number words that rise, up to ten; "a ten" is about ten, and no guess."""
    if len(words) != 2:
        return False
    low, high = (_whole_number(word, grammar) for word in words)
    return low < high <= (GUESSED if low > 1 else 2)


def is_small(word: str, grammar: Grammar) -> bool:
    """True for a word that says a whole number below ten and nothing else."""
    return _whole_number(word, grammar) < 10


def _whole_number(word: str, grammar: Grammar) -> float:
    """What a word says if that is a whole number, otherwise infinity."""
    found = read_as((word,), "cardinal", grammar)
    return int(found.token.fields["integer"]) if found and found.token.fields.keys() == {"integer"} else math.inf


def read_as(words: Sequence[str], kind: str, grammar: Grammar) -> Span | None:
    """The best reading of all ``words`` as one span of the class ``kind``; None where there is none.

    A number that is labelled a date is a year, also where the language says years as it says numbers.
    """
    found = whole(grammar.spans(words), words)
    if found and found.kind == kind:
        return found
    if found and kind == "date" and "integer" in found.token.fields:
        year = as_year(found.token)
        return Span(found.words, year) if year else None
    others = (whole(spans, words) for spans, _ in grammar.alternatives(words, _READINGS))
    return next((other for other in others if other and other.kind == kind), None)


def whole(found: Sequence[Span], words: Sequence[str]) -> Span | None:
    """The only span of ``found`` if it is all of ``words``."""
    return found[0] if len(found) == 1 and found[0].words == (0, len(words)) else None


# --- other places ---------------------------------------------------------------------------------------------


def _noting_mixed(made: Places, passages: Iterable[Labelled]) -> Iterator[Labelled]:
    """``passages``; the words in mixed case that go by are noted."""
    for passage in passages:
        if _MIXED in passage.case:
            made.mixed += [
                ((word,), around(passage.words, (i, i + 1)))
                for i, word in enumerate(passage.words)
                if passage.case[i] == _MIXED and is_latin(word)
            ]
        yield passage


def _add_places(made: Places, passage: Labelled, grammar: Grammar, random: Random) -> None:
    """A seam and a stretch of plain words."""
    words = passage.words
    ends = [0, *(i + 1 for i, mark in enumerate(passage.punctuation) if mark in CLOSING)]
    seam = random.choice(ends)
    made.seams.append(around(words, (seam, seam)))
    start = random.randrange(len(words))
    end = min(len(words), start + random.randint(1, _LONGEST_PLAIN))
    if is_plain(words[start:end], grammar):
        made.plain.append((words[start:end], around(words, (start, end))))


def _add_guesses(made: Places, passage: Labelled, grammar: Grammar) -> None:
    """The guesses of a passage without figures."""
    words = passage.words
    for i in range(len(words) - 1):
        if grammar.is_number(words[i]) and grammar.is_number(words[i + 1]):
            _add_guess(made, words, i, grammar)


def _alike(passages: Sequence[Labelled], resembles: Callable[[str], bool]) -> Iterator[tuple[Words, Place]]:
    """The words that resemble number words, a few times each, but no rare ones: they may be misspelled numbers."""
    counts = Counter(word for passage in passages for word in passage.words)
    known = {word for word, count in counts.items() if count >= _OFTEN and resembles(word)}
    seen: Counter[str] = Counter()
    for passage in passages:
        for i, word in enumerate(passage.words):
            if word in known and seen[word] < _EACH:
                seen[word] += 1
                yield (word,), around(passage.words, (i, i + 1))


def is_plain(words: Sequence[str], grammar: Grammar) -> bool:
    """True for words among which is no number, and nothing that the grammar or the table of mixed case writes."""
    mixed = mixed_names(grammar.language.code)
    return not any(w == NUMBER or w in mixed or grammar.is_number(w) for w in words) and not grammar.spans(words)


@cache
def mixed_names(lang: str) -> dict[str, str]:
    """Latin words as they are said → as they are written, of those in mixed case."""
    rows = ((row["form"], row["written"]) for row in language(lang).table("cased"))
    return {form: written for form, written in rows if case_of(written) == "mixed"}
