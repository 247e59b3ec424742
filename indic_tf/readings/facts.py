"""Which words of a language do what beside its numbers: links, units, parts of the day, digits. All folded."""

from __future__ import annotations

import string
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from ..languages import Language
from ..scripts import fold
from ..wfst.bare import BareWords, never_numbers, never_with_endings
from ..wfst.halves import Halves
from ..wfst.memo import Memo
from ..wfst.nearest import nearest
from ..wfst.phrases import Phrases
from ..wfst.pipeline import Grammar
from ..wfst.wire import DAY_PARTS, bare
from .cues import CueIndex
from .idioms import Idioms
from .paths import LINK, NUMBER, OTHER

_TENS = range(20, 100, 10)
_SMALL = 10
_STEM = "stem"
_REPEATED = 1000  # two hundred thousand three hundred is one number
_LONGEST_ENDING = 6  # letters and signs behind a name
_ZERO_LETTER = "O"


class Facts:
    """The words of one language that rules and features look for."""

    def __init__(self, grammar: Grammar) -> None:
        facts = grammar.language
        self.grammar, self.language = grammar, facts
        self.alone = BareWords(facts)
        self.cue_index = CueIndex(facts)
        self.halves = Halves(grammar)
        self.eras = Phrases(form for form in facts.forms("cues", kind="era") if form.isascii())
        self.never_inflected = _folded(never_with_endings(facts))
        named = {name: _folded(facts.forms("words", name=name)) for name in ("to", "or", "and", "slash", "minus")}
        self.to, self.or_, self.and_, self.slash, self.minus = named.values()
        self.slashes = self.slash | _folded(facts.forms("words", name="over"))
        self.by = _folded(facts.forms("words", name="over_of_pair"))
        self.hundred_and = _folded(facts.forms("words", name="hundred_and"))
        self.links = self.to | self.or_ | self.and_
        self._joining = self.and_ | _folded(facts.forms("words", name="english_and"))
        self.points, self.at = (_folded(facts.forms("words", name=name)) for name in ("point", "at"))
        self.said_links = _folded(facts.forms("said", name="link"))
        self.repeats = dict(_repeats(facts))
        self.dot = _folded(facts.forms("words", name="dot"))
        self.english = _folded(facts.forms("english"))
        self.months, self.oclock = _folded(facts.forms("months")), _folded(facts.forms("clock", name="oclock"))
        self.units, self.currencies = _codes(facts, "units"), _codes(facts, "currency")
        self.currency = facts.table("currency")[0]["code"]
        first = facts.forms("currency", code=self.currency, role="", suffix="") if facts.numbers.currency_first else []
        self.currency_first = _folded(first)
        self.coins = _folded(facts.forms("currency", role="minor"))
        self.letters = _folded(w for f in facts.forms("letters") for w in f.split(" ")) | set(string.ascii_lowercase)
        self._zero_letters = _folded(facts.forms("letters", letter=_ZERO_LETTER)) | {fold(_ZERO_LETTER)}
        weak = (fold(row["form"]) for row in facts.table("letters") if row["flag"])
        self.weak = frozenset((*weak, *(letter for letter in self.letters if (letter,) in self.alone)))
        scales = [*facts.table("scales"), *(row for row in facts.table("english") if row.number("value") >= 100)]
        self.scales = {fold(row["form"]): row.number("value") for row in scales}
        nominative = (row["form"] for row in facts.table("scales") if not row["role"])
        self.nominative = _folded((*nominative, *facts.forms("english")))
        self.day_parts = {name: Phrases(facts.forms("clock", name=name)) for name in DAY_PARTS}
        self.part_of_day = Phrases(form for name in DAY_PARTS for form in facts.forms("clock", name=name))
        parts = ((row["form"], row["value"]) for row in facts.table("fractions"))
        self.parts = {fold(form): Fraction(value) for form, value in parts if value[0] in "+-"}
        self._names = _folded(facts.forms("names"))
        self.homographs = _folded(facts.forms("numbers", role="homograph"))
        self.small, self.tens, self.hundreds = _small(facts), _tens(facts), _hundreds(facts)
        one = (row["form"] for row in facts.table("numbers") if row["role"] == "mult" and row["value"] == "1")
        self._articles = _folded(one) - self.small.keys()
        digits = {word for word, value in self.small.items() if value < _SMALL}
        self.idioms = Idioms(never_numbers(facts), digits)
        self.openers, self.closing_scales = _openers(facts), _closing_scales(facts)
        self.number_links = _folded((*facts.forms("words", name="english_and"), *facts.numbers.linkers))
        own = (row for row in facts.table("numbers") if not row["role"] and 1 < row.number("value") < 10)
        self.own_digits = _folded(row["form"] for row in own)  # two to nine, no English
        self.tails = _tails(facts, self.small)
        self.flags = _flags(facts)
        self.of_years = _of_years(facts)
        self.values: dict[tuple[object, ...], tuple[list[str], list[str]]] = {}
        self.sort, self.state = Memo(self._sort_of), Memo(self._state_of)
        self.misheard = Memo(self._is_misheard)

    def is_name(self, word: str) -> bool:
        """True for a folded name of the table, with an ending perhaps."""
        shortest = max(len(word) - _LONGEST_ENDING, 1)
        return any(word[:length] in self._names for length in range(len(word), shortest, -1))

    def _sort_of(self, word: str) -> tuple[str, str]:
        """What sort of word it is whatever the grammar reads, and what it is otherwise: a letter, a name, a number."""
        key = fold(word)
        groups: tuple[tuple[str, Container[str]], ...] = (
            *(("to", self.to), ("or", self.or_), ("and", self.and_), ("month", self.months), ("oclock", self.oclock)),
            *(("unit", self.units), ("currency", self.currencies), ("scale", self.scales)),
        )
        always = next((name for name, words in groups if key in words), "")
        if key in self.letters:
            return always, "letter"
        if self.is_name(key):
            return always, "name"
        if any(map(str.isdigit, word)):
            return always, "read"  # as what was written, so that it is read alike when it comes again
        return always, "number" if self.grammar.is_number(word) else "word"

    def _state_of(self, word: str) -> str:
        if fold(word) in self.links:
            return LINK
        return NUMBER if word and self.grammar.is_number(word) else OTHER

    def _is_misheard(self, word: str) -> bool:
        """True for no word of a number that begins like one from 11 to 99 and is one grapheme off: पचीच for पच्चीस."""
        guesses = nearest(self.grammar).guesses(word) if word else ()
        near = (guess.words[0] for guess in guesses if len(guess.words) == 1 and not guess.ending)
        return any(self.small.get(other, 0) > _SMALL and other[:1] == fold(word)[:1] for other in near)

    def with_part(self, word: str) -> Fraction | None:
        """The value of a folded word that is a number with a half or a quarter: ఐదున్నర, साडेतीन; None for any other."""
        if word in self.halves.values:
            return self.halves.values[word]
        for part, value in self.parts.items():
            if word.startswith(part) and word.removeprefix(part) in self.small:
                return self.small[word.removeprefix(part)] + value
        return None

    def are_two(self, folded: Sequence[str]) -> bool:
        """True for folded words of two numbers: one crore two crore. Only a number of them (ten lakh crore) is one, and
        what goes on behind a smaller scale word: one crore ten lakh eighty crore."""
        scales = {i: self.scales[word] for i, word in enumerate(folded) if word in self.scales}
        largest = max(scales.values(), default=0)
        places = [i for i, scale in scales.items() if scale == largest >= _REPEATED]
        if len(places) < 2 or places[-1] - places[0] < len(places):
            return False
        before = scales.get(places[-1] - 1, 0)
        smaller = sum(places[-2] < i < places[-1] and scale >= _REPEATED for i, scale in scales.items())
        return smaller == 0 or (smaller == 1 and before >= _REPEATED)  # a lakh crore, two lakh crore

    def separating(self, folded: Sequence[str]) -> Iterator[int]:
        """The positions of links between two amounts of one scale, which no number goes across: two hundred *and* three
        hundred, one lakh crore *and* two lakh crore, a hundred *and* a thousand; not two hundred and three thousand."""
        for i in (i for i, word in enumerate(folded) if word in self._joining and 0 < i < len(folded) - 1):
            last, following = self.scales.get(folded[i - 1], 0), self._scales_of_next(folded[i + 1 :])
            begins = folded[i + 1] in self.scales or folded[i + 1] in self._articles
            if last and following and (begins or last == following[0] or _REPEATED <= last <= max(following)):
                yield i

    def _scales_of_next(self, folded: Sequence[str]) -> list[int]:
        """The scales of the amount that begins ``folded``, if one number stands before the first of them: none in
        "thirty-five percent two hundred", nor in "five two hundred"."""
        first = next((i for i, word in enumerate(folded) if word in self.scales), 0)
        whole = first < 2 or (first == 2 and folded[0] in self.tens)
        if not whole or not all(
            word in self.small or word in self.tens or word in self._articles for word in folded[:first]
        ):
            return []
        until = next(
            (i for i, word in enumerate(folded) if word in self.links or not self.grammar.is_number(word)), len(folded)
        )
        return [self.scales[word] for word in folded[:until] if word in self.scales]

    def is_digit(self, word: str) -> bool:
        """True for a folded word that says a digit, or how often one is said."""
        return word in self.repeats or self.small.get(word, _SMALL) < _SMALL

    def is_zero_letter(self, folded: Sequence[str], i: int) -> bool:
        """True for a letter O that is a zero: it stands between two digits, in English where there is any other."""
        if folded[i] not in self._zero_letters or not 0 < i < len(folded) - 1:
            return False
        beside = (folded[i - 1], folded[i + 1])
        return all(self.small.get(word, 10) < 10 and (not self.english or word in self.english) for word in beside)

    def counts(self, ending: str) -> bool:
        """True for the ending of a number that counts something: a classifier."""
        return "classifier" in self.flags.get(ending, ())


