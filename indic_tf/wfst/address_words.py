"""Words of electronic addresses that no table knows, in Latin letters: जॉब्स jobs, ग्रीनफार्म greenfarm."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from operator import itemgetter

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
    usual_words,
    words_of,
)
from ..transliterate.mixed import Mixed, mixed
from ..transliterate.native.stored import stored
from .address_parts import Endings
from .phrases import Phrases
from .pipeline import Grammar
from .wire import YEARS

_MOST_SPELLINGS, _MOST_LOOKED_AT = 5, 12
_NEAR, _MOST_OTHERS = 0.15, 4  # how much less likely another spelling may be that is worth a word
OF_SPEECH, _JOINED = frozenset({"english", "spoken", "web"}), "joined"
_OTHERS = frozenset({"english", "spoken", "joined"})
_GUESSED = {"given": (0.6, 0.2), "town": (0.6, 0.5), "word": (0.6, 0.5), "joined": (0.8, 0.2)}
"""Source of a spelling → the price from which it is rather a guess, and what it costs then. Fitted on the names of
`data_scripts/addresses`."""
_MUST_BE_OWN = 50  # tenths of the Zipf scale, from which a word of the language is no English
_JUST_SO, _LEAST_OF_TWO = 0.42, 6
_HUNDREDS = 3  # figures
_PAIR = 2  # numbers of a year, and figures of each
_LATIN = "Latin"
NAMES = frozenset({"given", "family", "listed"})
BOX, FIRM = "box", "firm"
_COMPOUNDS = frozenset({FIRM, "word", "web", BOX})
MOST_OF_COMPOUND = 3  # words
_ENDED, _NOBODY_KNOWS, _LETTERS_OF_STEM = 0.65, 1.0, 3
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
        self._ands = frozenset(map(fold, grammar.language.forms("words", name="english_and")))
        ats = grammar.language.forms("words", name="at")
        self._ats = frozenset(fold(form.split(" ")[0]) for form in ats)
        listed = (row["form"] for row in grammar.language.table("names") if row["latin"])
        self._listed = frozenset(map(fold, listed))
        months = (row for row in grammar.language.table("months") if row["value"].isdecimal())
        self._months = {fold(row["form"]): words_of("month")[int(row["value"]) - 1] for row in months}

    @property
    def _spells(self) -> Transliterator:
        return transliterator(self._grammar.language.code)  # not loaded before an address asks

    @property
    def _mixed(self) -> Mixed:
        return mixed(self._grammar.language.code)

    def latin(self, words: Sequence[str]) -> list[str]:
        """``words`` of an address, those that the grammar has no spelling for in Latin letters."""
        words = ["and" if fold(word) in self._ands else word for word in self._with_figures(words)]
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
            if figures := self._figures_of(words[position:end]):
                made.append(figures)
            else:
                made += words[position:end]
            made += words[end : end + 1]
            position = end + 1
        return made

    def end_of_number(self, words: Sequence[str], start: int) -> int:
        """Where the number or year that begins at ``start`` ends; behind its first word if it is of one."""
        end = start + 1
        while end < len(words) and words[end] and self._is_numeral(words[end]):
            end += 1
        ends = range(end, start + 1, -1)
        return next((last for last in ends if self._figures_of(words[start:last])), start + 1)

    def _figures_of(self, words: Sequence[str]) -> str:
        """The figures of a number of hundreds or more, or of a year; "" for none."""
        figures = self._whole_number(words) or self._year_in_pairs(words)
        return figures if len(figures) >= max(_HUNDREDS, len(words)) else ""

    def _whole_number(self, words: Sequence[str]) -> str:
        """The figures of a number or year of several words; "" for none."""
        said = self._grammar.whole(words) if len(words) > 1 else None
        fields = said.token.fields if said else {}
        if fields.keys() == {"year"}:
            return fields["year"]
        return fields.get("integer", "") if said and said.kind == "cardinal" else ""

    def _year_in_pairs(self, words: Sequence[str]) -> str:
        """The figures of a year that is said as two numbers: twenty | twenty six; "" for none."""
        spans = self._grammar.spans(words) if len(words) > 1 else []
        pair = [span.token.fields.get("integer", "") for span in spans if span.kind == "cardinal"]
        year = "".join(pair) if len(pair) == len(spans) == _PAIR and all(len(part) == _PAIR for part in pair) else ""
        return year if year and int(year) in YEARS else ""

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
                found = self._spellings(word, _MOST_OTHERS)  # none for a number that is put into figures
                near = (other.text for other in found if found[0].score - other.score < _NEAR)
                yield from ([*chosen[:i], other, *chosen[i + 1 :]] for other in near if other != text)

    @cached_property
    def _common(self) -> Mapping[str, int]:
        """Words of the language with their frequencies, in tenths of the Zipf scale; none for a language without."""
        known = stored(self._grammar.language.code)
        return dict(zip(known.words, known.tenths, strict=True)) if known else {}

    def _spellings(self, word: str, most: int) -> list[Spelling]:
        """The likeliest spellings of ``word``; a word of the language is hardly English that sounds like it."""
        found = sorted(map(_as_guessed, self._spells.spellings(word, _MOST_LOOKED_AT)), key=lambda one: -one.score)
        stops = fold(word) in self._stops
        if found and (stops or self._common.get(word, 0) >= _MUST_BE_OWN):
            found = [one for one in found if not _is_other(one, stops)] or found
        if not found or found[0].source not in (*OF_SPEECH, _JOINED):
            return found[:most]
        unlike, seen = self._mixed.unlikeliness(word), self._mixed.frequency(word) > 0
        priced = [replace(one, score=one.score - unlike * self._is_doubtful(one, seen)) for one in found]
        return sorted(priced, key=lambda one: -one.score)[:most]

    @staticmethod
    def _is_doubtful(spelling: Spelling, seen: bool) -> bool:
        """True for English that a word of the language may sound like; not for what sounds just like a word that
        addresses are full of, for letters run together, for words that no text of the language has ``seen`` so."""
        if spelling.source in OF_SPEECH:
            return spelling.text not in usual_words() or -spelling.score > _JUST_SO
        return spelling.source == _JOINED and seen and len(spelling.text) >= _LEAST_OF_TWO

    def _end_of_compound(self, words: Sequence[str], start: int) -> int:
        """Where a known name of several words that begins at ``start`` ends; ``start`` if none does."""
        ends = range(min(len(words), start + MOST_OF_COMPOUND), start + 1, -1)
        return next((end for end in ends if self._is_compound(words[start:end])), start)

    def _is_compound(self, words: Sequence[str]) -> bool:
        found = self._spells.known("".join(words)) if all(map(self._is_word, words)) else None
        return found is not None and found.source in _COMPOUNDS

    def _spelled(self, word: str, behind_dot: bool = False) -> str:
        if month := self._months.get(fold(word)):
            return month
        found = self._spellings(word, _MOST_SPELLINGS)
        endings = [spelling.text for spelling in found if behind_dot and spelling.text in last_parts()]
        return endings[0] if endings else found[0].text if found else word

    def bare(self, word: str, endings: Endings) -> tuple[str, str] | None:
        """A last word of an address that nobody knows without its case ending, and that, if what is left is known."""
        known = self._is_known(word) or fold(word) in self._dots or any(one.at([word], 0) for one in self._phrases)
        whole = 0.0 if known else self._price(word)
        if whole < _NOBODY_KNOWS:
            return None
        stems = ((stem, end) for stem, end in endings.bare(word) if self._is_word(stem) and stem not in self._stops)
        long = ((stem, end) for stem, end in stems if sum(map(str.isalpha, stem)) >= _LETTERS_OF_STEM)
        priced = ((self._price(stem), stem, ending) for stem, ending in long)
        price, stem, ending = min(priced, key=itemgetter(0), default=(whole, "", ""))
        return (stem, ending) if price < _ENDED else None

    def _price(self, word: str) -> float:
        """What the likeliest spelling of a word that is known, or letters, costs; 1 for a word nobody knows."""
        found = self._spellings(word, 1)
        return -found[0].score if found and found[0].source != "rules" else _NOBODY_KNOWS

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
        if self.is_latin:
            return fold(word) in self._stops | grammatical_words()
        return fold(word) in self._stops or (self._is_word(word) and self._is_english_stop(word))

    def _is_english_stop(self, word: str) -> bool:
        """True for a word of these in English; billa is no bill."""
        found = self._spells.known(word)
        return found is not None and found.text in self._stops and -found.score < SURE

    @property
    def is_latin(self) -> bool:
        """True for a language in Latin letters, whose words are those of addresses."""
        return self._grammar.language.script == _LATIN

    def _is_plain(self, word: str) -> bool:
        """As `_is_word`, in languages that are written in Latin letters, too."""
        if not self.is_latin:
            return self._is_word(word)
        taken = fold(word) in self._signs or fold(word) in self._characters
        return word.isalpha() and not taken and not self._grammar.is_number(word)

    def _text(self, word: str) -> str:
        """How a plain word is written in Latin letters."""
        return fold(word) if self.is_latin else self._spelled(word)

    def is_box(self, word: str) -> bool:
        """True for what firms call a mailbox: info, help, sales."""
        if self.is_latin:
            return fold(word) in own_words(BOX)
        found = self._spells.known(word) if self._is_word(word) else None
        return found is not None and found.text in own_words(BOX)


def _as_guessed(spelling: Spelling) -> Spelling:
    """``spelling`` with its price as a guess: words put together, and names whose sounds are others, are taken for more
    than they are."""
    least, more = _GUESSED.get(spelling.source, (0.0, 0.0))
    return replace(spelling, score=spelling.score - more) if more and -spelling.score > least else spelling


def _is_other(spelling: Spelling, stops: bool) -> bool:
    """True for English that a frequent word of the language may sound like, and for a person's name that one of its
    sentences' words (``stops``) may: मेरी is no Mary."""
    return (spelling.source in _OTHERS and spelling.text not in usual_words()) or (stops and spelling.source == "given")
