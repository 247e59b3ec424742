"""Values for pairs: drawn, said, written in a style, and shared out between training and dev.

A rare value (three or more figures that say something, an address) belongs to one split, by a hash of its figures:
what dev asks for was never seen in training, in whatever class or wording. Years and round numbers are in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import regex

from ...convert import write
from ...document import Span, Token, Word, replay
from ...styles import PRESETS, Style
from ...tagging.encode import tagger_word
from ...wfst.pipeline import Grammar
from ...wfst.wire import YEARS
from ...wfst.years import as_year
from .. import entities, values
from ..planted import carriers
from ..wording import said
from .places import Words, one_in, whole

CLASSES: Mapping[str, tuple[float, tuple[str, ...]]] = {
    "cardinal": (20, ("cardinal", "cardinal", "section", "code")),
    "money": (16, ("money",)),
    "date": (12, ("date", "month", "year")),
    "measure": (12, ("measure", "distance", "weight", "volume", "duration", "temperature", "area", "speed")),
    "telephone": (8, ("telephone", "otp", "pin", "account", "aadhaar", "digits")),
    "time": (8, ("time", "clock")),
    "ordinal": (6, ("ordinal",)),
    "percent": (5, ("percent",)),
    "range": (4, ("range", "score")),
    "decimal": (3, ("decimal",)),
    "serial": (3, ("pan", "ifsc", "vehicle")),
    "electronic": (3, ("email", "web")),
    "fraction": (2, ("fraction",)),
    "math": (1, ("math",)),
}
"""Class → (its weight among drawn values, the kinds of `entities` that are drawn for it).

About as often as speech has them, as text has few codes and addresses; none so rare that a model could ignore it.
"""

SPREAD = 0.3
"""The share of drawn values that are spread evenly over what can be said, instead of as people say them."""

DEV_VALUES = 20
"""One rare value in so many belongs to dev."""

_FIGURES = 3
_YEAR = "year"  # the kind of `entities`
CODES = ("electronic", "serial", "telephone")
"""Classes whose digits stand for themselves."""

_JOINED = regex.compile(r"\p{M}")  # a vowel sign first: only heard behind another word
_DIGITS = regex.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Said:
    """A value as it is said; ``span`` also knows which of the words are written as they are."""

    words: Words
    span: Span

    @property
    def token(self) -> Token:
        return self.span.token

    @property
    def kept(self) -> frozenset[int]:
        return frozenset(i for start, end in self.span.kept for i in range(start, end))


def draw(grammar: Grammar, random: Random) -> tuple[str, Said] | None:
    """A value of some class and its kind of `entities`; None where this draw cannot be said, or not be read back."""
    kinds = list(CLASSES)
    name = random.choices(kinds, [CLASSES[kind][0] for kind in kinds])[0]
    known = [kind for kind in CLASSES[name][1] if kind in carriers(grammar.language.code)]
    if not known:
        return None
    kind = random.choice(known)
    if random.random() < SPREAD:
        token = values.draw(name, grammar.language, random)
        fitting = _kind_of(name, token) if token else kind
        kind = fitting if fitting in known else kind
    else:
        token = entities.draw(kind, grammar, random)
    words = said(token, grammar, random) if token else None
    if not token or not words or any(map(_JOINED.match, words)):
        return None
    value = as_said(words, token, grammar)
    return kind, as_said_year(value) if kind == _YEAR else value


def _kind_of(name: str, token: Token) -> str:
    """The kind of a value that `values` has drawn for its class: no litres stand where a wind's speed does."""
    if name == "date" and "day" not in token.fields:
        return "month"
    if name == "serial" and token.fields["code"][2].isdigit():
        return "vehicle"
    return CLASSES[name][1][0]


def as_said(words: Sequence[str], token: Token, grammar: Grammar) -> Said:
    """``words``, which say ``token``, with the grammar's own span where it reads them so."""
    spoken = tuple(map(tagger_word, words))
    found = None if token.kind == "electronic" else whole(grammar.spans(spoken), spoken)
    same = found is not None and found.token.value == token.value
    return Said(spoken, found if found and same else Span((0, len(spoken)), token))


def as_said_year(value: Said) -> Said:
    """A number that stands where a year does, also where the language says years as it says numbers."""
    year = as_year(value.token) if "suffix" not in value.token.fields else None
    return Said(value.words, Span(value.span.words, year)) if year else value


def written(value: Said, grammar: Grammar, style: str | Style = "default") -> str | None:
    """``value`` as the formatter writes it over its words; None where the grammar cannot."""
    chosen = PRESETS[style] if isinstance(style, str) else style
    words = tuple(Word(word, core=word) for word in value.words)
    edits = write(words, value.span, grammar, chosen)
    return replay(words, edits) if edits else None


def belongs(token: Token, split: str) -> bool:
    """Whether a value may stand in ``split``, "train" or "dev": common values may in both."""
    return not is_rare(token) or (split == "dev") == is_dev(token)


def is_rare(token: Token) -> bool:
    """True for what has three figures or more besides zeros at the end, and for codes; never for years."""
    if token.kind in CODES:
        return True
    numbers = [int(figure) for name, text in token.fields.items() if name != "year" for figure in _DIGITS.findall(text)]
    return any(n not in YEARS and len(str(n).rstrip("0")) >= _FIGURES for n in numbers)


def is_dev(token: Token) -> bool:
    """The split of a rare value, by its figures alone: 225 rupees, 225 kilos and the 225th go together."""
    figures = "".join(_DIGITS.findall(" ".join(text for _, text in sorted(token.fields.items()))))
    return one_in(DEV_VALUES, figures.lstrip("0") or token.value)
