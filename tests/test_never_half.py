"""No figure stands beside a word of its own number, and what is written has the value that was said, or is in words."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest
from amounts import few

from indic_tf import Formatted, IndicFormatter
from indic_tf.languages import language, languages
from indic_tf.wfst.pipeline import grammar

QUICK, MANY = 60, 5000
ALSO_WORDS = {"bn": ("নয়",)}
"""Last words of numbers that are as likely another word: "not" as well as nine."""
_SHAPES = ("{}", "₹{}", "${}", "{}%", "{} kg", "{}.{part}", "₹{}.50", "{}.{part}%")


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, style="figures", punctuation=False, case=False)


def digits(text: str) -> str:
    return "".join(str(int(c)) for c in text if c.isdigit())


def number(draw: random.Random) -> int:
    """A number of one to ten digits, every length alike, a third of them round."""
    size = draw.randint(1, 10)
    value = draw.randrange(10 ** (size - 1), 10**size)
    return value if draw.random() > 1 / 3 else max(1, value // 10 ** (size // 2)) * 10 ** (size // 2)


def grouped(value: int) -> str:
    """As it is written in India: the last three digits, then pairs."""
    head, last = str(value)[:-3], str(value)[-3:]
    pairs = [head[max(i - 2, 0) : i] for i in range(len(head), 0, -2)][::-1]
    return ",".join([*pairs, last])


def written(lang: str, draw: random.Random) -> str:
    """A number of some shape; a range where there is a word between its ends."""
    value = number(draw)
    more = value + 10 ** draw.randrange(len(str(value)))
    mixed = ("{few} 1/2", "{few} 3/4") if language(lang).forms("words", name="and_fraction") else ()
    to = language(lang).forms("words", name="to") and language(lang).to_said != "never"
    ranges = ("{}-{more}",) if to else ()
    shape: str = draw.choice((*_SHAPES, *mixed, *ranges))
    return shape.format(grouped(value), part=draw.randint(1, 99), more=grouped(more), few=value % 99 + 1)


def spelled(lang: str, draw: random.Random) -> tuple[list[str], str]:
    """Digits said one by one, some of them more than once at a time, a currency behind them perhaps."""
    facts = language(lang)
    rows = [row for row in facts.table("numbers") if row["role"] == "" and " " not in row["form"]]
    words = {value: [r["form"] for r in rows if r.number("value") == value] for value in range(10)}
    double = facts.forms("words", name="double")
    said, value = [], ""
    for _ in range(draw.randint(3, 7)):
        digit = draw.randrange(10)
        twice = bool(double) and draw.random() < 1 / 6
        said += [double[0]] * twice + [words[digit][0]]
        value += str(digit) * (1 + twice)
    currency = facts.forms("currency", code=facts.table("currency")[0]["code"], role="")
    return said + draw.choice(([], [currency[0]] if currency else [])), value


@cache
def scale_words(lang: str) -> dict[int, list[str]]:
    """The words for a thousand and more that stand behind a number of their own, by value."""
    made: dict[int, list[str]] = {}
    for row in language(lang).table("scales"):
        if row.number("value") >= 1000 and row["role"] == "" and row["multiplier"] != "one":
            made.setdefault(row.number("value"), []).append(row["form"])
    return made


def counted(lang: str, draw: random.Random) -> tuple[str, str]:
    """A number of any size before a scale word, 1,784 million; what the two are together."""
    scale, forms = draw.choice(sorted(scale_words(lang).items()))
    large = (draw.randint(100, 999), draw.randint(1000, 9999)) if scale > 1000 else ()
    count = draw.choice((draw.randint(2, 99), *large))
    return f"{formatter(lang).spoken(grouped(count))} {draw.choice(forms)}", str(count * scale)


def dated(lang: str, draw: random.Random) -> tuple[str, str]:
    """A number that does not end in a day of a month, or a year, before the name of one."""
    months = [form for form in language(lang).forms("months") if lang == "en" or not form.isascii()]
    months = [form for form in months if not grammar(lang).is_number(form.split(" ")[0])]
    count = draw.choice((draw.randrange(0, 10_000, 100) + draw.randint(32, 99), draw.randint(2001, 2039)))
    return f"{formatter(lang).spoken(grouped(count))} {draw.choice(months)}", str(count)


def halves(made: Formatted, lang: str) -> Iterator[str]:
    """Numbers of ``made`` with a word beside them that the grammar reads as one number together with theirs."""
    words, own = [word.text for out in made.words for word in out.source], grammar(lang)
    inside = {i for span in made.spans for i in range(*span.words)}
    for start, end in (span.words for span in made.spans):
        for first, last in ((start - 1, end), (start, end + 1)):
            beside = first if first < start else last - 1
            left = first >= 0 and last <= len(words) and beside not in inside and own.is_number(words[beside])
            if left and own.whole(words[first:last]):
                yield " ".join(words[first:last])


def check(lang: str, said: str, value: str) -> str | None:
    """What is wrong with how ``said`` is written; None for nothing."""
    made = formatter(lang)(said)
    if half := next(halves(made, lang), None):
        return f"half: {said!r} → {made.text!r}, {half!r} is one number"
    return None if digits(made.text) in ("", value) else f"value: {said!r} → {made.text!r}, not {value}"


def assert_whole(lang: str, count: int, seed: int) -> None:
    draw = random.Random(f"{lang} {seed}")
    texts = [written(lang, draw) for _ in range(count)]
    rows = [(formatter(lang).spoken(text), digits(text)) for text in texts]
    rows += [(" ".join(said), value) for said, value in (spelled(lang, draw) for _ in range(count // 4))]
    known = language(lang)
    has_months = lang == "en" or not all(map(str.isascii, known.forms("months")))
    shapes = [dated] * has_months + [counted] * (not known.numbers.scale_first)
    rows += [shape(lang, draw) for shape in shapes for _ in range(count // 4)]
    rows = [(said, value) for said, value in rows if not digits(said) and not said.endswith(ALSO_WORDS.get(lang, ()))]
    found = [wrong for said, value in rows if (wrong := check(lang, said, value))]
    assert not found, f"{len(found)} of {len(rows)}:\n" + "\n".join(found[:20])


@pytest.mark.parametrize("lang", languages())
def test_no_number_is_half(lang: str) -> None:
    assert_whole(lang, QUICK, seed=1)


@pytest.mark.slow
@pytest.mark.parametrize("lang", languages())
def test_no_number_of_many_is_half(lang: str) -> None:
    assert_whole(lang, few(MANY, otherwise=250), seed=2)
