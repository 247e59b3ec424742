"""Which words belong to figures that are already there, so that no mark comes between.

A grammar writes "8:30 pm", "12 square metres", "morning 9 to 6 o'clock" as one; when they come again, as words of a
text, they must be found without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

import regex

from ..languages import Language
from ..scripts import fold, split_marks
from .bare import BareWords
from .phrases import Phrases, key
from .pipeline import Grammar
from .wire import HALVES, bare

_DIGIT = regex.compile(r"\p{Nd}")
_SHORTEST_STEM = 3  # letters and signs
_LONGEST_LINK = 3  # words between two figures: "9 from evening 6"
_WORDS_BEFORE = ("some", "point", "minus", "percent_before", "of")
_LINKS = ("to", "or")


class BesideFigures:
    """The words of a language that belong to the figures before or behind them."""

    def __init__(self, grammar: Grammar, alone: BareWords) -> None:
        self._grammar, self._alone = grammar, alone
        facts = grammar.language
        behind = [*_behind(facts)]
        self._behind, self._before = Phrases(behind), Phrases(_before(facts))
        self._heads = Phrases(phrase.rpartition(" ")[0] for phrase in behind if " " in phrase)
        self._stems = _stems((phrase for phrase in behind if " " not in phrase), facts)
        self._tails = _stems((phrase.rpartition(" ")[2] for phrase in behind if " " in phrase), facts)
        self._links = Phrases(form for name in _LINKS for form in facts.forms("words", name=name))
        self._scales = Phrases(facts.forms("scales"))
        titles = (row["written"] for row in facts.table("whitelist") if row["when"] == "name")
        self._titles = frozenset(fold(split_marks(title)[1]) for title in titles)
        whole = (row["written"].split() for row in facts.table("whitelist") if " " in row["written"])
        self._whole = Phrases(" ".join(split_marks(word)[1] for word in words) for words in whole)

    def positions(self, words: Sequence[str], native: Callable[[Sequence[str]], Sequence[str]]) -> set[int]:
        """The positions of words that belong with the next: of figures with their units, and of figures before numbers
        (1800 233 4526, 23 ஒரு 10). What was written without a mark inside has none when it comes again.

        ``native``: the words, with those in Latin letters as the native words that they may be.
        """
        found = {i for start, end in self._whole.ranges(words) for i in range(start, end - 1)}
        found.update(i for i, word in enumerate(words[:-1]) if fold(word) in self._titles)
        if not _DIGIT.search(" ".join(words)):
            return found
        natives = native(words)
        figures = [_DIGIT.search(word) is not None for word in words]
        for i in (i for i, figure in enumerate(figures) if figure):
            last = self._last_behind(natives, i)
            if self._scales.at(natives, i + 1) == last + 1:  # "10 lakh rupees"
                last = self._last_behind(natives, last)
            found.update(range(i, last))
            found.update(range(self._first_before(natives, i), i))
            if i + 1 < len(words) and self._is_next_number(words, figures, i + 1):
                found.add(i)
            found.update(range(i, self._next_linked(natives, figures, i)))
        return found

    def _last_behind(self, words: Sequence[str], figure: int) -> int:
        """The last of the words that belong to a figure before them, endings and all; the figure if none do.

        A scale word is one of them, and stands for the figure too.
        """
        start = figure + 1
        head = self._heads.at(words, start)
        if start < head < len(words) and _begins_with(words[head], self._tails, 1):
            return head
        end = self._behind.at(words, start)
        if end > start:
            return end - 1
        return start if start < len(words) and _begins_with(words[start], self._stems) else figure

    def _first_before(self, words: Sequence[str], figure: int) -> int:
        return self._before.before(words, figure)

    def _next_linked(self, words: Sequence[str], figures: Sequence[bool], figure: int) -> int:
        """The figure at the other end of a range: "9 से शाम 6"; ``figure`` itself where there is none."""
        end = self._links.at(words, figure + 1)
        if end == figure + 1:
            return figure
        last = next((k for k in range(end, min(end + _LONGEST_LINK, len(words))) if figures[k]), figure)
        return last if last > figure and self._first_before(words, last) <= end else figure

    def _is_next_number(self, words: Sequence[str], figures: Sequence[bool], i: int) -> bool:
        """True for a number at ``i``; for a word that may be an article only where another follows."""
        if figures[i] or key(words[i : i + 1]) not in self._alone:
            return figures[i] or (bool(words[i]) and self._grammar.is_number(words[i]))
        return i + 1 < len(words) and (figures[i + 1] or self._grammar.is_in_number(words[i + 1]))


def _behind(facts: Language) -> Iterator[str]:
    """Phrases behind figures: signs, scales, currencies, months, units, o'clock, halves of the day, endings apart."""
    yield from (row["form"] for row in facts.table("clock") if row["name"].startswith(("oclock", "minute", *HALVES)))
    yield from HALVES.values()
    yield from chain(facts.forms("scales"), facts.forms("months"), facts.forms("currency"), _signs(facts))
    yield from (part for form in facts.forms("units") for part in form.split(" | "))
    yield from (form for name in (*_LINKS, "percent") for form in facts.forms("words", name=name))
    yield from (f"{of} {month}" for of in facts.forms("words", name="of") for month in facts.forms("months"))
    written = (bare(row["written"]) for row in facts.table("suffixes"))
    yield from (ending.replace("_", " ").strip() for ending in written if ending.startswith("_"))


def _before(facts: Language) -> Iterator[str]:
    """Phrases before figures: signs, currencies, months, parts of the day, fractions, "some", the frame of a unit."""
    apart = ("past", "passed", "minute")
    yield from (row["form"] for row in facts.table("clock") if not row["name"].startswith(apart))
    yield from chain(facts.forms("fractions"), facts.forms("months"), facts.forms("currency"), _signs(facts))
    yield from (form for name in _WORDS_BEFORE for form in facts.forms("words", name=name))
    yield from (form.split(" | ")[0] for form in facts.forms("units"))


def _signs(facts: Language) -> Iterator[str]:
    yield from (row[column] for row in facts.table("symbols") for column in ("code", "symbol"))
    yield from (row["code"] for row in facts.table("currency"))


def _stems(words: Iterable[str], facts: Language) -> frozenset[str]:
    """What is left of words when an ending takes its place, and words to which one is added."""
    stripped = {fold(row["strip"]) for row in facts.table("suffixes") if row["strip"]}
    whole = set(map(fold, words))
    stems = {word.removesuffix(end) for word in whole for end in stripped if word.endswith(end)}
    return frozenset(stem for stem in stems | whole if stem)


def _begins_with(word: str, stems: frozenset[str], shortest: int = _SHORTEST_STEM) -> bool:
    word = fold(word)
    return any(word[:length] in stems for length in range(shortest, len(word) + 1))
