"""Numbers of which a part came in figures and a part in words: read as one, or left as they came."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from amounts import many

from indic_tf import IndicFormatter, languages, replay
from indic_tf.document import Range, Token
from indic_tf.scripts import fold

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "mixed.tsv").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
PARTS = 60  # of a language, where all is run


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, style="figures", punctuation=False, case=False)


def formatted(lang: str, text: str) -> str:
    """The text formatted: the edits make it, spans are ranges of its words, formatting it again changes nothing."""
    made = formatter(lang)(text)
    assert replay(made.words, made.edits) == made.text
    assert all(0 <= start < end <= len(text.split()) for start, end in (span.words for span in made.spans))
    assert formatter(lang)(made.text).text == made.text
    return made.text


@pytest.mark.parametrize(("lang", "text", "written"), ROWS, ids=[f"{row[0]}:{row[1]}" for row in ROWS])
def test_cases(lang: str, text: str, written: str) -> None:
    assert formatted(lang, text) == (written or text)


def test_spans_stand_over_the_words_that_came() -> None:
    made = formatter("hi")("कल 5 दशमलव दो प्रतिशत बढ़ा")
    [span] = made.spans
    assert (span.words, span.token.value) == ((1, 5), "percent fraction=2 integer=5")
    readings = [one.candidate.span for one in formatter("hi").readings("कल 5 दशमलव दो प्रतिशत बढ़ा")]
    assert span in readings
    assert all(one.words[1] <= 6 for one in readings)


def test_a_long_figure_takes_one_place() -> None:
    made = formatter("en")("about seven thousand three hundred 25 people and two thousand dogs")
    assert made.text == "about 7,325 people and 2,000 dogs"
    assert [span.words for span in made.spans] == [(1, 6), (8, 10)]


def said_in_parts(lang: str, chance: random.Random) -> Iterator[tuple[str, str]]:
    """Numbers as they are said, and with parts in figures: a part is what says a whole number by itself."""
    made, scales = formatter(lang), {fold(row["form"]) for row in formatter(lang).language.table("scales")}
    for _ in range(many(PARTS)):
        words = (made.grammar.say(_token(chance)) or "").split()
        parts = [(r, number) for r in _ranges(words) if (number := _number(made, words, r, scales))]
        if not parts:
            continue
        mixed, free = list(words), len(words)
        for (start, end), number in sorted(chance.sample(parts, min(len(parts), 2)), reverse=True):
            if end <= free:
                mixed[start:end], free = [number], start
        yield " ".join(words), " ".join(mixed)


def _token(chance: random.Random) -> Token:
    number = str(chance.randrange(10, 10 ** chance.randint(2, 7)))
    return chance.choice(
        (
            Token("cardinal", {"integer": number}),
            Token("money", {"integer": number, "currency": "INR"}),
            Token("percent", {"integer": number[:2]}),
            Token("decimal", {"integer": number[:3], "fraction": chance.choice("123456789")}),
        )
    )


def _ranges(words: list[str]) -> Iterator[Range]:
    return ((i, k) for i in range(len(words)) for k in range(i + 1, min(i + 5, len(words)) + 1) if k - i < len(words))


def _number(made: IndicFormatter, words: list[str], part: Range, scales: set[str]) -> str:
    span = made.grammar.whole(words[slice(*part)])
    plain = span is not None and span.kind == "cardinal" and span.token.fields.keys() == {"integer"}
    return span.token.fields["integer"] if span and plain and fold(words[part[0]]) not in scales else ""


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_never_half_of_a_number(lang: str) -> None:
    for said, mixed in said_in_parts(lang, random.Random(11)):
        assert formatted(lang, mixed) in (mixed, formatter(lang)(said).text), mixed
