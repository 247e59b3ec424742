"""Values as people say them: telephone numbers, PINs, PANs, round amounts, dates that are on a calendar …

The kinds are finer than the grammar's classes, since a sentence around a PIN fits no telephone number. They are the
kinds of the `carriers` table; the classes of the tokens are those of the grammar.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random

from ..document import Token
from ..languages import Language
from ..wfst.pipeline import Grammar, grammar
from ..wfst.wire import bare
from .values import STATES, digits, distinct_letters, ordinal_endings

Maker = Callable[[Grammar, Random], Token | None]

_BANKS = ("SBIN", "HDFC", "ICIC", "PUNB", "BARB", "CNRB", "UBIN", "UTIB", "IDIB", "KKBK", "IOBA", "UCBA", "MAHB")
_HOLDERS = "PPPPPPCHFABT"
"""The fourth letter of a PAN: persons mostly, then companies, families, firms …"""

_PROVIDERS = ("gmail.com",) * 6 + ("yahoo.com", "yahoo.co.in", "rediffmail.com", "outlook.com", "hotmail.com")
_ENDINGS = ("com", "com", "com", "in", "co.in", "org", "gov.in", "nic.in", "net")

_UNITS: dict[str, Mapping[str, tuple[int, int]]] = {
    "distance": {"km": (2, 900), "m": (20, 900), "mile": (2, 60), "ft": (5, 200)},
    "weight": {"kg": (2, 90), "g": (50, 900), "quintal": (2, 80)},
    "volume": {"l": (2, 60), "ml": (100, 900)},
    "duration": {"minute": (2, 55), "hour": (2, 30), "second": (5, 50)},
    "temperature": {"deg": (12, 48), "degC": (12, 48)},
    "area": {"acre": (2, 60), "hectare": (2, 60), "sqft": (400, 4000), "bigha": (2, 40)},
    "speed": {"kmph": (20, 160)},
}
_USUAL = (2, 500)
_SHORTEST_NAME = 3
BAR = "|"  # in a unit's form: where the number stands


def draw(kind: str, grammar: Grammar, random: Random) -> Token | None:
    """A token of the ``kind``, one of `KINDS`, as often as people say it; None where the language has none.

    The same state of ``random`` gives the same token. Raises `KeyError` for another kind.
    """
    return MAKERS[kind](grammar, random)


# --- digits ---------------------------------------------------------------------------------------------------


def telephone(grammar: Grammar, random: Random) -> Token:
    """Mobile numbers mostly, at times with +91; landlines with their area's code; toll-free numbers."""
    shape = random.random()
    if shape < 0.08:
        return _dialled("1800" + _repeating(random, random.choice((6, 7))))
    if shape < 0.2:
        return _dialled("0" + random.choice("1234578") + _repeating(random, 9))
    mobile = random.choice("6778899999") + _repeating(random, 9)
    return _dialled(f"+91{mobile}" if shape < 0.32 else mobile)


def otp(grammar: Grammar, random: Random) -> Token:
    return _dialled(_repeating(random, random.choice((4, 4, 5, 6, 6))))


def pin(grammar: Grammar, random: Random) -> Token:
    """A postal code: six digits, the first is its zone's."""
    middle = random.choice(("0", "1", "2", "3", "4")) if random.random() < 0.6 else digits(random, 1)
    return _dialled(random.choice("12345678") + digits(random, 1) + middle + "0" + digits(random, 2))


def account(grammar: Grammar, random: Random) -> Token:
    return _dialled(random.choice("123456789") + _repeating(random, random.choice((8, 10, 10, 11, 12, 13, 14, 15))))


def aadhaar(grammar: Grammar, random: Random) -> Token:
    return _dialled(random.choice("23456789") + _repeating(random, 11))


def digit_run(grammar: Grammar, random: Random) -> Token:
    """Some digits, whatever they are for."""
    return _dialled(random.choice("123456789") + _repeating(random, random.randint(2, 9)))


def _dialled(number: str) -> Token:
    return Token("telephone", {"digits": number})


def _repeating(random: Random, count: int) -> str:
    """``count`` digits of which one in five is the one before it again, as in numbers that people choose."""
    made = digits(random, 1)
    while len(made) < count:
        made += made[-1] if random.random() < 0.2 else digits(random, 1)
    return made


# --- letters and digits ---------------------------------------------------------------------------------------


def pan(grammar: Grammar, random: Random) -> Token:
    letters = own_letters(grammar.language.code)
    holder = random.choice([letter for letter in _HOLDERS if letter in letters])
    before, last = random.choices(letters, k=3), random.choices(letters, k=2)
    return _code("".join([*before, holder, last[0], digits(random, 4), last[1]]))


