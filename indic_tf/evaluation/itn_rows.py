"""ITN rows: a spoken text, the written forms that are right, its kind; and what is wrong with an output.

A row is ``spoken<TAB>written[<TAB>kind]``. Where several written forms are right they stand in one cell with " | "
between them, or what differs stands in braces: ``{2|दो} दिन में {₹500|500 रुपये}`` is four forms. Without a kind, the row
counts for the name of its file. Lines that begin with "#" are comments. A first line that names the columns (``spoken``
and ``written`` among them; ``id`` and ``kind`` are read too) may bring them in any order and with others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import regex

from ..document import Token
from ..errors import InputError
from ..formatter import IndicFormatter
from ..scripts import TO_LATIN_DIGITS, split_marks
from ..styles import PRESETS
from ..wfst.pipeline import Grammar
from ..wfst.values import values
from . import columns
from .lines import BadLine, line
from .rows import Schema, table
from .text import distance, words

ALTERNATIVES = " | "
MOST_FORMS = 10_000
"""Written forms of one row."""

SCHEMA = Schema(("spoken", "written", "kind"), required=2)
_CHOICE = regex.compile(r"\{([^{}]*)\}")
_SEPARATORS = regex.compile(r"(?<=\p{N}),(?=\p{N})")
_DIGIT = regex.compile(r"\p{N}")
_OF_NUMBER = ("integer", "fraction", "scale", "suffix")
_SMALL, _LARGE = 10, 1000  # what editors write in words, and with a scale word
_NO_SIGN = regex.compile(r"[^\p{S}%-]")


@dataclass(frozen=True, slots=True)
class Case:
    """A spoken text and the written forms that are right."""

    line: int
    spoken: str
    written: tuple[str, ...]
    kind: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One case with its output and what is wrong with it, by the reference that it was judged by.

    ``value_error`` is None for a wrong output that the grammar cannot read, or whose reference it cannot.
    ``distance`` and ``length`` are the row's share of I-WER, in words. ``right_loosely`` ignores how figures look.
    """

    case: Case
    output: str
    right: bool
    digit_error: bool
    value_error: bool | None
    distance: int
    length: int
    right_loosely: bool = False


def cases(path: Path, bad: list[BadLine]) -> Iterator[Case]:
    """The rows of a file; those that are no rows go to ``bad``."""
    for number, row in table(path, SCHEMA, bad):
        try:
            written = _forms_of(row["written"])
        except InputError as error:
            bad.append(BadLine(number, str(error)))
        else:
            [kind] = columns.names([row.get("kind")], f"{path}, line {number}: the column 'kind'")
            yield Case(number, row["spoken"], written, kind or path.stem, str(row.get("id", "")))


def texts(path: Path, bad: list[BadLine]) -> Iterator[Case]:
    """The lines of a file, texts without references; those that cannot be read go to ``bad``."""
    with path.open("rb") as file:
        for number, raw in enumerate(file, start=1):
            read = line(f"line {number}", raw)
            if read.problem:
                bad.append(BadLine(number, read.problem))
            elif text := read.text.strip():
                yield Case(number, text, (), "")


def _forms_of(cell: Any) -> tuple[str, ...]:
    """The written forms of a cell, or of a list of them as data sets have it."""
    if isinstance(cell, str):
        return forms(cell)
    made = tuple(plain(form) for form in cell if isinstance(form, str))
    if not all(made) or len(made) < len(cell):
        raise InputError(f"written: expected texts, and none of them empty, got {cell!r}")
    return made


def forms(cell: str) -> tuple[str, ...]:
    """The written forms of a cell.

    >>> forms("{2|two} days | a {short |}while")
    ('2 days', 'two days', 'a short while', 'a while')

    Raises `InputError` for a form that is empty, for a brace alone, and for more than `MOST_FORMS`.
    """
    made: list[str] = []
    for form in f" {cell} ".split(ALTERNATIVES):
        parts = [part.split("|") if i % 2 else [part] for i, part in enumerate(_CHOICE.split(form))]
        if prod(map(len, parts)) + len(made) > MOST_FORMS:
            raise InputError(f"more than {MOST_FORMS:,} forms in {cell!r}")
        made += [plain("".join(chosen)) for chosen in product(*parts)]
    if not all(made):
        raise InputError(f"an empty form beside a bar in {cell!r}")
    if any(brace in form for form in made for brace in "{}"):
        raise InputError(f"a brace without its other one in {cell!r}")
    return tuple(made)


