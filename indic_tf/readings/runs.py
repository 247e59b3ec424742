"""Runs of words of one sort, walked over once a text instead of once from each of their words."""

from __future__ import annotations

from collections.abc import Iterable


def begun(flags: Iterable[bool]) -> list[int]:
    """For each place, and that behind the last, where the run of true ``flags`` right before it begins; else itself.

    >>> begun([True, True, False, True])
    [0, 0, 0, 3, 3]
    """
    made = [0]
    for i, flag in enumerate(flags):
        made.append(made[i] if flag else i + 1)
    return made
