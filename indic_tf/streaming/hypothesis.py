"""The recogniser's running hypothesis: words that it may still take back.

A stretch of speech begins behind a final. Each partial result gives all words of the stretch anew, the final gives them
for the last time. Words that stayed the same through several partials are settled before the final comes (local
agreement: Liu et al. 2020, "Low-Latency Sequence-to-Sequence Speech Recognition and Translation by Partial Hypothesis
Selection"), so that delay and memory stay bounded where none comes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import takewhile

from ..document import Word
from ..scripts import fold

_PARTIALS = 3  # in a row that must agree on a word
_BEHIND = 4  # words of the partial behind a word that is settled: its end is what it still changes
_REMEMBERED = 256  # settled words of the stretch that a partial is held against
_OPEN = 64  # words that partials never agree on, at most


class Hypothesis:
    """The words of the stretch of speech that has no final yet.

    Attributes:
        open: its words that may still be taken back.
        contradicted: how many settled words partials and finals have taken back so far.
    """

    def __init__(self) -> None:
        self.open: list[Word] = []
        self.contradicted = 0
        self._settled: deque[str] = deque(maxlen=_REMEMBERED)
        self._forgotten = 0
        self._recent: deque[list[str]] = deque(maxlen=_PARTIALS)

    def partial(self, words: Sequence[Word]) -> list[Word]:
        """Take ``words`` as the stretch is heard now; the words that are settled with that."""
        rest = self._behind_settled(words, is_final=False)
        self._recent.append([_key(word) for word in rest])
        count = self._agreed(len(rest))
        settled, self.open = rest[:count], rest[count:]
        self._settle([_key(word) for word in settled])
        return settled

    def final(self, words: Sequence[Word]) -> list[Word]:
        """Take ``words`` as all of the stretch, which ends; what is new among them. Outside of a stretch, all are."""
        rest = self._behind_settled(words, is_final=True)
        self._end()
        return rest

    def close(self) -> list[Word]:
        """End the stretch as it was heard last; its words that were still open."""
        rest = self.open
        self._end()
        return rest

    def _end(self) -> None:
        self.open = []
        self._settled.clear()
        self._recent.clear()
        self._forgotten = 0

    def _agreed(self, count: int) -> int:
        """How many words at the beginning of the last partials are the same in all."""
        agreed = 0
        if len(self._recent) == _PARTIALS:
            columns = takewhile(lambda heard: len(set(heard)) == 1, zip(*self._recent, strict=False))
            agreed = min(sum(1 for _ in columns), count - _BEHIND)
        return max(agreed, count - _OPEN, 0)

    def _settle(self, keys: Sequence[str]) -> None:
        self._forgotten += max(0, len(self._settled) + len(keys) - _REMEMBERED)
        self._settled.extend(keys)
        self._recent = deque((heard[len(keys) :] for heard in self._recent), maxlen=_PARTIALS)

    def _behind_settled(self, words: Sequence[Word], is_final: bool) -> list[Word]:
        """The words of a stretch behind those that are settled; settled words that are heard otherwise are counted.

        Where the settled words end is where the last of them that was heard again ends; those behind it, without a
        like, have as many others in their place.
        """
        settled = list(self._settled)
        heard = [_key(word) for word in words[self._forgotten : self._forgotten + len(settled) + _BEHIND]]
        if heard[: len(settled)] == settled:
            return list(words[self._forgotten + len(settled) :])
        *blocks, _ = SequenceMatcher(None, settled, heard, autojunk=False).get_matching_blocks()
        last_settled, last_heard = (
            (blocks[-1].a + blocks[-1].size, blocks[-1].b + blocks[-1].size) if blocks else (0, 0)
        )
        end = last_heard + len(settled) - last_settled
        missing = max(0, end - len(heard))  # not heard yet, in a partial
        changed = len(settled) - sum(block.size for block in blocks)
        self.contradicted += changed if is_final else max(0, changed - missing)
        self._settled = deque([*heard[:end], *settled[len(settled) - missing :]], maxlen=_REMEMBERED)
        return list(words[self._forgotten + end :])


def _key(word: Word) -> str:
    """What makes two hearings of a word the same: spelling, not the marks around it."""
    return fold(word.core) or word.text
