"""Tags in the middle of a caption (``<i>``, ``<font>``, ``{\\i1}``), put back round the words that now say the same."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import regex

from ..scripts import fold, split_marks

TAG = regex.compile(
    r"</?(?:[ibuscv]|font|ruby|rt|lang|strong|em)(?:[.\s/][^<>]*)?>|<\d[\d:.,]*>|(?<!\\)\{\\[^{}]*\}", regex.I
)
BREAK = regex.compile(r"\\[Nnh]|[\r\n]+")
_PART = regex.compile(rf"(?P<tag>{TAG.pattern})|(?P<gap>{BREAK.pattern}|\s+)|(?P<text>.)", regex.I | regex.S)


@dataclass(slots=True)
class _Tagged:
    """A word with the tags that stand before and behind it."""

    before: str = ""
    text: str = ""
    after: str = ""


def retagged(text: str, like: str) -> str:
    """``text`` with the tags of ``like``, each round the words that stand where its words stood.

    Line breaks stay as they are in ``text``. A tag that opened or closed inside of what is one word now stands at that
    word's edge, so that tags stay in their order.

    >>> retagged("उसे ₹25,000 दो", "उसे <i>पच्चीस हजार</i> रुपये दो")
    'उसे <i>₹25,000</i> दो'
    """
    if not TAG.search(like):
        return text
    old, new = _words(like), _words(text)
    if not new[0].text:
        return text
    before, after = [""] * len(new), [""] * len(new)
    for word, (i, stands) in zip(old, _places(old, new), strict=True):
        if stands and not after[i]:
            before[i] += word.before
            after[i] += word.after
        else:
            after[i] += word.before + word.after
    made, i = "", 0
    inside = False
    for part in _PART.finditer(text):
        if part["gap"] is None and not inside:
            made, inside = made + before[i], True
        elif part["gap"] is not None and inside:
            made, inside, i = made + after[i], False, i + 1
        made += part[0]
    return made + after[i] if inside else made


def _words(raw: str) -> list[_Tagged]:
    """The words of a text with its tags, each with the word that it touches; between spaces one that closes belongs to
    the word before it, any other to the next. Tags without a word stand with the last."""
    made = [_Tagged()]
    for part in _PART.finditer(raw):
        word, tag = made[-1], part["tag"]
        if part["gap"] is not None:
            if word.text:
                made.append(_Tagged())
        elif tag is None:
            word.text += part[0]
        elif word.text:
            word.after += tag
        elif not word.text and tag.startswith("</") and len(made) > 1 and not word.before:
            made[-2].after += tag
        else:
            word.before += tag
    if len(made) > 1 and not made[-1].text:
        last = made.pop()
        made[-1].after += last.before + last.after
    return made


def _places(old: Sequence[_Tagged], new: Sequence[_Tagged]) -> list[tuple[int, bool]]:
    """For every old word the index of the new one that stands in its place, or before it (False); never falling."""
    was, now = ([fold(split_marks(html.unescape(word.text))[1]) for word in words] for words in (old, new))
    made: list[tuple[int, bool]] = []
    for _, a, b, c, d in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        made += [(c + i * (d - c) // (b - a), True) if d > c else (max(c - 1, 0), False) for i in range(b - a)]
    return made
