"""Times told without a clock word, beside what has its time: "the ten twenty train", साढ़े तीन की फ़्लाइट.

The cues of kind `time` are trains, shows, meetings, and verbs with their "at". Two numbers that are hour and minutes,
or an hour with a fraction, are a time beside them; an hour alone is left to the rest of the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

from ..document import Span, Token
from ..scripts import fold
from .context import endings
from .cues import Cues
from .phrases import Phrases
from .pipeline import Grammar
from .wire import DAY_PARTS, HALVES

_LONGEST = 4  # words of hour and minutes together
_HOURS, _MINUTES = range(24), range(10, 60)
_CLOCK = 12  # the last hour of a clock face


class Timetable:
    """Finds the times of what has its time in one language."""

    def __init__(self, grammar: Grammar, cues: Cues) -> None:
        facts = grammar.language
        self._grammar, self._cues = grammar, cues
        self._clock = next((row["form"].split(" ") for row in facts.table("clock") if row["name"] == "oclock"), [])
        self._from = frozenset(map(fold, facts.forms("words", name="to")))
        self._and = frozenset(map(fold, facts.forms("words", name="and")))
        self._halves = Phrases(form for name in HALVES for form in facts.forms("clock", name=name))
        self._classifiers = endings(facts, "classifier")
        forms = {name: facts.forms("clock", name=name) for name in DAY_PARTS}
        self._part_of_day = {name: Phrases(forms[name]) for name in DAY_PARTS}
        self._parts_of_day = Phrases(form for name in DAY_PARTS for form in forms[name])
        cues_of_time = (row["form"] for row in facts.table("cues") if row["kind"] == "time")
        self._signs = Phrases([*cues_of_time, *(form for name in DAY_PARTS for form in forms[name])])

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every such time in ``words``, left to right."""
        found: list[Span] = []
        if not self._signs.ranges(words):  # most texts; the rest looks at them three times
            return found
        for span in sorted(self._found(words), key=lambda span: span.words):
            if not found or found[-1].words[1] <= span.words[0]:
                found.append(span)
        return found

    def _found(self, words: Sequence[str]) -> Iterator[Span]:
        for found in (self._before_cues(words), self._behind_cues(words), self._behind_parts_of_day(words)):
            yield from (self._in_part_of_day(span, words) for span in found)

    def _before_cues(self, words: Sequence[str]) -> Iterator[Span]:
        """The 10:20 train. A cue of several words is tied to the number by more than standing behind it."""
        for end, end_of_cue in dict(sorted(self._cues.ranges("after", "time", words))).items():
            start = self._run(words, end, -1)
            if token := self._time(words[start:end], tied=end_of_cue > end + 1):
                yield Span((start, end), token)

    def _behind_cues(self, words: Sequence[str]) -> Iterator[Span]:
        """Meet me at 5:30, the time is 5:30; a part of the day may stand between."""
        for cue in {end for _, end in self._cues.ranges("before", "time", words)}:
            start = self._parts_of_day.at(words, cue)
            end = self._run(words, start, 1)
            if self._halves.at(words, end) > end:  # the grammar reads 9:50 AM
                continue
            if not self._cues.counts(words, end) and (token := self._time(words[start:end], tied=True)):
                yield Span((start, end), token)

    def _behind_parts_of_day(self, words: Sequence[str]) -> Iterator[Span]:
        for start in {end for _, end in self._parts_of_day.ranges(words)}:
            end = self._run(words, start, 1)
            token = self._time(words[start:end], tied=False)
            if token and self._is_of_day(token, words, start, end):
                yield Span((start, end), token)

    def _is_of_day(self, token: Token, words: Sequence[str], start: int, end: int) -> bool:
        """True for a time that only a part of the day tells: an ending, a "from" or nothing behind it, or no guess.

        In the morning ten fifteen people come, and in the evening somebody eats two and a half rotis.
        """
        ending, behind = token.fields.get("suffix"), words[end : end + 1]
        if (ending and ending not in self._classifiers) or not "".join(behind) or fold(behind[0]) in self._from:
            return True
        hour, minute = int(token.fields["hour"]), int(token.fields["minute"])
        said_apart = end - start > 1 and self._whole(words[start : start + 1]) is not None
        return said_apart and minute > max(2 * hour, _CLOCK) and not self._cues.counts(words, end)

    def _run(self, words: Sequence[str], edge: int, step: int) -> int:
        """Where the number words that begin or end at ``edge`` end or begin; one too many if they are too many."""
        last = edge
        while abs(last - edge) <= _LONGEST and 0 <= (at := last if step > 0 else last - 1) < len(words):
            if not words[at] or not self._grammar.is_number(words[at]):
                break
            last += step
        while step > 0 and last > edge and fold(words[last - 1]) in self._and:  # "eleven twenty and ended at one"
            last -= 1
        return last

    def _time(self, run: Sequence[str], tied: bool) -> Token | None:
        """The time that all of ``run`` tells.

        Eight ten may be a guess ("eight ten trains"), unless the cue is ``tied`` to it by more than standing there.
        """
        if not 0 < len(run) <= _LONGEST:
            return None
        for words in ([*run, *self._clock], run):
            told = self._whole(words)
            if told and told.kind == "time" and int(told.fields.get("minute", 0)) in _MINUTES:
                return Token("time", {k: v for k, v in told.fields.items() if k != "oclock"})
        return self._two_numbers(run, tied)

    def _two_numbers(self, run: Sequence[str], tied: bool) -> Token | None:
        """Hour and minutes, the minutes perhaps with an ending: दहा वीसची."""
        for split in range(1, len(run)):
            hour, minute = self._whole(run[:split]), self._whole(run[split:])
            if _is_whole(hour, _HOURS) and _is_whole(minute, _MINUTES, "suffix"):
                fields = {"hour": hour.fields["integer"], "minute": minute.fields["integer"]}
                ending = {name: value for name, value in minute.fields.items() if name == "suffix"}
                guess = int(fields["hour"]) < int(fields["minute"]) <= _CLOCK
                return Token("time", fields | ending) if tied or ending or not guess else None
        return None

    def _whole(self, words: Sequence[str]) -> Token | None:
        """The token that all of ``words`` are."""
        found = self._grammar.spans(words)
        return found[0].token if len(found) == 1 and found[0].words == (0, len(words)) else None

    def _in_part_of_day(self, span: Span, words: Sequence[str]) -> Span:
        """The span with the part of the day before it, which stays as it is said: शाम साढ़े छह का शो."""
        start, end = span.words
        for name, phrases in self._part_of_day.items():
            if (first := phrases.before(words, start)) < start:
                return Span((first, end), Token("time", {"daypart": name, **span.token.fields}), ((first, start),))
        return span


def _is_whole(token: Token | None, numbers: range, *more: str) -> TypeGuard[Token]:
    """True for one of ``numbers``, with no fields but those that are named."""
    fields = token.fields.keys() if token else set()
    return token is not None and {"integer"} <= fields <= {"integer", *more} and int(token.fields["integer"]) in numbers
