"""What a score was measured on, in one line that can be put beside it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Signature:
    """Task, language, test set by name and content, model, style, version of the package.

    >>> str(Signature("PUNCT", "hi", "news", "0f5c9a8b77", "builtin", "default", "0.1.0"))
    'PUNCT|lang:hi|set:news@sha256:0f5c9a8b|model:builtin|style:default|version:0.1.0'
    """

    task: str
    lang: str
    set_name: str
    sha256: str
    model: str
    style: str
    version: str

    def __str__(self) -> str:
        test_set = f"set:{self.set_name}@sha256:{self.sha256[:_SHOWN]}"
        rest = f"model:{self.model}|style:{self.style}|version:{self.version}"
        return f"{self.task}|lang:{self.lang}|{test_set}|{rest}"


def sign(task: str, path: Path, *, lang: str, model: str | None, style: str) -> Signature:
    """The signature of a score on the file at ``path``; raises `OSError` where it cannot be read."""
    from .. import __version__

    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return Signature(task, lang, path.stem, digest.hexdigest(), model or "none", style, __version__)
