"""Values of every class, drawn at random: what tests say and write again, spread evenly over what can be said.

Each value means one thing in figures: no cardinal that could be a year, no fraction that could be coins. Values as
people say them are drawn by `entities`.
"""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache, partial
from random import Random

from ..document import Token
from ..languages import Language, language
from ..wfst.wire import bare

Maker = Callable[[Language, Random], Token | None]

PLATE_LETTERS = string.ascii_uppercase.replace("I", "").replace("O", "")
"""Number plates have no I and no O: they look like 1 and 0."""

STATES = (
    *("AP", "AR", "AS", "BR", "CG", "CH", "DL", "GA", "GJ", "HP", "HR", "JH", "JK", "KA", "KL", "MH", "ML", "MN"),
    *("MP", "MZ", "NL", "OD", "PB", "PY", "RJ", "SK", "TN", "TR", "TS", "UK", "UP", "WB"),
)
"""What number plates begin with."""

_YEARS = range(1901, 2051)
_COMMON_UNITS = ("km", "m", "kg", "g", "l", "ml")


def draw(kind: str, facts: Language, random: Random) -> Token | None:
    """A random token of the class ``kind``, one of `KINDS`; None where the language does not say it.

    The same state of ``random`` gives the same token. Whether the language's grammar can say and write it is for the
    grammar to answer. Raises `KeyError` for another kind.
    """
    return MAKERS[kind](facts, random)


def amount(random: Random, digits: float = 7) -> int:
    """A whole number of up to ``digits`` digits, every length as likely as another."""
    return int(10 ** random.uniform(0, digits))


def cardinal(facts: Language, random: Random) -> Token:
    """A whole number that is no year."""
    number = amount(random, 15)
    return Token("cardinal", {"integer": str(number if number not in _YEARS else number + 1000)})


def decimal(facts: Language, random: Random) -> Token:
    return Token("decimal", {"integer": str(amount(random, 4)), "fraction": str(random.randint(1, 999))})


def percent(facts: Language, random: Random) -> Token:
    if random.random() < 0.5:
        return Token("percent", {"integer": str(random.randint(1, 100))})
    return Token("percent", {"integer": str(random.randint(0, 99)), "fraction": str(random.randint(1, 99))})


def money(facts: Language, random: Random) -> Token:
    """Rupees mostly, with paise at times."""
    currency = random.choice(("INR", "INR", "INR", "USD", "EUR", "GBP"))
    coins = {"minor": f"{random.randint(1, 99):02d}"} if currency == "INR" and random.random() < 0.3 else {}
    return Token("money", {"integer": str(amount(random, 12)), "currency": currency} | coins)


def fraction(facts: Language, random: Random) -> Token:
    """Thirds, fifths and smaller parts: "two quarters" are games and coins too."""
    denominator = random.choice((3, *range(5, 100)))
    return Token("fraction", {"numerator": str(random.randint(1, denominator - 1)), "denominator": str(denominator)})


def ordinal(facts: Language, random: Random) -> Token | None:
    """An ordinal above twenty, with the ending that the language writes first."""
    number = random.randint(21, 999)
    endings = ordinal_endings(facts, number)
    return Token("ordinal", {"integer": str(number), "suffix": endings[0]}) if endings else None


def ordinal_endings(facts: Language, number: int) -> list[str]:
    """What may stand behind the figures of an ordinal: the endings that fit its last word, if that is known."""
    last = [form for value in (number % 100, number % 10) for form in facts.forms("numbers", value=str(value), role="")]
    word = last[0] if last and number % 100 else ""
    rows = [row for row in facts.table("suffixes") if "ordinal" in row["flag"].split()]
    fitting = [row for row in rows if row["strip"] and word.endswith(row["strip"])]
    fitting = fitting or [row for row in rows if word.endswith(row["strip"])] or rows
    return list(dict.fromkeys(bare(row["written"]) for row in fitting))


