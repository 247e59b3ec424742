"""Features of what a candidate says: how large, how round, how it was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ..scripts import fold
from ..wfst.guesses import is_guess, lower_end
from ..wfst.phrases import key
from .facts import Facts
from .lattice import Candidate, Lattice
from .orders import is_ordered, is_ordered_in_pairs

_SIZES = ((2, "d"), (10, "10-12"), (13, "13-24"), (25, "25-31"), (32, "32-59"), (60, "60-99"), (100, "hundreds"))
_LARGER = ((1000, "1000-1900"), (1901, "1901-2050"), (2051, "2051-2099"), (2100, "thousands"), (100_000, "large"))
_STEPS: tuple[tuple[int, str], ...] = (*_SIZES, *_LARGER)
_NOTED = ("fraction", "sign", "minor", "scale", "unit", "currency", "oclock", "half", "daypart", "order", "year")
_MOST_ZEROS, _MOST_DIGITS, _MOST_WORDS = 4, 17, 6
_CENTURIES = (18, 19, 20)
_SMALL = 10
_COSTS = ((0.0, "0"), (0.5, "a"), (1.5, "b"), (4.0, "c"), (9.0, "d"))


def size(number: int) -> str:
    """The size of ``number``, in steps that tell days, minutes, years from each other."""
    if number < 2:
        return str(number)
    return next(name for least, name in reversed(_STEPS) if number >= least)


def of_value(one: Candidate, lattice: Lattice) -> Iterator[str]:
    """What the fields of a candidate, its ending and its words tell, whatever stands beside it."""
    fields = one.token.fields
    yield "rule=" + one.rule
    yield "cost=" + next((name for most, name in _COSTS if one.cost <= most), "e")
    yield from _number(one, lattice.small)
    yield from (f"has={name}" for name in _NOTED if name in fields)
    if "unit" in fields:
        yield "unit=" + fields["unit"]
    yield from _ending(fields.get("suffix"), lattice)
    yield from _said(one, lattice)


def _number(one: Candidate, small: int) -> Iterator[str]:
    fields = one.token.fields
    number = fields.get("integer") or fields.get("year") or ""
    if number.isdecimal():
        yield "size=" + size(_of_style(int(number), small) if one.plain() is not None else int(number))
        if int(number) >= 100:
            yield f"zeros={min(len(number) - len(number.rstrip('0')), _MOST_ZEROS)}"
    if "high" in fields and "integer" in fields:
        yield from _two(lower_end(fields), Fraction(fields["high"]))
    if "hour" in fields:
        yield from _time(int(fields["hour"]), fields.get("minute", ""))
    if digits := fields.get("digits") or fields.get("code", ""):
        yield from _digits(digits)
    if "numerator" in fields:
        over, under = int(fields["numerator"]), int(fields["denominator"])
        yield from ("over=" + size(over), "under=" + size(under), "proper" if over < under else "improper")
    if "day" in fields:
        yield "first" if fields["day"] == "1" else "later"


def _of_style(number: int, small: int) -> int:
    """A number for which a style writes words or figures, as the default style has them: words below ten."""
    if _SMALL <= number < small:
        return _SMALL - 1
    return _SMALL if small <= number < _SMALL else number


def _two(low: Fraction, high: Fraction) -> Iterator[str]:
    yield "guess" if is_guess(low, high) else "no-guess"
    yield "up" if low < high else "same" if low == high else "down"
    yield "high=" + size(int(high))


def _time(hour: int, minute: str) -> Iterator[str]:
    yield "hour<=12" if hour <= 12 else "hour<=18" if hour <= 18 else "hour>18"
    if hour in _CENTURIES:
        yield "century"
    if minute.isdecimal():
        minutes = int(minute)
        yield "quarter" if minutes % 15 == 0 else "fives" if minutes % 5 == 0 else "minutes"
        yield "guess" if is_guess(Fraction(hour), Fraction(minutes)) else "no-guess"
        if minutes < 10:
            yield "zero-minute"
        if minutes <= hour:
            yield "down"


def _digits(digits: str) -> Iterator[str]:
    yield f"digits={min(len(digits), _MOST_DIGITS)}"
    if not digits.isdecimal():
        yield "shape=" + "".join("9" if c.isdigit() else "A" if c.isalpha() else c for c in digits)[:10]
        return
    if is_ordered(digits):
        yield "ordered"
    if is_ordered_in_pairs(digits):
        yield "ordered-pairs"
    if "0" in digits:
        yield "zero-first" if digits[0] == "0" else "zero"
    if len(digits) == 10 and digits[0] in "6789":
        yield "mobile"
    if len(digits) <= 4:
        yield "size=" + size(int(digits))


def _ending(ending: str | None, lattice: Lattice) -> Iterator[str]:
    yield "bare" if ending is None else "ending"
    if ending is not None:
        yield from (f"ending={flag}" for flag in lattice.facts.flags.get(ending, ()))
        if ending.startswith("_"):
            yield "ending=noun"


def _said(one: Candidate, lattice: Lattice) -> Iterator[str]:
    facts, words = lattice.facts, lattice.folded[slice(*one.words)]
    english = sum(word in facts.english for word in words)
    yield "english=all" if english == len(words) else "english=some" if english else "english=none"
    digits = sum(facts.small.get(word, 99) < 10 for word in words)
    yield "spelled=all" if digits == len(words) else "spelled=some" if digits > 1 else "spelled=none"
    yield f"words={min(len(words), _MOST_WORDS)}"
    if any(word in facts.scales for word in words):
        yield "scale"
    if one.span.kind in ("serial", "whitelist"):
        yield from _letters(words, facts)
    if key(lattice.words[slice(*one.words)]) in facts.alone:
        yield "alone"


def _letters(words: Sequence[str], facts: Facts) -> Iterator[str]:
    """Letters that are words of the language, too, at the ends of a code: के, जी, a."""
    yield f"letters={min(sum(word in facts.letters for word in words), 4)}"
    if words[0] in facts.weak:
        yield "weak-first"
    if words[-1] in facts.weak:
        yield "weak-last"
    if words[-1] not in facts.letters and not facts.grammar.is_number(words[-1]):
        yield "inflected-last"


def of_kept(lattice: Lattice, i: int, idiom: bool) -> Iterator[str]:
    """What a word tells that stays as it is."""
    facts, word = lattice.facts, lattice.folded[i]
    if idiom:
        yield "idiom"
    if facts.grammar.is_number(lattice.words[i]):
        yield "number"
    if (word,) in facts.alone:
        yield "alone"
    if word in facts.small:
        yield "size=" + size(_of_style(facts.small[word], lattice.small))
    if word in facts.letters:
        yield "letter"
    if word in facts.weak:
        yield "weak"
    if fold(word) in facts.scales:
        yield "scale"
