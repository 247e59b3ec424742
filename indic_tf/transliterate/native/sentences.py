"""Sentences in Latin letters in the script of their language: which words are native, and which of them these are.

Every word may be one of a few native ones, or English, which stays. How often a word is said, how it is typed and what
it stands beside decide, over the whole sentence at once (Viterbi): "main" is मैं, and English in "main road".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import regex

from ...first_use import once
from ...languages import Language, language
from ..data import english, typed_words
from ..evidence import borrowed
from ..lexicon import own_words
from .stored import Stored, stored
from .unknown import Letters
from .words import LOG10, ZIPF, Words

_TYPED = regex.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_SPELLED_OUT = regex.compile("[A-Z]+")
_MOST = 5
_ENOUGH = 17.0  # a known word of this price, and what costs more is unlikely to be one
# All of these are natural logarithms, as everything that is added up here.
_ENTER, _STAY, _LEAVE = 1.3, 0.6, 0.6  # from the language to English, in it, and back
_SHORT = 3  # letters that a borrowed word has at least
_GAINED, _MOST_GAINED = 0.6, 3.5  # how much counts that two words follow each other often
_AMOUNT = 3.5  # for a number word before another, or before what is counted
_GRAMMAR, _BESIDE_ENGLISH = 4.0, 1.2  # English that no other language borrows, grammar: alone, and behind English
_BORROWED, _MOST_BORROWED = 0.2, 4.0
_FIRM = 4.6  # how frequent names of firms and the like are, on the Zipf scale
_UNKNOWN = 4.0  # for a native word that no list has
_STRANGE, _STRANGE_LETTER = 9.0, 3.0  # for a word that is neither known nor written natively
_OWN_KINDS = ("firm", "web", "box", "spoken")
_COUNTING, _COUNTED = ("numbers", "scales", "fractions"), ("currency", "units", "clock", "months")
_BESIDE = 2.0  # for a spelling of the grammar's of a word that is no number
_LISTED, _CHATTED, _RANK = 0.3, 1.0, 0.7  # for a spelling that is listed; for each that is more usual
_LEAST, _LEAST_SURE = 4.0, 4.8  # how frequent the words of the grammar's tables are at least; those that are no others


@dataclass(frozen=True, slots=True)
class _State:
    """A word as one of the things that it may be.

    ``native``: not English; ``number`` of the word, -1 for none; ``grammar``: English grammar; ``counts``: it is a
    number word; ``counted``: it stands behind them.
    """

    text: str
    price: float
    native: bool
    number: int = -1
    grammar: bool = False
    counts: bool = False
    counted: bool = False


_BEFORE = _State("", 0.0, True)
"""What stands before a text."""


class Natives:
    """Turns words of one language in Latin letters into native ones."""

    def __init__(self, facts: Language, known: Stored) -> None:
        self._words = Words(facts, known, [*_listed(facts, known)])
        self._letters = Letters(facts, self._words.typing, self._words.parser, known.letters)
        self._pairs = known.pairs
        self._counting = _forms(facts, _COUNTING)
        self._counted = _forms(facts, _COUNTED)
        self._states = lru_cache(maxsize=50_000)(self._of_word)

    def read(self, words: Sequence[str]) -> list[str]:
        """``words`` with those in native script that are of the language; all others are as they were.

        Words that are no plain Latin letters, and acronyms in capitals, stay.
        """
        shout = sum(map(str.isupper, words)) > 1 and not any(map(str.islower, words))
        made = list(words)
        for start, end in _runs(words):
            run = words[start:end]
            made[start:end] = self._run([word if _stays(word) and not shout else word.lower() for word in run], run)
        return made

    def _run(self, words: Sequence[str], typed: Sequence[str]) -> list[str]:
        steps = [self._states(word) for word in words]
        costs = [[(state.price + self._step(_BEFORE, state), -1) for state in steps[0]]]
        for before, here in pairwise(steps):
            costs.append([self._cheapest(costs[-1], before, state) for state in here])
        at = min(range(len(steps[-1])), key=lambda i: costs[-1][i][0])
        made: list[str] = []
        for step, cost, word in zip(reversed(steps), reversed(costs), reversed(typed), strict=True):
            made.append(step[at].text or word)
            at = cost[at][1]
        return made[::-1]

    def _cheapest(
        self, costs: Sequence[tuple[float, int]], before: Sequence[_State], here: _State
    ) -> tuple[float, int]:
        """The lowest cost to get to a state, and the one before it."""
        best, at = 1e9, 0
        for i, (cost, _) in enumerate(costs):
            total = cost + self._step(before[i], here)
            if total < best:
                best, at = total, i
        return best + here.price, at

    def _step(self, before: _State, here: _State) -> float:
        amount = _AMOUNT if before.counts and (here.counts or here.counted) else 0.0
        if not here.native:
            grammar = (_GRAMMAR if before.native else _BESIDE_ENGLISH) if here.grammar else 0.0
            return (_ENTER if before.native else _STAY) + grammar - amount
        if not before.native:
            return _LEAVE - amount
        gain = self._pairs.get((before.number, here.number), 0.0)
        return -min(_MOST_GAINED, _GAINED * gain) - amount

    def _of_word(self, word: str) -> tuple[_State, ...]:
        if not _TYPED.fullmatch(word):  # native already
            return (self._state(word, 0.0, self._words.number.get(word, -1)),)
        if _stays(word):
            return (_State("", 0.0, False),)
        plain = word.replace("'", "").replace("’", "")
        found = self._words.candidates(plain)[:_MOST]
        made = [self._state(one.text, one.price, one.number) for one in found]
        if not found or found[0].price > _ENOUGH:
            price, text = self._letters.best(plain)
            made += [_State(text, price + _UNKNOWN, True)] if text else []
        return (*made, self._english(word))

    def _state(self, native: str, price: float, number: int) -> _State:
        counts, counted = native in self._counting, native in self._counted
        return _State(native, price, True, number, counts=counts, counted=counted)

    def _english(self, word: str) -> _State:
        """An English word, with the negative natural logarithm of its being said."""
        counted, frequency = word in self._counted, _english().get(word)
        if frequency is None:
            return _State("", _STRANGE + _STRANGE_LETTER * len(word), False, counted=counted)
        often = borrowed().get(word, 0.0) if len(word) >= _SHORT else 0.0
        price = LOG10 * (ZIPF - frequency) - min(_MOST_BORROWED, _BORROWED * often)
        is_grammar = len(word) < _SHORT or word not in borrowed()
        return _State("", price, False, grammar=is_grammar, counted=counted)


def _forms(facts: Language, tables: Sequence[str]) -> frozenset[str]:
    """The words of tables; of several words the first."""
    return frozenset(form.split(" ")[0] for name in tables for form in facts.forms(name))


def _stays(word: str) -> bool:
    return _SPELLED_OUT.fullmatch(word) is not None


def _runs(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Stretches of words with letters; in each is one of Latin letters."""
    start = 0
    for i in range(len(words) + 1):
        if i < len(words) and (_TYPED.fullmatch(words[i]) or (words[i].isalpha() and not words[i].isascii())):
            continue
        if any(map(_TYPED.fullmatch, words[start:i])):
            yield start, i
        start = i + 1