def date(facts: Language, random: Random) -> Token:
    """A day and a month, a month and a year, or all three."""
    month = str(random.randint(1, 12))
    year = str(random.choice((random.randint(1850, 1999), random.randint(2001, 2035))))
    shapes = (
        {"day": str(random.randint(2, 31)), "month": month, "year": year},
        {"month": month, "year": year},
        {"day": str(random.randint(2, 31)), "month": month},
    )
    return Token("date", random.choice(shapes))


def time(facts: Language, random: Random) -> Token | None:
    """An hour and minutes, or an hour and quarters with the o'clock word."""
    named = {row["name"] for row in facts.table("clock")}
    hour, quarter = str(random.randint(1, 12)), random.choice(("", "15", "30", "45"))
    if "past" in named and random.random() < 0.8:
        return Token("time", {"hour": hour, "minute": f"{random.randint(1, 59):02d}"})
    known = {row["value"] for row in facts.table("fractions")}
    if "oclock" not in named or (quarter and not known & {"+0.5", "2.5"}):
        return None
    return Token("time", {"hour": hour, "oclock": "after"} | ({"minute": quarter} if quarter else {}))


def measure(facts: Language, random: Random) -> Token:
    known = {row["code"] for row in facts.table("units") if row["role"] == "" and "|" not in row["form"]}
    unit = random.choice([code for code in _COMMON_UNITS if code in known])
    fields = {"integer": str(amount(random, 6) + 1), "unit": unit}
    return Token("measure", fields if random.random() < 0.6 else fields | {"fraction": str(random.randint(1, 9))})


def range_(facts: Language, random: Random) -> Token:
    """Two numbers one behind the other; from 21, since "seventeen twenty" is a year."""
    low = random.randint(21, 45)
    ends = {"integer": str(low), "high": str(random.randint(low + 1, 2 * low))}
    return Token("range", ends | ({"to": "1"} if facts.to_said == "always" else {}))


def telephone(facts: Language, random: Random) -> Token:
    """A mobile number, with or without the country's code."""
    number = random.choice("6789") + digits(random, 9)
    return Token("telephone", {"digits": random.choice((number, f"+91{number}"))})


def serial(facts: Language, random: Random) -> Token:
    """A PAN or a number plate."""
    distinct = distinct_letters(facts.code)
    letters = partial(random.choices, distinct)
    state = random.choice([state for state in STATES if set(distinct).issuperset(state)])
    pan = [*letters(k=5), *random.choices(string.digits, k=4), *letters(k=1)]
    plate = [state, f"{random.randint(1, 99):02d}", *letters(k=2), f"{random.randint(1, 9999):04d}"]
    return Token("serial", {"code": "".join(random.choice((pan, plate)))})


def electronic(facts: Language, random: Random) -> Token:
    """A mail address of letters that say nothing."""
    name = ["".join(random.choices(string.ascii_lowercase, k=random.randint(4, 8))) for _ in range(2)]
    host = f"{name[0]}{random.choice('._')}{name[1]}@{random.choice(('gmail', 'yahoo'))}"
    return Token("electronic", {"address": f"{host}.com"})


def math(facts: Language, random: Random) -> Token:
    a, b = random.randint(1, 99), random.randint(1, 99)
    return Token("math", {"expression": random.choice((f"{a}+{b}={a + b}", f"{a}×{b}", f"{a}÷{b}"))})


def digits(random: Random, count: int) -> str:
    """``count`` random digits."""
    return "".join(random.choices(string.digits, k=count))


@cache
def distinct_letters(code: str) -> str:
    """The letters that plates have and that sound like no other: Tamil has one name for B and P."""
    names = [(row["letter"], row["form"].split(" ")) for row in language(code).table("letters")]
    shared = {
        name for letter, words in names for name in words for other, forms in names if other != letter and name in forms
    }
    shared = {letter for letter, words in names if len(letter) == 1 and shared & set(words)}
    return "".join(letter for letter in PLATE_LETTERS if letter not in shared)


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

KINDS = tuple(MAKERS)
"""The classes whose values can be drawn."""
