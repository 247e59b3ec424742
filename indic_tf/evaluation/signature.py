"""What a score was measured on, and how, in one line that can be put beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..languages import language
from ..manifests.owned import sha256

_SHOWN = 8
GIVEN = "given"
"""The style of output that was handed in: whatever its system does."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Task, language, test set by name and content, model, style, options of the metric, version of the package.

    Two scores can be compared if their lines differ in the model (or style) only.

    >>> made = Signature("PUNCT", "hi", "news", "0f5c9a8b77", "e5", "default", "0.1.0")
    >>> str(made)
    'PUNCT|lang:hi|set:news@sha256:0f5c9a8b|model:e5|style:default|version:0.1.0'
    >>> str(made.having(ci="bootstrap", samples=1000))
    'PUNCT|lang:hi|set:news@sha256:0f5c9a8b|model:e5|style:default|ci:bootstrap|samples:1000|version:0.1.0'
    """

    task: str
    lang: str
    set_name: str
    sha256: str
    model: str
    style: str
    version: str
    options: tuple[tuple[str, str], ...] = ()

    def having(self, **options: object) -> Signature:
        """The signature with more options, in the order given; one that it has already is replaced."""
        known = dict(self.options) | {name: str(value) for name, value in options.items()}
        return replace(self, options=tuple(known.items()))

    def __str__(self) -> str:
        test_set = f"set:{content(self.set_name, self.sha256)}"
        options = "".join(f"|{name}:{value}" for name, value in self.options)
        rest = f"model:{self.model}|style:{self.style}{options}|version:{self.version}"
        return f"{self.task}|lang:{self.lang}|{test_set}|{rest}"


class Digest:
    """The sha256 of texts as they pass by, each with a line feed behind it: that of the file they would make."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def over(self, texts: Iterable[str]) -> Iterator[str]:
        """The same texts, each counted when it is taken."""
        for text in texts:
            self.add(text)
            yield text

    def add(self, text: str) -> None:
        self._hash.update(text.encode() + b"\n")

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()


def sign(task: str, path: Path, *, lang: str, model: str | None, style: str) -> Signature:
    """The signature of a score on the file at ``path``; raises `OSError` where it cannot be read."""
    return signature(task, path.stem, sha256(path), lang=lang, model=model or "none", style=style)


def sign_output(task: str, path: Path, output: Path, *, lang: str) -> Signature:
    """The signature of a score of the texts in ``output``, which some system made, on the file at ``path``.

    Raises `LanguageError` for an unknown language: nothing else looks at it where texts are only compared.
    """
    language(lang)
    return sign(task, path, lang=lang, model=content(output.stem, sha256(output)), style=GIVEN)


def signature(task: str, name: str, digest: str, *, lang: str, model: str = GIVEN, style: str = GIVEN) -> Signature:
    """The signature of a score on texts with that sha256."""
    from .. import __version__

    return Signature(task, lang, name, digest, model, style, __version__)


def content(name: str, digest: str) -> str:
    """A name with the beginning of the sha256 of what it stands for."""
    return f"{name}@sha256:{digest[:_SHOWN]}"
