"""Whether an output belongs to a reference: a score of the wrong file, or of lines in another order, says nothing.

Lines that share words with what they are scored against belong to it. Of those that hardly do, the words are kept, some
thousands of lines at most, and their hash for every line; an output that fits the reference of another such line stands
in the wrong place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..errors import InputError
from ..scripts import nfc, split_marks

_OWN = 0.5
"""The share of an output's words that its reference has, below which another reference is looked for."""

_OTHER = 0.8
"""The share that another reference has of the words of an output that belongs to it."""

_OF_PLACE = 0.4
"""The share that these words then are of the other reference: it may be there as it was said and as it is written."""

_MANY, _MOSTLY = 0.2, 0.5
"""The share of the lines with few words of their own that stand elsewhere, where the order is wrong: of a bad output
some fit another line by chance; of files without a word in common, more."""

_FOREIGN = 0.05
"""The share of all words that is hardly any."""

_FEW_WORDS, _FEW_LINES = 6, 2
"""With less text than this nothing is said: a single word may well be wrong."""

_WORDS_OF_A_PLACE = 3
"""Lines of fewer words are alike by chance."""

_MOST = 5000  # lines whose words are kept


@dataclass(slots=True)
class Fitting:
    """Sees every line with the references of it, and then says whether the two files belong together.

    Args:
        reference, output: what the files are called.
        unit: what their records are called.
    """

    reference: str
    output: str
    unit: str = "line"
    _lines: int = 0
    _words: int = 0
    _common: int = 0
    _first: int | str | None = None
    _odd: dict[int | str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _place_of: dict[int, int | str] = field(default_factory=dict)
    _made: dict[int | str, tuple[int, int]] = field(default_factory=dict)

    def see(self, line: int | str, references: Iterable[str], output: str) -> None:
        """One line: texts that its output may share words with (what was said, what is right), and the output."""
        said = " ".join(references)
        known, made = frozenset(said.lower().split()), frozenset(output.lower().split())
        if len(known & made) < _OWN * len(made):  # what follows takes a while, and most lines belong together
            known, made = _words_of(said), _words_of(output)
        if not made or not known:
            return
        common = len(known & made)
        self._lines += 1
        self._words += len(made)
        self._common += common
        if common < _OWN * len(made):
            self._first = line if self._first is None else self._first
            self._place_of.setdefault(hash(known), line)
            self._made[line] = (hash(made), len(made))
            if len(self._odd) < _MOST:
                self._odd[line] = (known, made)

    def check(self) -> None:
        """Raise `InputError` for lines in another order, and for files that have hardly any words in common."""
        if self._lines < _FEW_LINES or self._words < _FEW_WORDS:
            return
        foreign = self._common <= _FOREIGN * self._words
        moved = self._moved(1 if foreign else _WORDS_OF_A_PLACE)
        if len(moved) >= max(2, len(self._odd) * (_MOSTLY if foreign else _MANY)):
            line, place = next(iter(moved.items()))
            raise InputError(
                f"the {self.unit}s of {self.output} are in another order than those of {self.reference}: {self.unit} "
                f"{line} has the words of {self.unit} {place} ({len(moved)} such {self.unit}s in all); bring both into "
                "the same order"
            )
        if foreign:
            raise InputError(
                f"{self.output} and {self.reference} have hardly any words in common ({self._common} of {self._words}),"
                f" from {self.unit} {self._first} on: is one of them the wrong file?"
            )

    def _moved(self, fewest: int) -> dict[int | str, int | str]:
        """Lines whose outputs have the words of another line's reference, and that line."""
        made = ((line, digest) for line, (digest, size) in self._made.items() if size >= fewest)
        same = {line: self._place_of.get(digest, line) for line, digest in made}
        found = {line: place for line, place in same.items() if place != line}
        if len(found) < max(2, len(self._odd) * _MOSTLY):
            found |= self._alike(fewest)
        return {line: found[line] for line in self._made if line in found}

    def _alike(self, fewest: int) -> dict[int | str, int | str]:
        """As `_moved`, where words are not the same but most are."""
        lines_with: dict[str, list[int | str]] = {}
        for line, (known, _) in self._odd.items():
            for word in known:
                lines_with.setdefault(word, []).append(line)
        found = {}
        for line, (_, made) in self._odd.items():
            if len(made) < fewest:
                continue
            places = Counter(place for word in made for place in _rare(lines_with.get(word, ())))
            places.pop(line, None)
            place, common = places.most_common(1)[0] if places else (line, 0)
            if common >= max(_OTHER * len(made), _OF_PLACE * len(self._odd[place][0])):
                found[line] = place
        return found


def _rare(places: Sequence[int | str]) -> Sequence[int | str]:
    """Words that stand in very many lines tell little, and cost much."""
    return places[:500]


def _words_of(text: str) -> frozenset[str]:
    words = (split_marks(word)[1] for word in nfc(text).lower().split())
    return frozenset(word for word in words if word)


def departs(references: Iterable[str], outputs: Iterable[str]) -> int | None:
    """The first line, from 1, from which on the lines of two files share no words; None where there is none."""
    start: int | None = None
    for line, (reference, output) in enumerate(zip(references, outputs, strict=False), start=1):
        known, made = _words_of(reference), _words_of(output)
        if known and made:
            if len(known & made) >= _OWN * len(made):
                start = None
            elif start is None:
                start = line
    return start
