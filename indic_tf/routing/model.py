"""Additive models of the languages that share a script: a word's score is the sum over its character n-grams.

A model is multinomial logistic regression on counts of character n-grams, words padded with a space on either side,
and of whole words. Scores of words add up to the scores of a text, so words are scored once and remembered.

A model file (``models/routing/<script>.xz``) is LZMA of a line of JSON (`Header`), the features one a line, and a byte
per feature and language: weight / scale + 128.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache, lru_cache
from math import exp
from pathlib import Path

from ..errors import ModelError
from ..replacing import replacing
from ..resources import model_folder

_ZERO = 128  # the byte that says a weight of 0: small whole numbers are shared objects, negative ones are not
_REMEMBERED = 1 << 15  # words


@dataclass(frozen=True, slots=True)
class Header:
    """What a model knows and how its bytes are read.

    Attributes:
        script: Unicode script name.
        languages: codes, in the order of the weights.
        longest: length of the longest character n-grams.
        scale: what a step of a byte is worth.
        bias: added once to the scores of a text, by language.
        features: how many there are.
    """

    script: str
    languages: tuple[str, ...]
    longest: int
    scale: float
    bias: tuple[float, ...]
    features: int


class ScriptModel:
    """The languages of one script. Threads may share it."""

    def __init__(self, header: Header, weights: dict[str, bytes]) -> None:
        self.header = header
        self.languages = header.languages
        self._weights = weights
        self._nothing = (0.0,) * len(header.languages)
        self.word = lru_cache(maxsize=_REMEMBERED)(self._word)

    def _word(self, word: str) -> tuple[float, ...]:
        """Scores of a word, by language: what it adds to the log odds of each."""
        weights = self._weights
        rows = [weights[gram] for gram in grams(word, self.header.longest) if gram in weights]
        if not rows:
            return self._nothing
        zero, scale = _ZERO * len(rows), self.header.scale
        return tuple([(sum(column) - zero) * scale for column in zip(*rows, strict=True)])

    def scores(self, words: Iterable[str]) -> dict[str, float]:
        """Language → log odds, up to a constant, of ``words``, all of this script."""
        rows = [self.word(word) for word in words]
        return dict(zip(self.languages, map(sum, zip(self.header.bias, *rows, strict=True)), strict=True))

    def probabilities(self, words: Iterable[str], among: Sequence[str]) -> dict[str, float]:
        """Language → probability that ``words`` are of it, if they are of one of the languages ``among``."""
        scores = self.scores(words)
        return dict(zip(among, softmax([scores[code] for code in among]), strict=True))


def grams(word: str, longest: int) -> list[str]:
    """Character n-grams of a word of length 1 to ``longest``, with a space where it begins and ends, and the word.

    >>> grams("है", 3)
    ['ह', 'ै', ' ह', 'है', 'ै ', ' है', 'है ', ' है ']
    """
    padded = f" {word} "
    length = len(padded)
    made = list(word)
    for size in range(2, longest + 1):
        made += [padded[i : i + size] for i in range(length - size + 1)]
    if length > longest:
        made.append(padded)
    return made


def softmax(scores: Sequence[float]) -> list[float]:
    """Scores as probabilities that sum to 1."""
    best = max(scores)
    powers = [exp(score - best) for score in scores]
    total = sum(powers)
    return [power / total for power in powers]


def path_of(script: str) -> Path:
    """Where the model of a script stands."""
    return model_folder("routing") / f"{script.lower()}.xz"


@cache
def load(script: str) -> ScriptModel | None:
    """The model of the languages of ``script``, read once; None where the package has none."""
    path = path_of(script)
    return read(path) if path.is_file() else None


def read(path: Path) -> ScriptModel:
    """A model file; `ModelError` where it is none."""
    try:
        head, _, rest = lzma.decompress(path.read_bytes()).partition(b"\n")
        facts = json.loads(head)
        header = Header(**{**facts, "languages": tuple(facts["languages"]), "bias": tuple(facts["bias"])})
        width = len(header.languages)
        size = header.features * width
        names = rest[: len(rest) - size].decode("utf-8").split("\n")
        rows = [rest[i : i + width] for i in range(len(rest) - size, len(rest), width)]
        return ScriptModel(header, dict(zip(names, rows, strict=True)))
    except (lzma.LZMAError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{path}: not a language model of a script ({error}); install the package again") from error


def write(path: Path, header: Header, weights: dict[str, bytes]) -> None:
    """Write a model file; ``weights`` are a byte per language by feature, in the order of the header's languages."""
    names = sorted(weights)
    blob = b"".join(weights[name] for name in names)
    text = "\n".join(names).encode("utf-8")
    head = json.dumps(asdict(header), ensure_ascii=False).encode("utf-8")
    with replacing(path) as file:
        file.write(lzma.compress(head + b"\n" + text + blob, preset=9 | lzma.PRESET_EXTREME))
