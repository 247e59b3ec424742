"""CTM: a word a line, ``utterance channel start duration word [confidence]``. From its documentation (sclite, Kaldi).

Lines that hold no word (``;;`` comments, ``<eps>``, ``[noise]``, alternatives) stay where they are. A word of the
formatted text takes the place of the first word that it stands for, and the union of their times.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import regex

from ...errors import InputError
from ..content import Content
from ..model import Transcript, TranscriptSegment, TranscriptWord
from ..pieces import Cutter, Source, joined, lines
from ..registry import Format, register
from ..shape import segment, transcript, word
from .kaldi import token

_LINE = regex.compile(
    r"^(?P<front>\s*(?P<utterance>\S+)\s+(?P<channel>\S+)\s+)(?P<start>[^\s]+)(?P<gap>\s+)(?P<length>[^\s]+)(?P<space>\s+)"
    r"(?P<word>\S+)(?:(?P<before>\s+)(?P<confidence>[^\s]+))?(?P<rest>.*)$"
)
_NUMBER = regex.compile(r"^-?(?:\d+\.?\d*|\.\d+)(?:[eE]-?\d+)?$")
_NO_WORD = regex.compile(r"^(?:<(?!unk)[^<>]*>|\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}|SIL|!SIL|%.*|@)$", regex.I)
_MOST = 0.9
_SAME = 5e-4


@dataclass(frozen=True, slots=True)
class _Voice:
    """The words of one channel of an utterance as the file has them: their pieces, and when each begins."""

    pieces: tuple[int, ...]
    starts: tuple[float, ...]
    words: tuple[TranscriptWord, ...]


def read(content: Content) -> Transcript:
    """A segment for each channel of each utterance."""
    cut = Cutter()
    voices: dict[tuple[str, str], list[TranscriptWord]] = {}
    for number, (line, end) in enumerate(lines(content.text), start=1):
        piece = cut.add(line + end)
        match = None if line.lstrip().startswith(";;") or not line.strip() else _LINE.match(line)
        if match is None:
            if line.strip() and not line.lstrip().startswith(";;"):
                content.report(
                    f"line {number}", "not utterance, channel, start, duration, word; it is left as it is", lost=True
                )
        elif not _NO_WORD.match(match["word"]) and (given := _word(match, f"line {number}", piece, content)):
            voices.setdefault((match["utterance"], match["channel"]), []).append(given)
    made = [
        segment("", given, recording=utterance, channel=channel, record=_voice(given))
        for (utterance, channel), given in voices.items()
    ]
    return transcript(made, "ctm", content.problems, source=cut.source(content, len(made)), unit_is_known=True)


def _word(match: regex.Match[str], where: str, piece: int, content: Content) -> TranscriptWord | None:
    start, length = match["start"], match["length"]
    if not _NUMBER.match(start) or not _NUMBER.match(length):
        content.report(where, f"{start} {length} are no times; they are estimated")
        return word(match["word"], where=where, report=content.report, record=piece)
    if float(length) < 0:
        content.report(where, f"negative duration {length}; the end is estimated")
        return word(match["word"], start, where=where, report=content.report, record=piece)
    end = round(float(start) + float(length), 6)
    return word(
        match["word"],
        float(start),
        end,
        where=where,
        report=content.report,
        confidence=match["confidence"],
        record=piece,
    )


def _voice(given: Sequence[TranscriptWord]) -> _Voice:
    starts: list[float] = []
    for one in given:
        starts.append(max(starts[-1] if starts else 0.0, one.start or 0.0))
    return _Voice(tuple(int(one.record) for one in given), tuple(starts), tuple(given))


# --- writing ------------------------------------------------------------------------------------------


def write(made: Transcript) -> bytes:
    """The file with the words of ``made``, or a new one. Raises `InputError` for words without times."""
    source = made.source
    if made.format != "ctm" or not isinstance(source, Source) or len(made.segments) != source.places:
        return _fresh(made)
    if not all(isinstance(one.record, _Voice) for one in made.segments):
        return _fresh(made)
    pieces = list(source.pieces)
    for one in made.segments:
        for piece, text in _lines_of(one, source).items():
            pieces[piece] = text
    return joined(source, pieces)


def _lines_of(one: TranscriptSegment, source: Source) -> dict[int, str]:
    """The new text of every piece of a voice: the lines of the words that begin there, none for a word that went."""
    voice: _Voice = one.record
    known = {piece: i for i, piece in enumerate(voice.pieces)}
    placed: dict[int, list[TranscriptWord]] = {i: [] for i in range(len(voice.pieces))}
    at = 0
    for given in one.words:
        begun = max(0, bisect_right(voice.starts, (given.start or 0.0) + _SAME) - 1)
        at = max(at, known.get(given.record, begun) if isinstance(given.record, int) else begun)
        placed[at].append(given)
    made = {}
    for i, words in placed.items():
        old = source.pieces[voice.pieces[i]]
        made[voice.pieces[i]] = "".join(_line(old, given, voice.words[i], k) for k, given in enumerate(words))
    return made


def _line(old: str, given: TranscriptWord, before: TranscriptWord, nth: int) -> str:
    """A line for a word: the old one where nothing changed."""
    if nth == 0 and (given.text, given.start, given.end) == (before.text, before.start, before.end):
        return old
    match = _LINE.match(old.rstrip("\r\n"))
    assert match is not None
    made = match["front"] + _times(match["start"], match["gap"], match["length"], given, before) + match["space"]
    made += given.text.replace(" ", "_")
    if match["confidence"] is not None:
        sure = match["confidence"] if given.confidence in (None, before.confidence) else f"{given.confidence:g}"
        made += match["before"] + sure
    return made + match["rest"] + (old[len(old.rstrip("\r\n")) :] or "\n")


def _times(start: str, gap: str, length: str, given: TranscriptWord, before: TranscriptWord) -> str:
    if given.start is None or given.end is None or (given.start, given.end) == (before.start, before.end):
        return f"{start}{gap}{length}"
    places = max(2, *(len(text.partition(".")[2]) for text in (start, length)))
    first = start if given.start == before.start else f"{given.start:.{places}f}"
    return f"{first}{gap}{max(0.0, given.end - given.start):.{places}f}"


def _fresh(made: Transcript) -> bytes:
    shown = []
    for i, one in enumerate(made.segments):
        front = f"{token(one.recording, 'audio')} {token(one.channel, '1')}"
        for given in one.words:
            if given.start is None or given.end is None:
                raise InputError(f"segments[{i}]: {given.text!r} has no times, which CTM needs; write 'kaldi' or 'trn'")
            sure = "" if given.confidence is None else f" {given.confidence:g}"
            shown.append(f"{front} {given.start:.2f} {given.end - given.start:.2f} {given.text}{sure}\n")
    return "".join(shown).encode("utf-8", "replace")


def _claims(content: Content) -> float:
    shown = [line for line in content.head.splitlines()[:200] if line.strip() and not line.lstrip().startswith(";;")]
    found = [match for line in shown if (match := _LINE.match(line)) and not match["rest"].strip()]
    timed = [m for m in found if _NUMBER.match(m["start"]) and _NUMBER.match(m["length"])]
    sure = [m for m in timed if "." in m["start"] + m["length"] and not _NUMBER.match(m["word"])]
    return 0.8 if sure and len(timed) >= _MOST * len(shown) else 0.0


register(Format("ctm", "CTM", "lines of utterance, channel, start, duration, word", _claims, read, write, ".ctm"))
