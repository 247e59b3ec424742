"""Slots of what is said in pairs, in digits, with "double", "dot" or the letters of an era; see `slots`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .saying import Saying
from .slots import COUNTED, Maker, Said, between, of, one

_PAIR_GUESSES = (*[(19, 20)] * 3, (15, 16), (15, 20), (16, 20), (17, 18), (18, 20), (20, 22), (20, 25), (20, 30))
_THOUSAND = 1000
_SCALES = {"hundred": 100, "thousand": _THOUSAND, "lakh": 100_000, "crore": 10_000_000}
_SPELLED_PRICES = ("{}00", "{}00", "{}0{}", "{}0{}", "{}{}0", "{}{}{}", "{}{}00")
_CENTURY, _LAST = 2000, 2049
_LETTERS = "ABCDEFGHJKLMNPRSTVXZ"


def _pair(say: Saying, number: int) -> str | None:
    """A number of four digits as two English ones: nineteen twenty."""
    said = [say.english(part) for part in divmod(number, 100)]
    return " ".join(filter(None, said)) if all(said) else None


def _year_of(say: Saying) -> int:
    century = say.random.choice((19, 19, 19, 20, 20, 20, 18, 17))
    return 100 * century + (say.random.randint(10, 50) if century == 20 else say.random.randint(10, 99))


def _pair_year(say: Saying) -> Said | None:
    year = _year_of(say)
    return one(_pair(say, year), of(("date",), year=str(year)))


def _pair_years(say: Saying) -> Said | None:
    first = _year_of(say)
    latest = _LAST if first >= _CENTURY else first // 100 * 100 + 99  # nobody says "to twenty hundred"
    last = min(first + say.random.choice((1, 2, 5, 10, 10, 20)), latest)
    said, links = [_pair(say, year) for year in (first, last)], say.words("to")
    if not (all(said) and links and first < last):
        return None
    accepts = [of(("range",), integer=str(first), high=str(last), plain="1")]
    accepts += [of(("date",), year=str(year)) for year in (first, last)]
    return one(f"{said[0]} {say.random.choice(links)} {said[1]}", *accepts)


def _pair_guess(say: Saying) -> Said | None:
    """Two numbers in English words that might be a year: nineteen twenty people."""
    low, high = say.random.choice(_PAIR_GUESSES)
    first, last = say.english(low), say.english(high)
    return one(f"{first} {last}", of(("range",), integer=str(low), high=str(high))) if first and last else None


def _round(scale: int, bounds: tuple[tuple[int, int], ...], english: bool) -> Maker:
    """A round amount that another one of the same scale is joined to: two hundred (and three hundred)."""

    def make(say: Saying) -> Said | None:
        number = scale * between(say.random, *bounds)
        said = say.number(number, english or say.only_english) or say.say("cardinal", integer=str(number))
        return one(said, of(COUNTED, integer=str(number)))

    return make


def _rounds() -> Iterator[tuple[str, Maker]]:
    """Two slots a scale, ``hundred`` and the larger ``hundreds``; those with an e before are said in English words."""
    for name, scale in _SCALES.items():
        tens = scale == _THOUSAND
        few, many = ((1, 5), (10, 40)) if tens else ((1, 5),), ((6, 9), (45, 90)) if tens else ((6, 9),)
        for english in (False, True) if scale <= _THOUSAND else (False,):
            yield f"{'e' * english}{name}", _round(scale, few, english)
            yield f"{'e' * english}{name}s", _round(scale, many, english)


def _spelled_price(say: Saying) -> Said | None:
    """Three or four digits one by one that are an amount: five double zero, two oh five."""
    shape, random = say.random.choice(_SPELLED_PRICES), say.random
    digits = shape.format(*(random.randint(1, 9) for _ in range(shape.count("{}"))))
    english, said, i = say.is_english(0.6), [], 0
    while i < len(digits):
        twice = digits[i : i + 2] == digits[i] * 2 and random.random() < 0.8
        said += [random.choice(say.words("double"))] if twice else []
        said.append(say.number(int(digits[i]), english) or "")
        i += 2 if twice else 1
    return one(" ".join(said) if all(said) else None, of(COUNTED, integer=digits))


def _coded(letters: Sequence[tuple[str, str]] | None, say: Saying) -> Said | None:
    """A code of letters, each with a name of it, and a number or digits."""
    number = between(say.random, (1, 9), (1, 20), (10, 99), (100, 999))
    digits = say.digits(str(number), say.is_english(0.4)) if number > 99 else say.number(number)
    if not letters or not digits:
        return None
    code = "".join(letter for letter, _ in letters) + str(number)
    return one(" ".join([*(name for _, name in letters), digits]), of(("serial",), code=code))


def _with_o(say: Saying) -> Said | None:
    named = say.random.choice(("O", say.random.choice(_LETTERS) + "O", "O" + say.random.choice(_LETTERS)))
    known = all(letter in say.letters for letter in named)
    return _coded([(letter, say.random.choice(say.letters[letter])) for letter in named] if known else None, say)


def _weak(say: Saying) -> Said | None:
    """A code with a letter whose name is a word of the language, too."""
    rows = [row for row in say.facts.table("letters") if row["flag"] and len(row["letter"]) == 1]
    row = say.random.choice(rows) if rows else None
    weak = ("A", "a") if say.only_english else None
    return _coded([(row["letter"], row["form"])] if row else weak and [weak], say)


def _version(parts: int) -> Maker:
    """Numbers with "dot" or "point" between them: a version."""

    def make(say: Saying) -> Said | None:
        numbers = [say.random.randint(1, 15), *(say.random.randint(0, 12) for _ in range(parts - 1))]
        english = say.is_english(0.4)
        said, points = [say.number(n, english) for n in numbers], [*say.words("dot"), *say.words("point")[:3]]
        if not (all(said) and points):
            return None
        text = f" {say.random.choice(points)} ".join(filter(None, said))
        accepts = [of(("serial",), code=".".join(map(str, numbers)))]
        accepts += [of(COUNTED, integer=str(numbers[0]), fraction=str(numbers[1]))] if parts == 2 else []
        return one(text, *accepts)

    return make


SPEECH: Mapping[str, Maker] = {
    "pyear": _pair_year,
    "pyears": _pair_years,
    "pguess": _pair_guess,
    **dict(_rounds()),
    "spelt": _spelled_price,
    "ocode": _with_o,
    "wcode": _weak,
    "ver2": _version(2),
    "ver3": _version(3),
}
