"""From what a reader found in a file to segments that hold together: words and text agree, times are usable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import Any

from ..scripts import fold, nfc, split_marks
from . import times
from .model import Problem, Transcript, TranscriptSegment, TranscriptWord

Report = Callable[[str, str], None]


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
    if not isinstance(text, str):
        if text is not None:
            report(where, f"its text is {text!r}, expected a string")
            text = str(text)
        else:
            report(where, "no text")
            return None
    if not (joined := " ".join(nfc(text).split())):
        return None
    first, last = interval(start, end, where, report, per_second)
    return TranscriptWord(
        text=joined, start=first, end=last, speaker=name(speaker), confidence=number(confidence), record=record
    )


def interval(start: Any, end: Any, where: str, report: Report, per_second: float = 1.0) -> times.Span:
    """Two times of a file in seconds; a value that is none, negative or backward is reported and becomes None."""
    found: list[float | None] = []
    for which, value in (("start", start), ("end", end)):
        try:
            found.append(times.seconds(value, per_second))
        except ValueError:
            report(where, f"{which} is {value!r}, which is no time; it is estimated")
            found.append(None)
    return times.checked(found[0], found[1], where, report)


def name(value: Any) -> str | None:
    """A speaker or language of a file as a string."""
    return None if value is None or value == "" else str(value)


def number(value: Any) -> float | None:
    """A confidence of a file, also where it is a string."""
    try:
        return None if value is None or isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None


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
    single = [part for given in words if given is not None for part in _split(given)]
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


def _split(given: TranscriptWord) -> list[TranscriptWord]:
    """A word of a file as words without white space in them."""
    parts = given.text.split()
    if len(parts) == 1:
        return [given]
    bare = [replace(given, text=part, start=None, end=None, estimated=True) for part in parts]
    return list(times.estimated(bare, given.start, given.end))


def _aligned(said: Sequence[str], timed: Sequence[TranscriptWord]) -> list[TranscriptWord]:
    """The words of a text with the times of a word list that is not quite the same."""
    if len(said) == len(timed):
        return [replace(given, text=text) for text, given in zip(said, timed, strict=True)]
    made = [TranscriptWord(text=text) for text in said]
    keys = [_key(text) for text in said], [_key(given.text) for given in timed]
    for a, b, size in SequenceMatcher(None, *keys, autojunk=False).get_matching_blocks():
        for i in range(size):
            made[a + i] = replace(timed[b + i], text=said[a + i])
    return made


def _key(text: str) -> str:
    return fold(split_marks(text)[1] or text)


def transcript(
    segments: Iterable[TranscriptSegment],
    format: str,
    problems: Sequence[Problem],
    *,
    language: Any = None,
    source: Any = None,
) -> Transcript:
    """The file: times in seconds whatever they were read as, what is odd about them reported."""
    found = list(problems)

    def report(where: str, what: str) -> None:
        found.append(Problem(where, what))

    made = _between_neighbours(times.rescaled(tuple(segments), report))
    for where, what in times.disorder(made):
        report(where, what)
    return Transcript(segments=made, format=format, language=name(language), problems=tuple(found), source=source)


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
    return old[: len(old) - len(old.lstrip())] + new + old[len(old.rstrip()) :]
