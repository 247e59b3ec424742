"""A model of tag scripts as a converter of spans: it answers the requests that a span normalizer answers."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .edit_tags import Vocabulary, apply
from .errors import ModelError
from .tagging.encode import tagger_word

if TYPE_CHECKING:
    from .seq2seq import Request
    from .tagging.predict import Tagger

HEAD = "edits"
"""The head whose labels are tags."""

TAGS = "tags.json"
"""The file of a model folder that holds its `Inventory`."""

_LEAST = 1e-9  # of a probability


@dataclass(frozen=True, slots=True)
class Inventory:
    """The tags of a model with how often each was seen in training, and the style that it writes in."""

    style: str
    tags: Vocabulary

    @classmethod
    def read(cls, path: Path) -> Inventory:
        """Raises `ModelError` for a file that is missing or none."""
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            return cls(str(found["style"]), Vocabulary(dict(found["tags"])))
        except (OSError, ValueError, KeyError, TypeError) as error:
            made = "`indic-tf train tags RECIPE` makes a model of tags"
            raise ModelError(f"{path} holds no tags ({type(error).__name__}: {error}); {made}") from error

    def write(self, path: Path) -> None:
        found = {"style": self.style, "tags": dict(self.tags.counts)}
        path.write_text(json.dumps(found, ensure_ascii=False, indent=1), encoding="utf-8")


class TagConverter:
    """Writes spans with the tags that a model gives their words. `load` makes one.

    Its answers are in the style that it was trained on, whatever the request's: what can be read in them is for the
    grammar to write in another.
    """

    name = "tags"

    def __init__(self, tagger: Tagger, style: str) -> None:
        """Raises `ModelError` for a tagger that gives no tags."""
        if HEAD not in tagger.heads:
            raise ModelError(f"this model has no head {HEAD!r}: `indic-tf train tags RECIPE` makes one that has")
        self._tagger = tagger
        self.style = style

    @classmethod
    def load(cls, name: str, device: str = "auto") -> TagConverter:
        """Load a model folder by a path with a separator in it, or "hf://owner/name[@revision]" from the Hugging Face
        hub.

        Raises `ModelError` for a folder that is missing or holds something else.
        """
        from .tagging.predict import Tagger, find

        folder = find(name)
        return cls(Tagger.load(str(folder), device), Inventory.read(folder / TAGS).style)

    def normalize(self, requests: Sequence[Request], batch_size: int = 64) -> list[str]:
        """The written form of every span; the words of the span for "nothing to do", and for the task "tn"."""
        return [text for text, _ in self._answers(requests)]

    def score(self, requests: Sequence[Request], candidates: Sequence[Sequence[str]]) -> list[list[float]]:
        """The natural logarithm of the probability of each candidate: the product of the tags' for what they write, and
        what is left for anything else."""
        made = []
        for (text, sure), listed in zip(self._answers(requests), candidates, strict=True):
            other = math.log(max(1 - sure, _LEAST))
            made.append([math.log(max(sure, _LEAST)) if candidate == text else other for candidate in listed])
        return made

    def _answers(self, requests: Sequence[Request]) -> list[tuple[str, float]]:
        """What the tags write, and their joint probability."""
        texts = [list(map(tagger_word, (*r.left, *r.span, *r.right))) for r in requests]
        made = []
        for request, tagged in zip(requests, self._tagger.tag(texts), strict=True):
            own = slice(len(request.left), len(request.left) + len(request.span))
            tags = tagged.labels[HEAD][own] if request.task == "itn" else ()
            text = apply(request.span, tags) if tags else ""
            made.append((text or " ".join(request.span), math.prod(tagged.probabilities[HEAD][own])))
        return made
