"""The lines of one caption: the cheapest way to break it, over all ways."""

from __future__ import annotations

from .model import Layout
from .strip import Strip

Broken = tuple[float, tuple[int, ...]]
"""What the breaks cost, and the atoms that begin a new line."""

_UNEVEN = 16.0  # for lines that differ from the mean by the whole length of a line, squared
_TOP_HEAVY = 1.5  # how much worse a long line is above a short one than below it


def best(strip: Strip, a: int, b: int, layout: Layout) -> Broken | None:
    """How atoms ``a`` to ``b - 1`` are broken into lines; None if they need more than ``layout.max_lines``.

    As few lines as can hold the words, and among the ways to fill these the one whose cost is least: what each break
    costs by the words beside it, and for each line the square of its distance from the mean, more for a long one that
    stands above others.
    An atom longer than a line has a line for itself.
    """
    if b - a == 1 or strip.width(a, b) <= layout.max_chars:
        return 0.0, ()
    if layout.max_lines == 2:
        return _two(strip, a, b, layout)
    for count in range(2, layout.max_lines + 1):
        if found := _filled(strip, a, b, count, strip.width(a, b) / count, layout, {}):
            return found
    return None


def _uneven(width: int, mean: float, last: bool, most: int) -> float:
    off = (width - mean) / most
    return _UNEVEN * off * off * (_TOP_HEAVY if off > 0 and not last else 1.0)


def _two(strip: Strip, a: int, b: int, layout: Layout) -> Broken | None:
    right, most, line = strip.right, layout.max_chars, strip.line
    begin, end = right[a] + 1, right[b]
    mean = (end - begin) / 2
    found, place = float("inf"), 0
    for m in range(a + 1, b):
        top, bottom = right[m] - begin, end - right[m] - 1
        if top > most and m - a > 1:
            break
        if bottom > most and b - m > 1:
            continue
        cost = line[m] + _uneven(top, mean, False, most) + _uneven(bottom, mean, True, most)
        if cost < found:
            found, place = cost, m
    return (found, (place,)) if place else None


def _filled(
    strip: Strip, a: int, b: int, count: int, mean: float, layout: Layout, known: dict[tuple[int, int], Broken | None]
) -> Broken | None:
    """Atoms ``a`` to ``b - 1`` on exactly ``count`` lines."""
    if (a, count) in known:
        return known[a, count]
    found: Broken | None = None
    for m in range(a + 1, b - count + 2) if count > 1 else [b]:
        width = strip.width(a, m)
        if width > layout.max_chars and m - a > 1:
            break
        rest = _filled(strip, m, b, count - 1, mean, layout, known) if count > 1 else (0.0, ())
        if rest is None:
            continue
        cost = rest[0] + _uneven(width, mean, count == 1, layout.max_chars) + (strip.line[m] if count > 1 else 0.0)
        if found is None or cost < found[0]:
            found = cost, ((m, *rest[1]) if count > 1 else ())
    known[a, count] = found
    return found