def ifsc(grammar: Grammar, random: Random) -> Token:
    bank = random.choice(_sayable(_BANKS, grammar.language))
    return _code(f"{bank}0{random.choice(('00', '00', digits(random, 2)))}{digits(random, 4)}")


def vehicle(grammar: Grammar, random: Random) -> Token:
    series = "".join(random.choices(own_letters(grammar.language.code), k=random.choice((1, 2, 2))))
    state = random.choice(_sayable(STATES, grammar.language))
    return _code(f"{state}{int(100 ** random.random()):02d}{series}{random.randint(1, 9999):04d}")


def section(grammar: Grammar, random: Random) -> Token:
    """A section of a law: a number, now and then with a letter."""
    number = str(random.randint(11, 511))
    return _code(number + random.choice("AB")) if random.random() < 0.1 else _cardinal(number)


def room(grammar: Grammar, random: Random) -> Token:
    """The number of a room, a seat, a ward, a train: said as a number or digit by digit."""
    if random.random() < 0.3:
        return _dialled(random.choice("123456789") + _repeating(random, random.choice((2, 3, 4))))
    return _cardinal(str(random.randint(11, 999)))


def _code(code: str) -> Token:
    return Token("serial", {"code": code})


def _sayable(codes: Sequence[str], facts: Language) -> list[str]:
    """Those of ``codes`` whose letters sound like no others."""
    known = {*own_letters(facts.code), "I"}
    return [code for code in codes if known.issuperset(code)]


@cache
def own_letters(code: str) -> str:
    """The letters of plates that sound like no other and that the language has a name of its own for."""
    facts = grammar(code).language
    named = {r["letter"] for r in facts.table("letters") if facts.script == "Latin" or r.path.parent.name == code}
    return "".join(letter for letter in distinct_letters(code) if letter in named or facts.script == "Latin")


# --- addresses ------------------------------------------------------------------------------------------------


def email(grammar: Grammar, random: Random) -> Token | None:
    names = tuple(latin_names(grammar.language.code))
    if not names:
        return None
    name = random.choice(names)
    if random.random() < 0.5:
        name += random.choice("..._") + random.choice(names)
    if random.random() < 0.35:
        name += digits(random, random.choice((1, 2, 2, 3, 4)))
    host = random.choice(_PROVIDERS) if random.random() < 0.8 else _host(grammar, random)
    return _address(f"{name}@{host}")


def web(grammar: Grammar, random: Random) -> Token:
    www = "www." if random.random() < 0.4 else ""
    path = f"/{random.choice(_words(grammar))}" if random.random() < 0.1 else ""
    return _address(www + _host(grammar, random) + path)


def _address(address: str) -> Token:
    return Token("electronic", {"address": address})


def _host(grammar: Grammar, random: Random) -> str:
    return f"{random.choice(_words(grammar))}.{random.choice(_ENDINGS)}"


def _words(grammar: Grammar) -> Sequence[str]:
    """Words of addresses, names among them, that are no ending of a host."""
    return _host_words(grammar.language.code)


@cache
def _host_words(code: str) -> tuple[str, ...]:
    listed = {row["written"] for row in grammar(code).language.table("domains")}
    hosts = sorted(word for word in listed if word.isascii() and word.isalpha() and len(word) > 3)
    return (*hosts, *latin_names(code))


@cache
def latin_names(code: str) -> dict[str, str]:
    """Latin spelling → name in the script of the language, of the names that its grammar reads in an address.

    A name that begins with another one may be its inflected form, and is left out.
    """
    speaker = grammar(code)
    facts = speaker.language
    dots, ends = facts.forms("words", name="dot"), facts.forms("domains", written="com")
    names, made = {name for name in facts.forms("names") if " " not in name}, dict[str, str]()
    for name in sorted(names if dots and ends else ()):
        grown = any(name[:length] in names for length in range(_SHORTEST_NAME, len(name)))
        token = None if grown else speaker.address([name, dots[0], ends[0]])
        latin = token.fields["address"].removesuffix(".com") if token else ""
        if latin.isascii() and latin.isalpha() and 2 < len(latin) < 13:
            made.setdefault(latin, name)
    return made


# --- amounts --------------------------------------------------------------------------------------------------


