"""A span to be written or said, and how the network is asked about it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import regex

from ..errors import InputError

Task = Literal["itn", "tn"]
CONTEXT = 10
"""Words of context on either side that the network sees."""

OPEN, CLOSE = "<m>", "</m>"
"""What stands around the span in a prompt."""

LONGEST_SPAN = 64
"""Words; no value takes as many to say."""

LONGEST_TOKEN = 100
"""Characters of a word of a span; longer ones are addresses at best, which no network copies without a slip."""

_LONGEST_WORD = 24  # characters of a word of the context
_LIMITS: dict[str, tuple[int, int]] = {"itn": (16, 2), "tn": (24, 10)}  # figures take many words to say
_LONGEST_ANSWER = 400
_NO_TEXT = regex.compile(rf"[\p{{Cc}}\p{{Cs}}]|{OPEN}|{CLOSE}")


@dataclass(frozen=True, slots=True)
class Request:
    """A span in its context, as words. ``task``: "itn" writes what is said, "tn" says what is written.

    ``style`` is a preset of `styles.PRESETS`. Raises `InputError` for another task.
    """

    lang: str
    span: tuple[str, ...]
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    task: Task = "itn"
    style: str = "default"

    @classmethod
    def within(cls, lang: str, words: Sequence[str], start: int, end: int) -> Request:
        """The words from ``start`` to ``end`` of a text, with the context that the network sees."""
        left, right = words[max(0, start - CONTEXT) : start], words[end : end + CONTEXT]
        return cls(lang, tuple(words[start:end]), tuple(left), tuple(right))

    def __post_init__(self) -> None:
        if self.task not in get_args(Task):
            raise InputError(f"task {self.task!r}: choose one of {', '.join(get_args(Task))}")


def prompt(request: Request) -> str:
    """What the encoder reads: ``<lang> <task>[:<style>] left <m> span </m> right``, as in the duplex model of Lai et
    al. (2021, "A unified transformer-based framework for duplex text normalization", section 3).

    Control characters become spaces; of the context, ten words on either side and the beginning of each are kept.

    >>> prompt(Request("hi", ("दस", "रुपये"), ("मुझे",), ("चाहिए",), style="native"))
    'hi itn:native मुझे <m> दस रुपये </m> चाहिए'
    """
    task = request.task if request.style == "default" else f"{request.task}:{request.style}"
    left, right = (_context(words) for words in (request.left[-CONTEXT:], request.right[:CONTEXT]))
    return " ".join(part for part in (request.lang, task, left, OPEN, clean(request.span), CLOSE, right) if part)


def clean(words: Iterable[str]) -> str:
    """Words joined by single spaces, without what is no text and without the marks of a prompt."""
    return " ".join(_NO_TEXT.sub(" ", " ".join(words)).split())


def is_askable(text: str) -> bool:
    """True for a cleaned span that a network can be asked about: not empty, in words and characters within bounds."""
    words = text.split()
    return 0 < len(words) <= LONGEST_SPAN and max(map(len, words)) <= LONGEST_TOKEN


def _context(words: Iterable[str]) -> str:
    return " ".join(word[:_LONGEST_WORD] for word in clean(words).split()[:CONTEXT])


def limit(task: str, tokens: int) -> int:
    """The most tokens of an answer for a span of ``tokens`` tokens.

    >>> limit("itn", 5), limit("tn", 5), limit("tn", 500)
    (26, 74, 400)
    """
    start, each = _LIMITS[task]
    return min(_LONGEST_ANSWER, start + each * tokens)
