"""The last stage: words, edits and tags → text. Punctuation hangs on the word before it; existing marks stay."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import regex

from .casing import BY_TAGGER, Casing
from .document import (
    CLOSING_MARKUP,
    Conversions,
    Disfluency,
    Edit,
    Formatted,
    OutputWord,
    Range,
    Refusal,
    Segment,
    Span,
    Tagged,
    Word,
    joined,
    pieces,
)
from .labels import CASE, DISFLUENCY, PUNCTUATION, LabelSet
from .languages import Language
from .native_script import rewritten
from .repair import sung
from .scripts import split_marks
from .styles import Style

_NO_EDITS: Mapping[int, Edit] = {}

# Behind quotes, brackets and symbols a mark may still be put; behind any other mark it may not.
_OPEN_END = regex.compile(r"^(?!.*\uFFFD)[\p{Pe}\p{Pf}\p{Pi}\p{So}\"'*_`]*$")
_SURE, _SURE_OF_DOUBLED = 0.6, 0.95
_SENTENCE_MARKS = {"danda": "।", "period": "."}


@dataclass(frozen=True, slots=True)
class Unit:
    """One word as it will stand in the output, without its marks: what the tagger labels.

    ``words`` are the input words that it stands for; a conversion that is written as several words (₹2.5 करोड़) makes
    several units of the same input words, of which the last one carries the mark.
    """

    words: Range
    core: str
    last: bool = True


class Drafted(Protocol):
    """A text whose conversions are decided."""

    @property
    def segment(self) -> Segment: ...

    @property
    def units(self) -> Sequence[Unit]: ...


def units(segment: Segment, conversions: Sequence[Edit]) -> list[Unit]:
    """The units of a text, left to right; tokens of mere punctuation make none."""
    made: list[Unit] = []
    position = 0
    for edit in conversions:
        made += _plain(segment, position, edit.words[0])
        cores = [core for piece in edit.text.split() if (core := split_marks(piece)[1])]
        made += [Unit(edit.words, core, last=i == len(cores)) for i, core in enumerate(cores, start=1)]
        position = edit.words[1]
    return made + _plain(segment, position, len(segment.words))


def _plain(segment: Segment, start: int, end: int) -> list[Unit]:
    return [Unit((i, i + 1), segment.words[i].core) for i in range(start, end) if segment.words[i].core]


def assemble(
    segment: Segment,
    conversions: Conversions,
    tagged: Tagged | None,
    bound: Container[int],
    language: Language,
    style: Style,
    marks: LabelSet = PUNCTUATION,
    mixed: Mapping[int, Edit] = _NO_EDITS,
) -> Formatted:
    """Put everything together.

    ``tagged`` has one label per unit of `units`, in order; None leaves marks and case as they are. ``bound`` are the
    positions of words that no mark may follow, since they belong with the next word. ``marks`` is the label set of the
    tagger's punctuation head; ``mixed`` are changes of case that others know, by word. Where several words became one,
    the mark behind the last of them counts (Tan et al. 2022, section 3).
    """
    edits = list(conversions.edits)
    disfluencies: list[Disfluency] = []
    if tagged is not None:
        made = units(segment, conversions.edits)
        edits = list(_edits(segment, made, edits, tagged, bound, language, style, marks, mixed))
        disfluencies = disfluent(made, tagged)
    return formatted(segment.words, edits, conversions.spans, disfluencies, conversions.refusals)


def formatted(
    source: tuple[Word, ...],
    edits: Sequence[Edit],
    spans: Sequence[Span],
    disfluencies: Sequence[Disfluency],
    refusals: Sequence[Refusal] = (),
) -> Formatted:
    """The answer that ``edits`` of the words of ``source`` make; words that came in another script are edits, too."""
    if any(word.heard for word in source):
        edits, source = rewritten(source, edits)
    found = pieces([word.text for word in source], edits)
    made = tuple(OutputWord(text, (a, b), source[a:b]) for text, (a, b) in found)
    return Formatted(joined(found, source), made, tuple(edits), tuple(spans), tuple(disfluencies), tuple(refusals))


def disfluent(units: Sequence[Unit], tagged: Tagged) -> list[Disfluency]:
    """The units that the disfluency head is sure to have a tag for; neighbours with one tag are one disfluency.

    It must be surer of a word that is said twice in a row: that is grammar in most of these languages.
    """
    if DISFLUENCY.name not in tagged.labels:
        return []
    tags, shares = tagged.labels[DISFLUENCY.name], tagged.probabilities[DISFLUENCY.name]
    words = ["", *(unit.core for unit in units), ""]
    least = [_SURE_OF_DOUBLED if words[i] in (words[i - 1], words[i + 1]) else _SURE for i in range(1, len(words) - 1)]
    found = [
        Disfluency(unit.words, tag)
        for unit, tag, share, enough in zip(units, tags, shares, least, strict=True)
        if tag != DISFLUENCY.labels[0] and share >= enough
    ]
    made: list[Disfluency] = []
    for one in found:
        if made and made[-1].tag == one.tag and one.words[0] <= made[-1].words[1]:
            made[-1] = Disfluency((made[-1].words[0], max(made[-1].words[1], one.words[1])), one.tag)
        else:
            made.append(one)
    return made


def _edits(
    segment: Segment,
    units: Sequence[Unit],
    conversions: Sequence[Edit],
    tagged: Tagged,
    bound: Container[int],
    language: Language,
    style: Style,
    marks: LabelSet,
    mixed: Mapping[int, Edit],
) -> Iterator[Edit]:
    """Conversions, case changes and marks in text order."""
    by_start = {edit.words[0]: edit for edit in conversions}
    labels, cases = tagged.labels.get(PUNCTUATION.name), tagged.labels.get(CASE.name)
    casing, starts_sentence = Casing(segment.words, language), True
    songs = sung(segment.words)
    for i, unit in enumerate(units):
        if not unit.last:
            continue
        start, end = unit.words
        word = segment.words[end - 1]
        if start in by_start:
            yield by_start[start]
        elif start in mixed:
            yield mixed[start]
        elif cases is not None:
            yield from casing.edits(start, cases[i], starts_sentence)
        written = split_marks(by_start[start].text)[2] if start in by_start else ""  # "Dr." of a doctor
        label = marks.of_marks(written or _marks_behind(segment.words, end))
        found = marks.labels[0] if labels is None else labels[i]
        ends = bool(word.after) if written else casing.ends_sentence(end - 1)
        label = label if ends else found
        found = _at_the_end(found, marks) if i + 1 == len(units) else found
        is_free = end - 1 not in bound and end - 1 not in songs and _is_free(segment.words, end)
        may_follow = found != marks.labels[0] and is_free
        if may_follow and (mark := mark_of(found, language, style, marks)):
            label = found
            yield Edit((end, end), mark, "punctuation", BY_TAGGER)
        starts_sentence = label in marks.closing or (end - 1 in songs and end not in songs)


def _at_the_end(label: str, marks: LabelSet) -> str:
    """The label of a text's last word: no comma closes a text."""
    return marks.closing[0] if label == "comma" and marks.closing else label


