"""Which of the grammar's spans are numbers, where there is no tagger to decide.

Number words are also articles (एक), verbs (दो), rivers (ஆறு) and idioms (नौ दो ग्यारह). The tables `keep` and `cues` and
the style's ``spell_out_below`` settle those; everything else that the grammar finds is converted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import pairwise

import regex

from ..document import Choice, Range, Span, Token
from ..languages import Language
from ..scripts import fold
from ..styles import Style
from ..tables import Row
from . import ordinals
from .addresses import Addresses
from .beside import BesideFigures
from .context import Context
from .guesses import Guesses
from .halves import Halves
from .phrases import Phrases, key
from .pipeline import Grammar
from .plates import Plates
from .ratios import Ratios
from .roman_text import Romans, RomanText
from .timetable import Timetable

_LATIN = regex.compile("[A-Za-z]")
_WHOLE = ("whitelist", "cardinal", "money", "percent", "measure", "decimal", "date", "time", "ordinal")
_AMOUNTS = ("cardinal", "money", "percent", "measure", "decimal", "range", "date", "time")
_OPEN = ("cardinal", "money", "range")
_UNITS_LAST = ("cardinal", "date", "serial")
_TELEPHONE = 10
_CLOCK = 12  # hours
_HUNDRED = 100
_FIGURATIVE = (10**6, 10**7, 10**9, 10**12)
_LONGEST_ANSWER = 30  # words; 10^15 takes up to 21


class Policy:
    """Chooses among a grammar's spans for one language."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        facts = grammar.language
        self._context = Context(grammar)
        self._romans = Romans(grammar)
        self._addresses = Addresses(grammar)
        self._halves = Halves(grammar)
        self._plates = Plates(grammar)
        self._ratios = Ratios(grammar, self._context.cues)
        self._timetable = Timetable(grammar, self._context.cues)
        self._idioms = Phrases(facts.forms("keep", when="always"))
        self._alone = self._context.alone
        before = (row for row in facts.table("fractions") if not (row["role"] or row["value"].startswith("0")))
        self._fractions = frozenset(fold(row["form"].split(" ")[-1]) for row in before)
        self._unit = next((form for form in facts.forms("units") if " " not in form), "")
        self._english = frozenset(map(fold, facts.forms("english")))
        self._minus = frozenset(map(fold, facts.forms("words", name="minus")))
        self._points = frozenset(map(fold, facts.forms("words", name="point")))
        self._coins = frozenset(map(fold, facts.forms("currency", role="minor")))
        own = facts.table("currency")[0]["code"]
        self._currency = own
        names = facts.forms("currency", code=own, role="", suffix="") if facts.numbers.currency_first else []
        self._currency_first = frozenset(map(fold, names))
        self._indefinite = frozenset(map(fold, facts.forms("words", name="some")))
        self._beside_figures = BesideFigures(grammar, self._alone)
        self._hundred_and = frozenset(map(fold, facts.forms("words", name="hundred_and")))
        self._more = frozenset(map(fold, facts.forms("words", name="more")))
        loaned = (row for row in facts.table("english") if row.number("value") >= 100)
        hundreds = (*facts.forms("scales", value="100"), *facts.forms("english", value="100"))
        self._hundreds = frozenset(map(fold, hundreds))
        scales = (*facts.table("scales"), *loaned)
        self._scales = {fold(row["form"]): row.number("value") for row in scales}
        self._guesses = Guesses(grammar, self._scales.keys())
        vague = (row for row in facts.table("scales") if _is_vague_alone(row, facts))
        self._behind_numbers = self._points | self._scales.keys()
        self._company = self._context.letters | self._context.counted.keys()
        self._vague_scales = frozenset((fold(row["form"]),) for row in vague)

    def choose(self, words: Sequence[str], style: Style, figures: Container[Range] | None = None) -> Choice:
        """Decide for ``words``. An empty string among them is a barrier that no span crosses.

        ``figures`` are the ranges of the doubtful words that somebody else takes for numbers; the others then stay
        words. None leaves them all to the policy.
        """
        if not style.convert:
            return Choice([], frozenset())
        text = self._romans.read(words)
        choice = self._choose_in(text, style, figures)
        if not text.endings:
            return choice
        return replace(choice, spans=[self._romans.with_ending(span, text) for span in choice.spans])

    def _choose_in(self, text: RomanText, style: Style, figures: Container[Range] | None) -> Choice:
        words = text.words
        idioms = self._idioms.ranges(words)
        if not _cover(idioms, words) and (answer := self._answer(words)):
            return Choice([answer], frozenset())
        sure = self._addresses.spans(_outside(words, idioms))
        sure += self._plates.spans(_blanked(words, _positions(sure)))
        sure += self._ratios.spans(_blanked(words, _positions(sure)))
        sure += self._timetable.spans(_blanked(words, _positions(sure)))
        if sure:
            words = _blanked(words, _positions(sure))
            idioms = self._idioms.ranges(words)
        clock = any(span.kind == "time" for span in sure)
        choice = self._choose(words, idioms, style, figures, clock, text)
        told = [*sure, *(span for span in choice.spans if self._context.is_told(span, words))]
        spans = sorted([*sure, *choice.spans], key=lambda span: span.words)
        return replace(choice, spans=spans, told=frozenset(span.words for span in told))

    def _choose(
        self,
        words: Sequence[str],
        idioms: Sequence[Range],
        style: Style,
        figures: Container[Range] | None,
        clock: bool,
        text: RomanText,
    ) -> Choice:
        idioms = self._outside_codes(words, idioms) if idioms else idioms
        in_idiom = {i: end - start for start, end in idioms for i in range(start, end)}
        visible = _outside(words, idioms)
        candidates = self._candidates(visible)
        tied = self._tied_anyway(words)
        if not candidates:  # most texts
            return Choice([], frozenset(tied | _but_last(idioms)))
        candidates = self._without_stray_letters(candidates, visible)
        found = [span for span in self._context.read(candidates, visible, clock=clock) if span]
        found = list(self._joined(self._with_fractions(found, visible), visible))
        closed = {s.words[1] for s in found if "suffix" in s.token.fields or s.kind not in ("cardinal", "decimal")}
        ties = {s: tie for s in found if (tie := self._tie(s, words, in_idiom, closed, text)) is not None}
        certain = {s for s in found if self._is_certain(s, visible)}
        bare = {s for s in found if (s not in certain or s.kind == "money") and self._is_bare(s, words)}
        real = [s for s in found if s not in bare or not self._is_article(s, words)]
        rows = [(a, b) for a, b in pairwise(real) if b not in bare and self._are_in_a_row(a, b, words)]
        rows += [(a, b) for a, b in pairwise(found) if b.words[0] == a.words[1] and ties.get(b) == a.words[1] - 1]
        begun = self._begin_ranges(found, visible, certain, style)
        begun |= self._shares([s for s in found if s not in bare], visible, certain, style)
        certain, bare = certain | begun, bare - begun
        in_row = {s for row in rows for s in row}
        whole = [s for s in found if s not in ties and s not in in_row]
        numbers = [s for s in whole if s not in bare and (s in certain or self._is_large(s, style))]
        doubtful = [s for s in whole if self._is_doubtful(s, words, style)]
        beside_cue = frozenset(s.words for s in doubtful if s in numbers)
        if figures is not None:
            numbers = [s for s in whole if (s.words in figures if s in doubtful else s in numbers)]
        chosen = {i for s in numbers for i in range(*s.words)}
        kept = [s.words for s in [*candidates, *found] if chosen.isdisjoint(range(*s.words))]
        edges = {i for s in numbers for i in (s.words[0] - 1, s.words[1] - 1)}
        inside = _but_last(s.words for s in candidates) - edges  # of a part that was chosen a mark tells no lie
        inside |= _but_last([*idioms, *(s.words for s in found)])
        between = {i for a, b in rows for i in range(a.words[1] - 1, b.words[0])}
        cued = {i for range_ in kept for i in self._beside_cues(words, *range_)}
        cued |= {start - 1 for start, _ in kept if start and fold(words[start - 1]) in self._company}
        unwritten = [i for i, word in enumerate(words) if i not in chosen and fold(word) in self._context.letters]
        cued |= {end - 1 for _, end in kept if end in unwritten}
        linked = {tie - 1 for tie in ties.values() if tie and fold(words[tie]) in self._behind_numbers}
        titles = {s.words[1] - 1 for s in numbers if s.kind == "whitelist" and s.token.fields.get("when") == "name"}
        bound = inside | tied | set(ties.values()) | linked | between | cued | titles
        return Choice(numbers, frozenset(bound), doubtful, beside_cue)

    def _candidates(self, words: Sequence[str]) -> Sequence[Span]:
        found = list(ordinals.apart(self.grammar.spans(words), words, self.grammar))
        return self._halves.read(found, words)

    def _without_stray_letters(self, candidates: Sequence[Span], words: Sequence[str]) -> Sequence[Span]:
        """The candidates; where letters are no part of the code that they were taken for, the text without them is read
        again, and so are they: "ए सी एक सौ चालीस" is AC, and 140."""
        letters, unlettered = set[int](), words
        while stray := self._context.stray_letters(candidates, words):
            letters |= stray
            unlettered = _blanked(unlettered, stray)
            candidates = self._candidates(unlettered)
        if not letters:
            return candidates
        short = self.grammar.spans([word if i in letters else "" for i, word in enumerate(words)])
        short = [span for span in short if span.kind == "whitelist"]
        return sorted([*candidates, *short], key=lambda span: span.words)

    def _is_doubtful(self, span: Span, words: Sequence[str], style: Style) -> bool:
        """True for a small whole number of one word, which may be an article, a verb, a river."""
        start, end = span.words
        if span.kind != "cardinal" or span.token.fields.keys() != {"integer"} or end - start > 1:
            return False
        if self._context.is_told(span, words):
            return False
        small = int(span.token.fields["integer"]) < style.spell_out_below
        return small or key(words[start:end]) in self._alone

    def _answer(self, words: Sequence[str]) -> Span | None:
        """The number that is the whole text, if it is one."""
        spoken = [word for word in words if word]
        if len(spoken) > _LONGEST_ANSWER or not all(map(self.grammar.knows, spoken)):
            return None
        found = self.grammar.spans(words)
        if len(found) != 1 or found[0].words[1] - found[0].words[0] != len(spoken):
            return None
        read = self._context.read(found, words, alone=True)
        return read[0] if len(read) == 1 else None

    def _outside_codes(self, words: Sequence[str], idioms: Sequence[Range]) -> list[Range]:
        """The idioms that are not a part of one number or of a telephone number: … नौ दो ग्यारह …

        Nor does one begin with the last unit of a number: "twenty one day trips".
        A single word that is never a number (ஏழை, poor) is not one at the end of a number either.
        """
        spans = self.grammar.spans(words)
        spelled = (s.words for s in spans if self._context.is_spelled(s, words))
        numbers = [*spelled, *(s.words for s in spans if s.kind in _WHOLE or _is_long(s))]
        long = (s.words for s in spans if s.kind in _UNITS_LAST and s.words[1] - s.words[0] > 1)
        ends = {end - 1 for _, end in long if self.grammar.is_number(words[end - 1])}
        around = {i: number for number in numbers for i in range(*number)}
        within = {r for r in idioms if r[1] <= around.get(r[0], r)[1] and around.get(r[0], r) != r}
        within |= {(a, b) for a, b in idioms if a in ends and fold(words[a]) not in self._scales}
        return [(a, b) for a, b in idioms if b - a == 1 or (a, b) not in within]

    def _joined(self, found: Sequence[Span], words: Sequence[str]) -> Iterator[Span]:
        """``found`` with neighbours that are one form taken together: 2024-25, 400-500, "5 से 10 लाख" by an ending."""
        rest, end = deque(found), 0
        while rest:
            span = self._behind_currency(rest.popleft(), words, end)
            end = span.words[1]
            while rest and rest[0].words[0] < end:
                rest.popleft()
            beside = rest and rest[0].words[0] == span.words[1]
            if beside and (train := self._context.train(span, rest[0], words)):
                span = train
                rest.popleft()
            elif beside and (both := self._guesses.joined(span, rest[0], words)):
                span = self._context.in_full(both, words)
                rest.popleft()
            if rest and (whole := self._with_tens(span, rest[0], words)):
                span = whole
                rest.popleft()
            end = span.words[1]
            if rest and self._context.begins_range(span, words, rest[0]):
                rest[0] = self._upper_end(span, rest[0], words)
            yield self._with_currency(span, rest[0], words) if rest else span

    def _with_tens(self, hundreds: Span, tens: Span, words: Sequence[str]) -> Span | None:
        """Both as one number, where a language says "and" between them: છસો ને સાઇઠ, 660."""
        if not self._hundred_and or tens.words[0] != hundreds.words[1] + 1:
            return None
        linked = fold(words[hundreds.words[1]]) in self._hundred_and and hundreds.token.fields.keys() == {"integer"}
        high, low = (int(span.token.fields.get("integer", 0)) for span in (hundreds, tens))
        if not linked or hundreds.kind != "cardinal" or high % 100 or not 0 < low < 100 or tens.kind == "range":
            return None
        token = Token(tens.kind, {**tens.token.fields, "integer": str(high + low)})
        return Span((hundreds.words[0], tens.words[1]), token, tens.kept)

    def _upper_end(self, span: Span, following: Span, words: Sequence[str]) -> Span:
        """What ends the range that ``span`` begins: no year where that is a count (1,100થી 1,350)."""
        if following.token.fields.keys() == {"year"}:
            return following.as_kind("cardinal", integer=following.token.fields["year"])
        return self._before_scale(following, words) if int(span.token.fields["integer"]) < 100 else following

    def _with_fractions(self, found: Sequence[Span], words: Sequence[str]) -> list[Span]:
        ends = {span.words[1] for span in found}
        return [span if span.words[0] in ends else self._with_fraction(span, words) for span in found]

    def _with_fraction(self, span: Span, words: Sequence[str]) -> Span:
        """A number with the half or the quarter before it that is no hour: "साढ़े अड़सठ", "pH साढ़े आठ".

        The grammar reads it before a unit.
        """
        start, end = span.words
        if span.kind != "cardinal" or not start or fold(words[start - 1]) not in self._fractions:
            return span
        if int(span.token.fields["integer"]) <= _CLOCK and not self._context.cues.before("", words, start - 1):
            return span
        read = self.grammar.whole([*words[start - 1 : end], self._unit])
        fields = read.token.fields if read else {}
        kept = {name: fields[name] for name in ("integer", "fraction") if name in fields}
        return Span((start - 1, end), Token("decimal", kept)) if len(kept) == 2 else span

    def _with_currency(self, span: Span, following: Span, words: Sequence[str]) -> Span:
        """The first amount of "between five and ten rupees" with the currency of the second."""
        fields = following.token.fields
        both = following.kind == "money" and "minor" not in fields and span.token.fields.keys() <= {"integer", "suffix"}
        if not both or span.kind != "cardinal" or self._is_article(span, words):
            return span
        linked = self._context.is_linked(span, words, following) or self._context.begins_range(span, words, following)
        if self._share_scale(span, following, words) or not linked:
            return span
        return Span(span.words, Token("money", {**span.token.fields, "currency": fields["currency"]}))

    def _behind_currency(self, span: Span, words: Sequence[str], least: int) -> Span:
        """ "Rupees five hundred" as an amount of the language's own currency, where it says so."""
        start = span.words[0]
        first = start > least and fold(words[start - 1]) in self._currency_first
        if not first or span.kind not in ("cardinal", "decimal"):
            return span
        if with_coins := self._with_coins(words, start):
            return with_coins
        return Span((start - 1, span.words[1]), Token("money", {**span.token.fields, "currency": self._currency}))

    def _with_coins(self, words: Sequence[str], start: int) -> Span | None:
        """ "Rupees five hundred fifty paise", read with the currency behind its number, where the grammar has it."""
        reach = range(start, min(start + _LONGEST_ANSWER, len(words)))
        coin = next((i for i in reach if fold(words[i]) in self._coins), None)
        if coin is None or "" in words[start:coin]:
            return None
        currency, amount = words[start - 1], words[start : coin + 1]
        for k in range(len(amount) - 1, 0, -1):
            found = self.grammar.whole([*amount[:k], currency, *amount[k:]])
            if found and "minor" in found.token.fields:
                return Span((start - 1, coin + 1), found.token)
        return None

    def _before_scale(self, span: Span, words: Sequence[str]) -> Span:
        """The number of ``span`` without its scale word, which belongs to both ends of a range: 6, 1.5."""
        start, end = span.words
        scale = next((i for i in range(start + 1, end) if fold(words[i]) in self._scales), None)
        if (
            scale is None
            or span.kind not in ("cardinal", "money")
            or any(map(self.grammar.is_in_number, words[scale + 1 : end]))
        ):
            return span
        high = Decimal(span.token.fields["integer"]) / self._scales[fold(words[scale])]
        return Span((start, scale), Token("range", {"high": f"{high:f}"})) if high < 1000 else span

    def _begin_ranges(
        self, found: Sequence[Span], words: Sequence[str], certain: Container[Span], style: Style
    ) -> set[Span]:
        """Small numbers that are figures since they begin a range whose end is one, or tell the hour."""
        made = set()
        for span, following in zip(found, [*found[1:], None], strict=False):
            if span.kind != "cardinal" or span in certain:
                continue
            figure = following is not None and (following in certain or self._is_large(following, style))
            hour = self._context.is_hour(span, words, following)
            if hour or (figure and self._begins(span, following, words)):
                made.add(span)
            if hour and following is not None and self._context.is_last_hour(span, following, words):
                made.add(following)
        return made

    def _shares(self, found: Sequence[Span], words: Sequence[str], certain: Container[Span], style: Style) -> set[Span]:
        """Small numbers behind a figure that a range begins with, and those with an "out of" between them and a figure;
        "one" is left to say what it says."""
        made = set()
        for pair in pairwise(found):
            small = [s for s in pair if s.kind == "cardinal" and s not in certain and not self._is_large(s, style)]
            if len(small) == 1 and int(small[0].token.fields["integer"]) > 1 and self._are_shared(*pair, words):
                made.add(small[0])
        return made

    def _are_shared(self, first: Span, second: Span, words: Sequence[str]) -> bool:
        if self._context.begins_range(first, words, second):
            return True
        ending = first.token.fields.get("suffix")
        return self._context.cues.shares(words, first.words[1], ending, second.words[0])

    def _begins(self, span: Span, following: Span | None, words: Sequence[str]) -> bool:
        """True for the first of a range or of a pair of numbers that are written alike."""
        if following is None or self._context.begins_range(span, words, following):
            return following is not None
        return not self._is_article(span, words) and self._context.is_linked(span, words, following)

    def _is_certain(self, span: Span, words: Sequence[str]) -> bool:
        """True for what can only be a number."""
        bare = span.kind == "cardinal" and "sign" not in span.token.fields
        return not bare or (self._has_cue(words, *span.words) and not self._is_article(span, words))

    def _is_large(self, span: Span, style: Style) -> bool:
        """True for a number that is written in figures wherever it stands."""
        fields = span.token.fields
        number = int(fields.get("integer", 0))
        return fields.get("suffix", "") in self._context.classifiers or number >= style.spell_out_below

    def _tie(
        self,
        span: Span,
        words: Sequence[str],
        in_idiom: Mapping[int, int],
        closed: Container[int],
        text: RomanText,
    ) -> int | None:
        """Where a word outside the span belongs to its amount: "84 लाख", "कई लाख", "साढ़े तीन", "… लाख".

        The position of the former of the two words that belong together; None for a span that is whole.
        """
        start, end = span.words
        if end < len(words) and (self._goes_on(span, words) or self._is_doubled(words[end])):
            return end - 1
        if end < len(words) and self._goes_on_in_latin(span, words, text):
            return end - 1
        if not start:
            return None
        if self._is_scale_of_figures(span, words):
            return start - 1
        if span.kind == "date":
            return None
        if self._is_multiplied_in_latin(start - 1, words, text):
            return start - 1
        cut_off = start not in closed and self._is_cut_off(words, start, in_idiom.get(start - 1, 0))
        return start - 1 if cut_off or self._is_doubled(words[start - 1]) else None

    def _is_scale_of_figures(self, span: Span, words: Sequence[str]) -> bool:
        """True for what begins with the scale word of the figures before it, which may have an ending: 115.79 কোটিতকৈও,
        "1.02 हज़ार चार"."""
        start, end = span.words
        if not any(map(str.isdigit, words[start - 1])):
            return False
        inflected = end - start == 1 and "suffix" in span.token.fields
        scale = inflected and int(span.token.fields.get("integer", 0)) in self._scales.values()
        return scale or fold(words[start]) in self._scales

    def _is_doubled(self, word: str) -> bool:
        """ "Twenty-twenty", "ten-fifteen": numbers that are no number together, and go with the one beside them."""
        return "-" in word and not self.grammar.knows(word) and all(map(self.grammar.is_number, word.split("-")))

    def _goes_on(self, span: Span, words: Sequence[str]) -> bool:
        """True if the amount does not end with the span: "… लाख", "… पैसे", "दो लाख 50 हज़ार"."""
        following = words[span.words[1]]
        word = fold(following)
        apart = span.kind == "range" and "scale" not in span.token.fields  # its scale word stays, and stands behind it
        if "suffix" in span.token.fields or span.kind not in _AMOUNTS or apart:
            return False
        if word in self._scales:
            return self.grammar.is_number(words[span.words[1] - 1])  # not behind a unit: "five kilos hundred rupees"
        if word in self._more or (word in self._coins and span.kind == "money"):
            return True
        return span.kind == "cardinal" and any(map(str.isdigit, following))

    def _goes_on_in_latin(self, span: Span, words: Sequence[str], text: RomanText) -> bool:
        """True if a word in Latin letters stands behind a number that may be the rest of it, or the beginning of the
        rest: "एक लाख pachhas | hazaar"."""
        end = span.words[1]
        if "suffix" in span.token.fields or span.kind not in _OPEN or not _LATIN.match(words[end]):
            return False
        if self._is_multiplied_in_latin(end, words, text) or self._romans.is_open_scale(end, text):
            return True
        return fold(words[end - 1]) in self._scales and self._romans.follows(end, text)

    def _is_multiplied_in_latin(self, position: int, words: Sequence[str], text: RomanText) -> bool:
        scale = self._scales.get(fold(words[position + 1])) if position + 1 < len(words) else None
        return scale is not None and bool(words[position]) and self._romans.multiplies(position, text, scale)

    def _is_cut_off(self, words: Sequence[str], start: int, idiom: int) -> bool:
        """True if the amount that begins at ``start`` really began before it.

        ``idiom``: how many words the idiom has that stands before ``start``; a single one is no number (இருக்கு, "is").
        """
        previous = fold(words[start - 1])
        if previous in self._fractions or previous in self._hundreds:
            return True
        figure = start > 1 and any(map(str.isdigit, words[start - 2]))
        if previous in self._points and start > 1 and (figure or self.grammar.is_number(words[start - 2])):
            return True
        if previous in self._scales and figure:
            return True
        return fold(words[start]) in self._scales and (
            idiom > 1
            or previous in self._indefinite
            or any(map(str.isdigit, words[start - 1]))
            or (
                not idiom
                and self.grammar.is_in_number(last := words[start - 1].rpartition("-")[2])
                and key([last]) not in self._alone
            )
        )

    def _are_in_a_row(self, a: Span, b: Span, words: Sequence[str]) -> bool:
        """True for numbers that mean something together that neither says: "दो तीन सौ रुपये", "पाँच रुपये पच्चीस".

        Only whole numbers, also at the end of a range ("seven thirty to ten | thirty"), and small change behind an
        amount; a suffix closes a number, and a scale word or a unit a range.
        """
        closed = "suffix" in a.token.fields or (a.kind == "range" and not {"scale", "unit"}.isdisjoint(a.token.fields))
        pieces = b.token.fields.get("suffix", "") in self._context.classifiers  # "two hundred eighty | two pieces"
        if closed or pieces or a.kind not in _OPEN or b.kind not in _AMOUNTS:
            return False
        if a.words[1] != b.words[0]:
            return self._share_scale(a, b, words)
        number, end = int(a.token.fields["integer"]), a.words[1]
        if a.kind == "cardinal" and _is_day(b) and (not number % 100 or "ending" in b.token.fields):
            return False  # "ten thousand | five March", "not nine | the fourteenth of March"
        if self._is_article(b, words) and number % 10:  # five one, but "thirty-one | a boundary"
            return number < 10 and end - a.words[0] == 1
        if a.kind != "money":
            return not _are_apart(a, b)
        change = b.kind == "cardinal" and 10 <= int(b.token.fields["integer"]) < 100
        counted = self._has_cue(words, *b.words) or self._context.cues.behind("count", words, b.words[1])
        return change and "minor" not in a.token.fields and not counted

    def _share_scale(self, a: Span, b: Span, words: Sequence[str]) -> bool:
        """ "Between five and six thousand" has 5,000 at its lower end: half of it would lie."""
        if a.kind != "cardinal" or self._is_article(a, words) or not self._context.is_linked(a, words, b):
            return False
        upper = self._before_scale(b, words)
        return upper is not b and int(a.token.fields["integer"]) < Decimal(upper.token.fields["high"])

    def _tied_anyway(self, words: Sequence[str]) -> set[int]:
        """Positions of what belongs with the next word whatever is found: a "minus", and figures with their words."""
        signs = {i for i, word in enumerate(words[:-1]) if fold(word) in self._minus}
        return signs | self._beside_figures.positions(words, self._romans.natives)

    def _is_bare(self, span: Span, words: Sequence[str]) -> bool:
        """True for what is no number on its own: "thousands of", "a …". A counted noun makes it one."""
        phrase = key(words[slice(*span.words)])
        if span.kind == "money":  # "a million-dollar film", "worth crores of rupees"
            return phrase[:1] in self._vague_scales and int(span.token.fields["integer"]) in _FIGURATIVE
        bare = phrase in self._alone or phrase in self._vague_scales
        small = int(span.token.fields.get("integer", 0)) <= 1000
        return bare and not (
            small and phrase in self._alone and self._context.cues.behind("count", words, span.words[1])
        )

    def _is_article(self, span: Span, words: Sequence[str]) -> bool:
        """True for a native word for one, which is mostly "a"; an English one beside a number counts: one fifty."""
        return span.token.fields.get("integer") == "1" and fold(words[span.words[0]]) not in self._english

    def _has_cue(self, words: Sequence[str], start: int, end: int) -> bool:
        return bool(self._beside_cues(words, start, end))

    def _beside_cues(self, words: Sequence[str], start: int, end: int) -> list[int]:
        """The position between a number and the cue behind it, and that between it and the cue before it."""
        after = [end - 1] if self._context.cues.behind("", words, end) else []
        before = [start - 1] if self._context.cues.before("", words, start) else []
        return after + before


