"""Handles of social networks, and where they end: @desicoder, @masala_tales."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..scripts import fold, is_latin
from ..transliterate import network_names, tagging_words, words_of
from .address_names import AddressNames

_MOST_OF_HANDLE, _NEAR_AT = 4, 4
_NEAR_BEHIND = 5


class AddressHandles(AddressNames):
    """Finds where handles of one language end."""

    @cached_property
    def _underscores(self) -> frozenset[str]:
        forms = self._grammar.language.forms("words", name="underscore")
        return frozenset(fold(form.split(" ")[0]) for form in forms)

    def end_of_handle(self, words: Sequence[str], at: int, start: int) -> int:
        """Where the name of a handle ends (its "at" at ``at``, its name at ``start``); else ``start``."""
        before = words[at - 1] if at else ""
        named = bool(before) and (self.is_name(before) or self.is_box(before)) and not self.has_stop([before])
        if named or not self._begins_handle(words[start]):
            return start
        before_at = words[max(0, at - _NEAR_AT) : at]
        near = any(map(self._is_network, before_at)) or (self.is_latin and not tagging_words().isdisjoint(before_at))
        near = near or any(self._reads_as(word, words_of("shown")) for word in words[start + 1 : start + _NEAR_BEHIND])
        said = start - at > 1  # "at the rate", which is English, too
        sure = (said and near) if self.is_latin else (said or near)
        sure = sure or self._is_joined(words, start) > start
        return self.end_of_name(words, start) if sure else start

    def end_of_name(self, words: Sequence[str], start: int) -> int:
        """Where a name ends that begins a handle: its first word, English and names behind it, all before a sign."""
        if start >= len(words) or not self._begins_handle(words[start]):
            return start
        joined = self._is_joined(words, start)
        if joined:
            return joined
        return self.end(words, start)

    def _is_joined(self, words: Sequence[str], start: int) -> int:
        """Where an underscore stands that joins the words from ``start`` with others; 0 for nowhere."""
        for sign in range(start + 1, min(len(words) - 1, start + _MOST_OF_HANDLE)):
            if fold(words[sign]) in self._underscores:
                return sign
            if not self._begins_handle(words[sign]):
                return 0
        return 0

    def _begins_handle(self, word: str) -> bool:
        folded = fold(word)
        if self.is_latin:
            known = folded in self._signs or folded in self._stops or self._grammar.is_number(word)
            return word.isalpha() and not known
        return self._is_word(word)

    def _is_network(self, word: str) -> bool:
        """True for Instagram, Twitter …, with an ending perhaps."""
        if is_latin(word):
            return fold(word).startswith(network_names())
        found = self._spells.spellings(word) if self._is_word(word) else []
        return any(one.text.startswith(network_names()) for one in found)
