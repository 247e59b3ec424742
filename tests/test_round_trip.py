"""Written forms of every class, said and written again: value and form must come back."""

from __future__ import annotations

import os
import random
import string
import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from indic_tf import Token, languages
from indic_tf.languages import Language, language
from indic_tf.styles import PRESETS
from indic_tf.wfst.figures import forms_by

sys.path.insert(0, str(Path(__file__).parent))
from case_tables import formatter

STABLE = [code for code in languages() if language(code).status == "stable"]
Maker = Callable[[Language, random.Random], str | None]


def grouped(lang: str, number: int) -> str:
    written = formatter(lang).grammar.verbalize(Token("cardinal", {"integer": str(number)}), PRESETS["default"])
    assert written is not None
    return written


def amount(rng: random.Random, most: int = 7) -> int:
    return int(10 ** rng.uniform(0, most))


def cardinal(facts: Language, rng: random.Random) -> str:
    number = amount(rng, 15)
    return grouped(facts.code, number if number not in range(1901, 2051) else number + 1000)  # those are years


def decimal(facts: Language, rng: random.Random) -> str:
    return f"{grouped(facts.code, amount(rng, 4))}.{rng.randint(1, 999)}"


def percent(facts: Language, rng: random.Random) -> str:
    return f"{rng.randint(1, 100)}%" if rng.random() < 0.5 else f"{rng.randint(0, 99)}.{rng.randint(1, 99)}%"


def money(facts: Language, rng: random.Random) -> str:
    sign = rng.choice("₹₹₹$€£")
    coins = f".{rng.randint(1, 99):02d}" if sign == "₹" and rng.random() < 0.3 else ""
    return f"{sign}{grouped(facts.code, amount(rng, 12))}{coins}"


def fraction(facts: Language, rng: random.Random) -> str:
    denominator = rng.choice([3, *range(5, 100)])  # "two quarters" are games and coins too
    return f"{rng.randint(1, denominator - 1)}/{denominator}"


def ordinal(facts: Language, rng: random.Random) -> str | None:
    number = rng.randint(21, 999)
    if facts.code == "en":
        teens = number % 100 in range(11, 14)
        return f"{number}{'th' if teens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"
    endings = [row["written"] for row in facts.table("suffixes") if "ordinal" in row["flag"].split()]
    own = "" if endings and endings[0].startswith("+") else facts.suffix_joiner
    return f"{number}{own}{endings[0].removeprefix('+')}" if endings else None


def date(facts: Language, rng: random.Random) -> str:
    months = forms_by((r["value"], r["form"]) for r in facts.table("months") if r["value"].isdigit())
    month = months[str(rng.randint(1, 12))][0]
    year = rng.choice([rng.randint(1850, 1999), rng.randint(2001, 2035)])
    return rng.choice([f"{rng.randint(2, 31)} {month} {year}", f"{month} {year}", f"{rng.randint(2, 31)} {month}"])


def time(facts: Language, rng: random.Random) -> str | None:
    words = [r["form"] for r in facts.table("clock") if r["name"] == "oclock"]
    hour, quarter = rng.randint(1, 12), rng.choice(["", ":15", ":30", ":45"])
    if any(row["name"] == "past" for row in facts.table("clock")) and rng.random() < 0.8:
        return f"{hour}:{rng.randint(1, 59):02d}"
    known = {row["value"] for row in facts.table("fractions")}
    if quarter and not known & {"+0.5", "2.5"}:
        return None
    return f"{hour}{quarter} {words[0]}" if words else None


def measure(facts: Language, rng: random.Random) -> str:
    many = forms_by((r["code"], r["form"]) for r in facts.table("units") if r["role"] == "" and "|" not in r["form"])
    unit = many[rng.choice([c for c in ("km", "m", "kg", "g", "l", "ml") if c in many])][0]
    figure = grouped(facts.code, amount(rng, 6) + 1)
    return f"{figure} {unit}" if rng.random() < 0.6 else f"{figure}.{rng.randint(1, 9)} {unit}"


def range_(facts: Language, rng: random.Random) -> str:
    low = rng.randint(21, 45)  # "seventeen twenty" is a year
    return f"{low}-{rng.randint(low + 1, 2 * low)}"


def telephone(facts: Language, rng: random.Random) -> str:
    digits = rng.choice("6789") + "".join(rng.choices(string.digits, k=9))
    return rng.choice([digits, f"+91 {digits}"])


def distinct_letters(facts: Language) -> str:
    """The letters that plates have (no I, no O) and that sound like no other: Tamil has one name for B and P."""
    names = [(row["letter"], row["form"].split(" ")) for row in facts.table("letters")]
    shared = {
        name for letter, words in names for name in words for other, forms in names if other != letter and name in forms
    }
    shared = {letter for letter, words in names if len(letter) == 1 and shared & set(words)}
    return "".join(c for c in string.ascii_uppercase if c not in {"I", "O"} | shared)


def serial(facts: Language, rng: random.Random) -> str:
    letters = partial(rng.choices, distinct_letters(facts))
    pan = [*letters(k=5), *rng.choices(string.digits, k=4), *letters(k=1)]
    plate = [*letters(k=2), f"{rng.randint(1, 99):02d}", *letters(k=2), f"{rng.randint(1, 9999):04d}"]
    return "".join(rng.choice([pan, plate]))


def electronic(facts: Language, rng: random.Random) -> str:
    name = ["".join(rng.choices(string.ascii_lowercase, k=rng.randint(4, 8))) for _ in range(2)]
    return f"{name[0]}{rng.choice('._')}{name[1]}@{rng.choice(['gmail', 'yahoo'])}.com"


def math(facts: Language, rng: random.Random) -> str:
    a, b = rng.randint(1, 99), rng.randint(1, 99)
    return rng.choice([f"{a} + {b} = {a + b}", f"{a} × {b}", f"{a} ÷ {b}"])


MAKERS: dict[str, Maker] = {
    "cardinal": cardinal,
    "decimal": decimal,
    "percent": percent,
    "money": money,
    "fraction": fraction,
    "ordinal": ordinal,
    "date": date,
    "time": time,
    "measure": measure,
    "range": range_,
    "telephone": telephone,
    "serial": serial,
    "electronic": electronic,
    "math": math,
}


def examples(lang: str, kind: str, count: int, seed: int) -> list[str]:
    rng, facts = random.Random(f"{lang} {kind} {seed}"), language(lang)

    def made() -> Iterator[str]:
        for _ in range(2 * count):
            if text := MAKERS[kind](facts, rng):
                yield text

    return list(dict.fromkeys(islice(made(), count)))


def assert_come_back(lang: str, kind: str, count: int, seed: int) -> None:
    fmt, wrong = formatter(lang), []
    for written in examples(lang, kind, count, seed):
        said = fmt.spoken(written)
        again = fmt(said).text
        if again != written:
            wrong.append((written, said, again))
    assert not wrong, f"{len(wrong)} of {count}, for example {wrong[:4]}"


@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("lang", STABLE)
def test_a_class_comes_back(lang: str, kind: str) -> None:
    assert_come_back(lang, kind, 25, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("kind", MAKERS)
@pytest.mark.parametrize("lang", STABLE)
def test_many_of_a_class_come_back(lang: str, kind: str) -> None:
    """Of each class $INDIC_TF_ROUND_TRIPS, or 250."""
    assert_come_back(lang, kind, int(os.environ.get("INDIC_TF_ROUND_TRIPS", "250")), seed=2)
