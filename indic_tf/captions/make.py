"""From words to captions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from . import clock, cut, lines
from .model import Caption, CaptionWord, Layout
from .strip import Strip, Words, reader, runs, strip
from .timing import Said, shown

_LATE = 0.25  # seconds of delay that nobody notices


@dataclass(frozen=True, slots=True)
class _Piece:
    """Atoms of a strip that make a caption."""

    strip: Strip
    atoms: tuple[int, int]
    kept: bool

    @property
    def words(self) -> tuple[int, int]:
        return self.strip.first[self.atoms[0]], self.strip.first[self.atoms[1]]

    @property
    def said(self) -> Said:
        a, b = self.atoms
        return Said(self.strip.start[a], max(self.strip.end[a:b]), self.strip.width(a, b), self.kept)


def captions(
    words: Sequence[CaptionWord],
    layout: Layout | None = None,
    *,
    language: str | None = None,
    keep_segments: bool = False,
    by_time: bool = False,
) -> list[Caption]:
    """The captions of a transcript; joined with spaces their text is that of the words, each word once and in order.

    Args:
        words: in the order in which they are read; white space inside a word counts as one space.
        layout: the limits; `Layout()` if not given. `model.layout` has those of presets and languages.
        language: a code, for the words that belong to their neighbours; those of all languages if not given.
        keep_segments: every source segment stays one caption with its times, if it fits the lines and `max_seconds`;
            only the others are cut, inside. A word glued to the segment before moves there.
        by_time: order the captions by when they begin. For transcripts that hold one speaker after the other, though
            they spoke at once; the words are then not in their old order.

    What cannot be kept to is in `Caption.problems`. Raises `InputError` if no word has a time.
    """
    layout = layout or Layout()
    places = [i for i, word in enumerate(words) if word.text.strip()]
    if not places:
        return []
    spoken = [words[i] for i in places]
    mark = reader(language)
    marks = [mark(" ".join(word.text.split())) for word in spoken]
    given = Words(spoken, clock.timed(spoken, [one.width for one in marks]), marks)
    pieces = list(_kept(given, layout) if keep_segments else _pieces(given, layout, 0, len(spoken)))
    if by_time:
        pieces.sort(key=lambda piece: piece.said.start)
    said = [piece.said for piece in pieces]
    made = [_caption(given, *pair, layout) for pair in zip(pieces, said, shown(said, layout), strict=True)]
    return _over_all_words(made, places, len(words))


def _pieces(given: Words, layout: Layout, first: int, stop: int, pauses: bool = True) -> Iterator[_Piece]:
    """Captions of words ``first`` to ``stop - 1``, run by run."""
    part = Words(given.words[first:stop], given.times[first:stop], given.marks[first:stop])
    for low, high in runs(part, layout, pauses):
        made = strip(given, first + low, first + high)
        following = given.times[first + high][0] if first + high < len(given.words) else float("inf")
        for atoms in cut.best(made, layout, following):
            yield _Piece(made, atoms, False)


def _kept(given: Words, layout: Layout) -> Iterator[_Piece]:
    """One caption for each segment that fits, several for another."""
    for first, stop in _segments(given.words):
        made = strip(given, first, stop)
        whole = (0, len(made))
        part = Words(given.words[first:stop], given.times[first:stop], given.marks[first:stop])
        one_voice = len(list(runs(part, layout, pauses=False))) == 1
        lasts = max(made.end) - made.start[0]
        fits = lines.best(made, *whole, layout) is not None and lasts <= layout.max_seconds + 1e-3
        fits = (fits or len(made) == 1) and lasts > 0
        if one_voice and fits:
            yield _Piece(made, whole, True)
        else:
            yield from _pieces(given, layout, first, stop)


def _segments(words: Sequence[CaptionWord]) -> Iterator[tuple[int, int]]:
    """The words of each segment; words glued to the segment before belong to that, except another speaker's."""
    first = 0
    for i in range(1, len(words)):
        apart = words[i].speaker != words[i - 1].speaker
        if words[i].segment != words[i - 1].segment and (apart or not words[i - 1].glued):
            yield first, i
            first = i
    yield first, len(words)


def _caption(given: Words, piece: _Piece, said: Said, span: tuple[float, float], layout: Layout) -> Caption:
    low, high = piece.words
    broken = lines.best(piece.strip, *piece.atoms, layout)
    begins = [piece.atoms[0], *(broken[1] if broken else ()), piece.atoms[1]]
    texts = [" ".join(given.words[i].text.split()) for i in range(low, high)]
    edges = [piece.strip.first[i] - low for i in begins]
    made = tuple(" ".join(texts[a:b]) for a, b in pairwise(edges))
    widths = [piece.strip.width(a, b) for a, b in pairwise(begins)]
    speaker = next((word.speaker for word in given.words[low:high] if word.speaker is not None), None)
    starts = tuple(given.times[i][0] for i in range(low, high) for _ in given.words[i].text.split())
    return Caption(made, *span, speaker, (low, high), tuple(_problems(said, span, widths, layout)), starts)


def _problems(said: Said, span: tuple[float, float], widths: Sequence[int], layout: Layout) -> Iterator[str]:
    """What a caption does not keep to, in words."""
    start, end = span
    for width in widths:
        if width > layout.max_chars:
            yield f"a line of {width} characters, at most {layout.max_chars}: words that cannot be parted"
    seconds = end - start
    if seconds < layout.min_seconds - 2e-3:
        yield f"shown for {seconds:.2f} s, at least {layout.min_seconds:.2f} s"
    if said.width > (seconds + 2e-3) * layout.max_cps:
        speed = f"{said.width / seconds:.1f}" if seconds else "all"
        yield f"{speed} characters a second, at most {layout.max_cps:g}"
    if seconds > layout.max_seconds + 2e-3 or said.end - said.start > layout.max_seconds + 2e-3:
        yield f"said for {said.end - said.start:.2f} s, shown for at most {layout.max_seconds:g} s"
    if start > said.start + _LATE:
        yield f"shown {start - said.start:.2f} s after it is said: the caption before is still there"


def _over_all_words(made: list[Caption], places: Sequence[int], count: int) -> list[Caption]:
    """Ranges over all words, where some of them are empty: these belong to the caption before, or to the first."""
    if count == len(places):
        return made
    edges = [0, *places[1:], count]
    return [replace(one, words=(edges[one.words[0]], edges[one.words[1]])) for one in made]
