"""What captions are made of and what they must keep to."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from typing import Protocol

from ..document import Range
from ..errors import InputError
from . import facts


class CaptionWord(Protocol):
    """A written word as captions need it.

    ``start`` and ``end`` are seconds, None where unknown; ``estimated`` times come from the neighbours. ``glued`` means
    that no break may come between this word and the next (a number and its unit, a title and the name). ``segment`` is
    the place of the source segment, ``ends_sentence`` what the formatter decided (a full stop may belong to an
    abbreviation), ``passive`` a sound label or another thing that nobody says.
    """

    @property
    def text(self) -> str: ...
    @property
    def start(self) -> float | None: ...
    @property
    def end(self) -> float | None: ...
    @property
    def speaker(self) -> str | None: ...
    @property
    def estimated(self) -> bool: ...
    @property
    def glued(self) -> bool: ...
    @property
    def segment(self) -> int: ...
    @property
    def ends_sentence(self) -> bool: ...
    @property
    def passive(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Layout:
    """The limits of captions; docs/captions.md says which guide each default comes from.

    Attributes:
        max_chars: grapheme clusters in a line, spaces and marks included.
        max_lines: lines of a caption.
        max_cps: grapheme clusters a second that can be read, spaces included.
        min_seconds, max_seconds: how long a caption is shown.
        min_gap: seconds between a caption and the next.
        pause: a silence longer than this many seconds always ends a caption.
        linger: seconds that a caption may stay after its last word, where more time is needed to read it.
        chain: a caption that ends less than so many seconds before the next stays until that one, less ``min_gap``:
            a short gap looks like a flicker.

    Raises `InputError` for limits that no caption can keep to.
    """

    max_chars: int = 42
    max_lines: int = 2
    max_cps: float = 22.0
    min_seconds: float = 5 / 6
    max_seconds: float = 7.0
    min_gap: float = 2 / 24
    pause: float = 1.5
    linger: float = 1.5
    chain: float = 0.5

    def __post_init__(self) -> None:
        for one in fields(self):
            value = getattr(self, one.name)
            low = 0 if one.name in ("min_gap", "linger", "chain", "min_seconds") else 1e-9
            if not isinstance(value, (int, float)) or not math.isfinite(value) or value < low:
                raise InputError(f"layout: {one.name} is {value!r}, expected a number {'above' if low else 'from'} 0")
        if self.max_seconds < self.min_seconds:
            raise InputError(f"layout: max_seconds {self.max_seconds:g} is less than min_seconds {self.min_seconds:g}")


PRESETS = {
    "broadcast": Layout(),
    "youtube": Layout(max_chars=32),
    "social": Layout(max_chars=24, max_lines=1, max_seconds=3.0, pause=0.6, linger=0.5),
}
"""Layouts by name: television and streaming; players that keep to the 32 columns of closed captions; upright video."""


def layout(preset: str = "broadcast", language: str | None = None) -> Layout:
    """A preset for a language: reading speed and line length are those of its guide.

    Where a language has shorter full lines than the preset `broadcast`, its lines are shorter in the other presets
    too, in the same proportion. Raises `InputError` for an unknown preset; a language without a row keeps the figures
    of the preset.

    >>> layout("broadcast", "en").max_cps, layout("broadcast", "ta").max_chars, layout("social", "ta").max_chars
    (20.0, 34, 19)
    """
    if preset not in PRESETS:
        raise InputError(f"no preset {preset!r}; choose one of {', '.join(PRESETS)}")
    chosen, guide = PRESETS[preset], facts.limits().get(language or "")
    if guide is None:
        return chosen
    share = guide.max_chars / PRESETS["broadcast"].max_chars
    return replace(chosen, max_cps=guide.max_cps, max_chars=round(chosen.max_chars * share))


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands on the screen at one time.

    Attributes:
        lines: without line breaks in them.
        start, end: seconds, with three decimals.
        speaker: None where unknown.
        words: the words it shows, as a half-open range of the words it was made from.
        problems: the limits that could not be kept, in words; empty for most captions.
        starts: seconds at which each white-space word of the text begins to be said.
    """

    lines: tuple[str, ...]
    start: float
    end: float
    speaker: str | None
    words: Range
    problems: tuple[str, ...] = ()
    starts: tuple[float, ...] = field(default=(), compare=False, repr=False)

    @property
    def text(self) -> str:
        """The lines with line breaks between them."""
        return "\n".join(self.lines)

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        return self.end - self.start
