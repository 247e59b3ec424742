"""Where captions end: the cheapest cut of a whole run, by dynamic programming.

The cost of a cut is the sum over its captions of

- `_CAPTION` for each caption, and up to `_EMPTY` for how little of the lines it fills (squared): few and even captions;
- `_END` times what a break at its end costs (see `strip`: nothing behind a sentence, most between words that belong
  together; up to three quarters less where the speaker is silent for half a second);
- what its line breaks cost (`lines.best`);
- `_INSIDE` for each sentence that ends before the caption does: a caption should be one sentence;
- `_FAST` for each doubling of the reading speed beyond the limit, and `_SHORT` for the share of the least duration that
  is missing, both after the caption has been given all the time there is up to the next one.

No caption has more lines than allowed or lasts longer than `Layout.max_seconds` before its last word ends, except where
a single atom does. Its characters bound the window of a caption, so the time grows with the number of words only.
"""

from __future__ import annotations

import math

from . import lines
from .model import Layout
from .strip import Strip

_CAPTION = 3.0
_EMPTY = 3.0
_END = 2.0
_INSIDE = 6.0
_FAST = 8.0
_SHORT = 10.0


def best(strip: Strip, layout: Layout, following: float = math.inf) -> list[tuple[int, int]]:
    """The captions of a run as half-open ranges of its atoms.

    ``following`` is when the caption behind the run begins, in seconds: so long the last one may stay.
    """
    n = len(strip)
    right, start, end, sentences = strip.right, strip.start, strip.end, strip.sentences
    full = layout.max_chars * layout.max_lines
    empty = [_EMPTY * (1 - width / full) ** 2 for width in range(full)]
    bound, most = _bounded(strip, layout), full + layout.max_lines - 1
    longest, least, pace = layout.max_seconds, layout.min_seconds, 1 / layout.max_cps
    costs, origin = [0.0] + [math.inf] * n, [0] * (n + 1)
    for b in range(1, n + 1):
        tail = _CAPTION + (_END * strip.cut[b] if b < n else 0.0) + _INSIDE * sentences[b - 1]
        closes, edge, over = end[b - 1] - longest, right[b] - 1, bound[b] - 1 - most
        last = min((start[b] if b < n else following) - layout.min_gap, end[b - 1] + layout.linger)
        found, place = math.inf, b - 1
        for a in range(b - 1, -1, -1):
            if (bound[a] < over or start[a] < closes) and a < b - 1:
                break
            width, seconds = edge - right[a], last - start[a]
            cost = costs[a] + tail - _INSIDE * sentences[a] + (empty[width] if width < full else 0.0)
            if seconds < least or seconds < width * pace:
                cost += _hurry(width, seconds, layout)
            if cost >= found:
                continue
            broken = lines.best(strip, a, b, layout)
            if broken is not None and cost + broken[0] < found:
                found, place = cost + broken[0], a
        costs[b], origin[b] = found, place
    return _walk_back(origin)


def _hurry(width: int, seconds: float, layout: Layout) -> float:
    """What it costs to have ``seconds`` for ``width`` clusters."""
    cost, seconds = 0.0, max(seconds, 1e-3)
    if seconds < layout.min_seconds:
        cost += _SHORT * (1 - seconds / layout.min_seconds)
    if width > seconds * layout.max_cps:
        cost += _FAST * math.log2(min(16.0, width / layout.max_cps / seconds))
    return cost


def _bounded(strip: Strip, layout: Layout) -> list[int]:
    """`Strip.right` with no atom longer than a line: what the lines must hold at least."""
    made = [0]
    for i in range(len(strip)):
        made.append(made[-1] + min(strip.right[i + 1] - strip.right[i], layout.max_chars + 1))
    return made


def _walk_back(origin: list[int]) -> list[tuple[int, int]]:
    found, b = [], len(origin) - 1
    while b:
        found.append((origin[b], b))
        b = origin[b]
    return found[::-1]
