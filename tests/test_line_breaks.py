"""Line breaks of one text: a number goes over them, two numbers on two lines are two."""

from __future__ import annotations

from functools import cache

import pytest

from indic_tf import IndicFormatter, languages
from indic_tf.languages import language


@cache
def formatter(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None)


@pytest.mark.parametrize(
    ("said", "written"),
    [
        ("two hundred\nthree hundred", "200\n300"),
        ("two hundred\r\nthree hundred", "200\n300"),
        ("two hundred\n\nthree hundred", "200\n\n300"),
        ("two hundred\nthree hundred rupees", "200\n₹300"),
        ("two hundred three hundred", "200-300"),
        ("two hundred and\nfive people", "205\npeople"),
        ("twenty\nfive people", "25\npeople"),
        ("two hundred\nrupees", "₹200"),
    ],
)
def test_two_numbers_on_two_lines_are_two(said: str, written: str) -> None:
    made = formatter("en")(said).text
    assert made == written
    assert formatter("en")(made).text == made


@pytest.mark.parametrize("lang", [code for code in languages() if language(code).status == "stable"])
def test_every_language_parts_them(lang: str) -> None:
    fmt = formatter(lang)
    first, second = fmt.spoken("200"), fmt.spoken("300")
    above, below = fmt(f"{first}\n{second}").text.split("\n")
    assert above in (first, fmt(first).text)  # what alone is a number may be a word beside others
    assert below == fmt(second).text
    wrapped = fmt.spoken("25000").replace(" ", "\n", 1)
    assert fmt(wrapped).text.split() == fmt(fmt.spoken("25000")).text.split()
