"""Number words in Latin letters in a text: "pachees hazaar rupaye", "saadhe teen baje".

They are put into native letters before a text is looked at, so that every class, cue and idiom that reads native words
reads them; what stays of the text is as it was written. Many of them are English words too ("do", "teen", "bees"), or
other words of the language ("tera": 13, "yours"): these are read in the company of words that are none, and in text
that is in the language rather than in English.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from ..document import Span, Token
from ..scripts import fold
from .fields import ENDING_SAID
from .lone import Company, Heard
from .pipeline import Grammar
from .roman import LATIN, RomanWord, RomanWords
from .roman_elsewhere import is_number_elsewhere
from .transliteration import romanized
from .wire import bare

_ENDED = ("suffix", "ending")
_INDIAN = (10**5, 10**7)  # scales that English has from the languages of India


@dataclass(frozen=True, slots=True)
class RomanText:
    """The words of a text, those that were read in Latin letters in their native form.

    ``endings`` are the Latin endings by position of the words that were read, "" if none is known; ``open`` the
    positions of words in Latin letters that may be a number but were not read.
    """

    words: Sequence[str]
    endings: Mapping[int, str]
    open: frozenset[int] = frozenset()


class Romans:
    """Reads number words in Latin letters in one language."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._facts = grammar.language
        self._table = RomanWords(grammar)
        self._company = Company(grammar, self._table)

    def read(self, words: Sequence[str]) -> RomanText:
        """``words`` with what is said in Latin letters in native ones. An empty string is a barrier, which stays."""
        if not LATIN.search(" ".join(words)) or not self._table:
            return RomanText(words, {})
        found = [self._table.known[word] for word in words]
        if not any(found):
            return RomanText(words, {})
        seen = _Seen(words, self._with_phrases(words, found), self._table, self._grammar, self._company)
        taken = seen.taken()
        said = [word.native if word else words[i] for i, word in enumerate(seen.found)]
        taken -= self._company.kept(Heard(words, said, seen.found, frozenset(seen.numbers())), taken)
        read = [w.native if w and i in taken else words[i] for i, w in enumerate(seen.found)]
        self._join(read, taken)
        self._part(read, taken)
        endings = {i: w.ending for i, w in enumerate(seen.found) if w and i in taken}
        unread = frozenset(i for i in seen.numbers() if i not in taken)
        return RomanText(read, endings, unread)

    def natives(self, words: Sequence[str]) -> Sequence[str]:
        """``words`` with all in Latin letters that may be of the language as its words."""
        if not self._table or not LATIN.search(" ".join(words)):
            return words
        found = (self._table.known[word] for word in words)
        return [word if native is None else native.native for word, native in zip(words, found, strict=True)]

    def _with_phrases(self, words: Sequence[str], found: list[RomanWord | None]) -> list[RomanWord | None]:
        phrases = self._table.phrases
        for i in range(len(words) - 1 if phrases else 0):
            if pair := phrases.get((words[i].lower(), words[i + 1].lower())):
                found[i : i + 2] = pair
        return found

    def _join(self, read: list[str], taken: Container[int]) -> None:
        """Put the form before a smaller number where there is one: "irubathu anju" is 25."""
        joined = self._table.joined
        for i in range(len(read) - 1 if joined else 0):
            stem = joined.get(read[i]) if i in taken and read[i + 1] else None
            whole = self._grammar.whole([stem, read[i + 1]]) if stem else None
            if stem and whole and whole.kind == "cardinal":
                read[i] = stem

    def _part(self, read: list[str], taken: Container[int]) -> None:
        """Put a barrier where an ending that stands apart is a letter: "dosh e" is not 10E."""
        for i in range(1, len(read)):
            if len(read[i]) == 1 and i - 1 in taken and read[i].lower() in self._table.endings:
                read[i] = ""

    def with_ending(self, span: Span, text: RomanText) -> Span:
        """``span`` with the ending that its last word has in Latin letters, if it has one that is written: the letters
        that were said, or those of the rules."""
        ending = text.endings.get(span.words[1] - 1)
        written = next((span.token.fields[name] for name in _ENDED if name in span.token.fields), None)
        if ending is None or written is None or not (ending := ending or romanized(bare(written), self._facts)):
            return span
        return Span(span.words, Token(span.kind, {**span.token.fields, ENDING_SAID: ending}), span.kept, span.rule)

    # --- what was not read ----------------------------------------------------------------------------

    def multiplies(self, position: int, text: RomanText, scale: int) -> bool:
        """True if the word at ``position``, before a bare scale word of value ``scale``, may be a number that was not
        read: "do lakh" in any language.

        In a language that is not written in Latin letters that is every word in these that English has not there; else
        one that is a number in another language.
        """
        word = text.words[position].lower()
        if len(word) < 2 or not LATIN.match(word) or self._grammar.knows(word):
            return False
        elsewhere = is_number_elsewhere(word)
        if self._grammar.language.script == "Latin":
            return elsewhere or (elsewhere is False and scale in _INDIAN)
        return elsewhere is not None or position in text.open or word not in self._table.english

    def follows(self, position: int, text: RomanText) -> bool:
        """True if the word at ``position``, behind a scale word, may be the rest of the number: one that was left open,
        or is a number in another language."""
        word = text.words[position]
        return position in text.open or (is_number_elsewhere(word) is True and not self._grammar.knows(word))

    def is_open_scale(self, position: int, text: RomanText) -> bool:
        """True for a scale word that was left open, as it is another word too: "paanch so gaye"."""
        word = self._table.known[text.words[position]] if position in text.open else None
        return word is not None and fold(word.native) in self._table.scales


