"""The order of digits, which tells codes from counting."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

_PAIRS = 4
_TELEPHONE = 10  # digits: 9999999999 is one


def is_ordered(digits: str) -> bool:
    """Two four six eight, five four three: no code; nor two two three three."""
    doubled = len(digits) % 2 == 0 and digits[::2] == digits[1::2] and len(digits) < _TELEPHONE
    return doubled or _goes_one_way([*map(int, digits)])


def is_ordered_in_pairs(digits: str) -> bool:
    """Thirty-four thirty-five thirty-nine forty-two: no code; three pairs may be in order by chance."""
    pairs = [int(digits[i : i + 2]) for i in range(0, len(digits), 2)]
    return len(digits) % 2 == 0 and len(pairs) >= _PAIRS and _goes_one_way(pairs)


def _goes_one_way(numbers: Sequence[int]) -> bool:
    changes = [b - a for a, b in pairwise(numbers)]
    return all(change > 0 for change in changes) or all(change < 0 for change in changes)
