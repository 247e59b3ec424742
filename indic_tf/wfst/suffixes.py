"""Endings on the last word of a token: நான்கு + இல் = நான்கில், पाँच + वाँ = पाँचवाँ.

Each row of the `suffixes` table takes an ending off the last word and puts another on. All rows are one small
transducer that undoes the change and leaves a mark, so the classes are composed once and not once per suffix. Case
endings and classifiers are open to every class; ordinal endings make an ordinal, and "clock" endings a time of day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from unicodedata import category

import pynini

from ..languages import Language
from ..tables import Row
from .fst import Fst, Spelling, any_of, cost, input_characters, maybe, one_of
from .wire import bare

FLAGS = ("classifier", "ordinal", "year", "clock", "to", "score")
_PRICE = 0.3
_RANK = 0.002
_GENERATED = 0xF0000  # labels from here on stand for marks


@dataclass(frozen=True, slots=True)
class Suffix:
    """A row of the table, the flags it has, and the label that stands for it."""

    row: Row
    flags: frozenset[str]
    mark: str

    @property
    def is_apart(self) -> bool:
        """True for an ending that is written as a word of its own (పదేళ్ల → 10 ఏళ్ల); such a word is never fused in TN."""
        return "_" in self.row["written"]

    @property
    def field(self) -> str:
        return f" suffix={bare(self.row['written'])}"


def suffixes(language: Language) -> list[Suffix]:
    """The rows of the `suffixes` table; `TableError` names an unknown flag."""
    return [Suffix(row, flags(row), f"[SUFFIX{i}]") for i, row in enumerate(language.table("suffixes"))]


def flags(row: Row) -> frozenset[str]:
    """The flags of a suffix row."""
    found = frozenset(row["flag"].split())
    if not found <= set(FLAGS):
        raise row.error(f"flag is {row['flag']!r}, expected one or more of {', '.join(FLAGS)}")
    return found


def endings(language: Language, flag: str) -> Fst:
    """The marks of the suffixes with ``flag``, as a class reads them; writes the suffix field."""
    found = [s for s in suffixes(language) if flag in s.flags]
    return any_of(*(pynini.cross(s.mark, pynini.escape(s.field)) for s in found))


def attach(language: Language, spelling: Spelling, plain: Fst) -> Fst:
    """``plain``, bare and with case endings; marks that a class reads itself are offered to it too."""
    rows = [s for s in suffixes(language) if not (spelling.generating and s.is_apart)]
    if not rows:
        return plain
    undo = [_undone(spelling, suffix, i) for i, suffix in enumerate(rows)]
    free = [pynini.cross(s.mark, pynini.escape(s.field)) for s in rows if "ordinal" not in s.flags]
    characters = {c for c in input_characters(plain) if ord(c) < _GENERATED}
    characters |= {c for s in rows for c in spelling.key(s.row["add"])}
    undone = (pynini.closure(one_of(characters)) + maybe(any_of(*undo))).optimize()
    return undone @ (plain + maybe(any_of(*free)))


def _undone(spelling: Spelling, suffix: Suffix, rank: int) -> Fst:
    ending, stem = (pynini.escape(spelling.key(suffix.row[column])) for column in ("add", "strip"))
    return cost(pynini.cross(ending, stem + suffix.mark), _PRICE + _RANK * rank)


def written(language: Language, reading: bool, ordinal: bool = False, joiner: str | None = None) -> Fst:
    """A suffix field ⇄ the ending as it is written behind figures; all endings, or those of ordinals.

    ``joiner`` stands before every ending instead of what the language and the ending say.
    """
    endings = [row["written"] for row in language.table("ordinals")]
    known = [s for s in suffixes(language) if not (reading and s.is_apart)]
    endings += [s.row["written"] for s in known if not ordinal or "ordinal" in s.flags]
    if not ordinal:
        endings += [row["suffix"] for row in language.table("currency") if row["suffix"]]
    forms = []
    for ending in dict.fromkeys(endings):
        usual = "" if ending.startswith("+") else language.suffix_joiner
        own = usual if joiner is None else joiner
        joiners = dict.fromkeys([own, "", "-"] if reading else [own])
        field = pynini.escape(f" suffix={bare(ending)}")
        forms += [
            cost(pynini.cross(field, pynini.escape(j + bare(ending).replace("_", " "))), 0.01 * i)
            for i, j in enumerate(joiners)
        ]
    return any_of(*forms)


Endings = tuple[tuple[str, str], ...]
"""What may stand behind a stem: (ending as written behind figures, ending as it is on words)."""


def on_words(
    language: Language, words: Mapping[int, Sequence[str]], preferred: bool
) -> dict[int, dict[Endings, list[str]]]:
    """Value → endings → the stems of the value's words that take them: ಲಕ್ಷ + ವನ್ನು, written as ನ್ನು.

    With ``preferred`` only the first word of a value, with the first row that fits an ending.
    """
    made: dict[int, dict[Endings, list[str]]] = {}
    for value, forms in words.items():
        groups = made.setdefault(value, {})
        for form in forms[:1] if preferred else forms:
            for stem, endings in _stems(language, form, preferred).items():
                groups.setdefault(tuple(endings), []).append(stem)
    return made


def _stems(language: Language, word: str, preferred: bool) -> dict[str, list[tuple[str, str]]]:
    """The stems of a word, each with the endings that it takes."""
    made: dict[str, list[tuple[str, str]]] = {}
    known = set()
    for row in _fitting(language, word):
        ending = bare(row["written"])
        if not (preferred and ending in known):
            made.setdefault(word.removesuffix(row["strip"]), []).append((ending, row["add"]))
        known.add(ending)
    return made


def _fitting(language: Language, word: str) -> list[Row]:
    """The rows for a word, those that change it first, and alone if they exist for a word that ends in a sign."""
    rows = [row for row in language.table("suffixes") if "_" not in row["written"] and word.endswith(row["strip"])]
    changing = [row for row in rows if row["strip"]]
    return changing if changing and category(word[-1]).startswith("M") else [*changing, *rows]
