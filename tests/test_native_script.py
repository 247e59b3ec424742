"""Words in Latin letters that come out in the script of their language."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from indic_tf import IndicFormatter, InputError, Word, languages, replay
from indic_tf.cli import app
from indic_tf.languages import language
from indic_tf.scripts import fold
from indic_tf.transliterate import natives
from indic_tf.wfst.pipeline import grammar
from indic_tf.wfst.roman import RomanWords

BENCHMARK = Path(__file__).parents[1] / "benchmarks" / "roman_input"
CODES = ("hi", "ta", "te", "bn", "mr")
CURRENCY = {"hi": "rupaye", "ta": "rubaai", "te": "rupayalu", "bn": "taka", "mr": "rupaye"}
LEAST = {"hi": 0.96, "ta": 0.91, "te": 0.92, "bn": 0.93, "mr": 0.92}
OPEN = {"ta": 3, "te": 1, "bn": 2}
"""Listed spellings of numbers up to 99 that are read as something else even before a currency: enbathu, என்பது."""


@cache
def native(lang: str) -> IndicFormatter:
    return IndicFormatter(lang, model=None, script="native")


@pytest.mark.parametrize(
    ("lang", "typed", "written"),
    [
        ("hi", "mujhe pachees hazaar rupaye chahiye", "मुझे ₹25,000 चाहिए"),
        ("hi", "mujhe pacchis hajar rupay chahie", "मुझे ₹25,000 चाहिए"),
        ("hi", "kal subah saadhe das baje office aana", "कल सुबह 10:30 बजे office आना"),
        ("hi", "mera order cancel kar do.", "मेरा order cancel कर दो।"),
        ("hi", "I want to go home", "I want to go home"),
        ("ta", "enakku irupathu aayiram rubai venum", "எனக்கு ₹20,000 வேண்டும்"),
        ("te", "naaku iravai aidu vela rupayalu kavali", "నాకు ₹25,000 కావాలి"),
        ("bn", "amar pochish hajar taka lagbe", "আমার ₹25,000 লাগবে"),
        ("mr", "mala pannas hajar rupaye pahijet", "मला ₹50,000 पाहिजेत"),
    ],
)
def test_latin_letters_become_native_ones(lang: str, typed: str, written: str) -> None:
    made = native(lang)(typed)
    assert made.text == written
    assert replay(made.words, made.edits) == made.text
    assert [word.text for out in made.words for word in out.source] == typed.split()
    assert native(lang)(made.text).text == written


@pytest.mark.parametrize("lang", CODES)
def test_sentences_as_people_type_them(lang: str) -> None:
    right = total = 0
    for line in (BENCHMARK / f"{lang}.tsv").read_text(encoding="utf-8").splitlines():
        typed, wanted = (cells.split(" ") for cells in line.split("\t"))
        reader = natives(lang)
        assert reader is not None
        pairs = list(zip(reader.read(typed), wanted, strict=True))
        right += sum(fold(word) in map(fold, choices.split("|")) for word, choices in pairs)
        total += len(pairs)
    assert total > 200
    assert right / total >= LEAST[lang]


def numbers(lang: str) -> Iterator[tuple[str, int]]:
    """The listed spellings of numbers up to 99, with their values."""
    values = {fold(row["form"]): row.number("value") for row in language(lang).table("numbers")}
    for form, word in RomanWords(grammar(lang)).listed.items():
        value = values.get(fold(word.native))
        if value is not None and value < 100 and not word.homograph and not word.text:
            yield form, value


@pytest.mark.parametrize("lang", CODES)
def test_numbers_in_every_listed_spelling(lang: str) -> None:
    reader = natives(lang)
    assert reader is not None
    values = {fold(row["form"]): row.number("value") for row in language(lang).table("numbers")}
    listed = list(numbers(lang))
    wrong = [form for form, value in listed if values.get(fold(reader.read([form, CURRENCY[lang]])[0])) != value]
    assert len(listed) > 60
    assert len(wrong) <= OPEN.get(lang, 0), wrong


@pytest.mark.parametrize(
    ("lang", "typed", "written"),
    [
        ("hi", "do sau pachaas rupaye", "₹250"),
        ("hi", "teen lakh bees hajar rupaye", "₹3.2 लाख"),
        ("hi", "dedh lakh rupaye", "₹1.5 लाख"),
        ("hi", "paanch karod rupaye", "₹5 करोड़"),
        ("te", "rendu lakshala rupayalu", "₹2 లక్షలు"),
        ("bn", "dui lakh taka", "₹2 লাখ"),
        ("mr", "don lakh rupaye", "₹2 लाख"),
    ],
)
def test_scales(lang: str, typed: str, written: str) -> None:
    assert native(lang)(typed).text == written


def test_by_default_letters_stay() -> None:
    assert IndicFormatter("hi", model=None)("mujhe pachees hazaar rupaye chahiye").text == "mujhe ₹25,000 chahiye"


def test_words_of_a_caller_acronyms_and_addresses_stay() -> None:
    formatter = IndicFormatter("hi", model=None, script="native", terms=["Kal"])
    assert formatter("Kal ka EMI bhejo rahul@okaxis par").text == "Kal का EMI भेजो rahul@okaxis पर"


def test_times_stay_on_their_words() -> None:
    words = [Word("mujhe", start=0.0, end=0.2), Word("pachees", start=0.3, end=0.5), Word("rupaye", start=0.6, end=0.8)]
    made = native("hi")(words)
    assert [(word.text, word.start, word.end) for word in made.words] == [("मुझे", 0.0, 0.2), ("₹25", 0.3, 0.8)]


def test_a_stream_says_what_the_text_says() -> None:
    typed = "kal subah das baje office aana aur pachees hazaar rupaye lana"
    live = native("hi").stream(right_context=4)
    said = "".join(live.push(word).committed for word in typed.split()) + live.finish().committed
    assert said == native("hi")(typed).text


def test_other_languages_and_scripts_are_as_they_were() -> None:
    assert IndicFormatter("en", model=None, script="native")("give me two hundred rupees").text == "give me ₹200"
    assert natives("kn") is None
    assert native("hi")("मुझे दो सौ रुपये दो").text == "मुझे ₹200 दो"
    assert set(CODES) <= set(languages())


def test_what_is_no_choice_is_refused() -> None:
    with pytest.raises(InputError, match="script is 'latin'; choose 'keep' or 'native'"):
        IndicFormatter("hi", script="latin")  # type: ignore[arg-type]


def test_on_the_command_line() -> None:
    asked = ["format", "--lang", "hi", "--model", "none", "--script", "native", "mera naam raam hai"]
    assert CliRunner().invoke(app, asked).output == "मेरा नाम राम है\n"


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    code = (
        "import sys; opened = []; sys.addaudithook(lambda event, given: event == 'open' and opened.append(given[0]))\n"
        "from indic_tf import IndicFormatter; IndicFormatter('hi', model=None)('mujhe das rupaye do')\n"
        "print([name for name in map(str, opened) if name.endswith('.tsv.xz')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
