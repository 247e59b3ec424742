"""ITN spans of spoken text, made as long as the language's own grammar reads them.

Which part of a number an author writes as figures is an accident: "60%" and "60 per cent", "2,000" and "2 thousand",
"25 December 1960" and "25 December, 1960" are said alike. Spans of the figures alone differ, and a model could only
guess which author it reads. So a span that is part of a longer one of the grammar becomes that longer one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ..document import Range
from ..labels import ITN, PUNCTUATION, LabelSet, spans
from ..wfst.pipeline import Grammar
from .label import UNKNOWN, Labelled, label_of
from .spoken import span_codes

_Known = tuple[int, int, str]
_DATE = "date"
_SPELLED = {"serial", "electronic", "whitelist"}
"""Their letters are words of everyday speech too ("2004 के")."""


def whole_spans(labelled: Labelled, grammar: Grammar, marks: LabelSet = PUNCTUATION) -> Labelled:
    """A spoken passage with every ITN span that is part of a longer one of ``grammar`` in its place, with its class.

    The longer one covers whole spans and words outside, no undecided word, and no mark but the comma of a date
    ("25 December, 1960"). Spans that touch stay apart, but those of one date.
    """
    known = spans(["O" if c == UNKNOWN else label_of(ITN, c) for c in labelled.itn])
    codes = list(labelled.itn)
    for span in grammar.spans(labelled.words) if known else ():
        start, end = span.words
        inner = [part for part in known if part[0] < end and start < part[1]]
        if _whole(labelled, span.words, inner, marks) and _one(inner, span.kind):
            codes[start:end] = span_codes(span.kind, end - start)
    return replace(labelled, itn="".join(codes))


def _whole(labelled: Labelled, words: Range, inner: Sequence[_Known], marks: LabelSet) -> bool:
    """Whether ``inner`` are whole spans, less than ``words``, and nothing parts or blurs the words between them."""
    start, end = words
    if not inner or inner[0][:2] == words or inner[0][0] < start or inner[-1][1] > end:
        return False
    allowed = {marks.labels[0], *([marks.of_marks(",")] if {kind for *_, kind in inner} == {_DATE} else [])}
    behind = {label_of(marks, c) for c in labelled.punctuation[start : end - 1]}
    return behind <= allowed and UNKNOWN not in labelled.itn[start:end]


def _one(inner: Sequence[_Known], kind: str) -> bool:
    """Whether the spans may be one of class ``kind``: none touches the next, or all are of one date."""
    if kind in _SPELLED:
        return False
    touching = any(left[1] == right[0] for left, right in pairwise(inner))
    return not touching or {kind, *(part[2] for part in inner)} == {_DATE}
