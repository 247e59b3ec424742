"""The order of digits, which tells codes from counting."""

from __future__ import annotations

from itertools import pairwise


def is_ordered(digits: str) -> bool:
    """Two four six eight, five four three: no code; nor two two three three."""
    changes = [ord(b) - ord(a) for a, b in pairwise(digits)]
    doubled = len(digits) % 2 == 0 and digits[::2] == digits[1::2]
    return doubled or all(change > 0 for change in changes) or all(change < 0 for change in changes)
