"""Candidates that go on beyond their words: half of "84 लाख", of "कई लाख", of "एक लाख pachhas" would be another value.

These are facts and no matter of weights: a candidate that leaves a part of its number outside is never taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile

import regex

from ..scripts import fold
from ..wfst.phrases import key
from ..wfst.roman_text import Romans, RomanText
from ..wfst.years import as_year
from .facts import Facts
from .lattice import UPPER_END, Candidate, Lattice
from .refuted import refuted
from .spelled import has_part, is_backward

_LATIN = regex.compile("[A-Za-z]")
_AMOUNTS = ("cardinal", "money", "percent", "measure", "decimal", "range", "date", "time")
_OPEN = ("cardinal", "money", "range")
_COUNTS = ("cardinal", "money")
_NUMBERS = (*_COUNTS, "serial")
_DIGIT = 10
_FEWEST_DIGITS = 3  # of which one stands before; two are perhaps a guess
_SHARED = (100, 1000, 10**5, 10**7)
_SPELLED = ("address", "electronic", "plate", "telephone", "whitelist")
_ELSEWHERE = ("electronic", "time", "whitelist")  # two hundred | five o'clock
_CLOSED = ("address", "plate", "serial", "telephone")


class Whole:
    """Tells amounts that are whole from those that are not, in one language."""

    def __init__(self, facts: Facts, romans: Romans) -> None:
        self._facts, self._romans, self._grammar = facts, romans, facts.grammar
        table = facts.language
        before = (row for row in table.table("fractions") if not (row["role"] or row["value"].startswith("0")))
        self._fractions = frozenset(fold(row["form"].split(" ")[-1]) for row in before)
        self._some, self._more = (frozenset(map(fold, table.forms("words", name=name))) for name in ("some", "more"))

    def is_whole(self, one: Candidate, lattice: Lattice, text: RomanText) -> bool:
        """True if no word beside ``one`` is a part of its number."""
        start, end = one.words
        before, behind = start > 0 and lattice.words[start - 1], lattice.words[end : end + 1]
        if self._is_none(one, lattice) or self._ends_inside(one, lattice):
            return False
        if "".join(behind) and (self._goes_on(one, lattice.words) or self._goes_on_in_latin(one, lattice.words, text)):
            return False
        return not (before and self._began_before(one, lattice, text))

    def _is_none(self, one: Candidate, lattice: Lattice) -> bool:
        """True for what is no number of its kind, whatever stands around it."""
        folded, fields = lattice.folded[slice(*one.words)], one.token.fields
        if fields.get("when") == "name" and not "".join(lattice.words[one.words[1] : one.words[1] + 1]):
            return True  # a title has its name behind it
        if one.span.kind in _NUMBERS and self._facts.are_two(folded):
            return True
        if fields.get("suffix", "") in self._facts.of_years and one.span.kind == "cardinal":
            alone = len(folded) == 1 and int(fields["integer"]) in self._facts.scales.values()
            return alone or as_year(one.token) is not None  # "hundreds" are many; the nineteen hundreds are years
        if "suffix" in fields and one.span.kind != "ordinal" and folded[-1] in self._facts.small:
            return True  # Bengali দুই is two, no "2" with an ending
        if one.span.kind not in _SPELLED and self._has_other_word(folded):
            return True  # Tamil நாட் is naught, நாட்களில் is "in the days"
        if "O" in fields.get("code", "") and self._has_zero_letter(one, lattice):
            return True
        return is_backward(one) or refuted(one, lattice) or (one.span.kind == "range" and _leaves_its_scale(fields))

    def _has_other_word(self, folded: Sequence[str]) -> bool:
        """True for a word that only looks like a number with an ending; behind a scale word it is one: 17,117 मा."""
        rest = {word for before, word in pairwise(["", *folded]) if before not in self._facts.scales}
        return not self._facts.never_inflected.isdisjoint(rest)

    def _has_zero_letter(self, one: Candidate, lattice: Lattice) -> bool:
        """True if a letter O stands between two digits of ``one``: two o five is no 2O5."""
        return any(self._facts.is_zero_letter(lattice.folded, i) for i in range(one.words[0] + 1, one.words[1] - 1))

    def _ends_inside(self, one: Candidate, lattice: Lattice) -> bool:
        """True if an end of ``one`` lies within what is said in one breath."""
        start, end = one.words
        if one.span.kind == "time" and start > lattice.day_parted.get(end, start):
            return True  # 6:40 in the evening is another time
        if one.span.kind == "fraction" and start > lattice.mixed_fractions.get(end, start):
            return True  # seventeen | three by four
        if one.span.kind in _COUNTS and end > lattice.upper_ends.get(start, end):
            return True
        if one.span.kind not in _SPELLED and not lattice.compounds.isdisjoint((start - 1, end - 1)):
            return True  # thirty | three
        if self._ends_among_digits(one, lattice) or self._shares_its_scale(one, lattice):
            return True
        if has_part(one, lattice) and self._is_behind_larger(one, lattice):
            return True
        if one.span.kind not in _ELSEWHERE and not lattice.inside_numbers.keys().isdisjoint((start, end)):
            return True  # three hundred | three crore; two thousand | ten November
        tailed = any(phrases.at(lattice.words, end) > end for phrases in self._facts.tails.values())
        return tailed and self._is_number(lattice.words[end - 1])

    def _goes_on(self, one: Candidate, words: Sequence[str]) -> bool:
        """True if the amount does not end with the candidate: "… लाख", "… पैसे", "दो लाख 50 हज़ार"."""
        following, fields = words[one.words[1]], one.token.fields
        if self._is_doubled(following):
            return True
        word, kind = fold(following), one.span.kind
        after = words[one.words[1] + 1 : one.words[1] + 2]
        if kind == "decimal" and word in self._facts.small and self._facts.small[word] < _DIGIT:
            return not after or fold(after[0]) not in self._facts.points  # "1.0 | two thousand" is more of the fraction
        ends = not (after and self._is_number(after[0]))  # not for 1,536 × 2 | thousand one hundred
        apart = kind == "range" and "scale" not in fields and ends  # its scale word stays, and stands behind it
        if "suffix" in fields or apart:
            return False
        if word in self._facts.scales:  # not behind a unit: "five kilos hundred rupees"
            return self._grammar.is_number(words[one.words[1] - 1]) and one.rule != UPPER_END
        if kind not in _AMOUNTS:
            return False
        if word in self._more or (word in self._facts.coins and kind == "money"):
            return True
        return kind == "cardinal" and any(map(str.isdigit, following))

    def _goes_on_in_latin(self, one: Candidate, words: Sequence[str], text: RomanText) -> bool:
        """True if a word in Latin letters stands behind it that may be the rest, or the beginning of the rest:
        "एक लाख pachhas | hazaar"."""
        end = one.words[1]
        if "suffix" in one.token.fields or one.span.kind not in _OPEN or not _LATIN.match(words[end]):
            return False
        if self._is_multiplied_in_latin(end, words, text) or self._romans.is_open_scale(end, text):
            return True
        return fold(words[end - 1]) in self._facts.scales and self._romans.follows(end, text)

    def _is_multiplied_in_latin(self, position: int, words: Sequence[str], text: RomanText) -> bool:
        scale = self._facts.scales.get(fold(words[position + 1])) if position + 1 < len(words) else None
        return scale is not None and bool(words[position]) and self._romans.multiplies(position, text, scale)

    def _began_before(self, one: Candidate, lattice: Lattice, text: RomanText) -> bool:
        start, words = one.words[0], lattice.words
        if lattice.folded[start] in self._facts.points and any(map(str.isdigit, words[start - 1])):
            return True
        if self._is_scale_of_figures(one, words) or self._is_repeated(start, lattice):
            return True
        if self._cuts_digits(one, lattice):
            return True
        if one.span.kind in ("date", *_CLOSED):
            if lattice.folded[start] not in self._facts.scales:
                return False
            if lattice.folded[start - 1] in self._facts.own_digits:
                return True  # nine | thousand nine hundred and sixty-six October
        if self._is_doubled(words[start - 1]) or self._is_multiplied_in_latin(start - 1, words, text):
            return True
        return self._is_cut_off(start, lattice) and start not in lattice.closed

    def _is_scale_of_figures(self, one: Candidate, words: Sequence[str]) -> bool:
        """True for what begins with the scale word of the figures before it, which may have an ending: 115.79 কোটিতকৈও,
        "1.02 हज़ार चार"."""
        start, end = one.words
        if not any(map(str.isdigit, words[start - 1])):
            return False
        inflected = end - start == 1 and "suffix" in one.token.fields
        scale = inflected and int(one.token.fields.get("integer", 0)) in self._facts.scales.values()
        return scale or fold(words[start]) in self._facts.scales

    def _is_repeated(self, start: int, lattice: Lattice) -> bool:
        """True for what begins with the digit that the word before it says more than once: double | zero rupees."""
        said = lattice.folded[start - 1] in self._facts.repeats
        return said and self._facts.small.get(lattice.folded[start], _DIGIT) < _DIGIT

    def _cuts_digits(self, one: Candidate, lattice: Lattice) -> bool:
        """True for digits said one by one behind another of them (one | five double zero), and for an amount that
        begins with the last of them: zero four | eight rupees."""
        start, end = one.words
        if self._is_digit_before_point(one, lattice):
            return True
        before, first = lattice.folded[start - 1], lattice.folded[start]
        if self._is_digit(first) and self._facts.small.get(before) == 0:
            return True  # zero | four six
        number = [*takewhile(self._grammar.is_number, lattice.words[start:end])]
        if one.span.kind in _AMOUNTS and all(self._is_digit(fold(word)) for word in number):
            if len(number) >= _FEWEST_DIGITS:
                return self._is_digit(before)  # one | four zero five rupees
            if start >= _FEWEST_DIGITS - 1:
                return all(self._is_digit(word) for word in lattice.folded[start - _FEWEST_DIGITS + 1 : start + 1])
        digits = [self._is_digit(lattice.folded[i]) for i in range(start - 1, end)]
        return len(digits) > _FEWEST_DIGITS and all(digits) and lattice.folded[start - 1] not in self._facts.repeats

    def _is_digit_before_point(self, one: Candidate, lattice: Lattice) -> bool:
        """True for a digit with a point behind it that another digit stands before: nine | eight point three."""
        start, end = one.words
        before, second = lattice.folded[start - 1], lattice.folded[start + 1 : end][:1]
        pointed = "fraction" in one.token.fields and not self._facts.points.isdisjoint(second)
        article = (before,) in self._facts.alone and self._facts.small.get(before) == 1
        return pointed and self._is_digit(before) and not article

    def _ends_among_digits(self, one: Candidate, lattice: Lattice) -> bool:
        """True for a number whose last digit is the first of several that are said one by one (2,00,005 | five five),
        and for all but the last digit of an amount: zero four | eight rupees."""
        start, end = one.words
        following = [self._is_digit(word) for word in lattice.folded[end : end + _FEWEST_DIGITS - 1]]
        if not self._is_digit(lattice.folded[end - 1]) or not any(following[:1]):
            return False
        several = len(following) == _FEWEST_DIGITS - 1 and all(following)
        if not all(map(self._is_digit, lattice.folded[start:end])):
            return several
        doubled = lattice.folded[end] in self._facts.repeats
        return doubled or (end - start >= _FEWEST_DIGITS and (several or end in lattice.of_one_digit))

    def _shares_its_scale(self, one: Candidate, lattice: Lattice) -> bool:
        """True for a number whose scale word stands behind the next one: five | and ten thousand."""
        end, said = one.words[1], one.token.fields.get("integer", "")
        if one.span.kind not in _COUNTS or not said or "suffix" in one.token.fields or end + 1 >= len(lattice):
            return False
        if lattice.folded[end] not in self._facts.and_ | self._facts.or_:
            return False
        seconds = lattice.atoms.get(end + 1, ())
        scaled = (
            s for s in seconds if lattice.folded[s.end : s.end + 1] and lattice.folded[s.end] in self._facts.scales
        )
        larger = [*map(int, (second.digits for second in scaled)), *_scaled(lattice.words[end + 1])]
        return any(int(said) < number < _SHARED[0] for number in larger)

    def _is_behind_larger(self, one: Candidate, lattice: Lattice) -> bool:
        """True for an amount with a half that goes on behind tens or a scale word: thirty | three and a half."""
        start, integer = one.words[0], int(one.token.fields["integer"])
        before = lattice.folded[start - 1] if start else ""
        tens = before in self._facts.tens and 0 < integer < _DIGIT
        return tens or self._facts.scales.get(before, 0) > integer

    def _is_digit(self, word: str) -> bool:
        return self._facts.is_digit(word)

    def _is_doubled(self, word: str) -> bool:
        """ "Twenty-twenty", "ten-fifteen": numbers that are no number together, and go with the one beside them."""
        numbers = "-" in word and not self._grammar.knows(word)
        return numbers and all(map(self._grammar.is_number, word.split("-")))

    def _is_cut_off(self, start: int, lattice: Lattice) -> bool:
        """True if the amount that begins at ``start`` really began before it."""
        words, scales = lattice.words, self._facts.scales
        previous, figure = lattice.folded[start - 1], start > 1 and any(map(str.isdigit, words[start - 2]))
        if previous in self._fractions or previous in self._facts.openers:
            return True
        if self._is_number(words[start]) and self._is_in_fraction(start, lattice):
            return True
        if previous in scales and figure:
            return True
        return self._is_scale(words[start]) and (
            previous in self._some
            or self._facts.misheard[words[start - 1]]
            or any(map(str.isdigit, words[start - 1]))
            or (
                self._grammar.is_in_number(last := words[start - 1].rpartition("-")[2])
                and key([last]) not in self._facts.alone
            )
        )

    def _is_in_fraction(self, start: int, lattice: Lattice) -> bool:
        """True behind a number and its point, or digits that follow them: four point three | one lakh."""
        first = max(lattice.first_digits[start], 1)
        if first < 2 or lattice.folded[first - 1] not in self._facts.points:
            return False
        whole = lattice.words[first - 2]
        return any(map(str.isdigit, whole)) or self._is_number(whole)

    def _is_scale(self, word: str) -> bool:
        """True for a scale word, with an ending perhaps: Odia ହଜାରରୁ, "from a thousand"."""
        folded, scales = fold(word), self._facts.scales
        if folded in scales:
            return True
        begun = {scales[folded[:length]] for length in range(2, len(folded)) if folded[:length] in scales}
        fields = [span.token.fields for span in self._grammar.spans([word])] if begun else ()
        return any("suffix" in field and int(field.get("integer", 0)) in begun for field in fields)

    def _is_number(self, word: str) -> bool:
        return bool(word) and self._grammar.is_number(word)


def _scaled(figure: str) -> Iterator[int]:
    """How many thousands, lakhs … a figure is that may have been said so: 30 of 30,000."""
    digits = "".join(filter(str.isdigit, figure))
    for scale in _SHARED if digits else ():
        if int(digits) % scale == 0:
            yield int(digits) // scale


def _leaves_its_scale(fields: Mapping[str, str]) -> bool:
    """True for 5 to 10,000, which says 5,000 to 10,000 (पाँच से दस हज़ार), or nobody knows what."""
    low, high = fields.get("integer", ""), fields["high"]
    if "scale" in fields or not (low.isdecimal() and high.isdecimal()) or int(low) <= 1:
        return False
    return any(int(high) % scale == 0 and int(high) // scale > int(low) for scale in _SHARED)
