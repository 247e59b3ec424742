"""What a number is by the words around it: a year, a code, the digits of a telephone, an ordinal that is meant as a figure.

The `cues` table lists such words by kind; `serials` the shapes of codes that need none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from ..document import Span, Token
from ..languages import Language
from ..scripts import fold
from .phrases import Phrases, key
from .pipeline import Grammar

CUES = ("", "year", "digits", "code", "score", "ordinal", "count")
YEARS = range(1000, 2100)
LIKELY_YEARS = range(1901, 2051)  # said in full and with nothing behind them, these are years
SMALL = 10
_REACH = {"digits": 4}  # words between a cue and its number: "my number is"; one otherwise
_TRIMS = 3  # letters at the ends of a code that may belong to the text
_LONGEST_ENDING = 4
_SURELY_DIALLED = 7  # so many digits nobody says by chance


class Context:
    """Reads spans in the light of the words beside them, for one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        facts = grammar.language
        self._cues = _cues(facts)
        patterns = facts.table("serials")
        self._certain, self._cued = (
            [regex.compile(row["pattern"]) for row in patterns if row.choice("cue", ("", "code")) == cue]
            for cue in ("", "code")
        )
        self._names = frozenset(map(fold, facts.forms("names")))
        self._time_units = frozenset(r["code"] for r in facts.table("unit_symbols") if r["kind"] == "time")
        weak = (row["form"] for row in facts.table("letters") if row.choice("flag", ("", "weak")) == "weak")
        self._weak = frozenset(fold(word) for form in weak for word in form.split(" "))
        letters = facts.forms("letters")
        self._letters = frozenset(fold(word) for form in letters for word in form.split(" "))
        self._letters |= frozenset("abcdefghijklmnopqrstuvwxyz")
        self._alone = frozenset(key(form.split(" ")) for form in facts.forms("keep", when="alone"))
        first = 2001 if facts.numbers.year_in_hundreds else LIKELY_YEARS.start
        self._likely_years = range(first, LIKELY_YEARS.stop)
        self._english = frozenset(map(fold, facts.forms("english")))
        years = (row["written"] for row in facts.table("suffixes") if "year" in row["flag"].split())
        self._year_endings = frozenset(written.removeprefix("+") for written in years)

    def cue(self, kind: str, words: Sequence[str], start: int, end: int) -> bool:
        """True if a cue of ``kind`` stands before or behind the words from ``start`` to ``end``."""
        return self.cue_before(kind, words, start) or self.cue_behind(kind, words, end)

    def cue_before(self, kind: str, words: Sequence[str], start: int) -> bool:
        """True if a cue of ``kind`` ends near enough before ``start``, with no mark between."""
        phrases = self._cues["before", kind]
        for end in range(start, max(start - _REACH.get(kind, 1), 0), -1):
            if not words[end - 1]:
                return False
            if phrases.before(words, end) < end:
                return True
        return kind == "code" and self._named_cue(words, start)

    def _named_cue(self, words: Sequence[str], start: int) -> bool:
        """ "Room number five": a word for "number" may stand between a code and its cue."""
        between = self._cues["before", "digits"].before(words, start)
        return between < start and self._cues["before", "code"].before(words, between) < between

    def cue_behind(self, kind: str, words: Sequence[str], end: int) -> bool:
        """True if a cue of ``kind`` begins at ``end``."""
        return self._cues["after", kind].at(words, end) > end

    # --- spans ----------------------------------------------------------------------------------------

    def read(self, spans: Iterable[Span], words: Sequence[str], alone: bool = False) -> list[Span | None]:
        """Each span as it is meant here; None in place of one whose words stay.

        ``alone`` says that nothing else is said: digits are then an answer.
        """
        made: list[Span | None] = []
        for span in spans:
            read = getattr(self, f"_{span.kind}", None)
            made += read(span, words, alone) if read else [span]
        return made

    def _serial(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        start, end = span.words
        cued = alone or self.cue_before("code", words, start) or self.cue_before("digits", words, start)
        for a in range(start, min(start + _TRIMS, end - 1)):
            for b in range(end, max(end - _TRIMS, a + 1), -1):
                if (found := self._one(words, a, b)) and self._is_code(found, words, cued):
                    return [found, *self._without_letters(words, b, end)]
        return list(self._without_letters(words, start, end))

    def _one(self, words: Sequence[str], start: int, end: int) -> Span | None:
        """The code that is exactly the words from ``start`` to ``end``."""
        found = self._grammar.spans(words[start:end])
        if len(found) == 1 and found[0].kind == "serial" and found[0].words == (0, end - start):
            return found[0].moved(start)
        return None

    def _is_code(self, span: Span, words: Sequence[str], cued: bool) -> bool:
        """True for the shape of a code; one that needs a cue does not begin or end with a letter that is also a word."""
        code = span.token.fields["code"]
        if any(pattern.fullmatch(code) for pattern in self._certain):
            return True
        ends = {fold(words[span.words[0]]), fold(words[span.words[1] - 1])}
        return cued and ends.isdisjoint(self._weak) and any(pattern.fullmatch(code) for pattern in self._cued)

    def _without_letters(self, words: Sequence[str], start: int, end: int) -> list[Span | None]:
        """What is left when letters are ordinary words."""
        blanked = ["" if fold(word) in self._letters else word for word in words[start:end]]
        if blanked == list(words[start:end]):
            return [None]
        return self._reread([*words[:start], *blanked, *words[end:]], start, end)

    def _reread(self, words: Sequence[str], start: int, end: int) -> list[Span | None]:
        """The words from ``start`` to ``end`` read by themselves."""
        return self.read((span.moved(start) for span in self._grammar.spans(words[start:end])), words)

    def _telephone(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        digits, start = span.token.fields["digits"], span.words[0]
        cued = self.cue_before("digits", words, start) or self.cue_before("code", words, start)
        dictated = not _is_counting(digits) and (alone or len(digits) >= _SURELY_DIALLED)
        if not (cued or dictated or _is_telephone(digits)):
            return [None]
        grouped = cued and len(digits) in (12, 16)
        return [_as(span, "serial", digits=digits, groups="4") if grouped else span]

    def _range(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, (start, end) = span.token.fields, span.words
        low, high = float(f"{fields['integer']}.{fields.get('fraction', '0')}"), float(fields["high"])
        if "to" in fields:
            if _are_years(span):
                return [_as(span, "range", **fields, plain="1")]
            beside = "unit" in fields or "scale" in fields or self.cue("", words, start, end)
            return [span if high >= SMALL or beside else None]
        if self.cue_before("digits", words, start) and low >= SMALL:
            return [_as(span, "telephone", digits=fields["integer"] + fields["high"])]
        if self.cue("score", words, start, end) and "unit" not in fields:
            return [_as(span, "score", integer=fields["integer"], high=fields["high"])]
        if SMALL <= low < high:
            return [span]
        article = low == 1 and fold(words[start]) not in self._english
        if article or "unit" in fields or "scale" in fields:
            return [None, *self._without_range(words, start + article, end)]
        return [None]

    def _without_range(self, words: Sequence[str], start: int, end: int) -> list[Span | None]:
        """The best reading of the words from ``start`` to ``end`` in which no two numbers make a range."""
        for spans, _ in self._grammar.alternatives(words[start:end]):
            if all(span.kind != "range" for span in spans):
                return self.read((span.moved(start) for span in spans), words)
        return []

    def _ordinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, number = span.token.fields, int(span.token.fields["integer"])
        cued = self.cue("ordinal", words, *span.words)
        if number in YEARS and self._is_year(span, words):
            return [_as(span, "date", year=fields["integer"])]
        bare = key(words[slice(*span.words)]) in self._alone
        return [span if cued or (number >= SMALL and not bare) else None]

    def _cardinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, (start, end) = span.token.fields, span.words
        number = int(fields["integer"])
        if "sign" in fields:
            return [span]
        if number in YEARS and self._is_year(span, words):
            return [_as(span, "date", year=fields["integer"])]
        if "suffix" not in fields and self.cue("code", words, *span.words):
            return [_as(span, "serial", code=fields["integer"])]
        return [span]

    def _is_year(self, span: Span, words: Sequence[str]) -> bool:
        """By a cue or an ending; a round number needs the cue."""
        if self.cue("year", words, *span.words):
            return True
        fields, number = span.token.fields, int(span.token.fields["integer"])
        return number % 100 != 0 and (
            fields.get("suffix") in self._year_endings
            or (number in self._likely_years and "suffix" not in fields and not self._is_counted(span, words))
        )

    def _is_counted(self, span: Span, words: Sequence[str]) -> bool:
        return self.cue_behind("", words, span.words[1]) or self.cue_behind("count", words, span.words[1])

    def _date(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """A year before a unit is a count: बारह सौ पचास किलो."""
        fields = span.token.fields
        only_year = fields.keys() <= {"year", "suffix"}
        if only_year and self.cue_behind("", words, span.words[1]):
            return [_as(span, "cardinal", integer=fields["year"])]
        return [span]

    def _measure(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        """ "Wait a minute" is no measure."""
        fields = span.token.fields
        vague = fields.get("integer") == "1" and "fraction" not in fields and fields["unit"] in self._time_units
        return [None if vague else span]

    def _whitelist(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        if span.token.fields.get("when") != "name":
            initials = span.words[1] - span.words[0] == 2 and span.words[1] < len(words)
            return [None if initials and fold(words[span.words[1]]) in self._names else span]
        end = span.words[1]
        return [span if end < len(words) and self._is_name(words[end]) else None]

    def _is_name(self, word: str) -> bool:
        """True for a name of the table, with an ending perhaps."""
        word = fold(word)
        return any(word[:length] in self._names for length in range(len(word), max(len(word) - _LONGEST_ENDING, 1), -1))


def _cues(facts: Language) -> dict[tuple[str, str], Phrases]:
    """(side, kind) → phrases. Units and clock words make a small number beside them a figure, as plain cues do."""
    forms: dict[tuple[str, str], list[str]] = {(side, kind): [] for side in ("before", "after") for kind in CUES}
    for row in facts.table("cues"):
        forms[row.choice("side", ("before", "after")), row.choice("kind", CUES)].append(row["form"])
    forms["after", ""] += [form for form in facts.forms("units") if " | " not in form]
    forms["after", ""] += [row["form"] for row in facts.table("clock") if row["name"] in ("oclock", "past")]
    return {place: Phrases(words) for place, words in forms.items()}


def _as(span: Span, kind: str, **fields: str) -> Span:
    """The span as another kind, its suffix kept."""
    suffix = {name: value for name, value in span.token.fields.items() if name == "suffix"}
    return Span(span.words, Token(kind, fields | suffix), span.kept)


def _are_years(span: Span) -> bool:
    fields = span.token.fields
    if not fields.keys() <= {"integer", "to", "high"}:
        return False
    low, high = int(fields["integer"]), fields["high"]
    return "." not in high and 1500 <= low < int(high) < YEARS.stop


def _is_telephone(digits: str) -> bool:
    """True for what has the shape of a telephone number; nobody says such digits for another reason."""
    mobile = len(digits) == 10 and digits[0] in "6789"
    return mobile or digits[0] == "+" or (len(digits) in (10, 11) and (digits[0] == "0" or digits.startswith("1800")))


def _is_counting(digits: str) -> bool:
    """One, two, three …: counting, not dialling."""
    counted = "".join(map(str, range(1, 100)))
    return digits in counted or digits in "9876543210"
