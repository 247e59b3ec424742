"""What a recogniser said, with times: segments of words, whatever file they came from.

Times are seconds from the start of the recording, as floats. ``record`` is the object of the file that a segment or
word was read from, so that it can be written back with every key that nobody here knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a file that was not as it should be, and what became of it.

    ``lost``: some of what was said stands as it was or is not there, since it could not be read or formatted.

    >>> str(Problem("segments[3].words[0]", "start 5.2 lies behind end 4.9; both are estimated"))
    'segments[3].words[0]: start 5.2 lies behind end 4.9; both are estimated'
    """

    where: str
    what: str
    lost: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class Report(Protocol):
    """Takes a problem: where, what, and whether words were lost by it."""

    def __call__(self, where: str, what: str, *, lost: bool = False) -> None: ...


def silently(where: str, what: str, *, lost: bool = False) -> None:
    """A report that nobody reads."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptWord:
    """One word (no white space in it) with its marks.

    Attributes:
        text: the word as it came.
        start, end: seconds; None where nothing is known.
        speaker: a name or number, None where unknown.
        confidence: what the recogniser gave, None where it gave none.
        estimated: the times were not in the file; they come from the neighbours.
        record: the object of the file it was read from.
    """

    text: str
    start: float | None = None
    end: float | None = None
    speaker: str | None = None
    confidence: float | None = None
    estimated: bool = False
    record: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TranscriptSegment:
    """What a recogniser put into one piece: rarely a sentence.

    Attributes:
        text: its words with single spaces between them.
        words: the same words with their times.
        start, end: seconds; None where nothing is known.
        speaker: None where unknown, or where several speak.
        language: a code as the file has it, None where it says nothing.
        recording: sentences and numbers go across the borders of segments of one recording, and of no others.
        channel: one side of a call; like another speaker.
        record: the object of the file it was read from.
    """

    text: str
    words: tuple[TranscriptWord, ...] = ()
    start: float | None = None
    end: float | None = None
    speaker: str | None = None
    language: str | None = None
    recording: str = ""
    channel: str | None = None
    record: Any = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """A file of a recogniser, read.

    Attributes:
        segments: in the order of the file.
        format: the name of the file's format, as in `formats`.
        language: what the file says of the whole, None if nothing.
        problems: what was not as it should be; no word is lost for it.
        source: what else the file holds (the outer object); the format's writer needs it.
        formatted: the words are not those of the file any more; estimated times are written out too.
    """

    segments: tuple[TranscriptSegment, ...]
    format: str
    language: str | None = None
    problems: tuple[Problem, ...] = ()
    source: Any = field(default=None, compare=False, repr=False)
    formatted: bool = False

    @property
    def words(self) -> tuple[TranscriptWord, ...]:
        """The words of all segments."""
        return tuple(word for segment in self.segments for word in segment.words)

    @property
    def text(self) -> str:
        """A line for each segment."""
        return "\n".join(segment.text for segment in self.segments)

    def with_segments(self, segments: tuple[TranscriptSegment, ...]) -> Transcript:
        """The same file with other segments."""
        return replace(self, segments=segments)

    def save(self, path: str | Path, format: str | None = None) -> None:
        """Write the transcript in the format it came in, or in ``format``; see `write`.

        Raises `InputError` for a format that cannot be written.
        """
        from .files import save

        save(self, Path(path), format)


def as_mapping(record: Any) -> dict[str, Any]:
    """A copy of a record that is an object; an empty one for anything else."""
    return dict(record) if isinstance(record, Mapping) else {}
