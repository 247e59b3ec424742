"""Which words before another one belong to the name of a host or a mailbox, by what they are; last parts of hosts."""

from __future__ import annotations

from collections.abc import Container, Sequence

from ..scripts import fold, is_latin
from ..transliterate import (
    LETTERS,
    generic_words,
    last_parts,
)
from .address_edges import AddressEdges
from .address_words import SURE

_FILE, _HOST = "file", "host"
_LONGEST_ENDING = 5  # words: "m p four"


class AddressNames(AddressEdges):
    """Finds the words of names in one language."""

    def end_of_unlisted(self, words: Sequence[str], start: int) -> tuple[int, bool]:
        """Where the ending of a file's name or a host that begins at ``start`` ends, and whether it is a file's;
        ``start`` if there is none."""
        for end in range(min(len(words), start + _LONGEST_ENDING), start, -1):
            token = self._grammar.address(self.latin(words[start - 1 : end])[1:]) if all(words[start:end]) else None
            if token is not None and token.fields["address"] in last_parts():
                return end, token.fields["address"] in last_parts(_FILE)
        return start, False

    def is_last_part(self, word: str) -> bool:
        """True for the last part of a file's name that is said in letters (एक्सएलएसएक्स), and of a host (shop)."""
        found = self._spells.spellings(word, 1) if self._is_word(word) else []
        if found and found[0].source in (LETTERS, "joined"):
            return found[0].text in last_parts(_FILE)
        return bool(found) and -found[0].score < SURE and found[0].text in last_parts(_HOST)

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

    def _reads_as(self, word: str, texts: Container[str]) -> bool:
        """True for a word that is one of ``texts`` as it is likeliest spelled."""
        if not word or is_latin(word):
            return bool(word) and fold(word) in texts
        found = self._spells.spellings(word, 1)
        return bool(found) and found[0].text in texts

    def _may_belong(self, word: str) -> bool:
        return self._is_plain(word) and not self.is_stop(word)

    def is_free(self, words: Sequence[str]) -> bool:
        """True for words that may all be of one name."""
        return all(map(self._may_belong, words))
