"""Which of the grammar's spans are numbers, where there is no tagger to decide.

Number words are also articles (एक), verbs (दो), rivers (ஆறு) and idioms (नौ दो ग्यारह). The tables `keep` and `cues` and
the style's ``spell_out_below`` settle those; everything else that the grammar finds is converted.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise

from ..document import Choice, Range, Span
from ..languages import Language
from ..scripts import fold
from ..styles import Style
from ..tables import Row
from .pipeline import Grammar

Phrase = tuple[str, ...]

_CACHE_SIZE = 200_000


class Policy:
    """Chooses among a grammar's spans for one language."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        facts = grammar.language
        self._alone = frozenset(_phrases(facts, "alone"))
        self._before = frozenset(map(fold, facts.forms("cues", side="before")))
        self._after = frozenset(map(fold, facts.forms("cues", side="after")))
        self._modifiers = frozenset(fold(row["form"]) for row in facts.table("fractions") if row["value"][0] in "+-")
        self._indefinite = frozenset(map(fold, facts.forms("words", name="some")))
        self._scales = frozenset(fold(row["form"]) for row in facts.table("scales"))
        vague = (row for row in facts.table("scales") if _is_vague_alone(row, facts))
        self._vague_scales = frozenset((fold(row["form"]),) for row in vague)
        classifiers = (row["written"] for row in facts.table("suffixes") if row["flag"] == "classifier")
        self._classifiers = frozenset(written.removeprefix("+") for written in classifiers)
        self._idioms: dict[str, list[Phrase]] = {}
        for phrase in _phrases(facts, "always"):
            self._idioms.setdefault(phrase[0], []).append(phrase)
        self._idioms_of: dict[str, list[Phrase]] = {}

    def choose(self, words: Sequence[str], style: Style) -> Choice:
        """Decide for ``words``. An empty string among them is a barrier that no span crosses."""
        if not style.convert:
            return Choice([], frozenset())
        idioms = list(self._idiom_ranges(words))
        found = self.grammar.spans(_blanked(words, idioms) if idioms else words)
        spoken = sum(map(bool, words)) if found else 0
        in_idiom = {i for start, end in idioms for i in range(start, end)}
        certain = {s for s in found if self._is_certain(s, words, spoken)}
        numbers = [s for s in found if not self._is_cut_off(s, words, in_idiom)]
        numbers = [s for s in numbers if s in certain or not self._is_bare(words[slice(*s.words)])]
        chosen = [s for s in _apart(numbers) if s in certain or self._is_large(s, style)]
        kept = [span.words for span in found if span not in chosen]
        bound = {i for start, end in idioms for i in range(start, end - 1)}
        bound |= {i for start, end in kept for i in range(max(start - 1, 0), end - 1)}
        return Choice(chosen, frozenset(bound))

    def _is_certain(self, span: Span, words: Sequence[str], spoken: int) -> bool:
        """True for what can only be a number; ``spoken`` is the number of words in the text.

        A number that is the whole text is an answer.
        """
        start, end = span.words
        bare = span.kind == "cardinal" and "sign" not in span.token.fields
        return not bare or end - start == spoken or self._has_cue(words, start, end)

    def _is_large(self, span: Span, style: Style) -> bool:
        """True for a number that is written in figures wherever it stands."""
        fields = span.token.fields
        return fields.get("suffix", "") in self._classifiers or int(fields["integer"]) >= style.spell_out_below

    def _is_cut_off(self, span: Span, words: Sequence[str], in_idiom: Container[int]) -> bool:
        """True if a word beside the span belongs to the amount: "84 लाख", "कई लाख", "साढ़े तीन", "… लाख"."""
        start, end = span.words
        if end < len(words) and fold(words[end]) in self._scales:
            return True
        if start == 0:
            return False
        previous = fold(words[start - 1])
        if previous in self._modifiers:
            return True
        return fold(words[start]) in self._scales and (
            start - 1 in in_idiom
            or previous in self._indefinite
            or any(map(str.isdigit, words[start - 1]))
            or self.grammar.knows(words[start - 1])
        )

    def _is_bare(self, words: Sequence[str]) -> bool:
        """True for what is no number on its own: "thousands of", "a …"."""
        key = _key(words)
        return key in self._alone or key in self._vague_scales

    def _has_cue(self, words: Sequence[str], start: int, end: int) -> bool:
        after = end < len(words) and fold(words[end]) in self._after
        return after or (start > 0 and fold(words[start - 1]) in self._before)

    def _idiom_ranges(self, words: Sequence[str]) -> Iterator[Range]:
        for i, word in enumerate(words):
            for phrase in self._starting_with(word):
                if _key(words[i : i + len(phrase)]) == phrase:
                    yield i, i + len(phrase)

    def _starting_with(self, word: str) -> Sequence[Phrase]:
        """The idioms that begin with ``word``; a look-up for words seen before."""
        phrases = self._idioms_of.get(word)
        if phrases is None:
            if len(self._idioms_of) >= _CACHE_SIZE:
                self._idioms_of.clear()
            phrases = self._idioms_of[word] = self._idioms.get(fold(word), [])
        return phrases


def _is_vague_alone(row: Row, facts: Language) -> bool:
    """True for a scale word that alone says "many": one that takes "one" where exactly one is meant."""
    value = row.number("value")
    return value >= 1000 and (value in facts.numbers.say_one_before or row["system"] != "")


def _apart(spans: Sequence[Span]) -> list[Span]:
    """The spans that do not stand in a row of numbers.

    "दो तीन सौ रुपये" is two or three hundred rupees: a whole number directly before another one is no number of its own,
    and what they mean together is not said by either.
    """
    rows = [a.words[1] == b.words[0] and _is_plain(a) for a, b in pairwise(spans)]
    return [span for span, *in_row in zip(spans, [False, *rows], [*rows, False], strict=False) if not any(in_row)]


def _is_plain(span: Span) -> bool:
    return span.kind == "cardinal" and "suffix" not in span.token.fields


def _blanked(words: Sequence[str], ranges: Sequence[Range]) -> list[str]:
    """``words`` with those in ``ranges`` emptied."""
    left = list(words)
    for start, end in ranges:
        left[start:end] = [""] * (end - start)
    return left


def _phrases(facts: Language, when: str) -> list[Phrase]:
    rows = [row for row in facts.table("keep") if row.choice("when", ("always", "alone")) == when]
    return [_key(row["form"].split(" ")) for row in rows]


def _key(words: Sequence[str]) -> Phrase:
    return tuple(map(fold, words))
