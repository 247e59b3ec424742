"""What is looked up by its place in a text, made once a text instead of once from each word."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")


def begun(flags: Iterable[bool]) -> list[int]:
    """For each place, and that behind the last, where the run of true ``flags`` right before it begins; else itself.

    >>> begun([True, True, False, True])
    [0, 0, 0, 3, 3]
    """
    made = [0]
    for i, flag in enumerate(flags):
        made.append(made[i] if flag else i + 1)
    return made


def grouped(found: Iterable[tuple[int, T]]) -> dict[int, list[T]]:
    """What has the same place, by that place."""
    made: dict[int, list[T]] = {}
    for place, one in found:
        made.setdefault(place, []).append(one)
    return made