def _tails(facts: Language, small: Mapping[str, int]) -> dict[str, Phrases]:
    """What is said behind a whole number for a part of one ("and a half"), by the digits of the part."""
    made: dict[str, list[str]] = {}
    for row in facts.table("fractions"):
        first, _, rest = row["form"].partition(" ")
        whole, _, part = row["value"].partition(".")
        if rest and part and str(small.get(fold(first), "")) == whole:
            made.setdefault(part, []).append(rest)
    return {part: Phrases(forms) for part, forms in made.items()}


def _repeats(facts: Language) -> Iterator[tuple[str, int]]:
    """Words that say a digit more than once, and how often."""
    for name, times in (("double", 2), ("triple", 3)):
        yield from ((fold(form), times) for form in facts.forms("words", name=name))


def _folded(forms: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, forms))


def _codes(facts: Language, table: str) -> dict[str, str]:
    """Names of one word → codes."""
    return {fold(row["form"]): row["code"] for row in facts.table(table) if " " not in row["form"]}


def _small(facts: Language) -> dict[str, int]:
    """The words for 0 to 99 that are one word, also English ones → values."""
    rows = [*(row for row in facts.table("numbers") if row["role"] == ""), *facts.table("english")]
    made: dict[str, int] = {}
    for row in rows:
        if " " not in row["form"] and row.number("value") < 100:
            made.setdefault(fold(row["form"]), row.number("value"))
    return made


