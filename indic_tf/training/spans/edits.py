"""Pairs as words with one tag each, on disk: what a model of tag scripts learns from.

A row is ``style  words  tags``, separated by TABs; words and tags are joined by spaces. The words of the span carry the
tags that write it (see `edit_tags`), those around it `SELF`. Where the grammar reads a number in the context, nobody
knows whether it would be written: such words are `UNKNOWN`.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ...edit_tags import SELF, Tags, encode
from ...errors import InputError
from ...styles import PRESETS
from ...tagging.encode import tagger_word
from ...wfst.alignment import align
from ...wfst.pipeline import Grammar
from .. import shards
from . import pairs
from .pairs import Pair

UNKNOWN = "?"
"""The tag of a word that the pair does not decide."""

COLUMNS = ("style", "words", "tags")


@dataclass(frozen=True, slots=True)
class Edited:
    """The tagger words of a text with the tag of each, in one style."""

    style: str
    words: Tags
    tags: Tags


def edited(pair: Pair, grammar: Grammar) -> Edited | None:
    """A pair as words with tags; None where no tags write its answer."""
    span = pair.span.split()
    found = written(span, pair.target, pair.style, grammar)
    if found is None:
        return None
    left, right = (side.split() for side in (pair.left, pair.right))
    tags = (*around(left, grammar), *found, *around(right, grammar))
    return Edited(pair.style, tuple(map(tagger_word, [*left, *span, *right])), tags)


def written(span: Sequence[str], text: str, style: str, grammar: Grammar) -> Tags | None:
    """The tags that write ``span`` as ``text``."""
    if text == " ".join(span):
        return (SELF,) * len(span)
    aligned = align(grammar, span, text, PRESETS[style])
    return encode(span, text, aligned.sources) if aligned else None


def around(words: Sequence[str], grammar: Grammar) -> Tags:
    """The tags of words beside a span."""
    tags = [SELF] * len(words)
    for start, end in grammar.runs(words):
        tags[start:end] = [UNKNOWN] * (end - start)
    return tuple(tags)


def build(source: Path, target: Path, grammar: Grammar, most: int | None = None) -> Counter[str]:
    """Make the shard of a file of pairs, of its first ``most`` pairs to be written (task itn).

    Returns how many rows were ``kept`` and how many pairs ``lost`` because no tags write them. Raises `InputError` for
    a row that is no pair.
    """
    counts: Counter[str] = Counter()

    def rows() -> Iterator[Edited]:
        for pair in islice((pair for pair in pairs.read(source) if pair.task == "itn"), most):
            made = edited(pair, grammar)
            counts["kept" if made else "lost"] += 1
            if made:
                yield made

    write(target, rows())
    return counts


def write(path: Path, rows: Iterable[Edited]) -> None:
    """Write a shard; it appears under its name only when it is complete."""
    shards.pack(path, ((row.style, " ".join(row.words), " ".join(row.tags)) for row in rows))


def read(path: Path) -> Iterator[Edited]:
    """The rows of a shard; raises `InputError`, with file and line, for one that is none."""
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for number, line in enumerate(lines, start=1):
            columns = line.rstrip("\n").split("\t")
            if len(columns) != len(COLUMNS):
                raise InputError(f"{path}:{number}: {len(columns)} columns, expected {', '.join(COLUMNS)}")
            words, tags = (tuple(column.split(" ")) for column in columns[1:])
            if len(words) != len(tags):
                raise InputError(f"{path}:{number}: {len(words)} words, but {len(tags)} tags")
            yield Edited(columns[0], words, tags)