def money(grammar: Grammar, random: Random) -> Token:
    """Round amounts of the own currency mostly; paise behind small ones, "2.5 crore" among large ones."""
    currencies = list(dict.fromkeys(row["code"] for row in grammar.language.table("currency")))
    own = random.random() < 0.9
    currency = {"currency": currencies[0] if own else random.choice(currencies[:4])}
    if own and random.random() < 0.07:
        return Token("money", _in_scale(random) | currency)
    number = rounded(random, random.choices(range(1, 9), (2, 16, 28, 22, 15, 9, 5, 3))[0])
    coins = {}
    if number < 1000 and random.random() < 0.2:
        coins = {"minor": f"{random.choice((25, 50, 50, 75, random.randint(5, 99))):02d}"}
    return Token("money", {"integer": str(number)} | currency | coins)


def rounded(random: Random, length: int) -> int:
    """A number of ``length`` digits, at least two, with few figures that are no zero."""
    number = random.randint(int(10 ** (length - 1)), int(10**length) - 1)
    kept = random.choices((1, 2, 3, length), (30, 40, 12, 18))[0]
    step = int(10 ** max(0, length - kept))
    return max(2, number // step * step)


def cardinal(grammar: Grammar, random: Random) -> Token:
    """A number from ten on that is no year."""
    number = max(10, rounded(random, random.choices(range(2, 8), (30, 25, 20, 13, 8, 4))[0]))
    return _cardinal(str(number if number not in range(1900, 2051) else number + 1000))


def _cardinal(number: str) -> Token:
    return Token("cardinal", {"integer": number})


def percent(grammar: Grammar, random: Random) -> Token:
    if random.random() < 0.3:
        return Token("percent", {"integer": str(random.randint(0, 99)), "fraction": str(random.randint(1, 9))})
    number = random.choice((random.randint(2, 100), 5 * random.randint(1, 20)))
    return Token("percent", {"integer": str(number)})


def decimal(grammar: Grammar, random: Random) -> Token:
    size = random.choice((random.randint(1, 9), random.randint(10, 99)))
    return Token("decimal", {"integer": str(size), "fraction": str(random.randint(1, random.choice((9, 9, 99))))})


def _in_scale(random: Random) -> dict[str, str]:
    """A decimal number of lakhs or crores."""
    scale = random.choice(("100000", "10000000"))
    return {"integer": str(random.randint(1, 60)), "fraction": str(random.randint(1, 9)), "scale": scale}


def measure(grammar: Grammar, random: Random, units: Mapping[str, tuple[int, int]] | None = None) -> Token | None:
    """An amount of one of ``units`` (code → least and most), or of any unit that the language has words for."""
    known = own_units(grammar.language.code)
    wanted = {code: units[code] for code in known if code in units} if units else dict.fromkeys(known, _USUAL)
    if not wanted:
        return None
    unit = random.choice(list(wanted))
    low, high = wanted[unit]
    number = random.randint(low, high)
    if number >= 20 and random.random() < 0.6:
        number -= number % (5 if number < 100 else 50 if number < 1000 else 100)
    half = number < 100 and random.random() < 0.15
    extra = {"frame": "1"} if known[unit] else {"fraction": "5"} if half else {}
    return Token("measure", {"integer": str(max(number, low)), "unit": unit} | extra)


@cache
def own_units(code: str) -> dict[str, bool]:
    """The units that the language has words in its own script for, and whether these stand around the number.

    Units whose words mean something else first are left out: pounds.
    """
    speaker = grammar(code)
    facts = speaker.language
    rows = [row for row in facts.table("units") if facts.script == "Latin" or row.path.parent.name == code]
    named = dict(sorted((row["code"], BAR in row["form"]) for row in rows if row["role"] == ""))
    spoken = {unit: speaker.say(Token("measure", {"integer": "12", "unit": unit})) or "" for unit in named}
    return {unit: named[unit] for unit, words in spoken.items() if _is_measure(speaker, words)}


def _is_measure(speaker: Grammar, words: str) -> bool:
    return [span.kind for span in speaker.spans(words.split())] == ["measure"]


def _measure_of(kind: str) -> Maker:
    return lambda grammar, random: measure(grammar, random, _UNITS[kind])


# --- time -----------------------------------------------------------------------------------------------------


def date(grammar: Grammar, random: Random) -> Token:
    """A day and a month, perhaps with the year; the month first at times; with an ordinal day where one is said."""
    year, month = _year(random), random.randint(1, 12)
    fields = {"day": str(random.randint(1, monthrange(int(year), month)[1])), "month": str(month)}
    if random.random() < 0.4:
        fields["year"] = year
    shape = random.choice(({}, {}, {"order": "md"}, {"ending": _day_ending(grammar.language, fields["day"])}))
    linked = {"of": "1"} if "ending" in shape and random.random() < 0.5 else {}
    token = Token("date", fields | shape | linked)
    return token if grammar.say(token) else Token("date", fields)


def _day_ending(facts: Language, day: str) -> str:
    """The ending of the ordinal of a day."""
    return next((bare(row["written"]) for row in facts.table("ordinals") if row["value"] == day), "")


def month(grammar: Grammar, random: Random) -> Token:
    return Token("date", {"month": str(random.randint(1, 12)), "year": _year(random)})


def year(grammar: Grammar, random: Random) -> Token:
    """A year alone; a plain number where the language says years as it says numbers."""
    number = _year(random)
    token = Token("date", {"year": number})
    return token if grammar.say(token) else _cardinal(number)


def _year(random: Random) -> str:
    """A year from 1850 to 2035, but not 2000: recent ones mostly."""
    recent = random.random() < 0.7
    return str(random.choice([n for n in range(1985 if recent else 1850, 2036 if recent else 1985) if n % 1000]))


def time(grammar: Grammar, random: Random) -> Token | None:
    """An hour, a half or quarter with the o'clock word, or an hour and minutes a m or p m."""
    facts, hour = grammar.language, str(random.randint(1, 12))
    if random.random() < 0.25:
        minute = {"minute": f"{5 * random.randint(1, 11):02d}"} if random.random() < 0.7 else {}
        return Token("time", {"hour": hour, "half": random.choice(("am", "pm"))} | minute)
    if random.random() < 0.45 and _says_halves(facts):
        return Token("time", {"hour": hour, "minute": random.choice(("30", "30", "15", "45")), "oclock": "after"})
    return Token("time", {"hour": hour, "oclock": "after"})


def _says_halves(facts: Language) -> bool:
    """True where halves are said as one numeral before the o'clock word: "साढ़े पाँच", not "five and a half"."""
    return any(row["value"] in ("+0.5", "2.5") and " " not in row["form"] for row in facts.table("fractions"))


def clock(grammar: Grammar, random: Random) -> Token:
    """An hour and the minutes past it, as the time is told."""
    fields = {"hour": str(random.randint(1, 12)), "minute": f"{random.randint(1, 59):02d}"}
    first = not any(row["name"] == "past" for row in grammar.language.table("clock"))
    return Token("time", fields | ({"oclock": "before"} if first else {}))


# --- relations ------------------------------------------------------------------------------------------------


def score(grammar: Grammar, random: Random) -> Token:
    """Points of two sides, one behind the other."""
    high, low = random.randint(21, 48), random.randint(11, 45)
    return Token("range", {"integer": str(high), "high": str(low)})


def range_(grammar: Grammar, random: Random) -> Token:
    """Two round numbers, with a "to" between them or none."""
    low = 5 * random.randint(2, 10)
    fields = {"integer": str(low), "high": str(low + 5 * random.randint(1, 4))}
    return Token("range", fields | ({"to": "1"} if random.random() < 0.5 else {}))


def ordinal(grammar: Grammar, random: Random) -> Token | None:
    number = random.choice((random.randint(11, 40), random.randint(11, 100), 5 * random.randint(5, 40)))
    endings = ordinal_endings(grammar.language, number)
    return Token("ordinal", {"integer": str(number), "suffix": endings[0]}) if endings else None


def fraction(grammar: Grammar, random: Random) -> Token:
    denominator = random.choice((3, 3, 4, 4, 5, 8, 10))
    whole = random.choice([n for n in range(1, denominator) if denominator % n or n == 1])
    return Token("fraction", {"numerator": str(whole), "denominator": str(denominator)})


def math(grammar: Grammar, random: Random) -> Token:
    a, b = random.randint(2, 99), random.randint(2, 20)
    return Token("math", {"expression": f"{a}{random.choice('+-×÷')}{b}"})


MAKERS: dict[str, Maker] = {
    "telephone": telephone,
    "otp": otp,
    "pin": pin,
    "account": account,
    "aadhaar": aadhaar,
    "digits": digit_run,
    "pan": pan,
    "ifsc": ifsc,
    "vehicle": vehicle,
    "section": section,
    "code": room,
    "email": email,
    "web": web,
    "money": money,
    "cardinal": cardinal,
    "percent": percent,
    "decimal": decimal,
    "measure": measure,
    **{kind: _measure_of(kind) for kind in _UNITS},
    "date": date,
    "month": month,
    "year": year,
    "time": time,
    "clock": clock,
    "score": score,
    "range": range_,
    "ordinal": ordinal,
    "fraction": fraction,
    "math": math,
}

KINDS = tuple(MAKERS)
"""What can be drawn."""
