"""A transcript as texts to format: what one voice says without a real interruption, whatever segments it lies in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..transcripts.model import TranscriptSegment, TranscriptWord

Voice = tuple[str, str | None, str | None, str | None]
"""Recording, channel, speaker, language."""

_BACK_CHANNEL = 3  # words of others ("हो", "okay") that do not end what somebody is saying
_BREATH = 2.0  # seconds: as long as the pause is no longer
_SILENCE = 4.0  # seconds: what follows is something new, and no part of the same number


@dataclass(frozen=True, slots=True)
class Place:
    """A word of a transcript: the word, its segment, and what language it is formatted in."""

    word: TranscriptWord
    segment: int
    language: str | None


@dataclass(slots=True)
class Run:
    """Positions of the words of one text, in order, and whose they are."""

    voice: Voice
    positions: list[int] = field(default_factory=list)
    end: float | None = None
    others: int = 0  # words of other voices since its last one

    @property
    def language(self) -> str | None:
        return self.voice[3]


def places(segments: Sequence[TranscriptSegment], languages: Sequence[Sequence[str | None]]) -> list[Place]:
    """All words of a transcript; ``languages`` has one entry per word of each segment."""
    return [
        Place(word, i, lang)
        for i, (segment, spoken) in enumerate(zip(segments, languages, strict=True))
        for word, lang in zip(segment.words, spoken, strict=True)
    ]


def runs(words: Sequence[Place], segments: Sequence[TranscriptSegment]) -> list[Run]:
    """The texts of a transcript, by where they begin. Every word is in one of them.

    A voice goes on behind an interjection of another, and on the other channel of a call whatever is said on this one.
    """
    going: dict[Voice, Run] = {}
    made: list[Run] = []
    for i, place in enumerate(words):
        segment = segments[place.segment]
        voice = (segment.recording, segment.channel, place.word.speaker or segment.speaker, place.language)
        run = going.get(voice)
        if run is None or not _goes_on(run, place.word):
            run = going[voice] = Run(voice)
            made.append(run)
        run.positions.append(i)
        run.others = 0
        run.end = place.word.end if place.word.end is not None else run.end
        for other in going.values():
            if other is not run and other.voice[:2] == voice[:2]:
                other.others += 1
    return made


def _goes_on(run: Run, word: TranscriptWord) -> bool:
    pause = 0.0 if word.start is None or run.end is None else word.start - run.end
    return pause <= (_BREATH if run.others else _SILENCE) and run.others <= _BACK_CHANNEL
