"""Slots of times, dates, ranges, codes and games; see `slots`."""

from __future__ import annotations

from collections.abc import Mapping

from ...document import Token
from .saying import Saying
from .slots import AMOUNTS, COUNTED, GUESSES, OFFICE, ROUND_MINUTES, Maker, Said, between, of, one
from .slots_of_speech import SPEECH

_ENDED = 0.35  # of ranges, where an ending says that it is one: 5থেকে
_LETTERS = "ABCDEFGHJKLMNPRSTVXZ"


def _range(link: str) -> Maker:
    """Two numbers with a word of ``link`` between them, or with none."""

    def make(say: Saying) -> Said | None:
        low, high = _ends(say, link)
        english = say.is_english()
        first, last = say.number(low, english and low < 100), say.number(high, english and high < 100)
        words = say.words(link)[:2] if link else [""]
        endings = say.to_endings if link == "to" else []
        if first and endings and (say.random.random() < _ENDED or not words):
            first, words = say.with_ending(first, say.random.choice(endings)[0]), [""]
        if not (first and last and words):
            return None
        both = of(("range",), integer=str(low), high=str(high))
        accepts = [lambda token: both(token) and not token.fields.keys() & {"scale", "plain"}]
        if link:
            accepts += [of(COUNTED, integer=str(low)), of(COUNTED, integer=str(high))]
        said = " ".join(filter(None, (first, say.random.choice(words), last)))
        return one(said, *accepts, may_stay=high < 10)

    return make


def _ends(say: Saying, link: str) -> tuple[int, int]:
    if link:
        low = between(say.random, (2, 9), (10, 60), (100, 900))
        return low, low + between(say.random, (1, 5), (5, 40))
    low, high = say.random.choice(GUESSES)
    return (100 * low, 100 * high) if say.random.random() < 0.2 else (low, high)


def _time(say: Saying) -> Said | None:
    hour, minute = say.random.randint(1, 12), say.random.choice((0, 0, 15, 30, 45, 30, say.random.randint(1, 59)))
    fields = {"hour": str(hour)} | ({"minute": f"{minute:02d}"} if minute else {})
    said = say.say("time", **fields, oclock="after") or say.say("time", **fields)
    return one(said, lambda token: _tells(token, hour, minute), may_stay=hour < 10 and not minute)


def _tells(token: Token, hour: int, minute: int) -> bool:
    fields = token.fields
    return token.kind == "time" and fields.get("hour") == str(hour) and int(fields.get("minute", "0")) == minute


def _hour_minute(say: Saying) -> Said | None:
    hour = between(say.random, (1, 12), (1, 12), (0, 23))
    minute = say.random.choice((*ROUND_MINUTES, say.random.randint(10, 59)))
    english = say.is_english(0.25)
    first, last = say.number(hour, english), say.number(minute, english)
    return one(f"{first} {last}", lambda token: _tells(token, hour, minute)) if first and last else None


def _hour(say: Saying) -> Said | None:
    hour = say.random.randint(1, 12)
    accepts = of(("cardinal",), integer=str(hour)), lambda token: _tells(token, hour, 0)
    return one(say.number(hour), *accepts, may_stay=True)


def _hours(say: Saying) -> Said | None:
    first, last = say.random.choice(OFFICE)
    if not (links := say.words("to")):
        return None
    accepts = [of(("range",), integer=str(first), high=str(last))]
    accepts += [of(("cardinal",), integer=str(n)) for n in (first, last)]
    accepts += [lambda token: _tells(token, first, 0), lambda token: _tells(token, last, 0)]
    return one(f"{say.number(first)} {say.random.choice(links)} {say.number(last)}", *accepts, may_stay=True)


def _year(say: Saying) -> Said | None:
    year = between(say.random, (1850, 1999), (1940, 1999), (2000, 2026), (2001, 2026))
    said = say.year(year)
    high, low = divmod(year, 100)
    if low >= 10 and say.is_english(0.1) and (first := say.english(high)) and (last := say.english(low)):
        said = f"{first} {last}"
    return one(said, lambda token: token.kind == "date" and token.fields.get("year") == str(year))


def _years(say: Saying) -> Said | None:
    if say.random.random() < 0.3:
        return _school_year(say)
    first = between(say.random, (1900, 1999), (2000, 2020))
    last = first + say.random.randint(1, 15)
    said, links = [say.year(year) for year in (first, last)], say.words("to")
    if not (all(said) and links):
        return None
    accepts = [of(("range",), integer=str(first), high=str(last), plain="1")]
    accepts += [of(("date",), year=str(year)) for year in (first, last)]
    return one(f"{said[0]} {say.random.choice(links)} {said[1]}", *accepts)


def _school_year(say: Saying) -> Said | None:
    first = say.random.randint(2001, 2028)
    said, last = say.year(first), say.number(first % 100 + 1)
    accepts = of(("range",), integer=str(first), high=str(first % 100 + 1))
    return one(f"{said} {last}", accepts) if said and last else None


def _date(say: Saying) -> Said | None:
    day, month = str(say.random.randint(1, 28)), str(say.random.randint(1, 12))
    accepts = of(("date",), day=day)
    return one(say.say("date", day=day, month=month), lambda token: accepts(token) and "month" in token.fields)


