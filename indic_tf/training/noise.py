"""Passages as a speech recogniser might hear them: words lost, misheard, joined or split, segments cut anywhere.

A tagger trained on clean text alone trusts every word. Augmentation with recogniser-like errors is that of Alam et al.
(2020), "Punctuation Restoration using Transformer Models for High- and Low-Resource Languages" (substitution,
insertion, deletion), with two differences: what replaces a word is one that sounds like it, from a list of confusions
(``data_scripts/confusions.py``), and what is lost leaves its mark behind. Words of other scripts are lost more often,
after indic-punct (Gupta et al. 2022, section 2.2.1), which so imitates "a speech recognition model which misses words".

Labels stay true: a mark moves to the word before when its own word is lost; a span of the ITN head is lost whole or
not at all, and nothing in it is joined or split; words that a disfluency tag stands on are neither lost nor joined.
A cut end gets no mark of its own: the last word keeps the code of what followed it in the text, mostly none. It is not
undecided, because the text does decide it: the sentence goes on, in the next segment, and a mark there would be wrong.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

import numpy as np

from .. import tables
from ..labels import CASE
from ..scripts import is_latin
from ..tagging.encode import NUMBER
from .label import UNKNOWN, Labelled, code
from .rows import CLOSING, FLUENT, INSIDE, NONE, OUTSIDE, Row, ends_sentence, joined, rows
from .speech import graphemes

_COLUMNS = ("word", "other", "weight")
_LOWER, _CAPITAL, _MIXED = (code(CASE, name) for name in ("lower", "capital", "mixed"))
_SHORT = 5
_SHORTEST_PART = 2
_LEAST = 3


@dataclass(frozen=True)
class Rates:
    """Chances of each error: ``cut`` per end of a passage, the others per word (per span of the ITN head).

    Attributes:
        cut: the passage opens, or closes, in mid-sentence.
        drop: a word is lost.
        foreign: a word in another script than most of the passage is lost.
        substitute: a word becomes one that sounds like it, times the weight that the list gives all of those.
        unrelated: a word that the recogniser does not know becomes any other.
        merge: a short word is written as one with the next short one.
        split: a word that is made of two words is written as two.
    """

    cut: float = 0.15
    drop: float = 0.01
    foreign: float = 0.2
    substitute: float = 0.05
    unrelated: float = 0.005
    merge: float = 0.01
    split: float = 0.02


@dataclass(frozen=True)
class Confusions:
    """Word → (the words it may be heard as, their cumulated weights); weights add up to at most one.

    ``words`` lists them in order.
    """

    others: Mapping[str, tuple[tuple[str, ...], tuple[float, ...]]]
    words: tuple[str, ...] = ()

    @classmethod
    def read(cls, path: Path) -> Confusions:
        """Read ``confusions.tsv`` (word, other, weight); a file that is not there has none.

        Raises `TableError` for a row that is not so.
        """
        listed: dict[str, dict[str, float]] = {}
        for row in tables.read(path, _COLUMNS, len(_COLUMNS)):
            listed.setdefault(row["word"], {})[row["other"]] = _weight(row)
        others = {}
        for word, weights in listed.items():
            scale = max(1.0, sum(weights.values()))
            others[word] = (tuple(weights), tuple(w / scale for w in accumulate(weights.values())))
        return cls(others, tuple(sorted(others)))

    def heard(self, word: str, draw: float) -> str:
        """What ``word`` is heard as; ``draw`` is uniform from 0 to 1. Words far from all others mostly stay."""
        others, limits = self.others.get(word, ((), ()))
        return next((other for other, limit in zip(others, limits, strict=True) if draw < limit), word)


def noisy(passage: Labelled, confusions: Confusions, random: np.random.Generator, rates: Rates = Rates()) -> Labelled:
    """The passage with a recogniser's errors; the same state of ``random`` gives the same passage."""
    heard = _cut(rows(passage), random, rates.cut)
    heard = _dropped(heard, random, rates)
    heard = [_misheard(row, confusions, random, rates) for row in heard]
    heard = _merged(heard, random, rates.merge)
    return joined([part for row in heard for part in _split(row, confusions, random, rates.split)])


# --- cut


def _cut(spoken: list[Row], random: np.random.Generator, chance: float) -> list[Row]:
    """Perhaps without its first words, perhaps without its last ones; never within a span or a disfluency."""
    seams = [at for at in range(1, len(spoken)) if _is_seam(spoken[at - 1], spoken[at])]
    openings = [at for at in seams if at <= len(spoken) - _LEAST] if random.random() < chance else []
    first = openings[int(random.integers(len(openings)))] if openings else 0
    closings = [at for at in seams if at >= first + _LEAST] if random.random() < chance else []
    last = closings[int(random.integers(len(closings)))] if closings else len(spoken)
    return spoken[first:last]


