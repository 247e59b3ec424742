"""How much of a long test is run."""

from __future__ import annotations

import os

FULL = bool(os.environ.get("INDIC_TF_FULL"))
"""All of it: set ``INDIC_TF_FULL=1`` before a release. A fifth otherwise."""


def many(count: int) -> int:
    """``count`` where all is run, else a fifth."""
    return count if FULL else max(1, count // 5)


def few(count: int, otherwise: int = 3) -> int:
    """``count`` where all is run, else ``otherwise``: of what takes a process and seconds each."""
    return count if FULL else min(count, otherwise)
