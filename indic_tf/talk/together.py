"""Formatted texts → words with times, segments, turns, sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from ..document import Formatted, OutputWord
from ..sentences import boundaries
from ..transcripts import Transcript, TranscriptSegment
from .result import FormattedTranscript, FormattedWord, Sentence
from .runs import Place
from .speaking import goes_on


def of_text(
    answer: Formatted, positions: Sequence[int], words: Sequence[Place], key_of: Callable[[str], str]
) -> list[FormattedWord]:
    """The output words of one text, with what stands between which of them. ``key_of`` is `make.Speaks.key`."""
    if not answer.words and answer.text:  # it failed
        return as_they_were(positions, words)
    lang = words[positions[0]].language or ""
    kinds = {i: edit.kind for edit in answer.edits for i in range(*edit.words) if edit.by != "tagger"}
    together = _together(answer)
    key = key_of(lang)
    ends = set(boundaries([word.text for word in answer.words], key))
    made = []
    for i, word in enumerate(answer.words, start=1):
        at = [positions[j] for j in range(*word.words)]
        last = word.words[1] - 1
        made.append(
            _word(
                word.text,
                at,
                [words[j] for j in at],
                lang,
                kind=kinds.get(last, ""),
                glued=last in together or goes_on(key, word.text),
                ends_sentence=i in ends,
                passive=_is_passive(word),
            )
        )
    return made


def as_they_were(positions: Sequence[int], words: Sequence[Place]) -> list[FormattedWord]:
    """Words that are not formatted."""
    return [_word(words[i].word.text, [i], [words[i]], words[i].language or "") for i in positions]


def _together(answer: Formatted) -> set[int]:
    """Input words behind which no line may break: inside what was read as one amount, date, unit …"""
    return {i for span in answer.spans for i in range(span.words[0], span.words[1] - 1)}


def _is_passive(word: OutputWord) -> bool:
    return all(not source.core for source in word.source)


def _word(text: str, positions: Sequence[int], sources: Sequence[Place], lang: str, **rest: Any) -> FormattedWord:
    """An output word: the union of the intervals of its sources, the speaker and record of the first."""
    given = [place.word for place in sources]
    starts = [word.start for word in given if word.start is not None]
    ends = [word.end for word in given if word.end is not None]
    sure = [word.confidence for word in given if word.confidence is not None]
    return FormattedWord(
        text=text,
        start=min(starts, default=None),
        end=max(ends, default=None),
        speaker=given[0].speaker,
        confidence=round(sum(sure) / len(sure), 4) if sure else None,
        estimated=any(word.estimated for word in given),
        record=given[0].record,
        words=tuple(positions),
        segment=sources[0].segment,
        language=lang,
        **rest,
    )


def put_together(talk: Transcript, words: Sequence[Place], found: Sequence[FormattedWord]) -> FormattedTranscript:
    """The transcript of the words of all texts, which come text by text."""
    order = sorted(range(len(found)), key=lambda i: found[i].words[0])
    made = tuple(found[i] for i in order)
    voices = [_voice(talk, word) for word in made]
    borders = [0, *(i for i, (one, other) in enumerate(pairwise(voices), start=1) if one != other), len(made)]
    return FormattedTranscript(
        transcript=talk,
        words=made,
        segments=_segments(talk, words, made),
        turns=tuple((a, b) for a, b in pairwise(borders) if a < b),
        sentences=tuple(_sentences(found, talk)),
    )


def _voice(talk: Transcript, word: FormattedWord) -> tuple[str, str | None, str | None]:
    segment = talk.segments[word.segment]
    return segment.recording, segment.channel, word.speaker or segment.speaker


def _sentences(found: Sequence[FormattedWord], talk: Transcript) -> list[Sentence]:
    """Sentences by where they begin. ``found`` are the words text by text, so that interjections do not break them."""
    made: list[Sentence] = []
    open_: list[FormattedWord] = []
    for word in found:
        if open_ and (_voice(talk, open_[-1]) != _voice(talk, word) or word.words[0] < open_[-1].words[0]):
            made.append(_sentence(open_))
            open_ = []
        open_.append(word)
        if word.ends_sentence:
            made.append(_sentence(open_))
            open_ = []
    if open_:
        made.append(_sentence(open_))
    return sorted(made, key=lambda sentence: sentence.words[0].words[0])


def _sentence(words: Sequence[FormattedWord]) -> Sentence:
    return Sentence(" ".join(word.text for word in words), tuple(words))


def _segments(talk: Transcript, words: Sequence[Place], made: Sequence[FormattedWord]) -> tuple[TranscriptSegment, ...]:
    """The segments with their new words. One whose words went to the one before begins where its own begin."""
    inside: Mapping[int, list[FormattedWord]] = {i: [] for i in range(len(talk.segments))}
    for word in made:
        inside[word.segment].append(word)
    taken = {place.segment for word in made for i in word.words if (place := words[i]).segment != word.segment}
    return tuple(_segment(one, inside[i], i in taken) for i, one in enumerate(talk.segments))


def _segment(segment: TranscriptSegment, words: Sequence[FormattedWord], lost_some: bool) -> TranscriptSegment:
    start, end = segment.start, segment.end
    if words and lost_some and words[0].start is not None:
        start = max(words[0].start, start or 0.0)
    if words and end is not None:
        end = max([end, *(word.end for word in words if word.end is not None)])
    return replace(segment, text=" ".join(word.text for word in words), words=tuple(words), start=start, end=end)
