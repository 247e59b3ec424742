"""How a value is said: as the grammar says it, and in the other spellings that recognisers print.

A grammar says each number word in one spelling; its tables list the others. Telephone numbers and codes are also said
in English digits, in pairs, and with "double" and "triple". Whatever is made here, the grammar reads back as the same
value: what it does not is not said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from random import Random
from typing import TypeVar

import regex

from ..document import Token
from ..labels import DISFLUENCY, PUNCTUATION
from ..languages import Language, language
from ..tables import Row
from ..tagging.encode import tagger_word, to_one_script
from ..wfst.pipeline import Grammar
from .entities import latin_names
from .label import Labelled, code
from .spoken import case_code, span_codes

T = TypeVar("T")
Phrase = tuple[str, ...]

VARIED = 0.4
"""The share of spans with other spellings than the grammar's."""

_SPELLED = ("numbers", "scales", "english", "fractions", "letters", "domains")
_INFLECTED = ("currency", "units", "months", "words")
_COMMON = 3  # English words for a digit: those that the table lists first
_DIALLED = ("telephone", "serial")
_SPELLINGS = 4  # of one form
_FINAL_SIGN = regex.compile(r"[\p{M}\u0D7A-\u0D7F]$")  # or a chillu letter
_WEAK_END = regex.compile(r"[\u0941\u094D]$")  # u, virama
_VOWEL = regex.compile(r"[\u0904-\u0914]")
_JOINED = regex.compile(r"\p{M}|(\p{L})\p{M}\1")
_LETTER = regex.compile(r"\p{L}")
_SHORTEST_STEM = 2  # letters
_LATIN = regex.compile(r"\p{Latin}")


def said(token: Token, grammar: Grammar, random: Random) -> list[str] | None:
    """The words of ``token``, varied at times; None where the grammar does not say it."""
    spoken = grammar.say(token)
    if spoken is None:
        return None
    words = spoken.split()
    varied = words
    if token.kind == "electronic":
        varied = _in_own_script(words, grammar)
    if token.kind in _DIALLED and random.random() < 0.6:
        varied = _dictated(token, words, grammar, random)
    if random.random() < VARIED:
        varied = _respelled(varied, grammar.language, random)
    return varied if varied == words or means(token, varied, grammar) else words


def labelled_span(kind: str, words: Sequence[str], facts: Language, mark: str = "") -> Labelled:
    """The words of a value as a span of the class ``kind``, with the code ``mark`` behind the last of them."""
    none = code(PUNCTUATION, PUNCTUATION.labels[0])
    cased = [word.capitalize() if word in _months(facts.code) else word for word in words]
    return Labelled(
        tuple(map(tagger_word, words)),
        none * (len(words) - 1) + (mark or none),
        "".join(map(case_code, cased)),
        "".join(span_codes(kind, len(words))),
        code(DISFLUENCY, "O") * len(words),
    )


@cache
def _months(lang: str) -> frozenset[str]:
    """Names of months, which are capitalised in Latin script."""
    return frozenset(language(lang).forms("months"))


def means(token: Token, words: Sequence[str], grammar: Grammar) -> bool:
    """True if the grammar reads ``words``, all of them, as ``token``."""
    if token.kind == "electronic":
        address = grammar.address(words)
        return address is not None and address.value == token.value
    found = grammar.spans(words)
    return len(found) == 1 and found[0].words == (0, len(words)) and found[0].token.value == token.value


def _in_own_script(words: Sequence[str], grammar: Grammar) -> list[str]:
    """Names in Latin letters as the language writes them."""
    names = latin_names(grammar.language.code)
    return [names.get(word, word) for word in words]


# --- other spellings ------------------------------------------------------------------------------------------


def _respelled(words: Sequence[str], facts: Language, random: Random) -> list[str]:
    """``words`` with about half of them in another spelling; a word that comes again is spelled again as before."""
    table, chosen = spellings(facts.code), {}
    made: list[str] = []
    position = 0
    while position < len(words):
        found = _longest(words, position, table)
        if found and found not in chosen:
            chosen[found] = _one_of(table[found], random) if random.random() < 0.5 else found
        made += chosen[found] if found else (words[position],)
        position += len(found) or 1
    return made


def _one_of(forms: Sequence[T], random: Random) -> T:
    """One of ``forms``, the first ones more often: tables list the common spellings first."""
    return random.choices(forms, [1 / (i + 1) for i in range(len(forms))])[0]


def _longest(words: Sequence[str], start: int, table: dict[Phrase, list[Phrase]]) -> Phrase:
    """The longest phrase of ``table`` that begins at ``start``; empty if none does."""
    phrases = (tuple(words[start : start + length]) for length in (3, 2, 1) if start + length <= len(words))
    return next((phrase for phrase in phrases if phrase in table), ())


@cache
def spellings(code: str) -> dict[Phrase, list[Phrase]]:
    """The form that the grammar says → the first few others of its cells. Inflected forms are none of them."""
    made: dict[Phrase, list[Phrase]] = {}
    for cell in _cells(code):
        first, *others = cell
        key = tuple(first.split(" "))
        listed = made.setdefault(key, [])
        listed += [phrase for form in others if (phrase := tuple(form.split(" "))) not in (key, *listed)]
    return {phrase: others[:_SPELLINGS] for phrase, others in made.items() if others}


