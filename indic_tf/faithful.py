"""Is what a network wrote licensed by what was said? The grammar reads both sides; what it cannot read is spelled out.

    every figure can be read    the values must be those that the words say, one for one
    some figure cannot          every digit must stand in the value of a number word, in their order; every letter must
                                be said; no word may be lost

Words may be misheard: then the words that they stand for must say what is written. Universal-2-TF and the duplex model
(Lai et al. 2021) trust their networks; Zhang et al. (2019, "Neural models of text normalization for speech
applications", section 5) cover them with a grammar, as we do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import regex

from .document import Range, Span, Token
from .licence import Licence, digit_groups
from .scripts import fold, nfc, split_marks

if TYPE_CHECKING:
    from .wfst.pipeline import Grammar
    from .wfst.senses import Spelling

LONGEST = 40
"""Words; no value takes as many to say."""

_LEAST_LENGTH, _LENGTH_PER_WORD = 40, 16  # characters of an answer
_NO_TEXT = regex.compile(r"[\p{Cc}\p{Cn}\p{Co}\p{Cs}\p{Z}--\ ]", regex.V1)
_DIGIT = regex.compile(r"\p{N}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer stands; why not; and, where it can be read, the values that it gives to the spoken words."""

    accepted: bool
    reason: str = ""
    spans: tuple[Span, ...] = ()


def check(spoken: Sequence[str], written: str, grammar: Grammar) -> Verdict:
    """Judge ``written`` as the written form of the words ``spoken``.

    >>> from indic_tf.wfst.pipeline import grammar
    >>> check(["पचीस", "हज़र", "रुपये"], "₹25,000", grammar("hi")).accepted
    True
    >>> check(["पचीस", "हज़र", "रुपये"], "₹26,000", grammar("hi")).reason
    'says another value: money currency=INR integer=26000'
    """
    from .wfst.senses import spellings
    from .wfst.values import written_values

    written = " ".join(nfc(written).split(" "))
    if problem := _malformed(spoken, written):
        return Verdict(False, problem)
    words = written.split()
    figures = written_values(words, grammar)
    if figures is None:
        return _spelled_out(spoken, written, grammar)
    outer = [fold(core) for core in _outside(words, [range_ for range_, _ in figures]) if core]
    for spelling in spellings(spoken, grammar):
        if not spelling.endings and (spans := _saying(spelling, figures, outer, grammar)):
            return Verdict(True, spans=spans)
    return Verdict(False, f"says another value: {' + '.join(tokens[0].value for _, tokens in figures)}")


def check_case(spoken: str, written: str) -> Verdict:
    """Judge ``written`` as ``spoken`` in other case: not a letter may differ."""
    same = nfc(written).casefold() == nfc(spoken).casefold()
    return Verdict(True) if same else Verdict(False, "changes letters")


def _malformed(spoken: Sequence[str], written: str) -> str:
    """Why this is no written form of anything; "" if it may be one."""
    if not written.strip():
        return "writes nothing"
    if len(spoken) > LONGEST:
        return f"span of more than {LONGEST} words"
    if len(written) > _LEAST_LENGTH + _LENGTH_PER_WORD * len(spoken):
        return "far longer than what was said"
    if _NO_TEXT.search(written):
        return "holds control characters"
    return "" if _DIGIT.search(written) else "holds no figure"


def _saying(
    spelling: Spelling, figures: Sequence[tuple[Range, list[Token]]], outer: Sequence[str], grammar: Grammar
) -> tuple[Span, ...]:
    """The spans of the spoken words whose values are those of ``figures``, nothing else lost or added; () if none."""
    from .wfst.senses import senses

    for sense in senses(spelling.words, grammar):
        if len(sense.spans) == len(figures) and all(
            span.token.value in {token.value for token in tokens}
            for span, (_, tokens) in zip(sense.spans, figures, strict=True)
        ):
            rest = [word for word in _outside(spelling.words, [span.words for span in sense.spans]) if word]
            placed = tuple(span.at(spelling.positions) for span in sense.spans)
            if _are_apart(placed) and _are_kept(outer, rest, grammar):
                return placed
    return ()


def _are_apart(spans: Sequence[Span]) -> bool:
    """True if no spoken word is in two of them: a misheard one may stand for two numbers."""
    return all(left.words[1] <= right.words[0] for left, right in pairwise(spans))


def _are_kept(outer: Sequence[str], said: Sequence[str], grammar: Grammar) -> bool:
    """True if the words beside the figures are those that were said; "and", "from" and the like may go."""
    left = list(outer)
    for word in said:
        if left and left[0] == fold(word):
            left.pop(0)
        elif not grammar.knows(word):
            return False
    return not left


def _outside(words: Sequence[str], ranges: Sequence[Range]) -> list[str]:
    """The cores of the words that are in none of ``ranges``."""
    inside = {i for range_ in ranges for i in range(*range_)}
    return [split_marks(word)[1] for i, word in enumerate(words) if i not in inside]


def _spelled_out(spoken: Sequence[str], written: str, grammar: Grammar) -> Verdict:
    """The verdict on what holds a figure that the grammar cannot read."""
    from .wfst.senses import senses, spellings

    groups = digit_groups(written)
    if groups is None:
        return Verdict(False, "holds figures that nobody writes")
    licence, problem = Licence(grammar, written, groups), ""
    for spelling in spellings(spoken, grammar):
        for sense in senses(spelling.words, grammar):
            found = licence.problem(spelling, sense)
            if not found:
                return Verdict(True)
            problem = problem or found
    return Verdict(False, problem or f"digits {' '.join(groups)} were not said")
