"""Where an electronic address begins: back over the host, the "at", and the name before it."""

from __future__ import annotations

import string
from collections.abc import Sequence

from ..scripts import fold
from ..transliterate import ended_domains, grammatical_words, words_of
from .address_edges import HOST, LOCAL, MOST_OF_NAME, PART, AddressEdges
from .address_ends import Payers, Schemes
from .address_handles import AddressHandles
from .address_parts import ROLES
from .phrases import Phrases
from .pipeline import Grammar
from .spelt_names import letters_alike
from .wire import SEPARATORS

_TELEPHONE = 10  # digits
_SIGNS_OF_NAME = ("dot", "dash", "underscore")
_LEAST_OF_NAME = 4  # letters
_NEVER_WORDS = "FHLMNRSX"  # letters whose names are hardly ever words: एस, एन; but जी, पी, आई are
_THINGS = {"CV", "TC", "ID", "PA"}  # initials of people, too, but mostly not
_SAID_BEFORE = ("ID", "UPI")  # the last letters of what is said before an address: "u p i i d"


class AddressStarts:
    """The words of addresses in one language, and the ways back from a dot."""

    def __init__(self, grammar: Grammar) -> None:
        facts = grammar.language
        self._grammar = grammar
        roles = [(row.choice("role", ROLES), row["form"]) for row in facts.table("domains")]
        self._domains, self._handles, self._firms = (Phrases(f for r, f in roles if r == role) for role in ROLES)
        plain = frozenset(words_of("plainly"))
        self._plain, self._clear = (
            Phrases(row["form"] for row in facts.table("domains") if row["written"] in parts)
            for parts in (plain, plain | ended_domains(facts.code))
        )
        self._payment = Phrases(facts.forms("words", name="payment"))
        self._web = Phrases(facts.forms("domains", written="www"))
        self._signs = {name: Phrases(facts.forms("words", name=name)) for name in SEPARATORS}
        self._dots = frozenset(fold(form.split(" ")[0]) for form in facts.forms("words", name="dot"))
        repeats = [*facts.forms("words", name="double"), *facts.forms("words", name="triple")]
        named = facts.named_letters
        forms = [row["form"] for row in named]
        letters = [*forms, *facts.forms("english", value="0"), *string.ascii_lowercase, *repeats]
        self._characters = frozenset(map(fold, letters))
        taken = {
            fold(word) for name in SEPARATORS for form in facts.forms("words", name=name) for word in form.split(" ")
        }
        self._sign_words = frozenset(taken)
        self._written = {SEPARATORS[name]: facts.forms("words", name=name)[0] for name in ("at", "dot")}
        self._letters = {fold(row["form"]): row["letter"] for row in reversed(named)}
        self._letters |= {letter: letter.upper() for letter in string.ascii_lowercase}
        strong = (row["form"] for row in named if row["letter"] in _NEVER_WORDS and not row["flag"])
        self._initials = frozenset(map(fold, (*strong, *_NEVER_WORDS.lower())))
        self._alike = frozenset(fold(row["form"]) for row in named if row["letter"] in letters_alike(facts))
        self._names = frozenset(fold(form) for form in facts.forms("names"))
        phrases = (self._domains, self._handles, self._firms)
        self._words = AddressHandles(grammar, phrases, self._sign_words, self._characters)
        self._endings = self._words.endings
        self._payers = Payers(grammar, self._handles, self._firms, self._endings)
        self._schemes = Schemes(grammar, self._signs["slash"])

    @property
    def edges(self) -> AddressEdges:
        """What weighs where names begin and end."""
        return self._words

    def _start(self, words: Sequence[str], dot: int, signs: Sequence[str]) -> int:
        """Back over the host, and over the name before an "at"; of a file, whose beginning nothing else tells, over its
        last word and what signs join with it."""
        unit = self._spelled(words, self._unit(words, dot))
        if self._web.at(words, unit) > unit:
            return unit
        if (web := self._behind_web(words, unit)) < unit:
            return web
        if "underscore" in signs:
            return self._joined(words, unit, PART, signs)
        start = self._joined(words, self._begin(words, unit, HOST), HOST, signs)
        at = self._at_before(words, unit, start)
        if at == start:
            return start
        return start if fold(words[at - 1]) in grammatical_words() else self._local_part(words, at, LOCAL)

    def _joined(self, words: Sequence[str], start: int, kind: str, signs: Sequence[str]) -> int:
        """Back over the words that signs join with what begins at ``start``."""
        while start > 1:
            sign = min(self._signs[name].before(words, start) for name in signs)
            if sign == start or sign == 0 or not words[sign - 1]:
                break
            part = self._spelled(words, self._unit(words, sign))
            start = part if kind == HOST else self._begin(words, part, PART)
        return start

    def _begin(self, words: Sequence[str], last: int, kind: str) -> int:
        """Where the name begins whose last word stands at ``last``; letters and digits have been gone over. The name of
        a firm is its whole host."""
        if last == 0 or self._is_character(words[last]) or (kind == HOST and self._words.is_firm(words[last])):
            return last
        first = self._first(words, last)
        if (start := self._behind_sign(words, last, first)) is not None:
            return start
        start = self._words.begin(words, last + 1, kind, first)
        return self._behind_letters(words, start, last) if kind != HOST else start

    def _behind_sign(self, words: Sequence[str], last: int, first: int) -> int | None:
        """Where the words behind a sign begin, all up to ``last`` being of one name then; None without such a sign
        behind ``first``."""
        for start in range(last, max(first, last + 1 - MOST_OF_NAME) - 1, -1):
            if any(self._signs[name].before(words, start) < start for name in _SIGNS_OF_NAME):
                return start if start > first and not self._words.has_stop(words[start : last + 1]) else None
            if start and self._words.ends_name(words[start - 1]):
                return None
        return None

    def _behind_letters(self, words: Sequence[str], start: int, last: int) -> int:
        """``start``, or behind letters there that are no initials: "c e o rahul", जी; nor may they be two letters."""
        end = next(i for i in range(start, last + 1) if i == last or not self._is_character(words[i]))
        first = start
        while first > 0 and fold(words[first - 1]) in self._letters:
            first -= 1
        letters = [fold(word) for word in words[first:end]]
        if end == start or not all(letter in self._letters for letter in letters):
            return start
        told = len(letters) > 1 or letters[0] in self._initials
        thing = any(self._is_acronym(letters[i:]) for i in range(len(letters)))
        return start if told and self._alike.isdisjoint(letters) and not thing else end

    def _is_acronym(self, letters: Sequence[str]) -> bool:
        """True for what is written short by itself, and for what is rather a thing than a person."""
        whole = self._grammar.whole(letters)
        if whole is not None and whole.kind == "whitelist":
            return True
        text = "".join(self._letters[letter] for letter in letters)
        return text in _THINGS or text.endswith(_SAID_BEFORE)

    def _first(self, words: Sequence[str], last: int) -> int:
        """Where what no name reaches over ends nearby before ``last``: an address before (yahoo.com | google.com), a
        number (एट बजे | गूगल डॉट कॉम)."""
        for end in range(last, max(0, last - MOST_OF_NAME), -1):
            domain = self._domains.before(words, end)
            sign = self._signs["dot"].before(words, domain)
            number = end > 1 and self._is_eight(words[end - 2]) and self._follows_number(words[end - 1])
            if number or (sign < domain < end and self._web.before(words, sign) == sign):
                return end
        return 0

    def _follows_number(self, word: str) -> bool:
        """True for what makes एट a number: o'clock, में."""
        return self._grammar.knows(word) or self._words.has_stop([word])

    def _behind_web(self, words: Sequence[str], last: int) -> int:
        """Where the "www dot" begins before the name whose last word stands at ``last``; ``last`` if there is none."""
        for host in range(last, max(0, last - MOST_OF_NAME), -1):
            dot = self._signs["dot"].before(words, host)
            web = self._web.before(words, dot)
            if web < dot < host:
                return web
            if self._words.ends_name(words[host - 1]):
                break
        return last

    def _at_before(self, words: Sequence[str], unit: int, start: int) -> int:
        """Where the "at" stands before a host that begins at ``start`` and whose last word stands at ``unit``, or the
        "at the rate" in whose reach it is; ``start`` if there is none."""
        for host in range(start, max(0, start - MOST_OF_NAME), -1):
            at = self._signs["at"].before(words, host)
            if 0 < at < host and words[at - 1]:
                near = host == start and (start == unit or self._is_sign(words, at))
                boxed = self._words.is_mailbox(words[at - 1]) and not self._words.has_stop(words[host:start])
                return at if near or boxed or host - at > 1 else start
            if self._words.ends_name(words[host - 1]) or self._is_numeral(words[host - 1]):
                break
        return start

    def _is_sign(self, words: Sequence[str], at: int) -> bool:
        """True for an "at" before a host of several words: no English preposition, but behind what is a mailbox."""
        joined = at > 1 and fold(words[at - 2]) in self._sign_words
        return not words[at].isascii() or joined or self._words.is_mailbox(words[at - 1])

    def _local_part(self, words: Sequence[str], at: int, kind: str) -> int:
        """Back over the name before an "at"; a whole telephone number has no name before it."""
        first = at - _TELEPHONE
        if first >= 0 and self._are_numbers(words[first:at]):
            return first
        start = self._begin(words, self._spelled(words, self._unit(words, at)), kind)
        return self._joined(words, start, kind, _SIGNS_OF_NAME)

    def _spelled(self, words: Sequence[str], start: int) -> int:
        """Back over letters and digits that stand one by one: "r k one two", "rahul one two three"."""
        first = start
        while start > 0 and self._is_in_name(words[start]) and (before := self._character_before(words, start)):
            start -= before
        behind_word = start > 0 and words[start - 1] and fold(words[start - 1]) not in self._sign_words
        behind_word = behind_word and not (first > start and self._words.is_stop(words[start - 1]))
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

    def _is_numeral(self, word: str) -> bool:
        return bool(word) and fold(word) not in self._sign_words and (word.isdecimal() or self._grammar.is_number(word))

    def _are_numbers(self, words: Sequence[str]) -> bool:
        return all(word and self._grammar.is_number(word) for word in words)
