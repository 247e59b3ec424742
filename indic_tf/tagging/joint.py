"""Several taggers as one: the mean of what they say of marks and case; of the rest, what the first that knows it says.

Taggers of different descent err in different places (Hansen and Salamon 1990, "Neural network ensembles").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import torch
from torch import Tensor

from ..document import Tagged
from ..labels import LabelSet
from . import decode
from .predict import Tagger

PLUS = "+"


class Joint:
    """Answers as a `Tagger` does. Heads whose labels hang together (spans) are never mixed."""

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = taggers
        self._heads = {name: labels for tagger in reversed(taggers) for name, labels in tagger.heads.items()}
        self._owner = {name: next(t for t in taggers if name in t.heads) for name in self._heads}
        self._mixed = {
            name: [t for t in taggers if name in t.heads and t.heads[name].labels == labels.labels]
            for name, labels in self._heads.items()
            if decode.entries(labels.labels) is None
        }
        self._mixed = {name: own for name, own in self._mixed.items() if len(own) > 1}

    @property
    def heads(self) -> Mapping[str, LabelSet]:
        """The label sets of all of them, by name."""
        return self._heads

    def tag(self, sequences: Sequence[Sequence[str]], batch_subwords: int = 2048) -> list[Tagged]:
        """Label the words of each text, as `Tagger.tag` does."""
        alone = {name: tagger for name, tagger in self._owner.items() if name not in self._mixed}
        said = {id(t): t.tag(sequences, batch_subwords) for t in dict.fromkeys(alone.values())}
        mixed = self._mean(sequences, batch_subwords)
        made = []
        for i, shares in enumerate(mixed):
            parts = [_only(said[id(tagger)][i], name) for name, tagger in alone.items()]
            parts += [_decided(name, self._heads[name], rows) for name, rows in shares.items()]
            made.append(_together(parts))
        return made

    def _mean(self, sequences: Sequence[Sequence[str]], batch_subwords: int) -> list[dict[str, Tensor]]:
        """Per text and mixed head the mean of the taggers' shares, (words, labels)."""
        asked = [(t, [name for name, own in self._mixed.items() if t in own]) for t in self._taggers]
        told = [t.shares(sequences, names, batch_subwords) for t, names in asked if names]
        return [
            {name: torch.stack([one[i][name] for one in told if name in one[i]]).mean(0) for name in self._mixed}
            for i in range(len(sequences))
        ]


def load(name: str, device: str = "auto") -> Tagger | Joint:
    """`Tagger.load`; of several names with a plus between them ("north+marks"), the taggers as one.

    Raises `ModelError` for a model that cannot be loaded.
    """
    names = [name] if Path(name).exists() else name.split(PLUS)
    taggers = [Tagger.load(one, device) for one in names]
    return taggers[0] if len(taggers) == 1 else Joint(taggers)


def _only(tagged: Tagged, name: str) -> Tagged:
    return Tagged({name: tagged.labels[name]}, {name: tagged.probabilities[name]}, {name: tagged.neutral[name]})


def _decided(name: str, labels: LabelSet, shares: Tensor) -> Tagged:
    best, numbers = shares.max(-1) if len(shares) else (shares[:, 0], shares[:, 0].long())
    names = tuple(labels.labels[n] for n in numbers.tolist())
    return Tagged({name: names}, {name: tuple(best.tolist())}, {name: tuple(shares[:, 0].tolist())})


def _together(parts: Sequence[Tagged]) -> Tagged:
    made = Tagged({}, {}, {})
    for part in parts:
        made = Tagged(
            {**made.labels, **part.labels},
            {**made.probabilities, **part.probabilities},
            {**made.neutral, **part.neutral},
        )
    return made
