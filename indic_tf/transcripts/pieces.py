"""Text files cut into pieces: a writer puts new text into some of them, all else stays as it was, to the byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import regex

from ..scripts import nfc
from . import times
from .content import Content
from .model import Transcript, TranscriptSegment
from .records import as_time
from .shape import as_before

BOM = "\ufeff"
_LINE = regex.compile(r"([^\r\n]*)(\r\n|\r|\n|$)")


@dataclass(frozen=True, slots=True)
class Source:
    """A file in pieces.

    Attributes:
        pieces: joined they are the text of the file.
        places: how many segments stand in them.
        raw: the bytes of the file; None where the pieces are not all of it.
        bom: the file begins with a byte-order mark.
    """

    pieces: tuple[str, ...]
    places: int
    raw: bytes | None = None
    bom: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the pieces of its file a segment stands.

    Attributes:
        text: the piece with its words; -1 for none.
        said: what that piece says, as it was read.
        start, end: the pieces with its times, -1 for none.
        per_second: the unit of these, where they are plain numbers.
        how: what else the writer of the format has to know.
    """

    text: int
    said: str
    start: int = -1
    end: int = -1
    per_second: float = 1.0
    how: Any = None


@dataclass(slots=True)
class Cutter:
    """Pieces while they are cut."""

    pieces: list[str] = field(default_factory=list)

    def add(self, text: str) -> int:
        """Add a piece; its number."""
        self.pieces.append(text)
        return len(self.pieces) - 1

    def source(self, content: Content, places: int) -> Source:
        """What a transcript keeps of its file."""
        return Source(tuple(self.pieces), places, content.raw, content.raw.startswith(BOM.encode()))


def lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a text, each with its ending ("" for a last one without): line feeds, CRLF, carriage returns.

    >>> list(lines("a\\r\\n\\nb"))
    [('a', '\\r\\n'), ('', '\\n'), ('b', '')]
    """
    for found in _LINE.finditer(text):
        if found[0]:
            yield found[1], found[2]


def ending(text: str) -> str:
    """How the lines of a text end: as its first does."""
    found = _LINE.match(text)
    return found[2] if found and found[2] else "\n"


def same(said: str, text: str) -> bool:
    """True if the text of a segment is what was read for it."""
    return said == text or " ".join(nfc(said).split()) == text


Clock = Callable[[str, float, float], str]
Spell = Callable[[Place, str, TranscriptSegment], str]


def as_it_stands(place: Place, old: str, one: TranscriptSegment) -> str:
    """The new text with the white space around the old."""
    return as_before(old, one.text)


def fits(made: Transcript, source: Source) -> bool:
    """True if every segment knows its piece of ``source``, and none is missing."""
    places = [one.record for one in made.segments]
    return len(places) == source.places and all(isinstance(place, Place) for place in places)


def rewritten(made: Transcript, spell: Spell = as_it_stands, clock: Clock | None = None) -> bytes | None:
    """The file that ``made`` was read from, with its words and times of now; None if its pieces are not those.

    ``spell`` gives the piece for a segment whose words are others now, ``clock`` the piece for a time: `retimed` if not
    given.
    """
    source = made.source
    if not isinstance(source, Source) or not fits(made, source):
        return None
    pieces = list(source.pieces)
    for one in made.segments:
        place: Place = one.record
        if place.text >= 0 and not same(place.said, one.text):
            pieces[place.text] = spell(place, pieces[place.text], one)
        for which, time in ((place.start, one.start), (place.end, one.end)):
            if which >= 0 and time is not None:
                pieces[which] = (clock or retimed)(pieces[which], time, place.per_second)
    return joined(source, pieces)


def joined(source: Source, pieces: Sequence[str]) -> bytes:
    """A file of pieces: the bytes that were read if nothing changed."""
    if source.raw is not None and tuple(pieces) == source.pieces:
        return source.raw
    return ((BOM if source.bom else "") + "".join(pieces)).encode("utf-8", "replace")


def retimed(old: str, value: float, per_second: float) -> str:
    """A time in the manner of the old one; what was no time stays."""
    try:
        known = times.seconds(old.strip(), per_second)
    except ValueError:
        return old
    if known is None:
        return old
    return as_before(old, str(as_time(old.strip(), value, per_second)))
