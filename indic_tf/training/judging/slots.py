"""What stands in the slots of carriers: a number said, which readings of it are right, and whether words may stay."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from ...document import Token
from .saying import Saying

COUNTED = ("cardinal", "measure", "money", "percent", "decimal", "ordinal")
"""Classes of a number that counts something."""

_SMALL = 10
_ROUND = 0.15  # of prices; some of them would be years elsewhere
GUESSES = (
    *((n, n + 1) for n in range(2, 10)),
    *((2, 4), (4, 6), (5, 7), (5, 10), (6, 8), (8, 10), (10, 12), (10, 15), (12, 15), (10, 20), (15, 20), (20, 25)),
    *((25, 30), (30, 40), (40, 50), (50, 60), (60, 70), (70, 80)),
)
ROUND_MINUTES = (10, 15, 20, 25, 30, 35, 40, 45, 50, 55)
OFFICE = ((9, 5), (10, 6), (8, 4), (9, 6), (10, 5), (11, 7), (6, 10), (4, 8), (8, 8), (7, 11), (2, 4))
_PARTS = ((2, 3), (1, 3), (3, 4), (2, 5), (3, 5), (1, 5), (4, 5), (1, 4))

Accepts = Callable[[Token], bool]


@dataclass(frozen=True, slots=True)
class Said:
    """A number in a slot: its words, the readings that are right, and whether it may stay in words.

    Each of ``parts`` is a number by itself with its own readings; most slots have one.
    """

    parts: tuple[tuple[str, tuple[Accepts, ...]], ...]
    may_stay: bool = False


Maker = Callable[[Saying], Said | None]


def of(kinds: Sequence[str], **fields: str) -> Accepts:
    """Accepts a token of ``kinds`` with these fields, and with no fraction or sign but these."""

    def accepts(token: Token) -> bool:
        extra = token.fields.keys() & {"fraction", "sign"} - fields.keys()
        return token.kind in kinds and not extra and all(token.fields.get(k) == v for k, v in fields.items())

    return accepts


def one(said: str | None, *accepts: Accepts, may_stay: bool = False) -> Said | None:
    return Said(((said, accepts),), may_stay) if said else None


def between(random: Random, *bounds: tuple[int, int]) -> int:
    """A number between the bounds of a pair by chance."""
    return random.randint(*random.choice(bounds))


# --- counts, amounts ----------------------------------------------------------------------------------


def _count(say: Saying) -> Said | None:
    return _counted(say, between(say.random, (2, 9), (10, 99), (10, 99), (100, 999), (1000, 99_999)))


def _small(say: Saying) -> Said | None:
    return _counted(say, say.random.randint(2, 20))


def _big(say: Saying) -> Said | None:
    number = between(say.random, (1000, 99_999), (100_000, 9_999_999))
    return _counted(say, round(number, -3) if say.random.random() < 0.5 else number)


def _counted(say: Saying, number: int) -> Said | None:
    return one(say.number(number), of(COUNTED, integer=str(number)), may_stay=number < _SMALL)


def _several(size: Callable[[Random], int]) -> Maker:
    def make(say: Saying) -> Said | None:
        numbers = _side_by_side(say.random, size(say.random))
        english = say.is_english()
        said = [(n, say.number(n, english and n < 100)) for n in numbers]
        if not all(text for _, text in said):
            return None
        parts = ((text or "", (of(COUNTED, integer=str(n)), of(("serial",), code=str(n)))) for n, text in said)
        return Said(tuple(parts), may_stay=max(numbers) < _SMALL)  # a list is written alike

    return make


def _side_by_side(random: Random, size: int) -> list[int]:
    way = random.choice(("steps", "small", "pairs", "any"))
    if way == "steps":
        first, step = random.randint(1, 40), random.choice((1, 1, 2, 5, 10))
        return [first + i * step for i in range(size)]
    if way == "small":
        return sorted(random.sample(range(2, 30), size))
    if way == "pairs":
        return [random.randint(10, 99) for _ in range(size)]
    return [between(random, (2, 99), (100, 600)) for _ in range(size)]


def _price_of(random: Random) -> int:
    if random.random() < _ROUND:
        return random.choice((1000, 1500, 1900, 2000, 2000, 2050, 2500, 3000, 5000))
    number = between(random, (5, 99), (100, 999), (100, 999), (1000, 9999), (10_000, 99_999))
    return number if random.random() < 0.5 else max(5, round(number, -1 if number < 1000 else -2))


def _money(say: Saying) -> Said | None:
    number = str(_price_of(say.random))
    return one(say.amount("money", number, currency=say.currency), of(("money",), integer=number))


def _price(say: Saying) -> Said | None:
    number = _price_of(say.random)
    accepts = of(("cardinal", "money", "measure"), integer=str(number))
    return one(say.number(number), accepts, may_stay=number < _SMALL)


def _hundreds(say: Saying) -> Said | None:
    high, low = say.random.randint(1, 9), say.random.choice((10, 20, 25, 30, 40, 50, 60, 75, 80, 90))
    first, second = say.english(high), say.english(low)
    accepts = of(("cardinal", "money", "measure"), integer=str(100 * high + low))
    return one(f"{first} {second}", accepts) if first and second else None


def _percent(say: Saying) -> Said | None:
    number = str(say.random.randint(2, 99))
    return one(say.amount("percent", number), of(("percent",), integer=number))


def _decimal(say: Saying) -> Said | None:
    integer = str(between(say.random, (0, 99), (0, 99), (100, 400)))
    fraction = say.random.choice(("5", "2", "75", "25", "1", "8", "04"))
    accepts = of(COUNTED, integer=integer, fraction=fraction)
    return one(say.amount("decimal", integer, fraction=fraction), accepts)


def _version(say: Saying) -> Said | None:
    integer, fraction = str(say.random.randint(1, 15)), str(say.random.randint(0, 9))
    accepts = of(COUNTED, integer=integer, fraction=fraction), of(("serial",), code=f"{integer}.{fraction}")
    return one(say.say("decimal", integer=integer, fraction=fraction), *accepts)


def _half(say: Saying) -> Said | None:
    integer, fraction = say.random.randint(1, 12), say.random.choice(("5", "5", "25", "75"))
    return one(say.with_half(integer, fraction), of(COUNTED, integer=str(integer), fraction=fraction))


def _measure(units: Callable[[Saying], Sequence[str]], *bounds: tuple[int, int]) -> Maker:
    def make(say: Saying) -> Said | None:
        if not (known := units(say)):
            return None
        number = between(say.random, *bounds)
        fields = {"integer": str(number)}
        if say.random.random() < 0.3:
            fields["fraction"] = say.random.choice(("5", "2", "4", "8"))
        said = say.amount("measure", **fields, unit=say.random.choice(known))
        return one(said, of(("measure",), **fields), may_stay=number == 1 and "fraction" not in fields)

    return make


def _fraction(say: Saying) -> Said | None:
    over, under = say.random.choice(_PARTS)
    if say.random.random() < 0.3:
        under = say.random.randint(8, 100)
        over = say.random.randint(2, under - 1)
    fields = {"numerator": str(over), "denominator": str(under)}
    return one(say.say("fraction", **fields), of(("fraction",), **fields))


def _ordinal(say: Saying) -> Said | None:
    number = between(say.random, (3, 12), (10, 60))
    ways = say.random.sample(say.ordinals, min(4, len(say.ordinals)))
    said = next(filter(None, (say.say("ordinal", integer=str(number), suffix=way) for way in ways)), None)
    accepts = of(("ordinal",), integer=str(number)), of(("date",), day=str(number))
    return one(said, *accepts, may_stay=number < _SMALL)


AMOUNTS: Mapping[str, Maker] = {
    "count": _count,
    "small": _small,
    "big": _big,
    "pair2": _several(lambda _: 2),
    "list": _several(lambda random: random.randint(3, 6)),
    "money": _money,
    "price": _price,
    "phund": _hundreds,
    "pct": _percent,
    "dec": _decimal,
    "ver": _version,
    "half": _half,
    "unit": _measure(lambda say: say.units, (1, 9), (2, 99), (100, 999)),
    "temp": _measure(lambda say: say.degrees, (96, 106), (10, 45)),
    "frac": _fraction,
    "ord": _ordinal,
}
