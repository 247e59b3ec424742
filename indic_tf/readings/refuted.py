"""Readings that facts refute: a list that climbs is no telephone number, and a plate has no number word among its
letters.

Each fact is a function of a candidate and its lattice, true for what it refutes. None of them is a matter of weights.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import gcd

import regex

from ..wfst.wire import YEARS
from .lattice import GRAMMAR, Candidate, Lattice
from .listed import climbs, is_cued, is_member
from .paths import OTHER

_CODES = ("serial", "telephone")
_PARTED = (*_CODES, "address", "fraction", "plate", "range", "score")
_PAIRS, _JOINED = ("date", "score", "time"), ("hundreds-pair", "code-pair")
_TEN, _CLOCK, _HUNDRED, _LAKH, _MILLION = 10, 12, 100, 10**5, 10**6
_SHORT = 5  # words of digits
_OF_SLASH = ("fraction", "math")
_QUARTERS = ("25", "75")
_LETTERS_LAST = regex.compile(r"\d+[A-Z]+")


def refuted(one: Candidate, lattice: Lattice) -> bool:
    """True for a candidate that some fact refutes."""
    return any(fact(one, lattice) for fact in _facts_of(one.span.kind))


def _is_sum(one: Candidate, lattice: Lattice) -> bool:
    """Five and five | ten: the second of two numbers is what those before it make together."""
    start, end = one.words
    if start < 2 or end - start != 2 or lattice.folded[start - 1] not in lattice.facts.and_:
        return False
    first, second, third = (lattice.facts.small.get(lattice.folded[i], -1) for i in (start - 2, start, start + 1))
    return min(first, second) > 0 and first + second == third


def _takes_letter(one: Candidate, lattice: Lattice) -> bool:
    """House 204 | B block, 47 | G S Road: letters behind the digits that belong to the next word."""
    if not _LETTERS_LAST.fullmatch(one.token.fields.get("code", "")):
        return False
    end = one.words[1]
    while end < len(lattice) and lattice.folded[end] in lattice.facts.letters:
        end += 1
    return end in lattice.cue_edges.get(("after", "named"), ())


def _ends_in_a_word(one: Candidate, lattice: Lattice) -> bool:
    """2005 | আর এবার, "and this time", no 2005RA: a letter whose name is a word, with an ending, is another word."""
    fields, last = one.token.fields, lattice.folded[one.words[1] - 1]
    if "suffix" not in fields or not fields.get("code", "")[-1:].isalpha() or last in lattice.facts.letters:
        return False
    return any(last.startswith(name) for name in lattice.facts.weak)


def _is_at(one: Candidate, lattice: Lattice) -> bool:
    """Ram at | one two three: the English "at" is written like eight in some scripts. Long numbers have an eight."""
    start, folded, facts = one.words[0], lattice.folded, lattice.facts
    if not start or folded[start] not in facts.at or one.words[1] - start > _SHORT:
        return False
    while start and folded[start - 1] in facts.said_links:
        start -= 1
    return facts.state["".join(lattice.words[start - 1 : start])] == OTHER and not is_cued(lattice, start, reach=0)


def _leaves_digits(one: Candidate, lattice: Lattice) -> bool:
    """OTP ten ten | twenty-five: a part of the numbers behind a word that says they are digits."""
    small, start = lattice.facts.small, one.words[0]
    if one.plain() is None or not start or lattice.folded[start - 1] not in small or is_member(lattice, start):
        return False
    return lattice.first_small[start] in lattice.cue_edges.get(("before", "digits"), ())


def _is_shared_out(one: Candidate, lattice: Lattice) -> bool:
    """In twenty five, "five of twenty", where nothing else says it is a fraction: nobody means 5/20."""
    (start, end), fields = one.words, one.token.fields
    if one.rule != GRAMMAR or end - start != 2 or "denominator" not in fields:
        return False
    is_inflected = lattice.folded[start] not in lattice.facts.small
    return is_inflected and gcd(int(fields["numerator"]), int(fields["denominator"])) > 1


def _cuts_letters(one: Candidate, lattice: Lattice) -> bool:
    """R | S S 4: a code without the letters that it begins with, where the grammar has no harder time with all."""
    code, (start, end) = one.token.fields.get("code", ""), one.words
    if not code[:1].isalpha() or not start or not _is_letter(lattice, start - 1):
        return False
    return any(
        other.words[0] < start and other.token.fields.get("code", "").endswith(code) and other.cost <= one.cost
        for other in lattice.serials.get(end, ())
    )


def _leaves_letter(one: Candidate, lattice: Lattice) -> bool:
    """Section 80 | C: the number of a code without its letter; not where the letter is a word of the sentence too."""
    start, end = one.words
    if one.plain() is None or not is_cued(lattice, start, reach=0) or not _is_letter(lattice, end):
        return False
    if lattice.folded[end] in lattice.facts.weak:
        return False
    codes = (other for other in lattice.serials.get(end + 1, ()) if other.words[0] == start)
    return any(_LETTERS_LAST.fullmatch(c.token.fields.get("code", "")) and not _takes_letter(c, lattice) for c in codes)


def _is_letter(lattice: Lattice, place: int) -> bool:
    return place < len(lattice) and lattice.folded[place] in lattice.facts.letters


def _ends_in_year(one: Candidate, lattice: Lattice) -> bool:
    """Four million | nineteen ninety, with the ending of a year."""
    fields, facts = one.token.fields, lattice.facts
    whole, scales = fields.get("integer", ""), [facts.scales.get(word) for word in lattice.folded[slice(*one.words)]]
    if not whole.isdecimal() or int(whole) % _MILLION not in YEARS or _MILLION not in scales:
        return False
    return int(whole) % 100 > 0 and "year" in facts.flags.get(fields.get("suffix", ""), ())


def _is_hour(one: Candidate, lattice: Lattice) -> bool:
    """A quarter to twelve, in a text of hours, is not 11.75."""
    fields = one.token.fields
    if fields.get("fraction") not in _QUARTERS or int(fields["integer"]) > _CLOCK:
        return False
    if lattice.folded[one.words[0]] not in lattice.facts.parts:
        return False
    return any(other.span.kind == "time" and other.rule == GRAMMAR for other in lattice)


def _cuts_number(one: Candidate, lattice: Lattice) -> bool:
    """House six hundred | six, 600/6: parts of one number on both sides of a sign, or far from each other."""
    fields = one.token.fields
    if "scale" in fields or "fraction" in fields:
        return False
    start, end = one.words
    parts = filter(None, map(lattice.inside_numbers.get, range(start + 1, end)))
    whole = (regex.compile(rf"\d(?:{'|'.join(digits)})") for digits in parts)
    return any(not any(map(number.search, fields.values())) for number in whole)


def _cuts_tens(one: Candidate, lattice: Lattice) -> bool:
    """7,2|68 August: a day that is cut out of the tens of a number is none."""
    (start, end), fields = one.words, one.token.fields
    if not {"day", "month"} <= fields.keys():
        return False
    numbers = (number for last in range(start + 1, end) for number in lattice.plain_numbers.get(last, ()))
    return any(first < start and value % 100 != int(fields["day"]) for first, value in numbers)


def _begins_with_a_word(one: Candidate, lattice: Lattice) -> bool:
    """Nepali "is | thirty" as 6:30: of two numbers the first is another word, and nothing says what they are."""
    start, end = one.words
    paired = one.span.kind in _PAIRS or (end - start == 2 and one.rule in _JOINED)
    if end - start < 2 or not paired or lattice.folded[start] not in lattice.facts.homographs:
        return False
    if lattice.folded[start + 1] not in lattice.facts.small:
        return False
    cued = any(start in edges for (side, _), edges in lattice.cue_edges.items() if side == "before")
    return not cued and lattice.facts.part_of_day.before(lattice.words, start) == start


def _is_no_range(one: Candidate, lattice: Lattice) -> bool:
    """From 5,000 to 5,000 | one; 0-5 of digits said one by one; double three | double seven: no lower and upper end."""
    fields = one.token.fields
    if not {"integer", "high"} <= fields.keys():
        return False
    ends = fields["integer"], fields["high"]
    wrong = ends[0] == ends[1] if "to" in fields else "0" in ends
    return wrong or not lattice.facts.repeats.keys().isdisjoint(lattice.folded[slice(*one.words)])


def _is_no_percentage(one: Candidate, lattice: Lattice) -> bool:
    """73 million | nine per cent of the people, no 7,30,00,009%, if there is a reading of nine per cent."""
    fields, end = one.token.fields, one.words[1]
    whole = int(fields.get("integer", "0"))
    counts = one.span.kind == "percent" or end in lattice.percents
    if not counts or "fraction" in fields or whole <= _LAKH or not 0 < whole % _LAKH < _HUNDRED:
        return False
    ends, part = (end, end + 1), str(whole % _LAKH)
    return any(
        other.span.kind == "percent" and other.words[1] in ends and other.token.fields.get("integer") == part
        for other in lattice
    )


def _cuts_month(one: Candidate, lattice: Lattice) -> bool:
    """53 | Safar al-Muzaffar, no 53/0: a month of several words, the first of which is a number, too."""
    end = one.words[1]
    if end == len(lattice) or lattice.folded[end - 1] not in lattice.facts.small:
        return False
    return " ".join(lattice.folded[end - 1 : end + 1]) in lattice.facts.months


def _cuts_upper_end(one: Candidate, lattice: Lattice) -> bool:
    """601 to 700 | one: both ends of a range end alike, for all that the last word is an article elsewhere."""
    (start, end), folded = one.words, lattice.folded
    if end == len(lattice) or folded[end] not in lattice.facts.small:
        return False
    to = next((i for i in range(start + 1, end) if folded[i] in lattice.facts.to), 0)
    return to > start + 1 and folded[to - 1] == folded[end]


def _has_link(one: Candidate, lattice: Lattice) -> bool:
    """Odia "5 and 12" as 5O12: an "and" is no letter of a code, if a number beside it is more than a digit."""
    (start, end), small = one.words, lattice.facts.small
    ands = (i for i in range(start + 1, end) if lattice.folded[i] in lattice.facts.and_ & lattice.facts.letters)
    sides = (tuple(small.get(word, -1) for word in lattice.folded[i - 1 : i + 2 : 2]) for i in ands)
    return any(len(both) == 2 and min(both) >= 0 and max(both) >= _TEN for both in sides)


def _is_number_at(lattice: Lattice, place: int) -> bool:
    return place < len(lattice) and lattice.facts.grammar.is_number(lattice.words[place])


def _cuts_slashes(one: Candidate, lattice: Lattice) -> bool:
    """3 / | 7/2026: one of three numbers with two signs between them is left out."""
    (start, end), slash = one.words, lattice.facts.slashes
    if slash.isdisjoint(lattice.folded[start:end]):
        return False
    if start > 1 and lattice.folded[start - 1] in slash and _is_number_at(lattice, start - 2):
        return True
    return end < len(lattice) and lattice.folded[end] in slash and _is_number_at(lattice, end + 1)


def _leaves_pair(one: Candidate, lattice: Lattice) -> bool:
    """Section four | sixty eight: the first digit of a code that is said as two numbers, behind a word for one."""
    start, end = one.words
    value = one.plain()
    if value is None or not 0 < value < _TEN or end - start != 1 or not is_cued(lattice, start, reach=0):
        return False
    tens = [atom for atom in lattice.atoms.get(end, ()) if len(atom.digits) == 2 and atom.digits[1] != "0"]
    last = max((atom.end for atom in tens), default=0)
    return last > end + 1 and not _is_number_at(lattice, last)


def _is_payee(one: Candidate, lattice: Lattice) -> bool:
    """9845012236@ybl: the number before the "at" of who pays is no telephone number by itself."""
    start, end = one.words
    return any(first <= start and end <= last and (first, last) != one.words for first, last in lattice.payments)


_Fact = Callable[[Candidate, Lattice], bool]
_ANY: tuple[str, ...] = ()  # kind

_FACTS: tuple[tuple[_Fact, tuple[str, ...]], ...] = (
    (climbs, _ANY),
    (_is_sum, _ANY),
    (_takes_letter, ("serial",)),
    (_ends_in_a_word, _ANY),
    (_cuts_letters, ("serial",)),
    (_leaves_letter, ("cardinal",)),
    (_is_shared_out, ("fraction",)),
    (_ends_in_year, _ANY),
    (_is_hour, ("decimal",)),
    (_is_at, _CODES),
    (_leaves_digits, ("cardinal",)),
    (_cuts_number, _PARTED),
    (_cuts_tens, _ANY),
    (_begins_with_a_word, _ANY),
    (_is_no_range, ("range",)),
    (_is_no_percentage, _ANY),
    (_cuts_month, _ANY),
    (_has_link, ("serial",)),
    (_cuts_slashes, _OF_SLASH),
    (_leaves_pair, ("cardinal",)),
    (_cuts_upper_end, ("range",)),
    (_is_payee, _ANY),
)


@cache
def _facts_of(kind: str) -> tuple[_Fact, ...]:
    """The facts that may refute a reading of this kind."""
    return tuple(fact for fact, kinds in _FACTS if not kinds or kind in kinds)
