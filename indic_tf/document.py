"""The nouns that travel through the pipeline, one frozen dataclass per stage.

    text ─segment→ Segment ─choose→ Span ─convert→ Edit ─tag→ Tagged ─assemble→ Formatted

Word positions are always indices into ``Segment.words``; ranges are half-open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from math import isfinite
from typing import Any

import regex

from .errors import AlignmentError, InputError

Range = tuple[int, int]

_INLINE = r"(?:b|c|em|font|i|mark|s|small|span|strong|u)"
INLINE_MARKUP = regex.compile(rf"(?:</?{_INLINE}(?:[ .][^<>]*)?>)+")
"""Tags that say how words look: a number may go on behind one."""

CLOSING_MARKUP = regex.compile(r"(?:</[A-Za-z][^<>]*>|\{\\[^{}]*\})+$")


@dataclass(frozen=True, slots=True)
class Word:
    """One whitespace-delimited word of the input.

    ``text`` is the word as it came (NFC); ``core`` is what was spoken, without the marks around it
    ("(नमस्ते," has core "नमस्ते"); ``before`` and ``after`` are those marks. A token of marks only has
    an empty core. ``breaks`` are the line breaks behind it, which stay. Core and marks are found by `segment`; whoever
    hands words in gives text and, if known, times in seconds and a speaker, by name. ``heard`` is the text as it came
    where text and core are in another script now, "" elsewhere. Raises `InputError` for times that
    are no numbers, or end before they start.

    >>> Word("दस", start=0.0, end=0.3).end
    0.3
    """

    text: str
    _: KW_ONLY
    core: str = ""
    before: str = ""
    after: str = ""
    start: float | None = None
    end: float | None = None
    speaker: str | None = None
    breaks: int = 0
    heard: str = ""

    def __post_init__(self) -> None:
        if self.start is not None or self.end is not None:
            _check_times(self.text, self.start, self.end)


def _check_times(text: str, start: Any, end: Any) -> None:
    for name, time in (("start", start), ("end", end)):
        if time is not None and not (isinstance(time, (int, float)) and isfinite(time)):
            raise InputError(f"word {text!r}: {name} is {time!r}, expected seconds")
    if start is not None and end is not None and end < start:
        raise InputError(f"word {text!r} ends at {end} before it starts at {start}")


@dataclass(frozen=True, slots=True)
class Segment:
    """A text as words."""

    words: tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class Tagged:
    """One label per word and head, with the probability the model gave it.

    ``labels["punctuation"][i]`` belongs to word ``i``; ``neutral`` has the probability of the head's first label, which
    says "nothing". A head that the model lacks is absent.
    """

    labels: Mapping[str, tuple[str, ...]]
    probabilities: Mapping[str, tuple[float, ...]]
    neutral: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Token:
    """A semiotic class with its fields: what a grammar reads out of spoken or written text.

    >>> Token("money", {"currency": "INR", "integer": "25000"}).value
    'money currency=INR integer=25000'
    """

    kind: str
    fields: Mapping[str, str]
    _value: str = field(default="", init=False, repr=False, compare=False)

    @property
    def value(self) -> str:
        """The token on one line, fields in alphabetical order: equal values mean the same thing."""
        if not self._value:  # asked for again and again
            line = " ".join([self.kind, *(f"{k}={v}" for k, v in sorted(self.fields.items()))])
            object.__setattr__(self, "_value", line)
        return self._value


@dataclass(frozen=True, slots=True)
class Span:
    """Words that belong together as one semiotic class, and what they say.

    ``kept`` are the words among them that are written as they are spoken: the month of a date, the unit of a measure.
    ``rule`` is the name of the rule that proposed it (`indic-tf rules` lists them), "" where none was needed.
    ``others`` are spellings of an address that are nearly as likely as the one that was chosen.
    """

    words: Range
    token: Token
    kept: tuple[Range, ...] = ()
    rule: str = field(default="", compare=False)
    others: tuple[str, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return hash((self.words, self.token.kind))

    @property
    def kind(self) -> str:
        return self.token.kind

    def moved(self, by: int) -> Span:
        """The span of a text that has ``by`` more words before it."""
        start, end = self.words
        kept = tuple((first + by, last + by) for first, last in self.kept) if self.kept else ()
        return Span((start + by, end + by), self.token, kept, self.rule, self.others)

    def at(self, positions: Sequence[int]) -> Span:
        """The span where word ``i`` is word ``positions[i]``."""
        words, *kept = ((positions[start], positions[end - 1] + 1) for start, end in (self.words, *self.kept))
        return Span(words, self.token, tuple(kept), self.rule, self.others)

    def as_kind(self, kind: str, **fields: str) -> Span:
        """The span as another kind, its suffix kept."""
        suffix = {name: value for name, value in self.token.fields.items() if name == "suffix"}
        return Span(self.words, Token(kind, fields | suffix), self.kept, self.rule)

    def as_dict(self) -> dict[str, Any]:
        made = {"words": list(self.words), "kind": self.kind, "fields": dict(self.token.fields)}
        made |= {"rule": self.rule} if self.rule else {}
        return made | ({"others": list(self.others)} if self.others else {})


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided about a text.

    Attributes:
        spans: the spans to convert, left to right.
        bound: positions of words that belong with the next one (idioms, numbers that stay words).
        doubtful: words that may be numbers, whether they are among ``spans`` or not; a tagger may know better.
        cued: ranges of those of them beside a cue.
        told: ranges of the spans that a word beside them leaves no doubt about: the 10:20 train, 2,024 voters.
    """

    spans: Sequence[Span]
    bound: frozenset[int]
    doubtful: Sequence[Span] = ()
    cued: frozenset[Range] = frozenset()
    told: frozenset[Range] = frozenset()