def _is_seam(before: Row, after: Row) -> bool:
    if ends_sentence(before) or after.itn in INSIDE:
        return False
    return _is_fluent(before) or _is_fluent(after)


def _is_fluent(row: Row) -> bool:
    return row.disfluency in ("", UNKNOWN, FLUENT)


# --- drop


def _dropped(spoken: list[Row], random: np.random.Generator, rates: Rates) -> list[Row]:
    latin = 2 * sum(is_latin(row.word) for row in spoken) > len(spoken)
    kept: list[Row] = []
    opens = False
    for unit in _units(spoken):
        foreign = len(unit) == 1 and unit[0].word != NUMBER and is_latin(unit[0].word) != latin
        lost = random.random() < (rates.foreign if foreign else rates.drop)
        if lost and all(map(_is_fluent, unit)):
            opens = opens or (unit[0].case == _CAPITAL and (not kept or ends_sentence(kept[-1])))
            if kept:
                kept[-1] = kept[-1]._replace(punctuation=_mark(kept[-1].punctuation, unit[-1].punctuation))
            continue
        if opens and unit[0].case == _LOWER:
            unit = [unit[0]._replace(case=_CAPITAL), *unit[1:]]
        opens = False
        kept += unit
    return kept or spoken


def _units(spoken: Sequence[Row]) -> Iterator[list[Row]]:
    """Words, and spans of the ITN head as one."""
    unit: list[Row] = []
    for row in spoken:
        if unit and row.itn not in INSIDE:
            yield unit
            unit = []
        unit.append(row)
    if unit:
        yield unit


def _mark(own: str, moved: str) -> str:
    """The mark of a word that takes over the mark of the lost word behind it.

    A sentence end stays what it is: the lost word was a sentence of its own.
    """
    if own in CLOSING:
        return own
    return UNKNOWN if UNKNOWN in (own, moved) and moved not in CLOSING else max(own, moved)


# --- substitute


def _misheard(row: Row, confusions: Confusions, random: np.random.Generator, rates: Rates) -> Row:
    draw = random.random()
    if draw < rates.unrelated and confusions.words and row.itn in ("", UNKNOWN, OUTSIDE) and row.word != NUMBER:
        other = confusions.words[int(random.integers(len(confusions.words)))]
        return row._replace(word=other) if is_latin(other) == is_latin(row.word) else row  # case goes with the script
    if draw < rates.unrelated + rates.substitute:
        return row._replace(word=confusions.heard(row.word, random.random()))
    return row


# --- join and split


def _merged(spoken: list[Row], random: np.random.Generator, chance: float) -> list[Row]:
    made: list[Row] = []
    for row in spoken:
        if made and _may_merge(made[-1], row) and random.random() < chance:
            word = unicodedata.normalize("NFC", made[-1].word + row.word)
            made[-1] = made[-1]._replace(word=word, punctuation=row.punctuation)
        else:
            made.append(row)
    return made


def _may_merge(first: Row, second: Row) -> bool:
    """Two short words, neither in a span or a disfluency, with no mark between; the second is in lower case."""
    plain = _is_plain(first) and _is_plain(second) and len(graphemes(first.word + second.word)) <= _SHORT
    return plain and first.punctuation in ("", NONE) and second.case in ("", UNKNOWN, _LOWER)


def _split(row: Row, confusions: Confusions, random: np.random.Generator, chance: float) -> list[Row]:
    """The two words that a word is made of, both in the list, or the word; the mark hangs on the second."""
    if not _is_plain(row) or row.case == _MIXED or random.random() >= chance:
        return [row]
    letters = graphemes(row.word)
    cuts = ("".join(letters[:at]) for at in range(_SHORTEST_PART, len(letters) - _SHORTEST_PART + 1))
    starts = [start for start in cuts if start in confusions.others and row.word[len(start) :] in confusions.others]
    if not starts:
        return [row]
    start = starts[int(random.integers(len(starts)))]
    after = _LOWER if row.case == _CAPITAL else row.case
    return [
        row._replace(word=start, punctuation=row.punctuation and NONE),
        row._replace(word=row.word[len(start) :], case=after),
    ]


def _is_plain(row: Row) -> bool:
    return row.word != NUMBER and row.itn in ("", UNKNOWN, OUTSIDE) and row.disfluency in ("", UNKNOWN, FLUENT)


def _weight(row: tables.Row) -> float:
    try:
        weight = float(row["weight"])
    except ValueError:
        weight = math.nan
    if not 0 < weight <= 1:
        raise row.error(f"weight is {row['weight']!r}, expected a number from 0 to 1")
    return weight
