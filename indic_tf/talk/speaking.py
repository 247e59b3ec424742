"""One language, as a whole transcript needs it: who formats its texts, and which words belong with the next."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from .. import tables
from ..document import Formatted, Word
from ..inputs import Final
from ..languages import language
from ..scripts import fold, split_marks
from ..transcripts import TranscriptSegment

OnError = Callable[[int, Any, Exception], None]


class Formatter(Protocol):
    """A formatter of one language."""

    def map(
        self, texts: Iterable[list[Word]], batch_size: int, on_error: OnError | None, *, final: Final | None
    ) -> Iterator[Formatted]: ...


class OneLanguage:
    """Every word is in the language of ``formatter``, which `language` finds under ``key``."""

    def __init__(self, formatter: Formatter, key: str) -> None:
        self._formatter, self._key = formatter, key
        self._code = language(key).code

    def languages(self, segments: Sequence[TranscriptSegment]) -> list[list[str]]:
        return [[self._code] * len(segment.words) for segment in segments]

    def key(self, lang: str) -> str:
        return self._key

    def format_texts(
        self, texts: Iterable[tuple[str, list[Word]]], final: Final, on_error: OnError, batch_size: int
    ) -> Iterator[Formatted]:
        return self._formatter.map((words for _, words in texts), batch_size, on_error, final=final)


def goes_on(lang: str, word: str) -> bool:
    """True for a word that no line break parts from the next: a title, an abbreviation with its period.

    ``lang`` is the code of a language, or the key of one with a user's tables.

    >>> goes_on("en", "Dr."), goes_on("en", "Mr"), goes_on("en", "road.")
    (True, True, False)
    """
    known = language(lang)
    if word.endswith(".") and word.lower() in _abbreviations(known.key):
        return True
    core, after = split_marks(word)[1:]
    return after in ("", ".") and fold(core) in _titles().get(known.code, ())


@cache
def _abbreviations(key: str) -> frozenset[str]:
    return frozenset(form.lower() for form in language(key).forms("abbreviations"))


@cache
def _titles() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for row in tables.read(Path(__file__).with_name("titles.tsv"), ("language", "form"), 2):
        found.setdefault(row["language"], set()).add(fold(row["form"]))
    return {code: frozenset(forms) for code, forms in found.items()}
