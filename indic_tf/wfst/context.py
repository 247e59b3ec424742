"""What a number is by the words around it: a year, a code, the digits of a telephone, an ordinal that is meant as a figure.

The `cues` table lists such words by kind; `serials` the shapes of codes that need none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import regex

from ..document import Span, Token
from ..languages import Language
from ..scripts import fold
from .phrases import Phrases
from .pipeline import Grammar

CUES = ("", "year", "digits", "code", "score", "ordinal")
YEARS = range(1000, 2100)
SMALL = 10
_REACH = {"digits": 4, "code": 2, "year": 1, "score": 1, "ordinal": 1, "": 1}
_TRIMS = 3  # letters at the ends of a code that may belong to the text
_CODE = regex.compile(r"[A-Z]{0,4}[0-9]{1,6}[A-Z]{0,2}")
_SURELY_DIALLED = 7  # so many digits nobody says by chance


class Context:
    """Reads spans in the light of the words beside them, for one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        facts = grammar.language
        self._cues = _cues(facts)
        patterns = facts.table("serials")
        self._certain = [regex.compile(row["pattern"]) for row in patterns if not row["cue"]]
        self._names = frozenset(map(fold, facts.forms("names")))
        self._time_units = frozenset(r["code"] for r in facts.table("unit_symbols") if r["kind"] == "time")
        letters = facts.forms("letters")
        self._letters = frozenset(fold(word) for form in letters for word in form.split(" "))
        self._letters |= frozenset("abcdefghijklmnopqrstuvwxyz")
        self._english = frozenset(map(fold, facts.forms("english")))
        years = (row["written"] for row in facts.table("suffixes") if "year" in row["flag"].split())
        self._year_endings = frozenset(written.removeprefix("+") for written in years)

    def cue(self, kind: str, words: Sequence[str], start: int, end: int) -> bool:
        """True if a cue of ``kind`` stands before or behind the words from ``start`` to ``end``."""
        return self.cue_before(kind, words, start) or self.cue_behind(kind, words, end)

    def cue_before(self, kind: str, words: Sequence[str], start: int) -> bool:
        """True if a cue of ``kind`` ends near enough before ``start``, with no mark between."""
        phrases = self._cues["before", kind]
        for end in range(start, max(start - _REACH[kind], 0), -1):
            if not words[end - 1]:
                return False
            if phrases.before(words, end) < end:
                return True
        return False

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
                if (found := self._one(words, a, b)) and self._is_code(found, cued and a == start):
                    return [found, *self._without_letters(words, b, end)]
        return list(self._without_letters(words, start, end))

    def _one(self, words: Sequence[str], start: int, end: int) -> Span | None:
        """The code that is exactly the words from ``start`` to ``end``."""
        found = self._grammar.spans(words[start:end])
        if len(found) == 1 and found[0].kind == "serial" and found[0].words == (0, end - start):
            return found[0].moved(start)
        return None

    def _is_code(self, span: Span, cued: bool) -> bool:
        code = span.token.fields["code"]
        return any(p.fullmatch(code) for p in self._certain) or (cued and _CODE.fullmatch(code) is not None)

    def _without_letters(self, words: Sequence[str], start: int, end: int) -> list[Span | None]:
        """What is left when letters are ordinary words."""
        blanked = ["" if fold(word) in self._letters else word for word in words[start:end]]
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
            beside = "unit" in fields or "scale" in fields or self.cue("", words, start, end)
            return [span if high >= SMALL or beside else None]
        if self.cue_before("digits", words, start) and low >= SMALL:
            return [_as(span, "telephone", digits=fields["integer"] + fields["high"])]
        if self.cue("score", words, start, end) and "unit" not in fields:
            return [_as(span, "score", integer=fields["integer"], high=fields["high"])]
        if low == 1 and fold(words[start]) not in self._english:  # an article
            return [None, *self._reread(words, start + 1, end)]
        return [span if SMALL <= low < high else None]

    def _ordinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        small = int(span.token.fields["integer"]) < SMALL
        return [None if small and not self.cue("ordinal", words, *span.words) else span]

    def _cardinal(self, span: Span, words: Sequence[str], alone: bool) -> list[Span | None]:
        fields, (start, end) = span.token.fields, span.words
        number = int(fields["integer"])
        if "sign" in fields:
            return [span]
        if number in YEARS and self._is_year(span, words):
            suffix = {"suffix": fields["suffix"]} if "suffix" in fields else {}
            return [_as(span, "date", year=fields["integer"], **suffix)]
        if number >= 1000 and "suffix" not in fields and self.cue_before("code", words, start):
            return [_as(span, "serial", code=fields["integer"])]
        return [span]

    def _is_year(self, span: Span, words: Sequence[str]) -> bool:
        ending = span.token.fields.get("suffix")
        return ending in self._year_endings or self.cue("year", words, *span.words)

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
            return [span]
        end = span.words[1]
        return [span if end < len(words) and fold(words[end]) in self._names else None]


def _cues(facts: Language) -> dict[tuple[str, str], Phrases]:
    """(side, kind) → phrases. Units and clock words make a small number beside them a figure, as plain cues do."""
    forms: dict[tuple[str, str], list[str]] = {(side, kind): [] for side in ("before", "after") for kind in CUES}
    for row in facts.table("cues"):
        forms[row.choice("side", ("before", "after")), row.choice("kind", CUES)].append(row["form"])
    forms["after", ""] += [form for form in facts.forms("units") if " | " not in form]
    forms["after", ""] += [row["form"] for row in facts.table("clock") if row["name"] in ("oclock", "past")]
    return {place: Phrases(words) for place, words in forms.items()}


def _as(span: Span, kind: str, **fields: str) -> Span:
    return Span(span.words, Token(kind, fields))


def _is_telephone(digits: str) -> bool:
    """True for what has the shape of a telephone number; nobody says such digits for another reason."""
    mobile = len(digits) == 10 and digits[0] in "6789"
    return mobile or digits[0] == "+" or (len(digits) in (10, 11) and (digits[0] == "0" or digits.startswith("1800")))


def _is_counting(digits: str) -> bool:
    """One, two, three …: counting, not dialling."""
    counted = "".join(map(str, range(1, 100)))
    return digits in counted or digits in "9876543210"
