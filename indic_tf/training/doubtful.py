"""Passages whose marks taggers find unlikely, to be left out of training.

Confident learning (Northcutt et al. 2021, "Confident learning: estimating uncertainty in dataset labels") for texts: a
word counts by the probability of the label that is given to it instead, and with several taggers only where none of
them gives its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..document import Tagged
from ..tagging.predict import Tagger
from .label import UNKNOWN, Labelled, label_of

_HEAD = "punctuation"


def doubts(taggers: Sequence[Tagger], passages: Sequence[Labelled]) -> list[float]:
    """How doubtful each passage's marks are, from 0 (as the taggers would have them) to 1."""
    answers = [tagger.tag([passage.words for passage in passages]) for tagger in taggers]
    labels = taggers[0].heads[_HEAD]
    gold = [[None if c == UNKNOWN else label_of(labels, c) for c in passage.codes(_HEAD)] for passage in passages]
    return [_doubt(own, tagged) for own, *tagged in zip(gold, *answers, strict=True)]


def _doubt(gold: Sequence[str | None], tagged: Sequence[Tagged]) -> float:
    """The mean over the words whose label is known."""
    known = [i for i, label in enumerate(gold) if label is not None]
    return sum(_against(gold[i], i, tagged) for i in known) / max(1, len(known))


def _against(label: str | None, word: int, tagged: Sequence[Tagged]) -> float:
    """The least probability that a tagger gives to another label of a word; 0 if one gives the word its own."""
    if any(answer.labels[_HEAD][word] == label for answer in tagged):
        return 0.0
    return min(answer.probabilities[_HEAD][word] for answer in tagged)


def kept(passages: Sequence[Labelled], found: Sequence[float], share: float) -> list[Labelled]:
    """The passages without the ``share`` of them that is most doubtful, in their order."""
    worst = np.argsort(found, kind="stable")[len(found) - int(share * len(found)) :]
    dropped = {int(i) for i in worst if found[i] > 0}
    return [passage for i, passage in enumerate(passages) if i not in dropped]