def without_end(tagged: Tagged) -> Tagged:
    """``tagged`` without a mark behind the last unit."""
    labels = tagged.labels.get(PUNCTUATION.name)
    if not labels:
        return tagged
    return replace(tagged, labels={**tagged.labels, PUNCTUATION.name: (*labels[:-1], PUNCTUATION.labels[0])})


def _is_free(words: Sequence[Word], end: int) -> bool:
    """True if no mark stands behind word ``end - 1`` that a new one would collide with."""
    return _OPEN_END.match(CLOSING_MARKUP.sub("", _marks_behind(words, end))) is not None


def _marks_behind(words: Sequence[Word], end: int) -> str:
    """The marks between a word and the next: its own, and those of tokens of mere punctuation that follow."""
    marks = words[end - 1].after
    while end < len(words) and not words[end].core:
        marks += words[end].before  # what is no speech has none
        end += 1
    return marks


def mark_of(label: str, language: Language, style: Style, marks: LabelSet = PUNCTUATION) -> str:
    """The written mark for a punctuation label: the language's own for comma, end, question, else the label set's."""
    if label == "end":
        return _SENTENCE_MARKS.get(style.sentence_mark, language.sentence_end)
    return {"comma": language.comma, "question": language.question}.get(label) or marks.mark(label)