def judge(case: Case, output: str, grammar: Grammar | None) -> Answer:
    """What is wrong with ``output`` as the written form of ``case``.

    Right is a reference, and one that differs only in how an editor writes its numbers: a round one with its scale word
    for one in full figures, one up to ten in words for one in figures.

    All of it is said about one reference, the one that it is said least about: an output whose value is that of one
    reference and whose digits are those of another has an error. Without a grammar no value is judged.
    """
    output = plain(output)
    spoken = frozenset(plain(case.spoken).split())
    if output in case.written or (grammar and any(_in_full(output, form, grammar) for form in case.written)):
        return Answer(case, output, True, False, False, 0, sum(word not in spoken for word in output.split()), True)
    judged = [_against(reference, output, spoken, grammar) for reference in case.written]
    value_error, digit_error, edits, length = min(judged, key=_severity)
    right_loosely = loosely(output) in map(loosely, case.written)
    return Answer(case, output, False, digit_error, value_error, edits, length, right_loosely)


def _in_full(output: str, reference: str, grammar: Grammar) -> bool:
    """True where all that differs are round numbers with scale words, small ones in words, that are the reference's."""
    made, wanted = output.split(), reference.split()
    steps = SequenceMatcher(None, made, wanted, autojunk=False).get_opcodes()
    return all(tag == "equal" or _is_it(made[a:b], " ".join(wanted[c:d]), grammar) for tag, a, b, c, d in steps)


def _is_it(made: Sequence[str], wanted: str, grammar: Grammar) -> bool:
    """True for a number in words, or a figure with scale words, that is written ``wanted`` in full."""
    figure = any(map(_DIGIT.search, made))
    said = grammar.spoken(" ".join(made)).split() if figure else made
    span = grammar.whole(said) if said and wanted else None
    if span is None:
        return False
    if not figure:
        number = span.token.fields.get("integer", "")
        small = number.isdecimal() and int(number) <= _SMALL
        return small and grammar.verbalize(span.token, PRESETS["figures"]) == wanted
    meant, value = grammar.read(wanted), _amount(span.token)  # their endings differ: of a currency, of a scale word
    return meant is not None and value is not None and value[0] >= _LARGE and value == _amount(meant)


def _amount(token: Token) -> tuple[Fraction, Mapping[str, str]] | None:
    """The number of an amount whether it has a scale or not, and what it is of; None for what has none."""
    fields = token.fields
    if not fields.get("integer", "").isdecimal():
        return None
    number = Fraction(f"{fields['integer']}.{fields.get('fraction', '0')}") * int(fields.get("scale", "1"))
    return number, {name: text for name, text in fields.items() if name not in _OF_NUMBER}


_Judged = tuple["bool | None", bool, int, int]


def _against(reference: str, output: str, spoken: frozenset[str], grammar: Grammar | None) -> _Judged:
    made, wanted = ([word for word in text.split() if word not in spoken] for text in (output, reference))
    value_error = None if grammar is None else _differ(output, reference, grammar)
    return value_error, digits(output) != digits(reference), distance(wanted, made), len(wanted)


def _differ(output: str, reference: str, grammar: Grammar) -> bool | None:
    """Whether two texts say other numbers; None where neither they nor their figures alone can be read."""
    for read in (said_values, values):
        made, meant = read(output, grammar), read(reference, grammar)
        if made is not None and meant is not None:
            return made != meant and loosely(output) != loosely(reference)
    return None


@lru_cache(maxsize=1 << 12)
def said_values(text: str, grammar: Grammar) -> tuple[str, ...] | None:
    """The values of a text as it is read aloud and written anew, left to right; None if a figure cannot be said.

    Words around figures count: "60 percent" says what "60%" does though 60 and 60% are two values, and in "5 to 12
    rupees" both are rupees. Endings do not.
    """
    spoken = grammar.spoken(text)
    if _DIGIT.search(spoken):
        return None
    return tuple(_without_ending(span.token).value for span in _writer(grammar.language.code)(spoken).spans)


@cache
def _writer(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, normalizer=None, style="figures", punctuation=False, case=False)


def _without_ending(token: Token) -> Token:
    return Token(token.kind, {name: text for name, text in token.fields.items() if name != "suffix"})


def _severity(judged: _Judged) -> tuple[int, bool, int, int]:
    """Wrong values weigh most; where the grammar cannot read one reference, another one judges."""
    value_error, digit_error, edits, length = judged
    return 2 if value_error is None else int(value_error), digit_error, edits, length


def digits(text: str) -> str:
    """The digits of a text, left to right, those of all scripts as Latin ones."""
    return "".join(filter(str.isdecimal, text.translate(TO_LATIN_DIGITS)))


def plain(text: str) -> str:
    """A text in NFC with single spaces."""
    return " ".join(words(text))


def loosely(text: str) -> str:
    """What is left of a text where digits are Latin, letters small, and separators in figures, marks around words and
    spaces are nothing.

    >>> loosely("₹२५,००० दो।") == loosely("₹25000 दो")
    True
    >>> loosely("5 % — 2 × 3 = 6") == loosely("5% 2×3=6"), loosely("2 × 3") == loosely("2 3")
    (True, False)
    """
    written = plain(text).translate(TO_LATIN_DIGITS).lower().split()
    bare = (split_marks(word)[1] or _NO_SIGN.sub("", word) for word in written)  # a sign on its own is no mark
    return _SEPARATORS.sub("", "".join(bare))
