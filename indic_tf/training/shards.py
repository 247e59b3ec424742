"""Labelled passages on disk: one gzip'd TSV per source and split, and one line about where it came from.

A row is ``words`` and, behind TABs, the codes of the four heads (punctuation, case, itn, disfluency): words are joined
by spaces, codes are one character per word (see `label.code`; ``-`` for "undecided"); a head that nothing is known
about has an empty column.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import regex

from ..errors import InputError
from ..labels import HEADS, PUNCTUATION, SENTENCE_MARKS, LabelSet
from ..tagging.encode import NUMBER
from . import clean
from .label import UNKNOWN, Labelled, Periods, Token, label, tokens

_DEV_SHARE = 64
_SCRIPTED = regex.compile(r"\p{L}")
_LATIN = regex.compile(r"\p{Latin}")


def write(path: Path, passages: Iterable[Labelled]) -> None:
    """Write a shard; it appears under its name only when it is complete."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with gzip.open(partial, "wt", encoding="utf-8", compresslevel=1) as lines:
        lines.writelines("\t".join((" ".join(p.words), *(getattr(p, h) for h in HEADS))) + "\n" for p in passages)
    partial.rename(path)


def read(path: Path) -> Iterator[Labelled]:
    """The passages of a shard; raises `InputError` for a row whose columns do not match."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            words, *codes = line.rstrip("\n").split("\t")
            split = tuple(words.split(" "))
            if len(codes) != len(HEADS) or any(len(head) not in (0, len(split)) for head in codes):
                found = ", ".join(str(len(head)) for head in codes)
                raise InputError(f"{path}:{number}: {len(split)} words, but {found} labels of {', '.join(HEADS)}")
            yield Labelled(split, *codes)


def build(source: Path, train: Path, dev: Path, labels: LabelSet = PUNCTUATION) -> Counter[str]:
    """Clean and label one ``.txt.xz`` source into a training and a dev shard; returns what every rule dropped."""
    counts: Counter[str] = Counter()
    passages = _cleaned(source, counts, labels)
    periods = Periods.learn(passages)
    latin = _latin_share(passages[:2000]) > 0.5
    splits: tuple[list[Labelled], list[Labelled]] = ([], [])
    for passage in passages:
        made = label(passage, periods, labels)
        share = _latin_share([passage])
        foreign = 1 - share if latin else share
        marks = [labels.labels[ord(c) - ord("0")] if c != UNKNOWN else c for c in made.punctuation]
        if reason := clean.fine_reason(marks, made.words.count(NUMBER), foreign, labels):
            counts[f"fine: {reason}"] += 1
            continue
        splits[is_dev(made)].append(made)
        counts["kept"] += 1
        counts["words"] += len(made.words)
    write(train, splits[0])
    write(dev, splits[1])
    counts["abbreviations"] = len(periods.abbreviations)
    return counts


def is_dev(passage: Labelled) -> bool:
    """Whether a passage belongs to the dev split: by a hash of its words, so that no run moves it."""
    digest = hashlib.blake2b(" ".join(passage.words).encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") % _DEV_SHARE == 0


def _cleaned(source: Path, counts: Counter[str], labels: LabelSet) -> list[tuple[Token, ...]]:
    """The tokens of every passage that passes the coarse filter, cut behind its last sentence end."""
    made: list[tuple[Token, ...]] = []
    seen: set[int] = set()
    with lzma.open(source, "rt", encoding="utf-8") as lines:
        for line in lines:
            counts["passages"] += 1
            text = clean.normal(line)
            reason = clean.coarse_reason(text)
            if reason is None and hash(text) in seen:
                reason = "repeated"
            if reason is not None:
                counts[f"coarse: {reason}"] += 1
                continue
            seen.add(hash(text))
            made.append(_whole_sentences(tokens(clean.clean(text, labels))))
    return [passage for passage in made if passage]


def _whole_sentences(passage: tuple[Token, ...]) -> tuple[Token, ...]:
    closing = [i for i, (_, _, after) in enumerate(passage) if any(m in SENTENCE_MARKS for m in after)]
    return passage[: closing[-1] + 1] if closing else ()


def _latin_share(passages: list[tuple[Token, ...]]) -> float:
    letters = "".join(core for passage in passages for _, core, _ in passage)
    return len(_LATIN.findall(letters)) / max(1, len(_SCRIPTED.findall(letters)))
