"""Edited text read aloud: sentences whose figures say what their number words are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random

import regex

from ...document import Span, Token
from ...readings.facts import Facts
from ...scripts import fold, split_marks
from ...wfst.reading import Reading

_SENTENCES = regex.compile(r"(?<=[.!?।॥۔؟])\s+")
_DIGIT = regex.compile(r"\p{N}")
_WORDS = range(4, 29)
_VALUES = ("hour", "minute", "day", "integer", "fraction", "high", "numerator", "denominator", "digits", "code", "year")
_OTHERS = ("serial", "telephone", "score", "range", "fraction", "math", "electronic", "whitelist")
_SMALL = 10
_COUNTED = ("cardinal", "measure", "ordinal", "decimal", "money", "fraction")


def sentences(lines: Iterable[str], random: Random, most: int) -> list[str]:
    """Sentences with figures in them, of a length that people speak; ``most`` of them by chance."""
    found = [
        sentence
        for line in lines
        for sentence in _SENTENCES.split(line.strip())
        if len(sentence.split()) in _WORDS and _DIGIT.search(sentence)
    ]
    random.shuffle(found)
    return found[:most]


class Aloud:
    """A sentence read aloud. Raises `ValueError` for one with figures that cannot be read, or with numbers in words
    that are not small: nobody knows why an editor wrote these so."""

    def __init__(self, sentence: str, facts: Facts) -> None:
        self._facts, self._grammar, self.written = facts, facts.grammar, sentence
        self.words: list[str] = []
        self._tokens: list[tuple[int, int, Token, bool]] = []
        written, position = sentence.split(), 0
        for reading in self._grammar.readings(written):
            self._take(written[position : reading.words[0]])
            self._say(reading, " ".join(written[slice(*reading.words)]))
            position = reading.words[1]
        self._take(written[position:])
        self._token_of = {i: k for k, (start, end, _, _) in enumerate(self._tokens) for i in range(start, end)}
        if any(self._is_unexplained(i) for i in range(len(self.words))):
            raise ValueError("numbers in words")

    def _take(self, words: Sequence[str]) -> None:
        for word in words:
            if _DIGIT.search(word):
                raise ValueError(f"{word} cannot be read")
            self.words += split_marks(word)[1].split()

    def _say(self, reading: Reading, written: str) -> None:
        core = split_marks(written)[1]
        tokens = [token for token in self._grammar.reads(core) if token.kind == reading.kind]
        if not tokens:
            raise ValueError(f"{written} is read as something else")
        start = len(self.words)
        self.words += reading.said.split()
        self._tokens.append((start, len(self.words), tokens[0], "," in core))

    def _is_unexplained(self, i: int) -> bool:
        """True for a number word of the editor's own that is not small."""
        word = self.words[i]
        own = i not in self._token_of and self._grammar.is_number(word)
        return own and self._facts.small.get(fold(word), _SMALL) >= _SMALL

    def __call__(self, start: int, end: int, span: Span | None) -> bool:
        """Whether an edge may be taken."""
        touched = sorted({k for i in range(start, end) if (k := self._token_of.get(i)) is not None})
        if span is None:
            return not touched or _is_small(self._tokens[touched[0]][2])
        if not touched:
            return False
        first, last = self._tokens[touched[0]], self._tokens[touched[-1]]
        whole = start <= first[0] and last[1] <= end
        if len(touched) > 1:
            return whole and values(span.token) == [v for k in touched for v in values(self._tokens[k][2])]
        inside = first[0] <= start and end <= first[1]
        around = (*range(start, first[0]), *range(first[1], end))
        fits = inside or (whole and not any(self._grammar.is_in_number(self.words[i]) for i in around))
        return fits and _means(span.token, first[2], grouped=first[3])


class Running:
    """A sentence without figures and with small numbers at most: these are counts or stay, and letters that are words
    of the language (Gujarati એ ચાર, "these four") make no code with them."""

    def __init__(self, sentence: str, facts: Facts) -> None:
        self._facts = facts
        self.words = [word for written in sentence.split() for word in split_marks(written)[1].split()]

    @property
    def is_plain(self) -> bool:
        facts = self._facts
        if any(_DIGIT.search(word) for word in self.words):
            return False
        numbers = filter(facts.grammar.is_number, self.words)
        return all(facts.small.get(fold(word), _SMALL) < _SMALL for word in numbers)

    def __call__(self, start: int, end: int, span: Span | None) -> bool:
        """Whether an edge may be taken."""
        if span is None:
            return True
        if span.kind in _COUNTED:  # with a case ending it is a word that looks like one: Bengali নে, টেনে
            return "suffix" not in span.token.fields or self._facts.counts(span.token.fields["suffix"])
        weak = (fold(word) in self._facts.weak for word in self.words[start:end])
        return span.kind in ("whitelist", "electronic") and not any(weak)


def running(lines: Iterable[str], facts: Facts, random: Random, most: int) -> Iterator[Running]:
    """Sentences of edited text without figures, ``most`` of them by chance."""
    found = [s for line in lines for s in _SENTENCES.split(line.strip()) if len(s.split()) in _WORDS]
    random.shuffle(found)
    made = (Running(sentence, facts) for sentence in found)
    return islice((one for one in made if one.is_plain), most)


def values(token: Token) -> list[str]:
    """The figures of a token, in an order of their own."""
    return [token.fields[name] for name in _VALUES if name in token.fields]


def _is_small(token: Token) -> bool:
    number = token.fields.get("integer", "")
    return token.kind in ("cardinal", "ordinal") and number.isdecimal() and int(number) < _SMALL


def _means(read: Token, meant: Token, grouped: bool) -> bool:
    """True if ``read`` is what ``meant`` says. A whole number may be that of any unit; one without a comma a year."""
    year = meant.kind == "date" and meant.fields.keys() <= {"year", "suffix"}
    if not (year or (meant.kind == "cardinal" and "sign" not in meant.fields)):
        return read.kind == meant.kind and values(read) == values(meant)
    number = meant.fields.get("integer") or meant.fields.get("year")
    if read.kind in _OTHERS or read.fields.keys() & {"fraction", "sign"}:
        return False
    if read.kind == "date" and read.fields.keys() <= {"year", "suffix"}:
        return not grouped and read.fields["year"] == number
    return number in (read.fields.get("integer"), read.fields.get("day"), read.fields.get("hour"))


def examples(found: Iterable[str], facts: Facts) -> Iterator[Aloud]:
    """The sentences that can be read aloud whole."""
    for sentence in found:
        try:
            yield Aloud(sentence, facts)
        except ValueError:
            continue
