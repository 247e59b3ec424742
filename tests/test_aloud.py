"""What no class of the grammar reads, read aloud in every language: no value is another one afterwards."""

from __future__ import annotations

import pytest
from case_tables import formatter
from hypothesis import given, settings
from hypothesis import strategies as st

from indic_tf.languages import language, languages
from indic_tf.scripts import DIGITS
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
@pytest.mark.parametrize("text", ["Class I", "Part C", "a MIX of L", "https://a.org/24x7?id=5"])
def test_what_holds_no_numeral_stays(lang: str, text: str) -> None:
    assert formatter(lang).spoken(text) == text


SHAPES = (
    *("10-A", "KA-01-AB-1234", "3x4", "1:2:3", "1,2,345", "01,02", "32/1/24", "6'12\"", "id=5", "COVID-19", "229E"),
    *("K5", "CD4+", "0x8e", "MD5", "1860s", "(24)x", "56:49", "2003-04", "1980-88", "4+4", "£240", "-15", "33½"),
    *("'14", "007", "0896", "00", "192.168.1.1", "08643/242021", "1.10.2", "99%-100", "10^14–10^15", "48°5'", "#57("),
    *("[d5].", "72,00"),
)


@pytest.mark.parametrize("lang", languages())
def test_no_figure_is_left(lang: str) -> None:
    for text in SHAPES:
        assert not figures(formatter(lang).spoken(text)), text


@FEW
@given(LANGS, st.text("0123456789०४৯௩½%₹£+-−–—.,:;/'\"()[]{}<>|&#_^°*=×÷ \u200cअ்ംABxyz", max_size=14))
def test_no_figure_is_left_whatever_stands_there(lang: str, text: str) -> None:
    assert not figures(formatter(lang).spoken(text))


def figures(text: str) -> list[str]:
    return [character for character in text if character.isdecimal()]


@FEW
@given(LANGS, st.integers(1, 9999), st.data())
def test_figures_glued_to_a_word(lang: str, number: int, data: st.DataObject) -> None:
    """Read as the two words that they are, in figures of any script and with any mark between."""
    spoken = formatter(lang).spoken
    word = "घटिकाशाला" if lang != "hi" else "மாளிகை"
    native = DIGITS[language(lang).script]
    written = str(number).translate(str.maketrans("0123456789", native)) if data.draw(st.booleans()) else str(number)
    assert spoken(f"{written}{word}") == spoken(f"{number} {word}")
    assert spoken(f"{word}{written}") == f"{word} {said(lang, number)}"
    assert spoken(f"{word}({written})") == f"{word} ({said(lang, number)})"
    assert spoken(f"({written}){word}") == f"({said(lang, number)}) {word}"
    assert spoken(f"{word},{written}") == f"{word}, {said(lang, number)}"


@FEW
@given(LANGS, st.integers(1, 9))
def test_a_zero_before_a_figure(lang: str, number: int) -> None:
    assert said(lang, f"0{number}") == said(lang, number)
    assert said(lang, f"00{number}") == one_by_one(lang, f"00{number}")


@pytest.mark.parametrize(
    ("lang", "written", "spoken"),
    [
        ("te", "స0దర్భం ఉ0ది ప్రయాణ౦", "సందర్భం ఉంది ప్రయాణం"),
        ("te", "అబ్దుల్లాఖా౯ని", "అబ్దుల్లాఖాన్ని"),
        ("kn", "ಉ0ದು ಕನಾ೯ಟಕ ಸೇಪ೯ಡೆ", "ಉಂದು ಕರ್ನಾಟಕ ಸೇರ್ಪಡೆ"),
        ("kn", "೧ಂ೭", "ನೂರ ಏಳು"),
        ("gu", "૧૮પ૭", "અઢાર સો સત્તાવન"),
        ("hi", "के0 आर0 सी0पी0", "के. आर. सी. पी."),
        ("ur", "1857ء 478ھ 1802ء-1854ء", "اٹھارہ سو ستاون چار سو اٹھہتر ہجری اٹھارہ سو دو سے اٹھارہ سو چون"),
        ("ne", "७ः३०", "सात बजेर तीस मिनेट"),
        ("kn", "1980-88ರ", "ಸಾವಿರದ ಒಂಬೈನೂರ ಎಂಬತ್ತು ಎಂಬತ್ತೆಂಟರ"),
        ("ta", "1948-49ல்", "ஆயிரத்து தொள்ளாயிரத்து நாற்பத்தெட்டு நாற்பத்தொன்பதில்"),
        ("ta", "கோவிட்-19-இன் 04ம்", "கோவிட் பத்தொன்பதின் நான்காம்"),
        ("te", "8వతేదీ రూ.2వేల", "ఎనిమిదవ తేదీ రూ. రెండు వేల"),
        ("bn", "৫২’র ২০০২-০৩ সালে", "বাহান্নর দুই হাজার দুই তিন সালে"),
        ("hi", "18अगस्त 50वां छह दशमलव 07", "अठारह अगस्त पचासवाँ छह दशमलव शून्य सात"),
    ],
)
def test_what_editors_type(lang: str, written: str, spoken: str) -> None:
    assert formatter(lang).spoken(written) == spoken


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
