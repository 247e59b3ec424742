"""The texts that are most wrong, kept while the others pass by."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

KEPT = 20


@dataclass(frozen=True, slots=True)
class Wrong:
    """A text that is wrong, as what is scored sees it: both sides, and what was said where that is another text.

    ``errors`` is how many words are not as in the reference.
    """

    line: int
    errors: int
    reference: str
    output: str
    spoken: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON; no ``spoken`` where there is none."""
        texts = {"reference": self.reference, "output": self.output}
        return {"line": self.line, "errors": self.errors, **texts, **({"spoken": self.spoken} if self.spoken else {})}


class Worst:
    """The ``keep`` texts with the most errors; of those that have as many, the first ones."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._heap: list[tuple[int, int, tuple[str, ...]]] = []

    def add(self, line: int, errors: int, texts: Callable[[], tuple[str, ...]]) -> None:
        """Of lines in order; ``texts`` (reference, output, and perhaps what was said) are asked for if they are kept.

        >>> worst = Worst(keep=1)
        >>> for line, errors in enumerate((0, 2, 3, 3), start=1):
        ...     worst.add(line, errors, lambda: ("a,", "a"))
        >>> [(wrong.line, wrong.errors) for wrong in worst.found]
        [(3, 3)]
        """
        if not errors or (len(self._heap) >= self._keep and (not self._heap or errors <= self._heap[0][0])):
            return
        heapq.heappush(self._heap, (errors, -line, texts()))
        if len(self._heap) > self._keep:
            heapq.heappop(self._heap)

    @property
    def found(self) -> tuple[Wrong, ...]:
        """The worst first."""
        return tuple(Wrong(-line, errors, *texts) for errors, line, texts in sorted(self._heap, reverse=True))
