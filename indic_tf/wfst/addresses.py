"""Electronic addresses in running text: any word can stand in one, so they are found by their dots and domains.

Payment addresses (rahul@okaxis) have no dot: they are found by the provider behind the "at". Providers that are also
known as firms (Paytm) need a word such as "UPI" before them, a number, or an "at the rate", since people work at firms.
"""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from ..document import Range, Span, Token
from ..scripts import fold
from .address_parts import Said, endings, is_partly
from .address_words import AddressWords
from .phrases import Phrases
from .pipeline import Grammar
from .wire import SEPARATORS

ROLES = ("", "handle", "firm")
"""What a row of `domains` is: a part of a host, a provider of payment addresses, one that is also known as a firm."""

_TELEPHONE = 10  # digits
_IP_PARTS, _IP_NUMBERS = 4, 256
_HOST_REACH = 8  # words from an "at" to the first dot behind it: "i r c t c dot"
_PAYMENT_REACH = 8  # words between "UPI" and the address: "my UPI ID for the shop is"
_HOST_WORDS = 3  # of a name without dots: "indian oil dot in"
_INITIALS = 3  # letters before a name: "s rao"
_LEAST_OF_NAME = 4  # letters
_NEVER_WORDS = "FHLMNRSX"  # letters whose names are hardly ever words: एस, एन; but जी, पी, आई are
_THINGS = {"CV", "TC", "ID", "PA"}  # initials of people, too, but mostly not


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
        self._written = {SEPARATORS[name]: facts.forms("words", name=name)[0] for name in ("at", "dot")}
        self._letters = {fold(row["form"]): row["letter"] for row in reversed(facts.table("letters"))}
        self._letters |= {letter: letter.upper() for letter in string.ascii_lowercase}
        strong = (row["form"] for row in facts.table("letters") if row["letter"] in _NEVER_WORDS and not row["flag"])
        self._initials = frozenset(map(fold, (*strong, *_NEVER_WORDS.lower())))
        alike = [name for name, other in (("B", "P"), ("D", "T")) if not facts.forms("letters", letter=other)]
        self._alike = frozenset(fold(form) for name in alike for form in facts.forms("letters", letter=name))
        self._names = frozenset(fold(form) for form in facts.forms("names"))
        phrases = (self._domains, self._handles, self._firms)
        self._words = AddressWords(grammar, phrases, self._sign_words, self._characters)
        self._endings = sorted(endings(facts), key=lambda ending: (-len(ending[0]), ending[0] != ending[2]))

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every address in ``words``, left to right; a part of one may be written already: "rahul@gmail dot com"."""
        if not any(map(is_partly, words)) or not any(fold(word) in self._sign_words for word in words):
            return self._spans(words)
        said = Said(words, self._written)
        return [
            span for span in said.written(self._spans(said.words)) if self._is_mail(words[slice(*span.words)], span)
        ]

    def _is_mail(self, words: Sequence[str], span: Span) -> bool:
        """False for an "at" before a written host that is rather a preposition: "he works at booking.com"."""
        name, at, _ = span.token.fields.get("address", "").partition("@")
        if not at or any("@" in word for word in words) or not is_partly(words[-1]):
            return True
        has_letters = any(map(str.isalpha, name))
        return (has_letters and not name.isalpha()) or any(fold(word) in self._names for word in words)

    def _spans(self, words: Sequence[str]) -> list[Span]:
        has_dots = any(fold(word) in self._dots for word in words)
        plain, endings = self._without_endings(words) if has_dots else (words, {})
        dotted = [*self._networks(plain), *self._ranges(plain)] if has_dots else []
        found: list[Span] = []
        ranges = {*dotted, *self._payments(plain), *self._names_alone(plain)}
        for start, end in sorted(ranges, key=lambda found: (found[0], -found[1])):
            token = self._address([*words[start : end - 1], plain[end - 1]])
            if token is None and words[start + 1].isdecimal():  # a name in letters that are not put into Latin ones
                start += 1
                token = self._address([*words[start : end - 1], plain[end - 1]])
            if token and (not found or found[-1].words[1] <= start):
                ending = {"suffix": endings[end - 1]} if end - 1 in endings else {}
                found.append(Span((start, end), Token(token.kind, {**token.fields, **ending})))
        return found

    def _address(self, words: Sequence[str]) -> Token | None:
        return self._grammar.address(self._words.latin(words)) or self._grammar.address(words)

    def _without_endings(self, words: Sequence[str]) -> tuple[Sequence[str], Mapping[int, str]]:
        """``words`` with domains bare that have a case ending behind a dot (टாட் காமுக்கு), and these endings."""
        plain, endings = list(words), {}
        for dot, place in self._signs["dot"].ranges(words):
            free = place < len(words) and self._domains.at(words, place) == place
            if free and self._has_host(words, dot) and not self._is_numeral(words[place]):  # or a decimal's point
                for stem, ending in self._stems(words[place]):
                    plain[place], endings[place] = stem, ending
        return plain, endings

    def _has_host(self, words: Sequence[str], dot: int) -> bool:
        """True for a dot behind a known name, or not far behind an "at": other dots are spots on paper (ডট কমে, "fewer
        dots")."""
        near = words[max(0, dot - _HOST_REACH) : dot]
        return self._domains.before(words, dot) < dot or bool(self._signs["at"].ranges(near))

    def _stems(self, word: str) -> Iterator[tuple[str, str]]:
        """The domain that ``word`` is with an ending, and that ending, if it is one."""
        folded = fold(word)
        stems = ((folded.removesuffix(add) + strip, end) for add, strip, end in self._endings if folded.endswith(add))
        yield from islice(((stem, end) for stem, end in stems if self._domains.at([stem], 0)), 1)

    def _ranges(self, words: Sequence[str]) -> Iterator[Range]:
        """A dot and a known domain, and what belongs to them on both sides."""
        position = 1
        while position < len(words):
            dot = self._signs["dot"].at(words, position)
            domain, signs = self._domains.at(words, dot), ("dot", "dash")
            if position < dot == domain and (end := self._words.end_of_file_name(words, dot)) > dot:
                domain, signs = end, ("dot", "dash", "underscore")
            if words[position - 1] and position < dot < domain:
                start, position = position, self._end(words, domain)
                if not self._is_before_host(words, position):
                    yield self._start(words, start, signs), position
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
        return bool(word) and fold(word) not in self._sign_words and (word.isdecimal() or self._grammar.is_number(word))

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

    def _names_alone(self, words: Sequence[str]) -> Iterator[Range]:
        """An "at the rate" and a name: a handle."""
        for at, start in self._signs["at"].ranges(words):
            end = self._words.end_of_handle(words, at, start)
            if end > start and not self._is_before_host(words, at):
                yield at, self._end_of_name(words, end)

    def _end_of_name(self, words: Sequence[str], end: int) -> int:
        while (after := self._after_sign(words, end, ("dot", "underscore", "dash"))) > end and after < len(words):
            if not words[after]:
                break
            end = after + 1
        return self._digits_end(words, end)

    def _start(self, words: Sequence[str], dot: int, signs: Sequence[str]) -> int:
        """Back over the host, and over the name before an "at"."""
        start = self._dotted(words, self._spelled(words, self._unit(words, dot)), signs)
        if self._web.at(words, start) > start:
            return start
        if (begin := self._behind_web(words, start)) < start:
            return begin
        start = self._words.start_of_host(words, start)
        for host in range(start, max(0, start - _HOST_WORDS), -1):
            at = self._signs["at"].before(words, host)
            if at and at < host and words[at - 1] and (host == start or self._is_sign(words, at, host, start)):
                return self._local_part(words, at)
            if not words[host - 1] or fold(words[host - 1]) in self._sign_words or self._is_numeral(words[host - 1]):
                break
        return start

    def _behind_web(self, words: Sequence[str], start: int) -> int:
        """Where "www dot" begins, if nothing but words stands between it and ``start``; ``start`` if something does."""
        for host in range(start, max(0, start - _HOST_WORDS), -1):
            dot = self._signs["dot"].before(words, host)
            web = self._web.before(words, dot)
            if web < dot < host:
                return web
            if dot < host or self._is_numeral(words[host - 1]):
                break
        return start

    def _is_sign(self, words: Sequence[str], at: int, host: int, last: int) -> bool:
        """True for an "at" before a host of several words: of several words itself, or no English preposition, no eight
        (रूम एट में अमेज़न डॉट इन) and one word before the last of the host."""
        box = self._words.is_box(words[at - 1])
        single = not words[at].isascii() and (box or not self._is_eight(words[at])) and last - host == 1
        single = single and not self._grammar.knows(words[host])  # o'clock
        return host - at > 1 or single

    def _local_part(self, words: Sequence[str], at: int) -> int:
        """Back over the name before an "at"."""
        start = self._spelled(words, self._unit(words, at))
        start = self._words.start_of_name(words, self._dotted(words, start, ("dot", "dash", "underscore")))
        return self._with_initials(words, start)

    def _with_initials(self, words: Sequence[str], start: int) -> int:
        """Back over letters before a name: "r k sharma", "s rao"; not over जी alone, nor over "c e o"."""
        if self._is_character(words[start]):
            return start
        first = start
        while first > max(0, start - _INITIALS) and fold(words[first - 1]) in self._letters:
            first -= 1
        letters = [fold(word) for word in words[first:start]]
        told = len(letters) > 1 or (letters and letters[0] in self._initials)
        if not told or fold(words[start]) not in self._names or not self._alike.isdisjoint(letters):  # பி is b and p
            return start
        return start if self._is_acronym(letters) else first

    def _is_acronym(self, letters: Sequence[str]) -> bool:
        """True for what is written short by itself, and for what is rather a thing than a person."""
        whole = self._grammar.whole(letters)
        return (whole is not None and whole.kind == "whitelist") or "".join(
            self._letters[letter] for letter in letters
        ) in _THINGS

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
        while start > 0 and self._is_in_name(words[start]) and (before := self._character_before(words, start)):
            start -= before
        behind_word = start > 0 and words[start - 1] and fold(words[start - 1]) not in self._sign_words
        if words[start].isdecimal() and behind_word and first > 0:  # "99 at gmail" behind "to" is no name
            return start - self._is_named(words[start - 1], words[start : first + 1])
        digits = self._is_in_name(words[start]) and fold(words[start]) not in self._characters
        if behind_word and not digits and first > 0 and self._are_numbers(words[start : first + 1]):
            digits = self._words.is_name(words[start - 1])  # zero nine
        return start - 1 if behind_word and digits and first > 0 else start

    def _is_named(self, word: str, figures: Sequence[str]) -> bool:
        """True for a name, or a longer word that may be one before several figures."""
        return fold(word) in self._names or (len(word) >= _LEAST_OF_NAME and len("".join(figures)) > 1)

    def _unit(self, words: Sequence[str], end: int) -> int:
        """Where the word or known domain that ends at ``end`` begins."""
        return min(self._domains.before(words, end), end - 1)

    def _character_before(self, words: Sequence[str], start: int) -> int:
        """How far before ``start`` the next character stands; 0 if none does. एट before a digit is no "at"."""
        before = start - 1
        while before > 0 and self._is_digit(words[start]) and self._is_eight(words[before]):
            before -= 1
        if before == start - 1 or self._is_digit(words[before]):
            return start - before if self._is_character(words[before]) else 0
        return start - before - 1  # "khan eight five at gmail": one "at" is enough

    def _is_eight(self, word: str) -> bool:
        """True for एट: a number that may be an "at"."""
        return fold(word) in self._sign_words and self._grammar.is_number(word)

    def _is_in_name(self, word: str) -> bool:
        return self._is_character(word) or self._is_eight(word)

    def _is_character(self, word: str) -> bool:
        return fold(word) in self._characters or self._is_digit(word)

    def _is_digit(self, word: str) -> bool:
        return self._is_numeral(word) and fold(word) not in self._characters