def _cells(code: str) -> Iterator[list[str]]:
    """The forms of every cell, the first one first: rows of the language's own that differ in their form only."""
    facts = language(code)
    for table in (*_SPELLED, *_INFLECTED):
        cells: dict[tuple[str, ...], list[str]] = {}
        for row in _own_rows(facts, table):
            if "|" not in row["form"]:
                key = tuple(value for column, value in row.cells.items() if column != "form")
                cells.setdefault(key, []).append(row["form"])
        yield from (_uninflected(forms, table in _INFLECTED) for forms in cells.values())


def _own_rows(facts: Language, table: str) -> Iterator[Row]:
    """Rows of the language's own, without written abbreviations."""
    for row in facts.table(table):
        if row.path.parent.name == facts.code and row.cells.get("role") not in ("written", "homograph"):
            yield row


def _uninflected(forms: Sequence[str], strictly: bool) -> list[str]:
    """``forms`` without inflected ones and without those that only stand joined to another word; the first one stays.

    Forms that differ in a final vowel sign alone are spellings of each other; ``strictly``, they are not, and none is
    longer than the first by more than a letter.
    """
    stems = {form: _FINAL_SIGN.sub("", form) for form in forms if _stands_alone(form, forms[0])}
    longest = len(forms[0]) + 1 if strictly else max(map(len, forms))
    return [
        form
        for form in forms
        if form == forms[0] or (form in stems and len(form) <= longest and not _is_grown(form, stems, strictly))
    ]


def _stands_alone(form: str, first: str) -> bool:
    """False for what is heard where words run together: a glide before a vowel, a doubled consonant, a lost ending."""
    vowels = [_VOWEL.match(to_one_script(text)) is not None for text in (form, first)]
    lost = _WEAK_END.sub("", to_one_script(first)) == to_one_script(form) != to_one_script(first)
    return vowels[0] == vowels[1] and not _JOINED.match(form) and not lost


def _is_grown(form: str, stems: Mapping[str, str], strictly: bool) -> bool:
    """True if ``form`` is another one with an ending, or without the one that it has."""
    others = {other: stem for other, stem in stems.items() if other != form and (strictly or stem != stems[form])}
    longer = any(_is_long(stem) and form.startswith(stem) for stem in others.values())
    return longer or (_is_long(form) and any(other.startswith(form) for other in others))


def _is_long(stem: str) -> bool:
    return len(_LETTER.findall(stem)) >= _SHORTEST_STEM


# --- dictation ------------------------------------------------------------------------------------------------


def _dictated(token: Token, words: Sequence[str], grammar: Grammar, random: Random) -> list[str]:
    """Digits as people dictate them: in English, in pairs, equal neighbours taken together."""
    facts = grammar.language
    number = token.fields.get("digits", "")
    if len(number) == 10 and random.random() < 0.15:
        return _in_pairs(number, grammar) or list(words)
    latin = facts.script == "Latin" or random.random() < 0.15
    made, english = list(words), english_digits(facts.code, latin)
    if in_english := random.random() < 0.4:
        chosen = {word: _one_of(forms, random) for word, forms in english.items()}
        made = [chosen.get(word, word) for word in words]
    if random.random() < 0.6:
        return _doubled(made, english.keys() if not in_english else chosen.values(), facts, latin and in_english)
    return made


def _in_pairs(number: str, grammar: Grammar) -> list[str] | None:
    """Ninety-eight seventy-six …; None where a pair begins with zero."""
    pairs = [number[i : i + 2] for i in range(0, len(number), 2)]
    if any(pair[0] == "0" for pair in pairs):
        return None
    spoken = [grammar.say(Token("cardinal", {"integer": pair})) or "" for pair in pairs]
    return " ".join(spoken).split()


@cache
def english_digits(code: str, latin: bool) -> dict[str, list[str]]:
    """The language's word for a digit → the English words for it, in Latin letters or in its own."""
    facts = language(code)
    made: dict[str, list[str]] = {}
    for digit in map(str, range(10)):
        own = facts.forms("numbers", value=digit, role="")
        forms = [form for form in facts.forms("english", value=digit) if _is_latin(form) == latin]
        made[own[0]] = forms[:_COMMON] or own[:1]
    return made


def _doubled(words: Sequence[str], digits: Iterable[str], facts: Language, latin: bool) -> list[str]:
    """Two or three equal ``digits`` in a row said as "double" or "triple"."""
    latin = latin or facts.script == "Latin"
    names = {count: _repeater(facts, name, latin) for count, name in ((2, "double"), (3, "triple"))}
    known, made = set(digits), list[str]()
    for word, run in groupby(words):
        count = len(list(run))
        while word in known and count > 1:
            taken = 3 if count in (3, 5) and names[3] else 2
            made += [names[taken], word] if names[taken] else [word] * taken
            count -= taken
        made += [word] * count
    return made


def _repeater(facts: Language, name: str, latin: bool) -> str:
    """The word for "double" or "triple"; empty where there is none."""
    return next((form for form in facts.forms("words", name=name) if _is_latin(form) == latin), "")


def _is_latin(form: str) -> bool:
    return _LATIN.match(form) is not None
