"""The vocabulary that grammars are written in: rows, spaces, weights. Needs pynini.

Labels are code points: fewer states than bytes, and paths a third as long. `code_points` switches pynini over while a
grammar is built.

Spoken relations map words to fields. Their side effect is alignment: each space that a token swallows is written as
`SPACE_MARK` among the fields, so the number of source words can be read off the best path and never has to be guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass

import pynini
from pynini.lib import pynutil
from pywrapfst import Arc, Weight

from ..scripts import fold
from .wire import KEPT_END, KEPT_START, SPACE_MARK

# A step in rank costs next to nothing: ranks only choose among spellings, never among readings.
RANK_STEP = 0.002

Fst = pynini.Fst


def code_points() -> AbstractContextManager[None]:
    """Within this context strings are compiled to code points, not to bytes."""
    context: AbstractContextManager[None] = pynini.default_token_type("utf8")
    return context


@dataclass(frozen=True, slots=True)
class Spelling:
    """How a spoken relation treats what lies between words.

    ``generating`` relations (written → spoken) put single spaces; reading ones also take words written together and
    leave a `SPACE_MARK` for every space.
    """

    generating: bool

    @property
    def space(self) -> Fst:
        """Between two words of a number."""
        if self.generating:
            return pynutil.delete(" ")
        return pynini.union(pynini.cross(" ", SPACE_MARK), pynutil.add_weight(pynini.accep(""), 0.2)).optimize()

    @property
    def gap(self) -> Fst:
        """Between a number and another word, which are never written together."""
        return pynutil.delete(" ") if self.generating else pynini.cross(" ", SPACE_MARK)

    def kept(self, words: Fst) -> Fst:
        """Words of a token that stay as they are: marked among the fields when read, in the words when generated."""
        if self.generating:
            return join(pynutil.delete(KEPT_START), words, pynutil.delete(KEPT_END))
        return join(put(KEPT_START), words, put(KEPT_END))

    def coded(self, forms: Mapping[str, Sequence[str]]) -> Fst:
        """Words → the code they stand for; only the first form of each code where words are generated."""
        pairs = [(form, code) for code, words in forms.items() for form in words[: 1 if self.generating else None]]
        return self.rows(pairs)

    def rows(self, pairs: Iterable[tuple[str, str]], weight: float = 0.0) -> Fst:
        """One path per (words, output), the first words of an output cheapest; nothing for no pairs."""
        ranks: Counter[str] = Counter()
        triples = []
        for words, output in pairs:
            price = str(weight + RANK_STEP * ranks[output])
            sides = pynini.escape(self.key(words)), self._marked(words, output)
            triples.append((*(reversed(sides) if self.generating else sides), price))
            ranks[output] += 1
        if not triples:
            return nothing()
        made = pynini.string_map(triples)  # reads the whole of its first side before it writes the second
        return (pynini.invert(made) if self.generating else made).optimize()

    def words(self, forms: Iterable[str]) -> Fst:
        """Words that write nothing, the preferred one first; only that one where words are generated."""
        return self.rows((form, "") for form in list(forms)[: 1 if self.generating else None])

    def key(self, words: str) -> str:
        """How words stand in the relation: as they are written, or folded as the reader folds its input."""
        return words if self.generating else " ".join(map(fold, words.split(" ")))

    def _marked(self, words: str, output: str) -> str:
        marks = "" if self.generating else SPACE_MARK * words.count(" ")
        return marks + pynini.escape(output)


def nothing() -> Fst:
    """The relation that relates nothing."""
    return pynini.Fst()


def exists(fst: Fst) -> bool:
    """True if the relation relates something."""
    return int(fst.start()) >= 0


def put(text: str) -> Fst:
    """Write ``text``, read nothing."""
    return pynutil.insert(pynini.escape(text)) if text else pynini.accep("")


def cost(fst: Fst, weight: float) -> Fst:
    """``fst`` at a price, paid at its end so that equal beginnings can still be merged."""
    return join(fst, pynini.accep("", weight=weight))


def any_of(*fsts: Fst) -> Fst:
    """The union of those relations that relate something."""
    real = [fst for fst in fsts if exists(fst)]
    return pynini.union(*real) if len(real) > 1 else (real[0].copy() if real else nothing())


def join(*fsts: Fst) -> Fst:
    """The relations one after the other; nothing if one of them relates nothing."""
    if not all(map(exists, fsts)):
        return nothing()
    made = fsts[0].copy()
    for fst in fsts[1:]:
        made.concat(fst)
    return made


def maybe(fst: Fst) -> Fst:
    """``fst`` or nothing at all."""
    return pynini.union(fst, "") if exists(fst) else pynini.accep("")


def repeated(fst: Fst, between: str, output: str) -> Fst:
    """``fst`` once or more, with the character ``between`` before each but the first, which writes ``output``; unlike
    a closure it has ``fst`` in it once."""
    made, start = fst.copy(), fst.start()
    for state in fst.states():
        weight = fst.final(state)
        if weight != Weight.zero(fst.weight_type()):
            made.add_arc(state, Arc(ord(between), ord(output), weight, start))
    return made


LATIN_DIGITS = "0123456789"


def one_of(characters: Iterable[str]) -> Fst:
    """Any one of ``characters``."""
    return pynini.union(*(pynini.escape(character) for character in sorted(set(characters)))).optimize()


def input_characters(fst: Fst) -> set[str]:
    """The characters that a relation can read."""
    return {chr(arc.ilabel) for state in fst.states() for arc in fst.arcs(state) if arc.ilabel}


def digit() -> Fst:
    """Any Latin digit."""
    return one_of(LATIN_DIGITS)
