"""What no class of the grammar reads, read aloud in every language: no value is another one afterwards."""

from __future__ import annotations

import pytest
from case_tables import formatter
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf.languages import language, languages
from indic_tf.wfst.aloud.numerals import value
from indic_tf.wfst.pipeline import grammar

LANGS = st.sampled_from(languages())
FEW = settings(max_examples=60, deadline=None)
ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))


def roman(number: int) -> str:
    made = ""
    for step, letters in ROMAN:
        made, number = made + letters * (number // step), number % step
    return made


def said(lang: str, number: int | str) -> str:
    return formatter(lang).spoken(str(number))


def one_by_one(lang: str, digits: str) -> str:
    return " ".join(said(lang, digit) for digit in digits)


@FEW
@given(
    LANGS,
    st.from_regex("[0-9]{4,8}", fullmatch=True),
    st.sampled_from(["OTP: {}", "PIN - {}", "OTP is {}", "{} is your OTP"]),
)
def test_codes_are_said_digit_by_digit(lang: str, digits: str, frame: str) -> None:
    before, _, after = frame.partition("{}")
    made = formatter(lang).spoken(frame.format(digits))
    if before:
        assert made.endswith(f" {one_by_one(lang, digits)}")
    if after and language(lang).script == "Latin":
        assert made.startswith(f"{one_by_one(lang, digits)} ")


@pytest.mark.parametrize("lang", languages())
def test_codes_behind_and_before_their_cue(lang: str) -> None:
    """In the language's own words: each of its cues, with each of its links."""
    rows = language(lang).table("said")
    own = [row for row in rows if row.path.parent.name == lang]
    digits = one_by_one(lang, "458213")
    for cue in (row["form"] for row in own if row["name"] in ("code", "dialled")):
        assert formatter(lang).spoken(f"{cue}: 458213").endswith(digits), cue
        assert formatter(lang).spoken(f"{cue} 458213").endswith(digits), cue
    for link in (row["form"] for row in own if row["name"] == "link"):
        assert formatter(lang).spoken(f"OTP {link} 4582").endswith(one_by_one(lang, "4582")), link
        assert formatter(lang).spoken(f"4582 {link} OTP").startswith(one_by_one(lang, "4582")), link


@FEW
@given(LANGS, st.integers(1, 999))
def test_numbers_joined_to_words(lang: str, number: int) -> None:
    for before, after in (("Ward-", ""), ("", "-star"), ("", "+")):
        made = formatter(lang).spoken(f"{before}{number}{after}")
        assert made.startswith(f"{before.strip('-')} {said(lang, number)}".strip())


@FEW
@given(LANGS, st.lists(st.integers(0, 99), min_size=2, max_size=5))
def test_lists(lang: str, numbers: list[int]) -> None:
    assert formatter(lang).spoken(",".join(map(str, numbers))) == ", ".join(said(lang, number) for number in numbers)


@FEW
@given(LANGS, st.integers(2, 89))
def test_roman_numerals(lang: str, number: int) -> None:
    numeral = roman(number)
    assert value(numeral) == number
    if len(numeral) > 1 or numeral in "VX":
        assert formatter(lang).spoken(f"Class {numeral}") == f"Class {said(lang, number)}"
    assert formatter(lang).spoken(f"Mr {numeral} came").startswith("Mr ")


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize(
    "text",
    [
        "Class I",
        "Part C",
        "a MIX of L",
        "10-A",
        "KA-01-AB-1234",
        "3x4",
        "1:2:3",
        "1,2,345",
        "01,02",
        "32/1/24",
        "6'12\"",
        "id=5",
    ],
)
def test_what_cannot_be_read_surely_stays(lang: str, text: str) -> None:
    assert formatter(lang).spoken(text) == text


@FEW
@given(LANGS, st.text("0123456789IVX½¾⁷%₹+-−–—.,:/'\"()x×=^ OTPClasth", max_size=14))
def test_no_text_breaks_it(lang: str, text: str) -> None:
    made = formatter(lang).spoken(text)
    assert bool(made.strip()) == bool(text.strip())


@pytest.mark.parametrize("lang", languages())
def test_training_data_is_as_the_classes_read_it(lang: str) -> None:
    """Readings that have no class are for the ear alone."""
    words = ["Ward-5", "1,2,3", "50+", "½", "Class", "XII", "5'6\"", "2x"]
    assert all(reading.kind for reading in grammar(lang).readings(words))
    assert not {(0, 1), (1, 2), (2, 3), (3, 4)} & {reading.words for reading in grammar(lang).readings(words)}
