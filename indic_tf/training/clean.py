"""Cleaning of written passages before labels are read from them.

Coarse filter → clean → (labels) → fine filter, after Universal-2-TF, appendix A ("Details of Data Cleaning").
The rules are tables of (name, pattern …): `data_scripts/build_tagger_data.py` prints how often each applied.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

import regex

from ..labels import PUNCTUATION, QUESTION_MARKS, SENTENCE_MARKS, LabelSet

_WORD = r"\p{L}\p{M}\p{N}"
_MARKUP = regex.compile(r"https?:|www\.|[<>{}|\\^~=]|__|#\p{L}|@\p{L}")
_STOPS = "".join(mark for mark in SENTENCE_MARKS if mark not in ".!…" + QUESTION_MARKS)
_NO_PERIOD = ",;:!،؛" + QUESTION_MARKS + _STOPS  # every mark but the period
_MARKS = regex.compile(rf"[.{_NO_PERIOD}]")
_LETTER = regex.compile(r"[\p{L}\p{M}]")

_REPAIRS: tuple[tuple[regex.Pattern[str], str, str], ...] = tuple(
    (regex.compile(pattern), to, lost)
    for pattern, to, lost in (
        (r"\([^()]*\)|\[[^\[\]]*\]", " ", "()[]"),  # brackets go with the words in them
        (r"[\p{Emoji_Presentation}\p{Extended_Pictographic}\uFE0F\uFEFF\u200B\u00AD©®¦¬_*#]+", " ", "*"),
        (rf"^[\s.{_NO_PERIOD}\-–—•]+", "", ""),  # a mark that opens the text belongs to what came before
        (r"^\p{N}{1,3}[.)]\s+", "", ""),  # list numbers
        (rf"\s+(?=[.{_NO_PERIOD}])", "", ""),  # space before a mark
        (r"[|¦]", "।", ""),
        (r"\.{2,}|…+\.?", "…", ""),
        (rf"[.!{_STOPS}]*([?؟])[.!?؟{_STOPS}]*", r"\1", ""),
        (rf"([{_NO_PERIOD}])\1+", r"\1", ""),
        (rf"(?<=[{_WORD}][,;!?،؛؟{_STOPS}][\"”’']?)(?=\p{{L}})", " ", ""),  # a mark glued to the next word
        (r"(?<=[\p{L}\p{M}]{3})\.(?=(?!\p{Latin})[\p{L}\p{M}]{3})", ". ", ""),
        (r"\s*[—–―]+\s*|\s+-+\s+", " ", "-–—"),  # dashes
        (r"\s+", " ", ""),
    )
)
"""(pattern, replacement, the marks that the repair would lose)"""


def normal(text: str) -> str:
    """NFC on one line."""
    return unicodedata.normalize("NFC", text).strip()


def coarse_reason(text: str) -> str | None:
    """Why a raw passage is not worth cleaning, or None where it is."""
    words = text.count(" ") + 1
    marks = len(_MARKS.findall(text))
    if _MARKUP.search(text):
        return "markup"
    if len(_LETTER.findall(text)) < 0.6 * len(text.replace(" ", "")):
        return "few letters"
    if marks == 0:
        return "no marks"
    return "too many marks" if marks > max(2, 0.6 * words) else None


def clean(text: str, labels: LabelSet = PUNCTUATION) -> str:
    """Apply the repairs in order, but none that would lose a mark that ``labels`` has a label for.

    >>> clean("(हँसकर) क्या हुआ ?? कुछ नहीं !अच्छा...")
    'क्या हुआ? कुछ नहीं! अच्छा…'
    """
    for pattern, to, lost in _REPAIRS:
        if not any(mark in labels.marks for mark in lost):
            text = pattern.sub(to, text)
    return text.strip()


def fine_reason(marks: Sequence[str], numbers: int, foreign: float, labels: LabelSet = PUNCTUATION) -> str | None:
    """Why a labelled passage is refused, or None.

    ``marks`` is one label per word, ``numbers`` the count of number placeholders, ``foreign`` the share of letters
    outside the source's main script.
    """
    words = len(marks)
    ends = [-1, *(i for i, name in enumerate(marks) if name in labels.closing)]
    if words < 2:
        return "one word"
    if len(ends) == 1:
        return "no sentence end"
    if max(b - a for a, b in pairwise([*ends, words])) > 81:
        return "sentence over 80 words"
    if marks.count(labels.of_marks(",")) > max(2, words / 3):
        return "comma-heavy"
    if numbers > max(1, 0.3 * words):
        return "number-heavy"
    return "foreign script" if foreign > 0.4 else None
