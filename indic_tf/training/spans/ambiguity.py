"""Words that say several things, and the company that tells which."""

from __future__ import annotations

from random import Random

from ...document import Token
from ...tagging.encode import tagger_word
from ...wfst.pipeline import Grammar
from .places import Words

Readings = list[tuple[tuple[str, ...], Token]]
"""Tokens with the kinds of `entities` whose carriers make the words mean them."""

_HOURS, _MINUTES = range(1, 13), range(10, 60)
_ROUND = (10, 12, 15, 20, 25, 30)  # "eight ten" is a time too, and most often a guess
_GUESSES = [*((low, low + 1) for low in range(1, 10)), (2, 4), (3, 5), (4, 6), (5, 7), (6, 8), (8, 10), (5, 10)]
_YEARS = [number for number in range(1100, 2100) if number % 100]
_LEAST_RANGE = 10  # below it, two numbers are a score rather than a range


def ambiguous(grammar: Grammar, random: Random) -> tuple[Words, Readings]:
    """Words and their readings; no words where the language does not say the numbers that were drawn."""
    return two_numbers(grammar, random) if random.random() < 0.5 else four_figures(grammar, random)


def two_numbers(grammar: Grammar, random: Random) -> tuple[Words, Readings]:
    """ "Ten twenty": a time, a score or range, or the digits of a code."""
    hour, minute = random.choice(_HOURS), random.choice(_ROUND if random.random() < 0.5 else _MINUTES)
    return _said(grammar, hour, minute), [
        (("clock",), Token("time", {"hour": str(hour), "minute": str(minute)})),
        (
            ("score", "range") if hour >= _LEAST_RANGE else ("score",),
            Token("range", {"integer": str(hour), "high": str(minute)}),
        ),
        (("otp", "digits"), Token("telephone", {"digits": f"{hour}{minute}"})),
    ]


def four_figures(grammar: Grammar, random: Random) -> tuple[Words, Readings]:
    """ "Two thousand twenty-four": a year, a count or the digits of a code."""
    number = random.choice(_YEARS)
    return _said(grammar, number), [
        (("year",), Token("date", {"year": str(number)})),
        (("cardinal",), Token("cardinal", {"integer": str(number)})),
        (("otp", "digits"), Token("telephone", {"digits": str(number)})),
    ]


def guessed(grammar: Grammar, random: Random) -> Words:
    """ "Eight ten", as people guess how many; no words where the language does not say these numbers."""
    return _said(grammar, *random.choice(_GUESSES))


def _said(grammar: Grammar, *numbers: int) -> Words:
    spoken = [grammar.say(Token("cardinal", {"integer": str(number)})) for number in numbers]
    return tuple(map(tagger_word, " ".join(filter(None, spoken)).split())) if all(spoken) else ()
