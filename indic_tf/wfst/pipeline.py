"""A language's grammar at run time: the four stages as named functions, both directions.

    ITN   words ─classify→ tagged fields ─parse→ Token ─permutations→ field orders ─verbalize→ text
    TN    text ─read→ Token ─say→ words

The stages are those of Zhang et al. 2021 and Gupta et al. 2022.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..document import Range, Span, Token
from ..editors import Scales, scales
from ..first_use import once, once_property
from ..languages import Language, language
from ..scripts import fold
from ..styles import Style
from .compiled import Compiled
from .fields import Parsed, parse, permutations, unmarked, with_ending_said, without_ending
from .large import LargeNumbers
from .memo import Memo
from .runtime import Acceptor, Arcs, Transducer, prefixes
from .styled import options, styled, styled_path
from .wire import (
    ENDING_OF_KEPT,
    KEPT_WORD,
    PREFIX,
    SPOKEN_ORDER,
    TOKEN_MARK,
)

if TYPE_CHECKING:
    from .reading import Reading, WrittenForms

_NUMBER_TABLES = ("numbers", "scales", "english", "ordinals", "fractions", "denominators")
_COMPANY_TABLES = ("units", "months", "clock", "letters", "currency", "whitelist")
_READINGS = 6  # readings of a written form that are tried
_SHORT_RUN = 4  # words
_AT_ONCE = 300  # words of a run that are read at a time
_LONGEST_TOKEN = 60  # words; the digits of a long number, spelled
_SPELLINGS = 4  # paths asked for a reading: some differ only in how a word was spelled


Weighted = tuple[tuple[Span, ...], float]
"""A reading of a run of words, and its weight (lower is better)."""


@dataclass(frozen=True, slots=True)
class Trace:
    """What the four stages said about one run of words; for `explain`."""

    words: Range
    classify: str
    parse: tuple[Token | None, ...]
    permutations: tuple[tuple[str, ...], ...]
    verbalize: tuple[str | None, ...]
    alternatives: tuple[Weighted, ...] = ()


class Grammar:
    """The compiled grammar of one language.

    Raises `GrammarError` if it is not compiled yet and cannot be compiled here.
    """

    def __init__(self, facts: Language) -> None:
        self.language = facts
        self._compiled = Compiled(facts)
        self._known = Memo(self._accepts)
        self._short_runs = Memo(self._fields)
        self._short_readings = Memo(self._readings, most=10_000)
        self._recent: Memo[str, str | None] = Memo(lambda fields: self._verbalizer.best(fields), most=20_000)
        self._large: dict[Scales, LargeNumbers] = {}
        self._prefixes = frozenset(prefixes(self._compiled.file("words.json")))

    @once_property
    def _classifier(self) -> Transducer:
        return Transducer(self._compiled.file("classify.fst"))

    @once_property
    def _vocabulary(self) -> Transducer:
        return Transducer(self._compiled.file("words.fst"))

    @once_property
    def _speaker(self) -> Transducer:
        return Transducer(self._compiled.file("speak.fst"))

    def large(self, style: Style) -> LargeNumbers | None:
        """What writes large round numbers with their scale words in ``style``; None where that keeps none."""
        kept = scales(self.language.key, style)
        if kept is not None and kept not in self._large:
            self._large[kept] = LargeNumbers(self, kept)
        return None if kept is None else self._large[kept]

    @once_property
    def _addresses(self) -> Transducer:
        return Transducer(self._compiled.file("address.fst"))

    @once_property
    def _verbalizer(self) -> Transducer:
        return Transducer(self._compiled.file("verbalize.fst"))

    @once_property
    def _reader(self) -> Transducer:
        return Transducer(self._compiled.file("read.fst"))

    @once_property
    def _written(self) -> Acceptor:
        return Acceptor(self._compiled.file("written.fst"))

    # --- the gate -------------------------------------------------------------------------------------

    def knows(self, word: str) -> bool:
        """True if ``word`` can be part of a spoken number, amount …; a dictionary look-up for words seen before."""
        return self._known[word]

    def _accepts(self, word: str) -> bool:
        key = fold(word)
        if "\0" in key:  # the label of "no symbol" in a transducer
            return False
        return key[:PREFIX] in self._prefixes and self._vocabulary.accepts(key)

    def vocabulary(self) -> Acceptor:
        """The words that `knows` lets through, folded, to be walked letter by letter."""
        return Acceptor(self._compiled.file("words.fst"))

    def is_number(self, word: str) -> bool:
        """True if ``word`` says a number by itself, or is a part of one: not a unit, a letter, a "to"."""
        return self.knows(word) and fold(word) not in self._company

    def is_in_number(self, word: str) -> bool:
        """`is_number`, and neither is it a unit with an ending ("மாதத்துக்கு")."""
        return self.is_number(word) and (fold(word) in self._of_numbers or bool(self.spans([word])))

    @once_property
    def _of_numbers(self) -> frozenset[str]:
        """The words of the tables of numbers."""
        rows = (row for name in _NUMBER_TABLES for row in self.language.table(name))
        forms = (row["form"] for row in rows if row.cells.get("role") != "percent")
        return frozenset(fold(word) for form in forms for word in form.split(" "))

    @once_property
    def _company(self) -> frozenset[str]:
        """Words that stand in a token only beside a number: units, months, letters … Ordinary text is full of them."""
        facts = self.language
        forms = [form for name in _COMPANY_TABLES for form in facts.forms(name)]
        forms += [row["form"] for row in facts.table("words") if row["name"] != "some"]
        others = {fold(word) for form in forms for word in form.split(" ")} | set("abcdefghijklmnopqrstuvwxyz|")
        return frozenset(others - self._of_numbers)

    @once_property
    def _shortened(self) -> frozenset[str]:
        """Words of the whitelist, which holds more than numbers, and letters."""
        forms = (form for name in ("whitelist", "letters") for form in self.language.forms(name))
        return frozenset(fold(word) for form in forms for word in form.split(" "))

    def runs(self, words: Sequence[str]) -> Iterator[Range]:
        """The maximal runs of known words that hold a number or may be written short. An empty string ends a run."""
        known, start = self._known, -1
        for i, word in enumerate([*words, ""]):
            if word and known[word]:
                start = i if start < 0 else start
            elif start >= 0:
                if any(self.is_number(word) or fold(word) in self._shortened for word in words[start:i]):
                    yield start, i
                start = -1

    # --- ITN ------------------------------------------------------------------------------------------

    def classify(self, words: Sequence[str]) -> str:
        """A run of words as tagged fields: one line per token, "~" for a word that is no token."""
        run = " ".join(map(fold, words))
        # "one", "two hundred": the same few again and again
        return self._short_runs[run] if len(words) <= _SHORT_RUN else self._fields(run)

    def _fields(self, run: str) -> str:
        return self._classifier.best(run) or TOKEN_MARK.join(KEPT_WORD for _ in run.split(" "))

    def spans(self, words: Sequence[str]) -> list[Span]:
        """Every token that the grammar finds in ``words``, left to right."""
        found: list[Span] = []
        for start, end in self.runs(words):
            found += self._spans_of_run(words, start, end)
        return found

    def _spans_of_run(self, words: Sequence[str], start: int, end: int) -> Iterator[Span]:
        """The tokens of a run. What a long one holds is read some hundred words at a time, as far as a token ends well
        before the end of these: memory stays small, and no token is cut."""
        while start < end:
            begin, stop = start, min(start + _AT_ONCE, end)
            for part in parse(self.classify(words[begin:stop])):
                if start > begin and stop < end and start + part.width > stop - _LONGEST_TOKEN:
                    break
                if part.token:
                    yield part.span(start)
                start += part.width

    def whole(self, words: Sequence[str]) -> Span | None:
        """The one token that all of ``words`` are, if they are one."""
        found = self.spans(words)
        return found[0] if len(found) == 1 and found[0].words == (0, len(words)) else None

    def alternatives(self, words: Sequence[str], count: int = 5) -> tuple[Weighted, ...]:
        """The ``count`` best readings of ``words`` as one run."""
        asked = " ".join(map(fold, words)), count
        return self._short_readings[asked] if len(words) <= _SHORT_RUN else self._readings(asked)

    def _readings(self, asked: tuple[str, int]) -> tuple[Weighted, ...]:
        run, count = asked
        made: dict[tuple[tuple[int, int, str], ...], Weighted] = {}
        for classified, weight in self._classifier.paths(run, count * _SPELLINGS):
            position, spans, said = 0, [], []
            for part in parse(classified):
                if part.token:
                    spans.append(part.span(position))
                    said.append((position, part.width, part.token.value))
                position += part.width
            made.setdefault(tuple(said), (tuple(spans), weight))
            if len(made) == count:
                break
        return tuple(made.values())

    def address(self, words: Sequence[str]) -> Token | None:
        """The electronic address that ``words`` spell, or None."""
        fields = self._addresses.best(" ".join(map(fold, words)))
        return parse(fields)[0].token if fields else None

    def verbalize(self, token: Token, style: Style) -> str | None:
        """The written form of ``token``, or None if no order of its fields can be written."""
        written = self.written(token, style)
        return unmarked(ENDING_OF_KEPT.sub("", written)) if written else None

    def written(self, token: Token, style: Style) -> str | None:
        """As `verbalize`, with marks around the words that stay as they are spoken where the source is known."""
        chosen = options(style)
        orders = (chosen + fields for fields in permutations(token))
        text = next(filter(None, map(self._recent.__getitem__, orders)), None)
        return text and with_ending_said(styled(text, style, self.language.script), token)

    def classified(self, words: Sequence[str], count: int) -> list[Arcs]:
        """The ``count`` best paths of ``words`` to their fields, and that of the address that they spell."""
        run = " ".join(map(fold, words))
        found = [*self._classifier.traces(run, count), *self._addresses.traces(run)]
        return [arcs for arcs, _ in found]

    def verbalized(self, token: Token, style: Style) -> tuple[str, Arcs] | None:
        """The fields of ``token`` in the order that can be written, and the path to its written form; None if none can
        be."""
        chosen, script = options(style), self.language.script
        orders = ((fields, self._verbalizer.traces(chosen + fields)) for fields in permutations(token))
        found = ((fields, traces[0][0]) for fields, traces in orders if traces)
        return next(((fields, styled_path(path, style, script)) for fields, path in found), None)

    def trace(self, words: Sequence[str], style: Style) -> list[Trace]:
        """All four stages for every run in ``words``."""
        made = []
        for start, end in self.runs(words):
            classified = self.classify(words[start:end])
            tokens = tuple(part.token for part in parse(classified))
            orders = tuple(tuple(permutations(t)) if t else () for t in tokens)
            written = tuple(self.verbalize(t, style) if t else None for t in tokens)
            others = tuple(self.alternatives(words[start:end]))
            made.append(Trace((start, end), unmarked(classified), tokens, orders, written, others))
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
        forms = dict.fromkeys((text, text.lower()))
        form = next((form for form in forms if self._written.accepts(form, self._written.start)), None)
        fields = None if form is None else self._reader.best(form)
        if form is None or fields is None:
            return None
        best = parse(fields)[0]
        if said := self._say_parsed(best):
            return best, said
        others = (parse(path)[0] for path, _ in self._reader.paths(form, _READINGS)[1:])
        sayable = ((other, said) for other in others if (said := self._say_parsed(other)))
        return next(sayable, (best, None))

    def _say_parsed(self, found: Parsed) -> str | None:
        return self._say(without_ending(found)) if found.token else None

    def say(self, token: Token) -> str | None:
        """The canonical spoken form of ``token``, or None."""
        said = self._say(token)
        return unmarked(said) if said else None

    def _say(self, token: Token) -> str | None:
        return next(filter(None, map(self._speaker.best, permutations(token, SPOKEN_ORDER))), None)

    def spoken(self, text: str) -> str:
        """``text`` with every written form that the grammar reads replaced by words, line by line; the rest stays."""
        return "\n".join(self._written_forms.aloud(line.split()) for line in text.strip().split("\n"))

    def readings(self, words: Sequence[str]) -> Iterator[Reading]:
        """Every written form among ``words`` that the grammar can say, left to right."""
        return self._written_forms.readings(words)

    @once_property
    def _written_forms(self) -> WrittenForms:
        from .reading import WrittenForms  # for speech alone

        return WrittenForms(self.language, self._read, self.say)


@once
def grammar(code: str) -> Grammar:
    """The grammar of the language called ``code``; loaded once. Raises `LanguageError`, `GrammarError`."""
    return Grammar(language(code))
