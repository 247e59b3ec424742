"""Scores that the grammar reads as something else: the sets of a match in a row ("six two six four"), and a score with
an ending on its first number (ஆறுக்கு நான்கு, "to six four"). A cue of kind `score` stands beside them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from ..document import Range, Span, Token
from .cues import SIDES, Cues
from .pipeline import Grammar

_CUE = "score"
_LONGEST = 2  # words of a number: "twenty one"


class Games:
    """Finds such scores in one language; ``endings`` are those that the first number of a score may have."""

    def __init__(self, grammar: Grammar, cues: Cues, endings: Set[str]) -> None:
        self._grammar, self._cues, self._endings = grammar, cues, endings

    def read(self, spans: Sequence[Span], words: Sequence[str]) -> Sequence[Span]:
        """``spans``, and scores in place of those whose words they have."""
        scores = {score.words: score for side in SIDES for score in self._beside_cues(side, words)}
        if not scores:
            return spans
        taken = {i for place in scores for i in range(*place)}
        kept = [span for span in spans if taken.isdisjoint(range(*span.words))]
        return sorted([*kept, *scores.values()], key=lambda span: span.words)

    def _beside_cues(self, side: str, words: Sequence[str]) -> Iterator[Span]:
        """The scores of the numbers that end where a cue begins, or begin where it ends."""
        for start, end in self._cues.ranges(side, _CUE, words):
            numbers = list(self._numbers(words, start, -1) if side == "after" else self._numbers(words, end, 1))
            numbers.sort(key=lambda number: number[0])
            inflected = any("suffix" in token.fields for _, token in numbers[::2])
            if len(numbers) % 2 == 0 and (len(numbers) > 2 or inflected):  # the grammar reads a single one
                yield from self._scores(numbers)

    def _numbers(self, words: Sequence[str], edge: int, step: int) -> Iterator[tuple[Range, Token]]:
        """The numbers that stand in a row from ``edge`` on, each with its words."""
        while number := next(self._number(words, edge, step), None):
            yield number
            edge = number[0][step > 0]

    def _number(self, words: Sequence[str], edge: int, step: int) -> Iterator[tuple[Range, Token]]:
        for size in range(_LONGEST, 0, -1):
            start, end = sorted((edge, edge + step * size))
            whole = self._grammar.whole(words[start:end]) if start >= 0 and end <= len(words) else None
            fields = whole.token.fields if whole and whole.kind == "cardinal" else {}
            if whole and "integer" in fields and fields.keys() <= {"integer", "suffix"} and len(fields["integer"]) <= 2:
                yield (start, end), whole.token

    def _scores(self, numbers: Sequence[tuple[Range, Token]]) -> Iterator[Span]:
        """Every two of ``numbers`` as one score; nothing where one has an ending that it may not have: but the first of
        a score and the last of all."""
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        allowed = {"", *self._endings}
        fits = all(token.fields.get("suffix", "") in allowed for (_, token), _ in pairs)
        if fits and all("suffix" not in token.fields for _, (_, token) in pairs[:-1]):
            for ((start, _), a), ((_, end), b) in pairs:
                ending = {name: value for name, value in b.fields.items() if name == "suffix"}
                score = {"integer": a.fields["integer"], "high": b.fields["integer"]}
                yield Span((start, end), Token(_CUE, score | ending))
