"""Which words before another one belong to the name of a host or a mailbox, by what they are; last parts of hosts."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..scripts import fold, is_latin
from ..transliterate import (
    LETTERS,
    Spelling,
    first_words,
    generic_words,
    head_words,
    last_parts,
    own_words,
    partner_words,
    words_of,
)
from .address_words import BOX, FIRM, MOST_OF_COMPOUND, NAMES, SURE, AddressWords

_WORD = "word"
_ENGLISH = frozenset({"english", "spoken", "web", _WORD})
_FAMILY, _LISTED = "family", "listed"
_TOWN = "town"
_OF_TRADERS, _JOINED, _SHORT = NAMES | {_TOWN, "firm", LETTERS}, "joined", 3
_FILE = "file"
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
        if self.is_latin and not self._may_belong(words[start]):
            return start
        host = self._spells.known(words[start]) if self._is_word(words[start]) else None
        if host is not None and host.text in own_words(FIRM):
            return start
        begin = start
        while begin > max(0, start + 1 - MOST_OF_COMPOUND) and self._goes_before(words[begin - 1], host):
            begin -= 1
        return begin

    def _goes_before(self, word: str, host: Spelling | None) -> bool:
        """True for what a name begins with: a first word; an English word or a name of a person before English."""
        if self.is_latin:
            return fold(word) in head_words()
        if not self._is_word(word) or fold(word) in self._stops:
            return False
        found = self._spells.known(word)
        if found is None or -found.score > SURE or found.text in self._stops:
            return False
        if found.source == _TOWN or found.text in first_words():
            return True
        of_business = host is not None and host.source in _ENGLISH and host.text not in own_words(BOX)
        return of_business and (self._is_english(word, found) or found.source in NAMES)

    def _is_english(self, word: str, found: Spelling) -> bool:
        """True for English, and for an Indian word of names; not for a word of the language that sounds like it."""
        return found.source in _ENGLISH and (found.source == _WORD or self._mixed.may_be_english(word))

    def start_of_name(self, words: Sequence[str], start: int) -> int:
        """Where the name of a mailbox begins: a known one of several words, a given name before that of the family."""
        if (begin := self._start_with_and(words, start)) < start:
            return begin
        begin = self._start_of_compound(words, start)
        if begin == start and start > 0 and self.is_name(words[start]) and self.is_name(words[start - 1]):
            return start - 1
        begin = begin if begin < start else self._start_with_first_word(words, start)
        begin = begin if begin < start else self._start_of_trader(words, start)
        return begin if begin < start else self._start_of_person(words, start)

    def _start_of_trader(self, words: Sequence[str], start: int) -> int:
        """A name, a town or letters before "traders", and a first word: city pharma; not before "help"."""
        begin = self.start_of_generic(words, start)
        if begin == start or self.is_latin:
            return begin
        found = self._spells.spellings(words[start - 1], 1)
        told = bool(found) and found[0].text not in self._stops
        named = told and (found[0].source in _OF_TRADERS or found[0].text in first_words())
        letters = told and found[0].source == _JOINED and len(found[0].text) <= _SHORT
        return begin if named or letters else start

    def is_middle(self, words: Sequence[str], begin: int, start: int) -> bool:
        """True if the name so far begins with what no name begins with: model school."""
        return begin < start and self.is_generic(words[begin]) and self._text(words[begin]) not in first_words()

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

    def end_of_unlisted(self, words: Sequence[str], start: int) -> tuple[int, bool]:
        """Where the ending of a file's name or a host that begins at ``start`` ends, and whether it is a file's;
        ``start`` if there is none."""
        for end in range(min(len(words), start + _LONGEST_ENDING), start, -1):
            token = self._grammar.address(self.latin(words[start - 1 : end])[1:]) if all(words[start:end]) else None
            if token is not None and token.fields["address"] in last_parts():
                return end, token.fields["address"] in last_parts(_FILE)
        return start, False

    def is_file(self, word: str) -> bool:
        """True for the last part of a file's name that is said in letters: एक्सएलएसएक्स."""
        found = self._spells.spellings(word, 1) if self._is_word(word) else []
        return bool(found) and found[0].source in (LETTERS, "joined") and found[0].text in last_parts(_FILE)

    def is_host(self, words: Sequence[str]) -> bool:
        """True for words that end in such a word, and for two English ones."""
        english = len(words) > 1 and all(self._is_word(word) and self._mixed.english(word) for word in words)
        return english or (bool(words) and self.is_generic(words[-1]))

    def is_generic(self, word: str) -> bool:
        """True for what no name is by itself, so that a word before belongs to it: studio, foundation, ghar."""
        return self._is_plain(word) and self._text(word) in generic_words()

    def is_shop(self, words: Sequence[str]) -> bool:
        """True for several words that end in such a word, with figures behind it perhaps: who is paid."""
        end = len(words)
        while end and self._is_numeral(words[end - 1]):
            end -= 1
        name = words[:end]
        return len(name) > 1 and self.is_generic(name[-1])

    def start_of_generic(self, words: Sequence[str], start: int) -> int:
        """The word before one that is no name by itself, and a first word of names before that."""
        if (begin := self._start_with_and(words, start)) < start:
            return begin
        if start == 0 or not self.is_generic(words[start]) or not self._may_belong_before(words, start):
            return start
        first = start > 1 and self._may_belong(words[start - 2])
        begins = first and (self._text(words[start - 2]) in first_words() or self.is_name(words[start - 2]))
        return start - 1 - (begins or (first and self.is_generic(words[start - 1])))

    def _may_belong_before(self, words: Sequence[str], start: int) -> bool:
        """True for a word that may belong to the one at ``start``; the name of a letter may be "tea", too."""
        word = words[start - 1]
        tea = start > 1 and self._may_belong(words[start - 2]) and self._reads_as(word, generic_words())
        return self._may_belong(word) or tea

    def _start_with_and(self, words: Sequence[str], start: int) -> int:
        """Where the name of a firm with an "and" begins: ghosh and sons; ``start`` for any other."""
        if (
            start < 2
            or not self._reads_as(words[start - 1], words_of("and"))
            or not self._reads_as(words[start], partner_words())
        ):
            return start
        return start - 2 if self._may_belong(words[start - 2]) else start

    def _reads_as(self, word: str, texts: Container[str]) -> bool:
        """True for a word that is one of ``texts`` as it is likeliest spelled."""
        if not word or is_latin(word):
            return bool(word) and fold(word) in texts
        found = self._spells.spellings(word, 1)
        return bool(found) and found[0].text in texts

    def start_of_payee(self, words: Sequence[str], start: int) -> int:
        """Where the name of who is paid begins: the word before "store", or before the name of a family."""
        begin = self.start_of_generic(words, start)
        if begin == start and start > 0 and self._is_family(words[start - 1 : start + 1]):
            return start - 1
        return begin

    def _is_family(self, words: Sequence[str]) -> bool:
        """True for a word that may be a given name and the name of a family; a listed one may be either of these."""
        first, last = words
        found = self._spells.known(last) if self._is_word(last) else None
        if found is None or not self._may_belong(first):
            return False
        return found.source == _FAMILY or (found.source == _LISTED and self.is_name(first))

    def _may_belong(self, word: str) -> bool:
        return self._is_plain(word) and not self.is_stop(word)

    def is_free(self, words: Sequence[str]) -> bool:
        """True for words that may all be of one name."""
        return all(map(self._may_belong, words))
