"""When captions are shown: as they are said, long enough to be read, one after the other."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .model import Layout

_FLASH = 0.1  # seconds that a caption is shown even where there is no room for it


@dataclass(frozen=True, slots=True)
class Said:
    """What a caption shows: when it is said (seconds), how long it is (grapheme clusters), whether it is a cue of the
    source whose times stay."""

    start: float
    end: float
    width: int
    kept: bool = False


def shown(said: Sequence[Said], layout: Layout) -> list[tuple[float, float]]:
    """When each caption is shown: intervals in seconds with three decimals, in order and without overlap.

    A caption begins when its first word is said, or, if the caption before is still there, a gap after that. It ends
    with its last word; one that is too short or too fast stays until it can be read, but no longer than
    `Layout.linger` after its last word and no later than a gap before the next. A silence shorter than `Layout.chain`
    before the next caption is bridged.

    Where two speak at once the caption that comes first is trimmed to the beginning of the other, unless it could not
    be read then: then it keeps the time it needs (no more than it took to say), and the other begins a gap after it.
    The delay is made up in the captions behind, which are trimmed alike.
    """
    made: list[tuple[float, float]] = []
    for i, one in enumerate(said):
        following = said[i + 1] if i + 1 < len(said) else None
        start = round(one.start, 3)
        if made:
            start = max(start, round(made[-1][1] + _gap(said[i - 1], one, layout), 3))
        gap = _gap(one, following, layout) if following else 0.0
        limit = following.start - gap if following else math.inf
        needed = min(layout.max_seconds, max(layout.min_seconds, one.width / layout.max_cps))
        wanted = _wanted(one, start, needed, layout)
        if wanted > limit:
            least = max(_FLASH, min(needed, one.end - one.start - gap))
            wanted = max(limit, min(wanted, start + least))
        elif following and not one.kept and following.start - wanted < layout.chain:
            wanted = max(wanted, min(limit, start + layout.max_seconds))
        made.append((start, round(max(wanted, start), 3)))
    return made


def _gap(one: Said, following: Said, layout: Layout) -> float:
    """Cues of the source may touch what is beside them, as they did there."""
    return 0.0 if one.kept or following.kept else layout.min_gap


def _wanted(one: Said, start: float, needed: float, layout: Layout) -> float:
    """When a caption would end if nothing came behind it."""
    if one.kept:
        return max(one.end, start + min(needed, one.end - one.start))
    end = max(one.end, min(start + needed, max(one.end, start + _FLASH) + layout.linger))
    return min(end, start + layout.max_seconds)
