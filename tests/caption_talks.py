"""Talks with everything that recognisers do, and what must hold of the captions that are made of them."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import regex

from indic_tf.captions import Caption, Layout, captions, render
from indic_tf.languages import language
from indic_tf.transcripts import TranscriptWord
from indic_tf.transcripts.times import clusters, estimated

LANGUAGES = ["hi", "ta", "te", "bn", "mr", "gu", "kn", "ml", "pa", "or", "as", "en", "ur", "ne"]
EVERYDAY = Path(__file__).parent / "everyday"


@dataclass(frozen=True)
class Word:
    """What the formatter hands over, as far as captions look."""

    text: str
    start: float | None = None
    end: float | None = None
    speaker: str | None = None
    estimated: bool = False
    glued: bool = False
    segment: int = 0
    ends_sentence: bool = False
    passive: bool = False


def said(text: str, start: float = 0.0, each: float = 0.4, **more: object) -> list[Word]:
    """The words of a text, one after the other."""
    words = [
        Word(one, round(start + i * each, 3), round(start + (i + 1) * each, 3), ends_sentence=one[-1] in "?.!।॥۔؟")
        for i, one in enumerate(text.split())
    ]
    return [replace(word, **more) for word in words]  # type: ignore[arg-type]


@cache
def sentences(lang: str) -> tuple[tuple[str, ...], ...]:
    """Everyday speech of a language, and its number words."""
    lines = (EVERYDAY / f"{lang}.tsv").read_text(encoding="utf-8").splitlines()
    found = [tuple(line.split("\t")[1].split()) for line in lines if line and not line.startswith("#")]
    numbers = [row["form"] for table in ("numbers", "scales") for row in language(lang).table(table)]
    return (*found, *(tuple(" ".join(numbers[i : i + 9]).split()) for i in range(0, min(len(numbers), 90), 9)))


def talk(lang: str, seed: int, tame: bool = False) -> list[Word]:
    """A talk with everything that recognisers do: two at once, words without times, times that run backwards, glued
    words, sound labels, fast and slow speech, long silences. ``tame`` leaves out what is wrong with times."""
    rng = random.Random(f"{lang}-{seed}")
    words: list[Word] = []
    now, segment = rng.uniform(0, 5), 0
    for _ in range(rng.randint(1, 8)):
        speaker = rng.choice([None, "A", "B", "Ilā, <1>"])
        pace = rng.choice([0.01, 0.04, 0.07, 0.07, 0.2])
        texts = rng.choice(sentences(lang))
        for i, text in enumerate(texts):
            if rng.random() < 0.02:
                text = rng.choice(["[♪]", "—", "&", "{b}", "<i>", "C:\\New", "-->", text * 9])
            length = pace * clusters(text)
            times: tuple[float | None, float | None] = (round(now, 3), round(now + length, 3))
            if not tame and rng.random() < 0.15:
                times = rng.choice([(None, None), (times[0], None), (None, times[1]), (0.0, 0.0), (times[1], times[0])])
            glued = rng.random() < 0.12 and i + 1 < len(texts)
            ends = text[-1:] in tuple("?.!।॥۔؟") and not glued
            words.append(Word(text, *times, speaker, not all(times), glued, segment, ends, text.startswith("[")))
            now += length + rng.choice([0, 0, 0, 0.05, 0.3, 0.9])
            segment += rng.random() < 0.1
        now += rng.choice([0, 0.1, 0.5, 2, 6]) if tame else rng.choice([-3.0, -0.5, 0, 0.1, 0.5, 2, 6])
        now, segment = max(0.0, now), segment + 1
    if all(word.start is None and word.end is None for word in words):
        words[0] = replace(words[0], start=1.0, end=1.5)
    return words


def wide(text: str) -> int:
    """The clusters of a text; a word of a table may begin with a vowel sign, which would join the space before."""
    return len(text.split()) - 1 + sum(map(clusters, text.split()))


def plain(words: Sequence[Word]) -> str:
    return " ".join(" ".join(word.text for word in words).split())


def check(words: Sequence[Word], made: Sequence[Caption], limits: Layout, kept: bool = False) -> None:
    """All that must hold, whatever the words are."""
    assert " ".join(" ".join(one.lines) for one in made) == plain(words)
    assert [one.words[0] for one in made] == [0, *(one.words[1] for one in made[:-1])]
    assert made[-1].words[1] == len(words)
    known = [t for word in words for t in (word.start, word.end) if t is not None and math.isfinite(t)]
    for one in made:
        check_one(words[one.words[0] : one.words[1]], one, limits)
        late = any("after it is said" in problem for problem in one.problems)
        assert one.end <= max(known) + limits.linger + 4 or late or any(w.start is None for w in words)
        assert one.start >= 0
    for one, other in pairwise(made):
        assert other.start >= one.end + (0 if kept else limits.min_gap - 2e-3)
        last, first = words[one.words[1] - 1], words[other.words[0]]
        assert not last.glued or first.speaker != last.speaker


def check_one(words: Sequence[Word], one: Caption, limits: Layout) -> None:
    problems = " ".join(one.problems)
    assert one.end > one.start
    assert round(one.start, 3) == one.start
    assert round(one.end, 3) == one.end
    assert len(one.lines) <= limits.max_lines
    assert one.seconds <= limits.max_seconds + 2e-3 or "shown for at most" in problems
    assert one.seconds >= limits.min_seconds - 3e-3 or "shown for" in problems
    assert wide(one.text) <= (one.seconds + 3e-3) * limits.max_cps or "characters a second" in problems
    assert len({word.speaker for word in words if word.speaker is not None}) <= 1
    assert len(one.starts) == len(one.text.split())
    units = (
        " ".join(word.text + ("\0" if word.glued else "") for word in words).replace("\0 ", "\0").rstrip("\0").split()
    )
    at = 0
    for line in one.lines:
        count, size = 0, 0
        while size < len(line.split()):
            size += units[at + count].count("\0") + 1
            count += 1
        assert size == len(line.split()), "a line ends inside what is glued"
        assert wide(line) <= limits.max_chars or (count == 1 and f"a line of {wide(line)} char" in problems)
        at += count


def parsed(text: str) -> list[tuple[float, float, list[str]]]:
    """The cues of a SubRip or WebVTT file."""
    seconds = regex.compile(r"(\d+):(\d\d):(\d\d)[.,](\d\d\d)")
    cues = []
    for block in text.removeprefix("WEBVTT\n\n").strip("\n").split("\n\n"):
        _, times, *lines = block.split("\n")
        start, end = (int(h) * 3600 + int(m) * 60 + int(s) + int(ms) / 1000 for h, m, s, ms in seconds.findall(times))
        cues.append((start, end, lines))
    return cues


def again(words: Sequence[Word], made: Sequence[Caption], format: str) -> list[Word]:
    """The words of a caption file, read as a transcript whose segments are its cues; the marks are those of before."""
    entities = {"&lt;": "<", "&gt;": ">", "&amp;": "&"}
    found: list[Word] = []
    cues = parsed(render(made, format))
    assert len(cues) == len(made)
    marked = [word for word in words if word.text.strip()]
    for segment, (start, end, lines) in enumerate(cues):
        texts = " ".join(lines).replace("\u2060", "").split()
        if format == "vtt":
            texts = [regex.sub("&[a-z]+;", lambda m: entities[m[0]], text) for text in texts]
        for one in estimated([TranscriptWord(text=text) for text in texts], start, end):
            mark = marked[len(found)]
            assert mark.text == one.text
            found.append(replace(mark, start=one.start, end=one.end, segment=segment, estimated=True))
    return found


def same(first: Sequence[Caption], second: Sequence[Caption]) -> None:
    assert [(one.lines, one.start, one.end) for one in first] == [(one.lines, one.start, one.end) for one in second]


def check_talk(lang: str, words: list[Word], limits: Layout) -> None:
    made = captions(words, limits, language=lang)
    check(words, made, limits)
    kept = captions(words, limits, language=lang, keep_segments=True)
    check(words, kept, limits, kept=True)
    for before in (made, kept):
        for format in ("srt", "vtt"):
            same(before, captions(again(words, before, format), limits, language=lang, keep_segments=True))
    ordered = captions(words, limits, language=lang, by_time=True)
    assert sorted(one.words for one in ordered) == [one.words for one in made]
    assert all(other.start >= one.end for one, other in pairwise(ordered))
