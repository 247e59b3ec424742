"""Every class beside every class, with everything between them that a language has: no error, no lost word."""

from __future__ import annotations

import random
from functools import cache

import pytest
from amounts import few
from case_tables import CASES, CLASSES, formatter

from indic_tf import languages, replay
from indic_tf.languages import language

_BETWEEN = ("words", "cues", "clock", "fractions", "units", "currency", "months", "denominators", "scales", "fillers")


@cache
def said(lang: str) -> dict[str, list[str]]:
    """What is said of every class, by class."""
    found: dict[str, list[str]] = {}
    for row in CLASSES:
        if row.values[0] == lang:
            found.setdefault(str(row.id).split(":")[1], []).append(str(row.values[1]))
    return found


@cache
def between(lang: str) -> list[list[str]]:
    """Connectives, cues, parts of the day, units, halves …, table by table; "" for nothing between."""
    facts = language(lang)
    tables = [[row["form"] for row in facts.table(name) if "|" not in row["form"]] for name in _BETWEEN]
    return [[""], *(forms for forms in tables if forms)]


def numbers(lang: str) -> list[str]:
    facts = language(lang)
    return facts.forms("numbers")[:120] + facts.forms("fractions") + facts.forms("scales")


def joined(lang: str, chance: random.Random) -> str:
    """Two or three pieces of speech: utterances of some class, cut somewhere, or lone number words."""
    parts: list[str] = []
    for _ in range(chance.randint(2, 3)):
        kinds = said(lang)
        words = chance.choice(kinds[chance.choice(sorted(kinds))]).split() if kinds else []
        if not words or chance.random() < 0.4:
            words = [chance.choice(numbers(lang))]
        start = chance.randrange(len(words))
        words = words[start : start + chance.randint(1, 8)]
        parts += [*words, chance.choice(chance.choice(between(lang))), chance.choice(chance.choice(between(lang)))]
    return " ".join(part for part in parts if part)


def check(lang: str, count: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(count):
        text = joined(lang, chance)
        made = formatter(lang)(text)
        at = [i for word in made.words for i in range(*word.words)]
        assert at == list(range(len(at))), text
        assert replay(made.words, made.edits) == made.text, text
        assert sum(len(word.text.split()) for one in made.words for word in one.source) >= len(text.split()), text


@pytest.mark.parametrize("lang", languages())
def test_any_two_beside_each_other(lang: str) -> None:
    check(lang, 60, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_many_beside_each_other(lang: str) -> None:
    check(lang, few(5000, otherwise=400), seed=2)


def test_every_class_of_the_cases_is_there() -> None:
    assert len(said("hi")) >= 14
    assert (CASES / "hi").is_dir()
