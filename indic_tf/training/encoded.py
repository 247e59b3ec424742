"""A source as flat arrays of subwords, so that a training window is a slice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..labels import HEADS, IGNORE, PUNCTUATION, LabelSet
from ..tagging.encode import TYPES, repeats, script_number
from .label import UNKNOWN, Labelled, code
from .shards import number_of, read

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class EncodedSource:
    """All passages of a source in one row.

    ``ids`` and ``types`` (see `encode.TYPES`) are per subword; ``labels`` is (heads, subwords) with -100 off the last
    subword of a word; ``words[i]`` is the first subword of word i and ``words[-1]`` the length; ``sentences`` likewise
    for sentences; ``questions`` are the numbers of the sentences that close with a question mark. ``soft`` has, for a
    head that teachers have said theirs of, their shares of its labels (words, labels) as `soft` stores them.
    ``passages`` are the first subwords of the passages and the length, ``kin`` has a number for each (see `kin`).
    """

    ids: NDArray[np.int32]
    types: NDArray[np.uint8]
    labels: NDArray[np.int8] | NDArray[np.int16]
    words: NDArray[np.int64]
    sentences: NDArray[np.int64]
    questions: NDArray[np.int64]
    soft: Mapping[str, NDArray[np.uint8]] = field(default_factory=dict)
    passages: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))
    kin: NDArray[np.uint32] = field(default_factory=lambda: np.zeros(0, np.uint32))

    @property
    def word_count(self) -> int:
        return len(self.words) - 1


@dataclass
class WordTable:
    """Every distinct word once: its subwords, found by number. ``cut`` says how a word is cut into subwords."""

    cut: Callable[[str], tuple[int, ...]]
    max_subwords: int

    def __post_init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._pieces: list[tuple[int, ...]] = []
        self._scripts: list[int] = []

    def number(self, word: str) -> int:
        number = self._numbers.get(word)
        if number is None:
            number = self._numbers[word] = len(self._pieces)
            self._pieces.append(self.cut(word)[-self.max_subwords :])
            self._scripts.append(script_number(word))
        return number

    def arrays(self, numbers: Ints) -> tuple[Ints, Ints, Ints]:
        """The subwords of these words in a row, the offset of each word in it (and the end), and its script."""
        pieces = [self._pieces[number] for number in numbers]
        lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
        flat = np.fromiter((i for word in pieces for i in word), np.int64, int(lengths.sum()))
        scripts = np.fromiter((self._scripts[number] for number in numbers), np.int64, len(pieces))
        return flat, np.concatenate(([0], lengths.cumsum())), scripts


def encode_source(
    path: Path, table: WordTable, heads: Mapping[str, LabelSet] = HEADS, share: float = 1.0
) -> EncodedSource:
    """Read a shard into flat arrays; the rows of its labels are in the order of ``heads``.

    Of a ``share`` below 1 always the same passages are read, and all of them with a greater share too.
    """
    passages = [p for p in read(path) if share == 1 or number_of(" ".join(p.words)) < share * 2**32]
    texts = [p.words for p in passages]
    labels = np.full((len(heads), sum(map(len, texts))), IGNORE, np.int8)
    for row, head in enumerate(heads):
        labels[row] = _codes("".join(p.codes(head) for p in passages))
    made = encode_texts(texts, labels, table, *_sentences(passages, heads.get("punctuation", PUNCTUATION)))
    opening = np.cumsum([0, *map(len, texts)])
    return replace(made, passages=made.words[opening], kin=np.array([kin(words) for words in texts], np.uint32))


def kin(words: Sequence[str]) -> int:
    """A number that a passage has in common with most of what is made of it: with its numbers said, its words misheard,
    fillers put in. It is the least number of its words (a min-hash; Broder 1997)."""
    return min(map(_number_of, words))


_number_of = lru_cache(maxsize=1 << 20)(number_of)


def encode_texts(
    texts: Sequence[Sequence[str]],
    labels: NDArray[np.int8] | NDArray[np.int16],
    table: WordTable,
    opening: Ints,
    questions: Ints,
) -> EncodedSource:
    """Texts as one row of subwords. ``labels`` is (heads, words); ``opening`` are the numbers of the words that open a
    sentence, and the number of words; ``questions`` of the sentences that ask."""
    known = np.array([table.number(w) for words in texts for w in words], np.int64)
    distinct, numbers = np.unique(known, return_inverse=True)
    flat, offsets, scripts = table.arrays(distinct)
    lengths = (offsets[1:] - offsets[:-1])[numbers]
    starts = np.concatenate(([0], lengths.cumsum()))
    within = np.arange(starts[-1]) - np.repeat(starts[:-1], lengths)
    placed = np.full((len(labels), int(starts[-1])), IGNORE, labels.dtype)
    placed[:, starts[1:] - 1] = labels
    return EncodedSource(
        ids=flat[np.repeat(offsets[numbers], lengths) + within].astype(np.int32),
        types=np.repeat(scripts[numbers] + TYPES * repeated(texts), lengths).astype(np.uint8),
        labels=placed,
        words=starts,
        sentences=starts[opening],
        questions=questions,
    )


def repeated(texts: Sequence[Sequence[str]]) -> Ints:
    """`encode.repeats` of every text, one behind the other."""
    return np.fromiter((again for words in texts for again in repeats(words)), np.int64)


def _codes(text: str) -> NDArray[np.int8]:
    """Label codes as indices, `UNKNOWN` as -100."""
    raw = np.frombuffer(text.encode("ascii"), np.uint8)
    return np.where(raw == ord(UNKNOWN), IGNORE, raw.astype(np.int16) - ord("0")).astype(np.int8)


def _sentences(passages: Sequence[Labelled], marks: LabelSet) -> tuple[Ints, Ints]:
    """The word numbers where sentences open (and the end), and which sentences are questions.

    A passage always closes its last sentence.
    """
    codes = np.frombuffer("".join(p.codes("punctuation") for p in passages).encode("ascii"), np.uint8)
    closes = np.isin(codes, [ord(code(marks, name)) for name in marks.closing])
    closes[np.cumsum([len(p.words) for p in passages], dtype=np.int64) - 1] = True
    ends = np.flatnonzero(closes)
    asked = [ord(code(marks, name)) for name in marks.asking]
    return np.concatenate(([0], ends + 1)), np.flatnonzero(np.isin(codes[ends], asked))
