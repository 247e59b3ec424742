"""Number words that are mostly another word, where what stands beside them says that they are numbers.

The grammar reads a number without them (Nepali छ is six, and "is": दुई सय छ "there are 200"). Here they are put back:
in what is said digit by digit behind its cue, and at the end of a number that counts what follows or has a cue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..document import Span
from ..scripts import fold
from .cues import Cues
from .pipeline import Grammar

_CUES = ("code", "digits")
_DIALLED = frozenset(("digits", "code", "suffix"))  # what no number goes on behind
_SHORTEST = 3  # digits
_READINGS = 40  # one such word is dearer than leaving it out, and so is everything else that can be read
_USUAL = frozenset((4, 6, 10))  # digits of a PIN, a postal code, a telephone number


class Homographs:
    """Finds the numbers with such words in one language."""

    def __init__(self, grammar: Grammar, cues: Cues) -> None:
        self._grammar, self._cues = grammar, cues
        rows = grammar.language.table("numbers")
        self._forms = frozenset(fold(row["form"]) for row in rows if row["role"] == "homograph")

    def read(self, spans: Sequence[Span], words: Sequence[str]) -> Sequence[Span]:
        """``spans``, and in place of some of them longer ones with a word that no span has."""
        if not self._forms or self._forms.isdisjoint(map(fold, words)):
            return spans
        taken = {i for span in spans for i in range(*span.words)}
        free = [i for i, word in enumerate(words) if i not in taken and fold(word) in self._forms]
        made: list[Span] = []
        for place in free:
            longer = next(self._longer(place, spans, words), None)
            if longer and not (made and longer.words[0] < made[-1].words[1]):
                made.append(longer)
        covered = {i for span in made for i in range(*span.words)}
        kept = [s for s in spans if covered.isdisjoint(range(*s.words)) and not self._is_doubled(s, free, words)]
        return sorted([*kept, *made], key=lambda span: span.words)

    @staticmethod
    def _is_doubled(span: Span, free: Sequence[int], words: Sequence[str]) -> bool:
        """True for the second of "every six six hours", whose first is left a word."""
        before = span.words[0] - 1
        return before in free and fold(words[before]) == fold(words[before + 1])

    def _longer(self, place: int, spans: Sequence[Span], words: Sequence[str]) -> Iterator[Span]:
        if digits := self._digits(place, words):
            yield digits
        for span in spans:
            start, end = span.words
            open_ = end == place and _DIALLED.isdisjoint(span.token.fields)
            if open_ and (self._is_cued(words, start) or self._cues.counts(words, end + 1)):
                yield from (whole for whole in self._wholes(words, start, end + 1) if whole.kind == span.kind)

    def _digits(self, place: int, words: Sequence[str]) -> Span | None:
        """The digits around ``place``, said one by one behind a cue. One at their end may be the other word: it counts
        where it makes as many as usual."""
        start = end = place
        while start > 0 and self._grammar.is_number(words[start - 1]):
            start -= 1
        while end < len(words) and self._grammar.is_number(words[end]):
            end += 1
        size = end - start
        if size < _SHORTEST or not self._is_cued(words, start) or (place == end - 1 and size not in _USUAL):
            return None
        wholes = self._wholes(words, start, end)
        return next((whole for whole in wholes if len(whole.token.fields.get("digits", "")) == size), None)

    def _wholes(self, words: Sequence[str], start: int, end: int) -> Iterator[Span]:
        """The readings of the words from ``start`` to ``end`` as one token."""
        for spans, _ in self._grammar.alternatives(words[start:end], _READINGS):
            if len(spans) == 1 and spans[0].words == (0, end - start):
                yield spans[0].moved(start)

    def _is_cued(self, words: Sequence[str], start: int) -> bool:
        return any(self._cues.before(kind, words, start) for kind in _CUES)