@dataclass(frozen=True, slots=True)
class Disfluency:
    """Words that break the flow of speech, and how: a tag of `labels.DISFLUENCY`."""

    words: Range
    tag: str

    def as_dict(self) -> dict[str, Any]:
        return {"words": list(self.words), "tag": self.tag}


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the words of a range by ``text``.

    An empty range (i, i) inserts ``text`` right behind word i-1, without a space: that is how punctuation
    hangs on the word before it; an empty ``text`` takes words out. ``kind`` is the semiotic class, "punctuation",
    "case", "script" or "disfluency"; ``by`` names the converter that answered, and what another one had to do with it:
    "grammar", "mt5", "grammar (mt5 refused)", "grammar (mt5 chose)".
    """

    words: Range
    text: str
    kind: str
    by: str

    def as_dict(self) -> dict[str, Any]:
        return {"words": list(self.words), "text": self.text, "kind": self.kind, "by": self.by}


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer of the converter ``by`` that was not believed, and why."""

    words: Range
    text: str
    by: str
    reason: str

    def as_dict(self) -> dict[str, Any]:
        return {"words": list(self.words), "text": self.text, "by": self.by, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Conversions:
    """What was converted: the edits, the spans that they write, and the answers that were refused on the way."""

    edits: tuple[Edit, ...] = ()
    spans: tuple[Span, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    @classmethod
    def of(cls, found: Iterable[tuple[Edit, Span]]) -> Conversions:
        """Edits, each with the span that it writes."""
        edits, spans = zip(*pairs, strict=True) if (pairs := [*found]) else ((), ())
        return cls(edits, spans)

    def __bool__(self) -> bool:
        return bool(self.edits)

    @property
    def edited(self) -> set[int]:
        """Positions of the input words that the edits stand for."""
        return {i for edit in self.edits for i in range(*edit.words)}


UNCONVERTED = Conversions()


@dataclass(frozen=True, slots=True)
class OutputWord:
    """One word of the output and the input words it stands for."""

    text: str
    words: Range
    source: tuple[Word, ...]

    @property
    def start(self) -> float | None:
        """Start time of the first source word, in seconds."""
        return self.source[0].start if self.source else None

    @property
    def end(self) -> float | None:
        """End time of the last source word, in seconds."""
        return next((word.end for word in reversed(self.source) if word.text), None)

    @property
    def speaker(self) -> str | None:
        """Speaker of the first source word."""
        return self.source[0].speaker if self.source else None

    def as_dict(self) -> dict[str, Any]:
        """Text and source range, and whatever is known of times and speaker."""
        made: dict[str, Any] = {"text": self.text, "words": list(self.words)}
        known = {"start": self.start, "end": self.end, "speaker": self.speaker}
        return made | {name: value for name, value in known.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Formatted:
    """The answer: the text, its words with their source words, and every change that was made to these.

    ``replay(words, edits) == text`` always holds. Source words are those of `segment`, which puts them right (NFC,
    marks of the wrong kind, bytes as letters). ``spans`` say what the written forms mean: the kind of each, its range
    of input words and its fields (currency, integer, day, month …), so that amounts and dates can be pulled out.
    ``disfluencies`` are the fillers, repetitions and restarts that the model found, whether they were removed or not;
    ``refusals`` are the answers of a network that were not what was said.
    """

    text: str
    words: tuple[OutputWord, ...]
    edits: tuple[Edit, ...]
    spans: tuple[Span, ...] = ()
    disfluencies: tuple[Disfluency, ...] = ()
    refusals: tuple[Refusal, ...] = ()

    def __str__(self) -> str:
        return self.text

    def as_dict(self) -> dict[str, Any]:
        words = [word.as_dict() for word in self.words]
        edits, spans = [e.as_dict() for e in self.edits], [s.as_dict() for s in self.spans]
        made = {"text": self.text, "words": words, "edits": edits, "spans": spans}
        disfluencies, refusals = [d.as_dict() for d in self.disfluencies], [r.as_dict() for r in self.refusals]
        return made | {k: v for k, v in (("disfluencies", disfluencies), ("refusals", refusals)) if v}


def replay(words: Iterable[OutputWord | Word | str], edits: Sequence[Edit]) -> str:
    """Apply ``edits`` to the source words and return the text.

    ``words`` are the source words, or the output words of a `Formatted`, which carry them.
    Raises `AlignmentError` where edits overlap, go backwards or leave the text.

    >>> replay(["दो", "सौ", "लोग"], [Edit((0, 2), "200", "cardinal", "grammar"), Edit((3, 3), "।", "punctuation", "x")])
    '200 लोग।'
    """
    source = tuple(_sources(words))
    return joined(pieces([word.text for word in source], edits), source)


def joined(made: Sequence[tuple[str, Range]], source: Sequence[Word]) -> str:
    """Output words, each with its range of source words, as a text: the line breaks of the source stay between them."""
    texts = [text for text, _ in made]
    breaks = [word.breaks for word in source]
    if not any(breaks):
        return " ".join(texts)
    for i, ((_, (start, _)), (_, (end, _))) in enumerate(pairwise(made)):
        texts[i] += "\n" * max(breaks[start:end]) or " "
    return "".join(texts)


def pieces(source: Sequence[str], edits: Sequence[Edit]) -> list[tuple[str, Range]]:
    """The output words of ``source`` under ``edits``, each with its half-open range of source words."""
    made: list[tuple[str, Range]] = []
    position = 0
    for edit in edits:
        start, end = edit.words
        if not position <= start <= end <= len(source):
            raise AlignmentError(f"edit {edit.words} {edit.text!r} does not fit at word {position} of {len(source)}")
        _take_over(made, source, position, start)
        if start < end:
            made += [(edit.text, (start, end))] if edit.text else []
        elif made:
            text, words = made[-1]
            made[-1] = (_with_mark(text, edit.text), words)
        else:
            raise AlignmentError(f"{edit.text!r} has no word before it to hang on")
        position = end
    _take_over(made, source, position, len(source))
    return made


def _take_over(made: list[tuple[str, Range]], source: Sequence[str], start: int, end: int) -> None:
    """Add words as they are; one without a text was a mark, which the word before it has now."""
    for i in range(start, end):
        if source[i] or not made:
            made.append((source[i], (i, i + 1)))
        else:
            made[-1] = (made[-1][0], (made[-1][1][0], i + 1))


def _with_mark(text: str, mark: str) -> str:
    """``text`` with ``mark`` behind it, but before markup that closes there: बस</i> → बस।</i>."""
    inner = CLOSING_MARKUP.sub("", text) if text.endswith((">", "}")) else text
    return inner + mark + text[len(inner) :]


def _sources(words: Iterable[OutputWord | Word | str]) -> Iterator[Word]:
    for word in words:
        if isinstance(word, OutputWord):
            yield from word.source
        else:
            yield Word(word) if isinstance(word, str) else word
