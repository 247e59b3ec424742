"""What a function says of words, kept: running text repeats its words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_MOST = 200_000

Said = TypeVar("Said")


class Memo(dict[str, Said]):
    """``memo[word]`` is ``ask(word)``, asked once: a look-up at the speed of a dictionary. When full it forgets all."""

    def __init__(self, ask: Callable[[str], Said]) -> None:
        super().__init__()
        self._ask = ask

    def __missing__(self, word: str) -> Said:
        said = self._ask(word)
        if len(self) >= _MOST:
            self.clear()
        self[word] = said
        return said
