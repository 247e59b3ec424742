"""Where two texts differ, for the eye: whole words first, then grapheme clusters inside the words that differ.

A grapheme cluster (UAX #29, ``\\X``) is what a reader takes for one letter: a consonant with its vowel signs is never
torn apart, and no sign stands coloured on a dotted circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import regex

from ..evaluation.asr.counts import graphemes
from ..evaluation.text import Levenshtein, align
from . import visible

Kind = Literal["same", "changed", "sign", "cut"]

_ALIKE = 0.4  # of two stretches of words that share less, nothing is marked as the same
_LONG = 60  # words; of longer texts, what is the same is cut short
_AROUND = 5  # words that are left beside a difference
_SPACE = regex.compile(r" (?!\p{M}|[\u200c\u200d])")  # a sign behind a space makes one cluster with it


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one text: the same on both sides, changed, the name of a character that cannot be seen (``changed``
    says where it stands), or in place of words that were left out."""

    kind: Kind
    text: str
    changed: bool = False


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words that are the same on both sides, or what stands there instead of each other."""

    same: bool
    sides: tuple[str, str]
    words: tuple[int, int]


def diff(reference: str, output: str) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Both texts in pieces; joined they are the texts (but for what was cut out of long ones).

    >>> [piece.text for piece in diff("दो किताबें", "दो किताब")[0] if piece.changed]
    ['बें']
    """
    gold, made = visible.spaced(reference), visible.spaced(output)
    stretches = list(_stretches(_SPACE.split(gold), _SPACE.split(made)))
    long = sum(max(stretch.words) for stretch in stretches) > _LONG
    seen = [0, 0]
    sides: tuple[list[Piece], list[Piece]] = ([], [])
    for place, stretch in enumerate(stretches):
        ends = (place == 0, place == len(stretches) - 1)
        for i, pieces in enumerate(_pieces(stretch, long, ends)):
            sides[i].extend([Piece("same", " ")] if seen[i] and stretch.words[i] else [])
            sides[i].extend(pieces)
            seen[i] += stretch.words[i]
    return tuple(_merged(sides[0])), tuple(_merged(sides[1]))


def alone(text: str) -> tuple[Piece, ...]:
    """A text that is compared with nothing."""
    return tuple(_named([Piece("same", visible.spaced(text))]))


def _stretches(gold: Sequence[str], made: Sequence[str]) -> Iterator[_Stretch]:
    def same(pair: tuple[int | None, int | None]) -> bool:
        i, j = pair
        return i is not None and j is not None and gold[i] == made[j]

    for equal, run in groupby(align(gold, made), same):
        pairs = list(run)
        left = [gold[i] for i, _ in pairs if i is not None]
        right = [made[j] for _, j in pairs if j is not None]
        yield _Stretch(equal, (" ".join(left), " ".join(right)), (len(left), len(right)))


def _pieces(stretch: _Stretch, long: bool, ends: tuple[bool, bool]) -> tuple[list[Piece], list[Piece]]:
    if stretch.same:
        text = stretch.sides[0]
        pieces = list(_shortened(text, *ends)) if long else [Piece("same", text)]
        return pieces, pieces
    return _changed(*map(graphemes, stretch.sides))


def _shortened(text: str, first: bool, last: bool) -> Iterator[Piece]:
    """Words that are the same, without those that are far from a difference."""
    words = text.split(" ")
    head, tail = 0 if first else _AROUND, 0 if last else _AROUND
    left_out = len(words) - head - tail
    if left_out <= _AROUND:
        yield Piece("same", text)
        return
    if head:
        yield Piece("same", " ".join(words[:head]) + " ")
    yield Piece("cut", f"… {left_out} words …")
    if tail:
        yield Piece("same", " " + " ".join(words[-tail:]))


def _changed(gold: list[str], made: list[str]) -> tuple[list[Piece], list[Piece]]:
    """What differs inside two stretches of words; all of it where they have little in common."""
    if Levenshtein.normalized_similarity(gold, made) < _ALIKE:
        return _whole(gold), _whole(made)
    left: list[Piece] = []
    right: list[Piece] = []
    for operation, start, end, other_start, other_end in Levenshtein.opcodes(gold, made):
        changed = operation != "equal"
        kind: Kind = "changed" if changed else "same"
        left.append(Piece(kind, "".join(gold[start:end]), changed))
        right.append(Piece(kind, "".join(made[other_start:other_end]), changed))
    return left, right


def _whole(clusters: list[str]) -> list[Piece]:
    return [Piece("changed", "".join(clusters), True)]


def _merged(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Neighbours of one kind as one piece, empty ones gone, unseen characters named."""
    found = (piece for piece in pieces if piece.text)
    joined = (
        Piece(kind, "".join(piece.text for piece in run), changed)
        for (kind, changed), run in groupby(found, lambda piece: (piece.kind, piece.changed))
    )
    return _named(joined)


def _named(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        for text, named in visible.parts(piece.text):
            yield Piece("sign" if named else piece.kind, text, piece.changed)
        if piece.changed:  # a joiner looks like nothing, but may be all that differs
            for joiner in dict.fromkeys(c for c in piece.text if c in visible.JOINERS):
                yield Piece("sign", visible.short_name(joiner), True)
