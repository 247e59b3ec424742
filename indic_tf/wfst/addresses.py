"""Electronic addresses in running text: any word can stand in one, so they are found by their dots and domains.

Payment addresses (rahul@okaxis) have no dot: they are found by the provider behind the "at". Providers that are also
known as firms (Paytm) need a word such as "UPI" before them, a number, or an "at the rate", since people work at firms.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from itertools import islice

from ..document import Range, Span
from ..scripts import fold
from .phrases import Phrases
from .pipeline import Grammar
from .wire import SEPARATORS

ROLES = ("", "handle", "firm")
"""What a row of `domains` is: a part of a host, a provider of payment addresses, one that is also known as a firm."""

_TELEPHONE = 10  # digits
_IP_PARTS, _IP_NUMBERS = 4, 256
_HOST_REACH = 8  # words from an "at" to the first dot behind it: "i r c t c dot"
_PAYMENT_REACH = 8  # words between "UPI" and the address: "my UPI ID for the shop is"


class Addresses:
    """Finds e-mail addresses and hosts in one language."""

    def __init__(self, grammar: Grammar) -> None:
        facts = grammar.language
        self._grammar = grammar
        roles = [(row.choice("role", ROLES), row["form"]) for row in facts.table("domains")]
        self._domains, self._handles, self._firms = (Phrases(f for r, f in roles if r == role) for role in ROLES)
        self._payment = Phrases(facts.forms("words", name="payment"))
        self._web = Phrases(facts.forms("domains", written="www"))
        self._signs = {name: Phrases(facts.forms("words", name=name)) for name in SEPARATORS}
        self._dots = frozenset(fold(form.split(" ")[0]) for form in facts.forms("words", name="dot"))
        repeats = [*facts.forms("words", name="double"), *facts.forms("words", name="triple")]
        letters = [*facts.forms("letters"), *facts.forms("english", value="0"), *string.ascii_lowercase, *repeats]
        self._characters = frozenset(map(fold, letters))
        taken = {
            fold(word) for name in SEPARATORS for form in facts.forms("words", name=name) for word in form.split(" ")
        }
        self._sign_words = frozenset(taken)

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every address in ``words``, left to right."""
        has_dots = any(fold(word) in self._dots for word in words)
        dotted = [*self._networks(words), *self._ranges(words)] if has_dots else []
        found: list[Span] = []
        for start, end in sorted({*dotted, *self._payments(words)}):
            token = self._grammar.address(words[start:end])
            if token and (not found or found[-1].words[1] <= start):
                found.append(Span((start, end), token))
        return found

    def _ranges(self, words: Sequence[str]) -> Iterator[Range]:
        """A dot and a known domain, and what belongs to them on both sides."""
        position = 1
        while position < len(words):
            dot = self._signs["dot"].at(words, position)
            domain = self._domains.at(words, dot)
            if words[position - 1] and position < dot < domain:
                start, position = position, self._end(words, domain)
                if not self._is_before_host(words, position):
                    yield self._start(words, start), position
            else:
                position += 1

    def _networks(self, words: Sequence[str]) -> Iterator[Range]:
        """Four numbers below 256 with dots between: an IP address."""
        numerals = [self._is_numeral(word) for word in words]
        for start in (i for i, numeral in enumerate(numerals) if numeral and not (i and numerals[i - 1])):
            place = start
            for _ in range(_IP_PARTS - 1):
                place = self._signs["dot"].at(words, self._digits_end(words, place))
            ends = range(self._digits_end(words, place), place, -1)
            yield from islice(((start, end) for end in ends if self._is_network(words[start:end])), 1)

    def _digits_end(self, words: Sequence[str], start: int) -> int:
        """Where the number words that begin at ``start`` end."""
        return next((i for i in range(start, len(words)) if not self._is_numeral(words[i])), len(words))

    def _is_numeral(self, word: str) -> bool:
        return bool(word) and fold(word) not in self._sign_words and self._grammar.is_number(word)

    def _is_network(self, words: Sequence[str]) -> bool:
        token = self._grammar.address(words)
        parts = token.fields["address"].split(".") if token else []
        return len(parts) == _IP_PARTS and all(part.isdecimal() and int(part) < _IP_NUMBERS for part in parts)

    def _is_before_host(self, words: Sequence[str], end: int) -> bool:
        """True for the name before an "at": a host stands behind that, and no "noon"."""
        end = self._digits_end(words, end)  # "dot help twenty four at"
        at = self._signs["at"].at(words, end)
        near = range(at + 1, min(at + _HOST_REACH, len(words)))
        return at > end and any(self._signs["dot"].at(words, place) > place for place in near)

    def _payments(self, words: Sequence[str]) -> Iterator[Range]:
        """A name or number, an "at", and who pays."""
        for position in sorted({start for start, _ in self._signs["at"].ranges(words)} - {0}):
            at = self._signs["at"].at(words, position)
            handle, firm = self._handles.at(words, at), self._firms.at(words, at)
            if words[position - 1] and at < max(handle, firm):
                start = self._payee(words, position)
                if handle > at or at > position + 1 or self._is_paid(words, start, position):
                    yield start, max(handle, firm)

    def _payee(self, words: Sequence[str], at: int) -> int:
        """Where a name or number before an "at" begins; a whole telephone number has no name before it."""
        start = self._local_part(words, at)
        if at - start > _TELEPHONE and self._are_numbers(words[start + 1 : at]):
            return at - _TELEPHONE
        first = at - _TELEPHONE
        return first if 0 <= first < start and self._are_numbers(words[first:at]) else start

    def _is_paid(self, words: Sequence[str], start: int, at: int) -> bool:
        """True if a firm behind the "at" is one that pays: "UPI" is said before, or what pays is a number."""
        near = words[max(0, start - _PAYMENT_REACH) : start]
        return bool(self._payment.ranges(near)) or self._are_numbers(words[start:at])

    def _are_numbers(self, words: Sequence[str]) -> bool:
        return all(word and self._grammar.is_number(word) for word in words)

    def _end(self, words: Sequence[str], end: int) -> int:
        """Further parts of the host, then a path."""
        for names in (("dot",), ("slash", "dot", "underscore", "dash")):
            while (after := self._after_sign(words, end, names)) > end and after < len(words) and words[after]:
                end = max(self._domains.at(words, after), after + 1)
        return end

    def _after_sign(self, words: Sequence[str], position: int, names: Sequence[str]) -> int:
        return max(self._signs[name].at(words, position) for name in names)

    def _start(self, words: Sequence[str], dot: int) -> int:
        """Back over the host, and over the name before an "at"."""
        start = self._dotted(words, self._spelled(words, self._unit(words, dot)), ("dot", "dash"))
        at = self._signs["at"].before(words, start)
        if at == start or at == 0 or not words[at - 1] or self._web.at(words, start) > start:
            return start
        return self._local_part(words, at)

    def _local_part(self, words: Sequence[str], at: int) -> int:
        """Back over the name before an "at"."""
        return self._dotted(words, self._spelled(words, self._unit(words, at)), ("dot", "dash", "underscore"))

    def _dotted(self, words: Sequence[str], start: int, signs: Sequence[str]) -> int:
        """Back over signs and what stands before them."""
        while start > 1:
            sign = min(self._signs[name].before(words, start) for name in signs)
            if sign == start or sign == 0 or not words[sign - 1]:
                break
            start = self._spelled(words, self._unit(words, sign))
        return start

    def _spelled(self, words: Sequence[str], start: int) -> int:
        """Back over letters and digits that stand one by one: "r k one two", "rahul one two three"."""
        first = start
        while start > 0 and self._is_character(words[start]) and (before := self._character_before(words, start)):
            start -= before
        behind_word = start > 0 and words[start - 1] and fold(words[start - 1]) not in self._sign_words
        return start - 1 if behind_word and self._is_digit(words[start]) and first > 0 else start

    def _unit(self, words: Sequence[str], end: int) -> int:
        """Where the word or known domain that ends at ``end`` begins."""
        return min(self._domains.before(words, end), end - 1)

    def _character_before(self, words: Sequence[str], start: int) -> int:
        """How far before ``start`` the next character stands; 0 if none does. एट between digits is no "at"."""
        before = start - 1
        while before > 0 and self._is_digit(words[start]) and self._is_eight(words[before]):
            before -= 1
        between_digits = before == start - 1 or self._is_digit(words[before])
        return start - before if between_digits and self._is_character(words[before]) else 0

    def _is_eight(self, word: str) -> bool:
        """True for एट: a number that may be an "at"."""
        return fold(word) in self._sign_words and self._grammar.is_number(word)

    def _is_character(self, word: str) -> bool:
        return fold(word) in self._characters or self._is_digit(word)

    def _is_digit(self, word: str) -> bool:
        return self._is_numeral(word) and fold(word) not in self._characters
