"""Tagged fields on the wire and the tokens they stand for, both ways."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations as arrangements

import regex

from ..document import Range, Span, Token
from .wire import KEPT_END, KEPT_START, KEPT_WORD, SPACE_MARK, TOKEN_MARK, WRITTEN_ORDER

_KEPT = regex.compile(f"{KEPT_START}[^{KEPT_END}]*{KEPT_END}")
_ENDING = regex.compile(r"(?<=[\p{N}%])(\P{L}?)[[\p{L}\p{M}]--[A-Za-z]]+$", regex.V1)
_MARKS = str.maketrans("", "", KEPT_START + KEPT_END + SPACE_MARK)
_RECENT = 50_000  # lines that are kept parsed: the readings of one run have most of theirs in common

ENDING_SAID = "ending_said"
"""The field of a token that has its ending as it was written in Latin letters; no grammar writes it."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """A token (None for a word that stays), the number of words it covers, and which of them stay as they are."""

    token: Token | None
    width: int
    kept: tuple[Range, ...] = ()

    def span(self, position: int) -> Span:
        """The token as a span of a text, ``position`` words behind its start."""
        assert self.token is not None
        kept = tuple((start + position, end + position) for start, end in self.kept)
        return Span((position, position + self.width), self.token, kept)


def parse(classified: str) -> list[Parsed]:
    """Tagged fields → tokens with the number of words each covers, and which of these words stay as they are."""
    return [*map(_parsed, classified.split(TOKEN_MARK))]


@lru_cache(maxsize=_RECENT)
def _parsed(line: str) -> Parsed:
    return Parsed(_token(line), line.count(SPACE_MARK) + 1, _kept(line))


def _kept(line: str) -> tuple[Range, ...]:
    """The ranges of words between marks, counted in the spaces before them."""
    found: list[Range] = []
    spaces = start = 0
    for character in line:
        if character == SPACE_MARK:
            spaces += 1
        elif character == KEPT_START:
            start = spaces
        elif character == KEPT_END:
            found.append((start, spaces + 1))
    return tuple(found)


def with_kept(text: str, words: Sequence[str], kept: Sequence[Range]) -> str:
    """``text`` with its marked words replaced by the words that were there, where there are as many of them."""
    sources = [" ".join(words[start:end]) for start, end in kept]
    if len(_KEPT.findall(text)) == len(sources):
        text = _KEPT.sub(lambda _: sources.pop(0), text)
    return unmarked(text)


def with_ending_said(text: str, token: Token) -> str:
    """``text`` with its ending in the Latin letters that ``token`` has for it: 5वीं as 5vi."""
    said = token.fields.get(ENDING_SAID)
    return text if said is None else _ENDING.sub(lambda found: found[1] + said, text)


def without_ending(found: Parsed) -> Token:
    """The token of ``found``; an ending on a word that stays is left to that word."""
    assert found.token is not None
    if not found.kept or found.kept[-1][1] != found.width:
        return found.token
    return Token(found.token.kind, {k: v for k, v in found.token.fields.items() if k != "suffix"})


def unmarked(text: str) -> str:
    """``text`` without the marks around words that stay and between words."""
    return text.translate(_MARKS)


def permutations(token: Token, preferred: Sequence[str] = WRITTEN_ORDER) -> Iterator[str]:
    """The fields of ``token`` in every order, the preferred one first."""
    first = serialize(token, preferred)
    yield first
    for order in arrangements(sorted(token.fields.keys() - {"suffix"})):
        if (other := serialize(token, (*order, "kind", "suffix"))) != first:
            yield other


def serialize(token: Token, order: Sequence[str]) -> str:
    """``token`` as "name=value" fields in the given order."""
    fields = {**token.fields, "kind": token.kind}
    return " ".join(f"{name}={fields[name]}" for name in order if name in fields)


def _token(line: str) -> Token | None:
    if line == KEPT_WORD:
        return None
    fields = dict(field.split("=", 1) for field in unmarked(line).split(" "))
    kind = fields.pop("kind")
    return Token(kind, fields)
