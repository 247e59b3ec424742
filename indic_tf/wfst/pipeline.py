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

import regex

from ..document import Range, Span, Token
from ..languages import Language, language
from ..scripts import TO_LATIN_DIGITS, fold, split_marks
from ..styles import Style
from .compiled import grammar_folder, verbalizer_file
from .phrases import Phrases
from .runtime import Acceptor, Arcs, Transducer
from .wire import (
    ENDING_OF_KEPT,
    KEPT_END,
    KEPT_START,
    KEPT_WORD,
    PREFIX,
    SPACE_MARK,
    SPOKEN_ORDER,
    TOKEN_MARK,
    WRITTEN_ORDER,
)

_CACHE_SIZE = 200_000
_WIDEST = 5  # words of one written form: 4111 1111 1111 1111, 15 August 1947
_NUMBER_TABLES = ("numbers", "scales", "english", "ordinals", "fractions", "denominators")
_COMPANY_TABLES = ("units", "months", "clock", "letters", "currency")
_READINGS = 6  # readings of a written form that are tried
_SHORTEST_DIALLED = 4
_SHORT_RUN = 4  # words
_SPELLINGS = 4  # paths asked for a reading: some differ only in how a word was spelled
_KEPT = regex.compile(f"{KEPT_START}[^{KEPT_END}]*{KEPT_END}")
_MARKS = str.maketrans("", "", KEPT_START + KEPT_END + SPACE_MARK)


@dataclass(frozen=True, slots=True)
class Parsed:
    """A token (None for a word that stays), the number of words it covers, and which of them stay as they are."""

    token: Token | None
    width: int
    kept: tuple[Range, ...] = ()

    def span(self, position: int) -> Span:
        """The token as a span of a text, ``position`` words behind its start."""
        assert self.token is not None
        return Span((0, self.width), self.token, self.kept).moved(position)


