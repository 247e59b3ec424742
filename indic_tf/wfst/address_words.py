"""Words of electronic addresses that no table knows, in Latin letters: जॉब्स jobs, ग्रीनफार्म greenfarm."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from ..scripts import fold, is_latin
from ..transliterate import (
    Spelling,
    Transliterator,
    first_words,
    grammatical_words,
    last_parts,
    own_words,
    stop_words,
    transliterator,
)
from ..transliterate.mixed import Mixed, mixed
from .phrases import Phrases
from .pipeline import Grammar

_MOST_SPELLINGS, _MOST_LOOKED_AT = 5, 12
_NEAR, _MOST_OTHERS = 0.15, 4  # how much less likely another spelling may be that is worth a word
_OF_SPEECH = frozenset({"english", "spoken"})
_HUNDREDS = 3  # figures
_LATIN = "Latin"
NAMES = frozenset({"given", "family", "listed"})
BOX, FIRM = "box", "firm"
_COMPOUNDS = frozenset({FIRM, "word", "web", BOX})
MOST_OF_COMPOUND = 3  # words
SURE = 0.5  # the price of a word that is hardly any other


class AddressWords:
    """Spells the words of addresses in one language.

    ``phrases`` are those that the grammar spells itself, ``signs`` the words of signs, ``characters`` the names of
    characters.
    """

    def __init__(
        self, grammar: Grammar, phrases: Sequence[Phrases], signs: Container[str], characters: Container[str]
    ) -> None:
        self._grammar, self._phrases, self._signs, self._characters = grammar, phrases, signs, characters
        self._dots = frozenset(fold(form) for form in grammar.language.forms("words", name="dot"))
        self._stops = frozenset(map(fold, stop_words(grammar.language.code)))
        ats = grammar.language.forms("words", name="at")
        self._ats = frozenset(fold(form.split(" ")[0]) for form in ats)
        listed = (row["form"] for row in grammar.language.table("names") if row["latin"])
        self._listed = frozenset(map(fold, listed))
        self._letters = {fold(row["form"]): row["letter"].lower() for row in reversed(grammar.language.named_letters)}

    @property
    def _spells(self) -> Transliterator:
        return transliterator(self._grammar.language.code)  # not loaded before an address asks

    @property
    def _mixed(self) -> Mixed:
        return mixed(self._grammar.language.code)

    def latin(self, words: Sequence[str]) -> list[str]:
        """``words`` of an address, those that the grammar has no spelling for in Latin letters."""
        words = self._with_figures(words)
        known = [self._is_known(word) for word in words]
        for i in range(len(words)):
            for phrases in self._phrases:
                end = phrases.at(words, i)
                known[i:end] = [True] * (end - i)
        made: list[str] = []
        position = 0
        while position < len(words):
            end = position if known[position] else self._end_of_compound(words, position)
            if end > position + 1:
                made.append(self._spelled("".join(words[position:end])))
            else:
                whole = position + 1 == len(words) or fold(words[position + 1]) in self._signs
                in_host = whole and position > 0 and fold(words[position - 1]) in self._dots
                made.append(words[position] if known[position] else self._spelled(words[position], in_host))
            position = max(end, position + 1)
        return made

    def _with_figures(self, words: Sequence[str]) -> list[str]:
        """``words`` with numbers of hundreds or thousands in figures: budget-2025."""
        if words and fold(words[0]) in self._ats:  # a handle, where the grammar expects no digits
            words = [self._figure(word) for word in words]
        made: list[str] = []
        position = 0
        while position < len(words):
            end = position
            while end < len(words) and words[end] and self._is_numeral(words[end]):
                end += 1
            said = self._grammar.whole(words[position:end]) if end > position + 1 else None
            fields = said.token.fields if said else {}
            figures = fields.get("integer", "") if said and said.kind == "cardinal" else ""
            figures = fields["year"] if fields.keys() == {"year"} else figures
            if len(figures) >= max(_HUNDREDS, end - position):
                made.append(figures)
            else:
                made += words[position:end]
            made += words[end : end + 1]
            position = end + 1
        return made

    def _figure(self, word: str) -> str:
        """A number in figures; any other word as it is."""
        token = self._grammar.address([word]) if word and self._is_numeral(word) else None
        return token.fields["address"] if token and token.fields["address"].isdecimal() else word

    def _is_numeral(self, word: str) -> bool:
        return fold(word) not in self._signs and self._grammar.is_number(word)

    def others(self, words: Sequence[str]) -> Iterator[list[str]]:
        """``words`` in Latin letters, each time with another of them spelled in a way that is nearly as likely."""
        chosen = self.latin(words)
        if len(chosen) != len(words):  # some are a known name together
            return
        for i, (word, text) in enumerate(zip(words, chosen, strict=True)):
            if word != text:
                first, *rest = self._spellings(word, _MOST_OTHERS)
                near = (other.text for other in (first, *rest) if first.score - other.score < _NEAR)
                yield from ([*chosen[:i], other, *chosen[i + 1 :]] for other in near if other != text)

    def _spellings(self, word: str, most: int) -> list[Spelling]:
        """The likeliest spellings of ``word``; a word of the language is hardly English that sounds like it."""
        found = self._spells.spellings(word, _MOST_LOOKED_AT)
        if not found or found[0].source not in _OF_SPEECH:
            return found[:most]
        unlike = self._mixed.unlikeliness(word)
        priced = [replace(one, score=one.score - unlike * (one.source in _OF_SPEECH)) for one in found]
        return sorted(priced, key=lambda one: -one.score)[:most]

    def _end_of_compound(self, words: Sequence[str], start: int) -> int:
        """Where a known name of several words that begins at ``start`` ends; ``start`` if none does."""
        ends = range(min(len(words), start + MOST_OF_COMPOUND), start + 1, -1)
        return next((end for end in ends if self._is_compound(words[start:end])), start)

    def _is_compound(self, words: Sequence[str]) -> bool:
        found = self._spells.known("".join(words)) if all(map(self._is_word, words)) else None
        return found is not None and found.source in _COMPOUNDS

    def _spelled(self, word: str, behind_dot: bool = False) -> str:
        found = self._spellings(word, _MOST_SPELLINGS)
        endings = [spelling.text for spelling in found if behind_dot and spelling.text in last_parts()]
        return endings[0] if endings else found[0].text if found else word

    def _is_known(self, word: str) -> bool:
        return not self._is_word(word) or fold(word) in self._listed

    def _is_word(self, word: str) -> bool:
        """True for a word in the script of the language that is no sign, character or number."""
        if not word or is_latin(word) or not word[0].isalpha():
            return False
        folded = fold(word)
        return folded not in self._signs and folded not in self._characters and not self._grammar.is_number(word)

    def is_name(self, word: str) -> bool:
        """True for a given name or the name of a family."""
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.source in NAMES and -found.score < SURE

    def has_stop(self, words: Sequence[str]) -> bool:
        """True if one of ``words`` is of the sentence around an address: में, के."""
        return any(fold(word) in self._stops and self._spelled(word) not in first_words() for word in words)

    def is_stop(self, word: str) -> bool:
        """True for a word of the sentence around an address, or one that says what follows: मेल, यूपीआई."""
        if self._is_latin:
            return fold(word) in self._stops | grammatical_words()
        return fold(word) in self._stops or (self._is_word(word) and self._spelled(word) in self._stops)

    @property
    def _is_latin(self) -> bool:
        return self._grammar.language.script == _LATIN

    def _is_plain(self, word: str) -> bool:
        """As `_is_word`, in languages that are written in Latin letters, too."""
        if not self._is_latin:
            return self._is_word(word)
        taken = fold(word) in self._signs or fold(word) in self._characters
        return word.isalpha() and not taken and not self._grammar.is_number(word)

    def _text(self, word: str) -> str:
        """How a plain word is written in Latin letters."""
        return fold(word) if self._is_latin else self._spelled(word)

    def is_box(self, word: str) -> bool:
        """True for what firms call a mailbox: info, help, sales."""
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.text in own_words(BOX)
