"""Transcript → texts → formatted texts → formatted transcript; `together` is the second half of the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal, Protocol

from ..document import Formatted, Range, Word
from ..errors import InputError
from ..inputs import Final
from ..repair import collapsed
from ..repair import loops as find_loops
from ..transcripts import Problem, Transcript, TranscriptSegment, TranscriptWord
from ..transcripts.shape import of_single_words
from .result import FormattedTranscript, FormattedWord
from .runs import Place, Run, places, runs
from .speaking import OnError
from .stretches import joined, stretches
from .together import as_they_were, of_text, put_together

Loops = Literal["keep", "collapse", "drop"]
Text = tuple[str, list[Word]]

_BECAME = {"keep": "left as they are", "collapse": "said once", "drop": "dropped"}
_BATCH_WORDS = 4096  # formatted at a time
Progress = Callable[[int], None]


class Speaks(Protocol):
    """Who knows the language of words, and formats texts in it."""

    def languages(self, segments: Sequence[TranscriptSegment]) -> list[list[str]]:
        """The language of every word of every segment."""
        ...

    def key(self, lang: str) -> str:
        """What `languages.language` finds a language under: its code, or that of the user's tables for it."""
        ...

    def format_texts(
        self, texts: Iterable[Text], final: Final, on_error: OnError, batch_size: int
    ) -> Iterator[Formatted]:
        """Each text, formatted in its language, in order, so many at a time."""
        ...


@dataclass(frozen=True, slots=True)
class _Piece:
    """Some words of a run: to be formatted, or what is kept of a loop, all of whose words are in ``loop``."""

    positions: Sequence[int]
    lang: str
    loop: Sequence[int] = ()


def format_transcript(
    talk: Transcript | FormattedTranscript,
    speaks: Speaks,
    final: Final = "auto",
    loops: Loops = "keep",
    progress: Progress | None = None,
) -> FormattedTranscript:
    """``talk`` formatted; see `IndicFormatter.transcript`."""
    if loops not in ("keep", "collapse", "drop"):
        raise InputError(f"loops is {loops!r}; choose 'keep', 'collapse' or 'drop'")
    given = _given(talk)
    words = places(given.segments, speaks.languages(given.segments))
    pieces = [piece for run in runs(words, given.segments) for piece in _pieces(run, words, loops)]
    failed: list[Problem] = []
    made = [word for piece in _formatted(pieces, words, speaks, final, failed, progress or _silently) for word in piece]
    stuck = [piece.loop for piece in pieces if piece.loop]
    looping = [Problem(_place(words, at), f"a loop of {len(at)} words, {_BECAME[loops]}") for at in stuck]
    whole = put_together(given, words, made)
    problems = (*given.problems, *failed, *looping)
    return replace(whole, problems=problems, failed=len(failed), loops=tuple((at[0], at[-1] + 1) for at in stuck))


def _silently(_: int) -> None:
    """Progress that nobody wants to hear of."""


def _given(talk: Transcript | FormattedTranscript) -> Transcript:
    """A transcript whose words have no white space in them."""
    given = talk.as_transcript() if isinstance(talk, FormattedTranscript) else talk
    if not isinstance(given, Transcript):
        raise InputError(f"expected a Transcript, got {type(talk).__name__}; transcripts.read makes one of a file")
    return of_single_words(given)


def _pieces(run: Run, words: Sequence[Place], loops: Loops) -> Iterator[_Piece]:
    """A run cut where a loop begins and ends; of a loop that is collapsed one pass stays."""
    lang = run.language or ""
    said = [words[i].word.text for i in run.positions]
    position = 0
    for loop in find_loops(said):
        if loop.start > position:
            yield _Piece(run.positions[position : loop.start], lang)
        inside = run.positions[loop.start : loop.end]
        if loops == "collapse":
            again = find_loops(said[loop.start : loop.end])
            inside = [inside[i] for i in collapsed(said[loop.start : loop.end], again)]
        yield _Piece(inside if loops != "drop" else (), lang, run.positions[loop.start : loop.end])
        position = loop.end
    if position < len(said):
        yield _Piece(run.positions[position:], lang)


def _formatted(
    pieces: Sequence[_Piece],
    words: Sequence[Place],
    speaks: Speaks,
    final: Final,
    failed: list[Problem],
    progress: Progress,
) -> Iterator[list[FormattedWord]]:
    """The words of every piece, formatted; a text that fails comes out as it went in, and is among ``failed``."""
    texts = [(piece.lang, piece.positions[a:b]) for piece in pieces for a, b in _ranges(piece)]
    new = (b - max(a, before) for piece in pieces for (_, before), (a, b) in pairwise([(0, 0), *_ranges(piece)]))
    answers = _told(_answers(texts, words, speaks, final, failed), new, progress)
    for piece in pieces:
        if piece.loop:
            yield as_they_were(piece.positions, words)
            progress(len(piece.loop))
        else:
            yield _whole(piece, words, speaks, answers) or _at_once(piece, words, speaks, final, failed)


def _told(answers: Iterator[Formatted], new: Iterator[int], progress: Progress) -> Iterator[Formatted]:
    """The answers; ``progress`` hears how many words each has that the one before had not."""
    for answer, count in zip(answers, new, strict=True):
        yield answer
        progress(count)


def _whole(
    piece: _Piece, words: Sequence[Place], speaks: Speaks, answers: Iterator[Formatted]
) -> list[FormattedWord] | None:
    """The words of a piece from the answers for its stretches; see `joined`."""
    return joined([of_text(next(answers), piece.positions[a:b], words, speaks.key) for a, b in _ranges(piece)])


def _at_once(
    piece: _Piece, words: Sequence[Place], speaks: Speaks, final: Final, failed: list[Problem]
) -> list[FormattedWord]:
    """The words of a piece that cannot be put together from stretches, in whatever time it takes."""
    [answer] = _answers([(piece.lang, piece.positions)], words, speaks, final, failed)
    return of_text(answer, piece.positions, words, speaks.key)


def _ranges(piece: _Piece) -> Sequence[Range]:
    """What of a piece is formatted at a time; nothing of a loop."""
    return () if piece.loop else stretches(len(piece.positions))


def _answers(
    texts: Sequence[tuple[str, Sequence[int]]],
    words: Sequence[Place],
    speaks: Speaks,
    final: Final,
    failed: list[Problem],
) -> Iterator[Formatted]:
    def note(index: int, _: object, error: Exception) -> None:
        failed.append(
            Problem(_place(words, texts[index][1]), f"not formatted: {type(error).__name__}: {error}", lost=True)
        )

    spoken = ((lang, [_spoken(words[i].word) for i in positions]) for lang, positions in texts)
    mean = 1 + sum(len(positions) for _, positions in texts) // max(1, len(texts))
    return speaks.format_texts(spoken, final, note, max(1, _BATCH_WORDS // mean))


def _place(words: Sequence[Place], positions: Sequence[int]) -> str:
    first = words[positions[0]]
    at = "" if first.word.start is None else f" at {first.word.start:.2f} s"
    return f"segments[{first.segment}]{at}"


def _spoken(word: TranscriptWord) -> Word:
    return Word(word.text, start=word.start, end=word.end, speaker=word.speaker)