@dataclass(frozen=True, slots=True)
class Trace:
    """What the four stages said about one run of words; for `explain`."""

    words: Range
    classify: str
    parse: tuple[Token | None, ...]
    permutations: tuple[tuple[str, ...], ...]
    verbalize: tuple[str | None, ...]
    alternatives: tuple[tuple[tuple[Span, ...], float], ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A written form in a text: its range of words, how it is said, its class, and the marks around it."""

    words: Range
    said: str
    kind: str
    before: str = ""
    after: str = ""


class Grammar:
    """The compiled grammar of one language.

    Raises `GrammarError` if it is not compiled yet and cannot be compiled here.
    """

    def __init__(self, facts: Language) -> None:
        self.language = facts
        self._folder = grammar_folder(facts)
        self._known: dict[str, bool] = {}
        self._runs: dict[str, str] = {}
        self._verbalizers: dict[tuple[str | bool, ...], Transducer] = {}
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
    def _addresses(self) -> Transducer:
        return Transducer(self._folder / "address.fst")

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

    def vocabulary(self) -> Acceptor:
        """The words that `knows` lets through, folded, to be walked letter by letter."""
        return Acceptor(self._folder / "words.fst")

    def is_number(self, word: str) -> bool:
        """True if ``word`` says a number by itself, or is a part of one: not a unit, a letter, a "to"."""
        return self.knows(word) and fold(word) not in self._company

    @cached_property
    def _company(self) -> frozenset[str]:
        """Words that stand in a token only beside a number: units, months, letters … Ordinary text is full of them."""
        facts = self.language
        numbers = {fold(w) for name in _NUMBER_TABLES for form in facts.forms(name) for w in form.split(" ")}
        forms = [form for name in _COMPANY_TABLES for form in facts.forms(name)]
        forms += [row["form"] for row in facts.table("words") if row["name"] != "some"]
        others = {fold(word) for form in forms for word in form.split(" ")} | set("abcdefghijklmnopqrstuvwxyz|")
        return frozenset(others - numbers)

    @cached_property
    def _shortened(self) -> frozenset[str]:
        """Words of the whitelist, which holds more than numbers."""
        return frozenset(fold(word) for form in self.language.forms("whitelist") for word in form.split(" "))

    def runs(self, words: Sequence[str]) -> Iterator[Range]:
        """The maximal runs of known words that hold a number or may be written short. An empty string ends a run."""
        known, start = self.knows, -1
        for i, word in enumerate([*words, ""]):
            if word and known(word):
                start = i if start < 0 else start
            elif start >= 0:
                if any(self.is_number(word) or fold(word) in self._shortened for word in words[start:i]):
                    yield start, i
                start = -1

    # --- ITN ------------------------------------------------------------------------------------------

    def classify(self, words: Sequence[str]) -> str:
        """A run of words as tagged fields: one line per token, "~" for a word that is no token."""
        run = " ".join(map(fold, words))
        known = self._runs.get(run)
        if known is None:
            known = self._classifier.best(run) or TOKEN_MARK.join(KEPT_WORD for _ in words)
            if len(words) <= _SHORT_RUN:  # "one", "two hundred": the same few again and again
                if len(self._runs) >= _CACHE_SIZE:
                    self._runs.clear()
                self._runs[run] = known
        return known

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every token that the grammar finds in ``words``, left to right."""
        found = []
        for start, end in self.runs(words):
            position = start
            for part in parse(self.classify(words[start:end])):
                found += [part.span(position)] if part.token else []
                position += part.width
        return found

    def alternatives(self, words: Sequence[str], count: int = 5) -> list[tuple[tuple[Span, ...], float]]:
        """The ``count`` best readings of ``words`` as one run, each with its weight (lower is better)."""
        made: dict[tuple[str, ...], tuple[tuple[Span, ...], float]] = {}
        for classified, weight in self._classifier.paths(" ".join(map(fold, words)), count * _SPELLINGS):
            position, spans = 0, []
            for part in parse(classified):
                spans += [part.span(position)] if part.token else []
                position += part.width
            made.setdefault(tuple(f"{s.words}{s.token.value}" for s in spans), (tuple(spans), weight))
        return list(made.values())[:count]

    def address(self, words: Sequence[str]) -> Token | None:
        """The electronic address that ``words`` spell, or None."""
        fields = self._addresses.best(" ".join(map(fold, words)))
        return parse(fields)[0].token if fields else None

    def verbalize(self, token: Token, style: Style) -> str | None:
        """The written form of ``token``, or None if no order of its fields can be written."""
        written = self.written(token, style)
        return ENDING_OF_KEPT.sub("", written).translate(_MARKS) if written else None

    def written(self, token: Token, style: Style) -> str | None:
        """As `verbalize`, with marks around the words that stay as they are spoken where the source is known."""
        return next(filter(None, map(self._verbalizer(style).best, permutations(token))), None)

    def _verbalizer(self, style: Style) -> Transducer:
        transducer = self._verbalizers.get(style.figures)
        if transducer is None:
            transducer = self._verbalizers[style.figures] = Transducer(verbalizer_file(self.language, style))
        return transducer

    def classified(self, words: Sequence[str], count: int) -> list[Arcs]:
        """The ``count`` best paths of ``words`` to their fields, and that of the address that they spell."""
        run = " ".join(map(fold, words))
        found = [*self._classifier.traces(run, count), *self._addresses.traces(run)]
        return [arcs for arcs, _ in found]

    def verbalized(self, token: Token, style: Style) -> tuple[str, Arcs] | None:
        """The fields of ``token`` in the order that can be written, and the path to its written form; None if none can
        be."""
        verbalizer = self._verbalizer(style)
        orders = ((fields, verbalizer.traces(fields)) for fields in permutations(token))
        return next(((fields, traces[0][0]) for fields, traces in orders if traces), None)

    def trace(self, words: Sequence[str], style: Style) -> list[Trace]:
        """All four stages for every run in ``words``."""
        made = []
        for start, end in self.runs(words):
            classified = self.classify(words[start:end])
            tokens = tuple(part.token for part in parse(classified))
            orders = tuple(tuple(permutations(t)) if t else () for t in tokens)
            written = tuple(self.verbalize(t, style) if t else None for t in tokens)
            others = tuple(self.alternatives(words[start:end]))
            made.append(Trace((start, end), classified.translate(_MARKS), tokens, orders, written, others))
        return made

    # --- TN -------------------------------------------------------------------------------------------

    def read(self, text: str) -> Token | None:
        """What a written form says, or None if it is none that the grammar writes."""
        found = self._read(text)
        return found[0].token if found else None

    def reads(self, text: str) -> list[Token]:
        """Everything that a written form may say, the likeliest first: 1947 is a year and a count."""
        paths = self._reader.paths(text, _READINGS) or self._reader.paths(text.lower(), _READINGS)
        return [token for path, _ in paths if (token := parse(path)[0].token)]

    def _read(self, text: str) -> tuple[Parsed, str | None] | None:
        """The best reading that can be said, and how; the best one and None if none can.

        What cannot be read with its capitals (17 February, 20 Km) is read without.
        """
        fields = self._reader.best(text)
        if fields is None and (lower := text.lower()) != text:
            text, fields = lower, self._reader.best(lower)
        if fields is None:
            return None
        best = parse(fields)[0]
        if said := self._say_parsed(best):
            return best, said
        others = (parse(path)[0] for path, _ in self._reader.paths(text, _READINGS)[1:])
        sayable = ((other, said) for other in others if (said := self._say_parsed(other)))
        return next(sayable, (best, None))

    def _say_parsed(self, found: Parsed) -> str | None:
        return self._say(_without_ending(found)) if found.token else None

    def say(self, token: Token) -> str | None:
        """The canonical spoken form of ``token``, or None."""
        said = self._say(token)
        return said.translate(_MARKS) if said else None

    def _say(self, token: Token) -> str | None:
        return next(filter(None, map(self._speaker.best, permutations(token, SPOKEN_ORDER))), None)

    def spoken(self, text: str) -> str:
        """``text`` with every written form that the grammar reads replaced by words; the rest stays."""
        words = text.split()
        made, position = [], 0
        for reading in self.readings(words):
            made += [*words[position : reading.words[0]], reading.before + reading.said + reading.after]
            position = reading.words[1]
        return " ".join([*made, *words[position:]])

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        """Every written form among ``words`` that the grammar can say, left to right."""
        position = 0
        while position < len(words):
            reading = self._reading_at(words, position)
            if reading:
                yield reading
            position = reading.words[1] if reading else position + 1

    def _reading_at(self, words: Sequence[str], position: int) -> Reading | None:
        """The longest readable stretch of words that begins at ``position``.

        Nothing but a currency, a month or a code stands before the figures: they are in its first two words.
        """
        if not any(map(self._may_be_written, words[position : position + 2])):
            return None
        for width in range(min(_WIDEST, len(words) - position), 0, -1):
            piece = words[position : position + width]
            if any(map(self._may_be_written, piece)):
                range_ = position, position + width
                if found := self._dialled(piece, words, range_) or self._said_piece(piece, words, range_):
                    return found
        return None

    def _dialled(self, piece: Sequence[str], words: Sequence[str], range_: Range) -> Reading | None:
        """Figures behind "OTP", "PIN", "account": said digit by digit. Short ones behind "room" are a number."""
        before, core, after = split_marks(" ".join(piece))
        digits = core.replace(" ", "").translate(TO_LATIN_DIGITS)
        if not (digits.isdigit() and len(digits) >= _SHORTEST_DIALLED):
            return None
        position = range_[0]
        cued = self._dialling.before(words, position) < position
        if not cued and not (len(digits) > _SHORTEST_DIALLED and self._coding.before(words, position) < position):
            return None
        said = self.say(Token("telephone", {"digits": digits}))
        return Reading(range_, said, "telephone", before, after) if said else None

    @cached_property
    def _dialling(self) -> Phrases:
        return Phrases(self.language.forms("cues", side="before", kind="digits"))

    @cached_property
    def _coding(self) -> Phrases:
        return Phrases(self.language.forms("cues", side="before", kind="code"))

    def _may_be_written(self, word: str) -> bool:
        return _has_digit(word) or "@" in word or "." in word.strip(".") or word in self._abbreviated

    def _said_piece(self, piece: Sequence[str], words: Sequence[str], range_: Range) -> Reading | None:
        """``piece`` of ``words`` in words, if it is a written form and does not go on behind itself."""
        before, core, after = split_marks(" ".join(piece))
        closed = self._read(core + after) if after else None  # "₹500/-"
        core, after = (core + after, "") if closed else (core, after)
        found, said = closed or self._read(core) or (None, None)
        if not said or not found or not found.token or self._goes_on(found.token, after, words, range_[1]):
            return None
        return Reading(range_, with_kept(said, core.split(" "), found.kept), found.token.kind, before, after)

    @cached_property
    def _abbreviated(self) -> frozenset[str]:
        """First words of the abbreviations that are read out."""
        forms = [row["written"].split(" ")[0] for row in self.language.table("whitelist")]
        return frozenset(forms)

    def _goes_on(self, token: Token, after: str, words: Sequence[str], position: int) -> bool:
        """True if the next word belongs to the amount, ₹20 लाख करोड़ must not be read as ₹20 लाख, or shows that the last
        one is no unit: "12 in the box"."""
        if after or position == len(words):
            return False
        if token.kind == "measure":
            return words[position - 1] in self._last_signs
        if token.kind != "money":
            return False
        return fold(split_marks(words[position])[1]) in self._scale_words

    @cached_property
    def _last_signs(self) -> frozenset[str]:
        return frozenset(row["symbol"] for row in self.language.table("unit_symbols") if row["kind"] == "last")

    @cached_property
    def _scale_words(self) -> frozenset[str]:
        rows = [*self.language.table("scales"), *self.language.table("english")]
        return frozenset(fold(row["form"]) for row in rows if row.number("value") >= 1000)


def parse(classified: str) -> list[Parsed]:
    """Tagged fields → tokens with the number of words each covers, and which of these words stay as they are."""
    return [Parsed(_token(line), line.count(SPACE_MARK) + 1, _kept(line)) for line in classified.split(TOKEN_MARK)]


def _kept(line: str) -> tuple[Range, ...]:
    """The ranges of words between marks, counted in the spaces before them."""
    found: list[Range] = []
    spaces = start = 0
    for character in line:
        if character == SPACE_MARK:
            spaces += 1
        elif character == KEPT_START:
            start = spaces
        elif character == KEPT_END:
            found.append((start, spaces + 1))
    return tuple(found)


def with_kept(text: str, words: Sequence[str], kept: Sequence[Range]) -> str:
    """``text`` with its marked words replaced by the words that were there, where there are as many of them."""
    sources = [" ".join(words[start:end]) for start, end in kept]
    if len(_KEPT.findall(text)) == len(sources):
        text = _KEPT.sub(lambda _: sources.pop(0), text)
    return text.translate(_MARKS)


def _without_ending(found: Parsed) -> Token:
    """The token of ``found``; an ending on a word that stays is left to that word."""
    assert found.token is not None
    if not found.kept or found.kept[-1][1] != found.width:
        return found.token
    return Token(found.token.kind, {k: v for k, v in found.token.fields.items() if k != "suffix"})


def permutations(token: Token, preferred: Sequence[str] = WRITTEN_ORDER) -> Iterator[str]:
    """The fields of ``token`` in every order, the preferred one first."""
    first = serialize(token, preferred)
    yield first
    for order in arrangements(sorted(token.fields.keys() - {"suffix"})):
        if (other := serialize(token, (*order, "kind", "suffix"))) != first:
            yield other


def serialize(token: Token, order: Sequence[str]) -> str:
    """``token`` as "name=value" fields in the given order."""
    fields = {**token.fields, "kind": token.kind}
    return " ".join(f"{name}={fields[name]}" for name in order if name in fields)


def _token(line: str) -> Token | None:
    if line == KEPT_WORD:
        return None
    fields = dict(field.split("=", 1) for field in line.translate(_MARKS).split(" "))
    kind = fields.pop("kind")
    return Token(kind, fields)


def _has_digit(text: str) -> bool:
    return any(character.isdigit() for character in text.translate(TO_LATIN_DIGITS))


@cache
def grammar(code: str) -> Grammar:
    """The grammar of the language called ``code``; loaded once. Raises `LanguageError`, `GrammarError`."""
    return Grammar(language(code))
