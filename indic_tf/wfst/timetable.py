"""Times told without a clock word, beside what has its time: "the ten twenty train", साढ़े तीन की फ़्लाइट.

The cues of kind `time` are trains, shows, meetings, and verbs with their "at"; those of kind `event` are trains and
meetings that have been spoken of, where an ending or a cue of kind `at` stands behind the number: ट्रेन सात चालीस पर है.
Two numbers that are hour and minutes, or an hour with a fraction, are a time beside them, and the end of one that has
begun ("from 9:30 to half past six"); an hour alone is left to the rest of the grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeGuard

from ..document import Span, Token
from ..scripts import fold
from .context import endings
from .cues import EVENT_REACH, Cues
from .guesses import is_guess
from .phrases import Phrases
from .pipeline import Grammar
from .wire import DAY_PARTS, HALVES

_LONGEST = 4  # words of hour and minutes together
_HOURS, _MINUTES = range(24), range(10, 60)
_QUARTER = 15
_CLOCK = 12  # the last hour of a clock face
_CENTURIES = (19, 20)  # "by nineteen forty five", "the school began in nineteen fifty": years


class Timetable:
    """Finds the times of what has its time in one language."""

    def __init__(self, grammar: Grammar, cues: Cues) -> None:
        facts = grammar.language
        self._grammar, self._cues = grammar, cues
        self._clock = next((row["form"].split(" ") for row in facts.table("clock") if row["name"] == "oclock"), [])
        self._from = frozenset(map(fold, facts.forms("words", name="to")))
        self._and = frozenset(map(fold, facts.forms("words", name="and")))
        parts = {fold(row["form"]): row["value"] for row in facts.table("fractions")}
        self._parts = {form: Fraction(value) for form, value in parts.items() if value[0] in "+-"}
        self._halves = Phrases(form for name in HALVES for form in facts.forms("clock", name=name))
        self._classifiers = endings(facts, "classifier")
        self._to_endings, self._clock_endings = endings(facts, "to"), endings(facts, "clock")
        amounts = (*facts.forms("currency"), *facts.forms("words", name="percent"))
        self._amounts = frozenset(fold(form.split(" ")[0]) for form in amounts)
        forms = {name: facts.forms("clock", name=name) for name in DAY_PARTS}
        self._part_of_day = {name: Phrases(forms[name]) for name in DAY_PARTS}
        self._parts_of_day = Phrases(form for name in DAY_PARTS for form in forms[name])
        cues_of_time = (row["form"] for row in facts.table("cues") if row["kind"] in ("time", "quarter", "event"))
        clock = (row["form"] for row in facts.table("clock") if row["name"] in (*DAY_PARTS, "oclock"))
        self._signs = Phrases([*cues_of_time, *clock])

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every such time in ``words``, left to right."""
        found: list[Span] = []
        if not self._signs.ranges(words):  # most texts; the rest looks at them three times
            return found
        for span in sorted(self._found(words), key=lambda span: span.words):
            if not found or found[-1].words[1] <= span.words[0]:
                found.append(span)
        return sorted([*found, *self._ends(found, words)], key=lambda span: span.words)

    def _found(self, words: Sequence[str]) -> Iterator[Span]:
        ways = (self._before_cues, self._behind_cues, self._behind_parts_of_day, self._behind_events)
        for found in (way(words) for way in ways):
            yield from (self._in_part_of_day(span, words) for span in found)

    def _before_cues(self, words: Sequence[str]) -> Iterator[Span]:
        """The 10:20 train. A cue of several words is tied to the number by more than standing behind it."""
        for end, end_of_cue in dict(sorted(self._cues.ranges("after", "time", words))).items():
            for start in self._beginnings(words, end):
                if token := self._time(words[start:end], tied=end_of_cue > end + 1):
                    yield Span((start, end), token)
                    break

    def _behind_cues(self, words: Sequence[str]) -> Iterator[Span]:
        """Meet me at 5:30, the time is 5:20; before 3:45, where only quarters of an hour are told.

        A part of the day may stand between.
        """
        cues = [(end, kind) for kind in ("time", "quarter") for _, end in self._cues.ranges("before", kind, words)]
        for cue, kind in dict(reversed(cues)).items():
            start = self._parts_of_day.at(words, cue)
            end = self._run(words, start, 1)
            if self._halves.at(words, end) > end or self._is_counted(words, end):  # the grammar reads 9:50 AM
                continue
            run = words[start:end]
            token = self._time(run, tied=True) if kind == "time" else self._two_numbers(run, tied=True)
            if token and (kind == "time" or (_is_told(token) and int(token.fields["hour"]) not in _CENTURIES)):
                yield Span((start, end), token)

    def _beginnings(self, words: Sequence[str], end: int) -> Iterator[int]:
        """Where the number that ends at ``end`` may begin: with the first number word, or behind one with an ending:
        "from platform five-from eight twenty-two"."""
        first = self._run(words, end, -1)
        yield first
        for place in range(first + 1, end):
            before = self._whole(words[first:place])
            if before and "suffix" in before.fields:
                yield place

    def _is_counted(self, words: Sequence[str], end: int) -> bool:
        return self._cues.counts(words, end) or (end < len(words) and fold(words[end]) in self._amounts)

    def _behind_parts_of_day(self, words: Sequence[str]) -> Iterator[Span]:
        for start in {end for _, end in self._parts_of_day.ranges(words)}:
            end = self._run(words, start, 1)
            token = self._time(words[start:end], tied=False)
            if token and self._is_of_day(token, words, start, end):
                yield Span((start, end), token)

    def _behind_events(self, words: Sequence[str]) -> Iterator[Span]:
        """The train that was spoken of is at 7:40; the office that was, from 9:30 to 6:30."""
        for _, place in self._cues.ranges("before", "event", words):
            last = min(place + EVENT_REACH, len(words))
            while place < last and words[place]:
                run = max(self._run(words, place, 1), place + 1)
                ends = (
                    Span((place, end), token)
                    for end in range(run, place, -1)
                    if (token := self._time(words[place:end], tied=True))
                )
                if span := next((span for span in ends if self._is_of_event(span, words)), None):
                    yield span
                place = run

    def _is_of_event(self, span: Span, words: Sequence[str]) -> bool:
        """True for a time with an ending or an "at" behind it, and with a "from" where another time follows.

        Ten twelve is a guess ("within ten twelve" days), and so is twenty twenty-five; a match may end 21-15,
        and a ticket cost 450.
        """
        end, ending = span.words[1], span.token.fields.get("suffix")
        hour, minute = int(span.token.fields["hour"]), int(span.token.fields["minute"])
        guess = (minute <= _CLOCK or hour > _CLOCK) and is_guess(Fraction(hour), Fraction(minute))
        if guess or hour in _CENTURIES or self._is_counted(words, end):
            return False
        if self._cues.tells_a_result(words, *span.words) or self._cues.before("hundreds", words, span.words[0]):
            return False
        told = ending is not None and not self._counts(ending) and ending not in self._to_endings
        return told or self._cues.behind("at", words, end) or self._lasts(span, words)

    def _lasts(self, span: Span, words: Sequence[str]) -> bool:
        """True for a time with a "from" behind it, and another time or a full hour behind that."""
        return self._end_of(span, words) is not None or self._hour_behind(span, words) is not None

    def _hour_behind(self, span: Span, words: Sequence[str]) -> Span | None:
        """The full hour that a time lasts to, if an ending or an "at" says so: "from 5:30 to eight"."""
        start = self._behind_from(span, words)
        if start is None or self._is_counted(words, end := self._run(words, start, 1)):
            return None
        hour = self._whole(words[start:end])
        if (
            not _is_whole(hour, range(1, _CLOCK + 1), "suffix")
            or hour.kind != "cardinal"
            or self._counts(hour.fields.get("suffix", ""))
        ):
            return None
        told = "suffix" in hour.fields or not "".join(words[end : end + 1]) or self._cues.behind("at", words, end)
        return Span((start, end), hour) if told else None

    def _behind_from(self, span: Span, words: Sequence[str]) -> int | None:
        """Where what stands behind a "from" begins."""
        start = span.words[1]
        if span.token.fields.get("suffix") not in self._to_endings:
            if start >= len(words) or fold(words[start]) not in self._from:
                return None
            start += 1
        return self._parts_of_day.at(words, start)

    def _ends(self, found: Sequence[Span], words: Sequence[str]) -> Iterator[Span]:
        """The second time of "from 9:30 to half past six", where the first one is known as one."""
        links = self._from | self._and
        if not self._to_endings and all(fold(word) not in links for word in words):
            return
        taken = {i for span in found for i in range(*span.words)}
        read = (span for span in self._grammar.spans(words) if span.kind == "time")
        times = [span for span in read if taken.isdisjoint(range(*span.words))]
        taken.update(i for span in times for i in range(*span.words))
        ends = {end.words: end for span in (*found, *times) if (end := self._end_of(span, words))}
        ends |= {end.words: end for span in found if (end := self._hour_behind(span, words))}
        yield from (self._in_part_of_day(end, words) for place, end in ends.items() if taken.isdisjoint(range(*place)))

    def _end_of(self, span: Span, words: Sequence[str]) -> Span | None:
        """The time that the one of ``span`` lasts to, if that is told by minutes or by a fraction; or the one beside
        it, the first in quarters of an hour and the second in five minutes: "between ten thirty and eleven twenty"."""
        start, behind = self._behind_from(span, words), span.words[1]
        beside = start is None and behind < len(words) and fold(words[behind]) in self._and and _is_round(span.token)
        if beside:
            start = self._parts_of_day.at(words, behind + 1)
        if start is None:
            return None
        end = self._run(words, start, 1)
        token = self._time(words[start:end], tied=True)
        if token and beside and not (_is_round(token, 5) and int(token.fields["hour"]) <= _CLOCK):
            return None
        return Span((start, end), token) if token and not self._is_counted(words, end) else None

    def _is_of_day(self, token: Token, words: Sequence[str], start: int, end: int) -> bool:
        """True for a time that only a part of the day tells: an ending, a "from" or an "at" or nothing behind it, or no
        guess.

        In the morning ten fifteen people come, and in the evening somebody eats two and a half rotis.
        """
        ending, behind = token.fields.get("suffix"), words[end : end + 1]
        if (ending and not self._counts(ending)) or not "".join(behind) or fold(behind[0]) in self._from:
            return True
        if self._cues.behind("at", words, end):
            return True
        hour, minute = int(token.fields["hour"]), int(token.fields["minute"])
        if minute in (_QUARTER, 3 * _QUARTER) and fold(words[start]) in self._parts:  # a quarter to four
            return not self._is_counted(words, end)
        said_apart = end - start > 1 and self._whole(words[start : start + 1]) is not None
        return said_apart and minute > max(2 * hour, _CLOCK) and not self._cues.counts(words, end)

    def _run(self, words: Sequence[str], edge: int, step: int) -> int:
        """Where the number words that begin or end at ``edge`` end or begin; one too many if they are too many."""
        last = edge
        while abs(last - edge) <= _LONGEST and 0 <= (at := last if step > 0 else last - 1) < len(words):
            link = step > 0 and fold(words[at]) in self._and  # "eleven twenty and ended at one"
            if link or not words[at] or not self._grammar.is_number(words[at]):
                break
            last += step
        return last

    def _time(self, run: Sequence[str], tied: bool) -> Token | None:
        """The time that all of ``run`` tells.

        Eight ten may be a guess ("eight ten trains"), unless the cue is ``tied`` to it by more than standing there; ten
        eleven is one in any case.
        """
        if not 0 < len(run) <= _LONGEST:
            return None
        for words in ([*run, *self._clock], run):
            told = self._whole(words)
            if told and told.kind == "time" and int(told.fields.get("minute", 0)) in _MINUTES:
                return Token("time", {k: v for k, v in told.fields.items() if k != "oclock"})
        return self._part_of_hour(run) or self._two_numbers(run, tied)

    def _part_of_hour(self, run: Sequence[str]) -> Token | None:
        """A fraction before an hour with an ending: સાડા નવથી, "from half nine"."""
        part = self._parts.get(fold(run[0])) if len(run) > 1 else None
        hour = self._whole(run[1:]) if part is not None else None
        if part is None or not _is_whole(hour, range(1, _CLOCK + 1), "suffix") or "suffix" not in hour.fields:
            return None
        time = int(hour.fields["integer"]) + part
        fields = {"hour": str(int(time) or _CLOCK), "minute": str(int(time % 1 * 60))}
        return Token("time", fields | {"suffix": hour.fields["suffix"]})

    def _two_numbers(self, run: Sequence[str], tied: bool) -> Token | None:
        """Hour and minutes, the minutes perhaps with an ending: दहा वीसची."""
        for split in range(1, len(run)):
            hour, minute = self._whole(run[:split]), _behind_zero(self._whole(run[split:]))
            if _is_whole(hour, _HOURS) and self._are_minutes(minute):
                fields = {"hour": hour.fields["integer"], "minute": minute.fields["integer"].zfill(2)}
                ending = {name: value for name, value in minute.fields.items() if name == "suffix"}
                tied = tied or (bool(ending) and not self._counts(ending["suffix"]))
                if minute.fields["integer"][0] == "0":  # "flight seven zero one" has a number
                    return Token("time", fields | ending) if tied else None
                guess = is_guess(Fraction(fields["hour"]), Fraction(fields["minute"]))
                next_ = int(fields["minute"]) == int(fields["hour"]) + 1
                return Token("time", fields | ending) if not guess or (tied and not next_) else None
        return None

    def _are_minutes(self, token: Token | None) -> TypeGuard[Token]:
        """True for ten minutes and more, and for five with an ending of times: अकरा पाचला, at 11:05; for fewer with
        their zero."""
        if _is_whole(token, range(5, 6), "suffix") and "suffix" in token.fields:
            return token.fields["suffix"] in self._clock_endings
        if _is_whole(token, range(1, 10)):
            return token.fields["integer"].startswith("0")
        return _is_whole(token, _MINUTES, "suffix")

    def _counts(self, ending: str) -> bool:
        """True for the ending of a number that counts something: a classifier, or a noun written with it."""
        return ending in self._classifiers or (ending.startswith("_") and ending not in self._clock_endings)

    def _whole(self, words: Sequence[str]) -> Token | None:
        """The token that all of ``words`` are."""
        found = self._grammar.whole(words)
        return found.token if found else None

    def _in_part_of_day(self, span: Span, words: Sequence[str]) -> Span:
        """The span with the part of the day before it, which stays as it is said: शाम साढ़े छह का शो."""
        start, end = span.words
        for name, phrases in self._part_of_day.items() if span.kind == "time" else ():
            if (first := phrases.before(words, start)) < start:
                return Span((first, end), Token("time", {"daypart": name, **span.token.fields}), ((first, start),))
        return span


def _is_told(token: Token) -> bool:
    """True for quarters of an hour, and for five minutes with their zero: "at nine oh five"."""
    return _is_round(token) or token.fields["minute"] == "05"


def _is_round(token: Token, step: int = _QUARTER) -> bool:
    """True for a time whose minutes are told, and are so many or several times as many."""
    return "minute" in token.fields and int(token.fields["minute"]) % step == 0


def _behind_zero(token: Token | None) -> Token | None:
    """ "Oh five", two figures, as minutes."""
    digits = token.fields["digits"] if token and token.fields.keys() == {"digits"} else ""
    return Token("cardinal", {"integer": digits}) if len(digits) == 2 and digits[0] == "0" < digits[1] else token


def _is_whole(token: Token | None, numbers: range, *more: str) -> TypeGuard[Token]:
    """True for one of ``numbers``, with no fields but those that are named."""
    fields = token.fields.keys() if token else set()
    return token is not None and {"integer"} <= fields <= {"integer", *more} and int(token.fields["integer"]) in numbers
