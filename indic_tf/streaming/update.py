"""What one push brings, and how much of what was shown before it changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from ..document import OutputWord, Word


@dataclass(frozen=True, slots=True)
class Update:
    """The answer to a push.

    Attributes:
        committed: the text that became final with this push. The pieces of all updates, joined with nothing between
            them, are the whole text: a piece begins with the space that separates it from the one before.
        tentative: the text behind all that is committed, as far as it is known now; it may still change. It begins
            with its space too, so all that was committed and this are what a display shows.
        words: the committed words with times and speaker of their source words; ``OutputWord.words`` counts source
            words from the start of the stream.
        flicker: how many words of the tentative text shown before came out otherwise, or went.
        contradicted: how many words that were settled before the recogniser's final it has taken back since; what was
            made of them stays.
    """

    committed: str = ""
    tentative: str = ""
    words: tuple[OutputWord, ...] = ()
    flicker: int = 0
    contradicted: int = 0

    def then(self, other: Update) -> Update:
        """This update and ``other`` behind it as one."""
        return Update(
            self.committed + other.committed,
            other.tentative,
            self.words + other.words,
            self.flicker + other.flicker,
            self.contradicted + other.contradicted,
        )

    def as_dict(self) -> dict[str, Any]:
        """The update as JSON has it; flicker and contradictions where there are any."""
        made: dict[str, Any] = {"committed": self.committed, "tentative": self.tentative}
        made["words"] = [word.as_dict() for word in self.words]
        counts = {"flicker": self.flicker, "contradicted": self.contradicted}
        return made | {name: count for name, count in counts.items() if count}


def written(words: Sequence[OutputWord], source: Sequence[Word], breaks: int | None) -> tuple[str, int | None]:
    """``words``, made of ``source``, as text that goes on behind other text; line breaks of the source stay.

    ``breaks`` are the line breaks behind the text before, None where there is none. Beside the text those behind it.
    """
    text, position = "", 0
    for word in words:
        start = word.words[0]
        if breaks is not None:
            text += "\n" * max([breaks, *(one.breaks for one in source[position:start])]) or " "
        text += word.text
        breaks, position = 0, start
    return text, breaks if breaks is None else max([breaks, *(one.breaks for one in source[position:])])


def revised(shown: Sequence[str], now: Sequence[str]) -> int:
    """How many words of ``shown`` do not stand, in their order, at the beginning of ``now``.

    >>> revised(["मुझे", "पच्चीस"], ["मुझे", "25,000", "रुपये"]), revised(["a", "b"], ["a", "b", "c"]), revised(["a"], [])
    (1, 0, 1)
    """
    same = 0
    while same < min(len(shown), len(now)) and shown[same] == now[same]:
        same += 1
    left = shown[same:]
    if not left:
        return 0
    reach = now[same : same + 2 * len(left)]
    matched = SequenceMatcher(None, left, reach, autojunk=False).get_matching_blocks()
    return len(left) - sum(block.size for block in matched)
