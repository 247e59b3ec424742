"""A language's grammar at run time: the four stages as named functions, both directions.

    ITN   words ─classify→ tagged fields ─parse→ Token ─permutations→ field orders ─verbalize→ text
    TN    text ─read→ Token ─say→ words

The stages are those of Zhang et al. 2021 and Gupta et al. 2022.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations as arrangements

from ..document import Range, Span, Token
from ..languages import Language, language
from ..scripts import TO_LATIN_DIGITS, fold, split_marks
from ..styles import Style
from .compiled import grammar_folder, verbalizer_file
from .runtime import Transducer
from .wire import KEPT_WORD, PREFIX, SPACE_MARK, SPOKEN_ORDER, TOKEN_MARK, WRITTEN_ORDER

_CACHE_SIZE = 200_000


@dataclass(frozen=True, slots=True)
class Trace:
    """What the four stages said about one run of words; for `explain`."""

    words: Range
    classify: str
    parse: tuple[Token | None, ...]
    permutations: tuple[tuple[str, ...], ...]
    verbalize: tuple[str | None, ...]


class Grammar:
    """The compiled grammar of one language.

    Raises `GrammarError` if it is not compiled yet and cannot be compiled here.
    """

    def __init__(self, facts: Language) -> None:
        self.language = facts
        self._folder = grammar_folder(facts)
        self._known: dict[str, bool] = {}
        self._verbalizers: dict[tuple[str, str, str, bool], Transducer] = {}
        self._prefixes = frozenset(json.loads((self._folder / "words.json").read_text("utf-8")))

    @cached_property
    def _classifier(self) -> Transducer:
        return Transducer(self._folder / "classify.fst")

    @cached_property
    def _vocabulary(self) -> Transducer:
        return Transducer(self._folder / "words.fst")

    @cached_property
    def _speaker(self) -> Transducer:
        return Transducer(self._folder / "speak.fst")

    @cached_property
    def _reader(self) -> Transducer:
        return Transducer(self._folder / "read.fst")

    # --- the gate -------------------------------------------------------------------------------------

    def knows(self, word: str) -> bool:
        """True if ``word`` can be part of a spoken number, amount …; a dictionary look-up for words seen before."""
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= _CACHE_SIZE:
                self._known.clear()
            known = self._known[word] = self._accepts(fold(word))
        return known

    def _accepts(self, key: str) -> bool:
        if "\0" in key:  # the label of "no symbol" in a transducer
            return False
        return key[:PREFIX] in self._prefixes and self._vocabulary.accepts(key)

    def runs(self, words: Sequence[str]) -> Iterator[Range]:
        """The maximal runs of known words, as half-open ranges. An empty string ends a run."""
        known, start = self.knows, -1
        for i, word in enumerate(words):
            if known(word):
                start = i if start < 0 else start
            elif start >= 0:
                yield start, i
                start = -1
        if start >= 0:
            yield start, len(words)

    # --- ITN ------------------------------------------------------------------------------------------

    def classify(self, words: Sequence[str]) -> str:
        """A run of words as tagged fields: one line per token, "~" for a word that is no token."""
        return self._classifier.best(" ".join(map(fold, words))) or TOKEN_MARK.join(KEPT_WORD for _ in words)

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every token that the grammar finds in ``words``, left to right."""
        found = []
        for start, end in self.runs(words):
            position = start
            for token, width in parse(self.classify(words[start:end])):
                if token:
                    found.append(Span((position, position + width), token))
                position += width
        return found

    def verbalize(self, token: Token, style: Style) -> str | None:
        """The written form of ``token``, or None if no order of its fields can be written."""
        transducer = self._verbalizers.get(style.figures)
        if transducer is None:
            transducer = self._verbalizers[style.figures] = Transducer(verbalizer_file(self.language, style))
        return next(filter(None, map(transducer.best, permutations(token))), None)

    def trace(self, words: Sequence[str], style: Style) -> list[Trace]:
        """All four stages for every run in ``words``."""
        made = []
        for start, end in self.runs(words):
            classified = self.classify(words[start:end])
            tokens = tuple(token for token, _ in parse(classified))
            orders = tuple(tuple(permutations(t)) if t else () for t in tokens)
            written = tuple(self.verbalize(t, style) if t else None for t in tokens)
            made.append(Trace((start, end), classified.replace(SPACE_MARK, ""), tokens, orders, written))
        return made

    # --- TN -------------------------------------------------------------------------------------------

    def read(self, text: str) -> Token | None:
        """What a written form says, or None if it is none that the grammar writes."""
        fields = self._reader.best(text)
        return _token(fields) if fields else None

    def say(self, token: Token) -> str | None:
        """The canonical spoken form of ``token``, or None."""
        return self._speaker.best(serialize(token, SPOKEN_ORDER))

    def spoken(self, text: str) -> str:
        """``text`` with every written form that the grammar reads replaced by words; the rest stays."""
        words = text.split()
        made, position = [], 0
        while position < len(words):
            said, width = self._spoken_at(words, position)
            made.append(said)
            position += width
        return " ".join(made)

    def _spoken_at(self, words: Sequence[str], position: int) -> tuple[str, int]:
        """The spoken form of the longest readable stretch of up to three words with its marks, and its length."""
        for width in (3, 2, 1):
            piece = " ".join(words[position : position + width])
            if position + width <= len(words) and _has_digit(piece):
                before, core, after = split_marks(piece)
                if closed := self.read(core + after):  # "₹500/-"
                    core, after = core + after, ""
                token = closed or self.read(core)
                said = self.say(token) if token else None
                if said and not (token and self._goes_on(token, after, words, position + width)):
                    return before + said + after, width
        return words[position], 1

    def _goes_on(self, token: Token, after: str, words: Sequence[str], position: int) -> bool:
        """True if the next word belongs to the amount: ₹20 लाख करोड़ must not be read as ₹20 लाख."""
        if token.kind != "money" or after or position == len(words):
            return False
        return fold(split_marks(words[position])[1]) in self._scale_words

    @cached_property
    def _scale_words(self) -> frozenset[str]:
        rows = [*self.language.table("scales"), *self.language.table("english")]
        return frozenset(fold(row["form"]) for row in rows if row.number("value") >= 1000)


def parse(classified: str) -> list[tuple[Token | None, int]]:
    """Tagged fields → tokens (None for a word that stays), each with the number of words it covers."""
    return [(_token(line), line.count(SPACE_MARK) + 1) for line in classified.split(TOKEN_MARK)]


def permutations(token: Token) -> Iterator[str]:
    """The fields of ``token`` in every order, the order in which they are written first."""
    first = serialize(token, WRITTEN_ORDER)
    yield first
    for order in arrangements(sorted(token.fields)):
        if (other := serialize(token, (*order, "kind"))) != first:
            yield other


def serialize(token: Token, order: Sequence[str]) -> str:
    """``token`` as "name=value" fields in the given order."""
    fields = {**token.fields, "kind": token.kind}
    return " ".join(f"{name}={fields[name]}" for name in order if name in fields)


def _token(line: str) -> Token | None:
    if line == KEPT_WORD:
        return None
    fields = dict(field.split("=", 1) for field in line.replace(SPACE_MARK, "").split(" "))
    kind = fields.pop("kind")
    return Token(kind, fields)


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text.translate(TO_LATIN_DIGITS))


@cache
def grammar(code: str) -> Grammar:
    """The grammar of the language called ``code``; loaded once. Raises `LanguageError`, `GrammarError`."""
    return Grammar(language(code))
