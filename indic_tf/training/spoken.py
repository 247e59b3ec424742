"""Written passages as they are spoken, with ITN labels: the numbers said by the language's own grammar.

The alignment between written and spoken words is the grammar's, so every span is known exactly (Tan et al. 2021,
section 3.1). A written passage has two views:

* *written*: numbers are one placeholder each, as the formatter shows them to the tagger; their label is the class.
* *spoken*: numbers are words, as a recogniser prints them; the words of a span are labelled, and those number words
  that the author left as words are outside: that is how a model learns which ones to leave. Of authors who write
  no figures at all it would learn the wrong thing: their number words are `undecided`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import regex

from ..labels import CASE, ITN, PUNCTUATION, LabelSet, case_of
from ..tagging.encode import NUMBER, tagger_word
from ..wfst.pipeline import Grammar
from ..wfst.reading import Reading
from ..wfst.wire import YEARS
from .label import UNKNOWN, Labelled, Token, code, concatenated, cut, split_token
from .rows import FLUENT, OUTSIDE

_HYPHEN = regex.compile(r"(?<=\p{Latin})-(?=\p{Latin})")
"""Recognisers print "twenty five"."""
_FOUR_FIGURES = regex.compile(r"\d{4}(?![\d.,:/])")


def readings(passage: Sequence[Token], grammar: Grammar) -> list[Reading]:
    """The numbers, amounts … of a passage and how they are said; positions are those of its tokens."""
    words = ["".join(token) for token in passage]
    return [_as_year(reading, words) for reading in grammar.readings(words)]


def _as_year(reading: Reading, words: Sequence[str]) -> Reading:
    """Four figures without a group mark are a year to a reader, also where a language says years like any number."""
    if reading.kind != "cardinal":
        return reading
    core = split_token("".join(words[slice(*reading.words)]))[1]
    found = _FOUR_FIGURES.match(core)
    return replace(reading, kind="date") if found and int(found[0]) in YEARS else reading


def written_view(labelled: Labelled, found: Sequence[Reading] | None) -> Labelled:
    """``labelled`` with the classes of its figures; what is no figure, or cannot be read, gets none.

    ``found`` is None where nobody has looked: all figures are then undecided.
    """
    codes = [UNKNOWN if word == NUMBER else OUTSIDE for word in labelled.words]
    for reading in found or ():
        start, end = reading.words
        if NUMBER in labelled.words[start:end]:
            codes[start:end] = span_codes(reading.kind, end - start)
    fluent = FLUENT * len(labelled.words)
    return Labelled(labelled.words, labelled.punctuation, labelled.case, "".join(codes), fluent)


def spoken_view(labelled: Labelled, found: Sequence[Reading], marks: LabelSet = PUNCTUATION) -> Labelled:
    """``labelled`` with every reading of ``found`` said; the mark behind a written form stands behind its last word.

    Figures that the grammar does not read stay placeholders and are undecided.
    """
    none = code(marks, marks.labels[0])
    written = written_view(labelled, ())
    parts: list[Labelled] = []
    position = 0
    for reading in found:
        start, end = reading.words
        said = said_words(reading.said)
        words = tuple(map(tagger_word, said))
        parts += [cut(written, position, start)]
        parts += [
            Labelled(
                words,
                none * (len(words) - 1) + labelled.punctuation[end - 1],
                "".join(map(case_code, said)),
                "".join(span_codes(reading.kind, len(words))),
                FLUENT * len(words),
            )
        ]
        position = end
    return concatenated([*parts, cut(written, position, len(written.words))])


def undecided(labelled: Labelled, grammar: Grammar) -> Labelled:
    """``labelled`` without an ITN label on the words that the grammar could write as figures."""
    codes = list(labelled.itn)
    for span in grammar.spans(labelled.words):
        start, end = span.words
        codes[start:end] = UNKNOWN * (end - start)
    return replace(labelled, itn="".join(codes))


def said_words(said: str) -> list[str]:
    """The words of a spoken form, without marks.

    >>> said_words("twenty-five, please")
    ['twenty', 'five', 'please']
    """
    return [core for _, core, _ in map(split_token, _HYPHEN.sub(" ", said).split()) if core]


def span_codes(kind: str, length: int) -> list[str]:
    """The ITN codes of a span of ``length`` words."""
    return [code(ITN, f"B-{kind}"), *[code(ITN, f"I-{kind}")] * (length - 1)]


def case_code(word: str) -> str:
    """The case code of a written word; undecided where it has no case."""
    written = case_of(word)
    return UNKNOWN if written is None else code(CASE, written)
