"""Which words before another one belong to the name of a host or a mailbox, by what they are; last parts of hosts."""

from __future__ import annotations

from collections.abc import Sequence

from ..scripts import fold
from ..transliterate import LETTERS, Spelling, first_words, generic_words, last_parts, own_words
from .address_words import BOX, FIRM, MOST_OF_COMPOUND, NAMES, SURE, AddressWords

_ENGLISH = frozenset({"english", "spoken", "web", "word"})
_TOWN = "town"
_MOST_LETTERS = 6
_THINGS = frozenset(["cv", "tc", "id", "pa", "tv", "url", "otp", "sms", "pc", "upi", "pdf", "app", "it", "ai", "hr"])
_LONGEST_ENDING = 5  # words: "m p four"


class AddressNames(AddressWords):
    """Finds the words of names in one language."""

    def start_of_host(self, words: Sequence[str], start: int) -> int:
        """Where a name of several words begins: a known one (delhi metro), or one with letters first (b s e odisha)."""
        begin = self._start_of_compound(words, start)
        begin = begin if begin < start else self._start_of_letters(words, start)
        return begin if begin < start else self._start_with_first_word(words, start)

    def _start_with_first_word(self, words: Sequence[str], start: int) -> int:
        """Back over what a name begins with: green farm, delhi public school; not before the name of a firm."""
        host = self._spells.known(words[start]) if self._is_word(words[start]) else None
        if host is not None and host.text in own_words(FIRM):
            return start
        begin = start
        while begin > max(0, start + 1 - MOST_OF_COMPOUND) and self._goes_before(words[begin - 1], host):
            begin -= 1
        return begin

    def _goes_before(self, word: str, host: Spelling | None) -> bool:
        """True for what a name begins with: a first word; an English word or a name of a person before English."""
        if not self._is_word(word) or fold(word) in self._stops:
            return False
        found = self._spells.known(word)
        if found is None or -found.score > SURE or found.text in self._stops:
            return False
        if found.source == _TOWN or found.text in first_words():
            return True
        of_business = host is not None and host.source in _ENGLISH and host.text not in own_words(BOX)
        return of_business and (found.source in _ENGLISH or found.source in NAMES)

    def start_of_name(self, words: Sequence[str], start: int) -> int:
        """Where the name of a mailbox begins: a known one of several words, a given name before that of the family."""
        begin = self._start_of_compound(words, start)
        if begin == start and start > 0 and self.is_name(words[start]) and self.is_name(words[start - 1]):
            return start - 1
        begin = begin if begin < start else self._start_with_first_word(words, start)
        return begin if begin < start else self._start_of_person(words, start)

    def _start_of_person(self, words: Sequence[str], start: int) -> int:
        """A given name before a word that nobody knows, which will be that of the family."""
        if not start or not self._is_word(words[start]) or not self.is_name(words[start - 1]):
            return start
        unknown = self._spells.known(words[start]) is None and not self.has_stop(words[start - 1 : start + 1])
        return start - 1 if unknown else start

    def _start_of_compound(self, words: Sequence[str], start: int) -> int:
        begins = range(max(0, start + 1 - MOST_OF_COMPOUND), start)
        return next((begin for begin in begins if self._is_compound(words[begin : start + 1])), start)

    def _start_of_letters(self, words: Sequence[str], start: int) -> int:
        if not start or not self._is_word(words[start]):
            return start
        first = start
        while first > max(0, start - _MOST_LETTERS) and fold(words[first - 1]) in self._letters:
            first -= 1
        if first < start:
            letters = "".join(self._letters[fold(word)] for word in words[first:start])
            return first if len(letters) > 1 and letters not in _THINGS else start
        found = self._spells.spellings(words[start - 1], 1) if self._is_word(words[start - 1]) else []
        return start - 1 if found and found[0].source == LETTERS and found[0].text not in _THINGS else start

    def end_of_unlisted(self, words: Sequence[str], start: int) -> int:
        """Where the ending of a file's name or a host that begins at ``start`` ends; ``start`` if there is none."""
        for end in range(min(len(words), start + _LONGEST_ENDING), start, -1):
            token = self._grammar.address(self.latin(words[start - 1 : end])[1:]) if all(words[start:end]) else None
            if token is not None and token.fields["address"] in last_parts():
                return end
        return start

    def is_host(self, words: Sequence[str]) -> bool:
        """True for words that end in such a word, and for two English ones."""
        english = len(words) > 1 and all(self._is_word(word) and self._mixed.english(word) for word in words)
        return english or (bool(words) and self.is_generic(words[-1]))

    def is_generic(self, word: str) -> bool:
        """True for what no name is by itself, so that a word before belongs to it: studio, foundation, ghar."""
        return self._is_plain(word) and self._text(word) in generic_words()

    def is_shop(self, words: Sequence[str]) -> bool:
        """True for several words that end in such a word: who is paid."""
        return len(words) > 1 and self.is_generic(words[-1])

    def start_of_generic(self, words: Sequence[str], start: int) -> int:
        """The word before one that is no name by itself, and a first word of names before that."""
        if start == 0 or not self.is_generic(words[start]) or not self._may_belong(words[start - 1]):
            return start
        first = start > 1 and self._may_belong(words[start - 2])
        begins = first and (self._text(words[start - 2]) in first_words() or self.is_name(words[start - 2]))
        return start - 1 - begins

    def start_of_payee(self, words: Sequence[str], start: int) -> int:
        """Where the name of who is paid begins: the word before "store", or before the name of a family."""
        begin = self.start_of_generic(words, start)
        if begin == start and start > 0 and self._is_family(words[start]) and self._may_belong(words[start - 1]):
            return start - 1
        return begin

    def _is_family(self, word: str) -> bool:
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.source == "family"

    def _may_belong(self, word: str) -> bool:
        return self._is_plain(word) and not self.is_stop(word)

    def is_free(self, words: Sequence[str]) -> bool:
        """True for words that may all be of one name."""
        return all(map(self._may_belong, words))