def _listed(facts: Language, known: Stored) -> Iterator[tuple[str, str, float]]:
    """Spellings that are listed, with their native words: of frequent words, and the grammar's of number words."""
    tenths = dict(zip(known.words, known.tenths, strict=True))

    def price(native: str, least: float = _LEAST) -> float:
        return LOG10 * (ZIPF - max(least, tenths.get(native, 0) / 10)) + _LISTED

    for word, spellings in typed_words(facts.code).items():
        for rank, typed in enumerate(spellings):
            yield typed, word, price(word) + _CHATTED + _RANK * rank
    for row in facts.table("roman"):
        if row["native"] and " " not in row["form"] and row["form"].isalpha() and "joined" not in row["flag"]:
            least = _LEAST if row["flag"] else _LEAST_SURE
            yield row["form"], row["native"], price(row["native"], least) + _BESIDE * ("text" in row["flag"])


@cache
def _english() -> Mapping[str, float]:
    """English words with their frequencies on the Zipf scale."""
    words, tenths, _ = english()
    made = {word: int(value) / 10 for word, value in zip(words, tenths, strict=True)}
    return dict.fromkeys((word for kind in _OWN_KINDS for word in own_words(kind)), _FIRM) | made


@once
def natives(code: str) -> Natives | None:
    """What turns words of a language into native ones, made once; None for a language of whose words nothing is known.

    Raises `LanguageError` for a language that is not known.
    """
    facts = language(code)
    known = stored(facts.code)
    return Natives(facts, known) if known is not None else None
