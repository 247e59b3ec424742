"""Where an electronic address begins: back over the host, the "at", and the name before it."""

from __future__ import annotations

import string
from collections.abc import Sequence

from ..scripts import fold
from ..transliterate import grammatical_words, words_of
from .address_ends import Payers, Schemes
from .address_handles import AddressHandles
from .address_parts import ROLES, Endings
from .phrases import Phrases
from .pipeline import Grammar
from .spelt_names import letters_alike
from .wire import SEPARATORS

_HOST_WORDS = 3  # of a name without dots: "indian oil dot in"
_SIGNS_OF_NAME = ("dot", "dash", "underscore")
_INITIALS = 3  # letters before a name: "s rao"
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
        self._plain = Phrases(row["form"] for row in facts.table("domains") if row["written"] in words_of("plainly"))
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
        self._endings = Endings(facts)
        self._payers = Payers(grammar, self._handles, self._firms, self._endings)
        self._schemes = Schemes(grammar, self._signs["slash"])

    def _start(self, words: Sequence[str], dot: int, signs: Sequence[str]) -> int:
        """Back over the host, and over the name before an "at"."""
        start = self._dotted(words, self._spelled(words, self._unit(words, dot)), signs)
        if self._web.at(words, start) > start:
            return start
        if (begin := self._behind_dot(words, start, signs)) < start:
            return begin
        if "underscore" not in signs:  # of a file's name nothing tells where it begins
            begin = self._words.start_of_host(words, start)
            whole = begin == start == self._unit(words, dot) or self._words.is_middle(words, begin, start)
            name = self._words.start_of_generic(words, begin) if whole else begin
            start = self._dotted(words, name, signs) if name < start else start
        for host in range(start, max(0, start - _HOST_WORDS), -1):
            at = self._signs["at"].before(words, host)
            if at and at < host and words[at - 1] and (host == start or self._is_sign(words, at, host, start)):
                return start if fold(words[at - 1]) in grammatical_words() else self._local_part(words, at)
            if not words[host - 1] or fold(words[host - 1]) in self._sign_words or self._is_numeral(words[host - 1]):
                break
        return start

    def _behind_dot(self, words: Sequence[str], start: int, signs: Sequence[str]) -> int:
        """Where "www dot" or "shop dot" begins, if nothing but words of a name stand between it and ``start``;
        ``start`` if something does."""
        for host in range(start, max(0, start - _HOST_WORDS), -1):
            dot = self._signs["dot"].before(words, host)
            if 0 < dot < host:
                web = self._web.before(words, dot)
                named = not self._is_numeral(words[dot - 1]) and not self._words.has_stop(words[host:start])
                return web if web < dot else self._dotted(words, host, signs) if named and words[dot - 1] else start
            last = self._domains.before(words, host)
            sign = self._signs["dot"].before(words, last)
            ends = sign < last < host and self._web.before(words, sign) == sign  # yahoo.com | google.com
            if ends or self._is_numeral(words[host - 1]) or fold(words[host - 1]) in self._sign_words:
                break
        return start

    def _is_sign(self, words: Sequence[str], at: int, host: int, last: int) -> bool:
        """True for an "at" before a host of several words: of several words itself, or no English preposition, no eight
        (रूम एट में अमेज़न डॉट इन) and one word before the last of the host."""
        if self._words.is_box(words[at - 1]):
            return True
        known = self._grammar.knows(words[host])  # o'clock
        if not known and self._words.is_name(words[at - 1]) and not self._words.has_stop(words[host:last]):
            return True
        single = not words[at].isascii() and not self._is_eight(words[at]) and last - host == 1
        return host - at > 1 or (single and not known)

    def _local_part(self, words: Sequence[str], at: int) -> int:
        """Back over the name before an "at"."""
        last = self._spelled(words, self._unit(words, at))
        start = self._dotted(words, last, _SIGNS_OF_NAME)
        if start == last and (name := self._words.start_of_name(words, start)) < start:
            start = self._dotted(words, name, _SIGNS_OF_NAME)
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
        if whole is not None and whole.kind == "whitelist":
            return True
        text = "".join(self._letters[letter] for letter in letters)
        return text in _THINGS or text.endswith(_SAID_BEFORE)

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
