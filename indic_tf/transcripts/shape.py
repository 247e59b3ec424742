"""From what a reader found in a file to segments that hold together: words and text agree, times are usable."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from rapidfuzz.distance import Levenshtein

from ..scripts import fold, nfc, split_marks
from . import times
from .model import Problem, Report, Transcript, TranscriptSegment, TranscriptWord

_MOST_PAIRS = 1 << 31  # of words to compare; a bit of memory each


def word(
    text: Any,
    start: Any = None,
    end: Any = None,
    *,
    where: str,
    report: Report,
    per_second: float = 1.0,
    speaker: Any = None,
    confidence: Any = None,
    record: Any = None,
) -> TranscriptWord | None:
    """A word from the values of a file; None for one without text. What is wrong with its times is reported."""
    if (text := as_text(text, where, report)) is None:
        return None
    if not (joined := " ".join(nfc(text).split())):
        return None
    first, last = interval(start, end, where, report, per_second)
    return TranscriptWord(
        text=joined,
        start=first,
        end=last,
        speaker=name(speaker),
        confidence=number(confidence),
        estimated=isinstance(record, dict) and record.get("estimated") is True and first is not None,
        record=record,
    )


def as_text(text: Any, where: str, report: Report) -> str | None:
    """A text of a file; None, and reported, for what is none. A number is read as text, and reported too."""
    if isinstance(text, str):
        return text
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        report(where, f"its text is the number {str(text)[:40]}, expected a string")
        return str(text)
    report(where, "no text" if text is None else f"{str(text)[:40]!r} is no text", lost=True)
    return None


def interval(start: Any, end: Any, where: str, report: Report, per_second: float = 1.0) -> times.Span:
    """Two times of a file in seconds; a value that is none, negative or backward is reported and becomes None."""
    found: list[float | None] = []
    for which, value in (("start", start), ("end", end)):
        try:
            found.append(times.seconds(value, per_second))
        except ValueError:
            report(where, f"{which} is {str(value)[:40]!r}, which is no time; it is estimated")
            found.append(None)
    return times.checked(found[0], found[1], where, report)


def name(value: Any) -> str | None:
    """A speaker or language of a file as a string."""
    return None if value is None or value == "" else str(value)


def number(value: Any) -> float | None:
    """A confidence of a file, also where it is a string."""
    try:
        found = None if value is None or isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return found if found is not None and isfinite(found) else None


def segment(
    text: str,
    words: Iterable[TranscriptWord | None] = (),
    *,
    start: float | None = None,
    end: float | None = None,
    speaker: str | None = None,
    language: str | None = None,
    recording: str = "",
    channel: str | None = None,
    record: Any = None,
) -> TranscriptSegment:
    """A segment whose words are those of ``text``, with the times of ``words`` as far as the two agree.

    An empty ``text`` is what ``words`` say. A word of several (by white space) shares its time out among them.
    """
    single = [part for given in words if given is not None for part in single_words(given)]
    said = nfc(text).split() or [given.text for given in single]
    if said != [given.text for given in single]:
        single = _aligned(said, single)
    if start is None and single:
        start = single[0].start
    if end is None and single:
        end = single[-1].end
    who = [replace(given, speaker=given.speaker or speaker) for given in single]
    made = times.estimated(who, start, end)
    return TranscriptSegment(
        text=" ".join(said),
        words=made,
        start=start,
        end=end,
        speaker=speaker or _one({given.speaker for given in made}),
        language=language,
        recording=recording,
        channel=channel,
        record=record,
    )


def _one(names: set[str | None]) -> str | None:
    return names.pop() if len(names) == 1 else None


def single_words(given: TranscriptWord) -> list[TranscriptWord]:
    """A word of a file as words without white space in them."""
    parts = given.text.split()
    if len(parts) == 1:
        return [given]
    timed = given.start is not None and given.end is not None
    bare = [replace(given, text=part, start=None, end=None, estimated=timed) for part in parts]
    return list(times.estimated(bare, given.start, given.end))


def of_single_words(transcript: Transcript) -> Transcript:
    """The transcript with the words that have white space in them, as formatted amounts do (₹2.5 करोड़), taken apart."""
    if not any(" " in word.text for word in transcript.words):
        return transcript
    single = (tuple(part for word in one.words for part in single_words(word)) for one in transcript.segments)
    pairs = zip(transcript.segments, single, strict=True)
    return transcript.with_segments(tuple(replace(one, words=words) for one, words in pairs))


def aligned(text: str, timed: Sequence[TranscriptWord]) -> list[TranscriptWord]:
    """The words of a text with the times and records of a word list that is not quite the same."""
    return _aligned(nfc(text).split(), [part for given in timed for part in single_words(given)])


def _aligned(said: Sequence[str], timed: Sequence[TranscriptWord]) -> list[TranscriptWord]:
    """The words of a text with the times of a word list that is not quite the same."""
    if (made := regrouped(said, timed)) is not None:
        return made
    if not timed or len(said) * len(timed) > _MOST_PAIRS:
        return _gap(said, timed)
    keys = [_key(text) for text in said], [_key(given.text) for given in timed]
    made, a, b = [], 0, 0
    ends = (len(said), len(said), len(timed), len(timed))
    equal = ((o.src_start, o.src_end, o.dest_start, o.dest_end) for o in Levenshtein.opcodes(*keys) if o.tag == "equal")
    for a_start, a_end, b_start, b_end in (*equal, ends):
        made += _gap(said[a:a_start], timed[b:b_start])
        made += _gap(said[a_start:a_end], timed[b_start:b_end])
        a, b = a_end, b_end
    return made


def _gap(said: Sequence[str], timed: Sequence[TranscriptWord]) -> list[TranscriptWord]:
    """Words that stand for others: one for one, or all of them for all of these."""
    if len(said) == len(timed):
        return [replace(given, text=text) for text, given in zip(said, timed, strict=True)]
    if not said or not timed:
        return [TranscriptWord(text=text) for text in said]
    first = replace(timed[0], start=None, end=None, estimated=True)
    return list(times.estimated([replace(first, text=text) for text in said], timed[0].start, timed[-1].end))


def regrouped(said: Sequence[str], pieces: Sequence[TranscriptWord]) -> list[TranscriptWord] | None:
    """``said`` with the times of ``pieces`` of it, as tokenisers cut words; None where the letters are not the same.

    A word begins with its first piece and ends with its last; it is as sure as the least sure of them.
    """
    if "".join(said) != "".join(piece.text for piece in pieces):
        return None
    made: list[TranscriptWord] = []
    left, last = iter(pieces), pieces[0] if pieces else None
    end = behind = 0  # letters of the words, of the pieces so far
    for text in said:
        inside = [last] if last is not None and behind > end else []
        end += len(text)
        while behind < end:
            last = next(left)
            behind += len(last.text)
            inside.append(last)
        made.append(_union(text, inside))
    return made


def _union(text: str, pieces: Sequence[TranscriptWord]) -> TranscriptWord:
    """One word of pieces: the record and speaker of the first."""
    if len(pieces) == 1:
        return replace(pieces[0], text=text)
    starts = [piece.start for piece in pieces if piece.start is not None]
    ends = [piece.end for piece in pieces if piece.end is not None]
    sure = [piece.confidence for piece in pieces if piece.confidence is not None]
    return replace(
        pieces[0],
        text=text,
        start=min(starts, default=None),
        end=max(ends, default=None),
        confidence=min(sure, default=None),
        estimated=any(piece.estimated for piece in pieces),
    )


def as_said(texts: Iterable[Any]) -> str:
    """The text of a list of words that keep the space before them; one without it belongs to the word before.

    Where no word has a space, all are words of their own.

    >>> as_said([" don", "'t", " go"]), as_said(["do", "not", "go"])
    ("don't go", 'do not go')
    """
    found = [text for text in texts if isinstance(text, str)]
    spaced = any(text[:1].isspace() for text in found[1:]) or any(text[-1:].isspace() for text in found[:-1])
    return ("" if spaced else " ").join(found).strip()


def split_off(text: str) -> str:
    """A word without the marks around it; "" for marks alone."""
    return split_marks(text)[1]


def _key(text: str) -> str:
    return fold(split_off(text) or text)


def transcript(
    segments: Iterable[TranscriptSegment],
    format: str,
    problems: Sequence[Problem],
    *,
    language: Any = None,
    source: Any = None,
    unit_is_known: bool = False,
) -> Transcript:
    """The file: times in seconds whatever they were read as, what is odd about them reported.

    With ``unit_is_known`` the times are taken as they are, however long they make the words.
    """
    found = list(problems)

    def report(where: str, what: str, *, lost: bool = False) -> None:
        found.append(Problem(where, what, lost))

    given = tuple(segments)
    made = _between_neighbours(given if unit_is_known else times.rescaled(given, report))
    for where, what in times.disorder(made):
        report(where, what)
    once = tuple(dict.fromkeys(found))
    return Transcript(segments=made, format=format, language=name(language), problems=once, source=source)


def _between_neighbours(segments: tuple[TranscriptSegment, ...]) -> tuple[TranscriptSegment, ...]:
    """Segments of which a time is missing: that of the neighbour in the same recording, where it has one."""
    made = list(segments)
    for i, one in enumerate(made):
        if one.start is not None and one.end is not None:
            continue
        before = next((s for s in made[i - 1 : i] if i and s.recording == one.recording), None)
        after = next((s for s in made[i + 1 : i + 2] if s.recording == one.recording), None)
        start = one.start if one.start is not None else before.end if before else None
        end = one.end if one.end is not None else after.start if after else None
        if (start, end) == (one.start, one.end):
            continue
        made[i] = replace(one, start=start, end=end, words=times.estimated(one.words, start, end))
    return tuple(made)


def as_before(old: Any, new: str) -> str:
    """``new`` with the white space around it that ``old`` had: whisper's texts begin with a space.

    >>> as_before(" दो सौ", "200")
    ' 200'
    """
    if not isinstance(old, str) or not old.strip():
        return new
    if " ".join(nfc(old).split()) == new:
        return old
    return old[: len(old) - len(old.lstrip())] + new + old[len(old.rstrip()) :]