def _is_vague_alone(row: Row, facts: Language) -> bool:
    """True for a scale word that alone says "many": one that takes "one" where exactly one is meant."""
    value = row.number("value")
    return value >= 1000 and (value in facts.numbers.say_one_before or row["system"] != "")


def _is_day(span: Span) -> bool:
    """True for a day of a month."""
    return span.kind == "date" and {"day", "month"} <= span.token.fields.keys()


def _are_apart(a: Span, b: Span) -> bool:
    """True for two hundred ten | three (months); 203 and four are a guess, and so are 225 and six.

    Also for a round number that the grammar did not join with a smaller one, since its form ends it (పన్నెండు వేలు | రెండు
    నెలలు), and for 562 | 50 and 175 | 170: nothing adds to the former.
    """
    if a.kind != "cardinal" or "integer" not in b.token.fields:
        return False
    first, second = int(a.token.fields["integer"]), int(b.token.fields["integer"])
    if first >= _HUNDRED and second > 0 and first % 10 ** len(str(second)) == 0:  # it would fit into the zeros
        return True
    if b.kind != "cardinal":
        return False
    if first > _HUNDRED and first % _HUNDRED >= 10 > second:
        return first % 10 == 0 or second < first % 10
    return first > _HUNDRED and first % 10 > 0 and second >= 10 and not first < second < 2 * first


def _is_long(span: Span) -> bool:
    """True for a telephone number and for a version ("four point two point one"; "point to point" is an idiom)."""
    return len(span.token.fields.get("digits", "")) >= _TELEPHONE or "." in span.token.fields.get("code", "")


def _outside(words: Sequence[str], ranges: Sequence[Range]) -> Sequence[str]:
    """``words`` with those in ``ranges`` emptied."""
    return _blanked(words, {i for start, end in ranges for i in range(start, end)}) if ranges else words


def _cover(ranges: Sequence[Range], words: Sequence[str]) -> bool:
    """True if one of ``ranges`` is all that is said."""
    said = [i for i, word in enumerate(words) if word]
    return bool(said) and (said[0], said[-1] + 1) in ranges


def _but_last(ranges: Iterable[Range]) -> set[int]:
    """The positions of all words in ``ranges`` but the last of each."""
    return {i for start, end in ranges for i in range(start, end - 1)}


def _positions(spans: Iterable[Span]) -> set[int]:
    return {i for span in spans for i in range(*span.words)}


def _blanked(words: Sequence[str], positions: Container[int]) -> list[str]:
    """``words`` with those at ``positions`` emptied."""
    return ["" if i in positions else word for i, word in enumerate(words)]