@dataclass(frozen=True)
class _Seen:
    """A text with what its words may be."""

    words: Sequence[str]
    found: Sequence[RomanWord | None]
    table: RomanWords
    grammar: Grammar
    company: Company

    @cached_property
    def balance(self) -> int:
        """Words that are of the language alone, less words that are English."""
        own = sum(1 for word in self.found if word and not (word.shared or word.homograph))
        pairs = zip(self.words, self.found, strict=True)
        return own - sum(1 for word, found in pairs if found is None and word.lower() in self.table.english)

    def numbers(self) -> Iterator[int]:
        """The positions of words that may be of a number; in English text no English ones."""
        native = self.balance > 0
        for i, word in enumerate(self.found):
            if word and not word.text and (native or self.words[i].lower() not in self.table.english):
                yield i

    def taken(self) -> set[int]:
        """The positions of what is read: all words of the language where the text is in it, and numbers."""
        native = self.balance > 0
        taken = {i for i, word in enumerate(self.found) if word and word.text and (native or not word.shared)}
        start = 0
        while start < len(self.words):
            end = start
            while end < len(self.words) and self._goes_on(end):
                end += 1
            if end > start:
                taken |= self._of_run(range(start, end), native)
            start = end + 1
        return taken

    def _goes_on(self, i: int) -> bool:
        """True for a word that may be of a number or between two of them."""
        word, found = self.words[i], self.found[i]
        key = fold(word if found is None else found.native)
        if key in self.table.inside or word.lower() in self.table.links:
            return True
        if found is not None:
            return not found.text or key in self.table.anchors
        return self._is_company(word) or (bool(word) and self.grammar.is_number(word))

    def _is_company(self, word: str) -> bool:
        """True for a scale, a currency, a percent, a unit in native letters or in English."""
        key = fold(word)
        return key in self.table.anchors or key in self.table.units

    def _of_run(self, run: range, native: bool) -> set[int]:
        """What is read of a run of such words, from its end on."""
        sure = native or any(word is not None and word.sure for word in (self.found[i] for i in run))
        taken: set[int] = set()
        for i in reversed(run):
            word = self.found[i]
            if word and word.short and i + 2 < len(self.words) and not self.words[i + 1]:
                continue  # its full stop would be left behind
            if word and not word.text and (word.sure or self._has_company(word, i, run, taken, sure)):
                taken.add(i)
        return taken

    def _has_company(self, word: RomanWord, i: int, run: range, taken: Container[int], sure: bool) -> bool:
        """True for a word that is another word too, where what stands beside it makes it a number."""
        if i and self.words[i][:1].isupper():  # a name
            return False
        counted = i + 1 in run and self._tells_a_number(i + 1)
        if word.homograph:
            return counted or self._ends_hundreds(word, i, run)
        if sure:
            return True
        english = self.words[i].lower() in self.table.english
        if english and self.balance < 0:
            return False
        if i + 1 in taken or self._is_linked(i, taken):
            return True
        if counted:
            return fold(self.words[i + 1]) not in self.table.units or self.balance >= 0
        return not english and i > 0 and self.words[i - 1].lower() in self.table.numbering

    def _tells_a_number(self, i: int) -> bool:
        """True for what only a number stands before: a scale, a currency, an hour."""
        word, found = self.words[i], self.found[i]
        if found is None:
            return self._is_company(word)
        key = fold(found.native)
        known = (key in self.table.anchors or key in self.table.units) and not found.homograph
        return known and word.lower() not in self.table.english

    def _is_linked(self, i: int, taken: Container[int]) -> bool:
        """True for the first of "das se bees percent", "bees to tees percent"."""
        if i + 2 not in taken:
            return False
        link = self.found[i + 1]
        return self.words[i + 1].lower() in self.table.links or (
            link is not None and fold(link.native) in self.table.inside
        )

    def _ends_hundreds(self, word: RomanWord, i: int, run: range) -> bool:
        """True for a scale word behind a number and before another, or at the end: "do so pachees", "paanch so"."""
        before, behind = (self.found[k] if k in run else None for k in (i - 1, i + 1))
        if fold(word.native) not in self.table.scales or before is None or before.text:
            return False
        last = i + 1 == len(self.words) or not self.words[i + 1]
        if behind is not None and (behind.sure or fold(behind.native) in self.table.anchors):
            return True
        if (before.sure or i == 1) and last:  # nothing else is said: "char so"
            return True
        return self.company.counts(self._said, i + 1)

    @cached_property
    def _said(self) -> Sequence[str]:
        """The words, with those in Latin letters as the native words that they may be."""
        return [found.native if found else word for word, found in zip(self.words, self.found, strict=True)]
