"""What a number is by the words around it: a year, a code, the digits of a telephone, an ordinal in figures.

The `cues` table lists such words by kind; `serials` the shapes of codes that need none.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise

import regex

from ..document import Range, Span, Token
from ..languages import Language
from ..scripts import fold
from .bare import BareWords
from .cues import Cues
from .games import Games
from .guesses import in_full, is_guess, lower_end
from .homographs import Homographs
from .phrases import Phrases, key
from .pipeline import Grammar
from .recall import Recall, is_ordered, told
from .wire import DAY_PARTS, YEARS, bare

LIKELY_YEARS = range(1901, 2051)  # said in full and with nothing behind them, these are years
SMALL = 10
_TRIMS = 3  # letters at the ends of a code that may belong to the text
_LONGEST_ENDING = 6
_SURELY_DIALLED = 8  # so many digits nobody says by chance
_LAKH = 100_000
_SPELLED = 5  # so many digits one by one in English words nobody says by chance either, nor one less as loanwords
_CLOCK = 12  # hours
_MILLENNIUM = 2000
_DURATION = 4  # words of "twenty-five minutes", and more
_YEARS_BEGIN, _MOST_POINTS = (18, 19), 31  # 19-21 is a game, nineteen thirty-two a year
_SHORTEST = 3  # digits of an emergency number, or of a flight behind its letters
_LETTERS = 2
_LONGEST_ORDINAL = 4  # words
_LONGEST_CODE = 5  # words of a section before the next: four hundred and twenty
_LISTED = 4  # pairs of digits that only grow or only shrink: a list of numbers
_PARALLEL = ("cardinal", "ordinal", "time", "date", "measure", "percent", "money")

_TRAINS = range(10, 23)  # their first two digits
_NAME_OF_TRAIN = 2  # words before "express": "rani chennamma"


class Context:
    """Reads spans in the light of the words beside them, for one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        facts = grammar.language
        self.cues = Cues(facts)
        patterns = facts.table("serials")
        self._certain, self._cued = (
            [regex.compile(row["pattern"]) for row in patterns if row.choice("cue", ("", "code")) == cue]
            for cue in ("", "code")
        )
        self._names = frozenset(map(fold, facts.forms("names")))
        self._time_units = frozenset(r["code"] for r in facts.table("unit_symbols") if r["kind"] == "time")
        self.alone = BareWords(facts)
        rows = [(fold(row["form"]), row.choice("flag", ("", "weak"))) for row in facts.table("letters")]
        rows += [(letter, "") for letter in string.ascii_lowercase]
        self._weak = frozenset(form for form, flag in rows if flag or (form,) in self.alone)
        letters = facts.forms("letters")
        self.letters = frozenset(fold(word) for form in letters for word in form.split(" "))
        self.letters |= frozenset("abcdefghijklmnopqrstuvwxyz")
        self._repeats = frozenset(
            fold(form) for name in ("double", "triple") for form in facts.forms("words", name=name)
        )
        self._clock_endings = endings(facts, "clock")
        self.classifiers = endings(facts, "classifier")
        self._to_endings = endings(facts, "to")
        day_parts = [row["form"] for row in facts.table("clock") if row["name"] in DAY_PARTS]
        self._day_parts = frozenset(map(fold, day_parts))
        self._fractions = frozenset(fold(form) for form in facts.forms("fractions", role="") if " " not in form)
        self._to = frozenset(map(fold, facts.forms("words", name="to")))
        self._and = frozenset(map(fold, facts.forms("words", name="and")))
        self._links = Phrases(form for name in ("to", "or", "and") for form in facts.forms("words", name=name))
        self._units = _codes(facts, "units")
        prices = _codes(facts, "currency")
        self._prices = frozenset(prices)
        self.counted = self._units | prices
        scales = [row["form"] for row in facts.table("scales") if not row["role"]]
        self._nominative = frozenset(map(fold, (*scales, *facts.forms("english"))))
        self._currencies = frozenset(row["code"] for row in facts.table("currency"))
        self._part = frozenset(map(fold, facts.forms("words", name="part")))
        before = (row["form"] for row in facts.table("denominators") if row["role"] == "before")
        self._denominators = Phrases(before)
        first = 2001 if facts.numbers.year_in_hundreds else LIKELY_YEARS.start
        self._likely_years = range(first, LIKELY_YEARS.stop)
        self._year_endings = endings(facts, "year")
        self._english = frozenset(map(fold, facts.forms("english")))
        digits = (row["form"] for row in facts.table("english") if row.number("value") < SMALL)
        self._english_digits = frozenset(map(fold, digits))
        self._loaned = set(facts.forms("english", value="1")).isdisjoint(facts.forms("numbers", value="1"))
        self._spelled = self._english_digits | frozenset(map(fold, facts.forms("numbers", value="0")))
        self._articles = frozenset(map(fold, facts.forms("numbers", value="1", role="mult"))) - self._english
        self._indefinite = self._articles - frozenset(map(fold, facts.forms("numbers", value="1", role="")[:1]))
        self._games = Games(grammar, self.cues, endings(facts, "score"))
        self._homographs = Homographs(grammar, self.cues)
        corrections = Phrases(facts.forms("fillers", kind="edit"))
        self._recall = Recall(self.cues, self._english, self._english_digits, corrections)

    # --- spans ----------------------------------------------------------------------------------------

    def read(
        self, spans: Iterable[Span], words: Sequence[str], alone: bool = False, clock: bool = False
    ) -> list[Span | None]:
        """Each span as it is meant here; None in place of one whose words stay.

        ``alone`` says that nothing else is said: digits are then an answer; ``clock`` that times are told elsewhere.
        """
        found = self._games.read(self._whole_numbers(self._in_pairs(_dialled(spans), words), words), words)
        found = self._homographs.read(found, words)
        parts = [(span, self._read(span, words, alone)) for span in found]
        corrected = {span: self._recall.is_correction(span, words) for span, _ in parts}
        if all(part != [None] and not corrected[span] for span, part in parts):
            return [one for _, part in parts for one in part]
        clock = clock or any(fold(word) in self._day_parts for word in words)
        known = told((one for _, part in parts for one in part if one), clock, self._time_units)
        made: list[Span | None] = []
        for span, part in parts:
            again = self._recall.read(span, words, known) if part == [None] or corrected[span] else None
            made += [again] if again else part
        return made

    def _in_pairs(self, spans: Iterable[Span], words: Sequence[str]) -> list[Span]:
        """The spans; three numbers below a hundred behind a cue are dialled: "OTP forty-five | twenty-three ninety"."""
        return _merged(spans, lambda first, span: self._with_pair(first, span, words))

    def _with_pair(self, first: Span, span: Span, words: Sequence[str]) -> Span | None:
        if first.words[1] != span.words[0] or not (before := _pairs(first)) or not (behind := _pairs(span)):
            return None
        pairs = before + behind
        if len(pairs) <= 2:
            return None
        start, end = first.words[0], span.words[1]
        listed = all(b - a == 1 for a, b in pairwise(map(int, pairs)))  # fifteen sixteen seventeen
        if listed or not self.cues.before("digits", words, start) or self.cues.counts(words, end):
            return None
        return Span((start, end), Token("telephone", {"digits": "".join(pairs)}))

    def _whole_numbers(self, spans: Sequence[Span], words: Sequence[str]) -> list[Span]:
        """The spans; a number whose beginning was taken for a day is one, "in June | two point one per cent", and so is
        "one | ninety-two point three"."""
        made: list[Span] = []
        for span in spans:
            if made and (decimal := self._with_hundreds(made[-1], span, words)):
                made[-1] = decimal
                continue
            date = made[-1] if made and made[-1].words[1] == span.words[0] else None
            if date and date.kept and date.token.fields.keys() == {"order", "month", "day"}:
                start = date.kept[0][1]
                whole = self._grammar.whole(words[start : span.words[1]])
                if whole and whole.kind == span.kind:
                    made[-1] = whole.moved(start)
                    continue
            made.append(span)
        return made

    def _with_hundreds(self, hundreds: Span, span: Span, words: Sequence[str]) -> Span | None:
        """192.3 of one digit and 92.3, in English words."""
        integer, fields = hundreds.token.fields.get("integer", ""), span.token.fields
        beside = hundreds.words[1] == span.words[0] and hundreds.kind == "cardinal" and span.kind == "decimal"
        start = hundreds.words[0]
        if not beside or not self._in_english(words[start : span.words[0] + 1]):
            return None
        if hundreds.token.fields.keys() != {"integer"} or int(integer) >= SMALL or len(fields["integer"]) != 2:
            return None
        token = Token(span.kind, {**fields, "integer": integer + fields["integer"]})
        return Span((start, span.words[1]), token, span.kept)

    def _read(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        read = getattr(self, f"_{span.kind}", None)
        return read(span, words, alone) if read else [span]

    def train(self, a: Span, b: Span, words: Sequence[str]) -> Span | None:
        """The neighbours ``a`` and ``b`` as the number of a train, said in two: twelve, nine hundred fifty-one."""
        first, second = (_plain(span) for span in (a, b))
        if not (first.isdecimal() and second.isdecimal()) or int(first) not in _TRAINS or len(second) != 3:
            return None
        start, end = a.words[0], b.words[1]
        if self.cues.counts(words, end) or (second.endswith("00") and "code" not in a.token.fields):  # notes of 500
            return None
        trains = (place for place, _ in self.cues.ranges("before", "event", words))
        if self.cues.before("code", words, start) or any(end <= place <= end + _NAME_OF_TRAIN for place in trains):
            return Span((start, end), Token("telephone", {"digits": first + second}))
        return None

    def stray_letters(self, spans: Iterable[Span], words: Sequence[str]) -> set[int]:
        """Positions of what the grammar took for letters of a code, but which are words: के, जी, a, ওজন."""
        stray: set[int] = set()
        for span in spans:
            if span.kind == "serial":
                start, end = self._code_within(span, words) or (span.words[1], span.words[1])
                outside = [*range(span.words[0], start), *range(end, span.words[1])]
                stray.update(i for i in outside if self._is_letter(words[i]))
        return stray

    @cached_property
    def _inflected_letters(self) -> frozenset[str]:
        """Letters with an ending that are no numbers."""
        facts = self._grammar.language
        added = [row["add"] for row in facts.table("suffixes") if not row["strip"]]
        inflected = frozenset(fold(form + ending) for form in facts.forms("letters") for ending in added)
        return inflected.difference(map(fold, (*facts.forms("numbers"), *facts.forms("english"))))

    def _is_letter(self, word: str) -> bool:
        """True for a letter, and for what reads as one with an ending: ওজন as ও and জন, এটা as এ and টা."""
        if fold(word) in self._repeats:
            return False
        return fold(word) in self.letters or fold(word) in self._inflected_letters or not self._grammar.is_number(word)

    def _code_within(self, span: Span, words: Sequence[str]) -> Range | None:
        """The longest part of the span that has the shape of a code."""
        start, end = span.words
        for a in range(start, min(start + _TRIMS, end - 1)):
            for b in range(end, max(end - _TRIMS, a + 1), -1):
                if (found := self._one(words, a, b)) and self._is_code(found, words):
                    return a, b
        return None

    def _percent(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """Half a percent each, and one and half a percent, stay words."""
        start, fields = span.words[0], span.token.fields
        before = fold(words[start - 1]) if start and fields["integer"] == "0" else ""
        return [None if before and (before == fold(words[start]) or before in self._and) else span]

    def _serial(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        return [span if self._is_code(span, words) else None]

    def _one(self, words: Sequence[str], start: int, end: int) -> Span | None:
        """The code that is exactly the words from ``start`` to ``end``."""
        found = self._grammar.whole(words[start:end])
        return found.moved(start) if found and found.kind == "serial" else None

    def _is_code(self, span: Span, words: Sequence[str]) -> bool:
        """True for the shape of a code. One that needs a cue has no letter that is also a word at its ends."""
        code, (start, end) = span.token.fields["code"], span.words
        if any(pattern.fullmatch(code) for pattern in self._certain):
            return True
        if self._is_spelled_code(code, words[start:end]):
            return True
        cued = self.cues.beside("code", words, start, end) or self.cues.behind("lettered", words, end)
        cued = cued or self._is_second_code(words, start)
        ends = {fold(words[start]), fold(words[end - 1])}
        inside = (i for i in range(start + 1, end - 1) if fold(words[i]) in self.letters)
        linked = any(self._links.at(words, i) > i for i in inside)  # আট আর এগারো: 8 and 11
        words_of_text = linked or not ends.isdisjoint(self._weak)
        return cued and not words_of_text and any(pattern.fullmatch(code) for pattern in self._cued)

    def _is_second_code(self, words: Sequence[str], start: int) -> bool:
        """True behind a code and a link: "sections 420 and 120B"."""
        end = first = self._links.before(words, start)
        while first > max(end - _LONGEST_CODE, 0) and self._goes_on(words[first - 1]):
            first -= 1
        return first < end < start and self.cues.before("code", words, first)

    def _goes_on(self, word: str) -> bool:
        return self._grammar.is_number(word) or fold(word) in self._and

    def _is_spelled_code(self, code: str, words: Sequence[str]) -> bool:
        """True for two letters and three or more English digits one by one, in no order: A I six seven three."""
        digits = code[_LETTERS:]
        spelled = len(code) == len(words) >= _LETTERS + _SHORTEST and code[:_LETTERS].isalpha() and digits.isdecimal()
        return spelled and not is_ordered(digits) and self._are_spelled(words[_LETTERS:])

    def _telephone(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        digits, start = span.token.fields["digits"], span.words[0]
        if count := self._count_behind(span, words):
            dialled = Token("telephone", {"digits": digits.removesuffix(count.token.fields["integer"])})
            return [*self._telephone(Span((start, count.words[0]), dialled), words, alone), count]
        cued = self.cues.beside("code", words, *span.words) or self.cues.beside("digits", words, *span.words)
        in_pairs = len(digits) >= 2 * (span.words[1] - start)  # 21 15 21 17 may be a score
        counting = _is_counting(digits) or (len(digits) >= 2 * _LISTED and _is_sorted(digits))
        long = len(digits) >= _SURELY_DIALLED and not in_pairs
        repeated = len(digits) >= _SPELLED and any(fold(word) in self._repeats for word in words[slice(*span.words)])
        dictated = not counting and (alone or long or repeated or self.is_spelled(span, words))
        if not (cued or dictated or self._is_short_number(span, words) or _is_telephone(digits)):
            if len(digits) == 3 and self._tells_hundreds(words, *span.words):  # "sugar is one forty"
                return [span.as_kind("cardinal", integer=digits)]
            if fold(words[start]) in self._articles and any(rest := self._behind_article(span, words)):
                return [None, *rest]
            score = len(digits) == 2 and self.cues.beside("score", words, *span.words)
            return [span.as_kind("score", integer=digits[0], high=digits[1]) if score else None]
        grouped = cued and len(digits) in (12, 16)
        return [span.as_kind("serial", digits=digits, groups="4") if grouped else span]

    def is_spelled(self, span: Span, words: Sequence[str]) -> bool:
        """True for English words said digit by digit, in no order: "one two seven two three"."""
        digits, (start, end) = span.token.fields.get("digits", ""), span.words
        least = _SPELLED - (self._loaned and not self.cues.beside("score", words, start, end))
        return len(digits) == end - start >= least and not is_ordered(digits) and self._are_spelled(words[start:end])

    def _are_spelled(self, words: Sequence[str]) -> bool:
        """True for English digits, and a zero in any language."""
        return all(fold(word) in self._spelled for word in words)

    def _behind_article(self, span: Span, words: Sequence[str]) -> list[Span | None]:
        """What is behind "a" that was taken for the first digit: ஒரு முப்பது நாற்பது பேர், some 30-40 people."""
        start, end = span.words[0] + 1, span.words[1]
        return self.read((found.moved(start) for found in self._grammar.spans(words[start:end])), words)

    def _count_behind(self, span: Span, words: Sequence[str]) -> Span | None:
        """The number behind digits in English words that is in the language's own and counts what follows.

        "… వన్ సిక్స్ మూడు రోజుల": 16, three days.
        """
        start, end = span.words
        dialled, last = words[start : end - 1], words[end - 1 : end]
        if not dialled or self._in_english(last):
            return None
        if not self._in_english([word for word in dialled if fold(word) not in self._repeats]):
            return None
        count = self._grammar.whole(last)
        if not count or count.token.fields.keys() != {"integer"} or not self._is_counted(span, words):
            return None
        fits = span.token.fields["digits"].endswith(count.token.fields["integer"])
        return count.moved(end - 1) if fits else None

    def _is_short_number(self, span: Span, words: Sequence[str]) -> bool:
        """One zero eight, one nine three zero: digits one by one with a zero among them, and nobody counts so.

        Behind a letter they are a part of a name: "o v two six four zero".
        """
        digits, (start, end) = span.token.fields["digits"], span.words
        if start and fold(words[start - 1]) in self.letters:
            return False
        counted = digits in string.digits or digits in string.digits[::-1]
        return len(digits) >= _SHORTEST and "0" in digits and len(digits) <= end - start and not counted

    def _range(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, (start, end) = span.token.fields, span.words
        low, high = lower_end(fields), Fraction(fields["high"])
        if self._is_weight(span, words):
            return [Span((start, end - 1), Token("range", {k: v for k, v in fields.items() if k != "unit"}), span.kept)]
        if "to" in fields or "or" in fields:
            halved = "fraction" in fields or "." in fields["high"]
            if halved and not {"unit", "scale"} & fields.keys() and self._is_part_of_day(words, start):
                return [None]  # "from half past nine", "to half past six": not 9.5
            if "or" in fields and "scale" in fields and low >= high:  # "ten or one thousand"
                return self._without_range(words, start, end)
            if _shares_scale(low, high) and "scale" not in fields:  # "five to six-thousand": half of it would lie
                return [None]
            if _are_years(span):
                return [span.as_kind("range", **fields, plain="1")]
            beside = "unit" in fields or "scale" in fields or self.cues.beside("", words, start, end)
            beside = beside or (self._is_part_of_day(words, start) and self._are_hours(span, words))
            return [span if high >= SMALL or beside else None]
        if high == 1 and low > SMALL and low % SMALL and fold(words[end - 1]) in self._articles:  # "31 | a boundary"
            return self._without_range(words, start, end)
        whole = fields.keys() <= {"integer", "high"} and high % 1 == 0
        if whole and high >= SMALL and (other := self._other_than_pair(span, words)):
            return [other]
        if fields.keys().isdisjoint(("unit", "scale")) and self._is_score(span, words, low, high):
            return [span.as_kind("score", **{k: v for k, v in fields.items() if k in ("integer", "fraction", "high")})]
        if "suffix" in fields and low < SMALL:
            return [None]
        if is_guess(low, high):  # the smallest stay words: two three days; so does the eight ten train
            written = high >= SMALL or "scale" in fields
            train = low < SMALL and self.cues.behind("time", words, end)
            return [self.in_full(span, words) if written and not train else None]
        if low == high and "scale" in fields:  # five hundred each
            return [self.in_full(span, words) if low > 1 else None]
        article = low == 1 and fold(words[start]) not in self._english
        if article or "unit" in fields or "scale" in fields:
            return [None, *self._without_range(words, start + article, end)]
        return [None]

    def _other_than_pair(self, span: Span, words: Sequence[str]) -> Span | None:
        """What two numbers with no word between are beside a cue: "section one forty four", "six fifty a day"."""
        fields, (start, end) = span.token.fields, span.words
        low, high = int(fields["integer"]), int(fields["high"])
        guess = is_guess(Fraction(low), Fraction(high))
        if self.cues.beside("code", words, start, end) and not guess and not self.cues.counts(words, end):
            return span.as_kind("serial", code=f"{low}{high}")
        counted = low < SMALL or self.cues.counts(words, end)
        if not counted and high != low + 1 and self.cues.beside("digits", words, start, end):
            return span.as_kind("telephone", digits=f"{low}{high}")
        if guess or not self._in_english(words[start:end]):
            return None
        game = self.cues.beside("score", words, start, end) and not low < SMALL <= high
        no_time = low < SMALL and high >= 60
        each = low == high  # "forty forty for one"
        hundreds = no_time or (not each and self.cues.beside("hundreds", words, start, end) and not game)
        return span.as_kind("cardinal", integer=str(100 * low + high)) if hundreds else None

    def _tells_hundreds(self, words: Sequence[str], start: int, end: int) -> bool:
        """True beside a cue for two numbers in English words that are not said digit by digit."""
        return self._recall.is_pair(words[start:end]) and self.cues.beside("hundreds", words, start, end)

    def _in_english(self, words: Sequence[str]) -> bool:
        return all(fold(word) in self._english for word in words)

    def _is_score(self, span: Span, words: Sequence[str], low: Fraction, high: Fraction) -> bool:
        """ "Won two one", "हॉकी … चार दो से …"; two three of a guess may be games, nineteen eighty-three a year."""
        start, end = span.words
        if low in _YEARS_BEGIN and high > _MOST_POINTS:
            return False
        if self.cues.before("score", words, start) or self._is_before_cue("score", span, words):
            return True
        whole = low % 1 == high % 1 == 0
        return whole and not is_guess(low, high) and self.cues.tells_a_result(words, start, end)

    def in_full(self, span: Span, words: Sequence[str]) -> Span:
        """A guess without its scale word, if that cannot stay: 300-400."""
        return in_full(span, words, self._nominative)

    def _without_range(self, words: Sequence[str], start: int, end: int) -> list[Span | None]:
        """The best reading of the words from ``start`` to ``end`` in which no two numbers make a range."""
        for spans, _ in self._grammar.alternatives(words[start:end]):
            if all(span.kind != "range" for span in spans):
                return self.read((span.moved(start) for span in spans), words)
        return []

    def _ordinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, number = span.token.fields, int(span.token.fields["integer"])
        cued = self._is_cued_ordinal(span, words) or (number > 2 and self._is_beside_ordinal(words, *span.words))
        if number in YEARS and self._is_year(span, words):
            return [span.as_kind("date", year=fields["integer"])]
        bare = key(words[slice(*span.words)]) in self.alone
        return [span if cued or (number >= SMALL and not bare) else None]

    def _is_cued_ordinal(self, span: Span, words: Sequence[str]) -> bool:
        """True beside a cue, and for the first of "the fifth and sixth class"."""
        start, end = span.words
        if self.cues.beside("ordinal", words, start, end):
            return True
        return self._links.at(words, end) == end + 1 and self.cues.behind("ordinal", words, end + 2)

    def _is_beside_ordinal(self, words: Sequence[str], start: int, end: int) -> bool:
        """True if an ordinal in figures stands beside, or with a link between: "the ninth and tenth class"."""
        behind, before = self._links.at(words, end), self._links.before(words, start)
        least = max(before - _LONGEST_ORDINAL, 0)
        after = [s.moved(behind) for s in self._grammar.spans(words[behind : behind + _LONGEST_ORDINAL])]
        ahead = [s.moved(least) for s in self._grammar.spans(words[least:before])]
        beside = [s for s in after if s.words[0] == behind] + [s for s in ahead if s.words[1] == before]
        return any(self._is_ordinal_in_figures(span, words) for span in beside)

    def _is_ordinal_in_figures(self, span: Span, words: Sequence[str]) -> bool:
        if span.kind == "date":
            return "ending" in span.token.fields
        if span.kind != "ordinal":
            return False
        large = int(span.token.fields["integer"]) >= SMALL and key(words[slice(*span.words)]) not in self.alone
        return large or self._is_cued_ordinal(span, words)

    def _money(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """ "Rupee two rupees" is a guess; pounds that something weighs are no money."""
        fields = span.token.fields
        small = int(fields["integer"]) < SMALL and "minor" not in fields
        if small and self._is_repeated(span, words, fields["currency"]):
            return [None]
        if not self._is_weight(span, words):
            return [span]
        fields = {k: v for k, v in span.token.fields.items() if k != "currency"}
        kind = "decimal" if "fraction" in fields else "cardinal"
        return [Span((span.words[0], span.words[1] - 1), Token(kind, fields))]

    def _is_weight(self, span: Span, words: Sequence[str]) -> bool:
        """True for an amount of what is a currency and a unit, beside a word that says it is measured: "weighs"."""
        fields, (start, end) = span.token.fields, span.words
        amount = fields.keys() <= {"integer", "fraction", "to", "or", "high", "unit", "currency"}
        money = fields.get("currency", fields.get("unit")) in self._currencies
        if not amount or not money or fold(words[end - 1]) not in self._units:
            return False
        return self.cues.beside("measure", words, start, end)

    def _is_repeated(self, span: Span, words: Sequence[str], unit: str) -> bool:
        """ "Mile two miles": the unit alone before the number, where no other number or price counts it."""
        start = span.words[0]
        if start == 0 or self.counted.get(fold(words[start - 1])) != unit:
            return False
        before = words[start - 2] if start > 1 else ""
        counts = self._grammar.is_number(before) or any(map(str.isdigit, before)) or fold(before) in self._prices
        return not counts

    def _cardinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, (start, end) = span.token.fields, span.words
        number = int(fields["integer"])
        if "sign" in fields or key(words[start:end]) in self.alone:
            numbered = number == 1 and self.cues.is_named(words, start) and not self.cues.counts(words, end)
            return [span.as_kind("serial", code="1") if numbered and "suffix" not in fields else span]
        if whole := self._before_small(span, words):
            return [*self._cardinal(whole, words, alone), None]
        if number in YEARS and self._is_year(span, words):
            return [span.as_kind("date", year=fields["integer"])]
        lakhs = number >= _LAKH and number % _LAKH == 0  # "flat ninety five lakhs"
        open_ = "suffix" not in fields or self.cues.is_numbered(words, start)
        people = number < SMALL and self._cues_count(words, end)  # "your number comes behind | four people"
        if open_ and not lakhs and not people and self.cues.beside("code", words, *span.words):
            return [span.as_kind("serial", code=fields["integer"])]
        return [span]

    def _before_small(self, span: Span, words: Sequence[str]) -> Span | None:
        """The round number before a small one that is none of it: 25,000 | three times, ২,৮০০ | একটা (a)."""
        start, end = span.words
        number = int(span.token.fields["integer"])
        if number < 1000 or end - start < 2 or (number % 1000 >= SMALL and number % 100 != 1):
            return None
        round_, small = self._grammar.whole(words[start : end - 1]), self._grammar.whole(words[end - 1 : end])
        if not round_ or not small or not round_.kind == small.kind == "cardinal":
            return None
        high, low = int(round_.token.fields["integer"]), int(small.token.fields["integer"])
        if high + low != number or "suffix" in round_.token.fields:
            return None
        often = high % 1000 == 0 and low < SMALL and self.cues.behind("times", words, end)
        article = low == 1 and high > 1000 and small.token.fields.get("suffix") in self.classifiers
        return round_.moved(start) if often or (article and high % 100 == 0) else None

    def _is_year(self, span: Span, words: Sequence[str]) -> bool:
        """By a cue or an ending; a round number needs the cue, one of whole thousands a word of calendars alone."""
        fields, number = span.token.fields, int(span.token.fields["integer"])
        cued = self.cues.before("year", words, span.words[0])
        if self._is_before_cue("era", span, words):
            return True
        if self.cues.before("hundreds", words, span.words[0]):  # a price; "last year | 1,500", but "last year, 2023"
            return cued and number in self._likely_years and number > _MILLENNIUM and number % 100 > 0
        if cued:
            return True
        if self._has_fraction(words, *span.words):
            return False
        if self._is_before_cue("year", span, words):
            return number % 1000 != 0
        return number % 100 != 0 and (
            fields.get("suffix") in self._year_endings
            or (number in self._likely_years and "suffix" not in fields and not self._is_counted(span, words))
        )

    def _is_before_cue(self, kind: str, span: Span, words: Sequence[str]) -> bool:
        """True if a cue stands behind, also one whose first word is the ending on the number: "…ના વર્ષમાં"."""
        ending, end = span.token.fields.get("suffix"), span.words[1]
        return self.cues.behind(kind, words, end) or (
            ending is not None and self.cues.behind_ending(kind, ending, words, end)
        )

    def _has_fraction(self, words: Sequence[str], start: int, end: int) -> bool:
        return any(fold(word) in self._fractions for word in words[start:end])

    def is_hour(self, span: Span, words: Sequence[str], following: Span | None) -> bool:
        """True for an hour that is told by the part of the day before it and by an ending or a "to" behind it."""
        start, fields = span.words[0], span.token.fields
        told = fields.get("suffix") in self._clock_endings or self._begins_range(span, words, following)
        told = told or (span.words[1] < len(words) and fold(words[span.words[1]]) in self._to)
        told = told or (following is not None and self._lasts_to(span, words, following))
        return self._is_part_of_day(words, start) and int(fields["integer"]) <= _CLOCK and told

    def is_last_hour(self, span: Span, following: Span, words: Sequence[str]) -> bool:
        """True for the end of hours that begin with ``span``: in the morning ten-from | five-until."""
        begins = self.begins_range(span, words, following) or self._lasts_to(span, words, following)
        if following.kind != "cardinal" or not begins:
            return False
        fields = following.token.fields
        ends = "suffix" in fields or self._ends_hours(words, following.words[1])
        return int(fields["integer"]) <= _CLOCK and ends

    def _lasts_to(self, span: Span, words: Sequence[str], following: Span) -> bool:
        """True with a "from" behind the hour and a part of the day before the next one: सुबह नौ से शाम पाँच तक."""
        start = span.words[1]
        if span.token.fields.get("suffix") not in self._to_endings:
            if start >= len(words) or fold(words[start]) not in self._to:
                return False
            start += 1
        return following.words[0] == start + 1 and self._is_part_of_day(words, start + 1)

    def _are_hours(self, span: Span, words: Sequence[str]) -> bool:
        """True for "twelve to four" that counts nothing."""
        fields = span.token.fields
        if not fields.keys() <= {"integer", "high", "to"}:
            return False
        hours = int(fields["integer"]) <= _CLOCK and int(fields["high"]) <= _CLOCK
        return hours and self._ends_hours(words, span.words[1])

    def _ends_hours(self, words: Sequence[str], end: int) -> bool:
        """True where nothing stands at ``end`` that hours before it could count: no word, or "until", "between"."""
        return end == len(words) or not words[end] or self.cues.behind("at", words, end)

    def _is_part_of_day(self, words: Sequence[str], start: int) -> bool:
        return start > 0 and fold(words[start - 1]) in self._day_parts

    def _begins_range(self, span: Span, words: Sequence[str], following: Span | None) -> bool:
        """True if the ending of a number says "from", perhaps with a word behind it, and the next number follows."""
        ending, end = span.token.fields.get("suffix"), span.words[1]
        if following is None or ending is None:
            return False
        if following.words[0] == end:
            return ending in self._to_endings
        return following.words[0] == end + 1 and fold(words[end]) in self._to

    def begins_range(self, span: Span, words: Sequence[str], following: Span | None) -> bool:
        """True for the first number of "five-from seven kilometres", which is a figure if the second is."""
        return span.kind == "cardinal" and self._begins_range(span, words, following)

    def is_linked(self, span: Span, words: Sequence[str], following: Span) -> bool:
        """True for the first of "five and six August", "six years to sixty years": a figure if the second is."""
        end, number = span.words[1], int(span.token.fields["integer"])
        noun = key(words[end : end + 1]) == key(words[following.words[1] : following.words[1] + 1])
        link = self._links.at(words, end + 1) if noun else self._links.at(words, end)
        if not end < link == following.words[0] or following.kind not in _PARALLEL or "suffix" in span.token.fields:
            return False
        return following.kind == "time" or (number > 1 and key(words[slice(*span.words)]) not in self.alone)

    def _fraction(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """ "Of three one" is a third only of something: a word for "part" behind it says so, where there are such."""
        start, end = span.words
        over, under = span.token.fields["numerator"], span.token.fields["denominator"]
        if "integer" not in span.token.fields and self.cues.sizes(words, end) and not _is_of_inches(over, under):
            return [span.as_kind("math", expression=f"{over}×{under}")]
        people = self._part and self._denominators.at(words, start) > start and end < len(words)
        return [None if people and words[end] and fold(words[end]) not in self._part else span]

    def is_told(self, span: Span, words: Sequence[str]) -> bool:
        """True for a whole number that the next word leaves no doubt about: 2,024 voters, 5 pounds of weight."""
        if span.kind != "cardinal":
            return False
        weight = fold("".join(words[span.words[1] : span.words[1] + 1])) in self.counted
        return weight or (int(span.token.fields["integer"]) in YEARS and self._is_counted(span, words))

    def _cues_count(self, words: Sequence[str], end: int) -> bool:
        return any(self.cues.behind(kind, words, end) for kind in ("count", "noun", "times"))

    def _is_counted(self, span: Span, words: Sequence[str]) -> bool:
        return self.cues.counts(words, span.words[1])

    def _date(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """A year before a unit is a count: बारह सौ पचास किलो; a month behind its day has no other: 29 फरवरी चार.

        Nor is an article a day ("in March a meeting"), and what counts something is a count: "in August five people".
        """
        fields, (start, end) = span.token.fields, span.words
        month_first = fields.get("order") == "md" and "year" not in fields and "ending" not in fields
        if month_first and (
            (start > 0 and any(map(str.isdigit, words[start - 1]))) or fold(words[end - 1]) in self._articles
        ):
            return [None]
        if fields.get("day") == "1" and fold(words[start]) in self._indefinite:  # "one January": ഒരു ജനുവരിയിൽ
            return [None]
        if month_first and span.kept and self.cues.behind("count", words, end):
            return [Span((span.kept[0][1], end), Token("cardinal", {"integer": fields["day"]}))]
        only_year = fields.keys() <= {"year", "suffix"}
        amount = self._is_counted(span, words) or self.cues.before("hundreds", words, start)
        numbered = self._is_before_cue("era", span, words) or self.cues.behind("code", words, end)
        if only_year and amount and not numbered:
            return [span.as_kind("cardinal", integer=fields["year"])]
        return [span]

    def _measure(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """ "Wait a minute" and "half a kilo" are no measures."""
        fields = span.token.fields
        number = span.kept[-1][0] - span.words[0] if len(span.kept) == 1 else 2
        part = fields.get("integer") == "0" and number == 1
        vague = fields.get("integer") == "1" and "fraction" not in fields and fields["unit"] in self._time_units
        vague = vague and not self._has_smaller_units(fields["unit"], words, span.words[1])
        guess = self._is_repeated(span, words, fields["unit"])
        return [None if vague or guess or (part and "fraction" in fields) else span]

    def _has_smaller_units(self, unit: str, words: Sequence[str], end: int) -> bool:
        """True in "one hour | ten minutes", with an "and" between perhaps."""
        begin = max(self._links.at(words, end), end)
        found = self._grammar.spans(words[begin : begin + _DURATION])
        if not found or found[0].words[0] > 0 or found[0].kind != "measure":
            return False
        return found[0].token.fields["unit"] in self._time_units - {unit}

    def _whitelist(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        start, end = span.words
        if span.token.fields.get("when") != "name":
            return [None if self._is_spelled_on(words, start, end) else span]
        return [span if end < len(words) and self._is_name(words[end]) else None]

    def _is_spelled_on(self, words: Sequence[str], start: int, end: int) -> bool:
        """True for letters that belong to more letters, or to a name as its initials."""
        if not all(fold(word) in self.letters for word in words[start:end]):
            return False
        around = [*words[max(start - 1, 0) : start], *words[end : end + 1]]
        initials = end - start == 2 and end < len(words) and fold(words[end]) in self._names
        return initials or any(fold(w) in self.letters and fold(w) not in self._weak for w in around)

    def _is_name(self, word: str) -> bool:
        """True for a name of the table, with an ending perhaps."""
        word = fold(word)
        return any(word[:length] in self._names for length in range(len(word), max(len(word) - _LONGEST_ENDING, 1), -1))


def endings(facts: Language, flag: str) -> frozenset[str]:
    """The written endings of the suffixes with ``flag``."""
    return frozenset(bare(row["written"]) for row in facts.table("suffixes") if flag in row["flag"].split())


def _codes(facts: Language, table: str) -> dict[str, str]:
    """Names of one word → codes."""
    return {fold(row["form"]): row["code"] for row in facts.table(table) if " " not in row["form"]}


def _plain(span: Span) -> str:
    """The digits of a number without anything else, or of a code without letters."""
    fields = span.token.fields
    return next(iter(fields.values())) if fields.keys() in ({"integer"}, {"code"}) else ""


def _are_years(span: Span) -> bool:
    """True for 1914 to 1918, and 1914 to 18."""
    fields = span.token.fields
    if not fields.keys() <= {"integer", "to", "or", "high"}:
        return False
    low, high = int(fields["integer"]), fields["high"]
    if "." in high or low < 1500:
        return False
    return low < int(high) < YEARS.stop or (low < YEARS.stop and 0 < low % 100 < int(high) < 100)


def _is_of_inches(numerator: str, denominator: str) -> bool:
    """True for what is no two sides, even beside feet: 3/4 of an inch."""
    return int(numerator) < int(denominator) and int(denominator) in (2, 3, 4, 8, 16, 32)


def _shares_scale(low: Fraction, high: Fraction) -> bool:
    """True where the scale of the upper end may belong to the lower too: "two to three-hundred"."""
    return (low < 100 and high >= 1000) or (low < SMALL and high in range(200, 1000, 100))


def _is_telephone(digits: str) -> bool:
    """True for what has the shape of a telephone number; nobody says such digits for another reason."""
    mobile = len(digits) == 10 and digits[0] in "6789"
    return mobile or digits[0] == "+" or (len(digits) in (10, 11) and (digits[0] == "0" or digits.startswith("1800")))


def _pairs(span: Span) -> list[str]:
    """The one or two numbers of two figures that a span is, with nothing else."""
    fields = span.token.fields
    if span.kind not in ("cardinal", "range") or not fields.keys() <= {"integer", "high"}:
        return []
    numbers = [fields[name] for name in ("integer", "high") if name in fields]
    return numbers if all(len(number) == 2 and number.isdecimal() for number in numbers) else []


def _dialled(spans: Iterable[Span]) -> list[Span]:
    """The spans; a last digit that was taken for an hour, "… two one zero at night", goes to its telephone number."""
    return _merged(spans, _with_hour)


def _merged(spans: Iterable[Span], whole: Callable[[Span, Span], Span | None]) -> list[Span]:
    """The spans, each with the one before it as one where ``whole`` makes one of them."""
    made: list[Span] = []
    for span in spans:
        if made and (both := whole(made[-1], span)):
            made[-1] = both
        else:
            made.append(span)
    return made


def _with_hour(span: Span, following: Span) -> Span | None:
    """A telephone number that only the hour behind it completes, with that hour; else None."""
    digits, hour = span.token.fields.get("digits", ""), following.token.fields.get("hour", "")
    if span.kind != "telephone" or following.kind != "time" or span.words[1] != following.words[0]:
        return None
    said = following.kept[0][0] if following.kept else following.words[1]
    if len(hour) != 1 or said != following.words[0] + 1 or _is_telephone(digits) or not _is_telephone(digits + hour):
        return None
    return Span((span.words[0], said), Token("telephone", {"digits": digits + hour}), span.kept)


def _is_counting(digits: str) -> bool:
    """One, two, three …: counting, not dialling."""
    counted = "".join(map(str, range(1, 100)))
    return digits in counted or digits in "".join(map(str, range(30, -1, -1)))


def _is_sorted(digits: str) -> bool:
    """Twelve, fifteen, twenty …: pairs that only grow, or only shrink, are a list of numbers."""
    pairs = [digits[i : i + 2] for i in range(0, len(digits), 2)]
    return pairs in (sorted(set(pairs)), sorted(set(pairs), reverse=True))
