"""Several taggers as one: the mean of what they say of marks and case; of the rest, what the first that knows it says.
Each counts as much as its config says (`settings.Settings`).

Taggers of different descent err in different places (Hansen and Salamon 1990, "Neural network ensembles"). The mean is
that of their logarithms, the logarithmic pool of Genest and Zidek (1986, "Combining probability distributions"): what
one of them rules out stays out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter

import numpy as np

from ..document import Range, Tagged
from ..labels import LabelSet
from . import decode
from .decode import Shares
from .hub import PLUS as PLUS
from .hub import parts
from .predict import Tagger

names = parts
_LEAST = 1e-7
_FIELDS = (attrgetter("labels"), attrgetter("probabilities"), attrgetter("neutral"))


class Joint:
    """Answers as a `Tagger` does. Heads whose labels hang together (spans) are never mixed."""

    def __init__(self, taggers: Sequence[Tagger]) -> None:
        self._taggers = taggers
        self._heads = {name: labels for tagger in reversed(taggers) for name, labels in tagger.heads.items()}
        apart = [name for name, labels in self._heads.items() if decode.entries(labels.labels) is None]
        self._mixed = [name for name in apart if sum(self._knows(tagger, name) for tagger in taggers) > 1]

    @property
    def heads(self) -> Mapping[str, LabelSet]:
        """The label sets of all of them, by name."""
        return self._heads

    def windows(self, words: Sequence[str]) -> list[tuple[Range, Range]]:
        """Those of the first of them, as `Tagger.windows`."""
        return self._taggers[0].windows(words)

    def tag(self, sequences: Sequence[Sequence[str]], batch_subwords: int | None = None) -> list[Tagged]:
        """Label the words of each text, as `Tagger.tag` does."""
        asked = [[name for name in self._mixed if self._knows(tagger, name)] for tagger in self._taggers]
        told = [t.told(sequences, names, batch_subwords) for t, names in zip(self._taggers, asked, strict=True)]
        return [
            self._together([tagged[i] for tagged, _ in told], [shares[i] for _, shares in told])
            for i in range(len(sequences))
        ]

    def _knows(self, tagger: Tagger, name: str) -> bool:
        """Whether a tagger has a head with the labels that it has here."""
        return name in tagger.heads and tagger.heads[name].labels == self._heads[name].labels

    def _together(self, said: Sequence[Tagged], told: Sequence[Mapping[str, Shares]]) -> Tagged:
        """One text: the first answer for every head, but the mean of all for those that are mixed."""
        parts = list(reversed(said))
        for name in self._mixed:
            shares = pooled([(t.weight, own[name]) for t, own in zip(self._taggers, told, strict=True) if name in own])
            parts.append(_decided(name, self._heads[name], shares))
        return Tagged(*({k: v for part in parts for k, v in field(part).items()} for field in _FIELDS))


def load(name: str, device: str = "auto", *, local_files_only: bool = False) -> Tagger | Joint:
    """`Tagger.load`; of several names with a plus between them ("e5+small"), the taggers as one.

    Raises `ModelError` for a model that cannot be loaded.
    """
    taggers = [Tagger.load(one, device, local_files_only=local_files_only) for one in names(name)]
    return taggers[0] if len(taggers) == 1 else Joint(taggers)


def pooled(weighted: Sequence[tuple[float, Shares]]) -> Shares:
    """The normalized geometric mean of several taggers' shares (words, labels) of the labels, by their weights."""
    whole = sum(weight for weight, _ in weighted)
    logs = np.stack([np.float32(weight / whole) * np.log(shares.clip(_LEAST)) for weight, shares in weighted])
    return decode.softmax(logs.sum(0)) if logs.size else logs.sum(0)


def _decided(name: str, labels: LabelSet, shares: Shares) -> Tagged:
    best, numbers = shares.max(-1), shares.argmax(-1)
    names = tuple(labels.labels[n] for n in numbers.tolist())
    return Tagged({name: names}, {name: tuple(best.tolist())}, {name: tuple(shares[:, 0].tolist())})
