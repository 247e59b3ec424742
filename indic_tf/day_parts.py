"""The part of the day beside a time, for the clock of 24 hours: "at five in the evening", "पाँच बजे शाम को".

The grammar reads one that stands right before its time; people say it behind, too, or with a word between.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from functools import cache

from .document import Range, Span, Word
from .languages import language
from .wfst.phrases import Phrases
from .wfst.wire import DAY_PARTS

_TOLD = ("daypart", "half")


def part_beside(words: Sequence[Word], span: Span, taken: Container[int], key: str) -> str:
    """The part of the day (one of `DAY_PARTS`) that words in or beside ``span`` say in the language ``key``.

    "" where none does, and for what is no time or says it already. A mark, or a word of ``taken``, the
    positions of words in spans, parts.
    """
    if span.kind != "time" or any(name in span.token.fields for name in _TOLD):
        return ""
    start, end = span.words
    behind, before = _behind(words, end, taken), _before(words, start, taken)
    return (
        _first(_cores(words, (start, end)), key)
        or _first(behind, key, near=1)
        or _first(before[::-1], key, near=1, back=True)
    )


def _first(cores: Sequence[str], key: str, near: int | None = None, back: bool = False) -> str:
    """The part that the first phrase among ``cores`` says; it begins no more than ``near`` words on.

    With ``back`` they are looked at from their end.
    """
    size = len(cores)
    for i in range(size if near is None else min(near + 1, size)):
        found = {
            name: size - i - phrases.before(cores, size - i) if back else phrases.at(cores, i) - i
            for name, phrases in _phrases(key).items()
        }
        if longest := max(found.values(), default=0):
            return next(name for name, length in found.items() if length == longest)
    return ""


def _behind(words: Sequence[Word], end: int, taken: Container[int]) -> list[str]:
    made: list[str] = []
    for i in range(end, len(words)):
        if words[i - 1].after or words[i].before or not words[i].core or i in taken:
            break
        made.append(words[i].core)
    return made


def _before(words: Sequence[Word], start: int, taken: Container[int]) -> list[str]:
    """The words before ``start``, the nearest first."""
    made: list[str] = []
    for i in range(start - 1, -1, -1):
        if words[i].after or words[i + 1].before or not words[i].core or i in taken:
            break
        made.append(words[i].core)
    return made


def _cores(words: Sequence[Word], range_: Range) -> list[str]:
    return [word.core for word in words[slice(*range_)]]


@cache
def _phrases(key: str) -> Mapping[str, Phrases]:
    facts = language(key)
    return {name: Phrases(forms) for name in DAY_PARTS if (forms := facts.forms("clock", name=name))}
