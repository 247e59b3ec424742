"""What is sent to a worker process, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..styles import Style


@dataclass(frozen=True, slots=True)
class Maker:
    """What a formatter is made with: the key under which a worker keeps it."""

    lang: str
    model: str | None = "default"
    style: str | Style = "default"
    punctuation: bool = True
    itn: bool = True
    case: bool = True
    disfluency: str = "keep"
    normalizer: str | None = "default"
    terms: tuple[str, ...] = ()
    script: str = "keep"


@dataclass(frozen=True, slots=True)
class Texts:
    """Texts to format; the answer is a list of dictionaries, one each.

    ``include``: the keys of `Formatted.as_dict` that the answer has beside the text.
    """

    maker: Maker
    texts: tuple[str, ...]
    final: str = "always"
    include: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Spoken:
    """Texts to be read aloud; the answer is a list of strings."""

    maker: Maker
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """A transcript to format; the answer is a dictionary.

    Attributes:
        source: what `transcripts.read` takes: bytes or parsed JSON.
        to: a format for ``content``; "same" for the one that came in, None for no content.
        captions: options of captions, where ``to`` is one of theirs.
        most_words: a longer transcript is refused.
    """

    maker: Maker
    source: Any
    most_words: int
    from_: str | None = None
    to: str | None = None
    final: str = "auto"
    loops: str = "keep"
    include: frozenset[str] = frozenset()
    captions: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Open:
    """A live text to begin under a number."""

    stream: int
    maker: Maker
    right_context: int = 8


@dataclass(frozen=True, slots=True)
class Push:
    """A line for a live text, as `streaming.answer` takes it; the answer is `Update.as_dict`. None finishes it."""

    stream: int
    line: str | None


@dataclass(frozen=True, slots=True)
class Close:
    """A live text whose caller went away."""

    stream: int


Job = Texts | Spoken | Talk | Open | Push | Close


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer to a job that cannot be done as it was asked for, and why."""

    message: str


@dataclass(frozen=True, slots=True)
class Broken:
    """The answer to a job that ended in a fault of the package or of its installation.

    ``message`` may quote the text; ``where`` is the traceback without it.
    """

    kind: str
    message: str
    where: str


def size(job: Job) -> int:
    """About how many words a job has, for batches of a bounded length."""
    if isinstance(job, (Texts, Spoken)):
        return sum(1 + len(text) // 6 for text in job.texts)
    return 1000 if isinstance(job, Talk) else 1