def _tens(facts: Language) -> dict[str, int]:
    """Words for tens that a unit stands behind, where both are two words: twenty-five → values."""
    rows = [*(row for row in facts.table("numbers") if row["role"] == _STEM), *facts.table("english")]
    return {fold(r["form"]): r.number("value") for r in rows if " " not in r["form"] and r.number("value") in _TENS}


def _hundreds(facts: Language) -> frozenset[str]:
    """Words for 100, 200 … 900 that are one word."""
    rows = (row for row in facts.table("numbers") if row["role"] == "" and " " not in row["form"])
    return _folded(row["form"] for row in rows if row.number("value") in range(100, 1000, 100))


def _openers(facts: Language) -> frozenset[str]:
    """Words that are only said before a smaller number: నూట, a hundred and …"""
    rows = [row for name in ("numbers", "scales") for row in facts.table(name) if " " not in row["form"]]
    alone = {fold(row["form"]) for row in rows if row["role"] != _STEM}
    return _folded(row["form"] for row in rows if row["role"] == _STEM) - alone


def _closing_scales(facts: Language) -> frozenset[str]:
    """Scale words and hundreds that end a number, where the language has another form before a smaller one: వేలు, but
    వేల పది; ஐநூறு, but ஐநூற்று பதினேழு."""
    rows = [row for name in ("numbers", "scales") for row in facts.table(name) if row.number("value") >= 100]
    stems = {row["value"] for row in rows if row["role"] == _STEM}
    going_on = _folded(row["form"] for row in rows if row["role"])
    return _folded(row["form"] for row in rows if row["value"] in stems) - going_on


def _flags(facts: Language) -> dict[str, frozenset[str]]:
    """Written endings → what the `suffixes` table says of them: year, clock, to, score, classifier."""
    made: dict[str, set[str]] = {}
    for row in facts.table("suffixes"):
        made.setdefault(bare(row["written"]), set()).update(row["flag"].split())
    return {ending: frozenset(flags) for ending, flags in made.items()}


def _of_years(facts: Language) -> frozenset[str]:
    """Written endings that nothing but a year has: the nineteen hundreds, 1900s."""
    rows = [(bare(row["written"]), row["flag"]) for row in facts.table("suffixes")]
    return frozenset(ending for ending, _ in rows) - {ending for ending, flag in rows if flag != "year"}
