"""What a function says of words or runs of them, kept: running text repeats itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

_MOST = 200_000

Asked = TypeVar("Asked", bound=Hashable)
Said = TypeVar("Said")


class Memo(dict[Asked, Said]):
    """``memo[word]`` is ``ask(word)``, asked once: a look-up at the speed of a dictionary. When it has ``most`` it
    forgets all."""

    def __init__(self, ask: Callable[[Asked], Said], most: int = _MOST) -> None:
        super().__init__()
        self._ask, self._most = ask, most

    def __missing__(self, word: Asked) -> Said:
        said = self._ask(word)
        if len(self) >= self._most:
            self.clear()
        self[word] = said
        return said
