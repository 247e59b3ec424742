"""From written text to words and labels: the marks are stripped and remembered.

Which periods are no sentence ends is learnt from each source itself (see `Periods`), after the idea of Kiss and
Strunk, "Unsupervised Multilingual Sentence Boundary Detection" (2006): no list of abbreviations stands in code.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import regex

from ..labels import CASE, PUNCTUATION, LabelSet, case_of
from ..tagging.encode import NUMBER, tagger_word

UNKNOWN = "-"
"""The code of a label that the text does not decide."""

_TOKEN = regex.compile(r"^([^\p{L}\p{M}\p{N}]*)(.*?)([^\p{L}\p{M}\p{N}]*)$", regex.DOTALL)
_BASE_LETTER = regex.compile(r"\p{L}")
_LOWER_LATIN = regex.compile(r"^\p{Ll}")
_AMBIGUOUS = "…"


@dataclass(frozen=True, slots=True)
class Labelled:
    """The tagger words of a passage with one code per word and head: the label's index, or `UNKNOWN`.

    A head that nothing is known about has no codes.
    """

    words: tuple[str, ...]
    punctuation: str = ""
    case: str = ""
    itn: str = ""
    disfluency: str = ""

    def codes(self, head: str) -> str:
        """One code per word; `UNKNOWN` for all of them where the head has none."""
        codes: str = getattr(self, head)
        return codes or UNKNOWN * len(self.words)


def code(labels: LabelSet, label: str) -> str:
    """A label as one character: its index, counted from the character "0"."""
    return chr(ord("0") + labels.index(label))


def label_of(labels: LabelSet, code: str) -> str:
    """The label that a code stands for; `UNKNOWN` for itself."""
    return UNKNOWN if code == UNKNOWN else labels.labels[ord(code) - ord("0")]


def cut(passage: Labelled, start: int, end: int) -> Labelled:
    """Words ``start`` to ``end`` of a passage with their codes."""
    heads = (passage.punctuation, passage.case, passage.itn, passage.disfluency)
    return Labelled(passage.words[start:end], *(codes[start:end] for codes in heads))


def concatenated(parts: Sequence[Labelled]) -> Labelled:
    """Passages one behind the other; all of them know the same heads."""
    return Labelled(
        tuple(word for part in parts for word in part.words),
        "".join(part.punctuation for part in parts),
        "".join(part.case for part in parts),
        "".join(part.itn for part in parts),
        "".join(part.disfluency for part in parts),
    )


Token = tuple[str, str, str]
"""(marks before, core, marks behind) of one whitespace-delimited token."""


@lru_cache(maxsize=1 << 18)
def split_token(token: str) -> Token:
    """Split off the marks around a token: ``("“", "नमस्ते", ",”")``; the core is empty for marks only."""
    match = _TOKEN.match(token)
    assert match is not None
    before, core, after = match.groups()
    return before, core, after


def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text; marks that stand alone are hung on the word before them."""
    made: list[Token] = []
    for before, core, after in map(split_token, text.split()):
        if core:
            made.append((before, core, after))
        elif made:
            made[-1] = (made[-1][0], made[-1][1], made[-1][2] + before + after)
    return tuple(made)


@dataclass(frozen=True)
class Periods:
    """What a source's own statistics say about a word that is followed by a period.

    Passages end where sentences end. So a short word that mostly comes with a period, but closes a passage far
    less often than other dotted words do, is an abbreviation; a short word too rare to tell is left undecided.
    """

    abbreviations: frozenset[str]
    undecided: frozenset[str]

    @classmethod
    def learn(cls, passages: Sequence[Sequence[Token]]) -> Periods:
        """Count words with and without a period over the passages of one source."""
        words = Counter(core for passage in passages for _, core, _ in passage)
        dotted = Counter(core for passage in passages for _, core, after in passage if after.startswith("."))
        closing = Counter(passage[-1][1] for passage in passages if passage[-1][2].startswith("."))
        rate = closing.total() / max(1, dotted.total())
        kinds = {core: _kind(core, n / words[core], n * rate, closing[core]) for core, n in dotted.items()}
        return cls(
            frozenset(core for core, kind in kinds.items() if kind == "abbreviation"),
            frozenset(core for core, kind in kinds.items() if kind == "undecided"),
        )


def _kind(core: str, share: float, expected: float, closing: int) -> str:
    """Judge a dotted word by its share of dotted uses and by how often it was expected to close a passage."""
    letters = len(_BASE_LETTER.findall(core))
    rarely_closes = closing < 0.35 * expected
    if not letters or letters > 3 or "." in core:
        return "end"
    if expected >= 3 and share >= 0.5 and rarely_closes:
        return "abbreviation"
    rare = letters <= 2 and (rarely_closes or not closing)
    return "undecided" if rare or (rarely_closes and share >= 0.5) else "end"


def label(passage: Sequence[Token], periods: Periods, marks: LabelSet = PUNCTUATION) -> Labelled:
    """Strip the marks of a passage and write down what they were.

    An ellipsis is undecided except at the end of the passage, where it closes the sentence.
    """
    words: list[str] = []
    punctuation: list[str] = []
    case: list[str] = []
    closing = {code(marks, name) for name in marks.closing}
    for i, (_, core, after) in enumerate(passage):
        following = passage[i + 1][1] if i + 1 < len(passage) else None
        starts = not punctuation or punctuation[-1] in closing
        words.append(tagger_word(core))
        punctuation.append(_mark_code(core, after, following, starts, periods, marks))
        written = case_of(core) if words[-1] != NUMBER else None
        case.append(UNKNOWN if written is None else code(CASE, written))
    return Labelled(tuple(words), "".join(punctuation), "".join(case))


def _mark_code(core: str, after: str, following: str | None, starts: bool, periods: Periods, marks: LabelSet) -> str:
    none = code(marks, marks.labels[0])
    if after.startswith(".") and following is not None:
        if core in periods.abbreviations or ("." in core and after == "."):
            return none if after == "." else code(marks, marks.of_marks(after[1:]))
        if _LOWER_LATIN.match(following) and after == ".":
            return none
        if core in periods.undecided or starts:
            return UNKNOWN
    if _AMBIGUOUS in after and not any(mark in marks.marks for mark in after):
        return UNKNOWN if following is not None else code(marks, marks.of_marks("."))
    return code(marks, marks.of_marks(after))
