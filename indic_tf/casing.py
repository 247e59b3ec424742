"""Case of Latin words: what a table knows, what the tagger says, and where a sentence begins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

import regex

from .document import Edit, Word
from .labels import apply_case, case_of
from .languages import Language, language
from .scripts import fold
from .sentences.facts import Facts, facts
from .sentences.marks import is_short

BY_TAGGER, BY_RULE = "tagger", "rule"

# Web and mail addresses, markup, character references.
_FOR_MACHINES = regex.compile(r"://|\S@|@\S|</?[a-z]|[a-z]>|&[a-z]+;|[a-z]\.[a-z]{2,}(?![a-z])")
_MARKUP = regex.compile(r"</?[A-Za-z][^<>]*>|\{\\[^{}]*\}")
_STOP = regex.compile(r"[.۔][\p{Pe}\p{Pf}\"'*_`]*")
_HALVES = ("am", "pm")  # a prime minister is a P.M., too
_LOWER = "lower"
_THOUSAND = 1000


@cache
def scales(key: str) -> frozenset[str]:
    """The scale words of a language in Latin letters, folded."""
    facts = language(key)
    native = {fold(row["form"]) for row in facts.table("scales")}
    english = (row["form"] for row in facts.table("english") if row.number("value") >= _THOUSAND)
    roman = (row["form"] for row in facts.table("roman") if fold(row["native"]) in native)
    return frozenset(form for form in (*native, *map(fold, english), *map(fold, roman)) if form.isascii())


class Casing:
    """The case of the words of one text; ``capitalize`` says whether its sentences begin with a capital."""

    def __init__(self, words: Sequence[Word], language: Language) -> None:
        self._words, self._language = words, language
        self._facts: Facts = facts(language.key)

    def edits(self, position: int, label: str, first: bool) -> Iterator[Edit]:
        """The change of case of the word at ``position``, which the tagger calls ``label``.

        A word that has capitals or figures keeps its shape, and so does what is for machines: addresses. ``first`` says
        that it begins a sentence. A scale word behind its figure has small letters, as where the figure was said.
        """
        word = self._words[position]
        if self._is_scale(position):
            return
        if case_of(word.core) != _LOWER or any(map(str.isdigit, word.core)) or self._is_for_machines(word):
            return
        known = self._language.cased(word.core)
        known = self._short(position, label) if known is None else known
        cased, by = (apply_case(word.core, label), BY_TAGGER) if known is None else (known, BY_RULE)
        if first and self._language.capitalize and cased == word.core:
            cased, by = apply_case(word.core, "capital"), BY_RULE
        if cased != word.core:
            yield Edit((position, position + 1), word.before + cased + word.after, "case", by)

    def ends_sentence(self, position: int) -> bool:
        """False for a word whose only mark is the full stop of an abbreviation or an initial: that ends none."""
        word = self._words[position]
        if not _STOP.fullmatch(word.after):
            return True
        return not is_short(word.core, self._core(position - 1), self._core(position + 1), self._facts)

    def _is_scale(self, position: int) -> bool:
        """True for the scale word of a figure: ₹2 lakh."""
        core = self._words[position].core
        return core.isascii() and self._core(position - 1)[-1:].isdigit() and fold(core) in scales(self._language.key)

    @staticmethod
    def _is_for_machines(word: Word) -> bool:
        bare = _MARKUP.sub("", word.before) + word.core + _MARKUP.sub("", word.after)
        return _FOR_MACHINES.search(bare) is not None

    def _short(self, position: int, label: str) -> str | None:
        """How an abbreviation before its full stop, or before figures, is written: Ltd., e.g., Rs 500.

        Where it may be a word as well, the tagger's small letters count. None for what is no abbreviation.
        """
        word = self._words[position]
        written = self._facts.spellings.get(fold(word.core))
        stopped, following = word.after.startswith("."), self._core(position + 1)
        if written is None or not (stopped or following[:1].isdigit()):
            return None
        if "." not in written:
            return None if label == _LOWER else written
        is_half = written.replace(".", "") in _HALVES
        return None if is_half and not self._core(position - 1)[-1:].isdigit() else written

    def _core(self, position: int) -> str:
        return self._words[position].core if 0 <= position < len(self._words) else ""
