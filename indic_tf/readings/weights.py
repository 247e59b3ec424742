"""The weights of features, shared by all languages and of one: files of `weights/`, made by
``data_scripts/train_judge.py``.

A file is JSON of the attributes of `Weights`; type and value, context, stem, or two states side by side, and a number.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

from .features import Features

_SHARED = "shared"
_FOLDER = Path(__file__).parent / "weights"
SUFFIX = ".json.xz"

_NONE: Mapping[str, float] = {}
_ZEROS = repeat(0.0)


@dataclass
class Weights:
    """Weights of features by type, and those of the state behind another one."""

    alone: dict[str, dict[str, float]] = field(default_factory=dict)
    together: dict[str, dict[str, dict[str, float]]] = field(default_factory=dict)
    stems: dict[str, dict[str, float]] = field(default_factory=dict)
    beside: dict[str, dict[str, float]] = field(default_factory=dict)

    @classmethod
    def read(cls, language: str, where: Path | None = None) -> Weights:
        """Those that all languages share, and the stems of ``language`` where it was trained."""
        made, at = cls(), where or _FOLDER
        for name in (_SHARED, language):
            if (path := at / (name + SUFFIX)).exists():
                for part, found in json.loads(lzma.decompress(path.read_bytes())).items():
                    getattr(made, part).update(found)
        return made

    def score(self, features: Features) -> float:
        """The score of an edge: the sum of its `terms`."""
        alone, stems = self.alone.get(features.type, _NONE), self.stems.get(features.type, _NONE)
        total = alone.get("", 0.0)
        for weights, names in ((alone, features.values), (alone, features.contexts), (stems, features.stems)):
            total = sum(map(weights.get, names, _ZEROS), total)
        together = self.together.get(features.type, {})
        for value in features.tied if together else ():
            if tied := together.get(value):
                for name in tied.keys() & features.around:
                    total += tied[name]
        return total

    def terms(self, features: Features) -> Iterator[tuple[str, float]]:
        """What the features of an edge say for it and against it, by name."""
        alone, stems = self.alone.get(features.type, {}), self.stems.get(features.type, {})
        together = self.together.get(features.type, {})
        for name in features.alone():
            if name in alone:
                yield name, alone[name]
        for value in features.tied:
            if tied := together.get(value):
                yield from ((f"{value} {name}", tied[name]) for name in features.around if name in tied)
        for stem in features.stems:
            if stem in stems:
                yield stem, stems[stem]
