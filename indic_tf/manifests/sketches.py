"""MinHash sketches of texts, for many texts at a time.

A text is the set of its shingles, the runs of 4 characters of its letters and digits under `scripts.fold`. The sketch
of a set holds, for each of 128 random permutations of all hashes, the smallest hash of a member; two sketches agree in
a place with the probability that is the Jaccard coefficient of their sets (Broder 1997, "On the resemblance and
containment of documents"). The permutations are multiply-add in 32 bits behind a mixing step, as in datasketch 2,
which the tests compare with; numpy over thousands of texts at once is several times faster and needs no set per text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import regex

from ..scripts import TO_LATIN_DIGITS, fold

SHINGLE = 4
PERMUTATIONS = 128

Sketches = npt.NDArray[np.uint32]
Keys = npt.NDArray[np.uint64]

_OTHER = regex.compile(r"[^\p{L}\p{M}\p{N}]+")
_SEED = 20_240_607
_PAD = "\0"
_ROLL = np.array([pow(0x9E3779B97F4A7C15, power, 1 << 64) for power in range(SHINGLE)], dtype=np.uint64)
_STEP = np.uint64(0x100000001B3)


def comparable(text: str) -> str:
    """What counts of a text: folded letters and Latin digits, one space for whatever stands between them.

    >>> comparable("पाँच — रुपये, हाँ!") == comparable("पांच रुपये हां")
    True
    """
    folded = fold.__wrapped__(text)  # past its cache, which is for words
    return " ".join(_OTHER.sub(" ", folded).split()).translate(TO_LATIN_DIGITS)


def shingles(text: str) -> frozenset[str]:
    """The shingles of a comparable text; a shorter one is a shingle itself."""
    return frozenset(text[i : i + SHINGLE] for i in range(max(1, len(text) - SHINGLE + 1)))


def jaccard(a: str, b: str) -> float:
    """The Jaccard coefficient of the shingles of two comparable texts, exactly.

    >>> jaccard("abcde", "abcdf")
    0.3333333333333333
    """
    first, second = shingles(a), shingles(b)
    both = len(first & second)
    return both / (len(first) + len(second) - both)


def sketch(texts: Sequence[str]) -> Sketches:
    """Sketches of comparable texts, none of them empty; texts × permutations."""
    lengths = np.array([max(SHINGLE, len(text)) for text in texts])
    hashes = _mix(_shingle_hashes("".join(text.ljust(SHINGLE, _PAD) for text in texts), lengths))
    counts = lengths - SHINGLE + 1
    starts = np.cumsum(counts) - counts
    made = np.empty((len(texts), PERMUTATIONS), dtype=np.uint32)
    for place, (factor, summand) in enumerate(_permutations()):
        made[:, place] = np.minimum.reduceat(hashes * factor + summand, starts)
    return made


def _shingle_hashes(joined: str, lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.uint32]:
    """A hash of each shingle of texts that are written one behind the other; those across two texts are left out."""
    points = np.frombuffer(joined.encode("utf-32-le"), dtype=np.uint32).astype(np.uint64)
    size = len(points) - SHINGLE + 1
    rolled = np.zeros(size, dtype=np.uint64)
    for i in range(SHINGLE):
        rolled += points[i : i + size] * _ROLL[i]
    inside = np.ones(len(points), dtype=bool)
    for back in range(1, SHINGLE):
        inside[np.cumsum(lengths) - back] = False
    rolled = rolled[inside[:size]]
    return (rolled ^ (rolled >> np.uint64(32))).astype(np.uint32)


def _mix(hashes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """MurmurHash3's 32-bit finalizer, a bijection that makes every bit depend on every other."""
    hashes = (hashes ^ (hashes >> np.uint32(16))) * np.uint32(0x85EBCA6B)
    hashes = (hashes ^ (hashes >> np.uint32(13))) * np.uint32(0xC2B2AE35)
    return hashes ^ (hashes >> np.uint32(16))


@lru_cache(maxsize=1)
def _permutations() -> list[tuple[np.uint32, np.uint32]]:
    """Odd factors and any summands: bijections of 32 bits."""
    drawn = np.random.default_rng(_SEED).integers(0, 1 << 32, size=(PERMUTATIONS, 2), dtype=np.uint32)
    return [(factor | np.uint32(1), summand) for factor, summand in drawn]


def rows_per_band(threshold: float, miss: float = 1e-3) -> int:
    """How many places make a band, so that a pair at ``threshold`` shares no band with a probability below ``miss``.

    The more places, the fewer pairs meet in vain.

    >>> rows_per_band(0.7), rows_per_band(0.9), rows_per_band(1.0)
    (4, 8, 128)
    """
    fits = (rows for rows in range(PERMUTATIONS, 0, -1) if (1 - threshold**rows) ** (PERMUTATIONS // rows) < miss)
    return next(fits)


def band_keys(sketches: Sketches, rows: int) -> Keys:
    """One key for each band of each sketch; texts × bands. Texts with a common key in a band may be alike."""
    bands = PERMUTATIONS // rows
    keys = np.zeros((len(sketches), bands), dtype=np.uint64)
    for row in range(rows):
        keys = (keys ^ sketches[:, row : bands * rows : rows].astype(np.uint64)) * _STEP
        keys ^= keys >> np.uint64(29)
    return keys
