"""Transcripts with times, made from everyday speech and number cases of a language; one seed, one talk."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from case_tables import CASES

from indic_tf.scripts import split_marks
from indic_tf.transcripts import Transcript, TranscriptSegment, TranscriptWord, shape

HERE = Path(__file__).parent


@cache
def utterances(lang: str) -> tuple[tuple[str, ...], ...]:
    """What is said: bare words, a sentence or a row each."""
    texts = []
    if (everyday := HERE / "everyday" / f"{lang}.tsv").exists():
        lines = everyday.read_text(encoding="utf-8").splitlines()
        texts += [line.split("\t")[1] for line in lines if line and not line.startswith("#")]
    for path in sorted((CASES / lang).glob("*.tsv")):
        lines = path.read_text(encoding="utf-8").splitlines()
        texts += [line.split("\t")[0] for line in lines if line and not line.startswith("#")]
    bare = (tuple(core for word in text.split() if (core := split_marks(word)[1])) for text in texts)
    return tuple(words for words in bare if words)


@dataclass
class Clock:
    """Time as it goes by while somebody speaks."""

    rng: random.Random
    now: float = 0.0
    words: list[TranscriptWord] = field(default_factory=list)

    def say(self, text: str, speaker: str | None, timed: bool) -> TranscriptWord:
        self.now += self.rng.choice((0.0, 0.02, 0.1, 0.1, 0.7))
        start = round(self.now, 3)
        self.now += 0.05 + 0.06 * len(text) * self.rng.uniform(0.6, 1.6)
        times = (start, round(self.now, 3)) if timed else (None, None)
        return TranscriptWord(text=text, start=times[0], end=times[1], speaker=speaker)


def talk(lang: str, seed: int, words: int = 60, speakers: int = 2) -> Transcript:
    """A talk of about so many words, cut into segments anywhere; one word in ten has no times."""
    rng = random.Random(f"{lang}-{seed}")
    clock, segments = Clock(rng), []
    said: list[TranscriptWord] = []
    count = 0
    while count < words:
        speaker = rng.choice([None, *(f"S{i}" for i in range(speakers))]) if speakers else None
        for text in rng.choice(utterances(lang)):
            said.append(clock.say(text, speaker, rng.random() > 0.1))
            count += 1
            if rng.random() < 0.15:
                segments.append(_segment(said, clock, speaker))
                said = []
        if said:
            segments.append(_segment(said, clock, speaker))
            said = []
        clock.now += rng.choice((0.1, 0.5, 2.5))
    return shape.transcript(segments, "indic-tf", ())


def _segment(said: list[TranscriptWord], clock: Clock, speaker: str | None) -> TranscriptSegment:
    start = next((word.start for word in said if word.start is not None), clock.now - 0.2)
    return shape.segment("", said, start=start, end=round(clock.now, 3), speaker=speaker)
