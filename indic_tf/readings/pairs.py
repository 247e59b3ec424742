"""Two numbers side by side: "seven forty" is a time, a price, a score, a code, a guess, or two numbers."""

from __future__ import annotations

from collections.abc import Iterator

from ..document import Range, Span, Token
from .lattice import Candidate, Lattice, Pair
from .rules import Rule, of_pairs

_HOURS, _MINUTES = range(25), range(10, 60)
_NO_CLOCK = {"ordinal", "classifier"}  # endings that no time has
_NO_FLAGS: frozenset[str] = frozenset()
_LEAST = 5  # minutes that are told without a zero, where an ending says that they are: अकरा पाचला
_CENTURIES = range(10, 21)
_POINTS = range(100)  # of a game, that are said without a word between
_OF_CODE, _OF_TRAIN = 2, (2, 3)  # digits of the parts; trains are said so: twelve nine hundred fifty-one
_RUNS, _WICKETS = range(10, 1000), range(11)
_PRESSURE, _WICKETS_RULE = "pressure", "wickets"
NO_SIZES = (_PRESSURE, _WICKETS_RULE)
"""The rules of fractions that are no two sides of anything."""

_SYSTOLIC, _DIASTOLIC = range(70, 260), range(40, 160)  # mmHg


def _hours_and_minutes(lattice: Lattice) -> Iterator[Candidate]:
    for pair in lattice.pairs:
        token = None if lattice.facts.flags.get(pair.second.ending, _NO_FLAGS) & _NO_CLOCK else _hour_minute(pair)
        if token:
            yield Candidate(Span(pair.words, Token(token.kind, {**token.fields, **pair.ending})), "hour-minute")


def _hour_minute(pair: Pair) -> Token | None:
    hour, minute = pair.values
    zero = pair.second.digits[0] == "0" and 0 < minute < 10
    five = minute == _LEAST and pair.second.ending != ""
    if not (pair.plain and pair.first.is_canonical and hour in _HOURS and (minute in _MINUTES or zero or five)):
        return None
    return Token("time", {"hour": str(hour), "minute": f"{minute:02d}"})


def _hundreds(pair: Pair) -> Token | None:
    high, low = pair.values
    fits = pair.plain and 0 < high < 100 and len(pair.second.digits) == 2 and low > 0
    return Token("cardinal", {"integer": str(100 * high + low)}) if fits else None


def _year(pair: Pair) -> Token | None:
    high, low = pair.values
    fits = pair.plain and high in _CENTURIES and len(pair.second.digits) == 2
    return Token("date", {"year": str(100 * high + low)}) if fits else None


def _code(pair: Pair) -> Token | None:
    sizes = len(pair.first.digits), len(pair.second.digits)
    fits = pair.plain and (max(sizes) <= _OF_CODE or sizes == _OF_TRAIN)
    return Token("serial", {"code": pair.first.digits + pair.second.digits}) if fits else None


def _pressures(lattice: Lattice) -> Iterator[Candidate]:
    """Two pressures side by side, the first perhaps in two numbers itself: one thirty ninety."""
    for pair in lattice.pairs:
        yield from _pressure(pair.words, *pair.values) if pair.plain else ()
        high, low = pair.values
        hundreds = pair.plain and high > 0 and len(pair.second.digits) == 2 and not pair.second.ending
        scaled = lattice.folded[pair.second.end : pair.second.end + 1]
        hundreds = hundreds and not any(word in lattice.facts.scales for word in scaled)
        for last in lattice.atoms.get(pair.second.end, ()) if hundreds else ():
            yield from _pressure((pair.first.start, last.end), 100 * high + low, int(last.digits))


def _pressure(words: Range, high: int, low: int) -> Iterator[Candidate]:
    if high in _SYSTOLIC and low in _DIASTOLIC and low < high:
        fields = {"numerator": str(high), "denominator": str(low)}
        yield Candidate(Span(words, Token("fraction", fields)), _PRESSURE)


def _guess(pair: Pair) -> Token | None:
    low, high = pair.values
    whole = pair.plain and low < high < 100 and pair.second.digits[0] != "0"
    return Token("range", {"integer": str(low), "high": str(high)}) if whole else None


def _score(pair: Pair) -> Token | None:
    one, other = pair.values
    if max(one, other) not in _POINTS or not (pair.first.is_canonical and pair.second.is_canonical):
        return None
    return Token("score", {"integer": str(one), "high": str(other)})


def _wickets(lattice: Lattice) -> Iterator[Candidate]:
    """Runs, with an ending that says so perhaps, and wickets: நூற்று அறுபத்துநாலுக்கு ஐந்து, 164/5."""
    for one in lattice:
        runs = one.plain() if one.words[1] in lattice.atoms else None
        ending = one.token.fields.get("suffix", "")
        if (
            runs is None
            or runs not in _RUNS
            or one.words[1] - 1 in lattice.compounds
            or (ending and "score" not in lattice.facts.flags.get(ending, ()))
        ):
            continue
        for atom in lattice.atoms[one.words[1]]:
            if int(atom.digits) in _WICKETS and atom.is_canonical and not atom.ending:
                fields = {"numerator": str(runs), "denominator": atom.digits}
                yield Candidate(Span((one.words[0], atom.end), Token("fraction", fields)), _WICKETS_RULE, one.cost)


PAIRS: tuple[Rule, ...] = (
    Rule("hour-minute", "hour and minutes without a clock word: seven forty, 7:40", _hours_and_minutes),
    of_pairs("hundreds-pair", "hundreds said as two numbers: two fifty, 250", _hundreds),
    of_pairs("year-pair", "a year said as two numbers: nineteen forty-seven", _year),
    of_pairs("code-pair", "a code said as two numbers: flat twelve oh four, 1204", _code),
    Rule(_PRESSURE, "blood pressure: one thirty ninety, 130/90", _pressures),
    of_pairs("guess-pair", "a guess of two small numbers: ten twelve, 10-12", _guess),
    of_pairs("score-pair", "the result of a game: three one, 3-1", _score),
    Rule(_WICKETS_RULE, "runs and wickets: one forty-two four, 142/4", _wickets),
)