def _day(say: Saying) -> Said | None:
    day = say.random.randint(1, 31)
    accepts = of(("date",), day=str(day)), of(("cardinal", "ordinal"), integer=str(day))
    return one(say.number(day), *accepts, may_stay=day < 10)


def _score(say: Saying) -> Said | None:
    first = between(say.random, (0, 6), (0, 6), (10, 30))
    last = between(say.random, (0, 6), (10, 30))
    english = say.is_english(0.3)
    said = [say.number(n, english) for n in (first, last)]
    accepts = of(("score",), integer=str(first), high=str(last))
    return one(" ".join(filter(None, said)), accepts) if all(said) else None


def _wickets(say: Saying) -> Said | None:
    """Runs and wickets: 142/4."""
    runs, wickets = between(say.random, (8, 99), (100, 399)), say.random.randint(0, 9)
    english = say.is_english(0.3)
    first, last = say.number(runs, english), say.number(wickets, english)
    if first and say.score_endings and say.random.random() < 0.5:
        first = say.with_ending(first, say.random.choice(say.score_endings))
    accepts = of(("fraction",), numerator=str(runs), denominator=str(wickets))
    return one(f"{first} {last}", accepts) if first and last else None


def _digits(sizes: tuple[int, ...], in_pairs: float, first: str = "") -> Maker:
    def make(say: Saying) -> Said | None:
        size, random = say.random.choice(sizes), say.random
        digits = "".join(str(random.randint(0, 9)) for _ in range(size))
        digits = random.choice(first) + digits[1:] if first else digits
        english = say.is_english(0.45)
        paired = size % 2 == 0 and random.random() < in_pairs
        said = say.in_pairs(digits, english) if paired else say.digits(digits, english)
        return one(said, lambda token: digits in (token.fields.get("digits"), token.fields.get("code")))

    return make


def _code(say: Saying) -> Said | None:
    letters = "".join(say.random.choice(_LETTERS) for _ in range(say.random.choice((1, 2, 2))))
    digits = "".join(str(say.random.randint(0, 9)) for _ in range(say.random.choice((1, 2, 3, 4))))
    if any(letter not in say.letters for letter in letters):
        return None
    apart = say.random.random() < 0.6 or digits[0] == "0"
    said = say.digits(digits, say.is_english(0.4)) if apart else say.number(int(digits))
    names = " ".join(say.random.choice(say.letters[letter]) for letter in letters)
    return one(f"{names} {said}", of(("serial",), code=letters + digits)) if said else None


def _room(say: Saying) -> Said | None:
    number = between(say.random, (2, 99), (101, 999), (101, 999), (1001, 1999))
    chance, english = say.random.random(), say.is_english(0.3)
    as_code = of(("serial", "telephone"), code=str(number)), of(("telephone",), digits=str(number))
    if chance >= 0.6 and number >= 1000 and number % 100 >= 10:
        said = say.in_pairs(str(number), english)
        return one(said, *as_code)
    if chance >= 0.6 and number >= 100:
        return one(say.digits(str(number), english), *as_code)
    accepts = [of(("serial",), code=str(number))]
    accepts += [of(("cardinal",), integer=str(number))] if number < 1000 else []
    return one(say.number(number), *accepts, may_stay=number < 10)


def _pressure(say: Saying) -> Said | None:
    high = say.random.randint(95, 190)
    low = say.random.randint(55, min(high - 10, 120))
    links = ["", *say.words("over_of_pair"), *say.words("over")]
    said = " ".join(filter(None, (say.number(high, False), say.random.choice(links), say.number(low, False))))
    return one(said, of(("fraction",), numerator=str(high), denominator=str(low)))


def _arithmetic(say: Saying) -> Said | None:
    first, last = say.random.randint(2, 90), say.random.randint(2, 60)
    if not (signs := [*say.words("plus")[:1], *say.words("times")[:1]]):
        return None
    said = f"{say.number(first)} {say.random.choice(signs)} {say.number(last)}"
    return one(said, lambda token: token.kind == "math")


def _size(say: Saying) -> Said | None:
    first, last = say.random.randint(8, 40), say.random.randint(8, 40)
    if not (links := [*say.words("over_of_pair"), *say.words("over")]):
        return None
    said = f"{say.number(first)} {say.random.choice(links)} {say.number(last)}"
    return one(said, lambda token: token.kind == "math" and "×" in token.fields.get("expression", ""))


SLOTS: Mapping[str, Maker] = {
    **AMOUNTS,
    **SPEECH,
    "guess": _range(""),
    "range": _range("to"),
    "or": _range("or"),
    "time": _time,
    "hm": _hour_minute,
    "hour": _hour,
    "hrange": _hours,
    "year": _year,
    "years": _years,
    "date": _date,
    "day": _day,
    "score": _score,
    "cric": _wickets,
    "otp": _digits((4, 6), 0.15),
    "digits": _digits((3, 4, 5, 6, 8, 10, 12, 16), 0.35),
    "phone": _digits((10,), 0.5, "6789"),
    "code": _code,
    "flat": _room,
    "bp": _pressure,
    "math": _arithmetic,
    "size": _size,
}
"""By the names that carriers have for them. Carriers with slots of other names (ratio) are left out."""
